//! Ready spec entries for findings. Must not know how findings are made.

use crate::heap::{Site, SiteId};
use crate::ir::Op;
use crate::program::MethodId;

use super::super::asked::{call_at, key_at};
use super::super::rows::Row;
use super::super::view::View;
use crate::result::{Advice, Target};

/// What an entry is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum EntryKind {
    /// `[[source]]`: the values that enter at a call, for all that they reach.
    Source,
    /// `[[call]]`: the targets of one reflective call.
    Call,
}

/// An entry to paste, whose values are for the user to fill in.
#[derive(Debug, Clone)]
pub(super) struct Entry {
    pub(super) kind: EntryKind,
    pub(super) text: String,
}

impl Entry {
    /// `[[source]]` for the call that is the origin of an unknown string; `None` if its origin is something else.
    pub(super) fn source(view: &View<'_, '_>, site: SiteId) -> Option<Self> {
        let call = call_at(view, site)?;
        let Site::At(method, offset) = view.heap.site_data(site) else { return None };
        // What defines or finds classes gives no text to list.
        if !gives_text(view, method, offset)? {
            return None;
        }
        let mut text =
            format!("[[source]]\nat = {}\ncall = {}\n", quoted(&view.program.method_id(method)), quoted(&call));
        if let Some(key) = key_at(view, site) {
            text.push_str(&format!("key = {}\n", quoted(&key)));
        }
        text.push_str("values = [\"...\"]\n");
        Some(Self { kind: EntryKind::Source, text })
    }

    /// `[[call]]` for a reflective call whose input cannot be listed.
    pub(super) fn call(row: &Row, targets: &[Target]) -> Self {
        let api = row.row.api.split('(').next().unwrap_or("");
        let api = api.trim_end_matches('*');
        let targets: Vec<String> = if targets.is_empty() {
            vec![quoted("...")]
        } else {
            targets.iter().take(10).map(|t| quoted(&spelled(t))).collect()
        };
        let (at, api, targets) = (quoted(row.row.source_method()), quoted(api), targets.join(", "));
        Self { kind: EntryKind::Call, text: format!("[[call]]\nat = {at}\napi = {api}\ntargets = [{targets}]\n") }
    }

    /// What to do with it.
    pub(super) fn advice(&self, spec_file: &str) -> Advice {
        Advice::with_entry(match self.kind {
            EntryKind::Source => format!("list the values in {spec_file}"),
            EntryKind::Call => format!("name the targets in {spec_file}"),
        })
    }
}

/// Whether the call gives a string.
fn gives_text(view: &View<'_, '_>, method: MethodId, offset: u32) -> Option<bool> {
    let body = &view.state.code_of(method)?.body;
    let called = body.blocks.iter().flat_map(|b| &b.stmts).find_map(|stmt| match stmt.op {
        Op::Invoke { method, .. } if stmt.offset == offset => Some(method),
        _ => None,
    })?;
    let ret = view.program.method_desc(view.program.method_ref_data(called).desc).ret;
    Some(ret == view.heap.types().string)
}

fn spelled(target: &Target) -> String {
    match &target.member {
        Some(member) => format!("{}#{member}", target.class),
        None => target.class.clone(),
    }
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
