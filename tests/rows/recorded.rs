//! Whether the recorder sees calls of the methods that rows say it does, as it says itself. Must not know what it writes of them.

use std::collections::BTreeSet;
use std::path::Path;

use reflection_check::reflection::{API, ApiTable, Kind, Recorded};

use crate::harness::java::{Jdk, Run, recorder_jar};
use crate::support::jdk::skip;

/// Asks the table of the recorder, in whose package it is.
const ASKS: &str = "tests/rows/Recorded.java";

/// What is wrong with methods of rows that are sites, as far as this JDK has them.
fn wrong(jdk: &Jdk) -> Vec<String> {
    let place = tempfile::tempdir().unwrap();
    let (classes, list) = (place.path().join("classes"), place.path().join("methods"));
    let sites = API.iter().filter(|row| row.kind != Kind::Flow && !row.of_library);
    let named: BTreeSet<String> = sites.map(|row| format!("{} {}\n", row.class, row.name)).collect();
    std::fs::write(&list, String::from_iter(named)).unwrap();
    jdk.compile(11, &[Path::new(env!("CARGO_MANIFEST_DIR")).join(ASKS)], &[recorder_jar()], &classes);
    let ended = jdk.run(&Run {
        main: "dev.reflectioncheck.recorder.Recorded",
        class_path: &[recorder_jar(), &classes],
        arguments: &[list.display().to_string()],
        record: None,
    });
    assert_eq!(ended.status, 0, "{}", ended.text);
    let mut wrong = Vec::new();
    for line in ended.text.lines() {
        let &[class, name, descriptor, is_seen] = line.split(' ').collect::<Vec<_>>().as_slice() else {
            panic!("{line}");
        };
        let Some(row) = ApiTable::get().by_name(class, name, descriptor) else { continue };
        let said = API[row.index()].is_recorded();
        let is_said = !matches!(said, None | Some(Recorded::Not(_)));
        if is_said != (is_seen == "true") {
            wrong.push(format!("{class}.{name}{descriptor}: {said:?}, and the recorder sees it: {is_seen}"));
        }
    }
    wrong
}

#[test]
fn what_rows_say_is_recorded_is() {
    let Some(jdk) = Jdk::newest() else {
        return skip("no JDK 25, which has the methods of most rows (set JDK25_HOME)");
    };
    let found = wrong(jdk);
    assert!(found.is_empty(), "\n{}\n(UPDATE_DOCS=1 cargo test --lib api_page, or Api.java)", found.join("\n"));
}
