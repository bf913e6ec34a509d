//! Every body of the installed JDKs is lowered, and keeps the rules of SSA.

use rayon::prelude::*;

use reflection_check::classpath::{ClassPath, ClassPathInput};
use reflection_check::ir::{lower, rules};
use reflection_check::program::Program;

use crate::support::java::javac;
use crate::support::jdk::{jdk, jdk17};

/// Lowers all bodies in parts that run in parallel, each with a program of its own. Returns how many there are.
fn lower_all(home: &std::path::Path) -> usize {
    const PARTS: usize = 4;
    let place = tempfile::tempdir().unwrap();
    let source = place.path().join("A.java");
    std::fs::write(&source, "class A { }").unwrap();
    let classes = place.path().join("classes");
    javac(&jdk17(), &[], &[source.as_path()], &classes);
    let input = ClassPathInput {
        classes: vec![classes],
        jdk_home: home.to_owned(),
        add_modules: vec!["ALL-SYSTEM".to_owned()],
        ..ClassPathInput::default()
    };
    let counts = (0..PARTS).into_par_iter().map(|part| {
        let program = Program::new(ClassPath::open(&input).unwrap().0);
        let classes: Vec<_> = program.class_path().classes().collect();
        assert!(classes.len() > 20_000);
        let mut bodies = 0;
        for class in classes.into_iter().skip(part).step_by(PARTS) {
            let name = program.class_path().name(class);
            let class = program.class(program.find_class(name).unwrap());
            assert_eq!(class.phantom, None, "{name}");
            for &method in class.methods.iter().filter(|&&method| program.method(method).has_code) {
                let body = lower(&program, method);
                assert!(body.damaged_at.is_empty(), "{} {:?}", program.method_id(method), body.damaged_at);
                if let Err(rule) = rules::check(&body) {
                    panic!("{}: {rule}", program.method_id(method));
                }
                bodies += 1;
            }
        }
        assert_eq!(program.diags(), []);
        bodies
    });
    counts.sum()
}

#[test]
fn every_body_of_jdk_17() {
    assert!(lower_all(&jdk17()) > 200_000);
}

#[test]
fn every_body_of_jdk_25() {
    if let Some(home) = jdk(25) {
        assert!(lower_all(&home) > 200_000);
    }
}
