//! What must not show in a result: where the project lies, in which order its parts are given, how many threads work.

use std::collections::BTreeSet;

use reflection_check::result::{AnalysisResult, Certainty, Counter, CutKind, SiteRow, Work, may_be_incomplete};

use super::analysis::Job;
use super::{Failures, chosen, suite};
use crate::support::side_by_side::side_by_side;

/// Analyses the chosen cases as one application, in several ways.
pub(crate) fn check() -> Failures {
    let mut failures = Failures::default();
    let cases = chosen::cases();
    let all = Job::of_all(&cases);
    let first = all.run();
    let limitless = Job { follow_all: true, ..all.clone() };
    let all_followed = limitless.run();
    let mut reversed = all.clone();
    reversed.classes.reverse();
    reversed.specs.reverse();
    let elsewhere = suite().work.join("elsewhere");
    let copies: Vec<_> = all
        .classes
        .iter()
        .map(|folder| {
            let to = elsewhere.join(folder.file_name().expect("a folder has a name"));
            copy(folder, &to);
            to
        })
        .collect();
    let moved = copies.iter().map(|path| path.as_path()).collect();
    let others = vec![
        // What all of these together do not show, none of them shows.
        ("a second run, in another folder and with two threads", Job { classes: moved, threads: 2, ..all.clone() }),
        ("reversed order of class folders", reversed),
        // Which of more members than a limit a call is followed to is a matter of order.
        ("another order of work", Job { shuffle: Some(1), ..limitless.clone() }),
        ("a third order of work", Job { shuffle: Some(2), ..limitless.clone() }),
    ];
    let compare = |what: &str, job: &Job<'_>| match job.shuffle {
        // Ids come in another order: sets of ids may take more room, and flow in other portions.
        None if what.starts_with("reversed") => first_differences(&without_room(&first), &without_room(&job.run())),
        // Not even how much work it was differs.
        None => first_differences(&first, &job.run()),
        Some(_) => differences(&all_followed, &job.run()),
    };
    for (what, found) in side_by_side(others, |(what, job)| (what, compare(what, &job))) {
        failures.extend(what, found);
    }
    failures
}

fn without_room(result: &AnalysisResult) -> AnalysisResult {
    let mut result = result.clone();
    result.solved.as_mut().unwrap().counters.retain(|(counter, _)| {
        ![Work::SetBytes, Work::Bytes, Work::Steps, Work::Propagations].map(Counter::Work).contains(counter)
    });
    result
}

/// Whether a counter of a result is part of the answer: not what tells how much work it was. Of more unknowns than a node tells
/// apart those that came first went on one by one, so that calls on what was made of a class among them may stand once more in the
/// call graph; how often rules answered for an unknown goes by how many are told apart, likewise.
fn is_answer(counter: &Counter) -> bool {
    *counter == Counter::Work(Work::ReachableMethods)
}

/// Of more known values than a node tells apart those that came first went on, and not all of them name something.
const SATURATED: &str = "more values arrive than can be told apart";

/// The first lines that differ in the answers: how much work it was is none, nor by which of two equal edges, told of at two
/// calls, a trace goes. Whether a call is named that is possibly broken rests on traces, too. Which candidates are followed
/// where there are more than a limit, which is said, is a matter of order; how many are is not, unless values are not told apart.
pub(crate) fn differences(one: &AnalysisResult, other: &AnalysisResult) -> Vec<String> {
    let answers = |result: &AnalysisResult| {
        let mut result = result.clone();
        result.solved.as_mut().unwrap().counters.retain(|(counter, _)| is_answer(counter));
        result.steps.clear();
        result.sites.iter_mut().for_each(|row| row.flows.clear());
        let is_cut = |row: &&SiteRow| row.cuts.contains(&CutKind::FanOut);
        let cut: BTreeSet<String> =
            result.sites.iter().filter(is_cut).map(|row| row.source_method().to_owned()).collect();
        if !cut.is_empty() {
            result.solved.as_mut().unwrap().reach.unreached.clear();
        }
        // What acts on the result of a look-up that was cut has no cut of its own.
        let is_incomplete = |row: &&mut SiteRow| may_be_incomplete(row.tier, &row.cuts);
        for row in result.sites.iter_mut().filter(is_incomplete).filter(|row| cut.contains(row.source_method())) {
            let is_saturated = row.reasons.iter().any(|reason| reason.starts_with(SATURATED));
            if !is_saturated {
                row.reasons.push(format!("{} targets", row.targets.len()));
            }
            row.targets.clear();
            for finding in result.findings.iter_mut().filter(|finding| finding.site == row.id) {
                finding.targets.clear();
                if is_saturated {
                    finding.target_count = 0;
                }
            }
        }
        result.findings.retain(|finding| finding.certainty != Some(Certainty::Possible));
        for finding in &mut result.findings {
            // Of several unknowns with traces of equal length either may be the one that is spoken of.
            finding.summary.clear();
            finding.input = None;
            finding.origin_kind = None;
            finding.spec_entry = None;
            finding.path.clear();
            finding.more_paths.clear();
        }
        result
    };
    first_differences(&answers(one), &answers(other))
}

/// The first lines that differ in the serialised results.
fn first_differences(one: &AnalysisResult, other: &AnalysisResult) -> Vec<String> {
    let text = |result: &AnalysisResult| serde_json::to_string_pretty(result).expect("a result can be serialised");
    let (one, other) = (text(one), text(other));
    let differing = one.lines().zip(other.lines()).enumerate().filter(|(_, (a, b))| a != b).take(3);
    // What it is that differs is named by the last line before it that names something.
    let named: Vec<&str> = one.lines().collect();
    let about =
        |line: usize| named[..line].iter().rfind(|text| text.contains("\"id\": ")).map_or("", |text| text.trim());
    let told = |(line, (a, b)): (usize, (&str, &str))| format!("{} {} became {}", about(line), a.trim(), b.trim());
    let mut found: Vec<String> = differing.map(told).collect();
    if found.is_empty() && one.len() != other.len() {
        found.push("one result is longer".to_owned());
    }
    found
}

fn copy(from: &std::path::Path, to: &std::path::Path) {
    for entry in walkdir::WalkDir::new(from) {
        let entry = entry.expect("classes can be listed");
        let target = to.join(entry.path().strip_prefix(from).expect("an entry is below its folder"));
        if entry.file_type().is_dir() {
            std::fs::create_dir_all(&target).expect("a folder can be made");
        } else {
            std::fs::copy(entry.path(), &target).expect("a class can be copied");
        }
    }
}
