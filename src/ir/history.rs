//! What has been done to an object that one method makes and keeps to itself before a place: on each way there what happened
//! on it, once and in one order. Must not know what instructions do to it.

use std::collections::BTreeSet;

use super::dominance::Dominators;
use super::facts::{Def, Facts, Use};
use super::{BlockId, Body, Op, Terminator, Var};
use crate::base::{FxHashMap, FxHashSet};

/// A statement: its block and its position there.
pub type Place = (BlockId, u32);

/// What an instruction does with the object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Act {
    Reads,
    /// Its result is the object.
    Gives,
    Changes,
    /// Both.
    ChangesAndGives,
    /// What it was changed by before does not matter any more.
    Restarts,
    /// Others may do anything with it.
    Leaks,
}

/// Most histories that are told apart.
const HISTORIES: usize = 16;

/// The places that have changed an object, in order; the first may be one that restarts.
pub type History = Vec<Place>;

/// The changes of the object that `origin` holds when control is at `at`. `None` if the object gets out of sight, or if it
/// depends on the way taken what was done to it. `act` says what a statement does with the object, which it has in that variable.
pub fn changes_before(
    facts: &Facts<'_>,
    dominators: &Dominators,
    origin: Var,
    at: Place,
    act: impl FnMut(&Op, Var) -> Act,
) -> Option<History> {
    let Histories { mut all, .. } = histories_before(facts, dominators, origin, at, act)?;
    all.pop().filter(|_| all.is_empty())
}

/// What may have been done to an object before a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Histories {
    /// What makes the object, or makes all before it not matter: it has run where control is at the place.
    pub start: Place,
    /// One of them has happened since. In order, each once.
    pub all: Vec<History>,
}

/// The same of each way on which control may have come to `at`; `None` if something may have been done any number of times, too.
///
/// A change that dominates `at` has run since the object was made, for else there were a way around it. It has run once if no
/// way leads from it to itself but through what makes the object. One that does not dominate `at` has not run if no way leads
/// from it there, and else has run on some of the ways.
pub fn histories_before(
    facts: &Facts<'_>,
    dominators: &Dominators,
    origin: Var,
    at: Place,
    mut act: impl FnMut(&Op, Var) -> Act,
) -> Option<Histories> {
    let Def::Stmt(block, nth) = facts.def(origin) else { return None };
    let body = facts.body();
    let (mut changes, mut restarts) = (Vec::new(), Vec::new());
    let mut aliases = vec![origin];
    while let Some(alias) = aliases.pop() {
        for &used in facts.uses(alias) {
            let place = match used {
                Use::Stmt(block, nth) => (block, nth),
                // Comparing with null does not let it go; returning, throwing and joining do.
                Use::Terminator(block) if matches!(body.blocks[block].terminator, Terminator::If { .. }) => continue,
                Use::Terminator(_) | Use::Phi(..) => return None,
            };
            let op = &body.blocks[place.0].stmts[place.1 as usize].op;
            let act = act(op, alias);
            match act {
                Act::Reads | Act::Gives => {}
                Act::Changes | Act::ChangesAndGives => changes.push(place),
                Act::Restarts => restarts.push(place),
                Act::Leaks => return None,
            }
            if matches!(act, Act::Gives | Act::ChangesAndGives) {
                aliases.extend(op.dst().filter(|dst| !aliases.contains(dst)));
            }
        }
    }
    let has_run = |before: Place, after: Place| match before.0 == after.0 {
        true => before.1 < after.1,
        false => dominators.stmt_has_run(before, after.0),
    };
    let later = |&a: &Place, &b: &Place| match a == b {
        true => std::cmp::Ordering::Equal,
        false if has_run(a, b) => std::cmp::Ordering::Less,
        false => std::cmp::Ordering::Greater,
    };
    // What has run before one place is in a chain.
    let last = restarts.iter().copied().filter(|&restart| has_run(restart, at)).max_by(later);
    let start = last.unwrap_or((block, nth));
    changes.extend(restarts.into_iter().filter(|&restart| restart != start));
    let (mut before, mut on_some) = (Vec::new(), Vec::new());
    for change in changes {
        // What was done before the start does not matter.
        let counts = has_run(change, at) && has_run(start, change);
        if !counts && !leads(body, change, at, start) {
            continue;
        }
        if leads(body, change, change, start) {
            return None;
        }
        (if counts { &mut before } else { &mut on_some }).push(change);
    }
    let all = if on_some.is_empty() {
        before.sort_by(later);
        vec![before]
    } else {
        before.append(&mut on_some);
        on_ways(body, start, at, &before.into_iter().collect())?
    };
    let with_start = |history: History| last.into_iter().chain(history).collect();
    Some(Histories { start, all: all.into_iter().map(with_start).collect() })
}

/// Which of the changes run on the ways that lead from behind `start` to `at` and not to `start` again, none of which leads to a change
/// twice. Every block may be left for its handlers at any statement, with what that does done or not.
fn on_ways(body: &Body, start: Place, at: Place, changes: &FxHashSet<Place>) -> Option<Vec<History>> {
    let mut entered: FxHashMap<BlockId, BTreeSet<History>> = FxHashMap::default();
    let mut found = BTreeSet::new();
    let mut todo = vec![(start.0, start.1 + 1, BTreeSet::from([History::new()]))];
    while let Some((block, begin, mut histories)) = todo.pop() {
        let data = &body.blocks[block];
        let mut left = histories.clone();
        let mut is_stopped = false;
        for nth in begin..data.stmts.len() as u32 {
            let place = (block, nth);
            if place == at {
                found.extend(histories.iter().cloned());
            }
            if place == start {
                is_stopped = true;
                break;
            }
            if changes.contains(&place) {
                histories = histories.into_iter().map(|history| [history.as_slice(), &[place]].concat()).collect();
                left.extend(histories.iter().cloned());
            }
        }
        if left.len() > HISTORIES || found.len() > HISTORIES {
            return None;
        }
        let mut is_many = false;
        let mut enter = |target: BlockId, histories: &BTreeSet<History>| {
            let known = entered.entry(target).or_default();
            let new: BTreeSet<History> = histories.difference(known).cloned().collect();
            if !new.is_empty() {
                known.extend(new.iter().cloned());
                is_many |= known.len() > HISTORIES;
                todo.push((target, 0, new));
            }
        };
        data.covered_by.iter().for_each(|&handler| enter(handler, &left));
        if !is_stopped {
            data.terminator.for_each_target(|target| enter(target, &histories));
        }
        if is_many {
            return None;
        }
    }
    Some(found.into_iter().collect())
}

/// Whether a way leads from behind `from` to `to` that does not run `around`. Every block may be left for its handlers at any
/// statement.
fn leads(body: &Body, from: Place, to: Place, around: Place) -> bool {
    // Whether the way within a block ends at `around`, which is behind its beginning.
    let passes = |block: BlockId, begin: Option<u32>, end: Option<u32>| {
        block == around.0 && begin.is_none_or(|begin| begin < around.1) && end.is_none_or(|end| around.1 < end)
    };
    if from.0 == to.0 && from.1 < to.1 && !passes(from.0, Some(from.1), Some(to.1)) {
        return true;
    }
    let mut seen = vec![false; body.blocks.len()];
    let mut todo = Vec::new();
    let mut leave = |block: BlockId, is_stopped: bool, todo: &mut Vec<BlockId>| {
        let mut go = |target: BlockId| {
            if !std::mem::replace(&mut seen[target.index()], true) {
                todo.push(target);
            }
        };
        body.blocks[block].covered_by.iter().for_each(|&handler| go(handler));
        if !is_stopped {
            body.blocks[block].terminator.for_each_target(go);
        }
    };
    leave(from.0, passes(from.0, Some(from.1), None), &mut todo);
    while let Some(block) = todo.pop() {
        if block == to.0 && !passes(block, None, Some(to.1)) {
            return true;
        }
        leave(block, passes(block, None, None), &mut todo);
    }
    false
}
