//! What the conditions on the way to a call say of the member that it acts on, or of the class that it is given: one that would
//! have to contradict them on each way from where its variable gets a value is not meant. Must not know code, nor calls of the
//! API.

use crate::base::FxIndexSet;
use crate::ir::{BlockId, Var};
use crate::program::Program;

use super::super::terms::site::Effect;
use super::member_tests::Test;

/// The ways back from a call to where its member or class comes from.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::reflection) struct Conditions {
    pub(in crate::reflection) tests: Vec<Test>,
    /// Some test is made otherwise than by a branch that leads to nothing but a `throw` if it has the other outcome.
    pub(in crate::reflection) may_go_on: bool,
    pub(in crate::reflection) asked: Vec<AskedAt>,
    /// The first is the call.
    pub(in crate::reflection) places: Vec<Place>,
}

/// A branch at the end of a block on a test of a variable, by position; and where it leads if the test does not hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::reflection) struct AskedAt {
    pub(in crate::reflection) block: BlockId,
    pub(in crate::reflection) var: Var,
    pub(in crate::reflection) test: usize,
    pub(in crate::reflection) refused: BlockId,
}

/// A variable at the end of a block.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::reflection) struct Place {
    /// The variable that gets its value there, or before what is looked at.
    pub(in crate::reflection) source: Option<Var>,
    /// Tests by position whose outcomes are known there.
    pub(in crate::reflection) needs: Vec<(usize, bool)>,
    /// The places before it, and the test by position whose outcome leads from there.
    pub(in crate::reflection) before: Vec<(usize, Option<(usize, bool)>)>,
}

impl Conditions {
    /// Whether the call may act on a member, or be given a class.
    pub(in crate::reflection) fn admit(&self, program: &Program, given: Effect) -> bool {
        self.is_reached(&self.outcomes(program, given), None)
    }

    /// The same of one that comes from a source.
    pub(in crate::reflection) fn admit_from(&self, program: &Program, given: Effect, source: Var) -> bool {
        self.is_reached(&self.outcomes(program, given), Some(source))
    }

    fn outcomes(&self, program: &Program, given: Effect) -> Vec<Option<bool>> {
        self.tests.iter().map(|test| test.outcome(program, given)).collect()
    }

    /// The variables that values come from.
    pub(in crate::reflection) fn sources(&self) -> FxIndexSet<Var> {
        self.places.iter().filter_map(|place| place.source).collect()
    }

    /// The tests that have one outcome on every way, with it.
    pub(in crate::reflection) fn needed(&self) -> impl Iterator<Item = (&Test, bool)> {
        let needs = |at: usize, outcome: bool| {
            let mut outcomes = vec![None; self.tests.len()];
            outcomes[at] = Some(!outcome);
            !self.is_reached(&outcomes, None)
        };
        let each = self.tests.iter().enumerate().flat_map(|(at, test)| [(at, test, true), (at, test, false)]);
        each.filter(move |&(at, _, outcome)| needs(at, outcome)).map(|(_, test, outcome)| (test, outcome))
    }

    /// Tests of some sort of which one holds on every way, none by itself; empty if there are no such.
    pub(in crate::reflection) fn alternatives(&self, is_of_sort: impl Fn(&Test) -> bool) -> Vec<usize> {
        let of_sort: Vec<usize> = (0..self.tests.len()).filter(|&at| is_of_sort(&self.tests[at])).collect();
        let mut outcomes = vec![None; self.tests.len()];
        of_sort.iter().for_each(|&at| outcomes[at] = Some(false));
        if self.is_reached(&outcomes, None) { Vec::new() } else { of_sort }
    }

    /// Whether some way, from a source if one is given, contradicts no outcome of the tests.
    fn is_reached(&self, outcomes: &[Option<bool>], from: Option<Var>) -> bool {
        let contradicts = |&(test, holds): &(usize, bool)| outcomes[test].is_some_and(|outcome| outcome != holds);
        let mut seen = vec![false; self.places.len()];
        let mut next = vec![0];
        while let Some(at) = next.pop() {
            if std::mem::replace(&mut seen[at], true) {
                continue;
            }
            let Place { source, needs, before } = &self.places[at];
            if needs.iter().any(contradicts) {
                continue;
            }
            if source.is_some_and(|source| from.is_none_or(|from| from == source)) {
                return true;
            }
            next.extend(before.iter().filter(|(_, test)| !test.as_ref().is_some_and(contradicts)).map(|&(at, _)| at));
        }
        false
    }
}
