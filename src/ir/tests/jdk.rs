//! Every body of the installed JDKs.

use rayon::prelude::*;

use super::{program_of, rules};
use crate::classfile::testing::javac;
use crate::classpath::testing::{jdk, jdk17};
use crate::ir::lower;

/// Lowers all bodies in parts that run in parallel, each with a program of its own. Returns how many there are.
fn lower_all(home: &std::path::Path) -> usize {
    const PARTS: usize = 4;
    let app = javac("A.java", "class A { }", &[]);
    let counts = (0..PARTS).into_par_iter().map(|part| {
        let (program, _dir) = program_of(home.to_owned(), &app);
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
