//! Where an argument of a call is defined before anything flows: in the method of the call or, where a parameter is handed on
//! and a context gives the method's instance to a single call, in the method of that one. Must not know what the argument is for.

use super::callgraph::state::State;
use super::context::{Element, Table};
use super::ids::InstId;
use crate::classfile::InvokeKind;
use crate::heap::Site;
use crate::ir::facts::definition;
use crate::ir::{Op, Var};
use crate::program::{MethodId, Program, access};

/// The method and its variable, behind casts, that `var` of an instance is.
pub(super) fn given(state: &State, table: &Table<'_>, inst: InstId, var: Var) -> Option<(MethodId, Var)> {
    let instance = state.instance(inst);
    let (mut method, mut var) = (instance.method, var);
    let mut calls = table.elements(instance.ctx);
    loop {
        let body = &state.code_of(method)?.body;
        while let Some(Op::Cast { src, .. }) = definition(body, var) {
            var = *src;
        }
        if var.0 >= body.params {
            return Some((method, var));
        }
        let Some(Element::Site(site)) = calls.pop() else { return Some((method, var)) };
        let Site::At(caller, offset) = table.heap().site_data(site) else { return None };
        var = passed(table.program(), state, (caller, offset), method, var.index())?;
        method = caller;
    }
}

/// The argument that the one call at an offset passes to a method which it names: a model may have other calls be made there.
fn passed(
    program: &Program,
    state: &State,
    (caller, offset): (MethodId, u32),
    callee: MethodId,
    position: usize,
) -> Option<Var> {
    let body = &state.code_of(caller)?.body;
    let mut at = body.blocks.iter().flat_map(|block| &block.stmts).filter(|stmt| stmt.offset == offset);
    let mut calls = at.by_ref().filter_map(|stmt| match &stmt.op {
        Op::Invoke { kind, method, args, .. } => Some((*kind, method, args)),
        _ => None,
    });
    let ((kind, called, args), None) = (calls.next()?, calls.next()) else { return None };
    let (called, callee) = (program.method_ref_data(*called), program.method(callee));
    let has_receiver = callee.access & access::STATIC == 0;
    let is_it =
        called.name == callee.name && called.desc == callee.desc && (kind != InvokeKind::Static) == has_receiver;
    is_it.then(|| args.get(position).copied())?
}
