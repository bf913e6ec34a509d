//! Tests of bodies: small sources and hand-made code against their printed form.

mod facts;
mod history;
mod lowering;
mod subroutines;

use std::path::PathBuf;

use tempfile::TempDir;

use super::*;
use crate::classfile::testing::{ClassWriter, javac};
use crate::classpath::testing::{jdk17, write};
use crate::classpath::{ClassPath, ClassPathInput};
use crate::program::{MethodId, Program};

/// A program of these application classes on a JDK; the folder must outlive it.
fn program_of(home: PathBuf, classes: &[(String, Vec<u8>)]) -> (Program, TempDir) {
    let dir = tempfile::tempdir().unwrap();
    for (name, bytes) in classes {
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

/// The only method called `name` of class `A`.
fn method(program: &Program, name: &str) -> MethodId {
    let class = program.find_class("A").unwrap();
    let is_asked = |&&method: &&MethodId| program.str(program.method(method).name) == name;
    *program.class(class).methods.iter().find(is_asked).unwrap()
}

/// Members of class `A` in source form -> that class.
fn compile(members: &str) -> (Program, TempDir) {
    program_of(jdk17(), &javac("A.java", &format!("class A {{ {members} }}"), &["-g:none", "-nowarn"]))
}

/// Lowers method `m` and hands it over; it must follow the rules.
fn with_body<R>(members: &str, act: impl FnOnce(&Program, &Body) -> R) -> R {
    let (program, _dir) = compile(members);
    let body = lower(&program, method(&program, "m"));
    rules::check(&body).unwrap();
    act(&program, &body)
}

/// Asserts the printed body of method `m`.
#[track_caller]
fn check(members: &str, expected: &str) {
    let (program, _dir) = compile(members);
    check_printed(&program, expected);
}

/// As [`check`], for a static method `m` of hand-made code.
#[track_caller]
fn check_code(descriptor: &str, code: &[u8], handlers: &[[u16; 4]], expected: &str) {
    let mut writer = ClassWriter::new("A");
    writer.method("m", descriptor, code, handlers);
    let (program, _dir) = program_of(jdk17(), &[("A".to_owned(), writer.bytes())]);
    check_printed(&program, expected);
}

#[track_caller]
fn check_printed(program: &Program, expected: &str) {
    let id = method(program, "m");
    let body = lower(program, id);
    rules::check(&body).unwrap();
    let is_static = program.method(id).access & crate::program::access::STATIC != 0;
    let found = print::body(program, &body, is_static);
    let clean = |text: &str| text.trim().lines().map(|line| line.trim().to_owned()).collect::<Vec<_>>().join("\n");
    let (found, expected) = (clean(&found), clean(expected));
    assert!(found == expected, "found:\n{found}\nexpected:\n{expected}");
}
