//! Compares the two solvers on random programs: for each method that either reaches, the application's objects in each
//! variable, and the calls between methods of the application. All programs are analysed in one run, each with a main method
//! and a package of its own. Those of Java source are made here.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use reflection_check::base::stack::on_deep_stack;
use reflection_check::classfile::Kind;
use reflection_check::classpath::{ClassPath, ClassPathInput, Origin};
use reflection_check::config::{Analysis, EntryPoints, Mode};
use reflection_check::engine::{self, Options};
use reflection_check::export::CallGraph;
use reflection_check::export::callgraph::{self, Method};
use reflection_check::heap::{ObjId, ObjKind, Site};
use reflection_check::ir::Var;
use reflection_check::pointsto::{EdgeKind, Solver};
use reflection_check::program::{MethodId, Program, Type};
use reflection_check::spec::SpecSet;

use super::programs;
use super::rules::Rules;
use super::solver::{self, Edge, Naive, Object, Pointer};
use crate::support::java;
use crate::support::jdk::jdk17;

const PROGRAMS: u64 = 60;

/// What the engine says, in the naive solver's terms.
#[derive(Default)]
pub(crate) struct Answer {
    pub(crate) sets: BTreeMap<(MethodId, Var), BTreeSet<Object>>,
    pub(crate) edges: BTreeSet<Edge>,
    /// As the call graph is exported, by the names of the methods.
    pub(crate) exported: BTreeSet<(String, u32, String)>,
    pub(crate) reached: BTreeSet<MethodId>,
}

/// Runs a check in a thread with a deep stack.
pub(crate) fn deep(check: fn()) {
    on_deep_stack(check).expect("a thread can be started");
}

/// The seed that this run's programs are made of.
pub(crate) fn seed() -> u64 {
    std::env::var("NAIVE_SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(1)
}

pub(crate) fn check() {
    let home = jdk17();
    let dir = tempfile::tempdir().expect("a folder can be made");
    let seed = seed();
    let mut sources: Vec<PathBuf> = Vec::new();
    for number in 0..PROGRAMS {
        let folder = dir.path().join(format!("p{number}"));
        std::fs::create_dir(&folder).expect("a folder can be made");
        let source = folder.join("Main.java");
        let text = programs::generate(&format!("p{number}"), seed * 1_000_003 + number);
        std::fs::write(&source, text).expect("a source can be written");
        sources.push(source);
    }
    let sources: Vec<_> = sources.iter().map(PathBuf::as_path).collect();
    let classes = dir.path().join("classes");
    java::javac(&home, &["-Xmaxerrs", "10"], &sources, &classes);

    let input = ClassPathInput { classes: vec![classes], jdk_home: home, ..ClassPathInput::default() };
    let (program, answer) = analyze(&input);
    let mains = (0..PROGRAMS).map(|number| format!("p{number}/Main"));
    let (total, failures) = agree(&program, &answer, mains);
    if !failures.is_empty() {
        fail(&failures, dir);
    }
    let facts: usize = total.sets.values().map(BTreeSet::len).sum();
    assert!(total.reached.len() > 500 && facts > 5_000, "the programs do too little to compare anything");
}

/// Fails with some of the failures, and keeps the folder.
pub(crate) fn fail(failures: &[String], dir: tempfile::TempDir) {
    let kept = dir.keep();
    let some = failures.iter().take(20).map(String::as_str).collect::<Vec<_>>().join("\n  ");
    panic!("{} differences, programs in {}\n  {some}", failures.len(), kept.display());
}

/// The engine's answer, with main methods as the only entries.
pub(crate) fn analyze(input: &ClassPathInput) -> (Program, Answer) {
    let (class_path, _) = ClassPath::open(input).expect("the classes can be opened");
    let program = Program::new(class_path);
    let analysis = Analysis { mode: Mode::None, entry: EntryPoints::Main, ..Analysis::default() };
    let options = Options { analysis, threads: 1, ..Options::default() };
    let mut answer = Answer::default();
    engine::analyze_and_look(&program, &SpecSet::default(), &options, |solver| answer = read(solver));
    (program, answer)
}

/// Solves each program naively: what was compared, and where the answers differ.
pub(crate) fn agree(program: &Program, answer: &Answer, mains: impl Iterator<Item = String>) -> (Answer, Vec<String>) {
    let mut failures = Vec::new();
    let mut total = Answer::default();
    let mut passes = 0;
    let mut programs = 0;
    for main in mains {
        let class = program.find_class(&main).expect("the program has a Main");
        let main = program.find_method(class, "main", "([Ljava/lang/String;)V").expect("and a main method");
        let naive = solver::solve(program, main);
        passes += naive.passes;
        programs += 1;
        compare(program, answer, &naive, &mut total, &mut failures);
    }
    for &method in answer.reached.difference(&total.reached) {
        let name = program.method_id(method);
        let from = answer.exported.iter().filter(|edge| edge.2 == name);
        let from: Vec<_> = from.map(|edge| format!("{}@{}", edge.0, edge.1)).collect();
        failures.push(format!("only the engine reaches {name}, from {from:?}"));
    }
    for &(caller, offset, callee) in answer.edges.difference(&total.edges) {
        let (caller, callee) = (program.method_id(caller), program.method_id(callee));
        failures.push(format!("only the engine calls {callee} at {offset} of {caller}"));
    }
    let facts: usize = total.sets.values().map(BTreeSet::len).sum();
    println!(
        "{programs} programs: {} methods, {} calls, {} variables with {facts} objects, {passes} passes",
        total.reached.len(),
        total.edges.len(),
        total.sets.len(),
    );
    (total, failures)
}

fn is_application(program: &Program, method: MethodId) -> bool {
    program.class(program.method(method).class).origin == Origin::Application
}

/// Whether only function objects run a method, by its name. Such calls are not compared.
fn runs_as_function(program: &Program, method: MethodId) -> bool {
    program.str(program.method(method).name).starts_with('l')
}

fn read(solver: &mut Solver<'_>) -> Answer {
    let program = solver.program;
    let mut answer = Answer::default();
    assert!(solver.exhausted.is_none(), "the budget is enough");
    for (_, instance) in solver.state.instances().filter(|(_, instance)| is_application(program, instance.method)) {
        let Some(code) = &instance.code else { continue };
        answer.reached.insert(instance.method);
        for (var, _) in code.body.vars.iter_enumerated() {
            // What nothing depends on, or what goes through a cast at once, has no set; what comes of it has.
            let Some(node) = instance.var(var).filter(|_| code.only_cast(var).is_none()) else { continue };
            let objects = solver.core.pts(node).iter().filter_map(|obj| object(solver, ObjId(obj))).collect();
            answer.sets.insert((instance.method, var), objects);
        }
    }
    for (site, caller, callee, kind) in solver.state.call_edges() {
        let Site::At(at, offset) = solver.heap.site_data(site) else { continue };
        let own = is_application(program, caller) && is_application(program, callee);
        if own && kind == EdgeKind::Call && !runs_as_function(program, callee) {
            assert_eq!(at, caller);
            answer.edges.insert((caller, offset, callee));
        }
    }
    let graph = CallGraph::new(program, solver.heap, &solver.state, |origin| origin == Origin::Application);
    let id = |method: &Method| {
        let class = program.find_class(&method.class.replace('.', "/"))?;
        Some(program.method_id(program.find_method(class, &method.method, &method.descriptor)?))
    };
    for edge in graph.edges.iter().filter(|edge| edge.kind != callgraph::Kind::Unknown) {
        if let (Some(caller), Some(offset), Some(callee)) = (id(&edge.caller), edge.offset, id(&edge.callee)) {
            answer.exported.insert((caller, offset, callee));
        }
    }
    answer
}

/// An object that the application makes; `None` for those that the JDK or the JVM made.
fn object(solver: &Solver<'_>, obj: ObjId) -> Option<Object> {
    let program = solver.program;
    match solver.heap.kind(obj) {
        ObjKind::Alloc { site, ty, .. } => match solver.heap.site_data(site) {
            Site::At(method, offset) if is_application(program, method) => Some(Object::Made { method, offset, ty }),
            _ => None,
        },
        ObjKind::Merged { ty } => {
            let of_jdk = match program.ty(ty) {
                // The only objects of the JDK that come to handlers of the application.
                Type::Class(class) => {
                    program.class(class).origin == Origin::Jdk
                        && Rules { program }.is_subclass(class, program.well_known().throwable)
                }
                _ => false,
            };
            (!of_jdk).then_some(Object::Alike { ty })
        }
        _ => None,
    }
}

fn compare(program: &Program, answer: &Answer, naive: &Naive<'_>, total: &mut Answer, failures: &mut Vec<String>) {
    for (&method, body) in &naive.bodies {
        total.reached.insert(method);
        if !answer.reached.contains(&method) {
            failures.push(format!("the engine does not reach {}", program.method_id(method)));
            continue;
        }
        for (var, info) in body.vars.iter_enumerated().filter(|(_, info)| info.kind == Kind::Ref) {
            let mut expected = naive.get(Pointer::Var(method, var));
            expected.retain(|object| !matches!(object, Object::Function { .. }));
            let Some(found) = answer.sets.get(&(method, var)) else { continue };
            if *found != expected {
                let show = |objects: Vec<&Object>| objects.iter().map(|o| describe(program, **o)).collect::<Vec<_>>();
                failures.push(format!(
                    "{} v{} at {}: missing {:?}, too many {:?}",
                    program.method_id(method),
                    var.0,
                    info.offset,
                    show(expected.difference(found).collect()),
                    show(found.difference(&expected).collect()),
                ));
            }
            total.sets.insert((method, var), expected);
        }
    }
    for &edge @ (caller, offset, callee) in &naive.edges {
        if runs_as_function(program, callee) {
            continue;
        }
        total.edges.insert(edge);
        if !answer.edges.contains(&edge) {
            let (caller, callee) = (program.method_id(caller), program.method_id(callee));
            failures.push(format!("the engine does not call {callee} at {offset} of {caller}"));
        }
    }
}

fn describe(program: &Program, object: Object) -> String {
    match object {
        Object::Made { method, offset, ty } => {
            format!("{} of {} at {offset}", program.type_name(ty), program.method_id(method))
        }
        Object::Alike { ty } | Object::Function { ty, .. } => program.type_name(ty),
    }
}
