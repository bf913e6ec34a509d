//! The unknown value that decides: how a message names it, where it came from, and the entry that would bound it. Must not know
//! rules.

use super::super::asked::{call_at, key_at};
use super::super::places::place_of;
use super::super::rows::Row;
use super::super::view::View;
use super::case::Case;
use super::outside;
use super::spec_entry::{Entry, EntryKind};
use crate::heap::{Site, SiteId};
use crate::result::{CodeOrigin, Finding, FindingBuilder, Input, OriginKind};

/// Most traces a finding of the application shows.
const PATHS: usize = 3;

/// A finding with the unknown that decides.
pub(super) fn decided_by(
    finding: FindingBuilder,
    case: &Case<'_, '_, '_>,
    row: &Row,
    origin: SiteId,
) -> (Finding, EntryKind) {
    let origins = row.judgement.as_ref().map_or(0, |j| j.origins.len());
    // Values of one of several sources would not close it.
    let listed = Entry::source(case.judge, origin).filter(|_| origins == 1);
    let entry = listed.unwrap_or_else(|| Entry::call(row, &row.row.targets));
    let finding = finding
        .input(input(case.judge, origin), origin_kind(case.judge, origin))
        .path(case.traces.of_unknown(row, origin))
        .more_paths(more_paths(case, row))
        .advice(entry.advice(case.context.spec_file))
        .spec_entry(entry.text);
    (finding.build(), entry.kind)
}

/// The traces of further unknowns that decide.
fn more_paths(case: &Case<'_, '_, '_>, row: &Row) -> Vec<Vec<u32>> {
    if row.row.origin != CodeOrigin::Application {
        return Vec::new();
    }
    let traces = case.traces;
    let others = row.judgement.iter().flat_map(|j| &j.origins).copied().skip(1);
    let others = others.filter(|&origin| traces.is_own(origin)).take(PATHS - 1);
    others.map(|origin| traces.shared(traces.of_unknown(row, origin))).collect()
}

/// `3 more values`.
pub(super) fn more(n: usize) -> String {
    if n == 1 { "another value".to_owned() } else { format!("{n} more values") }
}

/// How a message names an origin: the key asked for, or the call.
pub(super) fn subject(view: &View<'_, '_>, site: SiteId) -> String {
    match view.heap.site_data(site) {
        Site::At(..) => match (call_at(view, site), key_at(view, site)) {
            (_, Some(key)) => format!("\"{key}\""),
            (Some(call), None) => format!(
                "the result of \"{}\"",
                call.rsplit('.').take(2).collect::<Vec<_>>().into_iter().rev().collect::<Vec<_>>().join(".")
            ),
            _ => "a computed value".to_owned(),
        },
        Site::Param(method, index) => format!("parameter {} of \"{}\"", index + 1, view.program.method_id(method)),
        Site::Field(field) => format!("field \"{}\"", view.program.field_id(field)),
        Site::Jdk => "a value made inside the JDK".to_owned(),
        Site::Outside => "a value from outside the program".to_owned(),
        Site::Saturated => "one of more values than are told apart".to_owned(),
        Site::Vm(_) => "a value made by the JVM".to_owned(),
    }
}

fn input(view: &View<'_, '_>, site: SiteId) -> Option<Input> {
    let place = place_of(view, site)?;
    let text = match (call_at(view, site), key_at(view, site)) {
        (Some(call), key) => {
            let simple: Vec<&str> = call.rsplit('.').take(2).collect();
            let key = key.map_or_else(|| "...".to_owned(), |key| format!("\"{key}\""));
            format!("name <- {}.{}({key})", simple.last().unwrap_or(&""), simple.first().unwrap_or(&""))
        }
        _ => format!("name <- {}", subject(view, site)),
    };
    Some(Input { text, place })
}

/// What kind of outside a value was read from.
fn origin_kind(view: &View<'_, '_>, site: SiteId) -> OriginKind {
    match view.heap.site_data(site) {
        Site::Param(..) => OriginKind::Parameter,
        Site::At(..) => outside::kind_of(&call_at(view, site).unwrap_or_default()),
        _ => OriginKind::Other,
    }
}
