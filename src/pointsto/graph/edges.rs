//! The edges out of a node, each added once; merging of nodes can make two of them equal, which does no harm. Must not know
//! what flows along them.

use smallvec::SmallVec;

use super::super::ids::{FilterId, NodeId};
use crate::base::FxHashSet;

type Edge = (NodeId, FilterId);

/// Edges in the order they were added. Nearly all nodes have few: those of more than [`Edges::FEW`] have an index too.
#[derive(Default)]
pub(crate) struct Edges {
    list: SmallVec<[Edge; 2]>,
    index: Option<Box<FxHashSet<Edge>>>,
}

impl Edges {
    /// So many are faster compared one by one than looked up.
    const FEW: usize = 16;

    /// Adds an edge; true if it was not there.
    pub(crate) fn insert(&mut self, to: NodeId, filter: FilterId) -> bool {
        let edge = (to, filter);
        if self.list.len() > Self::FEW {
            let list = &self.list;
            if !self.index.get_or_insert_with(|| Box::new(list.iter().copied().collect())).insert(edge) {
                return false;
            }
        } else if self.list.contains(&edge) {
            return false;
        }
        self.list.push(edge);
        true
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    pub(crate) fn get(&self, at: usize) -> Option<Edge> {
        self.list.get(at).copied()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = Edge> + '_ {
        self.list.iter().copied()
    }

    /// The edges, to put other nodes in the place of merged ones: no more than a shorter way to them.
    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Edge> {
        self.list.iter_mut()
    }
}

impl FromIterator<Edge> for Edges {
    /// Of edges that are all different.
    fn from_iter<T: IntoIterator<Item = Edge>>(edges: T) -> Self {
        Self { list: edges.into_iter().collect(), index: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edge_is_added_once() {
        let mut edges = Edges::default();
        for round in 0..3 {
            for to in 0..100 {
                let filter = FilterId(to % 2);
                assert_eq!(edges.insert(NodeId(to / 2), filter), round == 0, "{to}");
            }
        }
        assert!(edges.iter().eq((0..100).map(|to| (NodeId(to / 2), FilterId(to % 2)))));
    }
}
