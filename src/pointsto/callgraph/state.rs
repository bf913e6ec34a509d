//! What a run knows besides the graph: method instances, their code, call sites and call edges. Must not know how they were
//! found.

use std::rc::Rc;

use super::super::ids::{CallId, InstId, ModelId, ModelNode, NodeId};
use super::calls::{CallNote, CallSite, EdgeKind};
use super::instance::{Code, Instance};
use crate::base::{FxHashMap, FxHashSet, FxIndexMap, FxIndexSet, IndexVec};
use crate::heap::{CtxId, SiteId};
use crate::program::{ClassId, MethodId};

/// Everything the solver knows besides the graph.
#[derive(Default)]
pub struct State {
    pub(crate) instances: IndexVec<InstId, Instance>,
    pub(crate) by_method: FxHashMap<(MethodId, CtxId), InstId>,
    pub(crate) methods: FxIndexSet<MethodId>,
    pub(crate) codes: FxHashMap<MethodId, Rc<Code>>,
    /// What the codes hold.
    pub(crate) code_bytes: u64,
    pub(crate) calls: IndexVec<CallId, CallSite>,
    /// (site, caller method, callee method) -> why.
    pub(crate) call_edges: FxIndexMap<(SiteId, MethodId, MethodId), EdgeKind>,
    pub(crate) call_notes: FxIndexSet<(SiteId, MethodId, CallNote)>,
    /// Methods that something outside the program calls.
    pub(crate) entered: FxHashSet<MethodId>,
    pub(crate) initialised: FxHashSet<ClassId>,
    /// Nodes of models, by the models' own numbers.
    pub(crate) model_nodes: FxHashMap<(ModelId, ModelNode), NodeId>,
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

    /// Why a call of `caller` leads to `callee`, if it does.
    pub fn call_kind(&self, site: SiteId, caller: MethodId, callee: MethodId) -> Option<EdgeKind> {
        self.call_edges.get(&(site, caller, callee)).copied()
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

    /// Whether something outside the program calls a method.
    pub fn is_entered(&self, method: MethodId) -> bool {
        self.entered.contains(&method)
    }

    pub fn is_initialised(&self, class: ClassId) -> bool {
        self.initialised.contains(&class)
    }
}
