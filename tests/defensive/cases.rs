//! What is claimed rule by rule: a line of `Cases.java` is one rule with what must come of it. Must not know how claims are made.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use reflection_check::base::stack::on_deep_stack;
use reflection_check::classpath::{ClassPath, ClassPathInput};
use reflection_check::defensive::{Bound, Claims, Item, Rests};
use reflection_check::ir::{self, Op};
use reflection_check::program::{MethodId, Program};

use crate::support::java;
use crate::support::jdk::jdk17;

const CASES: &str = include_str!("Cases.java");

/// What the lines say, by method.
fn expected() -> BTreeMap<&'static str, &'static str> {
    let case = |line: &'static str| {
        let (code, says) = line.trim().strip_prefix("static void ")?.split_once(" // ")?;
        Some((code.split_once('(')?.0, says))
    };
    CASES.lines().filter_map(case).collect()
}

/// The claim about the argument of `ask` in a method, in the words of the cases.
fn claimed(program: &Program, claims: &Claims<'_>, method: MethodId) -> Option<String> {
    let body = ir::lower(program, method);
    let (offset, value) = body.blocks.iter().flat_map(|block| &block.stmts).find_map(|stmt| match &stmt.op {
        Op::Invoke { method, args, .. } if program.str(program.method_ref_data(*method).name) == "ask" => {
            Some((stmt.offset, args[0]))
        }
        _ => None,
    })?;
    let bound = claims.at(method, offset, &[value]).remove(0);
    let Bound::Within(items, rests) = bound else { return Some("any".to_owned()) };
    let mut words: Vec<String> = items.iter().map(|&item| word(program, item)).collect();
    words.sort_by_key(|word| (word.starts_with('"'), word.clone()));
    let names = [(Rests::RACE_FREE, "race-free"), (Rests::NO_UNSAFE_WRITES, "no-unsafe-writes")];
    let on = names.iter().filter(|(on, _)| rests.has(*on)).map(|(_, name)| format!(", {name}"));
    Some(words.join(" ") + &on.collect::<String>())
}

fn word(program: &Program, item: Item) -> String {
    match item {
        Item::Null => "null".to_owned(),
        Item::Text(text) => format!("\"{}\"", program.str(text)),
        other => format!("{other:?}"),
    }
}

/// The folder of the classes of the cases.
pub(super) fn compile(place: &Path) -> PathBuf {
    let (source, classes) = (place.join("Cases.java"), place.join("classes"));
    std::fs::write(&source, CASES).unwrap();
    java::javac(&jdk17(), &["-Xlint:none"], &[&source], &classes);
    classes
}

#[test]
fn what_holds_whatever_code_does_is_claimed_and_no_more() {
    let place = tempfile::tempdir().unwrap();
    let classes = compile(place.path());
    let input = ClassPathInput { classes: vec![classes], jdk_home: jdk17(), ..ClassPathInput::default() };
    let wrong = on_deep_stack(|| {
        let program = Program::new(ClassPath::open(&input).unwrap().0);
        let claims = Claims::new(&program, Default::default());
        let cases = program.class(program.find_class("p/Cases").unwrap()).methods.clone();
        let expected = expected();
        let mut wrong = Vec::new();
        let mut asked = 0;
        for method in cases {
            let name = program.str(program.method(method).name);
            let Some(&says) = expected.get(name) else { continue };
            asked += 1;
            let found = claimed(&program, &claims, method);
            if found.as_deref() != Some(says) {
                wrong.push(format!("{name}: {says} expected, {found:?} claimed"));
            }
        }
        assert_eq!(asked, expected.len());
        wrong
    })
    .unwrap();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
