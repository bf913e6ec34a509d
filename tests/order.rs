//! The solver's order of work must not show: whole programs with the JDK under them are analysed again with the work list in
//! other orders, and everything but how much work it was must be the same. Where a limit is reached, what it leaves out depends
//! on what came first; such programs say so, and are compared no further.

#![expect(clippy::unwrap_used, reason = "what a test cannot set up fails it")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use reflection_check::base::stack::on_deep_stack;
use reflection_check::classpath::{ClassPath, ClassPathInput};
use reflection_check::config::{Analysis, EntryPoints, Request};
use reflection_check::engine::{self, Options};
use reflection_check::heap::{ObjId, ObjKind, Site, SiteId};
use reflection_check::pointsto::{InstId, NodeId, NodeInfo, Solver};
use reflection_check::program::Program;
use reflection_check::spec;

use crate::corpus;
use crate::harness::invariants;
use crate::support::{java, jdk};

const SEEDS: [u64; 3] = [1, 2, 3];

#[test]
fn hello_has_one_answer() {
    for release in [17, 25] {
        let Some(home) = jdk::jdk(release) else { continue };
        let place = tempfile::tempdir().unwrap();
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/Hello.java");
        java::javac(&home, &[], &[&source], place.path());
        let input = ClassPathInput {
            classes: vec![place.path().to_path_buf()],
            jdk_home: home.clone(),
            ..ClassPathInput::default()
        };
        let found = on_deep_stack(|| differences(&input)).unwrap();
        assert!(found.is_empty(), "Hello on {release}: {}", found.join("\n"));
    }
}

#[test]
#[ignore = "needs programs: CORPUS_REQUESTS"]
fn whole_programs_have_one_answer() {
    let requests = std::env::var_os("CORPUS_REQUESTS").expect("CORPUS_REQUESTS names request files");
    let mut failures = Vec::new();
    for path in std::env::split_paths(&requests) {
        let request: Request = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
        let found = on_deep_stack(|| differences(&corpus::input(request))).unwrap();
        println!("{}: {} differences", path.display(), found.len());
        failures.extend(found.into_iter().map(|line| format!("{}: {line}", path.display())));
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// What other orders of work change, calls of the JDK included.
fn differences(input: &ClassPathInput) -> Vec<String> {
    let answer = |shuffle: Option<u64>| {
        let (class_path, _) = ClassPath::open(input).unwrap();
        let program = Program::new(class_path);
        let analysis = Analysis { entry: EntryPoints::Main, jdk_sites: true, ..Analysis::default() };
        let options = Options { analysis, threads: 1, shuffle, ..Options::default() };
        let mut sets = Sets::new();
        let result = engine::analyze_and_look(&program, &spec::load(&[], None).unwrap(), &options, |solver| {
            sets = sets_of(solver);
        });
        (result, sets)
    };
    let (first, sets) = answer(None);
    let of = |seed: u64| {
        let (result, others) = answer(Some(seed));
        let mut lines = invariants::differences(&first, &result);
        let names: BTreeSet<&String> = sets.keys().chain(others.keys()).collect();
        let differing = names.into_iter().filter(|&name| sets.get(name) != others.get(name));
        lines.extend(differing.take(10).map(|name| {
            let missing = |a: &Sets, b: &Sets| match (a.get(name), b.get(name)) {
                (Some(a), Some(b)) => a.difference(b).take(5).cloned().collect::<Vec<_>>().join(", "),
                (Some(a), None) => a.iter().take(5).cloned().collect::<Vec<_>>().join(", "),
                (None, _) => String::new(),
            };
            format!("{name}: without {}, with {}", missing(&sets, &others), missing(&others, &sets))
        }));
        lines.into_iter().map(|line| format!("order {seed}: {line}")).collect::<Vec<_>>()
    };
    SEEDS.into_iter().flat_map(of).collect()
}

/// What pointers that have a name of their own hold, by names that do not depend on the order of work.
type Sets = BTreeMap<String, BTreeSet<String>>;

/// Fields, array elements and collections; what methods return, and throw.
fn sets_of(solver: &Solver<'_>) -> Sets {
    let names: Vec<String> = (0..solver.heap.len() as u32).map(|obj| object(solver, ObjId(obj))).collect();
    let method = |inst: InstId| solver.program.method_id(solver.state.instance(inst).method);
    let mut sets = Sets::new();
    for node in (0..solver.core.node_count() as u32).map(NodeId) {
        let name = match solver.core.info(node) {
            NodeInfo::Return(inst) => format!("result of {}", method(inst)),
            NodeInfo::Exception(inst) => format!("exceptions of {}", method(inst)),
            NodeInfo::Static(field) => solver.program.field_id(field),
            NodeInfo::Field(obj, field) => format!("{} of {}", solver.program.field_id(field), names[obj.0 as usize]),
            NodeInfo::Elements(obj) => format!("elements of {}", names[obj.0 as usize]),
            NodeInfo::Host(obj, category) => format!("{category:?} of {}", names[obj.0 as usize]),
            NodeInfo::Var(..) | NodeInfo::Throw(..) | NodeInfo::Synthetic(_) => continue,
        };
        let held = solver.core.pts(node).iter().map(|obj| names[obj as usize].clone());
        sets.entry(name).or_default().extend(held);
    }
    sets
}

/// A name for an object.
fn object(solver: &Solver<'_>, obj: ObjId) -> String {
    let program = solver.program;
    let site = |site: SiteId| match solver.heap.site_data(site) {
        Site::At(method, offset) => format!("{}@{offset}", program.method_id(method)),
        Site::Param(method, index) => format!("{}#{index}", program.method_id(method)),
        Site::Field(field) => program.field_id(field),
        Site::Vm(name) => program.str(name).to_owned(),
        other => format!("{other:?}"),
    };
    let ty = || program.type_name(solver.heap.ty(obj));
    let made = |outside| if outside { " made at run time" } else { "" };
    match solver.heap.kind(obj) {
        ObjKind::Alloc { site: at, .. } => format!("new {} at {}", ty(), site(at)),
        ObjKind::Instance { site: at, .. } => format!("instance of {} at {}", ty(), site(at)),
        ObjKind::Closure { site: at, .. } => format!("closure {} at {}", ty(), site(at)),
        ObjKind::Handle { site: at, .. } => format!("handle {} at {}", ty(), site(at)),
        ObjKind::MemberArray { site: at, .. } => format!("members {} at {}", ty(), site(at)),
        ObjKind::Opaque { site: at, .. } => format!("opaque {} at {}", ty(), site(at)),
        ObjKind::UnknownInstance { site: at, outside, .. } => {
            format!("unknown {}{} at {}", ty(), made(outside), site(at))
        }
        ObjKind::UnknownClass { site: at, outside, .. } => format!("unknown class{} at {}", made(outside), site(at)),
        ObjKind::UnknownString { site: at } => format!("unknown text at {}", site(at)),
        ObjKind::Template { site: at, outline } => {
            format!("text like {:?} of unknown at {}", program.str(outline), site(at))
        }
        ObjKind::UnknownMember { kind, class, name, site: at, outside } => {
            let class = class.map(|class| program.type_name(class));
            let name = name.known().map(|name| program.str(name));
            format!("unknown {kind:?} {name:?} of {class:?}{} at {}", made(outside), site(at))
        }
        // Of how many array classes one call tells apart there is a limit (docs/analysis.md, Limits of reflective sites).
        ObjKind::Class { ty } if program.dimensions(ty).0 > 0 => "class of arrays".to_owned(),
        ObjKind::Class { ty } => format!("class {}", program.type_name(ty)),
        ObjKind::Method { method } | ObjKind::Constructor { method } => format!("member {}", program.method_id(method)),
        ObjKind::Field { field } => format!("member {}", program.field_id(field)),
        ObjKind::Str { text } => format!("{:?}", program.str(text)),
        ObjKind::View { of, face, real } => {
            format!("{face:?} of {}: {}", object(solver, of), object(solver, real))
        }
        ObjKind::Merged { .. } => format!("any {}", ty()),
        // Places are numbered as they are met.
        ObjKind::Annotation { ty, .. } => format!("annotation {}", program.type_name(ty)),
        ObjKind::Proxy { site: at, .. } => {
            let interfaces: Vec<String> =
                solver.heap.markers(obj).into_iter().map(|ty| program.type_name(ty)).collect();
            format!("proxy of {} at {}", interfaces.join(", "), site(at))
        }
        other @ (ObjKind::OtherStr | ObjKind::Null) => format!("{other:?}"),
    }
}
