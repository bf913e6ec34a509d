//! The table of operations names methods that exist, each once, and operands that they have.

use std::collections::BTreeSet;

use tempfile::TempDir;

use super::row::row;
use super::{Change, Effect, Gives, Operation, Position, concat, find, rows};
use crate::classpath::ClassPath;
use crate::classpath::testing::{input, jdk, write};
use crate::program::{MethodId, Program, access};

fn show(row: &Operation) -> String {
    format!("{}.{}{}", row.class, row.name, row.descriptor)
}

/// Number of parameters of a method descriptor (JVMS 4.3.3).
fn parameters(descriptor: &str) -> usize {
    let mut rest = &descriptor[1..descriptor.find(')').unwrap()];
    let mut count = 0;
    while !rest.is_empty() {
        let element = rest.trim_start_matches('[');
        rest = if element.starts_with('L') { element.split_once(';').unwrap().1 } else { &element[1..] };
        count += 1;
    }
    count
}

/// What is wrong with rows by themselves.
fn mistakes<'r>(rows: impl IntoIterator<Item = &'r Operation>) -> Vec<String> {
    let mut seen = BTreeSet::new();
    let mut found = Vec::new();
    for row in rows {
        if !seen.insert((row.class, row.name, row.descriptor)) {
            found.push(format!("{}: two rows", show(row)));
        }
        for &operand in row.effect.operands {
            let parameters = parameters(row.descriptor);
            if matches!(operand, Position::Argument(number) | Position::Itself(number) if number >= parameters) {
                found.push(format!("{}: operand {operand:?} of {parameters} parameters", show(row)));
            }
        }
        let needs_one = matches!(
            row.effect.gives,
            Gives::Text(_) | Gives::Parts(_) | Gives::Value(_) | Gives::Operand | Gives::TextOf | Gives::Characters
        );
        if needs_one && row.effect.operands.is_empty() {
            found.push(format!("{}: gives what it has no operand for", show(row)));
        }
    }
    found
}

/// Rows that no JDK declares, and those of static methods that read a receiver.
fn strangers<'r>(rows: impl IntoIterator<Item = &'r Operation>, programs: &[(Program, TempDir)]) -> Vec<String> {
    let is_declared = |row: &Operation, program: &Program| {
        let methods = program.find_class(row.class).into_iter().flat_map(|class| program.class(class).methods.iter());
        let is_row = |&&method: &&MethodId| {
            let data = program.method(method);
            program.str(data.name) == row.name && program.str(program.method_desc(data.desc).text) == row.descriptor
        };
        let reads_receiver = row.effect.operands.contains(&Position::Receiver);
        let fits = |&method: &MethodId| !reads_receiver || program.method(method).access & access::STATIC == 0;
        methods.filter(is_row).any(fits)
    };
    rows.into_iter().filter(|row| !programs.iter().any(|(program, _)| is_declared(row, program))).map(show).collect()
}

const JDKS: [u32; 2] = [17, 25];

/// The JDKs that are installed, with a class path that has to have something in it.
fn programs() -> Vec<(Program, TempDir)> {
    let homes = JDKS.into_iter().filter_map(jdk);
    let open = |home| {
        let dir = tempfile::tempdir().unwrap();
        write(&dir.path().join("classes/A.class"), b"");
        let mut input = input(dir.path(), &["classes"], &[]);
        input.jdk_home = home;
        (Program::new(ClassPath::open(&input).unwrap().0), dir)
    };
    homes.map(open).collect()
}

/// Fails with what is wrong with rows, each on a line.
#[track_caller]
fn none(wrong: &[String]) {
    assert!(wrong.is_empty(), "\nrows of src/strings/operations/table.rs or builders.rs:\n  {}\n", wrong.join("\n  "));
}

const CONCAT: Gives = Gives::Text(concat);

#[test]
fn rows_are_told_from_mistakes() {
    const ONE: &str = "(Ljava/lang/String;[[I)Ljava/lang/String;";
    let good = row("C", "m", ONE, &[Position::Receiver, Position::Argument(1)], CONCAT);
    assert_eq!(mistakes([&good]), [""; 0]);
    assert_eq!(mistakes([&good, &good]), [format!("C.m{ONE}: two rows")]);
    let far = row("C", "m", ONE, &[Position::Argument(2)], CONCAT);
    assert_eq!(mistakes([&far]), [format!("C.m{ONE}: operand Argument(2) of 2 parameters")]);
    let none = row("C", "m", ONE, &[], CONCAT);
    assert_eq!(mistakes([&none]), [format!("C.m{ONE}: gives what it has no operand for")]);
}

#[test]
fn rows_are_right() {
    none(&mistakes(rows()));
}

#[test]
fn rows_name_methods_of_a_jdk() {
    let programs = programs();
    assert!(!programs.is_empty(), "JDK 17 or 25 is needed to run the tests");
    let made_up = [
        row("java/lang/String", "shout", "()Ljava/lang/String;", &[Position::Receiver], CONCAT),
        row("java/lang/Text", "concat", "()V", &[], Gives::Nothing),
        row("java/util/Objects", "toString", "(Ljava/lang/Object;)Ljava/lang/String;", &[Position::Receiver], CONCAT),
    ];
    assert_eq!(strangers(&made_up, &programs), made_up.map(|row| show(&row)));
    // Without one of the JDKs, what only it has would be a stranger.
    if programs.len() == JDKS.len() {
        let strangers = strangers(rows(), &programs);
        let wrong = |row| format!("{row}: neither JDK 17 nor 25 has it, or it is static and has no receiver");
        none(&strangers.into_iter().map(wrong).collect::<Vec<_>>());
    }
}

#[test]
fn what_has_no_row_goes_by_its_descriptor() {
    let gives = |class: &str, name: &str, descriptor: &str| {
        find(&format!("java/lang/{class}"), name, descriptor).map(|effect| format!("{:?}", effect.gives))
    };
    let is = |what: &str| Some(what.to_owned());
    assert_eq!(gives("String", "<init>", "([B)V"), is("Unknown"));
    assert_eq!(gives("String", "<init>", "(Ljava/lang/String;)V"), is("Operand"));
    assert_eq!(gives("String", "noSuchMethod", "()Ljava/lang/String;"), is("Derived"));
    assert_eq!(gives("String", "subSequence", "()Ljava/lang/CharSequence;"), is("Derived"));
    assert_eq!(gives("String", "splitWithDelimiters", "(Ljava/lang/String;I)[Ljava/lang/String;"), is("Array"));
    assert_eq!(gives("String", "hashCode", "()I"), is("Nothing"));
    assert_eq!(gives("String", "lines", "()Ljava/util/stream/Stream;"), None);
    assert_eq!(gives("String", "compareTo", "(Ljava/lang/Object;)I"), None);
    assert_eq!(gives("StringBuilder", "<init>", "(J)V"), is("Nothing"));
    assert_eq!(gives("StringBuilder", "repeat", "(II)Ljava/lang/StringBuilder;"), is("Receiver"));
    assert_eq!(gives("StringBuilder", "<clinit>", "()V"), None);
    assert_eq!(gives("Integer", "toString", "()Ljava/lang/String;"), None);
    // It has a row, for what is known of it; what it does is in its body.
    assert_eq!(gives("Character", "valueOf", "(C)Ljava/lang/Character;"), None);
    assert!(find("java/util/Objects", "requireNonNull", "(Ljava/lang/Object;)Ljava/lang/Object;").is_none());
}

#[test]
fn operands_are_found_among_arguments() {
    let effect =
        |operands| Effect { operands, gives: Gives::Nothing, change: Change::None, and_body: false, or_body: false };
    assert_eq!(effect(&[Position::Every]).indices(true, 3), [0, 1, 2]);
    assert_eq!(effect(&[Position::Argument(1), Position::Receiver]).indices(true, 3), [2, 0]);
    assert_eq!(effect(&[Position::Argument(1)]).indices(false, 2), [1]);
}
