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
use crate::spec::OpenEntry;

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
        let (key, file) = (key.as_deref(), resource.as_deref());
        let kind = if key.and(file).is_some() { EntryKind::SourceInResource } else { EntryKind::Source };
        Some(Self { kind, text: OpenEntry::Source { at: &at, call: &call, key, ordinal, file }.text() })
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
        let open = OpenEntry::Call { at: row.row.source_method(), api, ordinal: ordinal(case, row), shape };
        Some(Self { kind: EntryKind::Call, text: open.text() })
    }

    /// `[[accept]]` for one call, which takes it as it is.
    pub(super) fn accept(case: &Case<'_, '_, '_>, rule: RuleId, row: &Row) -> Option<Self> {
        if !can_be_named(case.judge.program, row.source) {
            return None;
        }
        let (at, api) = (row.row.source_method(), row.row.short_api());
        let open = OpenEntry::Accept { at, rule, api, ordinal: ordinal(case, row) };
        Some(Self { kind: EntryKind::Accept, text: open.text() })
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
fn ordinal(case: &Case<'_, '_, '_>, row: &Row) -> Option<u32> {
    let is_alike = |other: &&Row| other.source == row.source && other.row.short_api() == row.row.short_api();
    if case.rows.iter().filter(is_alike).count() < 2 {
        return None;
    }
    row.row.ordinal()
}
