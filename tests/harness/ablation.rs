//! Rules that go missing: with any one model, rule for reflective calls or round of entry points switched off, what the runs
//! reached stays listed or becomes flagged. A rule whose absence changes nothing has no fixture, which is a failure too.
//!
//! `ABLATION=NAME` restricts a run to one of them, switched off alone; `./build properties NAME` sets it.
//!
//! The chosen fixtures are analysed as one application, and those that rules are about as one for each run that they are missing
//! from; where all are chosen, all are in each: of a rule whose absence nobody says, only some of those that need it may lose
//! something. Rules that no fixture needs both of are switched off together: fixtures share no code of theirs, so each of them sees
//! one rule missing.
//!
//! Each answer is compared with one that had everything switched on, of the same loaded program, so that what both share is found
//! once: the classes, and what the defensive analysis claims of them, which asks no model, rule or round. Ids and claims are then the same
//! in both, and a difference is the rule's. That the programs do not change by being looked at is checked, too: the last answer of each,
//! with everything on, is the first once more.

use std::cell::OnceCell;
use std::collections::BTreeSet;

use reflection_check::config::EntryPoints;
use reflection_check::engine;
use reflection_check::result::{AnalysisResult, Cut, CutKind};

use super::analysis::{Job, Loaded};
use super::{Case, Failures, chosen, judge, verdicts};
use crate::support::side_by_side::{Turns, in_turns, side_by_side};

/// What only the code does that is lost with a rule: a call that writes a field in place of another call, a body that is
/// run, an object beside others. The call itself is flagged, or the run says what it did not follow; what others read rests on
/// `other-calls`.
pub(super) const DONE_ELSEWHERE: [(&str, &str); 22] = [
    ("constructor-new-instance", "MembersHandedOver"),
    // What makes a function object again is not called.
    ("deserialization", "Deserialised"),
    ("field-set", "PublicMembers"),
    ("field-set", "WrittenUnseen"),
    ("find-constructor", "MembersHandedOver"),
    ("find-field", "MembersHandedOver"),
    ("find-field", "OpenedFinals"),
    ("find-handle", "OpenedFinals"),
    ("find-handle", "S093HandlesOfHandles"),
    ("invoke", "PublicMembers"),
    ("invoke", "WrittenUnseen"),
    ("lambda", "Atomics"),
    ("lazy-objects", "MembersHandedOver"),
    // The body is run that reads what only the JVM writes.
    ("natives", "StackFrames"),
    ("objects", "MembersHandedOver"),
    ("objects", "WrittenUnseen"),
    ("resources", "AskedAgain"),
    ("threads", "CurrentThreads"),
    ("threads", "RaisedByTheJvm"),
    ("unseen", "UnseenClasses"),
    ("vm", "RefusedArguments"),
    ("vm", "S093AccessModes"),
];

/// The rule that answers for methods of libraries, which no fixture has (`tests/utilities.rs`).
const OF_LIBRARIES: &str = "utilities";

/// What is switched off together, each with the fixtures that are about it.
type Off<'a> = Vec<(&'static str, Vec<&'a Case>)>;

/// One run, where execution enters as in the baseline that it is compared with.
struct Group<'a> {
    off: Off<'a>,
    entry: EntryPoints,
}

/// The models that are switched off here.
fn models() -> impl Iterator<Item = &'static str> {
    // They need programs of their own, see `tests/supplied.rs`, `tests/library.rs` and `calls/InnerJdk`: a class path, no main
    // method, an application that is small.
    // What is called by name, class files tell alone: without that nobody knows of it (`tests/by_name.rs`).
    // What is printed spares looking at bodies: since streams are told apart, their texts mix with no others.
    let apart = ["by-name", "supplied", "callers", "closed-jdk", "printed"];
    engine::models().into_iter().filter(move |model| !apart.contains(model))
}

/// The only name to switch off, if the environment says one.
#[track_caller]
fn only() -> Option<String> {
    let only = std::env::var("ABLATION").ok()?;
    let rules = engine::rules().into_iter().map(|(rule, _)| rule);
    let all: BTreeSet<&str> = models().chain([engine::UNKNOWN_INPUTS]).chain(engine::rounds()).chain(rules).collect();
    let listed = || all.iter().copied().collect::<Vec<_>>().join("\n  ");
    assert!(all.contains(only.as_str()), "nothing to switch off is called {only}. There are\n  {}\n", listed());
    println!("without {only} alone: ABLATION is set");
    Some(only)
}

/// Switches off one group after the other.
pub(crate) fn check() -> Failures {
    let mut failures = Failures::default();
    let only = only();
    let is_wanted = |switch: &str| only.as_deref().is_none_or(|only| only == switch);
    let cases = chosen::of_each_rule();
    let rounds = engine::rounds().into_iter().filter(|round| is_wanted(round));
    let (main, rounds): (Vec<_>, Vec<_>) = rounds.partition(|round| *round == "entries-main");
    let groups: Vec<Group<'_>> = models()
        // Judging that overlooks every unknown: the assertion at the fixpoint makes up for it.
        .chain([engine::UNKNOWN_INPUTS])
        .filter(|switch| is_wanted(switch))
        .chain(rounds)
        .map(|switch| {
            let at_last = switch == "entries-unreached";
            let entry = if at_last { EntryPoints::Auto } else { EntryPoints::Main };
            Group { off: vec![(switch, cases.clone())], entry }
        })
        .collect();
    let mut found = compare(&cases, groups);
    let groups = rules(is_wanted).into_iter().map(|off| Group { off, entry: EntryPoints::Main });
    if chosen::is_every() {
        found.extend(compare(&cases, groups.collect()));
    } else {
        found.extend(side_by_side(groups.collect(), alone).into_iter().flatten());
    }
    // A program that nothing but its main method starts.
    let plain = vec![cases.iter().copied().find(|case| case.fixture.name.starts_with("S0")).unwrap_or(cases[0])];
    let off = |round| Group { off: vec![(round, plain.clone())], entry: EntryPoints::Main };
    found.extend(compare(&plain, main.into_iter().map(off).collect()));
    for (what, found) in found {
        failures.extend(&what, found);
    }
    failures
}

/// What was switched off, and what went wrong.
type Found = (String, Vec<String>);

/// The rules for reflective calls, in as few groups as a first fit gives.
fn rules<'a>(is_wanted: impl Fn(&str) -> bool) -> Vec<Off<'a>> {
    let mut groups: Vec<Vec<chosen::Rule>> = Vec::new();
    for rule in chosen::rules().into_iter().filter(|rule| is_wanted(rule.name) && rule.name != OF_LIBRARIES) {
        assert!(!rule.about.is_empty(), "no fixture calls what {} answers for", rule.name);
        let needs = |rule: &chosen::Rule, other: &chosen::Rule| {
            other.about.iter().any(|case| rule.callers.contains(&case.name()))
        };
        let is_apart = |group: &[chosen::Rule]| group.iter().all(|other| !needs(&rule, other) && !needs(other, &rule));
        match groups.iter_mut().find(|group| is_apart(group)) {
            Some(group) => group.push(rule),
            None => groups.push(vec![rule]),
        }
    }
    groups.into_iter().map(|group| group.into_iter().map(|rule| (rule.name, rule.about)).collect()).collect()
}

/// What goes wrong without one group in an application of the fixtures that are about it.
fn alone(group: Group<'_>) -> Vec<Found> {
    let cases: Vec<&Case> = group.off.iter().flat_map(|(_, about)| about.iter().copied()).collect();
    compare(&cases, vec![group])
}

/// What goes wrong without one group after the other in an application of these cases.
fn compare(cases: &[&Case], groups: Vec<Group<'_>>) -> Vec<Found> {
    let job = Job::of_all(cases);
    in_turns(groups, |turns| job.loaded(|loaded| compare_in(loaded, &job, cases, turns)))
}

/// What goes wrong in one loaded program, which is left as it was found.
fn compare_in(loaded: &Loaded<'_>, job: &Job<'_>, cases: &[&Case], turns: &Turns<Group<'_>>) -> Vec<(usize, Found)> {
    let first = OnceCell::new();
    let compared = turns.take(|Group { off, entry }| {
        let first = first.get_or_init(|| loaded.run(job));
        let enters = Job { entry, ..job.clone() };
        let other = (entry != job.entry).then(|| loaded.run(&enters));
        let disabled = off.iter().map(|(switch, _)| (*switch).to_owned()).collect();
        let without = loaded.run(&Job { disabled, ..enters });
        let what = off.iter().map(|(switch, _)| *switch).collect::<Vec<_>>().join(", ");
        let found = differences(&off, &what, cases, (other.as_ref().unwrap_or(first), &without));
        (what, found)
    });
    if let Some(first) = first.get() {
        let again = loaded.run(job);
        let (before, after) = (behaviour(first, cases, true), behaviour(&again, cases, true));
        assert!(before == after, "with all rules something changes: {}", first_difference(&before, &after));
    }
    compared
}

/// Where two texts begin to differ, with what stands around.
fn first_difference(one: &str, other: &str) -> String {
    let at = one.chars().zip(other.chars()).take_while(|(one, other)| one == other).count();
    let around = |text: &str| text.chars().skip(at.saturating_sub(600)).take(900).collect::<String>();
    format!("\n{}\n{}", around(one), around(other))
}

/// What goes wrong without these in the answer for all `analysed`, beside one that had everything.
fn differences(
    off: &Off<'_>,
    what: &str,
    analysed: &[&Case],
    (baseline, without): (&AnalysisResult, &AnalysisResult),
) -> Vec<String> {
    let mut found = Vec::new();
    let alone = off.len() == 1;
    for (switch, cases) in off {
        if behaviour(baseline, cases, alone) == behaviour(without, cases, alone) {
            found.push(format!("without {switch} nothing changes: it has no fixture"));
        }
    }
    let has_failed = || without.cuts.iter().any(|cut| cut.kind == CutKind::Internal);
    if off.iter().any(|(switch, _)| *switch == engine::UNKNOWN_INPUTS) && !has_failed() {
        found.push("the assertion at the fixpoint did not fail".to_owned());
    }
    // A run that says that it saw nothing claims nothing. What is written through handles is said to be unknown as a whole.
    let of_handles = |what: &str| what.contains("\"java.lang.invoke.VarHandle.") || what.contains(".Unsafe.");
    let says_so = |cut: &Cut| cut.kind == CutKind::UnmodelledNative && of_handles(&cut.what);
    let nothing_seen = without.cuts.iter().any(|cut| cut.kind == CutKind::NoEntry)
        || (off.iter().any(|(switch, _)| *switch == "handles") && without.cuts.iter().any(says_so));
    let runs = |case: &&&Case| case.fixture.no_run.is_none() && !nothing_seen;
    for case in analysed.iter().filter(runs) {
        let silent = match judge::recorded(case) {
            Ok(recording) => judge::silent(without, &recording.facts),
            Err(why) => vec![why],
        };
        let lost = |switch: &str| DONE_ELSEWHERE.contains(&(switch, case.fixture.name.as_str()));
        if !off.iter().any(|(switch, _)| lost(switch)) {
            found.extend(silent.into_iter().map(|miss| format!("{}: {miss}", case.name())));
        } else if silent.is_empty() && std::env::var_os("ABLATION").is_none() {
            // Of rules that are switched off together it may take both.
            found.push(format!("{}: nothing is lost any more", case.name()));
        }
    }
    let flagged = without.sites.iter().filter(|site| verdicts::flagged(site)).count();
    println!("without {what:<80} {flagged} of {} sites flagged", without.sites.len());
    found
}

/// What a user sees of some fixtures: sites, findings, methods not reached, cuts, if they are `alone` also those of the whole
/// run. Not counters.
fn behaviour(result: &AnalysisResult, cases: &[&Case], alone: bool) -> String {
    let packages: Vec<String> = cases.iter().map(|case| format!("{}.", case.fixture.package)).collect();
    let here = |name: &str| packages.iter().any(|package| name.starts_with(package.as_str()));
    let sites: Vec<_> = result.sites.iter().filter(|site| here(&site.place.class)).collect();
    let findings: Vec<_> = result.findings.iter().filter(|finding| here(&finding.place.class)).collect();
    let unreached: Vec<_> = result.reach().unwrap().unreached.iter().filter(|method| here(method)).collect();
    let cuts: Vec<_> =
        result.cuts.iter().filter(|cut| cut.place.as_ref().map_or(alone, |at| here(&at.class))).collect();
    serde_json::to_string(&(sites, findings, unreached, cuts)).expect("a result can be serialised")
}
