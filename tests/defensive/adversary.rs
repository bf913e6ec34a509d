//! Claims against an adversary: random programs run with hostile code in every place where code that nobody looked at can run
//! (a class that is missing, initialisers, overriding methods, `toString` in a concatenation, reflection on fields, functions that
//! are kept, another thread). What is claimed is claimed without that code; no value that the run sees contradicts it. Must not
//! know how claims are made.

use std::collections::{BTreeMap, BTreeSet};

use reflection_check::base::stack::on_deep_stack;
use reflection_check::defensive::{Bound, Claims, Item, Rests};
use reflection_check::ir::{self, Body, Op, Var};
use reflection_check::program::{MethodId, Program};

use super::compiled::Compiled;
use super::naive;

/// What is claimed of the values that a method asks for, by the number that it asks with, and the variables they are in.
fn claimed(program: &Program, claims: &Claims<'_>, method: MethodId, body: &Body) -> Vec<(String, Var, Bound)> {
    let asks = body.blocks.iter().flat_map(|block| &block.stmts).filter_map(|stmt| match &stmt.op {
        Op::Invoke { method, args, .. } if program.str(program.method_ref_data(*method).name) == "ask" => {
            Some((stmt.offset, args.clone()))
        }
        _ => None,
    });
    let bounds = asks.filter_map(|(offset, args)| {
        let mut bounds = claims.at(method, offset, &args);
        let number = match bounds.pop()?.items()? {
            [Item::Text(text)] => program.str(*text).to_owned(),
            other => panic!("the number is a constant, and not {other:?}"),
        };
        Some((number, args[0], bounds.remove(0)))
    });
    bounds.collect()
}

/// In the words of the log.
fn word(program: &Program, item: Item) -> String {
    match item {
        Item::Null => "null".to_owned(),
        Item::Text(text) => format!("text {}", program.str(text)),
        Item::Class(ty) => format!("class {}", program.binary_name(ty)),
        Item::Object { ty, .. } => format!("object {}", program.binary_name(ty)),
        Item::Function { .. } => "function".to_owned(),
        other => panic!("no program makes {other:?}"),
    }
}

fn seen(log: &str) -> BTreeMap<&str, BTreeSet<&str>> {
    let mut seen: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (number, value) in log.lines().filter_map(|line| line.split_once('\t')) {
        seen.entry(number).or_default().insert(value);
    }
    seen
}

#[test]
fn no_hostile_code_contradicts_a_claim() {
    let compiled = Compiled::new();
    let (alone, beside) = (compiled.run("alone"), compiled.run("threads"));
    let (wrong, asked, bounded) = on_deep_stack(|| {
        let program = compiled.program();
        let claims = Claims::new(&program, Default::default());
        let (alone, beside) = (seen(&alone), seen(&beside));
        let (mut wrong, mut bounded) = (Vec::new(), 0);
        for name in compiled.classes() {
            let class = program.find_class(&name).unwrap();
            for &method in &program.class(class).methods {
                let body = ir::lower(&program, method);
                for (number, _, bound) in claimed(&program, &claims, method, &body) {
                    let Some(items) = bound.items() else { continue };
                    // Another thread writes what is shared without a lock.
                    let is_raced = bound.rests().has(Rests::RACE_FREE);
                    let beside = beside.get(number.as_str()).filter(|_| !is_raced);
                    let values: BTreeSet<&str> =
                        alone.get(number.as_str()).into_iter().chain(beside).flatten().copied().collect();
                    bounded += usize::from(!values.is_empty());
                    let words: BTreeSet<String> = items.iter().map(|&item| word(&program, item)).collect();
                    let missed = values.iter().find(|&&value| !words.contains(value));
                    wrong.extend(missed.map(|value| format!("{number}: {words:?} claimed, {value} seen")));
                }
            }
        }
        (wrong, alone.len(), bounded)
    })
    .unwrap();
    println!("of {asked} values that were asked for {bounded} are claimed");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(bounded * 4 > asked, "{bounded} of {asked} are claimed: that says little");
}

#[test]
fn what_the_rules_of_the_paper_claim_is_claimed() {
    let compiled = Compiled::new();
    let (wrong, bounded) = on_deep_stack(|| {
        let program = compiled.program();
        let claims = Claims::new(&program, Default::default());
        let (mut wrong, mut bounded) = (Vec::new(), 0);
        for name in compiled.classes() {
            let class = program.find_class(&name).unwrap();
            for &method in &program.class(class).methods {
                let body = ir::lower(&program, method);
                let naive = naive::claims(&program, &body);
                for (number, var, bound) in claimed(&program, &claims, method, &body) {
                    let Some(Some(words)) = naive.get(&var) else { continue };
                    bounded += 1;
                    let known = bound.items().map(|items| items.iter().map(|&item| word(&program, item)).collect());
                    let is_within = |known: &BTreeSet<String>| known.is_subset(words);
                    if !known.as_ref().is_some_and(is_within) {
                        wrong.push(format!("{number}: {words:?} by the paper, {known:?} claimed"));
                    }
                }
            }
        }
        (wrong, bounded)
    })
    .unwrap();
    println!("the rules of the paper claim {bounded} values");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(bounded > 500, "{bounded} are claimed: that says little");
}
