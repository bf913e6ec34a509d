//! RC1003 at calls where a limit was reached: more meets there than is followed. Calls of one method with one cause are one
//! finding. Must not know what other calls share the cause of an unknown.

use super::super::rows::Row;
use super::bounds::bound;
use super::case::{Case, at, same_cause};
use super::deciding::answered_by;
use super::spec_entry::{Entry, EntryKind};
use super::unsound::caller_decides;
use crate::base::FxIndexMap;
use crate::program::MethodId;
use crate::result::{Bound, CutKind, Finding, RuleId, SiteKind};

pub(super) fn find(case: &Case<'_, '_, '_>) -> Vec<Finding> {
    let mut causes: FxIndexMap<(MethodId, &str, &[String]), Vec<&Row>> = FxIndexMap::default();
    for row in case.rows() {
        let limit = row.judgement.as_ref().and_then(|judgement| judgement.limit.as_deref());
        if let Some(limit) = limit.filter(|_| !is_said_to_be_unbounded(case, row)) {
            causes.entry((row.source, limit, &row.row.origins)).or_default().push(row);
        }
    }
    causes.into_iter().map(|((_, limit, _), rows)| finding(case, limit, &rows)).collect()
}

fn finding(case: &Case<'_, '_, '_>, limit: &str, rows: &[&Row]) -> Finding {
    let first = rows.iter().find(|row| row.row.kind == SiteKind::Action).unwrap_or(&rows[0]);
    let related = rows.iter().filter(|row| row.row.id != first.row.id).map(|row| same_cause(row));
    let summary = format!("the analysis of \"{}\" was cut short: {limit}", first.row.short_api());
    let finding = at(RuleId::RC1003, first, summary).cut(CutKind::FanOut).related(related.collect());
    let (mut finding, kind) = answered_by(finding, case, first, None);
    if let (EntryKind::Accept, Some(text)) = (kind, &mut finding.spec_entry) {
        // Each call is accepted by itself.
        let others = rows.iter().filter(|row| row.row.id != first.row.id);
        let others = others.filter_map(|row| Entry::accept(case, finding.rule, row));
        text.extend(others.map(|entry| format!("\n{}", entry.text)));
    }
    finding
}

/// Whether an error says of a call, or of an action with the same cause, that nothing bounds it: that more meets there than is
/// followed says nothing new then.
fn is_said_to_be_unbounded(case: &Case<'_, '_, '_>, row: &Row) -> bool {
    let is_said = |other: &Row| {
        other.row.kind == SiteKind::Action
            && (other.source, &other.row.origins) == (row.source, &row.row.origins)
            && other.row.tier.is_incomplete()
            && !is_answered_for(case, other)
            && !caller_decides(case, other)
            && bound(case.judge, other) == Bound::Nothing
    };
    row.row.tier.is_incomplete() && !is_answered_for(case, row) && case.rows().any(is_said)
}

/// Whether a limit is all that makes the answer incomplete, or an API that has no model: other rules speak of that, or none.
pub(super) fn is_answered_for(case: &Case<'_, '_, '_>, row: &Row) -> bool {
    let Some(judgement) = &row.judgement else { return false };
    let unbounded = judgement.origins.iter().any(|&origin| case.judge.limit_at(origin).is_none());
    !unbounded && (judgement.limit.is_some() || judgement.cuts.contains(&CutKind::UnmodelledApi))
}
