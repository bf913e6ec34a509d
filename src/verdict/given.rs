//! What callers of a library give by what they hand to its methods: read from the body of the method that they call, so that whatever
//! the library itself puts into what it was given, or falls back to, stays its own. Must not know findings.

use crate::classfile::InvokeKind;
use crate::heap::{ObjId, ObjKind, Site, SiteId};
use crate::ir::facts::{Def, Facts, Use, statement_at};
use crate::ir::{BlockId, Body, Op, Var};
use crate::models;
use crate::program::{MethodId, access, lookup};

use super::view::View;

/// Most calls on what another call gave: `given.get("a").iterator().next()`.
const STEPS: usize = 4;

/// Whether the call at a place takes a value out of what a parameter of its method holds, by nobody else than callers of a library: a
/// map, a list or what walks over it, an array, a supplier, a reference. Everything that the method does with that object is to ask it.
pub(super) fn is_asked_of_callers(view: &View<'_, '_>, site: SiteId) -> bool {
    let Site::At(method, offset) = view.heap.site_data(site) else { return false };
    let program = view.program;
    let data = program.method(method);
    if data.access & (access::PUBLIC | access::PROTECTED) == 0 || !lookup::is_accessible(program, data.class) {
        return false;
    }
    let Some(code) = view.state.code_of(method) else { return false };
    let facts = Facts::of(&code.body);
    let asked = statement_at(&code.body, offset);
    let Some(mut asked) = asked.and_then(|at| receiver(view, op_at(&code.body, at))) else { return false };
    for _ in 0..STEPS {
        let object = facts.behind_casts(asked);
        if !is_only_asked(view, &facts, object) {
            return false;
        }
        match facts.def(object) {
            Def::Param => return is_given(view, method, object),
            Def::Stmt(block, nth) => match op_at(&code.body, (block, nth)) {
                Op::ArrayLoad { array, .. } => asked = *array,
                op => match receiver(view, op) {
                    Some(before) => asked = before,
                    None => return false,
                },
            },
            Def::Caught(_) | Def::Phi(..) => return false,
        }
    }
    false
}

fn op_at(body: &Body, (block, nth): (BlockId, u32)) -> &Op {
    &body.blocks[block].stmts[nth as usize].op
}

/// The object that a statement asks, if it does.
fn receiver(view: &View<'_, '_>, op: &Op) -> Option<Var> {
    match op {
        Op::Invoke { kind, method, args, .. }
            if *kind != InvokeKind::Static && models::only_asks(view.program, *method, args.len() - 1) =>
        {
            args.first().copied()
        }
        _ => None,
    }
}

/// Whether nothing is done with an object but to ask it.
fn is_only_asked(view: &View<'_, '_>, facts: &Facts<'_>, object: Var) -> bool {
    facts.uses(object).iter().all(|at| match *at {
        Use::Terminator(_) => true,
        Use::Phi(..) => false,
        Use::Stmt(block, nth) => match op_at(facts.body(), (block, nth)) {
            Op::Cast { dst, .. } => is_only_asked(view, facts, *dst),
            Op::ArrayLoad { .. } | Op::ArrayLength { .. } => true,
            op @ Op::Invoke { args, .. } => receiver(view, op) == Some(object) && !args[1..].contains(&object),
            _ => false,
        },
    })
}

/// Whether all objects of a parameter are of callers.
fn is_given(view: &View<'_, '_>, method: MethodId, param: Var) -> bool {
    let instances = view.state.instances().filter(|(_, instance)| instance.method == method);
    let nodes = instances.filter_map(|(_, instance)| instance.var(param));
    let mut kinds = nodes.flat_map(|node| view.core.pts(node).iter()).map(|obj| view.heap.kind(ObjId(obj))).peekable();
    let is_of_callers = |kind: ObjKind| {
        kind.origin().is_some_and(|origin| match view.heap.site_data(origin) {
            Site::Param(of, _) => of == method,
            Site::Unknowns { of_callers } => of_callers,
            _ => false,
        })
    };
    kinds.peek().is_some() && kinds.all(is_of_callers)
}
