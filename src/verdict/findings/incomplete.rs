//! RC1003 at a call: no unknown with an origin, yet the answer may be incomplete. Must not know what other calls share the cause.

use super::super::rows::Row;
use super::case::{Case, at};
use super::spec_entry::{Entry, EntryKind};
use crate::result::{Advice, CutKind, Finding, RuleId};

pub(super) fn incomplete(case: &Case<'_, '_, '_>, row: &Row) -> (Finding, EntryKind) {
    let (why, call) = (row.row.reasons.join("; ").replace('"', "'"), row.row.short_api());
    let entry = Entry::call(row, &[]);
    let spec_file = case.context.spec_file;
    let (summary, advice) = if row.row.cuts.contains(&CutKind::FanOut) {
        let advice = format!("let fewer names reach the call, or name its targets in {spec_file}");
        (format!("the analysis of \"{call}\" was cut short: {why}"), Advice::with_entry(advice))
    } else {
        (format!("the targets of \"{call}\" may be incomplete: {why}"), entry.advice(spec_file))
    };
    let finding = at(RuleId::RC1003, row, summary).advice(advice).spec_entry(entry.text);
    (finding.build(), entry.kind)
}
