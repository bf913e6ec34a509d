//! RC1005: which calls are told that input from outside chooses what they are about, from where it comes, and at which level.

#![expect(clippy::unwrap_used, reason = "what a test cannot set up fails it")]

use std::collections::BTreeSet;

use reflection_check::config::Analysis;
use reflection_check::engine;
use reflection_check::result::{AnalysisResult, Finding, Grounds, Level, OriginKind, RuleId};
use reflection_check::spec;

use crate::support::closed::with_program;
use crate::support::two_parts::{TwoParts, two_parts};

/// The method, where what chooses comes from, and the level.
const TOLD: &[(&str, OriginKind, Level)] = &[
    ("bySocket", OriginKind::Network, Level::Warning),
    ("byHelper", OriginKind::Network, Level::Warning),
    ("byEither", OriginKind::Network, Level::Warning),
    ("byData", OriginKind::Network, Level::Warning),
    ("byObjects", OriginKind::Deserialised, Level::Warning),
    ("byClass", OriginKind::Deserialised, Level::Warning),
    // The class and the member are two questions.
    ("byMember", OriginKind::Network, Level::Warning),
    ("byMember", OriginKind::Deserialised, Level::Warning),
    ("byRequest", OriginKind::Network, Level::Warning),
    ("byMapping", OriginKind::Network, Level::Warning),
    // Two look-ups that one line decides are one finding.
    ("twice", OriginKind::Network, Level::Warning),
    ("byCast", OriginKind::Network, Level::Note),
    ("byOutline", OriginKind::Network, Level::Note),
    ("byClassesMethods", OriginKind::Network, Level::Note),
    ("byListed", OriginKind::Network, Level::Note),
    ("byProperty", OriginKind::Property, Level::Note),
    ("byEnvironment", OriginKind::Environment, Level::Note),
    ("byFile", OriginKind::File, Level::Note),
    // Who names the file is not who writes it.
    ("byNamedFile", OriginKind::File, Level::Note),
    ("byField", OriginKind::Property, Level::Note),
    ("byArguments", OriginKind::Parameter, Level::Note),
];

/// Stand-ins of frameworks, which are told by their names.
const FRAMEWORKS: [(&str, &str); 3] = [
    (
        "ServletRequest.java",
        "package jakarta.servlet; public interface ServletRequest { String getParameter(String name); }",
    ),
    (
        "Value.java",
        "package org.springframework.beans.factory.annotation;
        @java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME) public @interface Value { }",
    ),
    (
        "GetMapping.java",
        "package org.springframework.web.bind.annotation;
        @java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME) public @interface GetMapping { }",
    ),
];

const SPEC: &str = r#"
[[source]]
at = "app.Main.byListed"
call = "jakarta.servlet.ServletRequest.getParameter"
values = ["app.Main$A"]
"#;

fn analyze(parts: &TwoParts, specification: &str, library: bool) -> AnalysisResult {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("app.toml"), specification).unwrap();
    let specs = spec::load(&[folder.path().to_path_buf()], None).unwrap();
    let analysis = Analysis { library: Some(library), ..Analysis::default() };
    with_program(parts, |program| {
        engine::analyze(program, &specs, &engine::Options { analysis, ..engine::Options::default() })
    })
}

fn told(result: &AnalysisResult) -> Vec<&Finding> {
    result.findings.iter().filter(|finding| finding.rule == RuleId::RC1005).collect()
}

fn level(finding: &Finding) -> Option<Level> {
    finding.rule.row().default_level(Grounds {
        tier: finding.tier,
        certainty: finding.certainty,
        unknown: finding.bound.of_fewer_than(50),
        gave_up: false,
        origin: finding.origin_kind,
    })
}

#[test]
fn input_from_outside_is_told_where_it_chooses_code() {
    let parts = two_parts(FRAMEWORKS, [("Main.java", include_str!("external/Main.java"))]);
    let result = analyze(&parts, SPEC, false);
    let found = told(&result);
    let is = |finding: &&Finding| (finding.place.method.clone(), finding.origin_kind, level(finding));
    let found_rows: BTreeSet<String> = found.iter().map(|finding| format!("{:?}", is(finding))).collect();
    let expected: BTreeSet<String> = TOLD
        .iter()
        .map(|&(method, kind, level)| format!("{:?}", (method.to_owned(), Some(kind), Some(level))))
        .collect();
    assert_eq!(found_rows, expected);
    assert_eq!(found.len(), TOLD.len(), "{found:#?}");
    for finding in found {
        // The path is what a reviewer reads: from the call that reads the value to the one that it decides.
        assert!(finding.path.len() >= 2 || finding.place.method == "byCallers", "{finding:#?}");
        assert!(finding.spec_entry.as_ref().is_some_and(|entry| entry.contains("RC1005")), "{finding:#?}");
        assert_eq!(finding.related.len(), usize::from(finding.place.method == "twice"), "{finding:#?}");
    }
}

const SERVICE: &str = "
package app;

import org.springframework.web.bind.annotation.GetMapping;

public class Main {
    @GetMapping
    public Object byMapping(String type) throws Exception { return Class.forName(type).newInstance(); }

    public Object byCallers(String type) throws Exception { return Class.forName(type).newInstance(); }
}
";

/// Who calls a handler of requests is a container, and what it passes comes from a request, in a library, too.
#[test]
fn callers_do_not_decide_what_a_request_says() {
    let parts = two_parts(FRAMEWORKS, [("Main.java", SERVICE)]);
    let result = analyze(&parts, "", true);
    let rules = |method: &str| {
        let here = result.findings.iter().filter(|finding| finding.place.method == method);
        here.map(|finding| finding.rule).collect::<Vec<_>>()
    };
    assert_eq!(rules("byMapping"), [RuleId::RC1001, RuleId::RC1005]);
    assert_eq!(rules("byCallers"), [RuleId::RC1004]);
}
