//! Lowering of every body of the installed JDKs.

use std::path::PathBuf;

use rayon::prelude::*;
use tempfile::TempDir;

use super::*;
use crate::classfile::testing::javac;
use crate::classpath::testing::{jdk, write};
use crate::classpath::{ClassPath, ClassPathInput};
use crate::program::Program;

/// A program of one compiled source file on a JDK; the folder must outlive it.
pub(crate) fn program_of(home: PathBuf, file_name: &str, source: &str, arguments: &[&str]) -> (Program, TempDir) {
    let dir = tempfile::tempdir().unwrap();
    for (name, bytes) in javac(file_name, source, arguments) {
        write(&dir.path().join("app").join(format!("{name}.class")), bytes);
    }
    let input = ClassPathInput {
        classes: vec!["app".into()],
        jdk_home: home,
        add_modules: vec!["ALL-SYSTEM".to_owned()],
        project_dir: Some(dir.path().to_owned()),
        ..Default::default()
    };
    (Program::new(ClassPath::open(&input).unwrap().0), dir)
}

#[derive(Default)]
struct Totals {
    bodies: usize,
    stmts: usize,
    vars: usize,
    phis: usize,
}

fn lower_jdk(home: &std::path::Path) {
    const PARTS: usize = 8;
    let totals: Vec<Totals> = (0..PARTS)
        .into_par_iter()
        .map(|part| {
            let (program, _dir) = program_of(home.to_owned(), "A.java", "class A { }", &[]);
            let classes: Vec<_> = program.class_path().classes().collect();
            assert!(classes.len() > 20_000);
            let mut totals = Totals::default();
            for class in classes.into_iter().skip(part).step_by(PARTS) {
                let name = program.class_path().name(class);
                let id = program.find_class(name).unwrap();
                let class = program.class(id);
                assert_eq!(class.phantom, None, "{name}");
                for &method in &class.methods {
                    if !program.method(method).has_code {
                        continue;
                    }
                    let body = lower(&program, method);
                    let place = program.method_id(method);
                    assert!(body.damaged_at.is_empty(), "{place} {:?}", body.damaged_at);
                    totals.bodies += 1;
                    totals.vars += body.vars.len();
                    for block in body.blocks.iter() {
                        totals.stmts += block.stmts.len();
                        totals.phis += block.phis.len();
                    }
                }
            }
            assert_eq!(program.diags(), []);
            totals
        })
        .collect();
    let sum = |field: fn(&Totals) -> usize| totals.iter().map(field).sum::<usize>();
    let bodies = sum(|t| t.bodies);
    println!(
        "{bodies} bodies, {} statements, {} phis, {} variables",
        sum(|t| t.stmts),
        sum(|t| t.phis),
        sum(|t| t.vars)
    );
    assert!(bodies > 150_000);
}

#[test]
fn every_body_of_jdk_17() {
    lower_jdk(&crate::classpath::testing::jdk17());
}

#[test]
fn every_body_of_jdk_25() {
    if let Some(home) = jdk(25) {
        lower_jdk(&home);
    }
}
