//! The ways back from an action to where its member comes from, over the branches of its method. A condition holds for the value
//! of a variable, which is one value in SSA form, and what is asked of a member never changes. Must not know objects, nor what
//! is asked.

use crate::base::FxIndexMap;
use crate::ir::facts::{Def, Facts};
use crate::ir::{BlockId, Body, ConstValue, Terminator, Var};
use crate::program::Program;

use super::conditions::{Conditions, Place};
use super::member_questions::Branch;

/// Most places on the ways to one action; nothing is said where there are more.
const PLACES: usize = 1024;

/// Of the action at an offset of a body; `None` if they say nothing.
pub(super) fn conditions_at(program: &Program, body: &Body, offset: u32, member: Var) -> Option<Conditions> {
    let has_it = |block: &BlockId| body.blocks[*block].stmts.iter().any(|stmt| stmt.offset == offset);
    let mut at = body.blocks.iter_enumerated().map(|(id, _)| id).filter(has_it);
    // Copies of a subroutine are several places with variables of their own.
    let (Some(at), None, true) = (at.next(), at.next(), body.damaged_at.is_empty()) else { return None };
    let facts = Facts::of(body);
    let branches: Vec<Option<Branch>> =
        body.blocks.iter().map(|block| Branch::of(program, &facts, &block.terminator)).collect();
    if branches.iter().all(Option::is_none) {
        return None;
    }
    let mut walk = Walk { facts, branches, found: Conditions::default(), known: FxIndexMap::default() };
    walk.place(at, member);
    let mut next = 0;
    while next < walk.known.len() {
        if walk.known.len() > PLACES {
            return None;
        }
        walk.go_back(next);
        next += 1;
    }
    (!walk.found.tests.is_empty()).then_some(walk.found)
}

struct Walk<'b> {
    facts: Facts<'b>,
    /// What the branch at the end of each block tests.
    branches: Vec<Option<Branch>>,
    found: Conditions,
    known: FxIndexMap<(BlockId, Var), ()>,
}

impl Walk<'_> {
    fn place(&mut self, block: BlockId, var: Var) -> usize {
        let (index, _) = self.known.insert_full((block, self.facts.behind_casts(var)), ());
        if index == self.found.places.len() {
            self.found.places.push(Place::default());
        }
        index
    }

    /// Adds what is before a place.
    fn go_back(&mut self, at: usize) {
        let Some((&(id, var), ())) = self.known.get_index(at) else { return };
        let body = self.facts.body();
        let block = &body.blocks[id];
        let args = match self.facts.def(var) {
            Def::Phi(of, nth) if of == id && block.handler.is_none() => Some(&block.phis[nth as usize].args),
            Def::Phi(of, _) | Def::Stmt(of, _) | Def::Caught(of) if of == id => {
                let is_null = matches!(self.facts.constant_of(var), Some(ConstValue::Null));
                self.found.places[at].is_source = !is_null;
                return;
            }
            _ => None,
        };
        // A parameter has its value before the first block; a handler is entered from within blocks, whatever ends them.
        if block.preds.is_empty() || block.handler.is_some() {
            self.found.places[at].is_source = true;
            return;
        }
        for (nth, &pred) in block.preds.iter().enumerate() {
            let from = args.and_then(|args| args.get(nth)).copied().unwrap_or(var);
            let before = self.place(pred, from);
            let test = self.outcome_to(pred, id, from);
            self.found.places[at].before.push((before, test));
        }
    }

    /// The outcome of a test of the variable that leads from a block to another.
    fn outcome_to(&mut self, from: BlockId, to: BlockId, var: Var) -> Option<(usize, bool)> {
        let Branch { of, test, holds } = self.branches[from.index()].as_ref()?;
        let Terminator::If { then, otherwise, .. } = self.facts.body().blocks[from].terminator else { return None };
        if *of != self.facts.behind_casts(var) || then == otherwise {
            return None;
        }
        let outcome = if to == then { *holds } else { !*holds };
        let tests = &mut self.found.tests;
        let index = tests.iter().position(|known| known == test).unwrap_or_else(|| {
            tests.push(test.clone());
            tests.len() - 1
        });
        Some((index, outcome))
    }
}
