//! The hook trait: how models of the JVM, of libraries and of reflection take part. A model sees the solver through a
//! read-only [`Cx`] and answers with [`Command`]s. Models must be monotone and idempotent: objects may be delivered again
//! after nodes were merged. They must not know how the solver works.

use std::rc::Rc;

use super::callgraph::calls::{CallNote, EdgeKind};
use super::callgraph::instance::Code;
use super::callgraph::state::State;
use super::command::{
    CallView, Claim, Command, IndyView, Outcome, Ptr, ReflectiveCall, StaticCall, SummaryCall, ValueUse, VirtualCall,
};
use super::context::Contexts;
use super::given::given;
use super::graph::core::Core;
use super::graph::filter::Filter;
use super::ids::{ClaimTag, HookData, InstId, ModelId, ModelNode, NodeId};
use crate::base::PtsSet;
use crate::heap::{CtxId, Heap, ObjId, Site, SiteId};
use crate::ir::Var;
use crate::program::{ClassId, MethodId, Program, Scope, TypeId, lookup};

/// What a hook may look at, and where its answers go.
pub struct Cx<'c, 'a> {
    pub program: &'a Program,
    pub heap: &'a Heap,
    pub core: &'c Core<'a>,
    pub(super) state: &'c State,
    pub(super) contexts: &'c Contexts<'a>,
    pub(super) scope: &'c Scope,
    pub(super) model: ModelId,
    /// The call that the model is told of, or was when it began to watch.
    pub(super) told_at: Option<SiteId>,
    pub(super) out: &'c mut Vec<Command>,
}

impl<'a> Cx<'_, 'a> {
    pub fn scope(&self) -> &Scope {
        self.scope
    }

    /// Whether the code of a class is not looked at.
    pub fn is_hidden(&self, class: ClassId) -> bool {
        self.scope.is_hidden(self.program, class)
    }

    pub fn pts(&self, node: NodeId) -> &PtsSet {
        self.core.pts(node)
    }

    /// The node of a pointer, if it was made already.
    pub fn resolve(&self, ptr: Ptr) -> Option<NodeId> {
        match ptr {
            Ptr::Node(node) => Some(node),
            Ptr::Field(obj, field) => self.core.find_field(obj, field),
            Ptr::Elements(obj) => self.core.find_elements(obj),
            Ptr::Static(field) => self.core.find_static(field),
            Ptr::Model(model, number) => self.state.model_nodes.get(&(model, number)).copied(),
            // Only edges lead there.
            Ptr::Raised | Ptr::Uncaught => None,
        }
    }

    pub fn code(&self, inst: InstId) -> Option<Rc<Code>> {
        self.state.instance(inst).code.clone()
    }

    /// The lowered body of a method, if it was reached.
    pub fn code_of(&self, method: MethodId) -> Option<&Rc<Code>> {
        self.state.code_of(method)
    }

    /// The method and the variable of it that a variable of an instance is, seen through parameters of instances that contexts
    /// give to one call alone.
    pub fn given(&self, inst: InstId, var: Var) -> Option<(MethodId, Var)> {
        given(self.state, &self.contexts.table, inst, var)
    }

    pub fn method_of(&self, inst: InstId) -> MethodId {
        self.state.instance(inst).method
    }

    /// The calls that are known: where, of which method, to which one, and whether by an instruction that calls it.
    pub fn call_edges(&self) -> impl Iterator<Item = (SiteId, MethodId, MethodId, bool)> + '_ {
        self.state.call_edges().map(|(site, caller, callee, kind)| (site, caller, callee, kind == EdgeKind::Call))
    }

    /// Whether a variable of a method may hold an object, in some instance of it.
    pub fn holds(&self, method: MethodId, var: Var, obj: ObjId) -> bool {
        let instances = self.state.instances().filter(|(_, instance)| instance.method == method);
        instances.into_iter().any(|(_, of)| of.var(var).is_none_or(|node| self.pts(node).contains(obj.0)))
    }

    /// Whether methods are analysed under more than one context.
    pub fn distinguishes_contexts(&self) -> bool {
        self.contexts.distinguishes()
    }

    /// Whether a method is analysed under more than one context.
    pub fn distinguishes_calls_of(&self, callee: MethodId) -> bool {
        self.contexts.distinguishes_calls_of(callee)
    }

    /// The context of an object of type `ty` that an instance allocates at `site`.
    pub fn allocated(&self, inst: InstId, site: SiteId, ty: TypeId) -> CtxId {
        self.contexts.allocated(self.state.instance(inst).ctx, site, ty)
    }

    /// The instances of methods that were reached, oldest first.
    pub fn instances(&self) -> impl Iterator<Item = InstId> + '_ {
        self.state.instances().map(|(inst, _)| inst)
    }

    /// The node of a variable of an instance, if it is a reference.
    pub fn var(&self, inst: InstId, var: Var) -> Option<NodeId> {
        self.state.instance(inst).var(var)
    }

    pub fn is_reached(&self, method: MethodId) -> bool {
        self.state.is_reached(method)
    }

    pub fn is_initialised(&self, class: ClassId) -> bool {
        self.state.is_initialised(class)
    }

    pub fn site_of(&self, method: MethodId, offset: u32) -> SiteId {
        self.heap.site(Site::At(method, offset))
    }

    /// Puts an object into a pointer, unless that would change nothing.
    pub fn add(&mut self, to: impl Into<Ptr>, obj: ObjId) {
        let to = to.into();
        // Many objects are often answered by the same one.
        if matches!(self.out.last(), Some(Command::Add { to: last, obj: same }) if *last == to && *same == obj) {
            return;
        }
        if !self.resolve(to).is_some_and(|node| self.core.knows(node, obj)) {
            self.out.push(Command::Add { to, obj });
        }
    }

    pub fn edge(&mut self, from: impl Into<Ptr>, to: impl Into<Ptr>) {
        self.filtered(from, to, Filter::All);
    }

    pub fn filtered(&mut self, from: impl Into<Ptr>, to: impl Into<Ptr>, filter: Filter) {
        self.out.push(Command::Edge { from: from.into(), to: to.into(), filter, told_at: self.told_at });
    }

    pub fn cast(&mut self, from: impl Into<Ptr>, to: impl Into<Ptr>, ty: TypeId) {
        let filter = if ty == self.heap.types().object { Filter::All } else { Filter::Cast(ty) };
        self.filtered(from, to, filter);
    }

    pub fn watch(&mut self, at: impl Into<Ptr>, data: HookData) {
        self.out.push(Command::Watch { at: at.into(), model: self.model, data, told_at: self.told_at });
    }

    /// Asks for [`Model::on_filtered`] of an object; to be said before the object is put anywhere.
    pub fn watch_filters(&mut self, obj: ObjId) {
        self.out.push(Command::WatchFilters { obj, model: self.model });
    }

    /// Says that something is done with objects that nobody can say: collections among them may hold anything after it.
    pub fn escape(&mut self, at: impl Into<Ptr>) {
        self.out.push(Command::Escape { at: at.into() });
    }

    /// A node of this model's own; equal numbers are one node. A model with nodes of several kinds numbers an enum of them
    /// (see [`Numbering`](crate::base::Numbering)).
    pub fn model_node(&self, node: ModelNode) -> Ptr {
        Ptr::Model(self.model, node)
    }

    /// Calls methods that are not distinguished by contexts, once for all places that call the same ones.
    pub fn call_all(&mut self, call: SummaryCall) {
        self.out.push(Command::Summary { model: self.model, call });
    }

    pub fn dispatch(&mut self, call: VirtualCall) {
        self.out.push(Command::Dispatch(EdgeKind::Model, call));
    }

    /// As [`dispatch`](Self::dispatch), by a reflective action.
    pub fn dispatch_reflective(&mut self, call: VirtualCall) {
        self.out.push(Command::Dispatch(EdgeKind::Reflective, call));
    }

    pub fn call_static(&mut self, call: StaticCall) {
        self.out.push(Command::Static(call));
    }

    pub fn call(&mut self, call: ReflectiveCall) {
        self.out.push(Command::Call(call));
    }

    pub fn note(&mut self, call: &CallView, note: CallNote) {
        let method = self.method_of(call.caller);
        if self.state.call_notes.contains(&(call.site, method, note)) {
            return;
        }
        self.out.push(Command::Note { caller: call.caller, site: call.site, note });
    }

    pub fn initialise(&mut self, class: ClassId) {
        if !self.is_initialised(class) {
            self.out.push(Command::Initialise(class));
        }
    }

    /// Initialises what an object of a class made at run time, which implements the type, initialises: interfaces that declare
    /// default methods (JVMS 5.5 step 7).
    pub fn initialise_implemented(&mut self, ty: TypeId) {
        if let Some(class) = self.program.class_of(ty) {
            self.program.interfaces_with_defaults(class).for_each(|interface| self.initialise(interface));
        }
    }

    /// Initialises what a proxy of an interface does.
    pub fn initialise_proxied(&mut self, ty: TypeId) {
        self.initialise_implemented(ty);
        lookup::initialised_by_proxy(self.program, ty).into_iter().for_each(|class| self.initialise(class));
    }

    pub fn command(&mut self, command: Command) {
        self.out.push(command);
    }
}

/// A hook set: JVM semantics, a library model, reflection, entry points.
pub trait Model {
    /// Stable kebab-case name, for ablation and messages.
    fn name(&self) -> &'static str;

    /// Whether calls of `method` are this model's; asked once per method. First model wins.
    fn claim(&mut self, _program: &Program, _method: MethodId) -> Option<Claim> {
        None
    }

    /// The node of the model's own that stands for a class object or a text where it is used.
    fn stands_for(&mut self, _cx: &mut Cx<'_, '_>, _used: &ValueUse) -> Option<ModelNode> {
        None
    }

    /// The node of the model's own to which what the callee gives goes in place of the result of a call, which the model
    /// fills from there on; asked once of a call that an instruction makes. `is_virtual`: receivers select the callee.
    fn stands_for_result(
        &mut self,
        _cx: &mut Cx<'_, '_>,
        _call: &CallView,
        _resolved: MethodId,
        _is_virtual: bool,
    ) -> Option<ModelNode> {
        None
    }

    /// A claimed call: once per call site and method (`Declared`: per call site). `tag` is the claim's number.
    fn on_call(&mut self, _cx: &mut Cx<'_, '_>, _call: &CallView, _method: MethodId, _tag: ClaimTag) -> Outcome {
        Outcome::Handled
    }

    /// New objects of a watched pointer.
    fn on_objects(&mut self, _cx: &mut Cx<'_, '_>, _data: HookData, _objects: &PtsSet) {}

    /// An object that this model watches at filters met one on its way into a node: once for each such node and filter. An
    /// unknown says there what it is cast to (Solar, Li, Tan, Xue, SAS 2015, rule L-Cast). Within a merged cycle only
    /// filters are heard behind which an object can be another one (casts, handlers, calls of JDK code): others keep nothing
    /// out of the cycle, and the solver drops them.
    fn on_filtered(&mut self, _cx: &mut Cx<'_, '_>, _filter: &Filter, _obj: ObjId, _into: NodeId) {}

    /// An `invokedynamic` became reachable; true if this model answers for it.
    fn on_indy(&mut self, _cx: &mut Cx<'_, '_>, _view: &IndyView) -> bool {
        false
    }

    /// As `on_indy`, of a dynamic constant that is loaded (JVMS 4.4.10); the descriptor is that of its type.
    fn on_dynamic_constant(&mut self, _cx: &mut Cx<'_, '_>, _view: &IndyView) -> bool {
        false
    }

    /// A virtual call met an object on which no method body is selected by class (closures, opaque objects); true if this model answers.
    fn on_receiver(&mut self, _cx: &mut Cx<'_, '_>, _call: &CallView, _resolved: MethodId, _obj: ObjId) -> bool {
        false
    }

    /// A call of the program's own code, or of the JDK's, may run a method that callers of a library wrote; told once for each call.
    fn on_callers_code(&mut self, _cx: &mut Cx<'_, '_>, _call: &CallView, _resolved: MethodId) {}

    /// A call of a method, or a store into a field, that is not there: once per instruction. `owner` is the type it is asked
    /// of; what a store has at hand stands as arguments.
    fn on_unresolved(&mut self, _cx: &mut Cx<'_, '_>, _call: &CallView, _owner: TypeId) {}

    /// A native or bodiless method became reachable and no model claims it.
    fn on_bodiless(&mut self, _cx: &mut Cx<'_, '_>, _inst: InstId, _method: MethodId) {}

    /// A quarter of the budget, or half of its memory, is used and no end in sight: what must not be missing from the answer
    /// should begin now. Asked again at half of it, or three quarters of its memory, and once more when it is used up; what a model adds then is recorded, not followed.
    fn on_pressure(&mut self, _cx: &mut Cx<'_, '_>) {}

    /// A class was initialised.
    fn on_class(&mut self, _cx: &mut Cx<'_, '_>, _class: ClassId) {}

    /// A method became reachable.
    fn on_method(&mut self, _cx: &mut Cx<'_, '_>, _method: MethodId) {}

    /// The work list is empty. Commands start another round; without any the run ends.
    fn on_idle(&mut self, _cx: &mut Cx<'_, '_>) {}

    /// As `on_idle`, when no model has anything to do any more: what happens only because nothing else explains it.
    fn on_end(&mut self, _cx: &mut Cx<'_, '_>) {}
}
