//! The ways of a body from where a variable has its value to a place. Must not know what is asked of it.

use crate::base::FxHashSet;
use crate::ir::facts::{Def, Facts};
use crate::ir::{BlockId, ConstValue, Terminator, Var};

/// Where it is known of a variable that it is allowed: branches, and statements once they are over.
#[derive(Debug, Default)]
pub(super) struct Passes {
    pub(super) edges: Vec<(BlockId, BlockId)>,
    pub(super) stmts: Vec<(BlockId, usize)>,
}

impl Passes {
    pub(super) fn is_empty(&self) -> bool {
        self.edges.is_empty() && self.stmts.is_empty()
    }
}

/// Where ways lead.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum To {
    /// Before a statement of a block, or before what ends it.
    Stmt(BlockId, usize),
    /// From a block into one behind it.
    Edge(BlockId, BlockId),
}

/// Whether a way leads from where a variable has its value to a place past none of these. A branch on a number that is set on the
/// ways to its block leads where that says: compilers make two switches of one on texts (JLS 14.11, as javac translates it).
pub(super) fn reaches(facts: &Facts<'_>, var: Var, to: To, passes: &Passes) -> bool {
    let body = facts.body();
    let mut seen: FxHashSet<(BlockId, usize, Option<BlockId>)> = FxHashSet::default();
    let start = match facts.def(var) {
        Def::Param => (BlockId::new(0), 0),
        Def::Caught(block) | Def::Phi(block, _) => (block, 0),
        Def::Stmt(block, nth) => (block, nth as usize + 1),
    };
    let mut todo: Vec<((BlockId, usize), Option<BlockId>)> = vec![(start, None)];
    while let Some(((block, from), before)) = todo.pop() {
        let chosen = before.and_then(|before| chosen(facts, before, block));
        if !seen.insert((block, from, chosen)) {
            continue;
        }
        let passed = passes.stmts.iter().filter(|&&(of, nth)| of == block && nth >= from).map(|&(_, nth)| nth).min();
        if let To::Stmt(of, nth) = to
            && of == block
            && nth >= from
            && passed.is_none_or(|passed| passed >= nth)
        {
            return true;
        }
        todo.extend(body.blocks[block].covered_by.iter().map(|&handler| ((handler, 0), None)));
        if passed.is_some() {
            continue;
        }
        let mut is_there = false;
        let mut go = |target: BlockId| {
            if !passes.edges.contains(&(block, target)) {
                is_there |= to == To::Edge(block, target);
                todo.push(((target, 0), Some(block)));
            }
        };
        match chosen {
            Some(target) => go(target),
            None => body.blocks[block].terminator.for_each_target(go),
        }
        if is_there {
            return true;
        }
    }
    false
}

/// Where the branch at the end of a block leads for who comes from another.
fn chosen(facts: &Facts<'_>, from: BlockId, block: BlockId) -> Option<BlockId> {
    let at = &facts.body().blocks[block];
    let set = |value: Var| {
        let Def::Phi(of, nth) = facts.def(value) else { return None };
        let mut ways = at.preds.iter().zip(&at.phis.get(nth as usize)?.args).filter(|(before, _)| **before == from);
        let ((_, &set), None, true) = (ways.next()?, ways.next(), of == block && at.handler.is_none()) else {
            return None;
        };
        match *facts.constant_of(set)? {
            ConstValue::Int(number) => Some(number),
            _ => None,
        }
    };
    match at.terminator {
        Terminator::Switch { value, ref targets, default, .. } => {
            let number = set(value)?;
            Some(targets.iter().find(|(of, _)| *of == number).map_or(default, |&(_, target)| target))
        }
        Terminator::If { cond, ref args, then, otherwise, .. } => match args[..] {
            [value] => {
                cond.compares().map(|compares| if compares(set(value)?, 0) { Some(then) } else { Some(otherwise) })?
            }
            _ => None,
        },
        _ => None,
    }
}
