//! Whether a call may use a member: access checks, modules, and what was made accessible. Must not know what the call does.

use crate::heap::ObjKind;
use crate::ir::facts::{Def, Facts, Use};
use crate::ir::{BlockId, Op, Stmt};
use crate::program::{ClassId, Program, lookup};
use crate::reflection::{Attempt, Role, is_of_metaobjects};
use crate::result::RuleId;

use super::call::{Call, Reason};
use super::throws::NO_ACCESS;

impl Call<'_, '_, '_> {
    /// The class whose code makes the call.
    pub(super) fn caller(&self) -> ClassId {
        self.program().method(self.site.method).class
    }

    /// Whether someone may have called `setAccessible` on a member that arrives at the call.
    pub(super) fn may_be_accessible(&self, member: ObjKind) -> bool {
        let view = self.ask.view;
        self.accessible.may_have(member) || view.scope.leaves_out(view.program) && !self.keeps_member()
    }

    /// Whether the member is looked up in this method and handed to nobody but the call itself.
    fn keeps_member(&self) -> bool {
        let (Some(var), Some(body)) = (self.input_var(Role::Member), self.ask.body(self.site.method)) else {
            return false;
        };
        let facts = Facts::of(body);
        let var = facts.behind_casts(var);
        let stmt = |block: BlockId, nth: u32| &body.blocks[block].stmts[nth as usize];
        let asks = |stmt: &Stmt| match &stmt.op {
            _ if stmt.offset == self.site.offset => true,
            Op::Invoke { method, args, .. } => {
                let owner = self.program().method_ref_data(*method).owner;
                let handed = args.iter().skip(1).any(|&arg| facts.behind_casts(arg) == var);
                !handed && is_of_metaobjects(&self.program().binary_name(owner))
            }
            Op::Cast { .. } => true,
            _ => false,
        };
        matches!(facts.def(var), Def::Stmt(block, nth) if matches!(stmt(block, nth).op, Op::Invoke { .. }))
            && facts.uses(var).iter().all(|used| matches!(used, Use::Stmt(block, nth) if asks(stmt(*block, *nth))))
    }

    /// Why the call may not use a member that nothing makes accessible; `target` as in [`lookup::can_access`].
    pub(super) fn no_access(
        &self,
        (declaring, flags): (ClassId, u16),
        target: Option<ClassId>,
        name: &str,
    ) -> Option<Reason> {
        let program = self.program();
        let caller = self.caller();
        if lookup::can_access(program, caller, declaring, flags, target) || program.class(declaring).phantom.is_some() {
            return None;
        }
        self.denied(declaring, name)
    }

    /// Why a full lookup of the calling class, asked of class `asked`, gives no handle of a member; `found` as in
    /// [`lookup::can_find`].
    pub(super) fn no_handle(
        &self,
        asked: ClassId,
        found: (ClassId, u16),
        is_constructor: bool,
        name: &str,
    ) -> Option<Reason> {
        let program = self.program();
        let is_absent = |class| program.class(class).phantom.is_some();
        if lookup::can_find(program, self.caller(), asked, found, is_constructor)
            || is_absent(asked)
            || is_absent(found.0)
        {
            return None;
        }
        self.denied(asked, name)
    }

    /// That the calling class may not use the member of this class.
    fn denied(&self, declaring: ClassId, name: &str) -> Option<Reason> {
        let (program, caller) = (self.program(), self.caller());
        let (from, to) = (lookup::module_of(program, caller), lookup::module_of(program, declaring));
        if from != to && !lookup::is_exported(program, declaring, from) {
            let module = to.unwrap_or_default().to_owned();
            if is_granted(program, declaring, false) {
                return None;
            }
            let package = program.package_of(declaring).replace('/', ".");
            let text = format!("module {module} does not export {package}, the package of {name}");
            let advice = format!("use a public API, or start with --add-exports {module}/{package}=ALL-UNNAMED");
            let reason = Reason::new(RuleId::RC3006, text, advice, NO_ACCESS, true);
            return Some(Reason { defeasible: true, ..reason });
        }
        let text = format!("{name} cannot be used by \"{}\"", program.binary_name(program.class_type(caller)));
        let advice = match self.api.attempt() {
            Some(Attempt::NewInstance) => "use getDeclaredConstructor, and call setAccessible(true) on what it gives",
            _ => "call setAccessible(true) on it first, or make it public",
        };
        Some(Reason::new(RuleId::RC3005, text, advice, NO_ACCESS, true))
    }
}

/// Whether the manifest of a jar of the program opens (`deep`) or exports the package of a class.
pub(super) fn is_granted(program: &Program, class: ClassId, deep: bool) -> bool {
    let module = lookup::module_of(program, class).unwrap_or_default();
    let wanted = format!("{module}/{}", program.package_of(class).replace('/', "."));
    program.class_path().granted_packages(deep).any(|granted| granted == wanted)
}
