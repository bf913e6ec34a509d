//! Which of the methods that are sites the recorder sees calls of, as it says itself. Must not know what it writes of them.

use std::collections::BTreeMap;
use std::path::Path;

use reflection_check::reflection::{API, ApiTable, Kind};

use super::excused::UNRECORDED;
use super::{Method, complaints};
use crate::harness::java::{Jdk, Run, recorder_jar};
use crate::support::jdk::skip;

/// Asks the table of the recorder, in whose package it is.
const ASKS: &str = "tests/rows/Recorded.java";

/// The resolved rows that are sites, each with whether the recorder sees calls of all their methods that this JDK has. Those
/// that it has not are left out.
fn sites(jdk: &Jdk) -> Vec<(Method, bool)> {
    let place = tempfile::tempdir().unwrap();
    let (classes, list) = (place.path().join("classes"), place.path().join("methods"));
    let are_sites =
        || API.iter().enumerate().filter(|(_, row)| row.kind != Kind::Flow && row.is_resolved() && !row.of_library);
    let mut lines: Vec<String> = are_sites().map(|(_, row)| format!("{} {}\n", row.class, row.name)).collect();
    lines.sort();
    lines.dedup();
    std::fs::write(&list, lines.concat()).unwrap();
    jdk.compile(11, &[Path::new(env!("CARGO_MANIFEST_DIR")).join(ASKS)], &[recorder_jar()], &classes);
    let ended = jdk.run(&Run {
        main: "dev.reflectioncheck.recorder.Recorded",
        class_path: &[recorder_jar(), &classes],
        arguments: &[list.display().to_string()],
        record: None,
    });
    assert_eq!(ended.status, 0, "{}", ended.text);
    let mut are_seen: BTreeMap<usize, bool> = BTreeMap::new();
    for line in ended.text.lines() {
        let &[class, name, descriptor, is_seen] = line.split(' ').collect::<Vec<_>>().as_slice() else {
            panic!("{line}");
        };
        // A row of all overloads leaves those to others that have rows.
        if let Some(row) = ApiTable::get().by_name(class, name, descriptor) {
            *are_seen.entry(row.index()).or_insert(true) &= is_seen == "true";
        }
    }
    let of = |(at, row): (usize, &reflection_check::reflection::Row)| {
        Some(((row.class.to_owned(), row.name.to_owned(), row.desc.to_owned()), *are_seen.get(&at)?))
    };
    are_sites().filter_map(of).collect()
}

#[test]
fn each_site_is_recorded() {
    let Some(jdk) = Jdk::newest() else {
        return skip("no JDK 25, which has the methods of most rows (set JDK25_HOME)");
    };
    let wrong = "(src/reflection/api/) is a site that the recorder does not see: add a line to Api.java in recorder/, or say in \
                 tests/rows/excused.rs why there is none";
    let found = complaints(sites(jdk), UNRECORDED, wrong);
    assert!(found.is_empty(), "\n{}\n", found.join("\n"));
}
