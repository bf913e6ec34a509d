//! `StringBuilder` chains of one method: `new StringBuilder().append(a).append(b).toString()`, the form javac gave
//! concatenation before Java 9. Recognised where the builder is made, appended to and read in one expression; any other
//! builder's text is unknown. Must not know what is done with the pieces.

use crate::classfile::InvokeKind;
use crate::ir::facts::definition;
use crate::ir::{Body, Op, Terminator, Var};
use crate::pointsto::{CallView, Cx, Ptr};
use crate::program::{MethodRefData, TypeId};

/// The pieces of the chain that ends in this call of `toString`: what is appended, and as what type.
pub(super) fn chain(cx: &Cx<'_, '_>, call: &CallView) -> Option<Vec<(Var, TypeId)>> {
    let code = cx.code(call.caller)?;
    let body = &code.body;
    let mut at = *call.vars.first()?;
    let mut pieces = Vec::new();
    // A chain has at most as many links as the body has variables.
    for _ in 0..body.vars.len() {
        if uses(body, at) != usize::from(is_new(body, at)) + 1 {
            return None;
        }
        match definition(body, at)? {
            Op::New { .. } => {
                let (data, args) = constructor(cx, body, at).filter(|(data, _)| is_builder(cx, data))?;
                let params = &cx.program.method_desc(data.desc).params;
                match (params.first(), args.get(1)) {
                    (None, _) => {}
                    (Some(&ty), Some(&arg)) if ty == cx.heap.types().string => {
                        pieces.push((arg, ty));
                    }
                    // The capacity says nothing about the text.
                    (Some(&ty), _) if matches!(cx.program.ty(ty), crate::program::Type::Prim(_)) => {}
                    _ => return None,
                }
                pieces.reverse();
                return Some(pieces);
            }
            Op::Invoke { kind: InvokeKind::Virtual, method, args, .. } => {
                let data = cx.program.method_ref_data(*method);
                let params = &cx.program.method_desc(data.desc).params;
                if cx.program.str(data.name) != "append" || params.len() != 1 || !is_builder(cx, &data) {
                    return None;
                }
                pieces.push((args[1], params[0]));
                at = args[0];
            }
            _ => return None,
        }
    }
    None
}

/// What is appended anywhere in the method to the builder this call reads: for the origins of unknown text.
pub(super) fn appended(cx: &Cx<'_, '_>, call: &CallView) -> Vec<Ptr> {
    let Some(code) = cx.code(call.caller) else { return Vec::new() };
    let mut found = Vec::new();
    for block in code.body.blocks.iter() {
        for stmt in &block.stmts {
            let Op::Invoke { method, args, .. } = &stmt.op else { continue };
            let data = cx.program.method_ref_data(*method);
            if is_builder(cx, &data) {
                found.extend(args.iter().skip(1).filter_map(|&arg| cx.var(call.caller, arg)).map(Ptr::Node));
            }
        }
    }
    found
}

/// Whether the method is one of the JDK's builders.
fn is_builder(cx: &Cx<'_, '_>, data: &MethodRefData) -> bool {
    matches!(cx.program.descriptor(data.owner).as_str(), "Ljava/lang/StringBuilder;" | "Ljava/lang/StringBuffer;")
}

fn is_new(body: &Body, var: Var) -> bool {
    matches!(definition(body, var), Some(Op::New { .. }))
}

/// The constructor call on a fresh object.
fn constructor<'b>(cx: &Cx<'_, '_>, body: &'b Body, var: Var) -> Option<(MethodRefData, &'b [Var])> {
    body.blocks.iter().flat_map(|block| &block.stmts).find_map(|stmt| match &stmt.op {
        Op::Invoke { kind: InvokeKind::Special, method, args, .. } if args.first() == Some(&var) => {
            let data = cx.program.method_ref_data(*method);
            (cx.program.str(data.name) == "<init>").then_some((data, args.as_slice()))
        }
        _ => None,
    })
}

/// How often a variable is used.
fn uses(body: &Body, var: Var) -> usize {
    let mut count = 0;
    for block in body.blocks.iter() {
        count += block.phis.iter().flat_map(|phi| &phi.args).filter(|&&arg| arg == var).count();
        for stmt in &block.stmts {
            stmt.op.for_each_use(|used| count += usize::from(used == var));
        }
        match &block.terminator {
            Terminator::Return { value: Some(value), .. } | Terminator::Throw { value, .. } => {
                count += usize::from(*value == var)
            }
            Terminator::If { args, .. } => count += args.iter().filter(|&&arg| arg == var).count(),
            _ => {}
        }
    }
    count
}
