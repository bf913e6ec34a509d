//! Looks at every statement of every method that was reached: what it says must hold in the final sets. Resolution, selection,
//! subtypes and handlers are those of the specification, not the program's. Calls that a model answers for, receivers of
//! unknown class and `invokedynamic` are the models' business. Must not know in which order anything was found.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

use reflection_check::classfile::InvokeKind;
use reflection_check::classpath::Origin;
use reflection_check::heap::{Category, CtxId, Fields, Key, NO_CTX, ObjId, ObjKind, Site, SiteId};
use reflection_check::ir::{Block, ConstValue, Handler, Op, RAISED, Terminator, Var};
use reflection_check::models::collections::JdkCollections;
use reflection_check::pointsto::Collections;
use reflection_check::pointsto::context::Edge;
use reflection_check::pointsto::{Act, Filter, InstId, Instance, NodeId, Solver};
use reflection_check::program::{ClassId, FieldId, MethodId, Type, TypeId};

use super::closure::{self, Filters, place, show};
use super::containers::{self, Apart};
use super::rules::{Back, Kept, Rules};

/// What does not hold, and how much was looked at.
pub(crate) fn check(solver: &mut Solver<'_>) -> (Vec<String>, String) {
    let reached: BTreeSet<MethodId> = solver.state.reached().collect();
    let called: BTreeSet<MethodId> = solver.state.call_edges().map(|(_, _, callee, _)| callee).collect();
    let modelled = reached.union(&called).copied().filter(|&method| solver.is_modelled(method)).collect();
    let solver = &*solver;
    let mut check = Check {
        solver,
        rules: Rules { program: solver.program },
        filters: Filters::new(solver),
        modelled,
        instances: solver.state.instances().map(|(inst, data)| ((data.method, data.ctx), inst)).collect(),
        edges: solver.state.call_edges().map(|(site, caller, callee, _)| (site, caller, callee)).collect(),
        selected: HashMap::new(),
        callers_do: HashMap::new(),
        failures: Vec::new(),
        statements: 0,
        linked: 0,
        left: 0,
    };
    for (_, instance) in solver.state.instances() {
        let Some(code) = &instance.code else { continue };
        for block in code.body.blocks.iter() {
            let handlers = block.covered_by.iter().filter_map(|&id| code.body.blocks[id].handler.as_ref()).collect();
            check.block(&Place { instance, method: instance.method, handlers }, block);
        }
    }
    let compared = format!(
        "{} methods, {} statements, {} calls linked, {} left to models",
        reached.len(),
        check.statements,
        check.linked,
        check.left
    );
    (check.failures, compared)
}

struct Check<'s, 'a> {
    solver: &'s Solver<'a>,
    rules: Rules<'a>,
    filters: Filters<'s, 'a>,
    modelled: BTreeSet<MethodId>,
    instances: BTreeMap<(MethodId, CtxId), InstId>,
    edges: BTreeSet<(SiteId, MethodId, MethodId)>,
    selected: HashMap<(ClassId, MethodId), Option<MethodId>>,
    callers_do: HashMap<MethodId, (Option<BTreeSet<Back>>, BTreeSet<Kept>)>,
    failures: Vec<String>,
    statements: usize,
    linked: usize,
    left: usize,
}

/// A block of an instance.
/// The keys that a call of a map asks for.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Asks {
    /// This one, a constant of its method.
    For(Key),
    /// One that the method is given, in a context of its own.
    ForGiven,
    /// Any, for all its method knows.
    Any,
}

struct Place<'i> {
    instance: &'i Instance,
    method: MethodId,
    handlers: Vec<&'i Handler>,
}

impl Place<'_> {
    fn node(&self, var: Var) -> Option<NodeId> {
        self.instance.var(var)
    }

    /// Whether some instruction reads the variable, other than `athrow`.
    fn looks_at(&self, var: Var) -> bool {
        let Some(code) = &self.instance.code else { return false };
        let mut read = false;
        let mut see = |other: Var| read |= other == var;
        code.body.blocks.iter().flat_map(|block| &block.stmts).for_each(|stmt| stmt.op.for_each_use(&mut see));
        read
    }
}

impl Check<'_, '_> {
    fn fail(&mut self, at: &Place<'_>, offset: u32, what: &str) {
        let method = self.solver.program.method_id(at.method);
        self.failures.push(format!("{method} at {offset}: {what}"));
    }

    fn objects(&self, node: NodeId) -> Vec<ObjId> {
        self.solver.core.pts(node).iter().map(ObjId).collect()
    }

    fn holds(&self, node: NodeId, obj: ObjId) -> bool {
        closure::holds(self.solver, node, obj)
    }

    /// Everything of `from` that passes is in `to`.
    fn flows(&mut self, at: &Place<'_>, offset: u32, from: Option<NodeId>, to: Option<NodeId>, filter: &Filter) {
        let (Some(from), Some(to)) = (from, to) else { return };
        let (sent, arrived) = (self.solver.core.pts(from), self.solver.core.pts(to));
        if *filter == Filter::All && sent.minus(arrived).is_empty() {
            return;
        }
        for obj in sent.iter().map(ObjId) {
            if let Some(passed) = self.filters.pass(filter, obj)
                && !self.holds(to, passed)
            {
                let what = format!(
                    "{} of {} is not in {}",
                    show(self.solver, obj),
                    place(self.solver, from),
                    place(self.solver, to)
                );
                self.fail(at, offset, &what);
            }
        }
    }

    fn block(&mut self, at: &Place<'_>, block: &Block) {
        for phi in &block.phis {
            for &arg in &phi.args {
                self.flows(at, block.start, at.node(arg), at.node(phi.dst), &Filter::All);
            }
        }
        for stmt in &block.stmts {
            self.statements += 1;
            self.raised(at, stmt.offset, &stmt.op);
            self.statement(at, stmt.offset, &stmt.op);
        }
        match block.terminator {
            Terminator::Return { value: Some(value), offset } if self.callers_do(at.method).0.is_none() => {
                self.flows(at, offset, at.node(value), at.instance.ret, &Filter::All);
            }
            Terminator::Throw { value, offset } => self.thrown(at, offset, at.node(value)),
            _ => {}
        }
    }

    /// JVMS 2.10. An exception of which only a bound is known may be caught here, narrowed, and further out.
    fn thrown(&mut self, at: &Place<'_>, offset: u32, from: Option<NodeId>) {
        let Some(from) = from else { return };
        'objects: for obj in self.objects(from) {
            let ty = self.solver.heap.ty(obj);
            let mut tried: Vec<TypeId> = Vec::new();
            for handler in &at.handlers {
                // A handler that does not look at what it catches has no node for it.
                let var = at.node(handler.var);
                if handler.catches_all {
                    self.caught(at, offset, obj, var);
                    if handler.uneven {
                        continue;
                    }
                    continue 'objects;
                }
                for &catch in &handler.types {
                    if tried.iter().any(|&earlier| self.filters.is_subtype(catch, earlier)) {
                        continue;
                    }
                    if let Some(passed) = self.filters.pass(&Filter::Cast(catch), obj) {
                        self.caught(at, offset, passed, var);
                    }
                    if handler.uneven {
                        continue;
                    }
                    tried.push(catch);
                    if self.filters.is_subtype(ty, catch) {
                        continue 'objects;
                    }
                }
            }
            // What the JVM itself throws is given to every handler where it stands.
            if !self.is_raised(obj) {
                self.caught(at, offset, obj, Some(at.instance.exception));
            }
        }
    }

    fn is_raised(&self, obj: ObjId) -> bool {
        let name = self.solver.program.type_name(self.solver.heap.ty(obj)).replace('.', "/");
        matches!(self.solver.heap.kind(obj), ObjKind::Merged { .. }) && RAISED.iter().any(|&(raised, _)| raised == name)
    }

    /// JVMS 2.10 and 6.5: code that calls other code may end with whatever the JVM throws, any code with what its instructions do.
    fn raised(&mut self, at: &Place<'_>, offset: u32, op: &Op) {
        let expected: &[&str] = match op {
            Op::Invoke { .. } | Op::InvokeDynamic { .. } => &[
                "java/lang/NullPointerException",
                "java/lang/ArithmeticException",
                "java/lang/StackOverflowError",
                "java/lang/ExceptionInInitializerError",
                "java/lang/NoClassDefFoundError",
            ],
            Op::New { .. } => &["java/lang/OutOfMemoryError", "java/lang/ExceptionInInitializerError"],
            Op::ArrayLoad { .. } => &["java/lang/NullPointerException", "java/lang/ArrayIndexOutOfBoundsException"],
            Op::Cast { .. } => &["java/lang/ClassCastException"],
            _ => return,
        };
        for name in expected {
            let Some(class) = self.solver.program.find_class(name) else { continue };
            let ty = self.solver.program.class_type(class);
            let takes = |handler: &&&Handler| {
                handler.catches_all || handler.types.iter().any(|&catch| self.filters.is_subtype(ty, catch))
            };
            let Some(handler) = at.handlers.iter().find(takes).filter(|handler| !handler.uneven) else { continue };
            let (var, obj) = (handler.var, self.solver.heap.intern(ObjKind::Merged { ty }));
            if at.looks_at(var) {
                self.caught(at, offset, obj, at.node(var));
            }
        }
    }

    fn caught(&mut self, at: &Place<'_>, offset: u32, obj: ObjId, to: Option<NodeId>) {
        if let Some(to) = to
            && !self.holds(to, obj)
        {
            let what = format!("exception {} is not in {}", show(self.solver, obj), place(self.solver, to));
            self.fail(at, offset, &what);
        }
    }

    fn statement(&mut self, at: &Place<'_>, offset: u32, op: &Op) {
        let heap = self.solver.heap;
        match *op {
            Op::Const { dst, ref value } => {
                let Some(dst) = at.node(dst) else { return };
                let objects = self.objects(dst);
                let has = |wanted: &dyn Fn(ObjKind) -> bool| objects.iter().any(|&obj| wanted(heap.kind(obj)));
                let fine = match *value {
                    ConstValue::Str { text, lossy } => has(&|kind| match kind {
                        ObjKind::Str { text: own } => own == text,
                        ObjKind::UnknownString { .. } => lossy,
                        kind => kind == ObjKind::OtherStr,
                    }),
                    ConstValue::Class(ty) => has(&|kind| kind == ObjKind::Class { ty }),
                    ConstValue::MethodType(_) | ConstValue::MethodHandle(_) => {
                        has(&|kind| matches!(kind, ObjKind::Handle { .. }))
                    }
                    _ => true,
                };
                if !fine {
                    self.fail(at, offset, &format!("no object for {value:?}"));
                }
            }
            Op::New { dst, class: ty } => {
                let Type::Class(class) = self.solver.program.ty(ty) else { return };
                self.initialised(at, offset, class);
                // A string is its text, which the constructor knows.
                if ty != heap.types().string {
                    self.made(at, offset, at.node(dst), ty);
                }
            }
            Op::NewArray { dst, ty, ref lens } => {
                let mut made = self.made(at, offset, at.node(dst), ty);
                for _ in 1..lens.len() {
                    let Some(array) = made else { return };
                    let Type::Array(element) = self.solver.program.ty(heap.ty(array)) else { return };
                    made = self.made(at, offset, self.solver.core.find_elements(array), element);
                }
            }
            Op::Cast { dst, src, ty } => {
                let filter = self.cast(at, ty);
                self.flows(at, offset, at.node(src), at.node(dst), &filter);
            }
            Op::GetField { dst, base, field } => {
                let Some(field) = self.rules.resolve_field(field) else { return };
                self.each_field(at, offset, base, dst, field, true);
            }
            Op::PutField { base, field, value } => {
                let Some(field) = self.rules.resolve_field(field) else { return };
                if self.callers_do(at.method).1.contains(&(base.index(), field, value.index())) {
                    return;
                }
                self.each_field(at, offset, base, value, field, false);
            }
            Op::GetStatic { dst, field } => {
                let Some(field) = self.rules.resolve_field(field) else { return };
                self.initialised(at, offset, self.solver.program.field(field).class);
                self.flows(at, offset, self.solver.core.find_static(field), at.node(dst), &Filter::All);
            }
            Op::PutStatic { field, value } => {
                let Some(field) = self.rules.resolve_field(field) else { return };
                self.initialised(at, offset, self.solver.program.field(field).class);
                let to = self.solver.core.find_static(field);
                if at.node(value).is_some_and(|value| !self.objects(value).is_empty()) && to.is_none() {
                    self.fail(at, offset, "the static field was never made");
                }
                self.flows(at, offset, at.node(value), to, &Filter::All);
            }
            Op::ArrayLoad { dst, array, elem: None, .. } => self.each_element(at, offset, array, dst, true),
            Op::ArrayStore { array, value, elem: None, .. } => self.each_element(at, offset, array, value, false),
            Op::Invoke { dst, kind, method, ref args } => {
                let resolved = match kind {
                    InvokeKind::Special => {
                        self.rules.resolve_special(self.solver.program.method(at.method).class, method)
                    }
                    _ => self.rules.resolve_method(method),
                };
                // What a specification gives comes back in place of what the callee returns.
                let given = self.solver.given.get(&self.solver.heap.site(Site::At(at.method, offset)));
                let dst = dst.filter(|_| given.is_none_or(|given| !given.alone));
                if let Some(resolved) = resolved {
                    self.invoke(at, offset, dst, kind, resolved, args);
                }
            }
            _ => {}
        }
    }

    fn cast(&self, at: &Place<'_>, ty: TypeId) -> Filter {
        let types = self.solver.heap.types();
        let comparable = self.solver.program.class_type(self.solver.program.well_known().comparable);
        match self.origin(at.method) == Origin::Jdk {
            _ if ty == types.object => Filter::All,
            true if ![types.string, types.class, comparable].contains(&ty) => Filter::LibraryCast(ty),
            _ => Filter::Cast(ty),
        }
    }

    fn origin(&self, method: MethodId) -> Origin {
        self.solver.program.class(self.solver.program.method(method).class).origin
    }

    fn initialised(&mut self, at: &Place<'_>, offset: u32, class: ClassId) {
        for class in self.rules.initialised_with(class) {
            if !self.solver.state.is_initialised(class) {
                let what = format!("{} is not initialised", self.solver.program.class_name(class));
                self.fail(at, offset, &what);
            }
        }
    }

    /// The object an instruction makes: its own, or that of all objects of the type.
    fn made(&mut self, at: &Place<'_>, offset: u32, node: Option<NodeId>, ty: TypeId) -> Option<ObjId> {
        let heap = self.solver.heap;
        let here = heap.site(Site::At(at.method, offset));
        let found = self.objects(node?).into_iter().find(|&obj| match heap.kind(obj) {
            ObjKind::Alloc { site, ty: own, .. } => site == here && own == ty,
            ObjKind::Merged { ty: own } => own == ty,
            _ => false,
        });
        if found.is_none() {
            self.fail(at, offset, &format!("no object of {}", self.solver.program.type_name(ty)));
        }
        found
    }

    fn each_field(&mut self, at: &Place<'_>, offset: u32, base: Var, value: Var, field: FieldId, is_load: bool) {
        let (Some(base), Some(value)) = (at.node(base), at.node(value)) else { return };
        for obj in self.objects(base) {
            let kind = self.solver.heap.kind(obj);
            let data = self.solver.program.field(field);
            let of_users = self.solver.program.class(data.class).origin == Origin::Application;
            if kind.fields() == Fields::None {
                continue;
            }
            // Nothing is kept in what may be of any class: what is read there is unknown.
            if let (ObjKind::UnknownInstance { site, .. }, false) = (kind, of_users) {
                let unknown = self.solver.heap.unknown(site, data.ty, self.rules.is_reference(data.ty));
                if is_load && unknown.is_some_and(|unknown| !self.holds(value, unknown)) {
                    self.fail(at, offset, &format!("{} has no unknown field", show(self.solver, obj)));
                }
                continue;
            }
            let Some(node) = self.solver.core.find_field(obj, field) else {
                self.fail(at, offset, &format!("{} has no such field", show(self.solver, obj)));
                continue;
            };
            let (from, to) = if is_load { (node, value) } else { (value, node) };
            self.flows(at, offset, Some(from), Some(to), &Filter::All);
        }
    }

    fn each_element(&mut self, at: &Place<'_>, offset: u32, array: Var, value: Var, is_load: bool) {
        let (Some(array), Some(value)) = (at.node(array), at.node(value)) else { return };
        for obj in self.objects(array) {
            let Type::Array(element) = self.solver.program.ty(self.solver.heap.ty(obj)) else { continue };
            if !self.rules.is_reference(element) {
                continue;
            }
            let Some(node) = self.solver.core.find_elements(obj) else {
                self.fail(at, offset, &format!("{} has no elements", show(self.solver, obj)));
                continue;
            };
            if is_load {
                self.flows(at, offset, Some(node), Some(value), &Filter::All);
            } else {
                self.flows(at, offset, Some(value), Some(node), &Filter::Cast(element));
            }
        }
    }

    fn invoke(
        &mut self,
        at: &Place<'_>,
        offset: u32,
        dst: Option<Var>,
        kind: InvokeKind,
        resolved: MethodId,
        args: &[Var],
    ) {
        if self.modelled.contains(&resolved) {
            self.left += 1;
            return;
        }
        if self.rules.is_direct(kind, resolved) || self.rules.is_static(resolved) {
            self.linked(at, offset, dst, (resolved, resolved), args, None);
            return;
        }
        let Some(receiver) = args.first().and_then(|&receiver| at.node(receiver)) else { return };
        let mut targets: BTreeMap<MethodId, Vec<ObjId>> = BTreeMap::new();
        for obj in self.objects(receiver) {
            let kind = self.solver.heap.kind(obj);
            // Models answer for calls of annotations and proxies, as for those of what nobody knows.
            let by_model = matches!(kind, ObjKind::Annotation { .. } | ObjKind::Proxy { .. })
                || matches!(kind, ObjKind::Opaque { .. } | ObjKind::UnknownInstance { .. });
            if by_model || matches!(kind, ObjKind::Null) {
                self.left += 1;
                continue;
            }
            let class = match self.solver.program.ty(self.solver.heap.ty(obj)) {
                Type::Class(class) => class,
                _ => self.solver.heap.types().object_class,
            };
            let rules = self.rules;
            let selected = self.selected.entry((class, resolved));
            if let Some(target) = *selected.or_insert_with(|| rules.select(class, resolved)) {
                targets.entry(target).or_default().push(obj);
            }
        }
        for (target, receivers) in targets {
            self.linked(at, offset, dst, (resolved, target), args, Some(&receivers));
        }
    }

    fn linked(
        &mut self,
        at: &Place<'_>,
        offset: u32,
        dst: Option<Var>,
        (resolved, target): (MethodId, MethodId),
        vars: &[Var],
        receivers: Option<&[ObjId]>,
    ) {
        let args: Vec<Option<NodeId>> = vars.iter().map(|&arg| at.node(arg)).collect();
        let site = self.solver.heap.site(Site::At(at.method, offset));
        if !self.edges.contains(&(site, at.method, target)) {
            let what = format!("no call of {}", self.solver.program.method_id(target));
            self.fail(at, offset, &what);
            return;
        }
        if self.modelled.contains(&target) {
            self.left += 1;
            return;
        }
        self.linked += 1;
        // Receivers decide about no context of the default ones.
        let edge = Edge { caller: at.instance.ctx, site, callee: target, receiver: None };
        let Some(&inst) = self.instances.get(&(target, self.solver.contexts.callee(&edge))) else {
            let what = format!("{} is called but not reached", self.solver.program.method_id(target));
            self.fail(at, offset, &what);
            return;
        };
        let callee = self.solver.state.instance(inst);
        if self.rules.is_static(target) {
            self.initialised(at, offset, self.solver.program.method(target).class);
        }
        let solver = self.solver;
        if let (Some(receivers), Some(Some(this))) = (receivers, callee.params.first()) {
            let real = receivers.iter().map(|&obj| solver.heap.real(obj));
            for obj in real.filter(|&obj| !closure::holds(solver, *this, obj)) {
                let what =
                    format!("{} is not `this` of {}", show(self.solver, obj), self.solver.program.method_id(target));
                self.failures.push(what);
            }
        }
        if containers::is_factory_call(solver.program, at.method, target) {
            self.thrown(at, offset, Some(callee.exception));
            // What shows nothing is not made: those that show a collection refuse null.
            let shown =
                containers::shown_by_factory(solver.program, target).and_then(|shown| args.get(shown).copied()?);
            if shown.is_some_and(|shown| self.objects(shown).is_empty()) {
                return;
            }
            return self.made_by_factory(at, offset, dst.and_then(|dst| at.node(dst)), callee.ret);
        }
        let skip = usize::from(receivers.is_some());
        for (&arg, &param) in args.iter().zip(&callee.params).skip(skip) {
            self.flows(at, offset, arg, param, &Filter::All);
        }
        let ret = self.solver.program.method_desc(self.solver.program.method(target).desc).ret;
        let string = self.solver.heap.types().string;
        let leaves_jdk = self.origin(target) == Origin::Jdk && self.origin(at.method) != Origin::Jdk;
        let leaves = leaves_jdk && callee.ret.is_some() && self.filters.is_subtype(string, ret);
        let filter = if leaves { Filter::Boundary(site) } else { Filter::All };
        // What is only cast may go there at once.
        let code = at.instance.code.as_ref();
        let only_cast = dst.zip(code).and_then(|(dst, code)| code.only_cast(dst));
        let (to, filter) = match only_cast {
            Some((result, ty)) if filter == Filter::All && ret == self.solver.heap.types().object => {
                (Some(result), self.cast(at, ty))
            }
            _ => (dst, filter),
        };
        let to = to.and_then(|to| at.node(to));
        self.thrown(at, offset, Some(callee.exception));
        let body = &at.instance.code.as_ref().expect("it has a body").body;
        let is_selected = receivers.is_some();
        let constructed: Vec<ObjId> = match receivers {
            None if !self.rules.is_static(target) => args[0].map(|node| self.objects(node)).unwrap_or_default(),
            _ => Vec::new(),
        };
        let met = receivers.unwrap_or(&constructed);
        let (apart, plain) =
            containers::split(solver, (at.method, body), (resolved, target), vars.first().copied(), met);
        for apart in &apart {
            let key = self.key(at, vars.get(1).copied());
            self.told_apart(at, offset, apart, (&args, key), callee.ret, (to, &filter));
        }
        let all: Vec<ObjId> = met.iter().map(|&obj| solver.heap.real(obj)).collect();
        let objects = |check: &Self, base: usize, receivers: &[ObjId]| match base {
            0 if is_selected => receivers.to_vec(),
            _ => args[base].map(|node| check.objects(node)).unwrap_or_default(),
        };
        let (given, kept) = self.callers_do(target).clone();
        let own = self.callers_do(at.method).1.clone();
        for (base, field, value) in kept {
            // Done by the callers of the caller.
            if own.contains(&(vars[base].index(), field, vars[value].index())) {
                continue;
            }
            for field in self.fields(objects(self, base, &all), field) {
                self.flows(at, offset, args[value], Some(field), &Filter::All);
            }
        }
        if is_selected && plain.is_empty() {
            return;
        }
        let Some(given) = given else {
            return self.flows(at, offset, callee.ret, to, &filter);
        };
        for back in given {
            match back {
                Back::Param(param) => {
                    for obj in objects(self, param, &plain) {
                        if let (Some(to), Some(passed)) = (to, self.filters.pass(&filter, obj))
                            && !self.holds(to, passed)
                        {
                            let what = format!("{} does not come back", show(self.solver, obj));
                            self.fail(at, offset, &what);
                        }
                    }
                }
                Back::Field(base, field) => {
                    for field in self.fields(objects(self, base, &plain), field) {
                        self.flows(at, offset, Some(field), to, &filter);
                    }
                }
            }
        }
    }

    /// The result of a call of a factory shows a host by what the method made, if it made anything.
    fn made_by_factory(&mut self, at: &Place<'_>, offset: u32, to: Option<NodeId>, ret: Option<NodeId>) {
        let (Some(to), Some(ret)) = (to, ret) else { return };
        let empty = self.objects(to).is_empty();
        let is_given = |obj: &ObjId| matches!(self.solver.heap.kind(*obj), ObjKind::Alloc { .. });
        let made = self.objects(ret).into_iter().filter(is_given).any(|obj| {
            let class = self.solver.program.class_of(self.solver.heap.ty(obj));
            class.is_some_and(|class| JdkCollections.may_be_made(self.solver.program, class))
        });
        if made && empty {
            self.fail(at, offset, "a factory gives nothing");
        }
    }

    /// What a call does to a collection, by the table.
    fn told_apart(
        &mut self,
        at: &Place<'_>,
        offset: u32,
        apart: &Apart,
        (args, key): (&[Option<NodeId>], Asks),
        ret: Option<NodeId>,
        (to, filter): (Option<NodeId>, &Filter),
    ) {
        let &Apart { obj, of, face, acts } = apart;
        let solver = self.solver;
        let Some(acts) = acts else {
            return self.fail(at, offset, &format!("{} has not escaped by what nobody knows", show(solver, of)));
        };
        let host = |category: Category| solver.find_host_node(of, containers::whole(face.category(category)));
        let part = |category: Category| solver.find_host_node(of, category);
        for &act in acts {
            match act {
                Act::Entrance(index, into) => {
                    self.enters(at, offset, args[index], of, (face.category(into), key));
                    if args[index].is_some_and(|arg| !self.objects(arg).is_empty()) && host(into).is_none() {
                        self.fail(at, offset, &format!("{} has no such category", show(solver, of)));
                    }
                    self.flows(at, offset, args[index], host(into), &Filter::All);
                }
                Act::EntranceOfFunction(index, into) => {
                    let given = args[index].and_then(|function| solver.find_given_node(function));
                    self.flows(at, offset, given, host(into), &Filter::All);
                    self.enters(at, offset, given, of, (face.category(into), key));
                }
                Act::Exit(Category::Asked) if key != Asks::Any => {
                    self.flows(at, offset, part(Category::Others), to, filter);
                    if let Asks::For(key) = key {
                        self.flows(at, offset, part(Category::Under(key)), to, filter);
                    }
                }
                Act::Exit(from) => self.flows(at, offset, host(from), to, filter),
                Act::ExitOfArgument(index) => self.flows(at, offset, args[index], to, filter),
                Act::EntranceOfAll(index) => self.put_all(at, offset, args[index], of),
                Act::Copy => {
                    if to.is_some_and(|to| !self.holds(to, obj)) {
                        self.fail(at, offset, &format!("{} has no copy", show(solver, obj)));
                    }
                }
                Act::Transfer(shown) => {
                    let class = solver.program.class_of(solver.heap.ty(of)).expect("collections have classes");
                    let own = containers::files(solver.program, class);
                    for real in ret.map(|ret| self.objects(ret)).unwrap_or_default() {
                        let name = solver.program.type_name(solver.heap.ty(real)).replace('.', "/");
                        // What nobody knows is no view that this collection made.
                        let is_made = matches!(solver.heap.kind(real), ObjKind::Alloc { .. } | ObjKind::View { .. });
                        let of_own = name.split_once('$').is_some_and(|(around, _)| own.contains(around));
                        let may_show = is_made && of_own && containers::fits(solver, face.transfer(shown), real);
                        let view = ObjKind::View { of, face: face.transfer(shown), real: solver.heap.real(real) };
                        let Some(view) = self.filters.pass(filter, solver.heap.intern(view)) else { continue };
                        // Since it escaped what comes is plain.
                        let shows = |to| {
                            self.holds(to, view) || (solver.is_escaped(of) && self.holds(to, solver.heap.real(real)))
                        };
                        if may_show && to.is_some_and(|to| !shows(to)) {
                            self.fail(
                                at,
                                offset,
                                &format!("{} does not show itself as {}", show(solver, of), show(solver, real)),
                            );
                        }
                    }
                }
                Act::Compares => {
                    self.flows(at, offset, part(Category::Values), part(Category::Others), &Filter::All);
                }
                Act::Leak => {}
            }
        }
    }

    /// What enters the values of a collection comes out under the key it was put in under, or under any.
    fn enters(
        &mut self,
        at: &Place<'_>,
        offset: u32,
        from: Option<NodeId>,
        of: ObjId,
        (category, key): (Category, Asks),
    ) {
        let (Some(from), Category::Values | Category::Asked) = (from, category) else { return };
        let others = self.solver.find_host_node(of, Category::Others);
        let is_in_others = |node| self.objects(from).into_iter().all(|obj| self.holds(node, obj));
        let to = match key {
            Asks::For(key) if category == Category::Asked && !others.is_some_and(is_in_others) => {
                self.solver.find_host_node(of, Category::Under(key))
            }
            // Under which key is left to the JVM.
            Asks::ForGiven if category == Category::Asked => return,
            _ => others,
        };
        if to.is_none() && !self.objects(from).is_empty() {
            self.fail(at, offset, &format!("{} has no such values", show(self.solver, of)));
        }
        self.flows(at, offset, Some(from), to, &Filter::All);
    }

    /// The key that a call asks for.
    fn key(&self, at: &Place<'_>, var: Option<Var>) -> Asks {
        let is_jdk = self.origin(at.method) == Origin::Jdk;
        let Some((var, code)) = var.zip(at.instance.code.as_ref()).filter(|_| !is_jdk) else { return Asks::Any };
        match containers::constant_key(self.solver.program, &code.body, var) {
            Some(key) => Asks::For(key),
            None if var.0 < code.body.params && at.instance.ctx != NO_CTX => Asks::ForGiven,
            None => Asks::Any,
        }
    }

    fn put_all(&mut self, at: &Place<'_>, offset: u32, from: Option<NodeId>, into: ObjId) {
        use reflection_check::heap::Face::{Elements, Entry, Map};
        let Some((_, to)) = containers::container(self.solver, into) else { return };
        for obj in from.map(|from| self.objects(from)).unwrap_or_default() {
            let categories = match (containers::container(self.solver, obj), to) {
                (Some((of, Elements(from))), Elements(to)) => vec![(of, from, to)],
                (Some((of, Map | Entry)), Map) => {
                    vec![(of, Category::Keys, Category::Keys), (of, Category::Values, Category::Values)]
                }
                _ if self.is_unknown_of_jdk(obj) => {
                    let categories = match to {
                        Elements(of) => vec![of],
                        _ => vec![Category::Keys, Category::Values],
                    };
                    let object = self.solver.heap.types().object;
                    for node in categories.into_iter().map(|category| self.solver.find_host_node(into, category)) {
                        let has = |obj: ObjId| matches!(self.solver.heap.kind(obj), ObjKind::Opaque { bound, .. } if bound == object);
                        if !node.is_some_and(|node| self.objects(node).into_iter().any(has)) {
                            self.fail(at, offset, &format!("{} has nothing unknown in it", show(self.solver, into)));
                        }
                    }
                    continue;
                }
                _ => {
                    let name = self.solver.program.type_name(self.solver.heap.ty(obj));
                    let is_empty = name.starts_with("java.util.Collections$Empty");
                    if !is_empty && self.solver.heap.kind(obj) != ObjKind::Null && !self.solver.is_escaped(into) {
                        self.fail(at, offset, &format!("{} has not escaped", show(self.solver, into)));
                    }
                    continue;
                }
            };
            for (of, from, to) in categories {
                if self.solver.is_escaped(of) && !self.solver.is_escaped(into) {
                    self.fail(at, offset, &format!("{} escaped alone", show(self.solver, of)));
                }
                let from = self.solver.find_host_node(of, from);
                self.flows(at, offset, from, self.solver.find_host_node(into, to), &Filter::All);
                self.enters(at, offset, from, into, (to, Asks::Any));
            }
        }
    }

    /// Whether an object may be any that is a type of the JDK.
    fn is_unknown_of_jdk(&self, obj: ObjId) -> bool {
        let heap = self.solver.heap;
        let is_unknown = matches!(heap.kind(obj), ObjKind::Opaque { .. } | ObjKind::UnknownInstance { .. });
        let class = self.solver.program.class_of(heap.ty(obj)).filter(|_| is_unknown);
        class.is_some_and(|class| self.solver.program.class(class).origin == Origin::Jdk)
    }

    /// The fields of objects that can have one and were asked for it.
    fn fields(&self, objects: Vec<ObjId>, field: FieldId) -> Vec<NodeId> {
        objects.into_iter().filter_map(|obj| self.solver.core.find_field(obj, field)).collect()
    }

    /// What the callers of a method do by themselves.
    fn callers_do(&mut self, method: MethodId) -> &(Option<BTreeSet<Back>>, BTreeSet<Kept>) {
        let (solver, rules, modelled) = (self.solver, self.rules, &self.modelled);
        self.callers_do.entry(method).or_insert_with(|| {
            let body = |method| solver.state.code_of(method).map(|code| Rc::new(code.body.clone()));
            let own = body(method);
            let given = own.as_ref().and_then(|body| rules.given_back(body));
            let kept = rules.kept(method, &|called| {
                if called == method { own.clone() } else { body(called).filter(|_| !modelled.contains(&called)) }
            });
            (given, kept)
        })
    }
}
