//! Compares the two solvers on random programs: for each method that either reaches, the application's objects in each
//! variable, and the calls between methods of the application. All programs are compiled together and analysed in one run,
//! each with a main method and a package of its own.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use reflection_check::classfile::Kind;
use reflection_check::classpath::{ClassPath, ClassPathInput, Origin};
use reflection_check::config::{Analysis, EntryPoints, Mode};
use reflection_check::engine::{self, Options};
use reflection_check::heap::{ObjId, ObjKind, Site};
use reflection_check::ir::Var;
use reflection_check::pointsto::{EdgeKind, Solver};
use reflection_check::program::{MethodId, Program, Type};
use reflection_check::spec::SpecSet;

use super::rules::Rules;
use super::solver::{self, Edge, Naive, Object, Pointer};
use super::{java, programs};

const PROGRAMS: u64 = 60;

/// What the engine says, in the naive solver's terms.
#[derive(Default)]
struct Answer {
    sets: BTreeMap<(MethodId, Var), BTreeSet<Object>>,
    edges: BTreeSet<Edge>,
    reached: BTreeSet<MethodId>,
}

/// Stack of the thread that analyses, as deep as the command line's.
const STACK: usize = 512 << 20;

pub(crate) fn check() {
    let worker = std::thread::Builder::new().stack_size(STACK).spawn(run).expect("a thread can be started");
    worker.join().expect("the two solvers agree");
}

fn run() {
    let Some(home) = java::jdk(17) else { return };
    let dir = tempfile::tempdir().expect("a folder can be made");
    let seed = std::env::var("NAIVE_SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(1);
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
    let (class_path, _) = ClassPath::open(&input).expect("the classes can be opened");
    let program = Program::new(class_path);
    let analysis = Analysis { mode: Mode::None, entry: EntryPoints::Main, ..Analysis::default() };
    let options = Options { analysis, threads: 1, ..Options::default() };
    let mut answer = Answer::default();
    engine::analyze_and_look(&program, &SpecSet::default(), &options, |solver| answer = read(solver));

    let mut failures = Vec::new();
    let mut total = Answer::default();
    let mut passes = 0;
    for number in 0..PROGRAMS {
        let class = program.find_class(&format!("p{number}/Main")).expect("the program has a Main");
        let main = program.find_method(class, "main", "([Ljava/lang/String;)V").expect("and a main method");
        let naive = solver::solve(&program, main);
        passes += naive.passes;
        compare(&program, &answer, &naive, &mut total, &mut failures);
    }
    for &method in answer.reached.difference(&total.reached) {
        failures.push(format!("only the engine reaches {}", program.method_id(method)));
    }
    for &(caller, offset, callee) in answer.edges.difference(&total.edges) {
        let (caller, callee) = (program.method_id(caller), program.method_id(callee));
        failures.push(format!("only the engine calls {callee} at {offset} of {caller}"));
    }
    let facts: usize = total.sets.values().map(BTreeSet::len).sum();
    println!(
        "{PROGRAMS} programs: {} methods, {} calls, {} variables with {facts} objects, {passes} passes",
        total.reached.len(),
        total.edges.len(),
        total.sets.len(),
    );
    if !failures.is_empty() {
        let kept = dir.keep();
        let some = failures.iter().take(20).map(String::as_str).collect::<Vec<_>>().join("\n  ");
        panic!("{} differences, sources in {}\n  {some}", failures.len(), kept.display());
    }
    assert!(total.reached.len() > 500 && facts > 5_000, "the programs do too little to compare anything");
}

fn is_application(program: &Program, method: MethodId) -> bool {
    program.class(program.method(method).class).origin == Origin::Application
}

fn read(solver: &mut Solver<'_>) -> Answer {
    let program = solver.program;
    let mut answer = Answer::default();
    assert!(!solver.exhausted, "the budget is enough");
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
        if kind == EdgeKind::Call && is_application(program, caller) && is_application(program, callee) {
            assert_eq!(at, caller);
            answer.edges.insert((caller, offset, callee));
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
            let expected = naive.get(Pointer::Var(method, var));
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
        Object::Alike { ty } => program.type_name(ty),
    }
}
