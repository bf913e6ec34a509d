//! Nothing of the JDK is forgotten: what takes or gives metaobjects, and what runs code by a name, has a row or a reason. Must not
//! know what is written about it.

use super::super::table::ApiTable;
use super::by_name::{WITH_ROW, WITHOUT};
use super::excused::{EXCUSED, Group, Treated};
use super::scan::{Named, model_of, named, needs_the_jvm, offered};
use super::{none, on_jdks};
use crate::base::FxIndexSet;
use crate::program::Program;

fn has_row(program: &Program, method: &Named<'_>) -> bool {
    ApiTable::get().find(program, method.method).is_some()
}

/// Complaints about a table of excuses, of methods and of patterns that fit none.
fn complaints(groups: &[Group], programs: &[&Program], is_complete: bool) -> Vec<String> {
    let mut found: FxIndexSet<String> = FxIndexSet::default();
    let mut used: FxIndexSet<(usize, &str)> = FxIndexSet::default();
    for &program in programs {
        for method in offered(program).iter().filter(|method| !has_row(program, method)) {
            let patterns = groups.iter().enumerate().flat_map(|(at, group)| group.2.iter().map(move |&of| (at, of)));
            match patterns.into_iter().find(|(_, of)| method.fits(of)) {
                Some(pattern) => {
                    used.insert(pattern);
                    if let Some(wrong) = contradiction(program, method, groups[pattern.0].0) {
                        found.insert(format!("{}: {wrong}", method.shown()));
                    }
                }
                None => drop(found.insert(format!("{}: neither a row nor a reason", method.shown()))),
            }
        }
    }
    // Without one of the JDKs, what only it has would fit nothing.
    for (at, (_, reason, patterns)) in groups.iter().enumerate().filter(|_| is_complete) {
        let unused = patterns.iter().filter(|&&pattern| !used.contains(&(at, pattern)));
        found.extend(unused.map(|pattern| format!("{pattern}: fits nothing that has no row ({reason})")));
    }
    found.into_iter().collect()
}

/// What speaks against how a method is said to be treated.
fn contradiction(program: &Program, method: &Named<'_>, treated: Treated) -> Option<String> {
    match (treated, model_of(program, method.method)) {
        (Treated::Model(name), model) if model == Some(name) => None,
        (Treated::Model(name), model) => Some(format!("{model:?} answers, not {name}")),
        // Of a native that its table does not describe.
        (Treated::Unknown, Some("natives")) => None,
        (_, Some(model)) => Some(format!("the model {model} answers")),
        (Treated::Body, None) if needs_the_jvm(program, method) => Some("its body does not show what it does".into()),
        _ => None,
    }
}

#[test]
fn what_the_jdk_offers_has_a_row_or_a_reason() {
    let (jdks, is_complete) = on_jdks();
    let programs: Vec<&Program> = jdks.iter().map(|(program, _)| program).collect();
    let body: Group = (Treated::Body, "tried", &["java/lang/Object.getClass", "java/lang/Absent"]);
    let model: Group = (Treated::Model("arrays"), "tried", &["java/lang/Enum"]);
    let bad = complaints(&[body, model], &programs, true);
    for complaint in [
        "java/lang/Object.getClass()Ljava/lang/Class;: the model objects answers",
        "java/lang/Enum.getDeclaringClass()Ljava/lang/Class;: Some(\"objects\") answers, not arrays",
        "java/util/EnumMap.<init>(Ljava/lang/Class;)V: neither a row nor a reason",
        "java/lang/Absent: fits nothing that has no row (tried)",
    ] {
        assert!(bad.iter().any(|found| found == complaint), "{complaint}");
    }
    let found = complaints(EXCUSED, &programs, is_complete);
    none(&found, "write a row, or mend the reasons in tests/excused.rs");
}

/// What speaks against the lists of methods that run code by a name.
fn strays(with_row: &[&str], without: &[(&str, &[&str])], programs: &[&Program], is_complete: bool) -> Vec<String> {
    let methods =
        |pattern: &str| programs.iter().map(|program| (*program, named(program, pattern))).collect::<Vec<_>>();
    let is_there =
        |of: &[(&Program, Vec<Named<'_>>)]| !is_complete || of.iter().any(|(_, methods)| !methods.is_empty());
    let mut found = Vec::new();
    for pattern in with_row {
        let of = methods(pattern);
        let is_in = |(program, methods): &(&Program, Vec<Named<'_>>)| {
            methods.is_empty() || methods.iter().any(|method| has_row(program, method))
        };
        if !is_there(&of) || !of.iter().all(is_in) {
            found.push(format!("{pattern}: no row"));
        }
    }
    for pattern in without.iter().flat_map(|(_, patterns)| *patterns) {
        let of = methods(pattern);
        let all = || of.iter().flat_map(|(program, methods)| methods.iter().map(|method| (*program, method)));
        if !is_there(&of) {
            found.push(format!("{pattern}: in no JDK"));
        }
        if all().any(|(program, method)| has_row(program, method)) {
            found.push(format!("{pattern}: has a row"));
        }
        if all().any(|(program, method)| needs_the_jvm(program, method)) {
            found.push(format!("{pattern}: its body does not show what it does"));
        }
    }
    found
}

#[test]
fn what_runs_code_by_name_has_a_row_or_a_reason() {
    let (jdks, is_complete) = on_jdks();
    let programs: Vec<&Program> = jdks.iter().map(|(program, _)| program).collect();
    let without: &[(&str, &[&str])] =
        &[("tried", &["java/lang/Class.forName", "java/lang/Object.getClass", "java/lang/Object.getclass"])];
    let bad = strays(&["java/lang/Object.equals", "java/lang/Class.forName"], without, &programs, true);
    let named = [
        "java/lang/Object.equals: no row",
        "java/lang/Class.forName: has a row",
        "java/lang/Object.getClass: its body does not show what it does",
        "java/lang/Object.getclass: in no JDK",
    ];
    assert_eq!(bad, named);
    let found = strays(WITH_ROW, WITHOUT, &programs, is_complete);
    none(&found, "write a row, or mend the lists in tests/by_name.rs");
}
