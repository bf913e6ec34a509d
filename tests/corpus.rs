//! The solver's answer for whole programs, looked at as that for the fixtures is: the graph solved again, and each statement
//! by itself. The programs are those of request files, as `reflection-check check --request` takes them, with absolute
//! paths; of a request the class path and the JDK count. They are not part of the project, so that the test waits to be
//! asked. Where a node has too many objects of a sort to tell them apart, what the limit leaves out is not compared:
//!
//! ```text
//! CORPUS_REQUESTS=snakeyaml.json:junit4.json cargo test --release --test suite corpus:: -- --ignored --nocapture
//! ```

#![expect(clippy::unwrap_used, reason = "what a test cannot set up fails it")]

use std::path::Path;

use reflection_check::base::stack::on_deep_stack;
use reflection_check::classpath::{ClassPath, ClassPathInput, ClassPathItem};
use reflection_check::config::{Analysis, EntryPoints, Request};
use reflection_check::engine::{self, Options};
use reflection_check::program::Program;
use reflection_check::spec::SpecSet;

use crate::harness::{closure, constraints};
use crate::support::jdk::jdk17;

#[test]
#[ignore = "needs programs: CORPUS_REQUESTS"]
fn answers_for_whole_programs_are_least_and_complete() {
    let requests = std::env::var_os("CORPUS_REQUESTS").expect("CORPUS_REQUESTS names request files");
    let mut failures = Vec::new();
    for request in std::env::split_paths(&requests) {
        let name = request.file_name().unwrap().to_string_lossy().into_owned();
        for (what, lines, compared) in on_deep_stack(|| check(&request)).unwrap() {
            println!("{what} of {name}: {compared}, {} differences", lines.len());
            failures.extend(lines.into_iter().take(20).map(|line| format!("{what} of {name}: {line}")));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// For each way to look at the answer what is wrong with it, and how much was compared.
fn check(request: &Path) -> Vec<(&'static str, Vec<String>, String)> {
    let request: Request = serde_json::from_slice(&std::fs::read(request).unwrap()).unwrap();
    let (class_path, _) = ClassPath::open(&input(request)).unwrap();
    let program = Program::new(class_path);
    let analysis = Analysis { entry: EntryPoints::Main, ..Analysis::default() };
    let options = Options { analysis, threads: 1, record: true, ..Options::default() };
    let mut looks = Vec::new();
    engine::analyze_and_look(&program, &SpecSet::default(), &options, |solver| {
        let (lines, compared) = closure::check(solver);
        looks.push(("graph", lines, compared));
        let (lines, compared) = constraints::check(solver);
        looks.push(("statements", lines, compared));
    });
    let damaged: Vec<String> =
        program.diags().into_iter().filter(|diag| diag.code == "damaged-code").map(|diag| diag.message).collect();
    looks.push(("code", damaged, format!("{} diagnostics", program.diags().len())));
    looks
}

/// The class path and the JDK of a request.
pub(crate) fn input(request: Request) -> ClassPathInput {
    let item = |item: &reflection_check::config::ClassPathItem| ClassPathItem {
        path: item.path.clone(),
        id: item.id.clone(),
        application: item.application,
        provided: item.provided,
    };
    ClassPathInput {
        classes: request.classes,
        resources: request.resources,
        classpath: request.classpath.iter().map(item).collect(),
        app_packages: request.app_packages,
        jdk_home: request.jdk_home.unwrap_or_else(jdk17),
        jdk_release: request.jdk_release,
        project_dir: request.project_dir,
        ..ClassPathInput::default()
    }
}
