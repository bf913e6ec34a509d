//! Claims against an adversary: random programs run with hostile code in every place where code that nobody looked at can run
//! (a class that is missing, initialisers, overriding methods, `toString` in a concatenation, reflection on fields, functions that
//! are kept, another thread). What is claimed is claimed without that code; no value that the run sees contradicts it. Must not
//! know how claims are made.

use std::collections::{BTreeMap, BTreeSet};

use reflection_check::base::stack::on_deep_stack;
use reflection_check::classpath::{ClassPath, ClassPathInput};
use reflection_check::defensive::{Bound, Claims, Item, Rests};
use reflection_check::ir::{self, Op};
use reflection_check::program::{MethodId, Program};

use super::programs::generate;
use crate::naive::random::seed;
use crate::support::java::{java, javac};
use crate::support::jdk::jdk17;

const PROGRAMS: u64 = 100;
const KNOWN: [(&str, &str); 2] =
    [("Box.java", include_str!("known/Box.java")), ("Log.java", include_str!("known/Log.java"))];
const HIDDEN: [(&str, &str); 4] = [
    ("Evil.java", include_str!("hidden/Evil.java")),
    ("EvilBox.java", include_str!("hidden/EvilBox.java")),
    ("Hidden.java", include_str!("hidden/Hidden.java")),
    ("Run.java", include_str!("hidden/Run.java")),
];

/// What is claimed of the values that a method asks for, by the number that it asks with.
fn claimed(program: &Program, claims: &Claims<'_>, method: MethodId) -> Vec<(String, Bound)> {
    let body = ir::lower(program, method);
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
        Some((number, bounds.remove(0)))
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
    let place = tempfile::tempdir().unwrap();
    let names: Vec<String> = (0..PROGRAMS).map(|number| format!("P{number}")).collect();
    let write = |name: &str, text: &str| {
        let file = place.path().join(name);
        std::fs::write(&file, text).unwrap();
        file
    };
    let programs =
        names.iter().zip(seed() * 7_919..).map(|(name, seed)| (format!("{name}.java"), generate(name, seed)));
    let programs: Vec<_> = programs.map(|(name, text)| write(&name, &text)).collect();
    let sources = |of: &[(&str, &str)]| of.iter().map(|(name, text)| write(name, text)).collect::<Vec<_>>();
    let (known, hidden) = (sources(&KNOWN), sources(&HIDDEN));
    let (all, classes) = (place.path().join("all"), place.path().join("classes"));
    let every: Vec<_> = programs.iter().chain(&known).chain(&hidden).map(|path| path.as_path()).collect();
    javac(&jdk17(), &["-Xlint:none"], &every, &all);
    // What is claimed is claimed where the hostile classes are missing.
    std::fs::create_dir_all(classes.join("p")).unwrap();
    for entry in std::fs::read_dir(all.join("p")).unwrap() {
        let file = entry.unwrap();
        let name = file.file_name().into_string().unwrap();
        if !["Evil", "Hidden", "Run"].iter().any(|hidden| name.starts_with(hidden)) {
            std::fs::copy(file.path(), classes.join("p").join(&name)).unwrap();
        }
    }
    let log = |threads: &str| {
        let run = ["-cp".into(), all.clone().into_os_string(), "p.Run".into(), threads.into()];
        java(&jdk17(), run.into_iter().chain(names.iter().map(|name| name.into())))
    };
    let (alone, beside) = (log("alone"), log("threads"));
    let input = ClassPathInput { classes: vec![classes], jdk_home: jdk17(), ..ClassPathInput::default() };
    let (wrong, asked, bounded) = on_deep_stack(|| {
        let program = Program::new(ClassPath::open(&input).unwrap().0);
        let claims = Claims::new(&program, Default::default());
        let (alone, beside) = (seen(&alone), seen(&beside));
        let (mut wrong, mut bounded) = (Vec::new(), 0);
        for name in &names {
            let class = program.find_class(&format!("p/{name}")).unwrap();
            for &method in &program.class(class).methods {
                for (number, bound) in claimed(&program, &claims, method) {
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
