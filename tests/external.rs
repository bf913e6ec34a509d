//! RC1005: which calls are told that input from outside chooses what they are about, from where it comes, and at which level; and what is
//! known of values from outside.

#![expect(clippy::unwrap_used, reason = "what a test cannot set up fails it")]

use std::collections::BTreeSet;

use reflection_check::config::{Analysis, Policy, Scope};
use reflection_check::engine;
use reflection_check::result::{AnalysisResult, Certainty, Finding, Grounds, Level, OriginKind, RuleId};
use reflection_check::spec;

use crate::support::closed::{analyze as analyze_in, said, with_program};
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
    ("byParameters", OriginKind::Network, Level::Warning),
    ("byForm", OriginKind::Network, Level::Warning),
    ("byText", OriginKind::Network, Level::Warning),
    ("byMapping", OriginKind::Network, Level::Warning),
    // Two look-ups that one line decides are one finding.
    ("twice", OriginKind::Network, Level::Warning),
    ("byCast", OriginKind::Network, Level::Note),
    ("byOutline", OriginKind::Network, Level::Note),
    ("byClassesMethods", OriginKind::Network, Level::Note),
    ("byListed", OriginKind::Network, Level::Note),
    ("byProperty", OriginKind::Property, Level::Note),
    ("byEnvironment", OriginKind::Environment, Level::Note),
    // The address is that of a file of the class path.
    ("byResource", OriginKind::File, Level::Note),
    ("byFile", OriginKind::File, Level::Note),
    // Who names the file is not who writes it.
    ("byNamedFile", OriginKind::File, Level::Note),
    ("byField", OriginKind::Property, Level::Note),
    ("byArguments", OriginKind::Parameter, Level::Note),
];

/// Stand-ins of frameworks, which are told by their names.
const FRAMEWORKS: [(&str, &str); 4] = [
    (
        "ServletRequest.java",
        "package jakarta.servlet;
        public interface ServletRequest {
            String getParameter(String name);
            java.util.Map<String, String[]> getParameterMap();
        }",
    ),
    (
        "ServletRequestWrapper.java",
        "package jakarta.servlet;
        public class ServletRequestWrapper implements ServletRequest {
            private final ServletRequest request;
            public ServletRequestWrapper(ServletRequest request) { this.request = request; }
            public String getParameter(String name) { return request.getParameter(name); }
            public java.util.Map<String, String[]> getParameterMap() { return request.getParameterMap(); }
        }",
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
        // What can be chosen is another finding, if it is not known; its entry is the one to fill in.
        let is_other =
            |other: &&Finding| other.rule != RuleId::RC1005 && other.input.is_some() && other.input == finding.input;
        let is_told = result.findings.iter().any(|other| is_other(&other));
        assert_eq!(finding.spec_entry.is_none(), is_told, "{finding:#?}");
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

const ADAPTED: [(&str, &str); 2] = [
    ("Source.java", "package lib; public interface Source { String name(); java.util.List<String> names(); }"),
    (
        "Adapter.java",
        "package lib;
        public class Adapter implements Source {
            private final Source source;
            public Adapter(Source source) { this.source = source; }
            public String name() { return source.name(); }
            public java.util.List<String> names() { return source.names(); }
        }",
    ),
];

const OF_SOURCE: &str = "
package app;

public class Main {
    public static void main(String[] args) { }

    public static Object byName(lib.Source source) throws Exception { return Class.forName(source.name()).newInstance(); }

    public static Object byNames(lib.Source source) throws Exception {
        return Class.forName(source.names().get(0)).newInstance();
    }
}
";

/// Who can only be made of another one is not the first: what that gives nobody knows.
#[test]
fn what_adapters_alone_implement_is_somebodys() {
    let parts = two_parts(ADAPTED, [("Main.java", OF_SOURCE)]);
    for scope in [Scope::Demand, Scope::Whole] {
        let result = analyze_in(&parts, scope, None);
        for method in ["byName", "byNames"] {
            let here = result.findings.iter().filter(|finding| finding.place.method == method);
            let found: Vec<_> = here.map(|finding| (finding.rule, finding.call.as_str())).collect();
            assert_eq!(found, [(RuleId::RC1001, "Class.forName(name).newInstance()")], "{scope:?}");
        }
    }
}

const KEPT: &str = "
package app;

public class Main {
    public static class Tool {
        public void hi() { System.out.println(\"hi\"); }
    }

    public static void main(String[] args) throws Exception {
        System.getProperties().put(\"tool\", new Tool());
        Object tool = System.getProperties().get(\"tool\");
        tool.getClass().getMethod(\"hi\").invoke(tool);
    }
}
";

const LISTED: &str = r#"
[[source]]
at = "app.Main.main"
call = "java.util.Properties.get"
key = "tool"
values = ["app.Main$Tool"]
"#;

/// What a specification lists are texts: another object that the call gives is not made one of them.
#[test]
fn a_listed_value_stands_for_texts_alone() {
    let parts = two_parts(FRAMEWORKS, [("Main.java", KEPT)]);
    assert_eq!(said(&parts).trim(), "hi");
    let result = analyze(&parts, LISTED, false);
    let accepted = Policy::default().accept_assumptions;
    let rows: Vec<_> = result.sites.iter().filter(|row| row.place.class == "app.Main").collect();
    assert_eq!(rows.len(), 2);
    for row in rows {
        let lists = row.targets.iter().any(|target| target.member.as_deref() == Some("hi"));
        assert!(lists || row.is_flagged(&accepted), "{row:#?}");
    }
    // That a text has no such method is one of the things that may be.
    let broken = result.findings.iter().filter(|finding| finding.rule == RuleId::RC3002);
    let sure = |finding: &&Finding| finding.certainty != Some(Certainty::Possible);
    assert_eq!(broken.filter(sure).count(), 0, "{:#?}", result.findings);
}
