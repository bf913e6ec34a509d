//! Reflective calls that always fail beside calls like them that never do, of each kind and form, run by JVMs and looked at by
//! the analysis: nearly all that fail are reported, and none that works. `broken/kinds.txt` has the kinds; a form is the way
//! that the deciding value takes to the call.

#![expect(clippy::unwrap_used, reason = "what a test cannot set up fails it")]

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::PathBuf;

use reflection_check::base::stack::on_deep_stack;
use reflection_check::classpath::{ClassPath, ClassPathInput};
use reflection_check::engine;
use reflection_check::program::Program;
use reflection_check::result::{AnalysisResult, Certainty};
use reflection_check::spec;

use crate::support::java;
use crate::support::jdk::{jdk, jdk17};

const KINDS: &str = include_str!("broken/kinds.txt");
const SOURCES: &[(&str, &str)] = &[
    ("p/Things.java", include_str!("broken/Things.java")),
    ("p/Tested.java", include_str!("broken/Tested.java")),
    ("q/Other.java", include_str!("broken/Other.java")),
    ("q/Services.java", include_str!("broken/Services.java")),
];
const SERVICES: &[(&str, &str)] = &[
    ("q.Services$Good", "q.Services$Provider\n"),
    ("q.Services$Absent", "q.Services$Gone\n"),
    ("q.Services$Unsuitable", "q.Other\n"),
];

/// How the value gets to the call: members of the class, with TYPE, VALUE and CALL.
const FORMS: &[(&str, &str)] = &[
    ("Literal", "static void run() throws Throwable { TYPE it = VALUE; CALL }"),
    ("Field", "static TYPE kept = VALUE; static void run() throws Throwable { TYPE it = kept; CALL }"),
    ("Helper", "static TYPE given() { return VALUE; } static void run() throws Throwable { TYPE it = given(); CALL }"),
    ("Loop", "static void run() throws Throwable { for (int i = 0; i < 2; i++) { TYPE it = VALUE; CALL } }"),
    (
        "Parameter",
        "static void run() throws Throwable { act(VALUE); } static void act(TYPE it) throws Throwable { CALL }",
    ),
];

/// A class with one call.
struct Made {
    /// `GoodLiteral12`
    class: String,
    kind: String,
    rule: String,
    fails: bool,
}

fn made() -> (Vec<Made>, String) {
    let (mut all, mut text) =
        (Vec::new(), "package p;\n@SuppressWarnings({\"deprecation\", \"unchecked\"}) class Calls {\n".to_owned());
    let kinds = KINDS.lines().filter(|line| !line.starts_with('#'));
    for (nth, line) in kinds.enumerate() {
        let &[kind, rule, ty, bad, good, call] = line.split(" | ").collect::<Vec<_>>().as_slice() else {
            panic!("{line}");
        };
        for (form, template) in FORMS {
            for (sort, value) in [("Bad", bad), ("Good", good)] {
                let class = format!("{sort}{form}{nth}");
                let body = template.replace("TYPE", ty).replace("VALUE", value).replace("CALL", call);
                writeln!(text, "static class {class} {{ {body} }}").unwrap();
                let kind = format!("{kind} ({form})");
                all.push(Made { class: format!("Calls${class}"), kind, rule: rule.to_owned(), fails: sort == "Bad" });
            }
        }
    }
    text.push_str("}\n");
    (all, text)
}

/// A program that runs each class and says how it ended.
fn main_of(classes: &[String]) -> String {
    let mut text = "package p;\nimport java.util.concurrent.Callable;\npublic class Main {\n\
        interface Action { void run() throws Throwable; }\n\
        static void run(String name, Action action) {\n\
        try { action.run(); System.out.println(name + \" ends\"); }\n\
        catch (Throwable t) { System.out.println(name + \" \" + t.getClass().getName()); } }\n\
        public static void main(String[] args) {\n"
        .to_owned();
    for class in classes {
        let source = class.replace('$', ".");
        writeln!(text, "run(\"{class}\", () -> {source}.run());").unwrap();
    }
    text.push_str("} }\n");
    text
}

struct Project {
    _place: tempfile::TempDir,
    classes: PathBuf,
    made: Vec<Made>,
}

fn project() -> Project {
    let place = tempfile::tempdir().unwrap();
    let (made, calls) = made();
    let tested =
        include_str!("broken/Tested.java").lines().filter_map(|line| line.trim().strip_prefix("static class "));
    let tested = tested.map(|rest| format!("Tested${}", rest.trim_end_matches(" {")));
    let all: Vec<String> = made.iter().map(|made| made.class.clone()).chain(tested).collect();
    let main = main_of(&all);
    let sources = SOURCES.iter().copied().chain([("p/Calls.java", calls.as_str()), ("p/Main.java", main.as_str())]);
    let write = |(name, text): (&str, &str)| {
        let path = place.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
        path
    };
    let files: Vec<PathBuf> = sources.map(write).collect();
    let classes = place.path().join("classes");
    let files: Vec<_> = files.iter().map(PathBuf::as_path).collect();
    java::javac(&jdk17(), &["-Xlint:none", "-g"], &files, &classes);
    for (service, text) in SERVICES {
        let folder = classes.join("META-INF/services");
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join(service), text).unwrap();
    }
    Project { _place: place, classes, made }
}

impl Project {
    /// How each class ended in a JVM: the exception, if one did.
    fn ran(&self, home: &std::path::Path) -> BTreeMap<String, Option<String>> {
        let text = java::java(home, ["-cp", self.classes.to_str().unwrap(), "p.Main"]);
        let line = |line: &str| {
            let (class, end) = line.split_once(' ').unwrap();
            (class.to_owned(), (end != "ends").then(|| end.to_owned()))
        };
        text.lines().map(line).collect()
    }

    fn analyze(&self, home: PathBuf) -> AnalysisResult {
        let input = ClassPathInput { classes: vec![self.classes.clone()], jdk_home: home, ..ClassPathInput::default() };
        on_deep_stack(|| {
            let (class_path, _) = ClassPath::open(&input).unwrap();
            let specs = spec::load(&[], None).unwrap();
            engine::analyze(&Program::new(class_path), &specs, &engine::Options::default())
        })
        .unwrap()
    }
}

#[test]
fn calls_that_always_fail_are_reported_and_no_others() {
    let project = project();
    for feature in [17, 25] {
        let Some(home) = jdk(feature) else { continue };
        let ran = project.ran(&home);
        let result = project.analyze(home);
        let mut wrong = Vec::new();
        let mut reported: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
        for finding in &result.findings {
            if matches!(finding.certainty, Some(Certainty::Proven | Certainty::Likely)) {
                let class = finding.place.class.strip_prefix("p.").unwrap_or_default();
                reported.entry(class).or_default().insert(finding.rule.to_string());
                let fails = ran.iter().any(|(of, end)| class.starts_with(of.as_str()) && end.is_some());
                if !fails {
                    wrong.push(format!("JDK {feature}: {class} works, and {} says {}", finding.rule, finding.summary));
                }
            }
        }
        let (mut found, mut missed) = (0, Vec::new());
        for Made { class, kind, rule, fails } in &project.made {
            let end = &ran[class];
            if end.is_some() != *fails {
                wrong.push(format!("JDK {feature}: {class}, {kind}, ended with {end:?}"));
            }
            if *fails {
                match reported.get(class.as_str()).is_some_and(|rules| rules.contains(rule)) {
                    true => found += 1,
                    false => missed.push(format!("{class} {rule} {kind}: {:?}", reported.get(class.as_str()))),
                }
            }
        }
        let all = found + missed.len();
        println!("JDK {feature}: {found} of {all} calls that fail are reported; not:\n{}", missed.join("\n"));
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
        assert!(found * 100 >= all * 95, "JDK {feature}: {found} of {all}:\n{}", missed.join("\n"));
        assert!(all >= 150);
    }
}
