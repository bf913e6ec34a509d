//! Reflection utilities of libraries: the rows of each name methods that its jar has, each is called by a program that a JVM runs, and
//! what ran or was found is among what the tool lists. Must not know how they are modelled.

#![expect(clippy::unwrap_used, reason = "what a test cannot set up fails it")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use reflection_check::base::stack::on_deep_stack;
use reflection_check::classpath::{ClassPath, ClassPathInput, ClassPathItem};
use reflection_check::config::{Analysis, Policy, Scope};
use reflection_check::engine;
use reflection_check::program::{MethodId, Program};
use reflection_check::reflection::{API, ApiTable, Row};
use reflection_check::result::{AnalysisResult, RuleId, SiteRow};
use reflection_check::spec;
use reflection_check::verdict::inventory;

use crate::harness::bytecode;
use crate::support::{java, jdk, maven};

const LIBRARIES: [&str; 4] = [
    "org.springframework:spring-beans:6.2.8",
    "org.apache.commons:commons-lang3:3.14.0",
    "commons-lang:commons-lang:2.6",
    "commons-beanutils:commons-beanutils:1.9.4",
];

/// Kotlin's, whose rows `tests/kotlin.rs` calls: here it is enough that they are methods.
const KOTLIN: [&str; 2] = ["org.jetbrains.kotlin:kotlin-reflect:2.1.0", "org.jetbrains.kotlin:kotlin-stdlib:2.1.0"];

/// Programs that call them.
struct Calls {
    _place: tempfile::TempDir,
    home: PathBuf,
    classes: PathBuf,
    libraries: Vec<PathBuf>,
}

impl Calls {
    /// `None` where the libraries cannot be had.
    #[track_caller]
    fn new(programs: &[&str]) -> Option<Self> {
        let (own, needed) = maven::class_path(&LIBRARIES)?;
        let libraries = [own, needed].concat();
        let place = tempfile::tempdir().unwrap();
        let home = jdk::jdk17();
        let classes = place.path().join("classes");
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/utilities");
        let sources: Vec<PathBuf> = programs.iter().map(|name| folder.join(name)).collect();
        let path = std::env::join_paths(&libraries).unwrap();
        let arguments = ["-Xlint:none", "-cp", path.to_str().unwrap()];
        java::javac(&home, &arguments, &sources.iter().map(PathBuf::as_path).collect::<Vec<_>>(), &classes);
        Some(Self { _place: place, home, classes, libraries })
    }

    fn with_program<T: Send>(&self, ask: impl FnOnce(&Program) -> T + Send) -> T {
        let item = |path: &PathBuf| ClassPathItem { path: path.clone(), ..ClassPathItem::default() };
        let input = ClassPathInput {
            classes: vec![self.classes.clone()],
            classpath: self.libraries.iter().map(item).collect(),
            jdk_home: self.home.clone(),
            ..ClassPathInput::default()
        };
        on_deep_stack(|| {
            let (class_path, _) = ClassPath::open(&input).unwrap();
            ask(&Program::with_outlines(class_path, inventory::wanted(), None))
        })
        .unwrap()
    }

    /// `off`: what is switched off.
    fn analyze(&self, off: &[&str]) -> AnalysisResult {
        let analysis = Analysis { scope: Scope::Demand, ..Analysis::default() };
        let off: Vec<String> = off.iter().map(|&rule| rule.to_owned()).collect();
        let options =
            engine::Options { analysis, off: engine::Switches::parse(&off).unwrap(), ..engine::Options::default() };
        let specs = spec::load(&[], None).unwrap();
        self.with_program(|program| engine::analyze(program, &specs, &options))
    }

    /// What a program says, by case: `p.Class`, or `p.Class member`.
    fn said(&self, main: &str) -> BTreeMap<String, BTreeSet<String>> {
        let path = std::env::join_paths([std::slice::from_ref(&self.classes), &self.libraries].concat()).unwrap();
        let text = java::java(&self.home, ["-cp", path.to_str().unwrap(), main, "inner.active"]);
        let mut said: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for line in text.lines() {
            let (case, found) = line.split_once(' ').unwrap();
            // Spring says something of its logging.
            if found.starts_with("app.") || found.starts_with("java.") || !found.contains(' ') {
                said.entry(case.to_owned()).or_default().insert(found.to_owned());
            }
        }
        said
    }
}

/// Calls of utilities in methods of a name, lambdas in them included.
fn rows<'r>(result: &'r AnalysisResult, method: &str) -> Vec<&'r SiteRow> {
    let of_library = |row: &SiteRow| ApiTable::get().written(&row.api).is_some_and(|api| api.of_library);
    let found: Vec<&SiteRow> =
        result.sites.iter().filter(|row| row.place.method == method && of_library(row)).collect();
    assert!(!found.is_empty(), "no call in {method}");
    found
}

fn targets(rows: &[&SiteRow]) -> BTreeSet<String> {
    let of = |row: &&SiteRow| row.targets.clone();
    let text = |target: reflection_check::result::Target| match target.member {
        Some(member) => format!("{} {member}", target.class),
        None => target.class,
    };
    rows.iter().flat_map(of).map(text).collect()
}

#[test]
fn what_ran_is_found() {
    let Some(calls) = Calls::new(&["Main.java"]) else { return };
    let said = calls.said("app.Main");
    assert_eq!(said.len(), 195, "{:?}", said.keys());
    let result = calls.analyze(&[]);
    let accepted = Policy::default().accept_assumptions;
    let mut wrong = Vec::new();
    for (case, found) in &said {
        let rows = rows(&result, case);
        let listed = targets(&rows);
        // Of what makes an object the class may be listed.
        let has = |what: &String| listed.contains(what) || listed.contains(what.trim_end_matches(" <init>"));
        if rows.iter().any(|row| row.is_flagged(&accepted)) || !found.iter().all(has) {
            wrong.push(format!("{case}: {found:?} ran, listed {listed:?}"));
        }
    }
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
}

#[test]
fn no_call_goes_unsaid_without_the_rule() {
    let Some(calls) = Calls::new(&["Main.java"]) else { return };
    let result = calls.analyze(&["utilities"]);
    let accepted = Policy::default().accept_assumptions;
    let rows = || result.sites.iter().filter(|row| ApiTable::get().written(&row.api).is_some_and(|api| api.of_library));
    let silent: Vec<&str> = rows().filter(|row| !row.is_flagged(&accepted)).map(|row| row.id.as_str()).collect();
    assert!(rows().count() > 190 && silent.is_empty(), "\n{}\n", silent.join("\n"));
}

/// How libraries choose, and who may answer in their place: what is not followed is flagged, at the call or where its result is used.
#[test]
fn whatever_ran_is_found_or_flagged() {
    ran_or_flagged("Ways", 20, &["converted", "nested", "toldByBeanInfo", "wrapped"]);
    ran_or_flagged("Replaced", 1, &["replaced"]);
}

/// `flagged`: the cases of which something is not followed.
#[track_caller]
fn ran_or_flagged(program: &str, count: usize, flagged: &[&str]) {
    let Some(calls) = Calls::new(&[&format!("{program}.java")]) else { return };
    let said = calls.said(&format!("app.{program}"));
    assert_eq!(said.len(), count, "{:?}", said.keys());
    let result = calls.analyze(&[]);
    let accepted = Policy::default().accept_assumptions;
    let of_case = |case: &str| result.sites.iter().filter(|row| row.place.method == case).collect::<Vec<_>>();
    let is_flagged = |case: &str| of_case(case).iter().any(|row| row.is_flagged(&accepted));
    let mut wrong = Vec::new();
    for (case, found) in said.iter().filter(|(case, _)| !is_flagged(case)) {
        // What is called says by itself which class it found.
        let called = result.sites.iter().filter(|row| row.place.class == "app.Ways$Arity");
        let listed = targets(&called.chain(of_case(case)).collect::<Vec<_>>());
        let has = |what: &String| listed.contains(what) || listed.contains(what.trim_end_matches(" <init>"));
        if !found.iter().all(has) {
            wrong.push(format!("{case}: {found:?} ran, listed {listed:?}"));
        }
    }
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
    let are_flagged: Vec<&str> = said.keys().map(String::as_str).filter(|case| is_flagged(case)).collect();
    assert_eq!(are_flagged, flagged);
}

#[test]
fn what_is_not_known_is_flagged() {
    let Some(calls) = Calls::new(&["Open.java"]) else { return };
    let result = calls.analyze(&[]);
    let accepted = Policy::default().accept_assumptions;
    let (mut seen, mut wrong) = (0, Vec::new());
    let cases: BTreeSet<&str> = result.sites.iter().map(|row| row.place.method.as_str()).collect();
    for case in cases.into_iter().filter(|case| ["open", "bounded", "none"].iter().any(|of| case.starts_with(of))) {
        let rows = rows(&result, case);
        let (is_flagged, listed) = (rows.iter().any(|row| row.is_flagged(&accepted)), targets(&rows));
        let is_right = match case {
            _ if case.starts_with("open") => is_flagged,
            _ if case.starts_with("bounded") => !is_flagged && !listed.is_empty(),
            _ => listed.is_empty(),
        };
        if !is_right {
            wrong.push(format!("{case}: flagged {is_flagged}, listed {listed:?}"));
        }
        seen += 1;
    }
    assert_eq!(seen, 28);
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
    // What a look-up that throws does not find is said; one that gives null says so itself.
    let broken = |rule| result.findings.iter().filter(move |finding| finding.rule == rule).count();
    assert_eq!([RuleId::RC3001, RuleId::RC3002].map(broken), [1, 3]);
}

#[test]
fn properties_that_the_program_tells_are_flagged() {
    ran_or_flagged("Told", 1, &["introspected"]);
}

#[test]
fn properties_that_are_not_there_are_said() {
    let Some(calls) = Calls::new(&["Missing.java"]) else { return };
    let said = calls.said("app.Missing");
    assert_eq!(said.len(), 18);
    let result = calls.analyze(&[]);
    let is_said = |case: &str| {
        let of_case = result.findings.iter().filter(|finding| finding.place.method == case);
        of_case.filter(|finding| finding.rule == RuleId::RC3002).count() == 1
    };
    let (missing, found): (Vec<_>, Vec<_>) = said.iter().partition(|(_, words)| words.contains(&"missing".to_owned()));
    assert_eq!(missing.len(), 7);
    let unsaid: Vec<_> = missing.iter().filter(|(case, _)| !is_said(case)).collect();
    let wrong: Vec<_> = found.iter().filter(|(case, _)| is_said(case)).collect();
    assert!(unsaid.is_empty() && wrong.is_empty(), "unsaid {unsaid:?}, wrong {wrong:?}");
}

/// The methods that a row speaks of.
fn methods(program: &Program, row: &Row) -> Vec<MethodId> {
    let Some(class) = program.find_class(row.class) else { return Vec::new() };
    let named = program.methods_named(class, program.sym(row.name)).into_iter();
    let desc = |method: MethodId| program.str(program.method_desc(program.method(method).desc).text);
    named.filter(|&method| row.desc == "*" || desc(method) == row.desc).collect()
}

#[test]
fn each_row_has_a_method_and_a_call() {
    let Some(calls) = Calls::new(&["Main.java", "Open.java"]) else { return };
    let called: BTreeSet<(String, String, String)> = bytecode::below(&calls.classes, |_| false)
        .into_iter()
        .flat_map(|method| method.calls)
        .map(|call| (call.owner, call.name, call.descriptor))
        .collect();
    let Some(kotlin) = maven::jars(&KOTLIN) else { return };
    let calls = Calls { libraries: [calls.libraries, kotlin].concat(), ..calls };
    let of_libraries = || API.iter().filter(|row| row.of_library);
    let wrong: Vec<String> = calls.with_program(|program| {
        let mut wrong = Vec::new();
        for row in of_libraries() {
            let is_called = |row: &Row| {
                called.iter().any(|(class, name, desc)| {
                    class == row.class && name == row.name && (row.desc == "*" || row.desc == desc)
                })
            };
            let is_shown = row.class.starts_with("kotlin/") || is_called(row);
            let methods = methods(program, row);
            if methods.is_empty() {
                wrong.push(format!("{}: there is no such method", row.written()));
            } else if row.is_resolved() && !is_shown {
                wrong.push(format!("{}: no example in tests/utilities", row.written()));
            }
            wrong.extend(misplaced(program, row, &methods));
        }
        wrong
    });
    assert!(of_libraries().count() > 180 && wrong.is_empty(), "\n{}\n", wrong.join("\n"));
}

/// Inputs that no overload has at their positions.
fn misplaced(program: &Program, row: &Row, methods: &[MethodId]) -> Vec<String> {
    let has = |method: MethodId, position: usize| {
        let data = program.method(method);
        let receiver = usize::from(data.access & reflection_check::program::access::STATIC == 0);
        position < program.method_desc(data.desc).params.len() + receiver
    };
    let is_absent = |&position: &usize| !methods.iter().any(|&method| has(method, position));
    let wrong = row.positions().filter(is_absent);
    wrong.map(|position| format!("{}: nothing at {position}", row.written())).collect()
}
