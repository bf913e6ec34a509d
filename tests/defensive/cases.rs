//! What is claimed rule by rule: a line of `Cases.java` is one rule with what must come of it. Must not know how claims are made.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use reflection_check::base::stack::on_deep_stack;
use reflection_check::classpath::{ClassPath, ClassPathInput};
use reflection_check::defensive::{Bound, Claims, Holds, Item, Rests, everywhere};
use reflection_check::ir::{self, Op, Var};
use reflection_check::program::{MethodId, Program};

use crate::support::java;
use crate::support::jdk::jdk17;

const CASES: &str = include_str!("Cases.java");

/// What the lines say, by the method of the cases, or by the class of a constructor or initialiser.
fn expected() -> BTreeMap<&'static str, &'static str> {
    let mut class = "";
    let mut found = BTreeMap::new();
    for line in CASES.lines() {
        if let Some(rest) = line.strip_prefix("class ") {
            class = rest.split(' ').next().unwrap();
        }
        let Some((code, says)) = line.trim().split_once(" // ") else { continue };
        let named = code.strip_prefix("static void ").unwrap_or(code).split_once('(');
        let name = if code.starts_with("static {") { Some(class) } else { named.map(|(name, _)| name) };
        found.extend(name.map(|name| (name, says)));
    }
    found
}

/// The methods that the lines are about.
fn asking(program: &Program) -> Vec<(String, MethodId)> {
    let methods = |class: &str| program.class(program.find_class(class).unwrap()).methods.clone();
    let mut found: Vec<(String, MethodId)> = methods("p/Cases")
        .into_iter()
        .map(|method| (program.str(program.method(method).name).to_owned(), method))
        .filter(|(name, _)| expected().contains_key(&name[..]))
        .collect();
    for class in expected().keys().filter(|name| name.starts_with(char::is_uppercase)) {
        let constructors = methods(&format!("p/{class}")).into_iter();
        let mut asking = constructors.filter(|&method| asked(program, method).is_some());
        found.push(((*class).to_owned(), asking.next().unwrap()));
    }
    assert_eq!(found.len(), expected().len());
    found
}

/// Where a method asks, and about what.
fn asked(program: &Program, method: MethodId) -> Option<(u32, Var)> {
    let body = ir::lower(program, method);
    body.blocks.iter().flat_map(|block| &block.stmts).find_map(|stmt| match &stmt.op {
        Op::Invoke { method, args, .. } if program.str(program.method_ref_data(*method).name) == "ask" => {
            Some((stmt.offset, args[0]))
        }
        _ => None,
    })
}

/// What stands behind a line of which something is claimed if only constructors set final fields.
const WITH_FINALS: &str = "any (finals)";

/// The claim about the argument of `ask` in a method, in the words of the cases.
fn claimed(program: &Program, claims: &Claims<'_>, method: MethodId) -> Option<String> {
    let (offset, value) = asked(program, method)?;
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
    std::fs::remove_file(classes.join("p/Absent.class")).unwrap();
    classes
}

/// What is wrong with the claims, of which `of` tells for each case what is expected and, if that is not so, what is claimed.
fn check(of: impl FnOnce(&Program, &mut dyn FnMut(&str, &str, String)) + Send) {
    let place = tempfile::tempdir().unwrap();
    let classes = compile(place.path());
    let input = ClassPathInput { classes: vec![classes], jdk_home: jdk17(), ..ClassPathInput::default() };
    let wrong = on_deep_stack(|| {
        let program = Program::new(ClassPath::open(&input).unwrap().0);
        let mut wrong = Vec::new();
        of(&program, &mut |name, says, found| wrong.push(format!("{name}: {says} expected, {found} claimed")));
        wrong
    })
    .unwrap();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_holds_whatever_code_does_is_claimed_and_no_more() {
    check(|program, wrong| {
        let claims = Claims::new(program, Default::default());
        for (name, method) in asking(program) {
            let says = expected()[&name[..]];
            let found = claimed(program, &claims, method);
            if found.as_deref() != Some(if says == WITH_FINALS { "any" } else { says }) {
                wrong(&name, says, format!("{found:?}"));
            }
        }
    });
}

#[test]
fn what_constructors_leave_in_final_fields_is_claimed_apart() {
    check(|program, wrong| {
        let class_path = program.shared_class_path();
        let names = class_path.classes().map(|class| class_path.name(class).to_owned());
        let names: Vec<String> = names.filter(|name| name.starts_with("p/")).collect();
        let all = everywhere(&class_path, &names);
        let holds = |method: MethodId| {
            let class = program.method(method).class;
            let number = names.iter().position(|name| name == program.class_name(class)).unwrap();
            let nth = program.class(class).methods.iter().position(|&other| other == method).unwrap();
            let (_, var) = asked(program, method).unwrap();
            all[&(number as u32, nth as u32)].vars[var.index()].holds
        };
        for (name, method) in asking(program) {
            let (says, holds) = (expected()[&name[..]], holds(method));
            let found = (holds.has(Holds::FOR_ALL), holds.has(Holds::FOR_ALL_FINALS));
            let wanted = if says == WITH_FINALS { (false, true) } else { (says != "any", says != "any") };
            if found != wanted {
                wrong(&name, says, format!("{found:?}"));
            }
        }
    });
}
