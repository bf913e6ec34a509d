//! Rules that go missing: with any one model, rule for reflective calls or round of entry points switched off, what the runs
//! reached stays listed or becomes flagged. A rule whose absence changes nothing has no fixture, which is a failure too.
//!
//! `ABLATION=NAME` restricts a run to one of them, switched off alone; `./build properties NAME` sets it.
//!
//! The chosen fixtures are analysed as one application without a model or a round, and without a rule those that are about it; where
//! all are chosen, all are in each: of a rule whose absence nobody says, only some of those that need it may lose something. Each is
//! switched off alone: of what two change that are off together, nobody can say which of them did.
//!
//! Each answer is compared with one that had everything switched on, of the same loaded program, so that what both share is found
//! once: the classes, and what the defensive analysis claims of them, which asks no model, rule or round. Ids and claims are then the same
//! in both, and a difference is the rule's. That a program does not change by being looked at is checked, too: where several are
//! switched off in turn, the last answer, with everything on, is the first once more.

use std::cell::OnceCell;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use reflection_check::config::EntryPoints;
use reflection_check::engine;
use reflection_check::result::{AnalysisResult, Cut, CutKind};
use serde_json::Value;

use super::analysis::{Job, Loaded};
use super::{Case, Failures, chosen, judge, suite, verdicts};
use crate::support::side_by_side::{Turns, in_turns, side_by_side};

/// What only the code does that is lost with a rule: a call that writes a field in place of another call, a body that is
/// run, an object beside others. The call itself is flagged, or the run says what it did not follow; what others read rests on
/// `other-calls`.
pub(super) const DONE_ELSEWHERE: [(&str, &str); 31] = [
    ("any-object", "ObjectMethods"),
    ("constructor-new-instance", "GeneratedConstructors"),
    ("constructor-new-instance", "GeneratedSubclasses"),
    ("constructor-new-instance", "MembersHandedOver"),
    ("define-class", "DefinersAsked"),
    ("define-class", "GeneratedConstructors"),
    ("define-class", "GeneratedSubclasses"),
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
    ("lambda", "ReturnedFunctions"),
    ("lazy-objects", "MembersHandedOver"),
    ("natives", "StackFrames"),
    ("objects", "MembersHandedOver"),
    ("objects", "WrittenUnseen"),
    ("opaque-receivers", "UnknownReceivers"),
    ("resources", "AskedAgain"),
    ("threads", "CurrentThreads"),
    ("threads", "RaisedByTheJvm"),
    ("unseen", "UnseenClasses"),
    ("vm", "GeneratedConstructors"),
    ("vm", "GeneratedSubclasses"),
    ("vm", "RefusedArguments"),
    ("vm", "S093AccessModes"),
];

/// The rule that answers for methods of libraries, which no fixture has (`tests/utilities.rs`).
const OF_LIBRARIES: &str = "utilities";

/// One run without a model, a rule or a round, where execution enters as in the baseline that it is compared with.
struct Off<'a> {
    switch: &'static str,
    /// The fixtures that must show it.
    about: Vec<&'a Case>,
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

/// Switches off one after the other.
pub(crate) fn check() -> Failures {
    let mut failures = Failures::default();
    let only = only();
    let is_wanted = |switch: &str| only.as_deref().is_none_or(|only| only == switch);
    let cases = chosen::of_each_rule();
    let rounds = engine::rounds().into_iter().filter(|round| is_wanted(round));
    let (main, rounds): (Vec<_>, Vec<_>) = rounds.partition(|round| *round == "entries-main");
    let off = models()
        // Judging that overlooks every unknown: the assertion at the fixpoint makes up for it.
        .chain([engine::UNKNOWN_INPUTS])
        .filter(|switch| is_wanted(switch))
        .chain(rounds)
        .map(|switch| {
            let at_last = switch == "entries-unreached";
            let entry = if at_last { EntryPoints::Auto } else { EntryPoints::Main };
            Off { switch, about: cases.clone(), entry }
        });
    let mut found = compare(&cases, off.collect());
    let rules = chosen::rules().into_iter().filter(|rule| is_wanted(rule.name) && rule.name != OF_LIBRARIES);
    let (rules, missing): (Vec<_>, Vec<_>) = rules.partition(|rule| !rule.about.is_empty());
    // The report says which there are not.
    if suite().left_out == 0 {
        let none = "no fixture calls what it answers for";
        missing.iter().for_each(|rule| failures.extend(rule.name, vec![none.to_owned()]));
    }
    let rules = rules.into_iter().map(|rule| Off { switch: rule.name, about: rule.about, entry: EntryPoints::Main });
    // An application is of one release.
    let is_with_all = |rule: &Off<'_>| chosen::is_every() && rule.about[0].release == chosen::MAIN_RELEASE;
    let (with_all, alone): (Vec<_>, Vec<_>) = rules.partition(is_with_all);
    found.extend(compare(&cases, with_all));
    found.extend(side_by_side(packed(alone), of_pack).into_iter().flatten());
    // A program that nothing but its main method starts.
    let plain = vec![cases.iter().copied().find(|case| case.fixture.name.starts_with("S0")).unwrap_or(cases[0])];
    let main = main.into_iter().map(|switch| Off { switch, about: plain.clone(), entry: EntryPoints::Main });
    found.extend(compare(&plain, main.collect()));
    for (what, found) in found {
        failures.extend(what, found);
    }
    failures
}

/// So many cases are analysed as one application for the rules that they are about: to load the JDK and to start it takes longer
/// than a few of them, and each more is one more to judge without each of the rules.
const OF_A_PACK: usize = 10;

/// Rules and the cases of one release that some of them are about.
#[derive(Default)]
struct Pack {
    cases: BTreeMap<String, &'static Case>,
    rules: Vec<Off<'static>>,
}

impl Pack {
    /// How many cases it would get with these, if they may be together.
    fn more(&self, about: &[&'static Case]) -> Option<usize> {
        let more = about.iter().filter(|case| !self.cases.contains_key(&case.name())).count();
        let fits = self.cases.len() + more <= OF_A_PACK
            && self.cases.values().next().is_none_or(|other| other.release == about[0].release)
            && !about.iter().chain(self.cases.values()).any(|case| chosen::is_beyond_limits(case));
        (fits || more == 0).then_some(more)
    }
}

/// Rules with the cases that they are about, in few applications.
fn packed(rules: Vec<Off<'static>>) -> Vec<Pack> {
    let mut packs: Vec<Pack> = Vec::new();
    for rule in rules {
        let fits = packs.iter().enumerate().filter_map(|(at, pack)| Some((pack.more(&rule.about)?, at)));
        let at = fits.min().map_or(packs.len(), |(_, at)| at);
        if at == packs.len() {
            packs.push(Pack::default());
        }
        packs[at].cases.extend(rule.about.iter().map(|case| (case.name(), *case)));
        packs[at].rules.push(rule);
    }
    // The longest first: the last ones that run show in the time of all.
    packs.sort_by_key(|pack| Reverse(pack.cases.len() * pack.rules.len()));
    packs
}

/// What was switched off, and what went wrong.
type Found = (&'static str, Vec<String>);

/// What goes wrong without one after the other in an application of these cases.
fn compare(cases: &[&Case], off: Vec<Off<'_>>) -> Vec<Found> {
    let job = Job::of_all(cases);
    in_turns(off, |turns| job.loaded(|loaded| compare_in(loaded, &job, cases, turns)))
}

/// What goes wrong without the rules of a pack, in an application of its cases.
fn of_pack(pack: Pack) -> Vec<Found> {
    let cases: Vec<&Case> = pack.cases.into_values().collect();
    let job = Job::of_all(&cases);
    job.loaded(|loaded| {
        let first = loaded.run(&job);
        let without = |off: Off<'static>| {
            let without = loaded.run(&Job { disabled: vec![off.switch.to_owned()], ..job.clone() });
            (off.switch, differences(&off, &off.about, (&first, &without)))
        };
        pack.rules.into_iter().map(without).collect()
    })
}

/// What goes wrong in one loaded program, which is left as it was found.
fn compare_in(loaded: &Loaded<'_>, job: &Job<'_>, cases: &[&Case], turns: &Turns<Off<'_>>) -> Vec<(usize, Found)> {
    let first = OnceCell::new();
    let compared = turns.take(|off| {
        let first = first.get_or_init(|| loaded.run(job));
        let enters = Job { entry: off.entry, ..job.clone() };
        let other = (off.entry != job.entry).then(|| loaded.run(&enters));
        let without = loaded.run(&Job { disabled: vec![off.switch.to_owned()], ..enters });
        (off.switch, differences(&off, cases, (other.as_ref().unwrap_or(first), &without)))
    });
    if let Some(first) = first.get().filter(|_| compared.len() > 1) {
        let again = loaded.run(job);
        let (before, after) = (behaviour(first, cases), behaviour(&again, cases));
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

/// What goes wrong without one in the answer for all `analysed`, beside one that had everything.
fn differences(
    &Off { switch, ref about, .. }: &Off<'_>,
    analysed: &[&Case],
    (baseline, without): (&AnalysisResult, &AnalysisResult),
) -> Vec<String> {
    let mut found = Vec::new();
    if behaviour(baseline, about) == behaviour(without, about) {
        found.push(format!("without {switch} nothing changes: it has no fixture"));
    }
    let has_failed = || without.cuts.iter().any(|cut| cut.kind == CutKind::Internal);
    if switch == engine::UNKNOWN_INPUTS && !has_failed() {
        found.push("the assertion at the fixpoint did not fail".to_owned());
    }
    // A run that says that it saw nothing claims nothing. What is written through handles is said to be unknown as a whole: the
    // natives that do it are, without the model that answers for them.
    let says_so = |cut: &Cut| cut.kind == CutKind::UnmodelledNative && !baseline.cuts.contains(cut);
    let nothing_seen = without.cuts.iter().any(|cut| cut.kind == CutKind::NoEntry)
        || (switch == "handles" && without.cuts.iter().any(says_so));
    let runs = |case: &&&Case| case.fixture.no_run.is_none() && !nothing_seen;
    for case in analysed.iter().filter(runs) {
        let silent = match judge::recorded(case) {
            Ok(recording) => judge::silent(without, &recording.facts),
            Err(why) => vec![why],
        };
        if !DONE_ELSEWHERE.contains(&(switch, case.fixture.name.as_str())) {
            found.extend(silent.into_iter().map(|miss| format!("{}: {miss}", case.name())));
        } else if silent.is_empty() {
            found.push(format!("{}: nothing is lost any more", case.name()));
        }
    }
    let flagged = without.sites.iter().filter(|site| verdicts::flagged(site)).count();
    println!("without {switch:<30} {flagged} of {} sites flagged", without.sites.len());
    found
}

/// What a user sees of some fixtures: sites, findings, methods not reached, cuts, also those of the whole run. Not counters, nor
/// the numbers of steps, which any step elsewhere changes.
fn behaviour(result: &AnalysisResult, cases: &[&Case]) -> String {
    let packages: Vec<String> = cases.iter().map(|case| format!("{}.", case.fixture.package)).collect();
    let here = |name: &str| packages.iter().any(|package| name.starts_with(package.as_str()));
    let sites: Vec<_> = result.sites.iter().filter(|site| here(&site.place.class)).collect();
    let findings: Vec<_> = result.findings.iter().filter(|finding| here(&finding.place.class)).collect();
    let unreached: Vec<_> = result.reach().unwrap().unreached.iter().filter(|method| here(method)).collect();
    let cuts: Vec<_> = result.cuts.iter().filter(|cut| cut.place.as_ref().is_none_or(|at| here(&at.class))).collect();
    let mut seen = serde_json::to_value((sites, findings, unreached, cuts)).expect("a result can be serialised");
    number_no_steps(&mut seen);
    seen.to_string()
}

/// Leaves of lists of steps how many there are.
fn number_no_steps(value: &mut Value) {
    match value {
        Value::Array(values) => values.iter_mut().for_each(number_no_steps),
        Value::Object(fields) => {
            for (key, value) in fields {
                match key.as_str() {
                    "steps" | "proof" => *value = value.as_array().map_or(0, Vec::len).into(),
                    "more-paths" => *value = Value::Null,
                    _ => number_no_steps(value),
                }
            }
        }
        _ => {}
    }
}
