//! Answers that may be incomplete, by their causes: sites of one method with the same unknown origins are one cause, shown at
//! the first action. Must not know how a finding is worded.

use super::super::guards::is_expected_by_callers;
use super::super::rows::Row;
use super::bounds::bound;
use super::case::{Case, acts, same_cause};
use super::cut_short::is_answered_for;
use super::incomplete::incomplete;
use super::spec_entry::{Entry, EntryKind};
use super::unbounded::{Uses, initialises, is_kept, unbounded};
use super::unsound::unsound;
use crate::base::FxIndexMap;
use crate::program::MethodId;
use crate::reflection::{NO_CLASS, Problem};
use crate::result::{Bound, Finding, SiteKind};

pub(super) fn find(case: &Case<'_, '_, '_>) -> Vec<Finding> {
    let mut out = Vec::new();
    // Sites of one method with equal origins (or with none, by their reasons) have one cause.
    let mut causes: FxIndexMap<(MethodId, &[String], bool), Vec<&Row>> = FxIndexMap::default();
    // A class that is nowhere is reported itself; who handles that has thought of it, whoever may bring the class.
    let is_open =
        |row: &&Row| row.row.tier.is_incomplete() && !is_answered_for(case, row) && !is_missing_and_handled(case, row);
    for row in case.rows().filter(is_open) {
        let known = !row.row.origins.is_empty();
        let cause = if known { &row.row.origins } else { &row.row.reasons };
        causes.entry((row.source, cause, known)).or_default().push(row);
    }
    let uses = Uses::read(case);
    for ((_, _, known), sites) in &causes {
        // What runs code is what the cause is worth.
        let action = sites.iter().rev().filter(|row| acts(row)).max_by_key(|row| bound(case.judge, row));
        let found = match (known, action) {
            // The run's own finding says so once.
            (false, _) if case.judge.exhausted.is_some() => None,
            // What gives nothing is reported itself.
            (false, _) if sites.iter().all(|row| case.traces.is_consequence(row)) => None,
            (false, _) => Some(incomplete(case, action.unwrap_or(&sites[0]))),
            (true, Some(action)) => Some(unsound(case, action)),
            (true, None) => {
                let sources = sites.iter().filter(|row| row.row.kind == SiteKind::ClassSource);
                let mut unused = sources.filter(|row| !uses.uses(case, row));
                // What uses the class knows all that it may be.
                let is_bounded =
                    |row: &Row| matches!(bound(case.judge, row), Bound::Candidates(_)) && is_kept(case, row);
                let found = unused.find_map(|row| match is_bounded(row) {
                    true => Some(unsound(case, row)),
                    false => initialises(case, row).then(|| unbounded(case, row)),
                });
                // Those that look something up in a class, or ask for its constants, say nothing of the class.
                found.or_else(|| {
                    let sources = sites.iter().filter(|row| row.row.kind == SiteKind::ClassSource);
                    let mut left = sources.filter(|row| initialises(case, row) && !uses.says_of(case, row));
                    left.next().map(|row| unbounded(case, row))
                })
            }
        };
        let Some((mut finding, entry)) = found else { continue };
        for row in sites.iter().filter(|row| row.row.id != finding.site) {
            // An entry for one call answers for its look-ups, not for other actions.
            if entry == EntryKind::Call && (!*known || row.row.kind == SiteKind::Action) {
                out.push(if *known { unsound(case, row).0 } else { incomplete(case, row).0 });
                continue;
            }
            // Each call is accepted by itself.
            if let (EntryKind::Accept, Some(text)) = (entry, &mut finding.spec_entry) {
                text.extend(Entry::accept(case, finding.rule, row).map(|entry| format!("\n{}", entry.text)));
            }
            finding.related.push(same_cause(row));
        }
        out.push(finding);
    }
    out
}

/// Whether all that is wrong at a call is that there are no such classes, which something there or its callers handle.
fn is_missing_and_handled(case: &Case<'_, '_, '_>, row: &Row) -> bool {
    let Some(site) = row.key.map(|key| &case.judge.sites[&key]) else { return false };
    let mut missing = site.problems.iter().filter(|problem| **problem != Problem::BroughtAtRunTime).peekable();
    missing.peek().is_some()
        && missing.all(|problem| matches!(problem, Problem::MissingClass(_)))
        && is_expected_by_callers(case.ask, (site.method, site.offset), NO_CLASS)
}
