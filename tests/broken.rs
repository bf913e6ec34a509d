//! Reflective calls that always fail beside calls like them that never do, of each kind and form, run by JVMs and looked at by
//! the analysis: nearly all that fail are reported, and none that works. `broken/kinds.txt` has the kinds; a form is the way
//! that the deciding value takes to the call. A guard is what makes a call that would fail harmless: a handler around it, or a
//! test that keeps it from being reached.

#![expect(clippy::unwrap_used, reason = "what a test cannot set up fails it")]

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::{Path, PathBuf};

use reflection_check::base::stack::on_deep_stack;
use reflection_check::classpath::{ClassPath, ClassPathInput};
use reflection_check::engine;
use reflection_check::program::Program;
use reflection_check::result::{AnalysisResult, Certainty, Finding};
use reflection_check::spec;

use crate::support::java;
use crate::support::jdk::{jdk, jdk17};

const KINDS: &str = include_str!("broken/kinds.txt");
const TESTED: &str = include_str!("broken/Tested.java");
const SOURCES: &[(&str, &str)] = &[
    ("p/Things.java", include_str!("broken/Things.java")),
    ("p/Tested.java", TESTED),
    ("q/Other.java", include_str!("broken/Other.java")),
    ("q/Veiled.java", include_str!("broken/Veiled.java")),
    ("q/Services.java", include_str!("broken/Services.java")),
];
/// What lies beside the classes.
const RESOURCES: &[(&str, &str)] = &[
    ("META-INF/services/q.Services$Good", "q.Services$Provider\n"),
    ("META-INF/services/q.Services$Absent", "q.Services$Gone\n"),
    ("META-INF/services/q.Services$Unsuitable", "q.Other\n"),
    ("META-INF/services/q.Services$Abstract", "q.Services$AbstractProvider\n"),
    ("META-INF/services/q.Services$Given", "q.Services$GivenProvider\n"),
    ("META-INF/services/q.Services$Closed", "q.Services$ClosedProvider\n"),
    ("META-INF/services/q.Services$Inner", "q.Services$InnerProvider\n"),
    ("META-INF/services/q.Services$Malformed", "q.Services Provider\n"),
    ("texts/Words.properties", "a=b\n"),
];
/// A class that is there where the others are compiled, and nowhere else.
const REMOVED: &str = "p/Removed.class";

/// How the value gets to the call: members of a class, with NAME, TYPE, VALUE and CALL.
const FORMS: &[(&str, &str)] = &[
    ("Literal", "static void NAME() throws Throwable { TYPE it = VALUE; CALL }"),
    ("Field", "static TYPE NAME_kept = VALUE; static void NAME() throws Throwable { TYPE it = NAME_kept; CALL }"),
    (
        "Helper",
        "static TYPE NAME_given() { return VALUE; } static void NAME() throws Throwable { TYPE it = NAME_given(); CALL }",
    ),
    ("Loop", "static void NAME() throws Throwable { for (int i = 0; i < 2; i++) { TYPE it = VALUE; CALL } }"),
    (
        "Parameter",
        "static void NAME() throws Throwable { NAME_act(VALUE); } static void NAME_act(TYPE it) throws Throwable { CALL }",
    ),
];

/// What keeps a call with a value that fails from doing harm, with THROWS besides.
const HANDLERS: &[(&str, &str)] = &[
    (
        "Caught",
        "static void NAME() throws Throwable { try { TYPE it = VALUE; CALL } catch (THROWS e) { System.out.print(\"\"); } }",
    ),
    (
        "CaughtByCaller",
        "static void NAME() throws Throwable { try { NAME_act(VALUE); } catch (THROWS e) { System.out.print(\"\"); } } \
         static void NAME_act(TYPE it) throws Throwable { CALL }",
    ),
];
/// The kinds take these in turn.
const TESTS: &[(&str, &str)] = &[
    (
        "System",
        "static void NAME() throws Throwable { if (System.getProperty(\"os.name\").startsWith(\"Windows\")) \
         { TYPE it = VALUE; CALL } }",
    ),
    (
        "Version",
        "static void NAME() throws Throwable { if (Runtime.version().feature() < 9) { TYPE it = VALUE; CALL } }",
    ),
    ("Presence", "static void NAME() throws Throwable { if (Tested.isThere(\"p.Gone\")) { TYPE it = VALUE; CALL } }"),
];

/// A line of the table.
struct Kind<'t> {
    name: &'t str,
    rule: &'t str,
    /// The release that it fails on, if it works on the other.
    only: Option<u32>,
    source: &'t str,
    /// Simple names of what it throws.
    throws: Vec<&'t str>,
    ty: &'t str,
    bad: &'t str,
    good: &'t str,
    call: &'t str,
}

fn kinds() -> Vec<Kind<'static>> {
    let lines = KINDS.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let kind = |line: &'static str| {
        let &[name, rule, source, throws, ty, bad, good, call] = line.split(" | ").collect::<Vec<_>>().as_slice()
        else {
            panic!("{line}");
        };
        let (rule, only) = match rule.split_once('@') {
            Some((rule, release)) => (rule, Some(release.parse().unwrap())),
            None => (rule, None),
        };
        Kind { name, rule, only, source, throws: throws.split('/').collect(), ty, bad, good, call }
    };
    lines.map(kind).collect()
}

/// What a call is expected to do.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    Bad,
    Good,
    Guarded,
}

/// A method with one call.
struct Made {
    /// `Calls$K12`
    class: String,
    /// `BadLiteral`
    method: String,
    kind: usize,
    form: &'static str,
    sort: Sort,
}

impl Made {
    fn id(&self) -> String {
        format!("{}.{}", self.class, self.method)
    }

    fn shown(&self, kinds: &[Kind<'_>]) -> String {
        let kind = &kinds[self.kind];
        format!("{} {} ({}): {}", kind.rule, kind.name, self.form, self.id())
    }

    fn fails(&self, kinds: &[Kind<'_>], release: u32) -> bool {
        self.sort == Sort::Bad && kinds[self.kind].only.is_none_or(|only| only == release)
    }
}

/// A class for each kind, with a method for each form and guard.
fn made(kinds: &[Kind<'_>]) -> (Vec<Made>, String) {
    let (mut all, mut text) = (
        Vec::new(),
        "package p;\nimport java.lang.invoke.*;\nimport java.lang.reflect.*;\nimport java.util.*;\n\
         @SuppressWarnings({\"deprecation\", \"unchecked\", \"removal\"}) class Calls {\n"
            .to_owned(),
    );
    for (nth, kind) in kinds.iter().enumerate() {
        writeln!(text, "static class K{nth} {{").unwrap();
        let forms = FORMS.iter().flat_map(|form| [(Sort::Bad, "Bad", form), (Sort::Good, "Good", form)]);
        let test = &TESTS[nth % TESTS.len()];
        let guards = HANDLERS.iter().chain([test]).map(|guard| (Sort::Guarded, "Guarded", guard));
        for (sort, prefix, &(form, template)) in forms.chain(guards) {
            let method = format!("{prefix}{form}");
            let value = if sort == Sort::Good { kind.good } else { kind.bad };
            let body = template
                .replace("NAME", &method)
                .replace("TYPE", kind.ty)
                .replace("THROWS", &kind.throws.join(" | "))
                .replace("VALUE", value)
                .replace("CALL", kind.call);
            writeln!(text, "{body}").unwrap();
            all.push(Made { class: format!("Calls$K{nth}"), method, kind: nth, form, sort });
        }
        text.push_str("}\n");
    }
    text.push_str("}\n");
    (all, text)
}

/// The methods of the classes that are written by hand: those that fail say by which rule.
fn tested() -> Vec<(String, Option<&'static str>)> {
    let classes = TESTED.lines().filter_map(|line| line.strip_prefix("    static class "));
    let classes = classes.filter_map(|rest| {
        let (name, comment) = rest.split_once(" {")?;
        Some((format!("Tested${name}.run"), comment.trim().strip_prefix("// ")))
    });
    classes.collect()
}

/// Most calls that one method makes.
const PART: usize = 400;

/// A program that runs each method and says how it ended.
fn main_of(methods: &[String]) -> String {
    let mut text = "package p;\npublic class Main {\n\
        interface Action { void run() throws Throwable; }\n\
        static void run(String name, Action action) {\n\
        try { action.run(); System.out.println(name + \" ends\"); }\n\
        catch (Throwable t) { System.out.println(name + \" \" + t.getClass().getSimpleName()); } }\n"
        .to_owned();
    let parts = methods.chunks(PART);
    let all: String = (0..parts.len()).map(|nth| format!("Part{nth}.all(); ")).collect();
    writeln!(text, "public static void main(String[] args) {{ {all} }}").unwrap();
    for (nth, part) in parts.enumerate() {
        writeln!(text, "static class Part{nth} {{ static void all() {{").unwrap();
        for method in part {
            let (class, name) = method.rsplit_once('.').unwrap();
            writeln!(text, "run(\"{method}\", {}::{name});", class.replace('$', ".")).unwrap();
        }
        text.push_str("} }\n");
    }
    text.push_str("}\n");
    text
}

/// The classes of these programs, and the folder that goes with them.
pub(crate) fn compiled() -> (tempfile::TempDir, PathBuf) {
    let Project { place, classes, .. } = project();
    (place, classes)
}

/// The rules that some of these calls are reported by.
pub(crate) fn rules() -> BTreeSet<&'static str> {
    kinds().iter().map(|kind| kind.rule).collect()
}

struct Project {
    place: tempfile::TempDir,
    classes: PathBuf,
    kinds: Vec<Kind<'static>>,
    made: Vec<Made>,
}

fn project() -> Project {
    let place = tempfile::tempdir().unwrap();
    let kinds = kinds();
    let (made, calls) = made(&kinds);
    let all: Vec<String> = made.iter().map(Made::id).chain(tested().into_iter().map(|(id, _)| id)).collect();
    let main = main_of(&all);
    let write = |folder: &Path, name: &str, text: &str| {
        let path = folder.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
        path
    };
    let sources = SOURCES.iter().copied().chain([("p/Calls.java", calls.as_str()), ("p/Main.java", main.as_str())]);
    let files: Vec<PathBuf> = sources.map(|(name, text)| write(place.path(), name, text)).collect();
    let classes = place.path().join("classes");
    let files: Vec<_> = files.iter().map(PathBuf::as_path).collect();
    java::javac(&jdk17(), &["-Xlint:none", "-g"], &files, &classes);
    std::fs::remove_file(classes.join(REMOVED)).unwrap();
    for (name, text) in RESOURCES {
        write(&classes, name, text);
    }
    Project { place, classes, kinds, made }
}

impl Project {
    /// How each method ended in a JVM: the exception, if one did.
    fn ran(&self, home: &Path) -> BTreeMap<String, Option<String>> {
        let text = java::java(home, ["-cp", self.classes.to_str().unwrap(), "p.Main"]);
        let line = |line: &str| {
            let (method, end) = line.split_once(' ').unwrap();
            (method.to_owned(), (end != "ends").then(|| end.to_owned()))
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

    /// What the JVM did otherwise than the table says.
    fn judged(&self, release: u32, ran: &BTreeMap<String, Option<String>>) -> Vec<String> {
        let mut wrong = Vec::new();
        for made in &self.made {
            let end = &ran[&made.id()];
            let is_as_said = match end {
                Some(end) => made.fails(&self.kinds, release) && self.kinds[made.kind].throws.contains(&end.as_str()),
                None => !made.fails(&self.kinds, release),
            };
            if !is_as_said {
                wrong.push(format!("JDK {release}: {} ended with {end:?}", made.shown(&self.kinds)));
            }
        }
        for (id, rule) in tested() {
            if rule.is_some() != ran[&id].is_some() {
                wrong.push(format!("JDK {release}: {id} ended with {:?}", ran[&id]));
            }
        }
        wrong
    }
}

/// The method that a finding is about, of those that the program runs: parts of one are named after it, and handwritten ones are
/// classes of their own.
fn method_of(finding: &Finding) -> String {
    let class = finding.place.class.strip_prefix("p.").unwrap_or(&finding.place.class);
    if class.starts_with("Tested$") {
        return format!("{class}.run");
    }
    let method = &finding.place.method;
    format!("{class}.{}", method.split('_').next().unwrap_or(method))
}

fn is_sure(finding: &Finding) -> bool {
    matches!(finding.certainty, Some(Certainty::Proven | Certainty::Likely))
}

/// How many of how many, by rule and form.
#[derive(Default)]
struct Share {
    found: usize,
    all: usize,
    by: BTreeMap<(String, &'static str), (usize, usize)>,
    missed: Vec<String>,
}

impl Share {
    fn add(&mut self, is_found: bool, rule: &str, form: &'static str, missed: impl FnOnce() -> String) {
        let cell = self.by.entry((rule.to_owned(), form)).or_default();
        self.all += 1;
        cell.1 += 1;
        if is_found {
            self.found += 1;
            cell.0 += 1;
        } else {
            self.missed.push(missed());
        }
    }

    fn print(&self, what: &str) {
        println!("{what}: {} of {}", self.found, self.all);
        let rules: BTreeSet<&String> = self.by.keys().map(|(rule, _)| rule).collect();
        for rule in rules {
            let cells = self.by.iter().filter(|((of, _), _)| of == rule);
            let cells: Vec<String> =
                cells.map(|((_, form), (found, all))| format!("{form} {found} of {all}")).collect();
            println!("  {rule}: {}", cells.join(", "));
        }
        self.missed.iter().for_each(|missed| println!("  not {missed}"));
    }

    fn is_enough(&self) -> bool {
        self.found * 100 >= self.all * 95
    }
}

#[test]
fn calls_that_always_fail_are_reported_and_no_others() {
    let project = project();
    let documented = project.kinds.iter().filter(|kind| kind.source != "code").count();
    println!("{} kinds, {documented} of the documentation of the JDK", project.kinds.len());
    assert!(documented >= 50);
    for release in [17, 25] {
        let Some(home) = jdk(release) else { continue };
        let ran = project.ran(&home);
        let mut wrong = project.judged(release, &ran);
        let result = project.analyze(home);
        let mut findings: BTreeMap<String, Vec<&Finding>> = BTreeMap::new();
        for finding in &result.findings {
            let method = method_of(finding);
            if is_sure(finding) && ran.get(&method).is_none_or(Option::is_none) {
                wrong.push(format!("JDK {release}: {method} works, and {} says {}", finding.rule, finding.summary));
            }
            findings.entry(method).or_default().push(finding);
        }
        let of = |id: &str, rule: &str, fits: fn(&Finding) -> bool| {
            findings.get(id).is_some_and(|all| all.iter().any(|found| found.rule.to_string() == rule && fits(found)))
        };
        let (mut broken, mut guarded, mut clean) = (Share::default(), Share::default(), Share::default());
        for made in &project.made {
            let kind = &project.kinds[made.kind];
            let missed = || made.shown(&project.kinds);
            match made.sort {
                _ if made.fails(&project.kinds, release) => {
                    broken.add(of(&made.id(), kind.rule, is_sure), kind.rule, made.form, missed);
                }
                Sort::Guarded if kind.only.is_none_or(|only| only == release) => {
                    let is_guarded = |found: &Finding| found.certainty == Some(Certainty::Guarded);
                    guarded.add(of(&made.id(), kind.rule, is_guarded), kind.rule, made.form, missed);
                }
                _ => {
                    let is_silent = !findings.get(&made.id()).is_some_and(|all| all.iter().any(|found| is_sure(found)));
                    clean.add(is_silent, kind.rule, made.form, missed);
                }
            }
        }
        for (id, rule) in tested() {
            if let Some(rule) = rule {
                broken.add(of(&id, rule, is_sure), rule, "Handwritten", || id.clone());
            } else {
                let is_silent = !findings.get(&id).is_some_and(|all| all.iter().any(|found| is_sure(found)));
                clean.add(is_silent, "any", "Handwritten", || id.clone());
            }
        }
        broken.print(&format!("JDK {release}: calls that fail are reported"));
        guarded.print(&format!("JDK {release}: guarded calls are said to be"));
        clean.print(&format!("JDK {release}: calls that work are not reported"));
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
        assert!(broken.is_enough() && broken.all >= 150, "JDK {release}:\n{}", broken.missed.join("\n"));
        assert!(guarded.is_enough(), "JDK {release}:\n{}", guarded.missed.join("\n"));
        assert!(clean.missed.is_empty() && clean.all >= 150, "JDK {release}:\n{}", clean.missed.join("\n"));
    }
}
