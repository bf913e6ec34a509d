//! The tables of streams: the methods they name exist, and those that a stream has are named.

#![expect(clippy::unwrap_used, reason = "what a test cannot set up fails it")]

use std::collections::BTreeSet;
use std::path::Path;

use reflection_check::classpath::{ClassPath, ClassPathInput};
use reflection_check::models::streams;
use reflection_check::program::{ClassId, Program, access};

use crate::support::{java, jdk};

/// The JDKs looked at; the second is skipped where it is not installed.
const RELEASES: [u32; 2] = [17, 25];

/// The interfaces of streams and the classes that implement them.
const STREAMS: [(&str, &str); 4] = [
    ("java/util/stream/Stream", "java/util/stream/ReferencePipeline"),
    ("java/util/stream/IntStream", "java/util/stream/IntPipeline"),
    ("java/util/stream/LongStream", "java/util/stream/LongPipeline"),
    ("java/util/stream/DoubleStream", "java/util/stream/DoublePipeline"),
];

#[test]
fn the_tables_name_methods_that_exist() {
    let mut found = BTreeSet::new();
    for release in RELEASES {
        let Some(home) = jdk::jdk(release) else { continue };
        let program = program(&home);
        found.extend(streams::methods().filter(|&(class, name, params)| {
            program.find_class(class).is_some_and(|class| {
                methods(&program, class, 0).iter().any(|(method, descriptor)| {
                    method == name && (params == "*" || params == descriptor || params == parameters(descriptor))
                })
            })
        }));
    }
    // Streams of the three kinds of primitives have their rows together.
    let has_kin = |&(class, name, params): &(&str, &str, &str)| {
        let is_kin = |of: &str| of.contains("/stream/") && of.contains("Reference") == class.contains("Reference");
        is_kin(class) && found.iter().any(|row| is_kin(row.0) && (row.1, row.2) == (name, params))
    };
    let missing: BTreeSet<_> = streams::methods().filter(|row| !found.contains(row) && !has_kin(row)).collect();
    let count = streams::methods().count();
    // Without one of the JDKs, which is said, what only it has would be missing.
    if RELEASES.iter().all(|&release| jdk::find_installed(release).is_some()) {
        assert!(missing.is_empty(), "rows of no method in any JDK looked at: {missing:#?}");
    }
    assert!(count > 200, "{count} rows");
}

#[test]
fn each_method_of_a_stream_has_a_row() {
    for release in RELEASES {
        let Some(home) = jdk::jdk(release) else { continue };
        let program = program(&home);
        let mut missing = BTreeSet::new();
        let mut count = 0;
        for (interface, class) in STREAMS {
            let interface = program.find_class(interface).unwrap();
            let of_object = methods(&program, program.find_class("java/lang/Object").unwrap(), 0);
            for (name, descriptor) in methods(&program, interface, access::STATIC).difference(&of_object) {
                count += 1;
                if !streams::has_row(class, name, parameters(descriptor)) {
                    missing.insert((class, name.clone(), descriptor.clone()));
                }
            }
        }
        assert!(missing.is_empty(), "JDK {release} has methods of streams that no row names: {missing:#?}");
        assert!(count > 150, "{count} methods");
    }
}

/// Names and descriptors of the methods that a class declares or inherits, but for those with the access flags.
fn methods(program: &Program, class: ClassId, without: u16) -> BTreeSet<(String, String)> {
    let named = |text| program.str(text).to_owned();
    let above = program.supertypes(class).iter();
    let of = above.flat_map(|&class| program.class(class).methods.clone()).map(|method| program.method(method));
    of.filter(|data| data.access & without == 0)
        .map(|data| (named(data.name), named(program.method_desc(data.desc).text)))
        .collect()
}

fn parameters(descriptor: &str) -> &str {
    &descriptor[..=descriptor.find(')').unwrap()]
}

/// A JDK's program; one class of another origin is the least there can be.
fn program(home: &Path) -> Program {
    let place = tempfile::tempdir().unwrap();
    let source = place.path().join("Empty.java");
    std::fs::write(&source, "class Empty {}").unwrap();
    java::javac(home, &["-Xlint:none"], &[&source], place.path());
    let input = ClassPathInput {
        classes: vec![place.path().to_path_buf()],
        jdk_home: home.to_path_buf(),
        ..ClassPathInput::default()
    };
    Program::new(ClassPath::open(&input).unwrap().0)
}
