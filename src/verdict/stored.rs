//! The calls that give a variable all that it may hold but null: in the same method, or by a field that only code of its own sees.
//! Must not know what the calls are.

use super::view::View;
use crate::base::FxHashSet;
use crate::ir::facts::{Def, Facts};
use crate::ir::{Body, ConstValue, Op, Var};
use crate::program::{FieldId, MethodId, Program, access, lookup};

/// Most variables that are followed.
const MOST: usize = 64;

/// The calls, as method and offset; `None` where something else gives a value, or may.
pub(super) fn calls_giving(
    view: &View<'_, '_>,
    method: MethodId,
    body: &Body,
    var: Var,
) -> Option<Vec<(MethodId, u32)>> {
    let mut found = Vec::new();
    let mut seen: FxHashSet<(MethodId, Var)> = FxHashSet::default();
    let mut fields: FxHashSet<FieldId> = FxHashSet::default();
    let mut todo = vec![(method, body, var)];
    while let Some((method, body, var)) = todo.pop() {
        let facts = Facts::of(body);
        let var = facts.behind_casts(var);
        if !seen.insert((method, var)) {
            continue;
        }
        if seen.len() > MOST {
            return None;
        }
        if let Def::Phi(block, nth) = facts.def(var) {
            let phi = &body.blocks[block].phis[nth as usize];
            todo.extend(phi.args.iter().map(|&arg| (method, body, arg)));
            continue;
        }
        let stmt = facts.stmt(var)?;
        match stmt.op {
            Op::Const { value: ConstValue::Null, .. } => {}
            Op::Invoke { .. } | Op::InvokeDynamic { .. } => found.push((method, stmt.offset)),
            // Nothing is in an array that is never there.
            Op::ArrayLoad { array, .. } => todo.push((method, body, array)),
            Op::GetStatic { field, .. } | Op::GetField { field, .. } => {
                let field = view.program.resolve_field(field)?;
                if fields.insert(field) {
                    stores(view, field, &mut todo)?;
                }
            }
            _ => return None,
        }
    }
    Some(found)
}

/// Adds what is stored in a field, if only code of the class and those nested with it can store something.
fn stores<'v>(view: &View<'v, '_>, field: FieldId, todo: &mut Vec<(MethodId, &'v Body, Var)>) -> Option<()> {
    let program: &Program = view.program;
    let data = program.field(field);
    if data.access & (access::PRIVATE | access::FINAL) == 0 {
        return None;
    }
    for class in lookup::nest_members(program, data.class) {
        for &method in &program.class(class).methods {
            let Some(code) = view.state.code_of(method) else { continue };
            for stmt in code.body.blocks.iter().flat_map(|block| &block.stmts) {
                if let Op::PutStatic { field: of, value } | Op::PutField { field: of, value, .. } = stmt.op
                    && program.resolve_field(of) == Some(field)
                {
                    todo.push((method, &code.body, value));
                }
            }
        }
    }
    Some(())
}
