//! Builders whose text is not followed. Must not know which are.

use crate::ir::Op;
use crate::pointsto::{CallView, Cx, Ptr};
use crate::program::MethodRefData;

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
