//! Which members code outside the JDK makes accessible. Must not know calls.

use crate::base::FxHashSet;
use crate::classpath::Origin;
use crate::heap::ObjKind;
use crate::ir::facts::Facts;
use crate::ir::{ConstValue, Var};
use crate::program::MethodId;

use super::super::super::values::Asker;

/// The members that `setAccessible` is called on, anywhere outside the JDK.
pub(super) struct Accessible {
    members: FxHashSet<ObjKind>,
    /// It is called on members that are not known.
    any: bool,
}

impl Accessible {
    /// Whether someone may have made the member accessible.
    pub(super) fn may_have(&self, member: ObjKind) -> bool {
        self.any || self.members.contains(&member)
    }

    pub(super) fn read(ask: &Asker<'_, '_>) -> Self {
        let view = ask.view;
        let program = view.program;
        let mut read = Self { members: FxHashSet::default(), any: false };
        for call in view.state.calls() {
            let resolved = program.method(call.resolved);
            let method = view.state.instance(call.caller).method;
            let name = program.str(resolved.name);
            let is_asked = matches!(name, "setAccessible" | "trySetAccessible")
                && program.class_name(resolved.class).starts_with("java/lang/reflect/")
                && program.origin_of(method) != Origin::Jdk;
            if !is_asked || is_false(ask, method, call.vars.get(1).copied()) {
                continue;
            }
            let Some(node) = call.args.first().copied().flatten() else {
                read.any = true;
                continue;
            };
            for (_, kind) in view.values(node) {
                match kind.is_metaobject() && !matches!(kind, ObjKind::Class { .. }) {
                    true => {
                        read.members.insert(kind);
                    }
                    false => read.any |= !kind.is_listed(),
                }
            }
        }
        read
    }
}

/// Whether a flag is the constant false.
fn is_false(ask: &Asker<'_, '_>, method: MethodId, flag: Option<Var>) -> bool {
    let (Some(flag), Some(body)) = (flag, ask.body(method)) else { return false };
    matches!(Facts::of(body).constant_of(flag), Some(ConstValue::Int(0)))
}
