//! No row lands without an example: what a row of the reflective API, of the operations on strings or of the rules says is
//! tried by a program that calls the method, or that expects the finding, and that a JVM runs; of the API, rows whose calls are
//! resolved. What no program tries has a reason in `rows/excused.rs`. What the JVM says of such a call is what the recorder saw: it knows the methods whose
//! rows say so.

#[path = "rows/excused.rs"]
mod excused;
#[path = "rows/recorded.rs"]
mod recorded;

use std::collections::BTreeSet;
use std::path::Path;

use reflection_check::reflection::{API, ApiTable, JUDGED};
use reflection_check::result::rules::RULES;
use reflection_check::strings::operations::{self, TEXT_BUILDERS};

use crate::broken;
use crate::harness::{bytecode, suite};
use crate::support::jdk::skip;
use excused::{Excuse, OPERATIONS, RESOLVED, RULES_ELSEWHERE};

/// What can be done about a row without an example.
const REMEDY: &str =
    "write one below fixtures/ (CONTRIBUTING.md, A fixture), or say in tests/rows/excused.rs why there is none";

/// Expectations that name rules which are found. `noFinding` is none.
const FOUND: [&str; 4] = ["finding", "says", "level", "certainty"];

type Method = (String, String, String);

/// What the programs do.
#[derive(Debug, Default)]
struct Examples {
    /// Methods called: class, name, descriptor.
    calls: BTreeSet<Method>,
    /// The programs' own classes, which inherit what they are asked.
    own: BTreeSet<String>,
    /// Rules expected to be found.
    rules: BTreeSet<String>,
}

impl Examples {
    /// Of all fixtures and of the calls that always fail.
    fn all() -> Self {
        let mut all = Self::default();
        let (_place, classes) = broken::compiled();
        all.rules.extend(broken::rules().into_iter().map(str::to_owned));
        all.add(bytecode::below(&classes, |_| false));
        for case in &suite().cases {
            all.add(bytecode::methods(case));
        }
        all
    }

    fn add(&mut self, methods: Vec<bytecode::Method>) {
        for method in methods {
            self.own.insert(method.class.replace('.', "/"));
            for call in method.calls {
                if call.owner.starts_with("support/Expect") && FOUND.contains(&call.name.as_str()) {
                    self.rules.extend(call.constants.iter().filter(|text| text.starts_with("RC")).cloned());
                }
                self.calls.insert((call.owner, call.name, call.descriptor));
            }
        }
    }

    /// Whether one of the calls is of what a row speaks of.
    fn has(&self, class: &str, name: &str, is_row: impl Fn(&str) -> bool) -> bool {
        let named =
            self.calls.iter().filter(|(owner, of, _)| of == name && (owner == class || self.own.contains(owner)));
        named.into_iter().any(|(.., descriptor)| is_row(descriptor))
    }
}

/// Rows with which something is wrong that nothing excuses, and excuses of none.
fn complaints(rows: Vec<(Method, bool)>, excuses: &[Excuse], wrong: &str) -> Vec<String> {
    let mut used = BTreeSet::new();
    let mut found = Vec::new();
    for ((class, name, descriptor), _) in rows.iter().filter(|(_, is_shown)| !is_shown) {
        let patterns = excuses.iter().flat_map(|(_, patterns)| *patterns).copied();
        match patterns.into_iter().find(|pattern| fits(pattern, class, name)) {
            Some(pattern) => drop(used.insert(pattern)),
            None => found.push(format!("{class}.{name}{descriptor} {wrong}")),
        }
    }
    for (reason, patterns) in excuses {
        let unused = patterns.iter().filter(|pattern| !used.contains(*pattern));
        found.extend(unused.map(|pattern| format!("{pattern} needs no excuse in tests/rows/excused.rs ({reason})")));
    }
    found
}

/// A method `class.name`, all of a class, or all below a package (it ends in `/`).
fn fits(pattern: &str, class: &str, name: &str) -> bool {
    match pattern.split_once('.') {
        Some((of, called)) => of == class && called == name,
        None if pattern.ends_with('/') => class.starts_with(pattern),
        None => class == pattern,
    }
}

/// The rows of the reflective API whose calls are resolved, and those of what judging alone knows, each with whether an example calls
/// what it speaks of.
fn reflective(examples: &Examples) -> Vec<(Method, bool)> {
    let table = ApiTable::get();
    let rows = API.iter().enumerate().filter(|(_, row)| !row.of_library && row.is_resolved()).map(|(at, row)| {
        // A row of all overloads leaves those to others that have rows.
        let is_row =
            |descriptor: &str| table.by_name(row.class, row.name, descriptor).is_some_and(|id| id.index() == at);
        (row, examples.has(row.class, row.name, is_row))
    });
    let judged = JUDGED.iter().map(|row| {
        let is_row = |descriptor: &str| row.desc == "*" || row.desc == descriptor;
        (row, examples.has(row.class, row.name, is_row))
    });
    let named =
        rows.chain(judged).map(|(row, is_shown)| ((row.class.into(), row.name.into(), row.desc.into()), is_shown));
    named.collect()
}

/// The rows of operations. Those of both builders come from one list, so that an example of either is one of both.
fn of_strings(examples: &Examples) -> Vec<(Method, bool)> {
    let rows = operations::rows().map(|row| {
        let same = |class: &str, descriptor: &str| {
            // What it gives is the builder.
            let of = |text: &str| match text.rsplit_once(')') {
                Some((taken, given)) => format!("{taken}){}", given.replace(row.class, class)),
                None => text.to_owned(),
            };
            examples.has(class, row.name, |called| called == of(descriptor))
        };
        let is_shown = match TEXT_BUILDERS.contains(&row.class) {
            true => TEXT_BUILDERS.iter().any(|class| same(class, row.descriptor)),
            false => same(row.class, row.descriptor),
        };
        ((row.class.into(), row.name.into(), row.descriptor.into()), is_shown)
    });
    rows.collect()
}

/// What is wrong with the examples of a rule.
fn of_rule(id: &str, examples: &Examples) -> Option<String> {
    let elsewhere = RULES_ELSEWHERE.iter().find(|(of, _)| *of == id);
    match (examples.rules.contains(id), elsewhere) {
        (true, Some(_)) => Some(format!("{id} needs no excuse in tests/rows/excused.rs")),
        (false, Some((_, file))) => {
            let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap_or_default();
            (!text.contains(id)).then(|| format!("{id}: {file}, as tests/rows/excused.rs says, does not speak of it"))
        }
        (false, None) => Some(format!(
            "{id} (src/result/rules.rs) is in no Expect.finding and no line of tests/broken/kinds.txt: {REMEDY}"
        )),
        (true, None) => None,
    }
}

#[test]
fn each_row_has_an_example() {
    let method = |class: &str, is_shown| ((class.to_owned(), "m".to_owned(), "()V".to_owned()), is_shown);
    let tried = complaints(
        vec![method("a/A", true), method("a/B", false), method("b/C", false)],
        &[("it is tried", &["b/", "a/A.m"])],
        "is wrong",
    );
    let expected =
        ["a/B.m()V is wrong".to_owned(), "a/A.m needs no excuse in tests/rows/excused.rs (it is tried)".to_owned()];
    assert_eq!(tried, expected);
    if std::env::var_os("FIXTURES").is_some() {
        return;
    }
    if suite().left_out > 0 {
        return skip("without the fixtures of release 25, rows of its methods have no example");
    }
    let examples = Examples::all();
    let wrong = |table: &str| format!("({table}) is in no example: {REMEDY}");
    let mut found = complaints(reflective(&examples), RESOLVED, &wrong("src/reflection/api/"));
    found.extend(complaints(of_strings(&examples), OPERATIONS, &wrong("src/strings/operations/")));
    found.extend(RULES.iter().filter_map(|rule| of_rule(rule.id, &examples)));
    assert!(found.is_empty(), "\n{}\n", found.join("\n"));
}
