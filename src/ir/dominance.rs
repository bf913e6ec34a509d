//! Which code must have run, or will run: dominators over normal and exceptional flow, post-dominators over normal flow.
//! Must not know statements; a place is a block and a position in it.

use super::{BlockId, Body, Terminator};

const NONE: u32 = u32::MAX;

/// Immediate dominators of a graph as a tree with intervals, so that queries take constant time.
struct Tree {
    /// Preorder number on entering and the largest one below, per node; `NONE` if the root does not reach it.
    first: Vec<u32>,
    last: Vec<u32>,
    parent: Vec<u32>,
}

impl Tree {
    /// By the iterative algorithm of Cooper, Harvey and Kennedy over reverse postorder.
    fn of(succs: &Adjacency, root: u32) -> Self {
        let count = succs.starts.len() - 1;
        let order = reverse_postorder(succs, root);
        let mut rank = vec![NONE; count];
        for (index, &node) in order.iter().enumerate() {
            rank[node as usize] = index as u32;
        }
        let preds = succs.reversed();
        let mut parent = vec![NONE; count];
        parent[root as usize] = root;
        let mut changed = true;
        while changed {
            changed = false;
            for &node in &order[1..] {
                let mut new = NONE;
                for &pred in preds.of(node) {
                    if parent[pred as usize] == NONE {
                        continue;
                    }
                    new = if new == NONE { pred } else { common(&parent, &rank, new, pred) };
                }
                if parent[node as usize] != new {
                    parent[node as usize] = new;
                    changed = true;
                }
            }
        }
        let mut children = Vec::with_capacity(order.len());
        for &node in &order[1..] {
            children.push((parent[node as usize], node));
        }
        let children = Adjacency::of_edges(count, &children);
        let (mut first, mut last) = (vec![NONE; count], vec![NONE; count]);
        let mut next = 0;
        let mut path = vec![(root, 0)];
        while let Some((node, nth)) = path.last_mut() {
            if *nth == 0 {
                first[*node as usize] = next;
                next += 1;
            }
            match children.of(*node).get(*nth) {
                Some(&child) => {
                    *nth += 1;
                    path.push((child, 0));
                }
                None => {
                    last[*node as usize] = next - 1;
                    path.pop();
                }
            }
        }
        Self { first, last, parent }
    }

    /// Whether every path from the root to `b` passes `a` (true for `a` itself); false if nothing reaches one of them.
    fn dominates(&self, a: u32, b: u32) -> bool {
        let (a, b) = (a as usize, b as usize);
        self.first[b] != NONE
            && self.first[a] <= self.first[b]
            && self.first[b] <= self.last[a]
            && self.first[a] != NONE
    }
}

fn common(parent: &[u32], rank: &[u32], mut a: u32, mut b: u32) -> u32 {
    while a != b {
        while rank[a as usize] > rank[b as usize] {
            a = parent[a as usize];
        }
        while rank[b as usize] > rank[a as usize] {
            b = parent[b as usize];
        }
    }
    a
}

struct Adjacency {
    starts: Vec<u32>,
    items: Vec<u32>,
}

impl Adjacency {
    fn of_edges(nodes: usize, edges: &[(u32, u32)]) -> Self {
        let mut starts = vec![0u32; nodes + 1];
        for &(source, _) in edges {
            starts[source as usize + 1] += 1;
        }
        for node in 0..nodes {
            starts[node + 1] += starts[node];
        }
        let mut at = starts.clone();
        let mut items = vec![0; edges.len()];
        for &(source, target) in edges {
            items[at[source as usize] as usize] = target;
            at[source as usize] += 1;
        }
        Self { starts, items }
    }

    fn of(&self, node: u32) -> &[u32] {
        &self.items[self.starts[node as usize] as usize..self.starts[node as usize + 1] as usize]
    }

    fn reversed(&self) -> Self {
        let nodes = self.starts.len() - 1;
        let edges: Vec<_> =
            (0..nodes as u32).flat_map(|source| self.of(source).iter().map(move |&target| (target, source))).collect();
        Self::of_edges(nodes, &edges)
    }
}

fn reverse_postorder(succs: &Adjacency, root: u32) -> Vec<u32> {
    let mut seen = vec![false; succs.starts.len() - 1];
    seen[root as usize] = true;
    let mut order = Vec::new();
    let mut path = vec![(root, 0)];
    while let Some((node, nth)) = path.last_mut() {
        match succs.of(*node).get(*nth) {
            Some(&next) => {
                *nth += 1;
                if !std::mem::replace(&mut seen[next as usize], true) {
                    path.push((next, 0));
                }
            }
            None => {
                order.push(*node);
                path.pop();
            }
        }
    }
    order.reverse();
    order
}

/// Dominators over normal and exceptional flow. A block counts twice, as its beginning and its end, for an exception can
/// leave it in between.
pub struct Dominators {
    tree: Tree,
    /// Per block the number of statements in front of the first that can throw.
    quiet: Vec<u32>,
}

impl Dominators {
    /// Dominators of a body with at least one block.
    pub fn of(body: &Body) -> Self {
        let mut edges = Vec::new();
        for (id, block) in body.blocks.iter_enumerated() {
            let (begin, end) = (2 * id.0, 2 * id.0 + 1);
            edges.push((begin, end));
            block.terminator.for_each_target(|target| edges.push((end, 2 * target.0)));
            edges.extend(block.covered_by.iter().map(|handler| (begin, 2 * handler.0)));
        }
        let quiet = body.blocks.iter().map(|block| {
            let first = block.stmts.iter().position(|stmt| stmt.op.can_throw());
            first.unwrap_or(block.stmts.len()) as u32
        });
        Self { tree: Tree::of(&Adjacency::of_edges(2 * body.blocks.len(), &edges), 0), quiet: quiet.collect() }
    }

    /// Whether control that reaches `b` has entered `a` before (or `a` is `b`).
    pub fn dominates(&self, a: BlockId, b: BlockId) -> bool {
        self.tree.dominates(2 * a.0, 2 * b.0)
    }

    /// Whether control that reaches `b` has run all of `a` before.
    pub fn has_run(&self, a: BlockId, b: BlockId) -> bool {
        self.tree.dominates(2 * a.0 + 1, 2 * b.0)
    }

    /// Whether control that reaches the beginning of `b` has run a statement (block and position) before.
    pub fn stmt_has_run(&self, (block, stmt): (BlockId, u32), b: BlockId) -> bool {
        let is_quiet = stmt < self.quiet[block.index()];
        self.has_run(block, b) || is_quiet && block != b && self.dominates(block, b)
    }

    /// The block whose beginning or end dominates `block` most closely; `None` for the entry.
    pub fn immediate(&self, block: BlockId) -> Option<BlockId> {
        match self.tree.parent[2 * block.index()] {
            NONE => None,
            parent if parent == 2 * block.0 => None,
            parent => Some(BlockId(parent / 2)),
        }
    }
}

/// Post-dominators over normal flow with one virtual exit, into which returns, throws and cut blocks lead; so do blocks from
/// which no exit is reached (endless loops), so that nothing is claimed about code behind them.
pub struct PostDominators {
    tree: Tree,
}

impl PostDominators {
    pub fn of(body: &Body) -> Self {
        let exit = body.blocks.len() as u32;
        let mut edges = Vec::new();
        for (id, block) in body.blocks.iter_enumerated() {
            block.terminator.for_each_target(|target| edges.push((target.0, id.0)));
        }
        let leaves: Vec<_> = body.blocks.ids().filter(|&id| is_exit(body, id)).collect();
        edges.extend(leaves.iter().map(|leaf| (exit, leaf.0)));
        let endless = endless(body);
        edges.extend(endless.iter().map(|block| (exit, block.0)));
        Self { tree: Tree::of(&Adjacency::of_edges(body.blocks.len() + 1, &edges), exit) }
    }

    /// Whether every normal path from `b` to an exit passes `a` (true for `a` itself).
    pub fn post_dominates(&self, a: BlockId, b: BlockId) -> bool {
        self.tree.dominates(a.0, b.0)
    }
}

fn is_exit(body: &Body, block: BlockId) -> bool {
    matches!(
        body.blocks[block].terminator,
        Terminator::Return { .. } | Terminator::Throw { .. } | Terminator::Unreachable
    )
}

/// Blocks from which normal flow reaches no exit.
fn endless(body: &Body) -> Vec<BlockId> {
    let mut edges = Vec::new();
    for (id, block) in body.blocks.iter_enumerated() {
        block.terminator.for_each_target(|target| edges.push((target.0, id.0)));
    }
    let preds = Adjacency::of_edges(body.blocks.len(), &edges);
    let mut leaves: Vec<u32> = body.blocks.ids().filter(|&id| is_exit(body, id)).map(|id| id.0).collect();
    let mut reaches = vec![false; body.blocks.len()];
    leaves.iter().for_each(|&leaf| reaches[leaf as usize] = true);
    while let Some(block) = leaves.pop() {
        for &pred in preds.of(block) {
            if !std::mem::replace(&mut reaches[pred as usize], true) {
                leaves.push(pred);
            }
        }
    }
    body.blocks.ids().filter(|id| !reaches[id.index()]).collect()
}

/// Whether every normal path from after the statement at `from` passes one of `places` before it leaves the method; places
/// are (block, statement). False if an endless loop can be entered on the way.
pub fn always_passes(body: &Body, from: (BlockId, usize), places: &[(BlockId, usize)]) -> bool {
    let in_block = |block: BlockId, after: Option<usize>| {
        places.iter().any(|&(at, stmt)| at == block && after.is_none_or(|after| stmt > after))
    };
    if in_block(from.0, Some(from.1)) {
        return true;
    }
    let mut is_bad = vec![false; body.blocks.len()];
    endless(body).iter().for_each(|block| is_bad[block.index()] = true);
    let mut seen = vec![false; body.blocks.len()];
    let mut todo = vec![from.0];
    let mut is_first = true;
    while let Some(block) = todo.pop() {
        // The block of `from` may come again, whole, in a loop.
        if !std::mem::replace(&mut is_first, false) && in_block(block, None) {
            continue;
        }
        if is_exit(body, block) || is_bad[block.index()] {
            return false;
        }
        body.blocks[block].terminator.for_each_target(|target| {
            if !std::mem::replace(&mut seen[target.index()], true) {
                todo.push(target);
            }
        });
    }
    true
}

/// Whether all ways from a block end in a `throw` that leaves the method; none of them goes back to code before it.
pub fn only_throws(body: &Body, from: BlockId) -> bool {
    only_throws_where(body, from, |_| None)
}

/// The same where it is known of some blocks where they lead.
pub fn only_throws_where(body: &Body, from: BlockId, leads: impl Fn(BlockId) -> Option<BlockId>) -> bool {
    let mut seen = vec![false; body.blocks.len()];
    let mut todo = vec![from];
    while let Some(at) = todo.pop() {
        if std::mem::replace(&mut seen[at.index()], true) {
            continue;
        }
        let block = &body.blocks[at];
        let mut goes_on = !block.covered_by.is_empty()
            || matches!(block.terminator, Terminator::Return { .. } | Terminator::Unreachable);
        let mut go = |target: BlockId| {
            goes_on |= target <= at;
            todo.push(target);
        };
        match leads(at) {
            Some(target) => go(target),
            None => block.terminator.for_each_target(go),
        }
        if goes_on {
            return false;
        }
    }
    true
}
