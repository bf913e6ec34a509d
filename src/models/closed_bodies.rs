//! What the body of a closed method tells by itself of the parameters that it is given. Must not know who is handed what.

use std::cell::{LazyCell, RefCell};
use std::rc::Rc;

use crate::base::FxHashMap;
use crate::classfile::InvokeKind;
use crate::ir::facts::{Facts, Use};
use crate::ir::{self, Body, Given, Op, Terminator, Var};
use crate::program::{MethodId, MethodRef, Program};

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

    fn of(program: &Program, method: MethodId, body: &Body) -> Self {
        let whole = body.damaged_at.is_empty() && !body.is_too_large && program.method(method).has_code;
        let gives = match body.given().filter(|_| whole).as_deref() {
            Some([Given::Param(param)]) => Some(*param),
            _ => None,
        };
        let mut escapes = vec![!whole; body.params as usize];
        let facts = LazyCell::new(|| Facts::of(body));
        for block in body.blocks.iter() {
            let mut used = |var: ir::Var| escapes.get_mut(var.index()).into_iter().for_each(|escapes| *escapes = true);
            block.phis.iter().filter(|_| gives.is_none()).flat_map(|phi| &phi.args).for_each(|&arg| used(arg));
            for stmt in &block.stmts {
                match &stmt.op {
                    Op::GetField { .. } | Op::InstanceOf { .. } | Op::ArrayLength { .. } => {}
                    // A message is made of what is told.
                    Op::Invoke { kind: InvokeKind::Virtual, method, args, dst, .. }
                        if args.len() == 1
                            && is_harmless(program, *method)
                            && dst.is_none_or(|class| is_only_named(program, &facts, class)) => {}
                    op => op.for_each_use(&mut used),
                }
            }
            if gives.is_none() {
                block.terminator.for_each_use(&mut used);
            }
        }
        Self { gives, escapes }
    }
}

/// Whether a class is only asked for its name, or compared: who has more of it can look for members.
fn is_only_named(program: &Program, facts: &Facts<'_>, class: Var) -> bool {
    const ASKS: [&str; 12] = [
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
    facts.uses(class).iter().all(|&usage| match usage {
        Use::Stmt(block, nth) => match &facts.body().blocks[block].stmts[nth as usize].op {
            Op::Invoke { method, .. } => {
                let asked = program.method_ref_data(*method);
                let types = [program.well_known().object, program.well_known().class];
                program.class_of(asked.owner).is_some_and(|owner| types.contains(&owner))
                    && ASKS.contains(&program.str(asked.name))
            }
            _ => false,
        },
        Use::Terminator(block) => matches!(facts.body().blocks[block].terminator, Terminator::If { .. }),
        Use::Phi(..) => false,
    })
}

/// Whether a call does nothing with its receiver but look at its class.
fn is_harmless(program: &Program, method: MethodRef) -> bool {
    let resolved = program.resolve_method(method);
    resolved.is_some_and(|method| {
        let data = program.method(method);
        data.class == program.well_known().object && program.str(data.name) == "getClass"
    })
}
