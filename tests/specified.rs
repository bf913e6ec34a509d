//! Real programs, and what somebody has to write until a check of them passes: the measure of Solar's authors, who needed 7
//! annotations in 3 programs and none in 7 of 10 (SAS 2015, section 4). The spec files are in `tests/specified/`; programs come
//! from Maven Central.

#![expect(clippy::unwrap_used, reason = "what a test cannot set up fails it")]

use std::fs;
use std::path::{Path, PathBuf};

use crate::cli::project::Project;
use crate::support::maven;

/// A program with its main methods as entries.
struct Program {
    /// Its folder in `tests/specified/`, if it needs a spec.
    name: &'static str,
    artifact: &'static str,
    /// Entries that say what is reached, those that only judge a call, and the lines of all of them without comments.
    listing: usize,
    accepting: usize,
    lines: usize,
}

const fn program(
    name: &'static str,
    artifact: &'static str,
    listing: usize,
    accepting: usize,
    lines: usize,
) -> Program {
    Program { name, artifact, listing, accepting, lines }
}

const PROGRAMS: [Program; 6] = [
    program("batik", "org.apache.xmlgraphics:batik-rasterizer:1.17", 0, 0, 0),
    program("lucene", "org.apache.lucene:lucene-demo:8.11.2", 0, 0, 0),
    program("logback", "ch.qos.logback:logback-classic:1.4.14", 0, 0, 0),
    program("fop", "org.apache.xmlgraphics:fop:2.9", 1, 0, 4),
    program("ecj", "org.eclipse.jdt:ecj:3.26.0", 1, 1, 51),
    // An interpreter: the script names what is reached, so that its calls can only be judged.
    program("bsh", "org.apache-extras.beanshell:bsh:2.0b6", 0, 9, 45),
];

#[test]
fn programs_pass_with_these_specs_and_not_without() {
    let mut wrong = Vec::new();
    for program in &PROGRAMS {
        let Some((own, libraries)) = maven::class_path(&[program.artifact]) else { return };
        wrong.extend(check(program, &own, &libraries).into_iter().map(|text| format!("{}: {text}", program.name)));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn check(program: &Program, own: &[PathBuf], libraries: &[PathBuf]) -> Vec<String> {
    let project = Project::new();
    let mut command = format!("check --classes {} --entry main", own[0].display());
    if !libraries.is_empty() {
        command += &format!(" --classpath {}", std::env::join_paths(libraries).unwrap().display());
    }
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/specified").join(program.name).join("app.toml");
    let text = if program.lines > 0 { fs::read_to_string(file).unwrap() } else { String::new() };
    let count = |what: &str| text.lines().filter(|line| line.trim() == what).count();
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).count();
    let found = (count("[[source]]") + count("[[call]]"), count("[[accept]]"), lines);
    let mut wrong = Vec::new();
    if found != (program.listing, program.accepting, program.lines) {
        wrong.push(format!("entries that list, that accept, and lines are {found:?}"));
    }
    if program.lines > 0 {
        let run = project.run(&command);
        if run.status != 1 || !run.out.contains("RC1001") {
            wrong.push(format!("without a spec the status is {}: {}{}", run.status, run.out, run.err));
        }
        project.write("reflection-specs/app.toml", &text);
    }
    let run = project.run(&command);
    let needless = ["RC4001", "RC4002", "RC4003"].iter().any(|rule| run.out.contains(rule));
    if run.status != 0 || needless || run.out.contains("error RC1001") || run.out.contains("warning RC1001") {
        wrong.push(format!("with the spec the status is {}: {}{}", run.status, run.out, run.err));
    }
    wrong
}
