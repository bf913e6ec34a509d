//! What the conditions on the way to an action say of the member that it acts on: one that would have to contradict them on
//! each way from where its variable gets a value is not meant. A condition holds for the value of a variable, which is one
//! value in SSA form, and what is asked of a member never changes. Must not know objects, nor calls of the API.

use crate::base::FxIndexMap;
use crate::ir::facts::{Def, Facts};
use crate::ir::{BlockId, Body, ConstValue, Terminator, Var};
use crate::program::Program;

use super::member_tests::{Branch, Test};
use super::site::Effect;

/// Most places on the ways to one action; nothing is said where there are more.
const PLACES: usize = 1024;

/// The ways back from an action to where its member comes from.
#[derive(Debug, Default)]
pub(super) struct Conditions {
    tests: Vec<Test>,
    /// The first is the action.
    places: Vec<Place>,
}

/// A variable at the end of a block.
#[derive(Debug, Default)]
struct Place {
    /// Its value may come from there.
    is_source: bool,
    /// The places before it, and the test by position whose outcome leads from there.
    before: Vec<(usize, Option<(usize, bool)>)>,
}

impl Conditions {
    /// Of the action at an offset of a body; `None` if they say nothing.
    pub(super) fn at(program: &Program, body: &Body, offset: u32, member: Var) -> Option<Self> {
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
        let mut walk = Walk { facts, branches, found: Self::default(), known: FxIndexMap::default() };
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

    /// Whether the action may act on a member.
    pub(super) fn admit(&self, program: &Program, member: Effect) -> bool {
        let outcomes: Vec<Option<bool>> = self.tests.iter().map(|test| test.outcome(program, member)).collect();
        let mut seen = vec![false; self.places.len()];
        let mut next = vec![0];
        while let Some(at) = next.pop() {
            if std::mem::replace(&mut seen[at], true) {
                continue;
            }
            let Place { is_source, before } = &self.places[at];
            if *is_source {
                return true;
            }
            let contradicts = |&(test, holds): &(usize, bool)| outcomes[test].is_some_and(|outcome| outcome != holds);
            next.extend(before.iter().filter(|(_, test)| !test.as_ref().is_some_and(contradicts)).map(|&(at, _)| at));
        }
        false
    }
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
