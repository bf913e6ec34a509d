//! What must not show in a result: where the project lies, in which order its parts are given, how many threads work.

use reflection_check::result::AnalysisResult;

use super::analysis::Job;
use super::{Case, Failures, suite};
use crate::support::side_by_side::side_by_side;

/// Analyses all cases of the main release as one application, in several ways.
pub(crate) fn check() -> Failures {
    let mut failures = Failures::default();
    let cases: Vec<&Case> = suite().cases.iter().filter(|case| case.release == 17).collect();
    let all = Job::of_all(&cases);
    let first = all.run();
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
    let moved = Job { classes: copies.iter().map(|path| path.as_path()).collect(), ..all.clone() };
    let two_threads = Job { threads: 2, ..all.clone() };
    let others = vec![
        ("a second run", all),
        ("two threads", two_threads),
        ("reversed order of class folders", reversed),
        ("another folder", moved),
    ];
    for (what, found) in side_by_side(others, |(what, job)| (what, differences(&first, &job.run()))) {
        failures.extend(what, found);
    }
    failures
}

/// The first lines that differ in the serialised results.
fn differences(one: &AnalysisResult, other: &AnalysisResult) -> Vec<String> {
    let text = |result: &AnalysisResult| serde_json::to_string_pretty(result).expect("a result can be serialised");
    let (one, other) = (text(one), text(other));
    let differing = one.lines().zip(other.lines()).filter(|(a, b)| a != b).take(3);
    let mut found: Vec<String> = differing.map(|(a, b)| format!("{} became {}", a.trim(), b.trim())).collect();
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
