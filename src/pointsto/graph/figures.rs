//! What the sets of a run are made of: facts by the kind of object and of node, and how many sets are equal. Counts what is
//! stored, each group of merged nodes once. Must not know methods or calls.

use super::super::ids::NodeId;
use super::core::Core;
use super::flow::FlowKind;
use super::node::NodeInfo;
use crate::base::{FxHashMap, FxHashSet, PtsSet};
use crate::heap::{ObjId, ObjKind};

/// Facts, and what holds them.
#[derive(Debug, Default)]
pub struct Figures {
    /// Facts by the kind of object, and objects of the kind.
    pub objects: Vec<(&'static str, u64, u64)>,
    /// Facts by the kind of node, and nodes of the kind.
    pub nodes: Vec<(&'static str, u64, u64)>,
    /// Edges by their kind.
    pub edges: Vec<(&'static str, u64)>,
    /// Nodes of which the sets have at least [`LARGE`](Figures::LARGE) objects, different ones among their sets, and the facts of
    /// these, each set counted once.
    pub large: u64,
    pub distinct: u64,
    pub distinct_facts: u64,
}

impl Figures {
    /// Sets from this size on are compared.
    pub const LARGE: usize = 64;

    /// Counts in a finished run.
    pub fn of(core: &Core<'_>) -> Self {
        let mut facts: Vec<u64> = vec![0; core.heap.len()];
        let mut nodes: Vec<(&'static str, u64, u64)> = Vec::new();
        let mut sets: FxHashSet<&PtsSet> = FxHashSet::default();
        let mut figures = Self::default();
        for node in (0..core.node_count()).map(NodeId::new).filter(|&node| core.find_shared(node) == node) {
            let set = core.pts(node);
            let size = set.len();
            set.iter().for_each(|obj| facts[obj as usize] += 1);
            count(&mut nodes, node_kind(core.info(node)), size as u64);
            if size >= Self::LARGE {
                figures.large += 1;
                if sets.insert(set) {
                    figures.distinct_facts += size as u64;
                }
            }
        }
        figures.distinct = sets.len() as u64;
        for (at, facts) in facts.into_iter().enumerate() {
            count(&mut figures.objects, object_kind(core.heap.kind(ObjId::new(at))), facts);
        }
        figures.nodes = nodes;
        let mut edges: FxHashMap<&'static str, u64> = FxHashMap::default();
        core.edge_log().iter().for_each(|edge| *edges.entry(edge_kind(edge.kind)).or_default() += 1);
        figures.edges = edges.into_iter().collect();
        figures.edges.sort_by_key(|&(kind, count)| (std::cmp::Reverse(count), kind));
        figures.objects.sort_by_key(|&(kind, facts, _)| (std::cmp::Reverse(facts), kind));
        figures.nodes.sort_by_key(|&(kind, facts, _)| (std::cmp::Reverse(facts), kind));
        figures
    }
}

fn count(rows: &mut Vec<(&'static str, u64, u64)>, kind: &'static str, facts: u64) {
    match rows.iter_mut().find(|row| row.0 == kind) {
        Some(row) => {
            row.1 += facts;
            row.2 += 1;
        }
        None => rows.push((kind, facts, 1)),
    }
}

fn node_kind(info: NodeInfo) -> &'static str {
    match info {
        NodeInfo::Var(..) => "variables",
        NodeInfo::Return(_) => "returns",
        NodeInfo::Exception(_) | NodeInfo::Throw(..) => "exceptions",
        NodeInfo::Field(..) => "fields",
        NodeInfo::Elements(_) => "array elements",
        NodeInfo::Static(_) => "static fields",
        NodeInfo::Host(..) => "collections",
        NodeInfo::Synthetic(_) => "models",
    }
}

fn object_kind(kind: ObjKind) -> &'static str {
    match kind {
        ObjKind::Alloc { .. } => "allocations",
        ObjKind::Instance { .. } => "reflective instances",
        ObjKind::Merged { .. } => "merged allocations",
        ObjKind::Str { .. } | ObjKind::OtherStr => "texts",
        ObjKind::UnknownString { .. } => "unknown texts",
        ObjKind::Template { .. } => "templates",
        ObjKind::Class { .. } => "classes",
        ObjKind::UnknownClass { .. } => "unknown classes",
        ObjKind::Method { .. } | ObjKind::Constructor { .. } | ObjKind::Field { .. } | ObjKind::MemberArray { .. } => {
            "members"
        }
        ObjKind::UnknownMember { .. } => "unknown members",
        ObjKind::UnknownInstance { .. } => "unknown instances",
        ObjKind::Opaque { .. } => "opaque objects",
        ObjKind::Closure { .. } => "closures",
        ObjKind::View { .. } => "views of collections",
        _ => "others",
    }
}

fn edge_kind(kind: FlowKind) -> &'static str {
    match kind {
        FlowKind::Assign => "assignments",
        FlowKind::Cast => "casts",
        FlowKind::FieldLoad => "field loads",
        FlowKind::FieldStore(_) => "field stores",
        FlowKind::StaticLoad | FlowKind::StaticStore(_) => "static loads and stores",
        FlowKind::ArrayLoad => "array loads",
        FlowKind::ArrayStore(_) => "array stores",
        FlowKind::Return(_) => "returns",
        FlowKind::Throw(_) | FlowKind::Handler | FlowKind::Exception(_) => "exceptions",
        FlowKind::Argument(_) => "arguments",
        FlowKind::Result(_) => "results",
        FlowKind::ReflectiveArgument(_) | FlowKind::ReflectiveResult(_) => "reflective arguments and results",
        FlowKind::ModelArgument(_) | FlowKind::ModelResult(_) => "arguments and results of models",
        FlowKind::ShortcutStore(_) | FlowKind::ShortcutLoad(_) | FlowKind::ShortcutResult(_) | FlowKind::Uncut => {
            "shortcuts"
        }
        FlowKind::Entrance(_) | FlowKind::Exit(_) | FlowKind::Contents => "collections",
        FlowKind::FieldBased => "field-based fallback",
        FlowKind::Summary => "summary calls",
        FlowKind::Model(_) => "models",
        FlowKind::Outside => "outside",
    }
}
