//! The table of collections: its methods exist, and what a real JVM gives for views of a collection is of the classes
//! that the table says are views of it.

#![expect(clippy::unwrap_used, reason = "what a test cannot set up fails it")]

use std::collections::BTreeSet;
use std::path::Path;

use reflection_check::classpath::{ClassPath, ClassPathInput};
use reflection_check::heap::{Category, Face};
use reflection_check::models::collections::{CLASSES, JdkCollections, Row, factories, rows};
use reflection_check::pointsto::{Act, Collections};
use reflection_check::program::Program;

use crate::support::{java, jdk};

/// The JDKs looked at; the second is skipped where it is not installed.
const RELEASES: [u32; 2] = [17, 25];

fn all_rows() -> impl Iterator<Item = &'static Row> {
    let faces = [
        Face::Elements(Category::Elements),
        Face::Iterator(Category::Elements),
        Face::ListIterator(Category::Elements),
        Face::Map,
        Face::Entries,
        Face::EntryIterator,
        Face::Entry,
    ];
    faces.into_iter().flat_map(rows).flatten()
}

#[test]
fn what_shows_a_collection_is_of_its_classes() {
    let gives_view = |row: &&Row| row.2.iter().any(|act| matches!(act, Act::Transfer(_)));
    let methods: BTreeSet<&str> = all_rows().filter(gives_view).map(|row| row.0).collect();
    let methods: Vec<&str> = methods.into_iter().collect();
    for release in RELEASES {
        let Some(home) = jdk::jdk(release) else { continue };
        let place = compiled(&home);
        let names: Vec<String> = CLASSES.iter().map(|(name, _)| name.replace('/', ".")).collect();
        let mut arguments = vec!["-cp".to_owned(), place.path().display().to_string(), "Shows".to_owned()];
        arguments.push(methods.join(","));
        arguments.extend(names.iter().cloned());
        let made = factories().map(|(class, name, _)| format!("{}#{name}", class.replace('/', ".")));
        arguments.extend(made.filter(|name| release >= 21 || !name.contains("Sequenced")).collect::<BTreeSet<_>>());
        let said = java::java(&home, arguments);
        let lines: BTreeSet<&str> = said.lines().collect();
        let program = program(place.path(), &home);
        let class = |name: &str| program.find_class(&name.replace('.', "/")).unwrap();
        let is_wrong = |line: &&&str| {
            let parts: Vec<&str> = line.split(' ').collect();
            let is_made = factories().any(|(_, name, _)| name == parts[1]);
            !JdkCollections.is_view(&program, class(parts[0]), class(parts[2]))
                || (is_made && !JdkCollections.may_be_made(&program, class(parts[2])))
        };
        let wrong: Vec<_> = lines.iter().filter(is_wrong).collect();
        assert!(wrong.is_empty(), "JDK {release} has views of classes that the table does not know: {wrong:#?}");
        for name in &names {
            assert!(lines.iter().any(|line| line.starts_with(name)), "{name} has no views");
        }
        println!("JDK {release}: {} ways looked at", lines.len());
    }
}

#[test]
fn the_table_names_methods_that_exist() {
    let mut known: BTreeSet<(String, String)> = BTreeSet::new();
    for release in RELEASES {
        let Some(home) = jdk::jdk(release) else { continue };
        let place = compiled(&home);
        let program = program(place.path(), &home);
        let class_path = program.class_path();
        for class in class_path.classes().filter(|&class| is_ours(class_path.name(class))) {
            let Some(class) = program.find_class(class_path.name(class)) else { continue };
            for &method in &program.class(class).methods {
                let data = program.method(method);
                let descriptor = program.str(program.method_desc(data.desc).text);
                let params = descriptor[..=descriptor.find(')').unwrap()].to_owned();
                known.insert((program.str(data.name).to_owned(), params));
            }
        }
    }
    // Without one of the JDKs, which is said, what only it has would be missing.
    if !RELEASES.iter().all(|&release| jdk::find_installed(release).is_some()) {
        return;
    }
    let exists = |row: &&Row| known.iter().any(|(name, params)| name == row.0 && (row.1 == "*" || params == row.1));
    let missing: Vec<&Row> = all_rows().filter(|row| !exists(row)).collect();
    let is_known =
        |name: &str, params: &str| known.iter().any(|row| row.0 == name && (params == "*" || row.1 == params));
    let unknown: Vec<_> = factories().filter(|(_, name, params)| !is_known(name, params)).collect();
    assert!(unknown.is_empty(), "factories in no JDK looked at: {unknown:#?}");
    assert!(missing.is_empty(), "methods of no collection in any JDK looked at: {missing:#?}");
    println!("{} rows looked at", all_rows().count());
}

fn is_ours(name: &str) -> bool {
    name.starts_with("java/util/") || name == "java/lang/Object" || name == "java/lang/Iterable"
}

/// The program that looks at collections.
fn compiled(home: &Path) -> tempfile::TempDir {
    let place = tempfile::tempdir().unwrap();
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/collections/Shows.java");
    java::javac(home, &["-Xlint:none"], &[&source], place.path());
    place
}

fn program(classes: &Path, home: &Path) -> Program {
    let input = ClassPathInput {
        classes: vec![classes.to_path_buf()],
        jdk_home: home.to_path_buf(),
        ..ClassPathInput::default()
    };
    Program::new(ClassPath::open(&input).unwrap().0)
}
