//! Native methods of the JDK: whatever an analysis reaches is in the table of natives or another model's, and the table
//! names nothing that does not exist; nor do other tables of methods, of fields the JVM fills and of exceptions. No method of
//! the JDK that is called gives nothing where it could tell of names, classes and members.

#![expect(clippy::unwrap_used, reason = "what a test cannot set up fails it")]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use reflection_check::base::stack::on_deep_stack;
use reflection_check::classpath::{ClassPath, ClassPathInput, Origin};
use reflection_check::config::{Analysis, EntryPoints};
use reflection_check::engine;
use reflection_check::ir::RAISED;
use reflection_check::models::natives::{Nature, TABLE, nature};
use reflection_check::models::{self, exceptions, filled};
use reflection_check::program::{MethodId, Program, access};
use reflection_check::spec;

use crate::support::{java, jdk};

/// The JDKs looked at; the second is skipped where it is not installed.
const RELEASES: [u32; 2] = [17, 25];
/// Methods that have nothing to give in the programs looked at.
const SILENT: [&str; 0] = [];
/// What only JDKs for other systems have, and JDK 8.
const ELSEWHERE: [&str; 11] = [
    "sun/lwawt/",
    "com/apple/",
    "apple/",
    "java/lang/ClassLoader$NativeLibrary",
    "sun/misc/Unsafe",
    "sun/misc/Signal",
    "sun/misc/Perf",
    "sun/misc/VM",
    "sun/misc/",
    "sun/reflect/",
    "sun/reflect/ConstantPool",
];

#[test]
fn natives_that_programs_reach_are_known() {
    for release in RELEASES {
        let Some(home) = jdk::jdk(release) else { continue };
        let place = tempfile::tempdir().unwrap();
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        // With each the number of natives that it reaches at least: fewer would mean that the test looks at nothing.
        for (name, sources, entry, least) in [
            ("hello", vec![root.join("benches/Hello.java")], EntryPoints::Main, 50),
            ("everyday", vec![root.join("tests/natives/Everyday.java")], EntryPoints::Public, 120),
            ("fixtures", fixtures(root, release), EntryPoints::Public, 120),
        ] {
            let classes = place.path().join(name);
            let sources: Vec<&Path> = sources.iter().map(PathBuf::as_path).collect();
            java::javac(&home, &["-Xlint:none", "-proc:none", "-encoding", "UTF-8"], &sources, &classes);
            let (reached, unknown, silent) = with_program(&classes, &home, |program| natives_reached(program, entry));
            println!("{name} on {release}: {reached} natives reached");
            assert!(reached >= least, "{name} on {release}: {reached} natives are too few to be true");
            assert!(unknown.is_empty(), "natives that nothing is known of: {unknown:#?}");
            let silent: Vec<_> = silent.iter().filter(|method| !SILENT.contains(&method.as_str())).collect();
            assert!(silent.is_empty(), "{name} on {release}: neither code nor a rule gives results of {silent:#?}");
        }
    }
}

/// Number of natives of the JDK that are called, those of them that are in no class of the table, and methods of the JDK that
/// give nothing.
fn natives_reached(program: &Program, entry: EntryPoints) -> (usize, Vec<String>, Vec<String>) {
    let specs = spec::load(&[], None).unwrap();
    let analysis = Analysis { entry, ..Analysis::default() };
    let mut found = (0, Vec::new(), Vec::new());
    let options = engine::Options { analysis, ..engine::Options::default() };
    engine::analyze_and_look(program, &specs, &options, |solver| {
        let reached: BTreeSet<MethodId> = solver.state.call_edges().map(|(_, _, callee, _)| callee).collect();
        let is_native = |&&method: &&MethodId| {
            let data = program.method(method);
            data.access & access::NATIVE != 0 && program.class(data.class).origin == Origin::Jdk
        };
        for &method in reached.iter().filter(is_native) {
            found.0 += 1;
            let model = solver.model_of(method);
            if model == Some("natives") && nature(program, method).is_none() {
                found.1.push(program.method_id(method));
            }
        }
        found.2 = solver.silent_results().into_iter().map(|method| program.method_id(method)).collect();
    });
    found
}

/// The sources of all fixtures that a JDK of that release compiles.
fn fixtures(root: &Path, release: u32) -> Vec<PathBuf> {
    let files = walkdir::WalkDir::new(root.join("fixtures")).sort_by_file_name().into_iter().map(|file| file.unwrap());
    let sources = files.map(walkdir::DirEntry::into_path).filter(|path| path.extension().is_some_and(|e| e == "java"));
    let fits = |path: &PathBuf| {
        let text = std::fs::read_to_string(path).unwrap();
        let releases = text.lines().find_map(|line| line.strip_prefix("// release: ")).unwrap_or("17");
        releases.split(' ').any(|number| number.parse::<u32>().is_ok_and(|number| number <= release))
    };
    sources.filter(fits).collect()
}

#[test]
fn the_table_names_natives_that_exist() {
    let mut missing: Option<BTreeSet<String>> = None;
    for release in RELEASES {
        let Some(home) = jdk::jdk(release) else { continue };
        let place = tempfile::tempdir().unwrap();
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/Hello.java");
        java::javac(&home, &[], &[&source], place.path());
        let absent = with_program(place.path(), &home, |program| {
            let natives = natives(program);
            let unknown: Vec<String> =
                natives.iter().filter(|&&m| nature(program, m).is_none()).map(|&m| program.method_id(m)).collect();
            assert!(unknown.is_empty(), "natives of JDK {release} that are in no class: {unknown:#?}");
            println!("{} natives of JDK {release} looked at", natives.len());
            rows().into_iter().filter(|&(class, name, _)| !names(program, &natives, class, name)).map(show).collect()
        });
        missing = Some(match missing {
            Some(earlier) => &earlier & &absent,
            None => absent,
        });
    }
    // Without one of the JDKs, which is said, what only it has would be missing.
    if !RELEASES.iter().all(|&release| jdk::find_installed(release).is_some()) {
        return;
    }
    let missing = missing.unwrap();
    assert!(missing.is_empty(), "rows of no native in any JDK looked at: {missing:#?}");
}

#[test]
fn fields_that_the_jvm_fills_exist() {
    let found = RELEASES.iter().filter_map(|&release| {
        let home = jdk::jdk(release)?;
        let place = tempfile::tempdir().unwrap();
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/Hello.java");
        java::javac(&home, &[], &[&source], place.path());
        Some(with_program(place.path(), &home, |program| {
            let exists = |&&(owner, field, descriptor, made): &&filled::Row| {
                let field = program.find_class(owner).and_then(|class| program.find_field(class, field, descriptor));
                let made = made.strip_prefix("[L").and_then(|made| made.strip_suffix(';')).unwrap_or(made);
                field.is_some() && program.find_class(made).is_some()
            };
            filled::TABLE.iter().filter(exists).copied().collect::<BTreeSet<_>>()
        }))
    });
    let found: Vec<BTreeSet<_>> = found.collect();
    // As above.
    if found.len() < RELEASES.len() {
        return;
    }
    let found: BTreeSet<_> = found.into_iter().flatten().collect();
    let missing: Vec<_> = filled::TABLE.iter().filter(|row| !found.contains(row)).collect();
    assert!(missing.is_empty(), "fields of no JDK looked at: {missing:#?}");
}

#[test]
fn methods_that_tables_name_exist() {
    let missing = RELEASES.iter().filter_map(|&release| {
        let home = jdk::jdk(release)?;
        let place = tempfile::tempdir().unwrap();
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/Hello.java");
        java::javac(&home, &[], &[&source], place.path());
        Some(with_program(place.path(), &home, |program| {
            models::named_methods().filter(|&(class, name)| !declares(program, class, name)).collect::<BTreeSet<_>>()
        }))
    });
    let missing: Vec<BTreeSet<_>> = missing.collect();
    // As above.
    if missing.len() < RELEASES.len() {
        return;
    }
    let missing = missing.into_iter().reduce(|one, other| &one & &other).unwrap();
    assert!(missing.is_empty(), "rows of no method in any JDK looked at: {missing:#?}");
}

/// Whether a class of the JDK, or one of a package, declares a method of that name.
fn declares(program: &Program, class: &str, name: &str) -> bool {
    let class_path = program.class_path();
    let is_meant = |of: &str| match class.ends_with('/') {
        true => of.starts_with(class),
        false => class == "*" || of == class,
    };
    let classes = class_path.classes().map(|class| class_path.name(class)).filter(|of| is_meant(of));
    let mut classes = classes.filter_map(|of| program.find_class(of));
    let is_it = |&method: &MethodId| name == "*" || program.str(program.method(method).name) == name;
    classes.any(|class| program.class(class).methods.iter().any(is_it))
}

#[test]
fn exceptions_of_the_jvm_and_of_skipped_bodies_have_classes() {
    let Some(home) = jdk::jdk(RELEASES[0]) else { return };
    let place = tempfile::tempdir().unwrap();
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/Hello.java");
    java::javac(&home, &[], &[&source], place.path());
    let missing = with_program(place.path(), &home, |program| {
        let throwable = program.well_known().throwable;
        let documented = exceptions::TABLE.iter().flat_map(|(_, _, thrown)| thrown.iter().copied());
        let is_thrown =
            |name: &&str| program.find_class(name).is_some_and(|class| program.is_subclass(class, throwable));
        let all = RAISED.iter().map(|&(name, _)| name).chain(documented);
        all.filter(|name| !is_thrown(name)).collect::<BTreeSet<_>>()
    });
    assert!(missing.is_empty(), "no exceptions: {missing:?}");
}

/// Every native method of the visible modules.
fn natives(program: &Program) -> Vec<MethodId> {
    let class_path = program.class_path();
    let names = class_path.classes().filter(|&class| class_path.origin(class) == Origin::Jdk);
    let classes = names.filter_map(|class| program.find_class(class_path.name(class)));
    let methods = classes.flat_map(|class| program.class(class).methods.iter().copied());
    methods.filter(|&method| program.method(method).access & access::NATIVE != 0).collect()
}

/// The rows of the table, a name each.
fn rows() -> Vec<(&'static str, &'static str, Nature)> {
    let each = TABLE.iter().flat_map(|&(class, names, nature)| names.split(' ').map(move |name| (class, name, nature)));
    each.filter(|(class, _, _)| !ELSEWHERE.contains(class)).collect()
}

fn show((class, name, _): (&'static str, &'static str, Nature)) -> String {
    format!("{class} {name}")
}

/// Whether a row names a native, and for one that calls back, methods that exist.
fn names(program: &Program, natives: &[MethodId], class: &str, name: &str) -> bool {
    natives.iter().any(|&method| {
        let data = program.method(method);
        let owner = program.class_name(data.class);
        let here = if class.ends_with('/') { owner.starts_with(class) } else { owner == class };
        let declares = |callee: &str| {
            program.class(data.class).methods.iter().any(|&m| program.str(program.method(m).name) == callee)
        };
        let calls = match nature(program, method) {
            Some(Nature::Calls(callees)) => callees.iter().all(|callee| declares(callee)),
            _ => true,
        };
        here && (name == "*" || program.str(data.name) == name) && calls
    })
}

/// Loads the program in a thread with a deep stack.
fn with_program<T: Send>(classes: &Path, home: &Path, work: impl FnOnce(&Program) -> T + Send) -> T {
    let input = ClassPathInput {
        classes: vec![classes.to_path_buf()],
        jdk_home: home.to_path_buf(),
        ..ClassPathInput::default()
    };
    on_deep_stack(|| {
        let (class_path, _) = ClassPath::open(&input).unwrap();
        work(&Program::new(class_path))
    })
    .unwrap()
}
