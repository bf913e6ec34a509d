//! RC1003 at calls where a limit was reached: more meets there than is followed. Calls of one method with one cause are one
//! finding, which names what all of it comes from, if the code of the method says so. Must not know what other calls share the
//! cause of an unknown.

use super::super::outside::kind_of;
use super::super::rows::Row;
use super::super::view::View;
use super::case::{Case, at, same_cause};
use super::deciding::{answered_by, input, subject};
use super::nearest::many;
use super::spec_entry::{Entry, EntryKind};
use crate::base::FxIndexMap;
use crate::heap::SiteId;
use crate::program::MethodId;
use crate::reflection::{Kind, Role};
use crate::result::{CutKind, Finding, RuleId, SiteKind};

pub(super) fn find(case: &Case<'_, '_, '_>) -> Vec<Finding> {
    let mut causes: FxIndexMap<Cause<'_>, Vec<&Row>> = FxIndexMap::default();
    for row in case.rows() {
        let limit = row.judgement.as_ref().and_then(|judgement| judgement.limit.as_deref());
        if let Some(limit) = limit.filter(|_| !is_told_otherwise(case, row)) {
            causes.entry((row.source, limit, &row.row.origins, many(case, row))).or_default().push(row);
        }
    }
    causes.into_iter().map(|((_, limit, _, from), rows)| finding(case, limit, from, &rows)).collect()
}

/// A method, the limit that was reached in it, where unknowns come from, and where more comes from than is followed.
type Cause<'r> = (MethodId, &'r str, &'r [String], Option<SiteId>);

fn finding(case: &Case<'_, '_, '_>, limit: &str, from: Option<SiteId>, rows: &[&Row]) -> Finding {
    let first = rows.iter().find(|row| row.row.kind == SiteKind::Action).unwrap_or(&rows[0]);
    let related = rows.iter().filter(|row| row.row.id != first.row.id).map(|row| same_cause(row));
    let api = first.row.short_api();
    let summary = match from.map(|from| subject(case.judge, from)) {
        Some(subject) => format!("{subject} gives \"{api}\" more than is followed: {limit}"),
        None => format!("the analysis of \"{api}\" was cut short: {limit}"),
    };
    let finding = at(RuleId::RC1003, first, summary).cut(CutKind::FanOut).related(related.collect());
    let finding = match from {
        Some(from) => finding.input(input(case.judge, from), kind_of(case.judge, from)),
        None => finding,
    };
    // The values that are listed come in place of those that are too many.
    let listed = from.and_then(|from| Entry::source(case.judge, from));
    let (mut finding, kind) = answered_by(finding, case, first, listed);
    if let (EntryKind::Accept, Some(text)) = (kind, &mut finding.spec_entry) {
        // Each call is accepted by itself.
        let others = rows.iter().filter(|row| row.row.id != first.row.id);
        let others = others.filter_map(|row| Entry::accept(case, finding.rule, row));
        text.extend(others.map(|entry| format!("\n{}", entry.text)));
    }
    finding
}

/// Whether the answer would be incomplete without the limit, too: that more meets there than is followed says nothing new then.
/// So it is of a call that has no model, whatever comes to it. What the unknown is that reaches the call, other rules say of what acts on it; of a look-up whose result nothing acts on
/// nobody has to know.
fn is_told_otherwise(case: &Case<'_, '_, '_>, row: &Row) -> bool {
    let has_no_model = || row.judgement.as_ref().is_some_and(|j| j.cuts.contains(&CutKind::UnmodelledApi));
    row.row.tier.is_incomplete() && (is_unbounded(case, row) || has_no_model())
}

/// Whether something unknown reaches a call that is no limit's doing. A name that is not known is bounded by the members of the
/// class, were it not for the limit.
fn is_unbounded(case: &Case<'_, '_, '_>, row: &Row) -> bool {
    let Some(judgement) = &row.judgement else { return false };
    let is_look_up = row.key.is_some_and(|key| View::api(key).kind == Kind::Member);
    let only_by_name = is_look_up && judgement.unknown.iter().all(|&(role, _)| role == Role::Name);
    !only_by_name && judgement.origins.iter().any(|&origin| case.judge.limit_at(origin).is_none())
}

/// Whether a limit is all that makes the answer incomplete, or an API that has no model: other rules speak of that, or none.
pub(super) fn is_answered_for(case: &Case<'_, '_, '_>, row: &Row) -> bool {
    let Some(judgement) = &row.judgement else { return false };
    !is_unbounded(case, row) && (judgement.limit.is_some() || judgement.cuts.contains(&CutKind::UnmodelledApi))
}
