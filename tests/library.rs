//! What callers of a library can do with what it gives them, by its accessible members alone: run in a JVM by a caller that
//! the analysis does not see.

#![expect(clippy::unwrap_used, reason = "what a test cannot set up fails it")]

use std::process::Command;

use reflection_check::base::stack::on_deep_stack;
use reflection_check::classpath::{ClassPath, ClassPathInput};
use reflection_check::config::{Analysis, Policy};
use reflection_check::engine;
use reflection_check::program::Program;
use reflection_check::result::{AnalysisResult, RuleId, SiteRow};
use reflection_check::spec;

use crate::support::two_parts::{TwoParts, two_parts};

fn analyze(project: &TwoParts) -> AnalysisResult {
    let input = ClassPathInput {
        classes: vec![project.library.clone()],
        jdk_home: project.home.clone(),
        ..ClassPathInput::default()
    };
    let analysis = Analysis { library: Some(true), ..Analysis::default() };
    let options = engine::Options { analysis, ..engine::Options::default() };
    on_deep_stack(|| {
        let (class_path, _) = ClassPath::open(&input).unwrap();
        let specs = spec::load(&[], None).unwrap();
        engine::analyze(&Program::new(class_path), &specs, &options)
    })
    .unwrap()
}

/// What a program prints: a line for each method of the library, with the class of what it made.
fn run(project: &TwoParts, class: &str) -> String {
    let path = std::env::join_paths([&project.classes, &project.library]).unwrap();
    let run = Command::new(project.home.join("bin/java")).arg("-cp").arg(path).arg(class).output().unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    String::from_utf8(run.stdout).unwrap()
}

#[test]
fn what_callers_choose_is_flagged() {
    let project = two_parts(
        [("Library.java", include_str!("library/Library.java"))],
        [("Caller.java", include_str!("library/Caller.java"))],
    );
    let ran = run(&project, "app.Caller");
    assert_eq!(ran.lines().count(), 15, "{ran}");

    let result = analyze(&project);
    let accepted = Policy::default().accept_assumptions;
    for (method, class) in ran.lines().filter_map(|line| line.split_once(' ')) {
        let of = |row: &&SiteRow| row.place.method == method && row.id.contains("newInstance");
        let row = result.sites.iter().find(of).unwrap();
        let lists = row.targets.iter().any(|target| target.class == class);
        assert!(lists || row.is_flagged(&accepted), "{method}: {class} is missed silently");
        assert_eq!(method == "makeOfHidden", !row.is_flagged(&accepted), "{method}: {:?}", row.origins);
    }
    // Whatever it is, callers choose it. Policy accepts what a complete answer assumes.
    let open = result.findings.iter().filter(|finding| finding.tier.is_incomplete());
    let others: Vec<_> = open.filter(|finding| finding.rule != RuleId::RC1004).collect();
    assert!(others.is_empty(), "{others:#?}");
    // No list of targets would be right.
    let chosen: Vec<_> = result.findings.iter().filter(|finding| finding.rule == RuleId::RC1004).collect();
    let entries = |start: &'static str| {
        chosen.iter().filter(move |finding| finding.spec_entry.as_ref().is_some_and(|entry| entry.starts_with(start)))
    };
    assert_eq!((entries("[[call]]").count(), entries("[[accept]]").count() > 0), (0, true), "{chosen:#?}");
    for finding in entries("[[accept]]") {
        assert!(finding.advice.text().starts_with("nothing, if "), "{finding:#?}");
    }
}

/// What else reaches a call that callers decide changes nothing, unless the library itself reads it from outside.
#[test]
fn callers_decide_whatever_comes_from_inside() {
    let library = "package lib;
        public class Makers {
            public static Object own(String name) throws Exception {
                return Class.forName(name).getDeclaredConstructor().newInstance();
            }
            public static Object own(Object part) throws Exception { return own(\"lib.\" + part.hashCode()); }
            public static Object read(String name) throws Exception {
                return Class.forName(name).getDeclaredConstructor().newInstance();
            }
            public static Object read() throws Exception { return read(System.getProperty(\"lib.maker\")); }
            public static Object given(String name) throws Exception {
                return Class.forName(name).getDeclaredConstructor().newInstance();
            }
            public static Object given(java.util.Properties all, String key) throws Exception {
                return given(all.getProperty(key));
            }
            public static Object sent(String name) throws Exception {
                return Class.forName(name).getDeclaredConstructor().newInstance();
            }
            public static Object sentAs(String text) throws Exception {
                return sent(java.net.URLDecoder.decode(text, \"utf-8\"));
            }
        }";
    let caller = "package app; public class Caller { public static void main(String[] args) {} }";
    let project = two_parts([("Makers.java", library)], [("Caller.java", caller)]);
    let result = analyze(&project);
    let found = |method: &str| -> Vec<RuleId> {
        let here = result.findings.iter().filter(|finding| finding.place.method == method);
        here.map(|finding| finding.rule).collect()
    };
    assert_eq!((found("own"), found("read")), (vec![RuleId::RC1004], vec![RuleId::RC1001]));
    // What is read by a key that callers give, and what is made of a text of theirs, is theirs.
    assert_eq!((found("given"), found("sent")), (vec![RuleId::RC1004], vec![RuleId::RC1004]));
}

/// What a cast or a service leaves is all there is only if nobody may add to it.
#[test]
fn what_users_may_extend_is_flagged() {
    let project = two_parts(
        [("Extended.java", include_str!("library/Extended.java"))],
        [("Extender.java", include_str!("library/Extender.java"))],
    );
    let ran = run(&project, "app.Extender");
    assert_eq!(ran.lines().count(), 8, "{ran}");
    let result = analyze(&project);
    let accepted = Policy::default().accept_assumptions;
    for (method, class) in ran.lines().filter_map(|line| line.split_once(' ')) {
        let of = |row: &&SiteRow| {
            row.place.method == method && [".newInstance", ".load"].iter().any(|name| row.short_api().ends_with(name))
        };
        let row = result.sites.iter().find(of).unwrap();
        let lists = row.targets.iter().any(|target| target.class == class);
        assert!(lists || row.is_flagged(&accepted), "{method}: {class} is missed silently");
        // Its own classes are listed all the same.
        assert!(method == "byService" || !row.targets.is_empty(), "{method}: {:?}", row.reasons);
        let open = method.starts_with("by");
        assert_eq!(row.is_flagged(&accepted), open, "{method}: {:?}", row.reasons);
        let here = result.findings.iter().filter(|finding| finding.place.method == method);
        let open_here = here.filter(|found| found.tier.is_incomplete() && found.certainty.is_none());
        let rules: Vec<RuleId> = open_here.map(|found| found.rule).collect();
        assert_eq!(rules, if open { vec![RuleId::RC1004] } else { Vec::new() }, "{method}");
    }
}
