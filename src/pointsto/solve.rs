//! The solver: turns reachable methods into nodes, edges and uses, dispatches calls on the fly, runs hooks and executes
//! their commands until nothing changes. Must not know what the models mean.

use std::collections::VecDeque;
use std::rc::Rc;

use super::calls::{CallId, CallNote, CallSite, EdgeKind};
use super::commands::Made;
use super::containers::{Collections, Containers, Received};
use super::context::{ContextPolicy, Contexts, Edge, Introspection};
use super::core::{Budget, Core};
use super::filter::{Filter, FilterId};
use super::hook::{Args, CallView, Claim, Command, Cx, HookData, Model, ModelId, Outcome};
use super::instance::{Code, InstId, Instance};
use super::merge::Merged;
use super::node::{NodeId, NodeInfo, Use};
use super::shared;
use crate::base::{FxHashMap, FxHashSet, FxIndexMap, FxIndexSet, IndexVec, PtsSet};
use crate::classpath::Origin;
use crate::heap::{CtxId, Heap, NO_CTX, ObjId, ObjKind, Site, SiteId};
use crate::ir;
use crate::program::{ClassId, FieldId, MethodId, MethodRef, Program, Type, TypeId, access};

pub(super) const ALL: FilterId = FilterId(0);

/// Everything the solver knows besides the graph.
#[derive(Default)]
pub struct State {
    pub(super) instances: IndexVec<InstId, Instance>,
    pub(super) by_method: FxHashMap<(MethodId, CtxId), InstId>,
    methods: FxIndexSet<MethodId>,
    pub(super) codes: FxHashMap<MethodId, Rc<Code>>,
    pub(super) calls: IndexVec<CallId, CallSite>,
    /// (site, caller method, callee method) -> why.
    pub(super) call_edges: FxIndexMap<(SiteId, MethodId, MethodId), EdgeKind>,
    pub(super) call_notes: FxIndexSet<(SiteId, MethodId, CallNote)>,
    pub(super) initialised: FxHashSet<ClassId>,
    pub(super) slots: FxHashMap<u64, NodeId>,
}

impl State {
    pub fn instance(&self, inst: InstId) -> &Instance {
        &self.instances[inst]
    }

    /// The lowered body of a method, if it was reached.
    pub fn code_of(&self, method: MethodId) -> Option<&Rc<Code>> {
        self.codes.get(&method)
    }

    /// Methods reached, in the order they were.
    pub fn reached(&self) -> impl Iterator<Item = MethodId> + '_ {
        self.methods.iter().copied()
    }

    /// Method instances, in the order they were reached.
    pub fn instances(&self) -> impl Iterator<Item = (InstId, &Instance)> {
        self.instances.iter_enumerated()
    }

    /// Call edges (site, caller, callee) with why they are there, in the order they were found.
    pub fn call_edges(&self) -> impl Iterator<Item = (SiteId, MethodId, MethodId, EdgeKind)> + '_ {
        self.call_edges.iter().map(|(&(site, caller, callee), &kind)| (site, caller, callee, kind))
    }

    /// Whether a call of `caller` leads to `callee`.
    pub fn calls_method(&self, site: SiteId, caller: MethodId, callee: MethodId) -> bool {
        self.call_edges.contains_key(&(site, caller, callee))
    }

    /// What else is known of calls (site, caller), in the order it was found.
    pub fn call_notes(&self) -> impl Iterator<Item = (SiteId, MethodId, CallNote)> + '_ {
        self.call_notes.iter().copied()
    }

    /// Calls by instructions, and virtual calls by models, of all method instances.
    pub fn calls(&self) -> impl Iterator<Item = &CallSite> {
        self.calls.iter()
    }

    /// Number of call edges (site, caller, callee).
    pub fn call_edge_count(&self) -> usize {
        self.call_edges.len()
    }

    pub fn is_reached(&self, method: MethodId) -> bool {
        self.methods.contains(&method)
    }

    pub fn is_initialised(&self, class: ClassId) -> bool {
        self.initialised.contains(&class)
    }
}

/// The models from `from` on that claim a method.
fn claimants<'m, 'a>(
    models: &'m mut [Box<dyn Model + 'a>],
    program: &'m Program,
    method: MethodId,
    from: usize,
) -> impl Iterator<Item = (ModelId, Claim)> + use<'m, 'a> {
    let indexed = models.iter_mut().enumerate().skip(from);
    indexed.filter_map(move |(index, model)| model.claim(program, method).map(|claim| (ModelId::new(index), claim)))
}

/// One run.
pub struct Solver<'a> {
    pub core: Core<'a>,
    pub state: State,
    pub program: &'a Program,
    pub heap: &'a Heap,
    pub contexts: Contexts<'a>,
    models: Vec<Box<dyn Model + 'a>>,
    claims: FxHashMap<MethodId, Option<(ModelId, Claim)>>,
    call_insts: FxHashSet<(CallId, InstId)>,
    handled_calls: FxHashMap<(CallId, MethodId), Outcome>,
    pub(super) hooks: Vec<(ModelId, HookData)>,
    pub(super) made: Made,
    pub(super) watched: FxHashSet<(NodeId, ModelId, HookData)>,
    selections: FxHashMap<(TypeId, MethodId), Option<MethodId>>,
    pub merged: Merged,
    /// Whether calls do by themselves what their callees do with parameters alone, see `shortcuts.rs`.
    pub shortcuts: bool,
    /// Constructors that are looked into while the code of others is made.
    pub(super) chaining: FxHashSet<MethodId>,
    /// Receivers of calls that have many, by what they call.
    pub(super) crowds: FxHashMap<(CallId, InstId), PtsSet>,
    pub(super) containers: Containers<'a>,
    reach: VecDeque<InstId>,
    commands: VecDeque<Command>,
    /// Calls that resolve to nothing: caller, offset, reference.
    pub unresolved: Vec<(MethodId, u32, MethodRef)>,
    /// What the insensitive pass before said, if there was one.
    pub introspection: Option<Rc<Introspection>>,
    /// Set when the budget ran out; what was not processed is missing from the answer.
    pub exhausted: bool,
}

impl<'a> Solver<'a> {
    pub fn new(
        program: &'a Program,
        heap: &'a Heap,
        policy: Box<dyn ContextPolicy>,
        models: Vec<Box<dyn Model + 'a>>,
    ) -> Self {
        Self {
            core: Core::new(program, heap),
            state: State::default(),
            program,
            heap,
            contexts: Contexts::new(program, heap, policy),
            models,
            claims: FxHashMap::default(),
            call_insts: FxHashSet::default(),
            handled_calls: FxHashMap::default(),
            hooks: Vec::new(),
            made: Made::default(),
            watched: FxHashSet::default(),
            selections: FxHashMap::default(),
            merged: Merged::default(),
            shortcuts: true,
            chaining: FxHashSet::default(),
            crowds: FxHashMap::default(),
            containers: Containers::default(),
            reach: VecDeque::new(),
            commands: VecDeque::new(),
            unresolved: Vec::new(),
            introspection: None,
            exhausted: false,
        }
    }

    /// Tells apart what collections hold; off until this is called.
    pub fn tell_collections_apart(&mut self, table: &'a dyn Collections) {
        self.containers.table = Some(table);
    }

    /// Runs to the last fixpoint: entry rounds start when nothing else is left to do.
    pub fn run(&mut self, budget: &Budget) {
        let part = |of: u64| Budget { facts: budget.facts / of, steps: budget.steps / of };
        let mut pressure = [part(4), part(2)].into_iter().peekable();
        loop {
            if pressure.next_if(|part| self.core.over(part)).is_some() {
                for model in 0..self.models.len() {
                    self.hook(ModelId::new(model), |model, cx| model.on_pressure(cx));
                }
            }
            if self.core.over(budget) {
                // What waits for a fixpoint is not to be forgotten; nothing of it flows any more.
                for model in 0..self.models.len() {
                    self.hook(ModelId::new(model), |model, cx| model.on_pressure(cx));
                }
                self.exhausted = true;
                return;
            }
            if let Some(inst) = self.reach.pop_front() {
                self.core.step();
                self.enter(inst);
            } else if let Some(command) = self.commands.pop_front() {
                self.core.step();
                self.execute(command);
            } else if let Some((node, delta)) = self.core.pop() {
                self.deliver(node, &delta);
            } else {
                // A model that has something to do comes before those after it: entry rounds, the last, start on a fixpoint.
                for model in 0..self.models.len() {
                    self.hook(ModelId::new(model), |model, cx| model.on_idle(cx));
                    if !self.commands.is_empty() {
                        break;
                    }
                }
                if self.is_done() {
                    for model in 0..self.models.len() {
                        self.hook(ModelId::new(model), |model, cx| model.on_end(cx));
                    }
                }
                if self.is_done() && !self.fill_gaps() {
                    self.note_unknown_results();
                    return;
                }
            }
        }
    }

    fn is_done(&self) -> bool {
        self.commands.is_empty() && self.reach.is_empty()
    }

    /// Gives the models back, with what they learned.
    pub fn into_parts(self) -> (Core<'a>, State, Vec<Box<dyn Model + 'a>>) {
        (self.core, self.state, self.models)
    }

    pub(super) fn model_count(&self) -> usize {
        self.models.len()
    }

    pub(super) fn hook<R>(&mut self, id: ModelId, run: impl FnOnce(&mut (dyn Model + 'a), &mut Cx<'_, 'a>) -> R) -> R {
        let mut out = Vec::new();
        let mut cx = Cx {
            program: self.program,
            heap: self.heap,
            core: &self.core,
            state: &self.state,
            contexts: &self.contexts,
            model: id,
            out: &mut out,
        };
        let answer = run(self.models[id.index()].as_mut(), &mut cx);
        self.commands.extend(out);
        answer
    }

    pub(super) fn claim(&mut self, method: MethodId) -> Option<(ModelId, Claim)> {
        if let Some(&claim) = self.claims.get(&method) {
            return claim;
        }
        let program = self.program;
        let claim = claimants(&mut self.models, program, method, 0).next();
        self.claims.insert(method, claim);
        claim
    }

    /// Whether a model answers for calls of the method.
    pub fn is_modelled(&mut self, method: MethodId) -> bool {
        self.claim(method).is_some()
    }

    /// Name of the model that answers for calls of the method.
    pub fn model_of(&mut self, method: MethodId) -> Option<&'static str> {
        let (model, _) = self.claim(method)?;
        Some(self.models[model.index()].name())
    }

    /// Tells the model that claims a method of a call of it, and the next one if that only takes note.
    pub(super) fn ask(&mut self, claim: (ModelId, Claim), view: &CallView, method: MethodId) -> Outcome {
        let mut next = Some(claim);
        while let Some((model, Claim::Target(tag) | Claim::Declared(tag))) = next {
            if self.hook(model, |model, cx| model.on_call(cx, view, method, tag)) == Outcome::Handled {
                return Outcome::Handled;
            }
            next = claimants(&mut self.models, self.program, method, model.index() + 1).next();
        }
        Outcome::AlsoAnalyse
    }

    // ---- Instances -------------------------------------------------------------------------------------------------

    /// The instance of `method` under `ctx`, made and queued if it is new.
    pub(super) fn instance(&mut self, method: MethodId, ctx: CtxId) -> InstId {
        if let Some(&inst) = self.state.by_method.get(&(method, ctx)) {
            return inst;
        }
        let inst = self.state.instances.next_id();
        let data = self.program.method(method);
        let code = data.has_code.then(|| self.code(method));
        let mut params = Vec::new();
        let base = match &code {
            Some(code) => {
                let owners = code.slots.owners().iter();
                let nodes: Vec<NodeId> = owners.map(|&var| self.core.node(NodeInfo::Var(inst, var))).collect();
                let slots = (0..code.body.params).map(|index| code.slots.slot(ir::Var(index)));
                params.extend(slots.map(|slot| slot.map(|slot| nodes[slot as usize])));
                nodes.first().map_or(0, |node| node.0)
            }
            None => {
                // Bodiless: parameter nodes exist so that models can look at them.
                let desc = self.program.method_desc(data.desc);
                let receiver = (data.access & access::STATIC == 0).then_some(true);
                let kinds = receiver.into_iter().chain(desc.params.iter().map(|&ty| self.is_reference(ty)));
                for (index, reference) in kinds.collect::<Vec<_>>().into_iter().enumerate() {
                    params.push(reference.then(|| self.core.node(NodeInfo::Var(inst, ir::Var::new(index)))));
                }
                0
            }
        };
        let returns = self.is_reference(self.program.method_desc(data.desc).ret);
        let ret = returns.then(|| self.core.node(NodeInfo::Return(inst)));
        let exception = self.core.node(NodeInfo::Exception(inst));
        let whole = Vec::new();
        self.state.instances.push(Instance { method, ctx, first: false, code, base, params, ret, exception, whole });
        self.state.by_method.insert((method, ctx), inst);
        let first = self.state.methods.insert(method);
        self.state.instances[inst].first = first;
        self.reach.push_back(inst);
        inst
    }

    pub(super) fn code(&mut self, method: MethodId) -> Rc<Code> {
        if let Some(code) = self.state.codes.get(&method) {
            return code.clone();
        }
        let body = ir::lower(self.program, method);
        let shortcuts = self.find_shortcuts(method, &body);
        let code = Rc::new(Code::new(body, shortcuts));
        self.state.codes.insert(method, code.clone());
        code
    }

    pub(super) fn is_reference(&self, ty: TypeId) -> bool {
        matches!(self.program.ty(ty), Type::Class(_) | Type::Array(_))
    }

    fn enter(&mut self, inst: InstId) {
        let Instance { method, first, .. } = self.state.instances[inst];
        if first {
            for model in 0..self.models.len() {
                self.hook(ModelId::new(model), |model, cx| model.on_method(cx, method));
            }
        }
        if self.state.instances[inst].code.is_some() {
            super::statements::add_body(self, inst);
        } else {
            for model in 0..self.models.len() {
                self.hook(ModelId::new(model), |model, cx| model.on_bodiless(cx, inst, method));
            }
        }
    }

    /// Runs a class's initialiser, its superclasses' first, and those of superinterfaces that declare default methods
    /// (JVMS 5.5 step 7).
    pub(super) fn initialise(&mut self, class: ClassId) {
        let mut stack = vec![class];
        while let Some(class) = stack.pop() {
            if !self.state.initialised.insert(class) {
                continue;
            }
            let data = self.program.class(class);
            let is_interface = data.access & access::INTERFACE != 0;
            if !is_interface {
                stack.extend(data.super_class);
                for &interface in self.program.supertypes(class) {
                    let i = self.program.class(interface);
                    let has_default = i.access & access::INTERFACE != 0
                        && i.methods
                            .iter()
                            .any(|&m| self.program.method(m).access & (access::ABSTRACT | access::STATIC) == 0);
                    if has_default {
                        stack.push(interface);
                    }
                }
            }
            if let Some(method) = self.program.find_method(class, "<clinit>", "()V") {
                self.instance(method, NO_CTX);
                let site = self.heap.site(Site::At(method, 0));
                self.state.call_edges.entry((site, method, method)).or_insert(EdgeKind::Model);
            }
            for model in 0..self.models.len() {
                self.hook(ModelId::new(model), |model, cx| model.on_class(cx, class));
            }
        }
    }

    // ---- Calls -----------------------------------------------------------------------------------------------------

    pub(super) fn view(&self, call: CallId) -> CallView {
        let c = &self.state.calls[call];
        CallView {
            caller: c.caller,
            method: self.state.instances[c.caller].method,
            site: c.site,
            offset: c.offset,
            args: c.args.clone(),
            vars: c.vars.clone(),
            dst: c.dst,
            throw: c.throw,
        }
    }

    /// Registers a virtual or interface call: its receivers decide.
    pub(super) fn virtual_call(&mut self, call: CallSite) {
        let (resolved, receiver) = (call.resolved, call.args.first().copied().flatten());
        let id = self.state.calls.push(call);
        if let Some(claim @ (_, Claim::Declared(_))) = self.claim(resolved)
            && self.claimed(id, resolved, claim) == Outcome::Handled
        {
            return;
        }
        let Some(receiver) = receiver else { return };
        let seen = self.core.add_use(receiver, Use::Dispatch(id));
        self.dispatch(id, &seen);
    }

    /// Registers a call with one possible target.
    pub(super) fn direct_call(&mut self, call: CallSite) {
        let (resolved, receiver) = (call.resolved, call.args.first().copied().flatten());
        let is_static = self.program.method(resolved).access & access::STATIC != 0;
        let ctx = self.callee_context(&call, resolved, None);
        let id = self.state.calls.push(call);
        let Some(receiver) = receiver.filter(|_| !is_static && self.contexts.by_receiver()) else {
            // The receiver of invokespecial flows as an argument.
            return self.link(id, resolved, ctx, None);
        };
        if let Some(claim) = self.claim(resolved)
            && self.claimed(id, resolved, claim) == Outcome::Handled
        {
            return;
        }
        let seen = self.core.add_use(receiver, Use::Dispatch(id));
        self.dispatch(id, &seen);
    }

    fn claimed(&mut self, call: CallId, method: MethodId, claim: (ModelId, Claim)) -> Outcome {
        let view = self.view(call);
        self.edge_to(&view, method, EdgeKind::Call);
        self.throws_declared(&view, method);
        let outcome = self.ask(claim, &view, method);
        self.handled_calls.insert((call, method), outcome);
        outcome
    }

    /// A modelled method throws what its declaration says.
    pub(super) fn throws_declared(&mut self, view: &CallView, method: MethodId) {
        let Some(throw) = view.throw else { return };
        for &class in &self.program.method(method).exceptions {
            let ty = self.program.class_type(class);
            let obj = self.heap.intern(ObjKind::Merged { ty });
            self.core.add(throw, obj);
        }
    }

    pub(super) fn edge_to(&mut self, view: &CallView, callee: MethodId, kind: EdgeKind) {
        self.state.call_edges.entry((view.site, view.method, callee)).or_insert(kind);
    }

    /// New receivers of a call: linked by the method they select, or shown to the models.
    fn dispatch(&mut self, call: CallId, receivers: &PtsSet) {
        let CallSite { resolved, direct, .. } = self.state.calls[call];
        let by_receiver = self.contexts.by_receiver();
        let mut selected: FxIndexMap<(MethodId, CtxId), PtsSet> = FxIndexMap::default();
        let mut others: Vec<ObjId> = Vec::new();
        for obj in receivers.iter().map(ObjId) {
            let kind = self.heap.kind(obj);
            // An instance of unknown class selects nothing; unknown strings, classes and members are of a known final class.
            let target = match kind {
                _ if direct => Some(resolved),
                ObjKind::Null => continue,
                ObjKind::UnknownInstance { .. } => {
                    self.note_unknown(call);
                    continue;
                }
                ObjKind::Opaque { .. } => None,
                _ => self.select(self.heap.ty(obj), resolved).filter(|&target| {
                    !(matches!(kind, ObjKind::Closure { .. })
                        && self.program.method(target).access & access::ABSTRACT != 0)
                }),
            };
            match target {
                Some(target) => {
                    let receiver = by_receiver.then_some(obj);
                    let ctx =
                        receiver.map_or(NO_CTX, |_| self.callee_context(&self.state.calls[call], target, receiver));
                    selected.entry((target, ctx)).or_default().insert(obj.0);
                }
                None => others.push(obj),
            }
        }
        for (&(target, ctx), receivers) in &selected {
            let ctx = if by_receiver { ctx } else { self.callee_context(&self.state.calls[call], target, None) };
            self.link(call, target, ctx, Some(receivers));
        }
        for obj in others {
            self.dispatch_otherwise(call, resolved, obj);
        }
    }

    /// A receiver of unknown class: the call graph is to say so.
    fn note_unknown(&mut self, call: CallId) {
        let CallSite { caller, site, resolved, .. } = self.state.calls[call];
        let method = self.state.instances[caller].method;
        self.state.call_notes.insert((site, method, CallNote::Unknown(resolved)));
    }

    /// A receiver that selects no method body by its class.
    fn dispatch_otherwise(&mut self, call: CallId, resolved: MethodId, obj: ObjId) {
        let view = self.view(call);
        for model in 0..self.models.len() {
            if self.hook(ModelId::new(model), |model, cx| model.on_receiver(cx, &view, resolved, obj)) {
                return;
            }
        }
        if matches!(self.heap.kind(obj), ObjKind::Opaque { .. }) {
            self.note_unknown(call);
            self.call_nobody(&view, resolved);
        }
    }

    /// A call of an object from outside that no model answers: nobody knows what comes back. Inside the JDK it would flow
    /// into every collection of the program.
    fn call_nobody(&mut self, view: &CallView, resolved: MethodId) {
        let program = self.program;
        let origin = program.origin_of(view.method);
        let ret = program.method_desc(program.method(resolved).desc).ret;
        let reference = matches!(program.ty(ret), Type::Class(_) | Type::Array(_));
        if let (true, Some(dst), Some(value)) =
            (origin != Origin::Jdk, view.dst, self.heap.unknown(view.site, ret, reference))
        {
            self.core.add(dst, value);
        }
    }

    /// JVMS 5.4.6 for an object of type `ty`; `None` also where the object cannot be a receiver at all.
    fn select(&mut self, ty: TypeId, resolved: MethodId) -> Option<MethodId> {
        if let Some(&target) = self.selections.get(&(ty, resolved)) {
            return target;
        }
        let program = self.program;
        let class = match program.ty(ty) {
            Type::Class(class) => class,
            _ => self.heap.types().object_class,
        };
        let target = if program.is_subclass(class, program.method(resolved).class) {
            program.select(class, resolved)
        } else {
            None
        };
        self.selections.insert((ty, resolved), target);
        target
    }

    /// The context under which a call enters a method.
    fn callee_context(&self, call: &CallSite, callee: MethodId, receiver: Option<ObjId>) -> CtxId {
        let caller = self.state.instances[call.caller].ctx;
        self.contexts.callee(&Edge { caller, site: call.site, callee, receiver })
    }

    /// Makes `target` under `ctx` a callee of `call`; the receivers selected it.
    fn link(&mut self, call: CallId, target: MethodId, ctx: CtxId, receivers: Option<&PtsSet>) {
        let claim = self.claim(target);
        let modelled = claim.is_some();
        if let Some(claim) = claim {
            let outcome = match self.handled_calls.get(&(call, target)) {
                Some(&outcome) => outcome,
                None => self.claimed(call, target, claim),
            };
            if outcome == Outcome::Handled {
                return;
            }
        }
        let inst = self.instance(target, ctx);
        if let Some(receivers) = receivers {
            let contained = if modelled { None } else { self.contained(call, inst, receivers) };
            let (plain, this_objects) = match &contained {
                Some(Received { plain, this }) => (plain, this),
                None => (receivers, receivers),
            };
            if let Some(Some(this)) = self.state.instances[inst].params.first().copied() {
                self.core.add_all(this, this_objects, ALL);
            }
            if modelled {
                self.whole_receivers(inst, receivers);
            } else {
                self.keep_in_receivers(call, inst, this_objects);
                self.plain_receivers(call, inst, plain);
            }
        }
        if !self.call_insts.insert((call, inst)) {
            return;
        }
        let view = self.view(call);
        if !modelled {
            self.unmodelled_text(&view, target);
        }
        // A virtual call without variables is a model's.
        let made = receivers.is_some() && view.vars.is_empty();
        self.edge_to(&view, target, if made { EdgeKind::Model } else { EdgeKind::Call });
        if self.program.method(target).access & access::STATIC != 0 {
            let class = self.program.method(target).class;
            self.initialise(class);
        }
        let skip = usize::from(receivers.is_some());
        for (index, arg) in view.args.iter().enumerate().skip(skip) {
            let Some(arg) = *arg else { continue };
            if let Some(Some(param)) = self.state.instances[inst].params.get(index).copied() {
                self.core.edge(arg, param, ALL);
            }
            if modelled && let Some(whole) = self.whole_param(inst, index) {
                self.core.edge(arg, whole, ALL);
            }
        }
        if !modelled {
            self.short_stores(&view, inst, receivers.is_some());
        }
        if receivers.is_none() || modelled {
            self.give_back(call, &view, inst, receivers.is_some(), modelled);
        }
        if receivers.is_none() {
            self.watch_direct(call, inst);
        }
        if let Some(throw) = view.throw {
            let exception = self.state.instances[inst].exception;
            self.core.edge(exception, throw, ALL);
        }
    }

    /// Receivers of a call to which the method returns what it returns.
    pub(super) fn plain_receivers(&mut self, call: CallId, inst: InstId, receivers: &PtsSet) {
        if receivers.is_empty() {
            return;
        }
        self.give_of_receivers(call, inst, receivers);
        if self.containers.returned.insert((call, inst)) {
            let view = self.view(call);
            self.give_back(call, &view, inst, true, false);
        }
    }

    /// Texts come from the constructors of `String`, which a model answers for. Of one that it does not know, nothing is known.
    fn unmodelled_text(&mut self, call: &CallView, constructor: MethodId) {
        let string = self.heap.types().string;
        let data = self.program.method(constructor);
        if self.program.class_of(string) == Some(data.class)
            && self.program.str(data.name) == "<init>"
            && let Some(Some(made)) = call.args.first().copied()
            && let Some(text) = self.heap.unknown(call.site, string, true)
        {
            self.core.add(made, text);
        }
    }

    // ---- Events ----------------------------------------------------------------------------------------------------

    fn deliver(&mut self, node: NodeId, delta: &PtsSet) {
        // Uses can grow while they run; those added meanwhile see the objects by themselves.
        let mut at = 0;
        while let Some(&usage) = self.core.uses(node).get(at) {
            at += 1;
            self.apply(usage, delta, node);
            if self.core.find_shared(node) != node {
                break;
            }
        }
    }

    /// New objects at a node, `objects`, meet a use of it.
    pub(super) fn apply(&mut self, usage: Use, objects: &PtsSet, at: NodeId) {
        match usage {
            Use::Hook(hook) => {
                let (model, data) = self.hooks[hook as usize];
                self.hook(model, |model, cx| model.on_objects(cx, data, objects));
            }
            Use::Dispatch(call) => self.dispatch(call, objects),
            Use::Direct(call, inst) => self.direct_receivers(call, inst, objects),
            Use::Seize(callee) => self.seized(callee, objects, &Args::Unknown),
            Use::Open => self.open_all(objects),
            Use::PutAll { into } => self.put_all(into, objects),
            Use::Show { of, face, dst } => self.shown(of, face, objects, dst),
            Use::Receive(index) => self.received(index, objects),
            Use::Load { field, dst } => self.each_field(objects, field, |core, from| core.edge(from, dst, ALL)),
            Use::Store { field, src } => {
                if self.core.size(at) > shared::MOST {
                    let all = self.core.pts(at).clone();
                    self.core.share_field(field, &all);
                }
                self.store(objects, field, src);
            }
            Use::ElementLoad { dst } => {
                for obj in objects.iter() {
                    if let Some(from) = self.elements_of(ObjId(obj)) {
                        self.core.edge(from, dst, ALL);
                    }
                }
            }
            Use::ElementStore { src } => {
                for obj in objects.iter() {
                    let obj = ObjId(obj);
                    if let Some(to) = self.elements_of(obj) {
                        let filter = self.element_filter(obj);
                        self.core.edge(src, to, filter);
                    }
                }
            }
        }
    }

    /// `objects.field = src`.
    pub(super) fn store(&mut self, objects: &PtsSet, field: FieldId, src: NodeId) {
        self.each_field(objects, field, |core, to| core.edge(src, to, ALL));
    }

    /// The field of each object, one that some of them share once.
    fn each_field(&mut self, objects: &PtsSet, field: FieldId, act: impl Fn(&mut Core<'a>, NodeId)) {
        let shared = self.core.split_shared(field, objects);
        if let Some((shared, _)) = shared {
            act(&mut self.core, shared);
        }
        for obj in shared.as_ref().map_or(objects, |(_, others)| others).iter() {
            if let Some(node) = self.field_of(ObjId(obj), field) {
                act(&mut self.core, node);
            }
        }
    }

    fn element_filter(&mut self, array: ObjId) -> FilterId {
        match self.program.ty(self.heap.ty(array)) {
            Type::Array(element) if element != self.heap.types().object => self.core.filter(Filter::Cast(element)),
            _ => ALL,
        }
    }

    /// The field of an object; strings have none, and unknowns only those that metaobjects share. An opaque object's fields
    /// hold unknowns besides what is stored.
    pub(super) fn field_of(&mut self, obj: ObjId, field: FieldId) -> Option<NodeId> {
        let kind = self.heap.kind(obj);
        let has_none = (kind.is_token() && !kind.shares_fields()) || kind.is_string() || kind == ObjKind::Null;
        if has_none {
            return None;
        }
        let node = self.core.field(obj, field);
        if let ObjKind::Opaque { site, .. } = kind {
            let data = self.program.field(field);
            let (ty, own) = (data.ty, self.program.class(data.class).origin == Origin::Application);
            // The field is what a user can look up; those of other code are too many to be told apart.
            let site = if own { self.heap.site(Site::Field(field)) } else { site };
            if let Some(value) = self.heap.unknown(site, ty, self.is_reference(ty)) {
                self.core.add(node, value);
            }
        }
        Some(node)
    }

    pub(super) fn elements_of(&mut self, obj: ObjId) -> Option<NodeId> {
        let kind = self.heap.kind(obj);
        let ty = self.heap.ty(obj);
        let Type::Array(element) = self.program.ty(ty) else {
            // An opaque object may be an array if its bound allows one.
            let ObjKind::Opaque { site, bound } = kind else { return None };
            if bound != self.heap.types().object {
                return None;
            }
            let node = self.core.elements(obj);
            let value = self.heap.intern(ObjKind::Opaque { site, bound });
            self.core.add(node, value);
            return Some(node);
        };
        if !self.is_reference(element) {
            return None;
        }
        let node = self.core.elements(obj);
        if let ObjKind::Opaque { site, .. } = kind
            && let Some(value) = self.heap.unknown(site, element, true)
        {
            self.core.add(node, value);
        }
        Some(node)
    }

    /// Number of distinct methods reached.
    pub fn reached_methods(&self) -> usize {
        self.state.methods.len()
    }
}
