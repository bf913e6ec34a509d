//! Union-find and strongly connected components over dense ids. Owns nothing but the algorithms; iterative throughout,
//! since inputs have millions of nodes.

/// Disjoint sets with path halving; the smaller id stays representative, which keeps results independent of order.
#[derive(Clone, Default)]
pub struct UnionFind {
    parent: Vec<u32>,
}

impl UnionFind {
    /// Makes room for ids below `len`, each its own representative.
    pub fn grow(&mut self, len: usize) {
        self.parent.extend(self.parent.len() as u32..len as u32);
    }

    #[inline]
    pub fn find(&mut self, mut id: u32) -> u32 {
        while self.parent[id as usize] != id {
            let up = self.parent[id as usize];
            self.parent[id as usize] = self.parent[up as usize];
            id = self.parent[id as usize];
        }
        id
    }

    /// As `find`, without compressing.
    #[inline]
    pub fn find_shared(&self, mut id: u32) -> u32 {
        while self.parent[id as usize] != id {
            id = self.parent[id as usize];
        }
        id
    }

    /// Joins two sets and returns the representative.
    pub fn union(&mut self, a: u32, b: u32) -> u32 {
        let (a, b) = (self.find(a), self.find(b));
        let (keep, lose) = if a < b { (a, b) } else { (b, a) };
        self.parent[lose as usize] = keep;
        keep
    }
}

/// Strongly connected components with at least two members (Tarjan 1972, iterative), each in visiting order.
/// `roots` gives the nodes to start from; `successors(node, i)` the i-th successor, `None` past the last.
pub fn nontrivial_sccs(
    len: usize,
    roots: impl Iterator<Item = u32>,
    mut successors: impl FnMut(u32, usize) -> Option<u32>,
) -> Vec<Vec<u32>> {
    const UNSEEN: u32 = u32::MAX;
    let mut index = vec![UNSEEN; len];
    let mut low = vec![0u32; len];
    let mut on_stack = vec![false; len];
    let (mut stack, mut calls): (Vec<u32>, Vec<(u32, usize)>) = (Vec::new(), Vec::new());
    let mut next = 0u32;
    let mut found = Vec::new();
    for root in roots {
        if index[root as usize] != UNSEEN {
            continue;
        }
        calls.push((root, 0));
        while let Some(&mut (node, ref mut at)) = calls.last_mut() {
            let n = node as usize;
            if *at == 0 {
                index[n] = next;
                low[n] = next;
                next += 1;
                stack.push(node);
                on_stack[n] = true;
            }
            let edge = *at;
            *at += 1;
            match successors(node, edge) {
                Some(to) if index[to as usize] == UNSEEN => calls.push((to, 0)),
                Some(to) => {
                    if on_stack[to as usize] {
                        low[n] = low[n].min(index[to as usize]);
                    }
                }
                None => {
                    calls.pop();
                    if let Some(&(parent, _)) = calls.last() {
                        low[parent as usize] = low[parent as usize].min(low[n]);
                    }
                    if low[n] == index[n] {
                        let mut members = Vec::new();
                        loop {
                            let member = stack.pop().expect("internal error: component without its root");
                            on_stack[member as usize] = false;
                            members.push(member);
                            if member == node {
                                break;
                            }
                        }
                        if members.len() > 1 {
                            found.push(members);
                        }
                    }
                }
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_cycles_and_leaves_the_rest() {
        let edges: [&[u32]; 6] = [&[1], &[2], &[0, 3], &[4], &[3], &[0]];
        let mut sccs = nontrivial_sccs(6, 0..6, |n, i| edges[n as usize].get(i).copied());
        for scc in &mut sccs {
            scc.sort_unstable();
        }
        sccs.sort();
        assert_eq!(sccs, [vec![0, 1, 2], vec![3, 4]]);
    }

    #[test]
    fn survives_a_chain_that_would_overflow_a_recursion() {
        let len = 1_000_000;
        let sccs = nontrivial_sccs(len, 0..len as u32, |n, i| (i == 0).then_some((n + 1) % len as u32));
        assert_eq!(sccs.len(), 1);
        assert_eq!(sccs[0].len(), len);
    }

    #[test]
    fn union_keeps_the_smaller_id() {
        let mut sets = UnionFind::default();
        sets.grow(4);
        assert_eq!(sets.union(3, 1), 1);
        assert_eq!(sets.union(3, 2), 1);
        assert_eq!(sets.find(2), 1);
        assert_eq!(sets.find(0), 0);
    }
}
