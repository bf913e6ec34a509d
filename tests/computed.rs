//! Methods that compute texts, run as the tool runs them and on a JVM: what is said to come back is what comes back there. The
//! methods are those of `computed/Computed.java`, each for each of its texts.

use std::path::Path;

use reflection_check::classpath::{ClassPath, ClassPathInput};
use reflection_check::interpreter::{Argument, Interpreter, intrinsics};
use reflection_check::program::{MethodId, Program};
use reflection_check::strings::{Ended, Value};

use crate::support::java::{java, javac};
use crate::support::jdk::{jdk, jdk17};

/// Methods of which not all may be said: they reach beyond what they are given, or what is caught decides.
const UNKNOWN: &[&str] = &[
    "caught",
    "emptyTwice",
    "functionTwice",
    "lateSeparator",
    "fixed",
    "lateStream",
    "viewed",
    "whileWalking",
    "computed",
    "counted",
    "endless",
    "fractions",
    "guarded",
    "identical",
    "finallyDone",
];

/// Texts of `Computed.TEXTS`, by number.
const TEXTS: &[Option<&str>] = &[
    Some(""),
    Some("a"),
    Some("name"),
    Some("first-name"),
    Some("FIRST_NAME"),
    Some("firstName"),
    Some("a.b.c.D"),
    Some("x:y;z"),
    Some("  padded "),
    Some("ä-ß"),
    Some("i-I"),
    Some("\u{1f600}-b"),
    Some("0123456789"),
    Some("--"),
    Some("[La.B;"),
    Some("first name of all"),
    Some("URLName"),
    Some("12"),
    None,
];

#[test]
fn what_methods_compute_is_what_a_jvm_computes() {
    [Some(jdk17()), jdk(25)].iter().flatten().for_each(|home| compare(home));
}

fn compare(home: &Path) {
    let dir = tempfile::tempdir().unwrap();
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/computed/Computed.java");
    let out = dir.path().join("app");
    javac(home, &["-encoding", "UTF-8"], &[&source], &out);
    let printed = java(home, ["-cp".as_ref(), out.as_os_str(), "Computed".as_ref()]);
    let input = ClassPathInput {
        classes: vec!["app".into()],
        jdk_home: home.to_owned(),
        project_dir: Some(dir.path().to_owned()),
        ..Default::default()
    };
    let program = Program::new(ClassPath::open(&input).unwrap().0);
    for (class, name, descriptor) in intrinsics() {
        let found = program.find_class(class).and_then(|class| program.find_method(class, name, descriptor));
        assert!(found.is_some(), "{class}.{name}{descriptor} is not in {}", home.display());
    }
    let interpreter = Interpreter::default();
    let (mut known, mut lines) = (0, 0);
    for line in printed.lines() {
        let [name, number, expected] = line.splitn(3, '\t').collect::<Vec<_>>().try_into().unwrap();
        let text = TEXTS[number.parse::<usize>().unwrap()];
        let argument = Argument::Value(text.map_or(Value::Null, Value::from));
        let results = interpreter.results(&program, method(&program, name), &[argument], true);
        lines += 1;
        let Ok(results) = results else {
            assert_eq!(results, Err(Ended::Unknown), "{name} of {text:?}");
            let is_plain = text.is_none_or(|text| text.is_ascii());
            assert!(!is_plain || UNKNOWN.contains(&name), "{name} of {text:?} is not known: it is {expected}");
            continue;
        };
        known += 1;
        let shown: Vec<String> = results.iter().map(shown).collect();
        let is_right = match expected.starts_with('!') {
            true => shown.is_empty(),
            false => shown.iter().any(|shown| shown == expected),
        };
        assert!(is_right, "{name} of {text:?}: {shown:?}, on a JVM {expected}");
    }
    for name in ["running", "doubled", "hoarded", "appended"] {
        let endless = interpreter.results(&program, method(&program, name), &[Argument::Value("x".into())], true);
        assert_eq!(endless, Err(Ended::Unknown), "{name}");
    }
    println!("{known} of {lines} results are known");
    assert!(known * 10 > lines * 7, "{known} of {lines}");
}

fn method(program: &Program, name: &str) -> MethodId {
    let class = program.find_class("Computed").unwrap();
    program.find_method(class, name, "(Ljava/lang/String;)Ljava/lang/String;").unwrap()
}

/// As `Computed` prints it.
fn shown(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        value => {
            let escaped = |unit: u16| match char::from_u32(unit.into()) {
                Some(c @ ' '..'\u{7f}') => c.to_string(),
                _ => format!("\\{unit:04x}"),
            };
            format!("={}", value.text().unwrap().encode_utf16().map(escaped).collect::<String>())
        }
    }
}
