//! Random graphs: edges, objects and uses that come in any order, with nodes merged at any time, end in the same sets as a
//! plain closure. Must not know methods.

use std::collections::{BTreeMap, BTreeSet};

use super::callgraph::state::State;
use super::explain::Tracer;
use super::graph::core::Core;
use super::graph::filter::{Filter, Filters, Target};
use super::graph::flow::FlowKind;
use super::graph::node::{NodeInfo, Use};
use super::ids::{ALL, HookId, NodeId};
use crate::base::{PtsSet, Rows};
use crate::heap::{Heap, LOCAL, MetaTypes, NO_CTX, ObjId, ObjKind, Site};
use crate::program::tests::{ClassWriter, program_of};
use crate::program::{Program, TypeId, access};

const NODES: usize = 24;

/// SplitMix64, by Sebastiano Vigna.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % bound as u64) as usize
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    fn shuffle<T>(&mut self, items: &mut [T]) {
        for at in (1..items.len()).rev() {
            items.swap(at, self.below(at + 1));
        }
    }
}

#[derive(Debug, Clone)]
enum Step {
    Edge(usize, usize, Filter),
    Add(usize, ObjId),
    Watch(usize),
}

/// `A`, `B` below it, `C` below `B`, `D` apart, and an interface `I` of `C`.
fn world() -> (Program, tempfile::TempDir) {
    let class =
        |name: &str, above: &str, interfaces: &[&str]| ClassWriter::new(access::PUBLIC, name, above, interfaces);
    let object = "java/lang/Object";
    let interface = ClassWriter::new(access::PUBLIC | access::INTERFACE | access::ABSTRACT, "I", object, &[]);
    program_of([
        ("A", class("A", object, &[]).bytes(52)),
        ("B", class("B", "A", &[]).bytes(52)),
        ("C", class("C", "B", &["I"]).bytes(52)),
        ("D", class("D", object, &[]).bytes(52)),
        ("I", interface.bytes(52)),
    ])
}

fn ty(program: &Program, name: &str) -> TypeId {
    program.class_type(program.class_id(program.sym(name)))
}

/// A heap of the JDK's types.
pub(crate) fn heap(program: &Program) -> Heap {
    let named = |name: &str| ty(program, name);
    Heap::new(MetaTypes {
        object: named("java/lang/Object"),
        string: named("java/lang/String"),
        class: named("java/lang/Class"),
        method: named("java/lang/reflect/Method"),
        field: named("java/lang/reflect/Field"),
        constructor: named("java/lang/reflect/Constructor"),
        handle: named("java/lang/invoke/MethodHandle"),
        proxy: named("java/lang/reflect/Proxy"),
        null: named("java/lang/Object"),
        object_class: program.well_known().object,
    })
}

/// Objects that only variables hold: one whose type decides what it passes, and an unknown.
pub(super) fn locals(heap: &Heap, ty: TypeId) -> [ObjId; 2] {
    [
        ObjKind::Instance { site: LOCAL, ty, ctx: NO_CTX },
        ObjKind::UnknownInstance { site: LOCAL, bound: ty, lazy: false, outside: false },
    ]
    .map(|kind| heap.intern(kind))
}

fn steps(random: &mut Random, program: &Program, heap: &Heap) -> Vec<Step> {
    let site = |name: &str| heap.site(Site::Vm(program.sym(name)));
    let classes: Vec<TypeId> = ["A", "B", "C", "D", "I"].map(|name| ty(program, name)).to_vec();
    let bounds: Vec<TypeId> = classes.iter().copied().chain([heap.types().object, heap.types().string]).collect();
    let mut objects = vec![heap.jdk_string(), heap.intern(ObjKind::OtherStr)];
    objects.push(heap.intern(ObjKind::UnknownString { site: site("read") }));
    objects.push(heap.intern(ObjKind::Template { site: site("read"), outline: program.sym("other") }));
    for &class in &classes[..4] {
        objects.push(heap.alloc(site("new"), class, NO_CTX));
    }
    for &bound in &bounds[..6] {
        objects.push(heap.intern(ObjKind::Opaque { site: heap.site(Site::Outside), bound }));
        objects.push(heap.intern(ObjKind::UnknownInstance { site: site("made"), bound, lazy: false, outside: false }));
    }
    objects.extend(locals(heap, classes[2]));
    let filters = [
        Filter::Boundary(site("call")),
        Filter::Boundary(site("another call")),
        Filter::UnknownStrings,
        Filter::Outlined(program.sym("outline")),
        Filter::Stored(None),
        Filter::Stored(Some(classes[2])),
        Filter::LibraryCast(classes[0]),
        Filter::Uncaught([classes[1]].into()),
        Filter::Leaves { throwable: classes[0], caught: [classes[1]].into(), raised: [objects[4]].into() },
        Filter::Caught { ty: classes[0], after: [classes[2]].into() },
    ];
    let mut steps = Vec::new();
    for _ in 0..NODES + random.below(2 * NODES) {
        let filter = match random.below(10) {
            0..=5 => Filter::All,
            6 | 7 => Filter::Cast(random.pick(&bounds)),
            _ => filters[random.below(filters.len())].clone(),
        };
        steps.push(Step::Edge(random.below(NODES), random.below(NODES), filter));
    }
    for _ in 0..NODES / 2 {
        steps.push(Step::Add(random.below(NODES), random.pick(&objects)));
    }
    steps.extend((0..NODES / 2).map(|_| Step::Watch(random.below(NODES))));
    steps
}

/// The least sets, one fact at a time. A filter is asked about one object alone, each time without any memory.
fn closure(steps: &[Step], program: &Program, heap: &Heap) -> Vec<BTreeSet<u32>> {
    let mut sets = vec![BTreeSet::new(); NODES];
    let mut open: Vec<(usize, ObjId)> = Vec::new();
    for step in steps {
        if let Step::Add(node, obj) = step {
            open.push((*node, *obj));
        }
    }
    while let Some((node, obj)) = open.pop() {
        if !sets[node].insert(obj.0) {
            continue;
        }
        for step in steps {
            if let Step::Edge(from, to, filter) = step
                && *from == node
            {
                let mut filters = Filters::new();
                let filter = filters.intern(filter.clone());
                let (mut one, mut passed, mut added) = (PtsSet::new(), PtsSet::new(), PtsSet::new());
                one.insert(obj.0);
                if filter == ALL {
                    passed.insert(obj.0);
                } else {
                    filters.decide(filter, &one, program, heap);
                    let to = Target { set: &mut passed, added: &mut added, rows: &mut Rows::default() };
                    filters.flow(filter, &one, None, to, heap);
                }
                open.extend(passed.iter().map(|obj| (*to, ObjId(obj))));
            }
        }
    }
    sets
}

/// Takes the steps in their order, with propagation and merging in between, to the end. Gives the sets of the nodes and what
/// each watch was told.
struct Run {
    sets: Vec<BTreeSet<u32>>,
    told: BTreeMap<usize, BTreeSet<u32>>,
    expanded: u64,
    collapsed: u64,
}

fn run(random: &mut Random, steps: &[Step], program: &Program, heap: &Heap) -> Run {
    let mut core = Core::new(program, heap);
    let nodes: Vec<NodeId> = (0..NODES).map(|_| core.synthetic()).collect();
    let mut told: BTreeMap<usize, BTreeSet<u32>> = BTreeMap::new();
    let mut watches: Vec<usize> = Vec::new();
    let deliver = |core: &mut Core<'_>, told: &mut BTreeMap<usize, BTreeSet<u32>>, watches: &[usize]| {
        let Some((node, delta)) = core.pop() else { return false };
        for &usage in core.uses(node) {
            let Use::Hook(HookId(hook)) = usage else { panic!("only hooks are used") };
            told.entry(watches[hook as usize]).or_default().extend(delta.iter());
        }
        true
    };
    for step in steps {
        match step {
            Step::Edge(from, to, filter) => {
                let filter = core.filter(filter.clone());
                core.edge(nodes[*from], nodes[*to], filter, FlowKind::Assign);
            }
            Step::Add(node, obj) => core.add(nodes[*node], *obj),
            Step::Watch(node) => {
                let hook = watches.len() as u32;
                watches.push(*node);
                let seen = core.add_use(nodes[*node], Use::Hook(HookId(hook)));
                told.entry(*node).or_default().extend(seen.iter());
            }
        }
        match random.below(8) {
            0 => core.collapse(),
            1..=3 => {
                deliver(&mut core, &mut told, &watches);
            }
            _ => {}
        }
    }
    while deliver(&mut core, &mut told, &watches) {
        if random.below(8) == 0 {
            core.collapse();
        }
    }
    let sets = nodes.iter().map(|&node| core.pts(node).iter().collect()).collect();
    Run { sets, told, expanded: core.expanded_facts(), collapsed: core.stats().collapsed }
}

#[test]
fn order_and_merging_do_not_matter() {
    let (program, _dir) = world();
    let heap = heap(&program);
    let mut collapsed = 0;
    for seed in 0..600 {
        let mut random = Random(seed);
        let mut steps = steps(&mut random, &program, &heap);
        let expected = closure(&steps, &program, &heap);
        for order in 0..6 {
            random.shuffle(&mut steps);
            let run = run(&mut random, &steps, &program, &heap);
            let kind = |set: &BTreeSet<u32>| set.iter().map(|&obj| heap.kind(ObjId(obj))).collect::<Vec<_>>();
            for (node, set) in run.sets.iter().enumerate() {
                assert_eq!(kind(set), kind(&expected[node]), "seed {seed}, order {order}, node {node}\n{steps:?}");
                if let Some(told) = run.told.get(&node) {
                    assert_eq!(kind(told), kind(set), "seed {seed}, order {order}, the uses of node {node}\n{steps:?}");
                }
            }
            assert_eq!(run.expanded, expected.iter().map(|set| set.len() as u64).sum::<u64>(), "seed {seed}");
            collapsed += run.collapsed;
        }
    }
    assert!(collapsed > 1_000, "only {collapsed} nodes were merged");
}

/// Variables whose objects go through a field and come back: whenever they are merged, and whenever the objects come, the field is none
/// of them, and what only variables hold is not in it.
#[test]
fn merging_variables_that_a_field_gives_back_keeps_it_apart() {
    let (program, _dir) = world();
    let heap = heap(&program);
    let own = ty(&program, "C");
    let owner = heap.alloc(heap.site(Site::Vm(program.sym("owner"))), own, NO_CTX);
    let plain = heap.alloc(heap.site(Site::Vm(program.sym("plain"))), own, NO_CTX);
    let field = program.class(program.find_class("java/lang/System").expect("System")).fields[0];
    let locals = locals(&heap, own);
    let all: Vec<ObjId> = locals.into_iter().chain([plain]).collect();
    let mut random = Random(3);
    let mut merged = 0;
    for round in 0..200 {
        let mut core = Core::new(&program, &heap);
        core.has_locals = round % 8 != 0;
        let (one, other, result) = (core.synthetic(), core.synthetic(), core.synthetic());
        let places = [core.field(owner, field), core.elements(owner)];
        let mut edges = vec![(one, other, ALL), (other, one, ALL), (other, result, ALL)];
        for place in places {
            let filter = core.heap_filter(ALL);
            edges.extend([(other, place, filter), (place, one, ALL)]);
        }
        let mut steps: Vec<usize> = (0..edges.len() + all.len()).collect();
        random.shuffle(&mut steps);
        for step in steps {
            match edges.get(step) {
                Some(&(from, to, filter)) => core.edge(from, to, filter, FlowKind::Assign),
                None => core.add(one, all[step - edges.len()]),
            }
            match random.below(4) {
                0 => core.collapse(),
                1 => drop(core.pop()),
                _ => {}
            }
        }
        while core.pop().is_some() {
            core.collapse();
        }
        core.collapse();
        let set = |node: NodeId| core.pts(node).iter().map(ObjId).collect::<BTreeSet<ObjId>>();
        let every: BTreeSet<ObjId> = all.iter().copied().collect();
        let kept = if core.has_locals { BTreeSet::from([plain]) } else { every.clone() };
        for place in places {
            assert_eq!(set(place), kept, "round {round}");
            assert_eq!(core.find_shared(place) == core.find_shared(one), !core.has_locals, "round {round}");
        }
        assert!([one, other, result].iter().all(|&node| set(node) == every), "round {round}");
        merged += usize::from(core.find_shared(one) == core.find_shared(other));
    }
    assert_eq!(merged, 200, "the variables are one");
}

/// Edges that differ only in kind are one; it keeps the kind it came with.
#[test]
fn the_first_kind_of_an_edge_stays() {
    let (program, _dir) = world();
    let heap = heap(&program);
    let mut core = Core::new(&program, &heap);
    let (from, to) = (core.synthetic(), core.synthetic());
    core.edge(from, to, ALL, FlowKind::FieldStore(7));
    core.edge(from, to, ALL, FlowKind::FieldStore(3));
    core.edge(from, from, ALL, FlowKind::Assign);
    let kinds: Vec<FlowKind> = core.edge_log().iter().map(|edge| edge.kind).collect();
    assert_eq!(kinds, [FlowKind::FieldStore(7)]);
    assert_eq!(core.stats().edges, 1);
}

/// Of equally short paths the one through the first places is taken, in whichever order nodes and edges were made.
#[test]
fn the_shortest_trace_is_the_same_in_every_order() {
    let (program, _dir) = world();
    let heap = heap(&program);
    let system = program.find_class("java/lang/System").expect("System");
    let field = |name: &str| {
        let fields = &program.class(system).fields;
        *fields.iter().find(|&&f| program.str(program.field(f).name) == name).expect("a field of System")
    };
    let [from, first, second, aside, to] = ["err", "in", "out", "props", "cons"].map(field);
    let edges = [(from, second), (second, to), (from, first), (first, to), (from, aside), (aside, second)];
    let text = heap.intern(ObjKind::Str { text: program.sym("a") });
    let made = heap.alloc(heap.site(Site::Outside), ty(&program, "A"), NO_CTX);
    let mut random = Random(11);
    for _ in 0..50 {
        let mut edges = edges;
        random.shuffle(&mut edges);
        let mut core = Core::new(&program, &heap);
        for (a, b) in edges {
            let (a, b) = (core.static_field(a), core.static_field(b));
            core.edge(a, b, ALL, FlowKind::Assign);
        }
        let (start, end) = (core.static_field(from), core.static_field(to));
        core.add(start, text);
        core.add(start, made);
        while core.pop().is_some() {}
        let state = State::default();
        let tracer = Tracer::new(&core, &state, 100);
        let kinds = tracer.likeliest(text, end, 100, &|_| false).nodes.iter().map(|at| at.by).collect::<Vec<_>>();
        assert_eq!(kinds, [None, Some(FlowKind::Assign), Some(FlowKind::Assign)], "{edges:?}");
        let fields = |obj: ObjId, limit: usize| {
            let trace = tracer.likeliest(obj, end, limit, &|_| false);
            (trace.nodes.iter().map(|at| at.info).collect::<Vec<_>>(), trace.is_complete)
        };
        let whole = [from, first, to].map(NodeInfo::Static).to_vec();
        assert_eq!(fields(text, 100), (whole.clone(), true), "{edges:?}");
        assert_eq!(fields(made, 100), (whole, true), "what nothing leads to is where it was made");
        let (given_up, is_complete) = fields(text, 0);
        assert!(!is_complete && given_up.last() == Some(&NodeInfo::Static(to)), "{given_up:?}");
    }
}

/// Values into sources, sources into fields of objects, fields into destinations, and objects that share the field, in any
/// order, with propagation in between: what shares holds together what each of them was given.
#[test]
fn shared_fields_hold_what_each_was_given() {
    shared_places_hold_what_each_was_given(false);
}

/// The same of arrays and their elements.
#[test]
fn shared_elements_hold_what_each_was_given() {
    shared_places_hold_what_each_was_given(true);
}

fn shared_places_hold_what_each_was_given(of_arrays: bool) {
    const PLACES: usize = 6;
    let (program, _dir) = world();
    let heap = heap(&program);
    let system = program.find_class("java/lang/System").expect("System");
    let field = program.class(system).fields[0];
    let site = |nth: usize| heap.site(Site::Vm(program.sym(&format!("new {nth}"))));
    let own = ty(&program, "A");
    let own = if of_arrays { program.array_of(own) } else { own };
    let objects: Vec<ObjId> = (0..PLACES).map(|nth| heap.alloc(site(nth), own, NO_CTX)).collect();
    // Objects of unknown class keep fields of their own.
    let opaque = heap.intern(ObjKind::Opaque { site: site(0), bound: own });
    let place = |core: &mut Core<'_>, obj: ObjId| match of_arrays {
        true => core.elements(obj),
        false => core.field(obj, field),
    };
    let owner = |nth: usize| if nth < PLACES { objects[nth] } else { opaque };
    let mut random = Random(5);
    let mut joined = 0;
    for _ in 0..400 {
        // What happens, and two places it happens at.
        let mut steps: Vec<(usize, usize, usize)> =
            (0..24).map(|_| (random.below(4), random.below(PLACES), random.below(PLACES + 1))).collect();
        let shares = |nth: usize| nth < PLACES && steps.iter().any(|&(what, _, place)| what == 3 && place == nth);
        joined += usize::from((0..PLACES).filter(|&nth| shares(nth)).count() > 1);
        let group = |nth: usize| if shares(nth) { PLACES + 1 } else { nth };
        let values = |source: usize| {
            steps.iter().filter(move |step| step.0 == 0 && step.1 == source).map(|step| owner(step.2).0)
        };
        let stored = |nth: usize| {
            let into = steps.iter().filter(move |step| step.0 == 1 && group(step.2) == group(nth));
            into.flat_map(|step| values(step.1)).collect::<BTreeSet<u32>>()
        };
        let expected: Vec<BTreeSet<u32>> = (0..PLACES)
            .map(|to| {
                let loads = steps.iter().filter(|step| step.0 == 2 && step.1 == to);
                loads.flat_map(|step| stored(step.2)).collect()
            })
            .collect();
        random.shuffle(&mut steps);
        let mut core = Core::new(&program, &heap);
        let sources: Vec<NodeId> = (0..PLACES).map(|_| core.synthetic()).collect();
        let destinations: Vec<NodeId> = (0..PLACES).map(|_| core.synthetic()).collect();
        for &(what, one, other) in &steps {
            match what {
                0 => core.add(sources[one], owner(other)),
                1 => {
                    let to = place(&mut core, owner(other));
                    core.edge(sources[one], to, ALL, FlowKind::Assign);
                }
                2 => {
                    let from = place(&mut core, owner(other));
                    core.edge(from, destinations[one], ALL, FlowKind::Assign);
                }
                _ if of_arrays => core.make_elements_field_based(&[owner(other).0].into_iter().collect()),
                _ => core.make_field_based(field, &[owner(other).0].into_iter().collect()),
            }
            if random.below(3) == 0 {
                core.pop();
            }
        }
        while core.pop().is_some() {}
        for (to, expected) in destinations.iter().zip(&expected) {
            assert_eq!(&core.pts(*to).iter().collect::<BTreeSet<u32>>(), expected, "{steps:?}");
        }
    }
    assert!(joined > 100, "only {joined} times objects shared the field");
}
