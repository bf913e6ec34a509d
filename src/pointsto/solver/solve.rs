//! The solver: turns reachable methods into nodes, edges and uses, dispatches calls on the fly, runs hooks and executes
//! their commands until nothing changes. Must not know what the models mean.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::rc::Rc;

use super::super::callgraph::state::State;
use super::super::command::{CallView, Claim, Command, GivenResult, Outcome};
use super::super::context::{ContextPolicy, Contexts, Introspection};
use super::super::graph::budget::Exhausted;
use super::super::graph::core::Core;
use super::super::graph::node::Use;
use super::super::hook::{Cx, Model};
use super::super::ids::{CallId, HookData, HookId, InstId, ModelId, NodeId};
use super::super::summaries::containers::{Collections, Containers, OnEscape};
use super::exceptions::ByJvm;
use super::made::Made;
use super::merge::Merged;
use super::of_callers::OfCallers;
use crate::base::{FxHashMap, FxHashSet, IndexVec, PtsSet};
use crate::heap::{Heap, ObjId, ObjKind, SiteId};
use crate::ir::{RAISED, Raised};
use crate::program::{MethodId, MethodRef, Program, Scope, TypeId};

/// Names the classes of what a method throws unchecked.
pub(super) type Documented = fn(&Program, MethodId) -> &'static [&'static str];

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

/// A pointer's objects are of concern to a model.
#[derive(Debug, Clone, Copy)]
pub(super) struct Watch {
    pub(super) model: ModelId,
    pub(super) data: HookData,
    /// The call that the model was told of when it asked.
    pub(super) told_at: Option<SiteId>,
}

/// What is done next, before anything else: something that the step at hand has to see through.
pub(super) enum Next {
    /// A new use of a node meets the objects that are there.
    Meet(Use, PtsSet, NodeId),
    /// A host has escaped that this waited for.
    Escaped(OnEscape),
    /// What the JVM throws gets what it holds.
    FillJvm(Rc<ByJvm>),
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
    pub(super) call_insts: FxHashSet<(CallId, InstId)>,
    pub(super) handled_calls: FxHashMap<(CallId, MethodId), Outcome>,
    pub(super) hooks: IndexVec<HookId, Watch>,
    pub(super) made: Made,
    pub(super) watched: FxHashSet<(NodeId, ModelId, HookData)>,
    /// Models that watch an object at filters.
    pub(super) filter_watchers: FxHashMap<ObjId, Vec<ModelId>>,
    pub(super) selections: FxHashMap<(TypeId, MethodId), Option<MethodId>>,
    pub merged: Merged,
    /// What the JVM throws by itself; made when it is first asked for.
    pub(super) by_jvm: Option<Rc<ByJvm>>,
    /// Exceptions of the JVM's that have a message.
    pub(super) saying: FxHashSet<ObjId>,
    /// Which code is looked at.
    pub scope: Rc<Scope>,
    /// What methods throw whose bodies are skipped, besides what they declare.
    pub documented: Documented,
    /// What such methods throw.
    pub(super) declared: FxHashMap<MethodId, Rc<[ObjId]>>,
    /// Whether calls do by themselves what their callees do with parameters alone, see `summaries/shortcuts.rs`.
    pub shortcuts: bool,
    /// Constructors that are looked into while the code of others is made.
    pub(super) chaining: FxHashSet<MethodId>,
    /// Receivers of calls that have too many to tell their fields apart, by what they call.
    pub(super) field_based_receivers: FxHashMap<(CallId, InstId), PtsSet>,
    pub(super) containers: Containers<'a>,
    pub(super) next: VecDeque<Next>,
    pub(super) reach: VecDeque<InstId>,
    pub(super) commands: VecDeque<Command>,
    /// Nodes that hold one unknown.
    pub(super) just: FxHashMap<ObjId, NodeId>,
    /// Fields of opaque objects that were joined with those of the objects they may be.
    pub(super) joined: FxHashSet<NodeId>,
    /// Whether code that nobody knows calls the program and makes objects of its classes, as that of users of a library does.
    pub has_callers: bool,
    /// What stands for objects that such code has, see `of_callers.rs`.
    pub(super) of_callers: OfCallers,
    /// Results that do not come from callees, by call.
    pub given: Rc<FxHashMap<SiteId, GivenResult>>,
    /// Calls that resolve to nothing: caller, offset, reference.
    pub unresolved: Vec<(MethodId, u32, MethodRef)>,
    /// What the insensitive pass before said, if there was one.
    pub introspection: Option<Rc<Introspection>>,
    /// The limit that ended the run, if one did; what was not processed is missing from the answer.
    pub exhausted: Option<Exhausted>,
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
            hooks: IndexVec::default(),
            made: Made::default(),
            watched: FxHashSet::default(),
            filter_watchers: FxHashMap::default(),
            selections: FxHashMap::default(),
            merged: Merged::default(),
            by_jvm: None,
            saying: FxHashSet::default(),
            scope: Rc::default(),
            documented: |_, _| &[],
            declared: FxHashMap::default(),
            shortcuts: true,
            chaining: FxHashSet::default(),
            field_based_receivers: FxHashMap::default(),
            containers: Containers::default(),
            next: VecDeque::new(),
            reach: VecDeque::new(),
            commands: VecDeque::new(),
            just: FxHashMap::default(),
            joined: FxHashSet::default(),
            has_callers: false,
            of_callers: OfCallers::default(),
            given: Rc::default(),
            unresolved: Vec::new(),
            introspection: None,
            exhausted: None,
        }
    }

    /// Distinguishes what collections hold; off until this is called.
    pub fn distinguish_collections(&mut self, table: &'a dyn Collections) {
        self.containers.table = Some(table);
    }

    /// Gives the models back, with what they learned.
    pub fn into_parts(self) -> (Core<'a>, State, Vec<Box<dyn Model + 'a>>) {
        (self.core, self.state, self.models)
    }

    pub(super) fn model_ids(&self) -> impl Iterator<Item = ModelId> + use<> {
        (0..self.models.len()).map(ModelId::new)
    }

    /// Asks a model, about a call if there is one; what it wants is queued.
    pub(super) fn hook<R>(
        &mut self,
        id: ModelId,
        told_at: Option<SiteId>,
        run: impl FnOnce(&mut (dyn Model + 'a), &mut Cx<'_, 'a>) -> R,
    ) -> R {
        let mut out = Vec::new();
        let mut cx = Cx {
            program: self.program,
            heap: self.heap,
            core: &self.core,
            state: &self.state,
            contexts: &self.contexts,
            scope: &self.scope,
            model: id,
            told_at,
            out: &mut out,
        };
        let answer = run(self.models[id.index()].as_mut(), &mut cx);
        self.commands.extend(out);
        answer
    }

    /// Tells every model, in their order.
    pub(super) fn hook_all(
        &mut self,
        told_at: Option<SiteId>,
        mut run: impl FnMut(&mut (dyn Model + 'a), &mut Cx<'_, 'a>),
    ) {
        for model in 0..self.models.len() {
            self.hook(ModelId::new(model), told_at, &mut run);
        }
    }

    /// Asks the models in their order until one says yes; whether one did.
    pub(super) fn hook_until(
        &mut self,
        told_at: Option<SiteId>,
        mut run: impl FnMut(&mut (dyn Model + 'a), &mut Cx<'_, 'a>) -> bool,
    ) -> bool {
        (0..self.models.len()).any(|model| self.hook(ModelId::new(model), told_at, &mut run))
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
        let (mut next, mut together) = (Some(claim), Outcome::Left);
        let mut view = Cow::Borrowed(view);
        while let Some((model, Claim::Target(tag) | Claim::Declared(tag))) = next {
            let outcome = self.hook(model, Some(view.site), |model, cx| model.on_call(cx, &view, method, tag));
            match outcome {
                Outcome::Handled | Outcome::HandledOf(_) => return outcome,
                Outcome::AlsoAnalyse if together == Outcome::Answered => {}
                Outcome::AlsoAnalyse => together = outcome,
                Outcome::Answered => {
                    together = outcome;
                    view.to_mut().dst = None;
                }
                Outcome::Left => {}
            }
            next = claimants(&mut self.models, self.program, method, model.index() + 1).next();
        }
        together
    }

    pub(super) fn view(&self, call: CallId) -> CallView {
        let c = &self.state.calls[call];
        CallView {
            number: Some(call),
            caller: c.caller,
            method: self.state.instances[c.caller].method,
            site: c.site,
            offset: c.offset,
            kind: c.kind,
            args: c.args.clone(),
            vars: c.vars.clone(),
            dst: c.dst,
            throw: c.throw,
        }
    }

    /// Adds a use; what is there already meets it next.
    pub(super) fn add_use(&mut self, node: NodeId, usage: Use) {
        let seen = self.core.add_use(node, usage);
        if !seen.is_empty() {
            self.next.push_back(Next::Meet(usage, seen, node));
        }
    }

    /// Where what the JVM throws is kept; what is in there comes next.
    pub(super) fn by_jvm(&mut self) -> Rc<ByJvm> {
        if let Some(known) = &self.by_jvm {
            return known.clone();
        }
        let found = RAISED.iter().filter_map(|&(name, why)| {
            let class = self.program.find_class(name)?;
            Some((self.heap.intern(ObjKind::Merged { ty: self.program.class_type(class) }), why))
        });
        let objects: Vec<(ObjId, Raised)> = found.collect();
        let mut node = || self.core.synthetic();
        let made = Rc::new(ByJvm {
            all: objects.iter().map(|&(obj, _)| obj).collect(),
            objects,
            any: node(),
            errors: node(),
            initialisers: node(),
            uncaught: node(),
        });
        self.by_jvm = Some(made.clone());
        self.next.push_back(Next::FillJvm(made.clone()));
        made
    }

    pub(super) fn edge_to(&mut self, view: &CallView, callee: MethodId) {
        self.state.call_edges.entry((view.site, view.method, callee)).or_insert(view.kind);
    }

    /// Number of distinct methods reached.
    pub fn reached_methods(&self) -> usize {
        self.state.methods.len()
    }
}
