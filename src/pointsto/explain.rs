//! Explanation paths: the shortest way an object took to a node, found backwards over the edges as they were added
//! (before cycles were merged). Nothing is recorded while solving. Must not know what objects mean.

use std::collections::VecDeque;

use super::core::Core;
use super::filter::Filter;
use super::node::{NodeId, NodeInfo};
use super::solve::State;
use crate::base::{FxHashMap, FxHashSet};
use crate::heap::ObjId;

/// One stop of a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hop {
    pub node: NodeId,
    pub info: NodeInfo,
    pub kind: HopKind,
}

/// How the object got here from the stop before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HopKind {
    /// It was made here.
    Origin,
    Flow,
    /// A JDK method returned it at a call.
    Boundary,
    Cast,
}

/// Reverse edges, built once per report.
pub struct Paths<'c, 'a> {
    core: &'c Core<'a>,
    back: FxHashMap<NodeId, Vec<(NodeId, HopKind)>>,
    seeds: FxHashSet<(NodeId, ObjId)>,
}

impl<'c, 'a> Paths<'c, 'a> {
    pub fn new(core: &'c Core<'a>) -> Self {
        let mut back: FxHashMap<NodeId, Vec<(NodeId, HopKind)>> = FxHashMap::default();
        for &(from, to, filter) in core.edge_log() {
            let kind = match core.filter_data(filter) {
                Filter::Boundary(_) => HopKind::Boundary,
                Filter::Cast(_) | Filter::LibraryCast(_) | Filter::Caught { .. } => HopKind::Cast,
                _ => HopKind::Flow,
            };
            back.entry(to).or_default().push((from, kind));
        }
        Self { core, back, seeds: core.seeds().iter().copied().collect() }
    }

    /// The shortest path of `obj` to `to`, origin first; at most `limit` nodes are looked at. Empty if none was found.
    pub fn shortest(&self, obj: ObjId, to: NodeId, limit: usize) -> Vec<Hop> {
        let mut previous: FxHashMap<NodeId, (NodeId, HopKind)> = FxHashMap::default();
        let mut queue = VecDeque::from([to]);
        let mut seen = FxHashSet::from_iter([to]);
        while let Some(node) = queue.pop_front() {
            if self.seeds.contains(&(node, obj)) || seen.len() > limit {
                return self.unwind(node, to, &previous);
            }
            for &(from, kind) in self.back.get(&node).map_or(&[][..], Vec::as_slice) {
                let born_here = kind == HopKind::Boundary && !self.core.pts(from).contains(obj.0);
                if born_here {
                    // An unknown of the JDK was renamed at this edge: the call is its origin.
                    return self.unwind(node, to, &previous);
                }
                if self.core.pts(from).contains(obj.0) && seen.insert(from) {
                    previous.insert(from, (node, kind));
                    queue.push_back(from);
                }
            }
        }
        Vec::new()
    }

    fn unwind(&self, start: NodeId, to: NodeId, previous: &FxHashMap<NodeId, (NodeId, HopKind)>) -> Vec<Hop> {
        let mut hops = vec![Hop { node: start, info: self.core.info(start), kind: HopKind::Origin }];
        let mut at = start;
        while at != to {
            let Some(&(next, kind)) = previous.get(&at) else { break };
            hops.push(Hop { node: next, info: self.core.info(next), kind });
            at = next;
        }
        hops
    }
}

impl State {
    /// The instances of the run, for naming the stops of a path.
    pub fn method_of(&self, inst: super::instance::InstId) -> crate::program::MethodId {
        self.instance(inst).method
    }
}
