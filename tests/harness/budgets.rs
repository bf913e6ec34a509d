//! Budgets: what a run that ended early says of itself. The chosen fixtures as one application, at budgets from none to nearly enough.

use std::collections::HashMap;

use reflection_check::config::{Mode, Policy};
use reflection_check::result::{AnalysisResult, CodeOrigin, CutKind, SiteRow, Tier};

use super::analysis::{self, Job};
use super::{Failures, chosen, verdicts};
use crate::support::side_by_side::{in_turns, side_by_side};

const BUDGETS: [u64; 7] = [1, 10, 1_000, 30_000, 300_000, 3_000_000, 30_000_000];
/// In megabytes.
const MEMORY: [u64; 4] = [1, 20, 60, 150];

/// Each row of each answer is of one piece; a run that ended early loses nothing unsaid and never passes.
pub(crate) fn check() -> Failures {
    let mut failures = Failures::default();
    let cases = chosen::cases();
    let all = Job::of_all(&cases);
    let (whole, local) = (all.run(), Job { mode: Mode::Local, ..all.clone() }.run());
    let together = analysis::parts(17).map(|part| analysis::together((17, part), analysis::default_mode()).0);
    let together: Vec<_> = together.collect();
    for result in [&whole, &local].into_iter().chain(together.iter().map(AsRef::as_ref)) {
        let wrong = result.sites.iter().filter_map(contradiction).collect();
        failures.extend(&format!("mode {}", result.mode), wrong);
    }
    let of_facts = in_turns(BUDGETS.to_vec(), |turns| {
        all.loaded(|loaded| {
            turns.take(|most| {
                let cut = loaded.run(&Job { max_facts: Some(most), ..all.clone() });
                (format!("max-facts {most}"), at_budget(&whole, &cut))
            })
        })
    });
    // The memory that a program takes counts.
    let of_memory = side_by_side(MEMORY.to_vec(), |most| {
        let cut = Job { max_memory: Some(most), ..all.clone() }.run();
        (format!("max-memory {most}"), at_budget(&whole, &cut))
    });
    for (budget, found) in of_facts.into_iter().chain(of_memory) {
        failures.extend(&budget, found);
    }
    failures
}

/// Whether a call is a row only for what it is passed.
fn named_by_arguments(row: &SiteRow) -> bool {
    let by_arguments = |(rule, _): &(&str, _)| ["named-by-key", "url-protocol"].contains(rule);
    let calls = reflection_check::engine::rules().into_iter().filter(by_arguments).flat_map(|(_, calls)| calls);
    calls.into_iter().any(|(class, name, _)| row.api.starts_with(&format!("{}.{name}", class.replace('/', "."))))
}

fn at_budget(whole: &AnalysisResult, cut: &AnalysisResult) -> Vec<String> {
    let mut wrong: Vec<String> = cut.sites.iter().filter_map(contradiction).collect();
    let ended = cut.cuts.iter().any(|cut| cut.kind == CutKind::Budget);
    let known: HashMap<&str, &SiteRow> = cut.sites.iter().map(|row| (row.id.as_str(), row)).collect();
    for row in &whole.sites {
        let Some(early) = known.get(row.id.as_str()) else {
            // That such a call names a class is seen by its arguments: a run that says that it ended early may not know it yet.
            if !(named_by_arguments(row) && ended) {
                wrong.push(format!("{} is gone", row.id));
            }
            continue;
        };
        // Which of too many names are followed where the look-up says that it does not follow all depends on the order in
        // which they come, and that on what was loaded before in the same process.
        let lost = row.targets.iter().find(|target| ended && !early.targets.contains(target));
        if let Some(lost) = lost.filter(|_| !verdicts::flagged(early)) {
            wrong.push(format!("{} lost {} unsaid", row.id, verdicts::target_text(lost)));
        }
    }
    let own = |row: &&SiteRow| row.origin == CodeOrigin::Application && row.cuts.contains(&CutKind::Budget);
    let policy = Policy::default();
    let judged = verdicts::judged(cut, &policy);
    let touches = ended && (cut.sites.iter().find(own).is_some() || !cut.reach().unwrap().unreached.is_empty());
    if touches && (judged.exit_status() == 0 || !judged.gave_up) {
        wrong.push("passes although it gave up".to_owned());
    }
    let lines = judged.findings.iter().filter(|f| f.finding.cut == Some(CutKind::Budget)).count();
    if lines > 2 {
        wrong.push(format!("{lines} findings for one budget"));
    }
    wrong
}

/// What contradicts itself in a row.
fn contradiction(row: &SiteRow) -> Option<String> {
    let (flagged, id) = (verdicts::flagged(row), &row.id);
    match row.tier {
        _ if flagged && row.reasons.is_empty() => Some(format!("{id} is flagged and says no reason")),
        Tier::Proven if flagged || !row.cuts.is_empty() => Some(format!("{id} is proven and flagged: {:?}", row.cuts)),
        Tier::Sound if !row.cuts.is_empty() => Some(format!("{id} is sound and cut: {:?}", row.cuts)),
        _ => None,
    }
}
