//! Scope on demand: closed code of libraries calls by name what it is handed, as expression languages do, where its classes say that
//! it can; and so does who has what the JDK was handed. What ran in a JVM must be listed or flagged, and what such code cannot reach stays as it was.

#![expect(clippy::unwrap_used, reason = "what a test cannot set up fails it")]

use std::collections::BTreeSet;

use reflection_check::classpath::{ClassPath, ClassPathInput};
use reflection_check::config::{Policy, Scope};
use reflection_check::models;
use reflection_check::program::{MethodId, Program};
use reflection_check::result::AnalysisResult;
use reflection_check::verdict::inventory;

use crate::support::closed::{analyze, rows, said, targets};
use crate::support::two_parts::{TwoParts, two_parts};

/// Source files, each after a line that names it.
const LIBRARY: &str = include_str!("by_name/library.txt");
const MAIN: &str = include_str!("by_name/Main.java");
const JDK: &str = include_str!("by_name/Jdk.java");

fn program() -> TwoParts {
    let files = LIBRARY.split("// file: ").skip(1).map(|file| file.split_once('\n').unwrap());
    two_parts(files, [("Main.java", MAIN)])
}

fn is_flagged(result: &AnalysisResult, method: &str) -> bool {
    let accepted = Policy::default().accept_assumptions;
    rows(result, method).iter().any(|row| row.is_flagged(&accepted))
}

#[test]
fn what_is_called_by_name_is_listed_or_flagged() {
    hides_nothing(&program(), Scope::Demand, 26);
}

/// What the JDK makes by itself: objects of an XML file, of a class that a text names, remote ones.
#[test]
fn what_the_jdk_calls_by_name_is_listed_or_flagged() {
    let parts = two_parts([("Nothing.java", "package lib; public class Nothing { }")], [("Main.java", JDK)]);
    for scope in [Scope::Demand, Scope::Whole] {
        hides_nothing(&parts, scope, 8);
    }
    assert!(!is_flagged(&analyze(&parts, Scope::Demand, Some(0)), "alone"));
}

fn hides_nothing(parts: &TwoParts, scope: Scope, count: usize) {
    let text = said(parts);
    let ran: BTreeSet<(&str, &str)> = text.lines().map(|line| line.split_once(' ').unwrap()).collect();
    assert_eq!(ran.len(), count, "{ran:?}");
    let result = analyze(parts, scope, Some(0));
    for &(method, class) in &ran {
        let rows = rows(&result, method);
        assert!(rows.iter().all(|row| row.reachable), "{method}: not reached");
        let is_listed = targets(&rows).contains(&class.to_owned());
        assert!(is_listed || is_flagged(&result, method), "{method}: {class} is missed silently");
    }
}

#[test]
fn what_no_code_calls_by_name_stays_known() {
    let result = analyze(&program(), Scope::Demand, Some(0));
    for method in ["kept", "logged", "typed", "hidden"] {
        assert!(!is_flagged(&result, method), "{method}");
        assert_eq!(targets(&rows(&result, method)), ["app.T01"], "{method}");
    }
    // Its method is called on what is handed over, of which all is known.
    assert!(!is_flagged(&result, "receiver"));
    assert_eq!(targets(&rows(&result, "receiver")), ["app.T01", "app.T03"]);
}

#[test]
fn findings_say_who_calls_by_name() {
    let result = analyze(&program(), Scope::Demand, Some(0));
    for (method, does) in [
        ("argument", "may call \"app.Main$Argument.argument(java.lang.String)\" with anything"),
        ("field", "may set \"app.Main$Public.name\" to anything"),
    ] {
        let row = rows(&result, method)[0];
        let of_row = result.findings.iter().filter(|finding| finding.site == row.id);
        let finding = of_row.clone().find(|finding| finding.input.is_some());
        let finding = finding.unwrap_or_else(|| panic!("{method}: {:?}", of_row.collect::<Vec<_>>()));
        let text = &finding.input.as_ref().unwrap().text;
        assert!(text.contains(does) && text.contains("calls methods by name (\"lib.Engine\", line "), "{text}");
    }
}

#[test]
fn the_table_names_methods_that_exist() {
    let parts = program();
    let input =
        ClassPathInput { classes: vec![parts.classes.clone()], jdk_home: parts.home, ..ClassPathInput::default() };
    let (class_path, _) = ClassPath::open(&input).unwrap();
    let program = Program::with_outlines(class_path, inventory::wanted(), None);
    for (class, name, descriptor) in models::called_by_name() {
        let found = program.find_class(class).unwrap_or_else(|| panic!("no class {class}"));
        let is_it = |method: &MethodId| {
            let data = program.method(*method);
            let text = program.str(program.method_desc(data.desc).text);
            program.str(data.name) == name && (descriptor == "*" || descriptor == text)
        };
        assert!(program.class(found).methods.iter().any(is_it), "{class}.{name}{descriptor}");
    }
}
