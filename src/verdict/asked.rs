//! Calls that values come from: which method was asked, and by which key. Must not know findings.

use crate::heap::{Site, SiteId};
use crate::ir::facts::Facts;
use crate::ir::{Body, ConstValue, Op};
use crate::program::Program;

use super::view::View;

/// Binary name of the method called at an origin: `java.lang.System.getProperty`.
pub(super) fn call_at(view: &View<'_, '_>, site: SiteId) -> Option<String> {
    let Site::At(method, offset) = view.heap.site_data(site) else { return None };
    let code = view.state.code_of(method)?;
    code.body.blocks.iter().flat_map(|b| &b.stmts).find_map(|stmt| match &stmt.op {
        Op::Invoke { method, .. } if stmt.offset == offset => {
            let data = view.program.method_ref_data(*method);
            Some(format!("{}.{}", view.program.binary_name(data.owner), view.program.str(data.name)))
        }
        _ => None,
    })
}

/// How methods are called that make a text of others, instead of asking for one by a key.
const MAKES_TEXT: &[&str] = &[
    "append",
    "concat",
    "format",
    "insert",
    "join",
    "lowerCase",
    "normalize",
    "remove",
    "repeat",
    "replace",
    "reverse",
    "split",
    "strip",
    "substring",
    "substitute",
    "toLowerCase",
    "toString",
    "toUpperCase",
    "tokenize",
    "translate",
    "trim",
    "unquote",
    "upperCase",
    "valueOf",
];

/// The constant key the call asks for.
pub(super) fn key_at(view: &View<'_, '_>, site: SiteId) -> Option<String> {
    let Site::At(method, offset) = view.heap.site_data(site) else { return None };
    let called = call_at(view, site)?;
    let name = called.rsplit('.').next().unwrap_or_default();
    if MAKES_TEXT.iter().any(|made| name.starts_with(made)) {
        return None;
    }
    first_text(view.program, &view.state.code_of(method)?.body, offset)
}

/// The first constant string among the arguments of a call.
fn first_text(program: &Program, body: &Body, offset: u32) -> Option<String> {
    let facts = Facts::of(body);
    body.blocks.iter().flat_map(|b| &b.stmts).find_map(|stmt| match &stmt.op {
        Op::Invoke { args, .. } if stmt.offset == offset => {
            args.iter().find_map(|&arg| match facts.constant_of(arg)? {
                ConstValue::Str { text, .. } => Some(program.str(*text).to_owned()),
                _ => None,
            })
        }
        _ => None,
    })
}
