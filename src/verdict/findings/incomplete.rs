//! RC1003 at a call: no unknown with an origin, yet the answer may be incomplete. Must not know what other calls share the cause.

use super::super::rows::Row;
use super::case::{Case, at};
use super::deciding::answered_by;
use super::spec_entry::{Entry, EntryKind};
use crate::result::{Finding, RuleId};

pub(super) fn incomplete(case: &Case<'_, '_, '_>, row: &Row) -> (Finding, EntryKind) {
    let (why, call) = (row.row.reasons.join("; ").replace('"', "'"), row.row.short_api());
    let summary = format!("the targets of \"{call}\" may be incomplete: {why}");
    let finding = at(RuleId::RC1003, row, summary).keyed_by_site();
    answered_by(finding, case, row, Entry::call(case, row))
}
