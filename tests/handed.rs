//! What closed code does with what it comes to know: classes by their names, by type arguments and by members, and what loggers
//! print. Each call that ran is judged by what it found in a JVM.

#![expect(clippy::unwrap_used, reason = "what a test cannot set up fails it")]

use std::collections::BTreeMap;

use reflection_check::config::{Policy, Scope};

use crate::support::closed::{analyze, rows, said, targets};
use crate::support::two_parts::{TwoParts, two_parts};

const LIBRARY: &str = include_str!("handed/library.txt");
const MAIN: &str = include_str!("handed/Main.java");

/// Classes that closed code makes by what it knows of them, and the file that names one.
const MADE: [(&str, &str); 4] = [
    (
        "Named.java",
        "package app; public class Named { static String last; public void setName(String n) { last = n; } }",
    ),
    (
        "Filed.java",
        "package app; public class Filed { static String last; public void setName(String n) { last = n; } }",
    ),
    (
        "Task.java",
        "package app; public class Task implements lib.Job { public void exec(String n) throws Exception { Main.found(\"exec\", Class.forName(n)); } }",
    ),
    (
        "Listener.java",
        "package app; public class Listener { @lib.On public void hear(String n) throws Exception { Main.found(\"hear\", Class.forName(n)); } }",
    ),
];

fn project() -> TwoParts {
    let files = LIBRARY.split("// file: ").skip(1).map(|file| file.split_once('\n').unwrap());
    let parts = two_parts(files, MADE.into_iter().chain([("Main.java", MAIN)]));
    std::fs::write(parts.classes.join("beans.xml"), "<bean class=\"app.Filed\"/>").unwrap();
    parts
}

#[test]
fn closed_code_fills_what_it_knows_of() {
    let project = project();
    let said = said(&project);
    let mut ran: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (method, class) in said.lines().map(|line| line.split_once(' ').unwrap()) {
        ran.entry(method).or_default().push(class);
    }
    assert_eq!(ran.len(), 12, "{ran:?}");
    let accepted = Policy::default().accept_assumptions;
    let result = analyze(&project, Scope::Demand, Some(0));
    for (method, classes) in &ran {
        let rows = rows(&result, method);
        let is_flagged = rows.iter().any(|row| row.is_flagged(&accepted));
        let listed = targets(&rows);
        assert!(rows.iter().all(|row| row.reachable), "{method}: not reached");
        assert!(is_flagged || classes.iter().all(|&class| listed.iter().any(|of| of == class)), "{method}: {listed:?}");
    }
    for method in ["by_argument", "by_member", "by_text", "by_file", "by_static", "exec", "hear"] {
        assert!(rows(&result, method).iter().all(|row| row.is_flagged(&accepted)), "{method}: closed code set it");
    }
}

/// A logger is handed classes and objects everywhere: it asks them for their texts, and changes nothing.
#[test]
fn what_is_printed_is_not_changed() {
    let project = project();
    let accepted = Policy::default().accept_assumptions;
    let result = analyze(&project, Scope::Demand, Some(0));
    for (method, class) in
        [("logged", "app.A"), ("listed", "app.A"), ("kept", "app.A"), ("printed", "app.B"), ("supplied", "app.B")]
    {
        let rows = rows(&result, method);
        assert!(rows.iter().all(|row| !row.is_flagged(&accepted)), "{method}: {:?}", rows[0].reasons);
        assert_eq!(targets(&rows), [class], "{method}");
    }
}
