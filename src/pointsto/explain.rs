//! Traces: the shortest path an object took to a node, found backwards over the edges as they were added
//! (before cycles were merged). Nothing is recorded while solving. Must not know what objects mean.

use std::cell::Cell;

use super::callgraph::state::State;
use super::graph::core::Core;
use super::graph::filter::Filter;
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
}

/// Finds traces. Holds the reverse edges, built once per report.
pub struct Tracer<'c, 'a> {
    core: &'c Core<'a>,
    state: &'c State,
    /// By node: where its predecessors begin in `back`; one more than there are nodes.
    starts: Vec<u32>,
    /// Positions in the log of edges.
    back: Vec<u32>,
    /// By the origin of unknown texts: all objects that stand for some of them. Operations turn one into another.
    texts: FxHashMap<SiteId, Vec<ObjId>>,
    /// Edges that all searches together may still look at.
    left: Cell<usize>,
}

/// Where a node is found in the program: equal programs give equal ranks, whatever the order they were read in.
type Rank = (String, u8, u32, String);

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

    /// The shortest path of `obj` to `to` from where it was made: a node it was put into, or one that `is_made` says it was
    /// made at. At most `limit` edges are looked at. Of equally short paths it is the first by the places it leads through.
    pub fn shortest(&self, obj: ObjId, to: NodeId, limit: usize, is_made: &dyn Fn(NodeInfo) -> bool) -> Trace {
        let kind = self.core.heap.kind(obj);
        let texts = kind.origin().filter(|_| kind.is_unknown_text()).and_then(|origin| self.texts.get(&origin));
        let forms: &[ObjId] = texts.map_or(std::slice::from_ref(&obj), Vec::as_slice);
        // By node: how far it is from the end, and the nodes that are one edge nearer.
        let mut seen: FxHashMap<NodeId, (u32, Vec<NodeId>)> = FxHashMap::from_iter([(to, (0, Vec::new()))]);
        let (mut layer, mut distance, mut looked_at) = (vec![to], 0, 0);
        let mut ends: Vec<NodeId> = Vec::new();
        loop {
            // What no edge leads to was given its objects where it is.
            let starts_here = |&node: &NodeId| {
                self.back(node).next().is_none()
                    || forms.iter().any(|&form| self.core.seeds().contains(&(node, form)))
                    || is_made(self.core.info(node))
            };
            let mut starts: Vec<NodeId> = layer.iter().copied().filter(starts_here).collect();
            let mut fresh = Vec::new();
            if starts.is_empty() {
                let nowhere_yet = ends.is_empty();
                for &node in &layer {
                    let mut entered = false;
                    for &FlowEdge { from, filter, .. } in self.back(node) {
                        looked_at += 1;
                        let pts = self.core.pts(from);
                        if !forms.iter().any(|form| pts.contains(form.0)) {
                            // An unknown of the JDK was renamed at this edge: the call is its origin.
                            if !pts.is_empty() && matches!(self.core.filter_data(filter), Filter::Boundary(_)) {
                                starts.push(node);
                            }
                            continue;
                        }
                        entered = true;
                        match seen.get_mut(&from) {
                            Some((at, nexts)) if *at == distance + 1 && !nexts.contains(&node) => nexts.push(node),
                            Some(_) => {}
                            None => {
                                seen.insert(from, (distance + 1, vec![node]));
                                fresh.push(from);
                            }
                        }
                    }
                    if !entered && nowhere_yet {
                        ends.push(node);
                    }
                }
            }
            let given_up = looked_at > limit.min(self.left.get());
            if starts.is_empty() && fresh.is_empty() && !given_up {
                // Nobody says where it was made: where nothing leads to.
                starts = std::mem::take(&mut ends);
            }
            if !starts.is_empty() || fresh.is_empty() || given_up {
                self.left.set(self.left.get().saturating_sub(looked_at));
                let is_complete = !starts.is_empty();
                let candidates = if is_complete { starts } else { layer };
                let Some(start) = self.first(&candidates) else { return Trace::default() };
                return Trace { nodes: self.unwind(start, &seen), is_complete };
            }
            (layer, distance) = (fresh, distance + 1);
        }
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
    fn back(&self, node: NodeId) -> impl Iterator<Item = &FlowEdge> {
        let all = self.starts[node.index()] as usize..self.starts[node.index() + 1] as usize;
        self.back[all].iter().map(|&at| &self.core.edge_log()[at as usize])
    }

    fn unwind(&self, start: NodeId, seen: &FxHashMap<NodeId, (u32, Vec<NodeId>)>) -> Vec<TraceNode> {
        let traced = |node, by| TraceNode { node, info: self.core.info(node), by };
        let mut nodes = vec![traced(start, None)];
        let mut at = start;
        while let Some(next) = seen.get(&at).and_then(|(_, nexts)| self.first(nexts)) {
            let by = self.back(next).find(|edge| edge.from == at).map(|edge| edge.kind);
            nodes.push(traced(next, by));
            at = next;
        }
        nodes
    }

    fn first(&self, nodes: &[NodeId]) -> Option<NodeId> {
        match nodes {
            [node] => Some(*node),
            _ => nodes.iter().copied().min_by_key(|&node| (self.rank(node), node)),
        }
    }

    fn rank(&self, node: NodeId) -> Rank {
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

    fn method_name(&self, method: MethodId) -> String {
        self.core.program.method_id(method)
    }
}
