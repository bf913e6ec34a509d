//! Traces: the path an object took to a node, found backwards over the edges as they were added (before cycles were merged).
//! Owns the reverse edges and the order of places; must not know which path that is. Nothing is recorded while
//! solving. Must not know what objects mean.

use std::cell::Cell;

use super::callgraph::state::State;
use super::graph::core::Core;
use super::graph::flow::{FlowEdge, FlowKind};
use super::graph::node::NodeInfo;
use super::ids::NodeId;
use crate::base::{FxHashMap, FxIndexSet};
use crate::heap::{Category, Key, ObjId, ObjKind, Site, SiteId};
use crate::program::MethodId;

/// A node that a trace leads through.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TraceNode {
    pub node: NodeId,
    pub info: NodeInfo,
    /// Why the object came here from the node before; none for the first.
    pub by: Option<FlowKind>,
}

/// The path of an object over the edges of the graph, its beginning first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Trace {
    pub nodes: Vec<TraceNode>,
    /// It begins where the object was made; else so much flows there that the search was given up.
    pub is_complete: bool,
    /// How little is to be said for it: the edges, and what speaks against some of them.
    pub cost: u32,
}

/// Finds traces. Holds the reverse edges, built once per report.
pub struct Tracer<'c, 'a> {
    pub(super) core: &'c Core<'a>,
    pub(super) state: &'c State,
    /// By node: where its predecessors begin in `back`; one more than there are nodes.
    starts: Vec<u32>,
    /// Positions in the log of edges.
    back: Vec<u32>,
    /// By the origin of unknown texts: all objects that stand for some of them. Operations turn one into another.
    pub(super) texts: FxHashMap<SiteId, Vec<ObjId>>,
    /// Edges that all searches together may still look at.
    pub(super) left: Cell<usize>,
}

/// Where a node is found in the program: equal programs give equal ranks, whatever the order they were read in.
pub(super) type Rank = (String, u8, u32, String);

impl<'c, 'a> Tracer<'c, 'a> {
    /// `effort` is the number of edges that all searches together look at.
    pub fn new(core: &'c Core<'a>, state: &'c State, effort: usize) -> Self {
        let mut starts = vec![0; core.node_count() + 1];
        for edge in core.edge_log() {
            starts[edge.to.index() + 1] += 1;
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut next = starts.clone();
        let mut back = vec![0; core.edge_log().len()];
        for (at, edge) in core.edge_log().iter().enumerate() {
            let to = edge.to.index();
            back[next[to] as usize] = at as u32;
            next[to] += 1;
        }
        let mut texts: FxHashMap<SiteId, Vec<ObjId>> = FxHashMap::default();
        for obj in (0..core.heap.len()).map(ObjId::new) {
            let kind = core.heap.kind(obj);
            if let (true, Some(origin)) = (kind.is_unknown_text(), kind.origin()) {
                texts.entry(origin).or_default().push(obj);
            }
        }
        Self { core, state, starts, back, texts, left: Cell::new(effort) }
    }

    /// Edges that all searches together may still look at.
    pub fn left(&self) -> usize {
        self.left.get()
    }

    /// Where what gets to a node begins, whatever it is: the nodes before it that no edge leads to. `None` if more than
    /// `limit` edges lead there.
    pub fn beginnings(&self, to: NodeId, limit: usize) -> Option<Vec<NodeInfo>> {
        let mut seen: FxIndexSet<NodeId> = FxIndexSet::from_iter([to]);
        let (mut at, mut looked_at, mut found) = (0, 0, Vec::new());
        while let Some(&node) = seen.get_index(at) {
            at += 1;
            let before = looked_at;
            for edge in self.back(node) {
                looked_at += 1;
                seen.insert(edge.from);
            }
            if looked_at == before {
                found.push(self.core.info(node));
            }
            if looked_at > limit.min(self.left.get()) {
                return None;
            }
        }
        self.left.set(self.left.get().saturating_sub(looked_at));
        Some(found)
    }

    /// The edges into a node, in the order they were added.
    pub(super) fn back(&self, node: NodeId) -> impl Iterator<Item = &FlowEdge> {
        let all = self.starts[node.index()] as usize..self.starts[node.index() + 1] as usize;
        self.back[all].iter().map(|&at| &self.core.edge_log()[at as usize])
    }

    pub(super) fn rank(&self, node: NodeId) -> Rank {
        let method = |inst| self.method_name(self.state.instance(inst).method);
        let program = self.core.program;
        let none = String::new;
        match self.core.info(node) {
            NodeInfo::Var(inst, var) => (method(inst), 0, var.0, none()),
            NodeInfo::Return(inst) => (method(inst), 1, 0, none()),
            NodeInfo::Exception(inst) => (method(inst), 2, 0, none()),
            NodeInfo::Throw(inst, number) => (method(inst), 3, number, none()),
            NodeInfo::Static(field) => (program.field_id(field), 4, 0, none()),
            NodeInfo::Field(obj, field) => {
                let (place, offset) = self.object_rank(obj);
                (program.field_id(field), 5, offset, place)
            }
            NodeInfo::Elements(obj) => {
                let (place, offset) = self.object_rank(obj);
                (place, 6, offset, none())
            }
            NodeInfo::Host(obj, category) => {
                let (place, offset) = self.object_rank(obj);
                (place, 8, offset, self.category_rank(category))
            }
            NodeInfo::Synthetic(number) => (none(), 7, number, none()),
        }
    }

    fn category_rank(&self, category: Category) -> String {
        let program = self.core.program;
        match category {
            Category::Under(Key::Text(text)) => program.str(text).to_owned(),
            Category::Under(Key::Class(ty)) => program.type_name(ty),
            Category::Under(Key::Constant(field)) => program.field_id(field),
            Category::Under(Key::Number(number)) => number.to_string(),
            other => format!("{other:?}"),
        }
    }

    fn object_rank(&self, obj: ObjId) -> (String, u32) {
        let heap = self.core.heap;
        let made_at = match heap.kind(obj) {
            ObjKind::Alloc { site, .. }
            | ObjKind::Instance { site, .. }
            | ObjKind::Closure { site, .. }
            | ObjKind::MemberArray { site, .. }
            | ObjKind::Proxy { site, .. } => Some(site),
            kind => kind.origin(),
        };
        match made_at.map(|site: SiteId| heap.site_data(site)) {
            Some(Site::At(method, offset)) => (self.method_name(method), offset),
            _ => (self.core.program.binary_name(heap.ty(obj)), 0),
        }
    }

    pub(super) fn method_name(&self, method: MethodId) -> String {
        self.core.program.method_id(method)
    }
}
