//! Small programs that javac compiled: one test for each route of `returns.rs`, and for what models are told of filters. Must
//! not know how routes are chosen.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

use crate::classfile::testing::javac;
use crate::heap::{Category, Face, NO_CTX, ObjId, ObjKind};
use crate::pointsto::context::Insensitive;
use crate::pointsto::graph::flow::FlowKind;
use crate::pointsto::ids::ModelNode;
use crate::pointsto::tests::locals;
use crate::pointsto::{
    Act, Args, Budget, Collections, Command, Cx, Filter, Made, Model, NodeId, Ptr, Receiver, Solver,
};
use crate::program::tests::program_of;
use crate::program::{ClassId, MethodId, Program};

const SOURCE: &str = "
class A {}
class B {}
class Bag {
    Object[] items = new Object[1];
    void put(Object item) { items[0] = item; }
    Object take() { return items[0]; }
}
class Routes {
    static Object result, other;
    static Object made() { return result == null ? new A() : new B(); }
    static Object same(Object o) { return o; }
    Object chosen() { return result == null ? new A() : new B(); }
    static void plain() { result = new Routes().chosen(); }
    static void joined() { result = made(); }
    static void shortcut() { result = same(new A()); other = same(new B()); }
    static void host() {
        Bag one = new Bag(), two = new Bag();
        one.put(new A());
        two.put(new B());
        result = one.take();
        other = two.take();
    }
    static void narrowed() { A a = (A) made(); other = a; }
    Object kept;
    void keep(Object o) { kept = o; }
    static void keep(Routes r, Object o) { r.kept = o; }
    static void stores(Object o) {
        Routes r = new Routes();
        r.kept = o;
        Object[] a = { o };
        result = r.kept;
        other = a[0];
    }
    static void statics(Object o) { result = o; other = result; }
    static void moved(Object o) {
        Routes one = new Routes(), two = new Routes();
        one.keep(o);
        keep(two, o);
        result = one.kept;
        other = two.kept;
    }
    static void collected(Object o) {
        Bag one = new Bag();
        one.put(o);
        result = one.take();
        other = result;
    }
    static void casts() { A one = (A) result, two = (A) result; other = one; other = two; B b = (B) result; result = b; }
}";

/// Enters a method once.
struct Entry(Option<MethodId>);

/// Enters a method once, with objects of `A` that only variables hold and one of `B` as the argument.
struct Given(Option<MethodId>);

impl Model for Given {
    fn name(&self) -> &'static str {
        "given"
    }

    fn on_idle(&mut self, cx: &mut Cx<'_, '_>) {
        let Some(method) = self.0.take() else { return };
        let of = |name: &str| cx.program.class_type(cx.program.find_class(name).unwrap());
        let objects = locals(cx.heap, of("A")).into_iter().chain([cx.heap.intern(ObjKind::Merged { ty: of("B") })]);
        let argument = Ptr::Model(cx.model, ModelNode(0));
        for obj in objects {
            cx.add(argument, obj);
        }
        let args = Args::Positional(vec![Some(argument)]);
        cx.command(Command::Entry { method, receiver: Receiver::None, args, ret: None });
    }
}

/// Enters a method once, with an unknown object in `result` that becomes what it is cast to.
struct Casts(Option<MethodId>, Rc<RefCell<Vec<String>>>);

impl Model for Casts {
    fn name(&self) -> &'static str {
        "casts"
    }

    fn on_idle(&mut self, cx: &mut Cx<'_, '_>) {
        let Some(method) = self.0.take() else { return };
        let class = cx.program.method(method).class;
        let field = cx.program.find_field(class, "result", "Ljava/lang/Object;").unwrap();
        let (site, bound) = (cx.site_of(method, 0), cx.heap.types().object);
        let token = cx.heap.intern(ObjKind::UnknownInstance { site, bound, lazy: false, outside: false });
        cx.watch_filters(token);
        cx.watch_filters(token);
        cx.add(Ptr::Static(field), token);
        cx.add(Ptr::Static(field), cx.heap.intern(ObjKind::Opaque { site, bound }));
        let args = Args::Positional(Vec::new());
        cx.command(Command::Entry { method, receiver: Receiver::None, args, ret: None });
    }

    fn on_filtered(&mut self, cx: &mut Cx<'_, '_>, filter: &Filter, obj: ObjId, into: NodeId) {
        assert!(matches!(cx.heap.kind(obj), ObjKind::UnknownInstance { .. }), "nobody watches the other one");
        let &Filter::Cast(ty) = filter else { panic!("{filter:?}") };
        self.1.borrow_mut().push(cx.program.binary_name(ty));
        cx.add(into, cx.heap.intern(ObjKind::Merged { ty }));
    }
}

impl Model for Entry {
    fn name(&self) -> &'static str {
        "entry"
    }

    fn on_idle(&mut self, cx: &mut Cx<'_, '_>) {
        if let Some(method) = self.0.take() {
            let args = Args::Positional(Vec::new());
            cx.command(Command::Entry { method, receiver: Receiver::None, args, ret: None });
        }
    }
}

/// `Bag` is a collection.
struct Bags;

impl Collections for Bags {
    fn made(&self, _program: &Program, _method: MethodId) -> Option<Made> {
        None
    }

    fn fits(&self, _program: &Program, _face: Face, _class: ClassId) -> bool {
        true
    }

    fn may_be_made(&self, _program: &Program, _class: ClassId) -> bool {
        false
    }

    fn is_made_by(&self, _program: &Program, _class: ClassId, _maker: ClassId) -> bool {
        true
    }

    fn is_wrapper(&self, _program: &Program, _class: ClassId) -> bool {
        false
    }

    fn face(&self, program: &Program, class: ClassId) -> Option<Face> {
        (program.class_name(class) == "Bag").then_some(Face::Elements(Category::Elements))
    }

    fn acts(&self, _face: Face, name: &str, _descriptor: &str) -> Option<&'static [Act]> {
        match name {
            "<init>" => Some(&[]),
            "put" => Some(&[Act::Entrance(1, Category::Shown)]),
            "take" => Some(&[Act::Exit(Category::Shown)]),
            _ => None,
        }
    }

    fn is_view(&self, _program: &Program, _of: ClassId, _class: ClassId) -> bool {
        false
    }

    fn is_view_of_others(&self, _program: &Program, _class: ClassId) -> bool {
        false
    }

    fn is_own_code(&self, _program: &Program, _of: ClassId, _class: ClassId) -> bool {
        false
    }

    fn is_method(&self, program: &Program, method: MethodId) -> bool {
        program.class_name(program.method(method).class) == "Bag"
    }

    fn writes_through(&self, _program: &Program, _method: MethodId, _caller: Option<MethodId>) -> bool {
        false
    }

    fn is_empty(&self, _program: &Program, _class: ClassId) -> bool {
        false
    }
}

/// Runs `Routes.<name>()` and hands the solver at its end to `look`.
fn run<T>(name: &str, set: impl FnOnce(&mut Solver<'_>), look: impl FnOnce(&Solver<'_>) -> T) -> T {
    run_with(name, |method| Box::new(Entry(method)), set, look)
}

/// As [`run`], with the model that `entry` makes for the method.
fn run_with<T>(
    name: &str,
    entry: impl FnOnce(Option<MethodId>) -> Box<dyn Model>,
    set: impl FnOnce(&mut Solver<'_>),
    look: impl FnOnce(&Solver<'_>) -> T,
) -> T {
    let classes = javac("Routes.java", SOURCE, &["--release", "11"]);
    let (program, _folder) = program_of(classes.iter().map(|(name, bytes)| (name.as_str(), bytes.clone())));
    let heap = crate::pointsto::tests::heap(&program);
    let class = program.find_class("Routes").unwrap();
    let method = ["()V", "(Ljava/lang/Object;)V"].iter().find_map(|desc| program.find_method(class, name, desc));
    let entry = entry(method);
    let mut solver = Solver::new(&program, &heap, Box::new(Insensitive), vec![entry]);
    set(&mut solver);
    solver.run(&Budget::default(), None);
    look(&solver)
}

/// The classes of what is in a static field of `Routes`.
fn classes(solver: &Solver<'_>, field: &str) -> BTreeSet<String> {
    let class = solver.program.find_class("Routes").unwrap();
    let field = solver.program.find_field(class, field, "Ljava/lang/Object;").unwrap();
    let objects = solver.core.pts(solver.core.find_static(field).unwrap());
    objects.iter().map(|obj| solver.program.binary_name(solver.heap.ty(ObjId(obj)))).collect()
}

fn both(solver: &Solver<'_>) -> [String; 2] {
    ["result", "other"].map(|field| classes(solver, field).into_iter().collect::<Vec<_>>().join(" "))
}

/// Whether what a method of `Routes` returns and the result of the call of it in `caller` are one node.
fn is_joined(solver: &Solver<'_>, caller: &str, callee: &str) -> bool {
    let class = solver.program.find_class("Routes").unwrap();
    let method = |name, desc| solver.program.find_method(class, name, desc).unwrap();
    let (caller, callee) = (method(caller, "()V"), method(callee, "()Ljava/lang/Object;"));
    let inst = |method| solver.state.by_method[&(method, NO_CTX)];
    let mut calls = solver.state.calls().filter(|call| call.caller == inst(caller) && call.resolved == callee);
    let (result, ret) = (calls.next().unwrap().dst.unwrap(), solver.state.instances[inst(callee)].ret.unwrap());
    solver.core.find_shared(result) == solver.core.find_shared(ret)
}

#[test]
fn plain_results_are_what_the_body_returns() {
    let look = |solver: &Solver<'_>| (classes(solver, "result"), is_joined(solver, "plain", "chosen"));
    assert_eq!(run("plain", |_| {}, look), (["A", "B"].map(String::from).into(), false));
}

#[test]
fn the_result_of_a_call_that_names_its_callee_is_joined_with_what_the_body_returns() {
    let look = |solver: &Solver<'_>| (classes(solver, "result"), is_joined(solver, "joined", "made"));
    assert_eq!(run("joined", |_| {}, look), (["A", "B"].map(String::from).into(), true));
}

#[test]
fn shortcuts_give_each_call_its_own_arguments() {
    assert_eq!(run("shortcut", |_| {}, both), ["A", "B"]);
    assert_eq!(run("shortcut", |solver| solver.shortcuts = false, both), ["A B", "A B"], "else they meet in the body");
}

#[test]
fn hosts_give_what_was_put_into_them() {
    assert_eq!(run("host", |solver| solver.distinguish_collections(&Bags), both), ["A", "B"]);
    assert_eq!(run("host", |_| {}, both), ["A B", "A B"], "else they meet in the body");
}

#[test]
fn a_result_that_is_only_cast_goes_behind_the_cast() {
    run(
        "narrowed",
        |_| {},
        |solver| {
            assert_eq!(classes(solver, "other"), ["A".to_owned()].into());
            let class = solver.program.find_class("Routes").unwrap();
            let narrowed = solver.program.find_method(class, "narrowed", "()V").unwrap();
            let caller = solver.state.by_method[&(narrowed, NO_CTX)];
            let call = solver.state.calls().find(|call| call.caller == caller && call.cast.is_some()).unwrap();
            assert!(solver.core.pts(call.dst.unwrap()).is_empty(), "nothing is kept before the cast");
        },
    );
}

#[test]
fn models_hear_where_a_watched_object_meets_casts() {
    let met = Rc::new(RefCell::new(Vec::new()));
    let told = met.clone();
    let both = run_with("casts", |method| Box::new(Casts(method, told)), |_| {}, both);
    assert_eq!(met.take(), ["A", "A", "B"], "once for each cast, though objects go round");
    assert_eq!(both[1], "A java.lang.Object", "what the model makes of it goes on");
}

/// What is in `result` and `other` after `Routes.<name>(given)`, where some objects are of variables only, and where all may be kept.
fn stored(name: &str, set: fn(&mut Solver<'_>)) -> [[String; 2]; 2] {
    [true, false].map(|has_locals| {
        let set = |solver: &mut Solver<'_>| {
            set(solver);
            solver.core.has_locals = has_locals;
        };
        run_with(name, |method| Box::new(Given(method)), set, both)
    })
}

#[test]
fn stores_keep_out_what_only_variables_hold() {
    for name in ["stores", "statics"] {
        assert_eq!(stored(name, |_| {}), [["B", "B"], ["A B", "A B"]], "{name}");
    }
}

#[test]
fn stores_that_calls_do_keep_out_what_only_variables_hold() {
    assert_eq!(stored("moved", |_| {}), [["B", "B"], ["A B", "A B"]]);
    assert_eq!(stored("moved", |solver| solver.shortcuts = false), [["B", "B"], ["A B", "A B"]]);
    let is_moved = |solver: &Solver<'_>| {
        solver.core.edge_log().iter().filter(|edge| matches!(edge.kind, FlowKind::ShortcutStore(_))).count()
    };
    let moved = |shortcuts: bool| {
        let set = |solver: &mut Solver<'_>| (solver.shortcuts, solver.core.has_locals) = (shortcuts, true);
        run_with("moved", |method| Box::new(Given(method)), set, is_moved)
    };
    assert_eq!((moved(true), moved(false)), (2, 0), "the calls do both stores");
}

#[test]
fn collections_keep_out_what_only_variables_hold() {
    assert_eq!(stored("collected", |_| {}), [["B", "B"], ["A B", "A B"]]);
    assert_eq!(stored("collected", |solver| solver.distinguish_collections(&Bags)), [["B", "B"], ["A B", "A B"]]);
}
