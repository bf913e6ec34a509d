//! Answers that may be incomplete, by their causes: sites of one method with the same unknown origins are one cause, shown at
//! the first action. Must not know how a finding is worded.

use std::collections::VecDeque;

use super::super::guards::is_expected_by_callers;
use super::super::rows::Row;
use super::super::under_test::{Under, under};
use super::bounds::{bound, is_outlined, missing};
use super::case::{Case, acts, same_cause};
use super::cut_short::is_answered_for;
use super::deciding::source_entry;
use super::incomplete::incomplete;
use super::left_to_users::is_left;
use super::spec_entry::{Entry, EntryKind};
use super::unbounded::{Uses, initialises, is_kept, unbounded};
use super::unsound::{missing_class, unsound};
use crate::base::FxIndexMap;
use crate::heap::{ObjId, SiteId};
use crate::program::MethodId;
use crate::reflection::{NO_CLASS, Problem};
use crate::result::{Finding, SiteKind};

pub(super) fn find(case: &Case<'_, '_, '_>) -> Vec<Finding> {
    let mut out = Vec::new();
    // Sites of one method with equal origins (or with none, by their reasons) have one cause.
    let mut causes: FxIndexMap<(MethodId, &[String], bool), Vec<&Row>> = FxIndexMap::default();
    // A class that is nowhere is reported itself; who handles that has thought of it, whoever may bring the class.
    let is_told = |row: &Row| {
        is_answered_for(case, row)
            || is_missing_and_handled(case, row)
            || is_left(row)
            || row.judgement.as_ref().is_some_and(|judgement| judgement.told_elsewhere)
    };
    let is_open = |row: &&Row| row.row.tier.is_incomplete() && !is_told(row);
    for row in case.rows().filter(is_open) {
        let known = !row.row.origins.is_empty();
        let cause = if known { &row.row.origins } else { &row.row.reasons };
        causes.entry((row.source, cause, known)).or_default().push(row);
    }
    // What is said of a call says it of the look-ups behind it; of a call that lacks nothing nothing is said.
    let uses = Uses::read(case, |row| is_open(&row));
    let mut todo: VecDeque<(bool, Vec<&Row>)> =
        causes.into_iter().map(|((_, _, known), sites)| (known, sites)).collect();
    while let Some((known, sites)) = todo.pop_front() {
        let Some((mut finding, entry)) = shown(case, &uses, known, &sites) else { continue };
        let is_it = |row: &&&Row| row.row.id == finding.site;
        let main = sites.iter().find(is_it).copied();
        // What the entry does not close is a finding of its own.
        let mut left: Vec<&Row> = Vec::new();
        for &row in sites.iter().filter(|row| row.row.id != finding.site) {
            match entry {
                EntryKind::Call if !known => out.push(incomplete(case, row).0),
                EntryKind::Call
                    if row.row.kind == SiteKind::Action || !main.is_some_and(|main| gets(case, &sites, main, row)) =>
                {
                    left.push(row);
                }
                EntryKind::Source | EntryKind::SourceInResource
                    if source_entry(case, row).map(|entry| entry.text) != finding.spec_entry =>
                {
                    left.push(row);
                }
                _ => {
                    // Each call is accepted by itself.
                    if let (EntryKind::Accept, Some(text)) = (entry, &mut finding.spec_entry) {
                        text.extend(Entry::accept(case, finding.rule, row).map(|entry| format!("\n{}", entry.text)));
                    }
                    finding.related.push(same_cause(row));
                }
            }
        }
        if !left.is_empty() {
            todo.push_front((known, left));
        }
        out.push(finding);
    }
    out
}

/// The finding of a cause, at the call that it is worth most at.
fn shown(case: &Case<'_, '_, '_>, uses: &Uses, known: bool, sites: &[&Row]) -> Option<(Finding, EntryKind)> {
    // What runs code is what the cause is worth.
    let action = sites.iter().rev().filter(|row| acts(row)).max_by_key(|row| bound(case.judge, row));
    match (known, action) {
        // The run's own finding says so once.
        (false, _) if case.judge.exhausted.is_some() => None,
        // What gives nothing is reported itself.
        (false, _) if sites.iter().all(|row| case.traces.is_consequence(row) || is_told_by_action(case, row)) => None,
        (false, _) => Some(incomplete(case, action.unwrap_or(&sites[0]))),
        (true, Some(action)) => Some(unsound(case, action)),
        (true, None) => {
            let sources = || sites.iter().filter(|row| row.row.kind == SiteKind::ClassSource);
            let mut unused = sources().filter(|row| !uses.uses(case, row));
            // What uses the class knows all that it may be.
            let is_bounded = |row: &Row| is_outlined(case.judge, row) && is_kept(case, row);
            let found = unused.find_map(|row| match is_bounded(row) || uses.goes_to_others(case, row) {
                true => Some(unsound(case, row)),
                false => initialises(case, row).then(|| unbounded(case, uses, row)),
            });
            // Those that look something up in a class, or ask for its constants, say nothing of the class.
            found.or_else(|| {
                let mut left = sources().filter(|row| initialises(case, row) && !uses.says_of(case, row));
                left.next().map(|row| unbounded(case, uses, row))
            })
        }
    }
}

/// Whether all that a class source lacks are classes that are not here, and an action which needs one says so.
fn is_told_by_action(case: &Case<'_, '_, '_>, row: &Row) -> bool {
    let Some(key) = row.key.filter(|&key| missing(case.judge, key).is_some()) else { return false };
    let needs = |row: &&Row| {
        acts(row)
            && row.row.tier.is_incomplete()
            && row
                .judgement
                .as_ref()
                .is_some_and(|j| j.origins.contains(&key.site) && missing_class(case, &j.origins, None).is_some())
    };
    case.rows().any(|row| needs(&row))
}

/// Whether an action gets what a look-up gives, itself or through others of `sites`.
fn gets(case: &Case<'_, '_, '_>, sites: &[&Row], action: &Row, look_up: &Row) -> bool {
    let mut found: Vec<&Row> = vec![action];
    let mut at = 0;
    while let Some(row) = found.get(at).copied() {
        at += 1;
        let unknown = row.judgement.iter().flat_map(|j| &j.unknown);
        let from: Vec<SiteId> = unknown.filter_map(|&(_, obj)| case.judge.heap.kind(obj).origin()).collect();
        let gives = |row: &&&Row| row.key.is_some_and(|key| from.contains(&key.site));
        for &row in sites.iter().filter(gives) {
            if !found.iter().any(|found| found.row.id == row.row.id) {
                found.push(row);
            }
        }
    }
    found.iter().any(|row| row.row.id == look_up.row.id)
}

/// Whether all that is wrong at a call is that there are no such classes, which something there or its callers handle, or whose presence a
/// branch asks for before.
fn is_missing_and_handled(case: &Case<'_, '_, '_>, row: &Row) -> bool {
    let Some(site) = row.key.map(|key| &case.judge.sites[&key]) else { return false };
    let is_missing = |problem: &Problem| matches!(problem, Problem::MissingClass(_) | Problem::BroughtAtRunTime);
    let is_tested = || under(case.ask, site.method, site.offset, &[]) == Under::Environment;
    // Beside names that are none of a class there may be one that nobody knows.
    let unknown = row.judgement.iter().flat_map(|judgement| &judgement.unknown);
    let is_any = |&(_, obj): &(_, ObjId)| case.judge.heap.kind(obj).is_unknown_text();
    !site.problems.is_empty()
        && site.problems.iter().all(is_missing)
        && !unknown.into_iter().any(is_any)
        && (is_expected_by_callers(case.ask, (site.method, site.offset), NO_CLASS) || is_tested())
}
