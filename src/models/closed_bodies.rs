//! What the body of a closed method tells by itself of the parameters that it is given. Must not know who is handed what.

use std::cell::{LazyCell, RefCell};
use std::rc::Rc;

use crate::base::FxHashMap;
use crate::classfile::InvokeKind;
use crate::classpath::Origin;
use crate::ir::facts::{Facts, Use};
use crate::ir::{self, Body, Given, Op, Terminator, Var};
use crate::program::{ClassId, MethodId, MethodRef, Program};

/// What bodies alone tell, found once.
#[derive(Default)]
pub(super) struct ClosedBodies {
    seen: RefCell<FxHashMap<MethodId, Rc<Seen>>>,
}

/// What the body of a method tells by itself.
pub(super) struct Seen {
    /// It gives this parameter back and nothing else.
    pub(super) gives: Option<u32>,
    /// By parameter: it may be kept, given on or given back.
    escapes: Vec<bool>,
    /// By parameter: something else is done with it than to look at it, to close it and to give it back.
    reads: Vec<bool>,
}

impl ClosedBodies {
    pub(super) fn of(&self, program: &Program, method: MethodId) -> Rc<Seen> {
        let mut seen = self.seen.borrow_mut();
        let seen = seen.entry(method);
        seen.or_insert_with(|| Rc::new(Seen::of(program, method, &ir::lower(program, method)))).clone()
    }
}

impl Seen {
    /// Whether something else may get to know what a parameter holds, receiver first.
    pub(super) fn escapes(&self, param: usize) -> bool {
        self.escapes.get(param).copied().unwrap_or(true)
    }

    /// Whether what a parameter reads from may have been read by then, receiver first.
    pub(super) fn reads(&self, param: usize) -> bool {
        self.reads.get(param).copied().unwrap_or(true)
    }

    fn of(program: &Program, method: MethodId, body: &Body) -> Self {
        let whole = body.damaged_at.is_empty() && !body.is_too_large && program.method(method).has_code;
        let gives = match body.given().filter(|_| whole).as_deref() {
            Some([Given::Param(param)]) => Some(*param),
            _ => None,
        };
        let mut escapes = vec![!whole; body.params as usize];
        let mut reads = escapes.clone();
        let facts = LazyCell::new(|| Facts::of(body));
        for block in body.blocks.iter() {
            let mut used = |var: ir::Var| escapes.get_mut(var.index()).into_iter().for_each(|escapes| *escapes = true);
            block.phis.iter().filter(|_| gives.is_none()).flat_map(|phi| &phi.args).for_each(|&arg| used(arg));
            let mut read = |var: ir::Var| reads.get_mut(var.index()).into_iter().for_each(|reads| *reads = true);
            block.phis.iter().flat_map(|phi| &phi.args).for_each(|&arg| read(arg));
            for stmt in &block.stmts {
                match &stmt.op {
                    Op::InstanceOf { .. } => {}
                    Op::Invoke { method, args, .. } => {
                        let only_closes = |&(nth, _): &(usize, &Var)| only_closes(program, *method, args.len(), nth);
                        args.iter().enumerate().filter(|arg| !only_closes(arg)).for_each(|(_, &arg)| read(arg));
                    }
                    op => op.for_each_use(&mut read),
                }
            }
            for stmt in &block.stmts {
                match &stmt.op {
                    Op::GetField { .. } | Op::InstanceOf { .. } | Op::ArrayLength { .. } => {}
                    Op::Cast { dst, .. } if is_only_asked(program, &facts, *dst) => {}
                    Op::Invoke { method, args, .. } if args.len() == 1 && is_size(program, *method) => {}
                    // A message is made of what is told.
                    Op::Invoke { kind: InvokeKind::Virtual, method, args, dst, .. }
                        if args.len() == 1
                            && is_harmless(program, *method)
                            && dst.is_none_or(|class| is_only_named(program, &facts, class)) => {}
                    op => op.for_each_use(&mut used),
                }
            }
            // A branch only compares.
            let compares = matches!(block.terminator, Terminator::If { .. } | Terminator::Switch { .. });
            if gives.is_none() && !compares {
                block.terminator.for_each_use(&mut used);
            }
        }
        Self { gives, escapes, reads }
    }
}

/// Whether a call does no more with an argument than to close it, or to ask whether it is there.
fn only_closes(program: &Program, method: MethodRef, args: usize, nth: usize) -> bool {
    let called = program.method_ref_data(method);
    let params = &program.method_desc(called.desc).params;
    let is_named = |ty, names: &[&str]| program.class_of(ty).is_some_and(|of| names.contains(&program.class_name(of)));
    match nth.checked_sub(args - params.len()) {
        None => program.str(called.name) == "close",
        Some(param) => {
            is_named(params[param], &["java/io/Closeable", "java/lang/AutoCloseable"])
                || is_named(called.owner, &["java/util/Objects"])
        }
    }
}

/// What a class is asked for its name by, or compared.
pub(super) const ASKS: [&str; 12] = [
    "desiredAssertionStatus",
    "equals",
    "getCanonicalName",
    "getName",
    "getPackageName",
    "getSimpleName",
    "getTypeName",
    "hashCode",
    "isArray",
    "isAssignableFrom",
    "isInstance",
    "toString",
];

/// Whether a class is only asked for its name, or compared: who has more of it can look for members.
fn is_only_named(program: &Program, facts: &Facts<'_>, class: Var) -> bool {
    is_only_used(facts, class, |op| match op {
        Op::Invoke { method, .. } => {
            let asked = program.method_ref_data(*method);
            let types = [program.well_known().object, program.well_known().class];
            program.class_of(asked.owner).is_some_and(|owner| types.contains(&owner))
                && ASKS.contains(&program.str(asked.name))
        }
        _ => false,
    })
}

/// Whether nothing is done with a variable but to ask how many elements it has, what it is, and whether it is there.
fn is_only_asked(program: &Program, facts: &Facts<'_>, var: Var) -> bool {
    is_only_used(facts, var, |op| match op {
        Op::InstanceOf { .. } => true,
        Op::Invoke { method, args, .. } => args.len() == 1 && is_size(program, *method),
        _ => false,
    })
}

/// Whether all that is done with a variable are statements of a kind, and comparisons.
fn is_only_used(facts: &Facts<'_>, var: Var, is_of_kind: impl Fn(&Op) -> bool) -> bool {
    let body = facts.body();
    facts.uses(var).iter().all(|&usage| match usage {
        Use::Stmt(block, nth) => is_of_kind(&body.blocks[block].stmts[nth as usize].op),
        Use::Terminator(block) => matches!(body.blocks[block].terminator, Terminator::If { .. }),
        Use::Phi(..) => false,
    })
}

/// Whether a call asks a collection how many elements it has, and no class of the application answers.
fn is_size(program: &Program, method: MethodRef) -> bool {
    let called = program.method_ref_data(method);
    let Some(owner) = program.class_of(called.owner) else { return false };
    let is_own = |class: &ClassId| program.class(*class).origin == Origin::Application;
    program.class_name(owner).starts_with("java/util/")
        && matches!(program.str(called.name), "size" | "isEmpty")
        && program.method_desc(called.desc).params.is_empty()
        && !program.subtypes_outside_jdk(owner).iter().any(is_own)
}

/// Whether a call does nothing with its receiver but look at its class.
fn is_harmless(program: &Program, method: MethodRef) -> bool {
    let resolved = program.resolve_method(method);
    resolved.is_some_and(|method| {
        let data = program.method(method);
        data.class == program.well_known().object && program.str(data.name) == "getClass"
    })
}
