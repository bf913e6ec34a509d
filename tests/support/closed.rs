//! A program in two parts whose library is closed or opened, and what is found of calls in methods of the application. Must not know
//! what is tested.

use std::path::PathBuf;

use reflection_check::base::stack::on_deep_stack;
use reflection_check::classpath::{ClassPath, ClassPathInput, ClassPathItem};
use reflection_check::config::{Analysis, Scope};
use reflection_check::engine;
use reflection_check::program::Program;
use reflection_check::result::{AnalysisResult, SiteRow};
use reflection_check::spec;
use reflection_check::verdict::inventory;

use super::jdk;
use super::two_parts::TwoParts;

/// `small`: libraries of at most so many classes are opened as a whole.
pub(crate) fn analyze(parts: &TwoParts, scope: Scope, small: Option<usize>) -> AnalysisResult {
    analyze_with(parts, scope, engine::Options { small_libraries: small, ..engine::Options::default() })
}

/// The same with these options, but for the scope.
pub(crate) fn analyze_with(parts: &TwoParts, scope: Scope, options: engine::Options) -> AnalysisResult {
    let options = engine::Options { analysis: Analysis { scope, ..Analysis::default() }, ..options };
    let specs = spec::load(&[], None).unwrap();
    with_program(parts, |program| engine::analyze(program, &specs, &options))
}

/// What is asked of the program.
pub(crate) fn with_program<T: Send>(parts: &TwoParts, ask: impl FnOnce(&Program) -> T + Send) -> T {
    with_libraries(parts, std::slice::from_ref(&parts.library), ask)
}

/// The same where the library's classes lie in these places.
pub(crate) fn with_libraries<T: Send>(
    parts: &TwoParts,
    libraries: &[PathBuf],
    ask: impl FnOnce(&Program) -> T + Send,
) -> T {
    let item = |path: &PathBuf| ClassPathItem { path: path.clone(), ..ClassPathItem::default() };
    let input = ClassPathInput {
        classes: vec![parts.classes.clone()],
        classpath: libraries.iter().map(item).collect(),
        jdk_home: parts.home.clone(),
        ..ClassPathInput::default()
    };
    on_deep_stack(|| {
        let (class_path, _) = ClassPath::open(&input).unwrap();
        ask(&Program::with_outlines(class_path, inventory::wanted(), None))
    })
    .unwrap()
}

/// What `app.Main` prints in a JVM.
pub(crate) fn said(parts: &TwoParts) -> String {
    let path = std::env::join_paths([&parts.classes, &parts.library]).unwrap();
    let output = jdk::java(&parts.home).arg("-cp").arg(path).arg("app.Main").output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// The calls of `Class.forName` that stand in methods of this name.
pub(crate) fn rows<'r>(result: &'r AnalysisResult, method: &str) -> Vec<&'r SiteRow> {
    let of = |row: &&SiteRow| row.place.class.starts_with("app.") && row.place.method == method;
    let found: Vec<&SiteRow> = result.sites.iter().filter(of).filter(|row| row.id.contains("forName")).collect();
    assert!(!found.is_empty(), "no call in {method}");
    found
}

pub(crate) fn targets(rows: &[&SiteRow]) -> Vec<String> {
    let mut all: Vec<String> = rows.iter().flat_map(|row| &row.targets).map(|target| target.class.clone()).collect();
    all.sort();
    all.dedup();
    all
}
