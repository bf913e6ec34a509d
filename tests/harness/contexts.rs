//! Contexts change how calls of one method are distinguished, not what is true: under each of them the runs' targets stay
//! listed or flagged, the methods they entered reached, and nothing is added to what the insensitive analysis says. The same
//! holds of the rules that can be switched off: without one nothing is lost, with it nothing is added.

use std::collections::{BTreeMap, BTreeSet};

use reflection_check::config::{Context, FreeRule, Introspective};
use reflection_check::result::{AnalysisResult, CutKind, Target};

use super::analysis::Job;
use super::{Case, Failures, chosen, judge, verdicts};
use crate::support::side_by_side::in_turns;

/// The contexts, with the heuristic that limits them and its constants: one of each kind that selects by other things.
const KINDS: [(Context, Introspective); 4] = [
    (Context::Selective, Introspective::Off),
    (Context::OneCall, Introspective::Off),
    (Context::TwoObjectHeap, Introspective::A),
    (Context::TwoTypeHeap, Introspective::B),
];

/// Analyses the chosen fixtures as one application under each context.
pub(crate) fn check() -> Failures {
    let mut failures = Failures::default();
    let cases = chosen::cases();
    let job = Job::of_all(&cases);
    let without_contexts = Job { context: Context::Insensitive, ..job.clone() };
    let refined = KINDS.map(|(context, introspective)| {
        let what = format!("{} {}", context.name(), introspective.name());
        (what, Job { context, introspective, ..job.clone() }, None)
    });
    let coarser = FreeRule::ALL.map(|rule| {
        let what = format!("insensitive without {}", rule.name());
        (what, Job { context: Context::Insensitive, without: vec![rule], ..job.clone() }, Some(rule))
    });
    let ways: Vec<_> = refined.into_iter().chain(coarser).collect();
    let checked = in_turns(ways, |turns| {
        job.loaded(|loaded| {
            let insensitive = loaded.run(&without_contexts);
            println!("{:<30} {}", "insensitive", precision(&insensitive));
            turns.take(|(what, job, without)| {
                let answer = loaded.run(&job);
                let more = match without {
                    None => added(&insensitive, &answer),
                    Some(FreeRule::MergedObjects) => Vec::new(),
                    Some(_) => added(&answer, &insensitive),
                };
                (what, precision(&answer), [lost(&cases, &answer), more].concat())
            })
        })
    });
    for (what, precision, found) in checked {
        println!("{what:<30} {precision}");
        failures.extend(&what, found);
    }
    failures
}

/// What the runs of the fixtures did that an answer does not know.
fn lost(cases: &[&Case], answer: &AnalysisResult) -> Vec<String> {
    let mut found = Vec::new();
    if answer.cuts.iter().any(|cut| cut.kind == CutKind::Budget) {
        found.push("it does not come to an end".to_owned());
    }
    for case in cases.iter().filter(|case| case.fixture.no_run.is_none()) {
        let wrong = match judge::recorded(case) {
            Ok(judge::Recording { facts, entered, .. }) => {
                [judge::silent(answer, &facts), judge::not_reached(case, answer, &entered)].concat()
            }
            Err(why) => vec![why],
        };
        found.extend(wrong.into_iter().map(|miss| format!("{}: {miss}", case.name())));
    }
    found
}

/// What a refined answer says that the insensitive one does not: more targets, a flag, more methods.
fn added(insensitive: &AnalysisResult, refined: &AnalysisResult) -> Vec<String> {
    let sites: BTreeMap<&str, _> = insensitive.sites.iter().map(|site| (site.id.as_str(), site)).collect();
    let mut found = Vec::new();
    for site in &refined.sites {
        let Some(before) = sites.get(site.id.as_str()) else {
            found.push(format!("{}: there is no such site without contexts", site.id));
            continue;
        };
        // Which of more than are followed it met depends on the order of work; which casts an object of an unknown class
        // meets, on where so many unknowns come together that they are not told apart.
        let cut = before.cuts.contains(&CutKind::FanOut) || site.cuts.contains(&CutKind::FanOut);
        let is_unknown = before.reasons.iter().any(|reason| reason.ends_with("is not known"));
        if verdicts::flagged(before) && (cut || is_unknown) {
            continue;
        }
        let known: BTreeSet<&Target> = before.targets.iter().collect();
        let fresh = site.targets.iter().filter(|target| !known.contains(target));
        let more: Vec<&Target> = fresh.filter(|target| !is_of_jdk(&target.class)).collect();
        if !more.is_empty() {
            found.push(format!("{}: contexts add the targets {more:?}", site.id));
        }
        if verdicts::flagged(site) && site.reachable && before.reachable && !verdicts::flagged(before) {
            found.push(format!("{}: contexts flag it: {:?}", site.id, site.reasons));
        }
        if site.reachable && !before.reachable {
            found.push(format!("{}: contexts reach it", site.id));
        }
    }
    found
}

/// Whether a class is the JDK's. Code of the JDK that asks for classes by more names than are distinguished without contexts runs
/// with contexts where there are fewer of them, and so do classes and texts that only it leads to.
fn is_of_jdk(class: &str) -> bool {
    ["java.", "javax.", "jdk.", "sun.", "com.sun."].iter().any(|start| class.starts_with(start))
}

/// Figures that contexts are for.
fn precision(result: &AnalysisResult) -> String {
    let flagged = result.sites.iter().filter(|site| verdicts::flagged(site)).count();
    let targets: usize = result.sites.iter().map(|site| site.targets.len()).sum();
    format!(
        "{} methods, {flagged} of {} sites flagged, {targets} targets",
        result.reach().unwrap().methods_reached,
        result.sites.len()
    )
}
