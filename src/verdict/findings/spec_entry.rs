//! Ready spec entries for findings: each names one call, and answers the finding once it is filled in. Must not know how
//! findings are made.

use crate::classpath::Origin;
use crate::heap::{MemberKind, Site, SiteId};
use crate::reflection::{Kind, Problem, SourceName, can_be_named, name_of_source};

use super::super::asked::key_at;
use super::super::rows::Row;
use super::super::tiers::limit;
use super::super::view::View;
use super::case::Case;
use crate::result::RuleId;

/// What an entry leaves to who pastes it.
const LEFT_OPEN: &str = "\"...\"";

/// What an entry is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum EntryKind {
    /// `[[source]]`: the values that enter at a call, for all that they reach.
    Source,
    /// `[[source]]` whose values are those of a resource.
    SourceInResource,
    /// `[[call]]`: the targets of one reflective call.
    Call,
    /// `[[accept]]`: nothing else answers.
    Accept,
}

/// An entry to paste.
#[derive(Debug, Clone)]
pub(super) struct Entry {
    pub(super) kind: EntryKind,
    pub(super) text: String,
}

impl Entry {
    /// `[[source]]` for the call that gives an unknown string; `None` if none can list what it gives.
    pub(super) fn source(view: &View<'_, '_>, site: SiteId) -> Option<Self> {
        let Site::At(method, offset) = view.heap.site_data(site) else { return None };
        if view.program.origin_of(method) == Origin::Jdk {
            return None;
        }
        let key = key_at(view, site);
        let name = name_of_source(view.program, view.heap, (method, offset), key.as_deref())?;
        let SourceName { at, call, ordinal, resource } = name;
        let mut text = format!("[[source]]\nat = {}\ncall = {}\n", quoted(&at), quoted(&call));
        if let Some(key) = &key {
            text.push_str(&format!("key = {}\n", quoted(key)));
        }
        text.push_str(&ordinal.map(in_order).unwrap_or_default());
        let (kind, values) = match (resource, key) {
            (Some(resource), Some(key)) => {
                let (file, keys) = (quoted(&resource), quoted(&key));
                (EntryKind::SourceInResource, format!("values-from = {{ properties = {file}, keys = {keys} }}\n"))
            }
            _ => (EntryKind::Source, format!("values = [{LEFT_OPEN}]\n")),
        };
        text.push_str(&values);
        Some(Self { kind, text })
    }

    /// Whether a call stays unknown whatever is listed for it.
    pub(super) fn stays_open(case: &Case<'_, '_, '_>, row: &Row) -> bool {
        let Some(site) = row.key.map(|key| &case.judge.sites[&key]) else { return true };
        let stays = |p: &Problem| matches!(p, Problem::NotModelled | Problem::OutsideWorld | Problem::Supplied);
        limit(site).is_some() || site.problems.iter().any(stays) || case.judge.exhausted.is_some()
    }

    /// `[[call]]` for a reflective call whose input cannot be listed. What the analysis found by itself stays an answer, and
    /// a list of it would pass for a complete one.
    pub(super) fn call(case: &Case<'_, '_, '_>, row: &Row) -> Option<Self> {
        let site = &case.judge.sites[&row.key?];
        if Self::stays_open(case, row) || !site.written || !can_be_named(case.judge.program, row.source) {
            return None;
        }
        let api = row.row.api.split('(').next().unwrap_or("");
        let api = api.trim_end_matches('*');
        let called = View::api(row.key?);
        let shape = match (called.kind, called.acts_on()) {
            (Kind::ClassSource, _) => "com.acme.Task",
            (_, Some(MemberKind::Field)) => "com.acme.Task#field",
            (_, Some(MemberKind::Constructor)) => "com.acme.Task#<init>()",
            (_, Some(MemberKind::Method)) => "com.acme.Task#run()",
            (_, None) => "com.acme.Task, or com.acme.Task#run()",
        };
        let (at, api, ordinal) = (quoted(row.row.source_method()), quoted(api), ordinal(case, row));
        let text = format!("[[call]]\nat = {at}\napi = {api}\n{ordinal}targets = [{LEFT_OPEN}] # as {shape}\n");
        Some(Self { kind: EntryKind::Call, text })
    }

    /// `[[accept]]` for one call, which takes it as it is.
    pub(super) fn accept(case: &Case<'_, '_, '_>, rule: RuleId, row: &Row) -> Option<Self> {
        if !can_be_named(case.judge.program, row.source) {
            return None;
        }
        let (at, api, ordinal) = (quoted(row.row.source_method()), quoted(row.row.short_api()), ordinal(case, row));
        let text = format!("[[accept]]\nat = {at}\nrule = \"{rule}\"\napi = {api}\n{ordinal}reason = {LEFT_OPEN}\n");
        Some(Self { kind: EntryKind::Accept, text })
    }

    /// What to do with it.
    pub(super) fn advice(&self, spec_file: &str) -> String {
        match self.kind {
            EntryKind::SourceInResource => format!("take the values as {spec_file} says"),
            EntryKind::Source => format!("list the values in {spec_file}"),
            EntryKind::Call => format!("name the targets in {spec_file}"),
            EntryKind::Accept => format!("judge the call, and say so in {spec_file}"),
        }
    }
}

/// Where the method makes several calls of the API: which of them it is.
fn ordinal(case: &Case<'_, '_, '_>, row: &Row) -> String {
    let is_alike = |other: &&Row| other.source == row.source && other.row.short_api() == row.row.short_api();
    if case.rows.iter().filter(is_alike).count() < 2 {
        return String::new();
    }
    let number = row.row.id.rsplit('#').next().and_then(|number| number.parse().ok());
    number.map(in_order).unwrap_or_default()
}

fn in_order(ordinal: u32) -> String {
    format!("ordinal = {ordinal}\n")
}

/// A basic string of TOML.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c.is_control() => quoted.push_str(&format!("\\u{:04X}", u32::from(c))),
            c => quoted.push(c),
        }
    }
    quoted + "\""
}
