//! What the conditions on the way to a call say of the member that it acts on, or of the class that it is given: one that would
//! have to contradict them on each way from where its variable gets a value is not meant. Must not know code, nor calls of the
//! API.

use crate::base::{FxIndexSet, IndexVec};
use crate::ir::{BlockId, Var};
use crate::program::Program;

use super::super::terms::site::Effect;
use super::member_tests::Test;

crate::define_id!(
    /// A test of the conditions of a call.
    TestId
);
crate::define_id!(
    /// A place on the ways back from a call.
    PlaceId
);

impl PlaceId {
    /// The call itself, or the end of what is looked at.
    pub(in crate::reflection) const CALL: Self = Self(0);
}

/// The ways back from a call to where its member or class comes from.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::reflection) struct Conditions {
    pub(in crate::reflection) tests: IndexVec<TestId, Test>,
    /// Some test is made otherwise than by a branch that leads to nothing but a `throw` if it has the other outcome.
    pub(in crate::reflection) may_go_on: bool,
    pub(in crate::reflection) asked: Vec<AskedAt>,
    /// The first is the call ([`PlaceId::CALL`]).
    pub(in crate::reflection) places: IndexVec<PlaceId, Place>,
}

/// By test: its outcome, where that is known.
type Outcomes = IndexVec<TestId, Option<bool>>;

/// A branch at the end of a block on a test of a variable; and where it leads if the test does not hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::reflection) struct AskedAt {
    pub(in crate::reflection) block: BlockId,
    pub(in crate::reflection) var: Var,
    pub(in crate::reflection) test: TestId,
    pub(in crate::reflection) refused: BlockId,
}

/// A variable at the end of a block.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::reflection) struct Place {
    /// The variable that gets its value there, or before what is looked at.
    pub(in crate::reflection) source: Option<Var>,
    /// Tests whose outcomes are known there.
    pub(in crate::reflection) needs: Vec<(TestId, bool)>,
    /// The places before it, and the test whose outcome leads from there.
    pub(in crate::reflection) before: Vec<(PlaceId, Option<(TestId, bool)>)>,
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

    fn outcomes(&self, program: &Program, given: Effect) -> Outcomes {
        self.tests.iter().map(|test| test.outcome(program, given)).collect()
    }

    /// The variables that values come from.
    pub(in crate::reflection) fn sources(&self) -> FxIndexSet<Var> {
        self.places.iter().filter_map(|place| place.source).collect()
    }

    /// The tests that have one outcome on every way, with it.
    pub(in crate::reflection) fn needed(&self) -> impl Iterator<Item = (&Test, bool)> {
        let needs = |at: TestId, outcome: bool| {
            let mut outcomes = self.unknown();
            outcomes[at] = Some(!outcome);
            !self.is_reached(&outcomes, None)
        };
        let each = self.tests.iter_enumerated().flat_map(|(at, test)| [(at, test, true), (at, test, false)]);
        each.filter(move |&(at, _, outcome)| needs(at, outcome)).map(|(_, test, outcome)| (test, outcome))
    }

    /// Tests of some sort of which one holds on every way, none by itself; empty if there are no such.
    pub(in crate::reflection) fn alternatives(&self, is_of_sort: impl Fn(&Test) -> bool) -> Vec<TestId> {
        let of_sort = self.tests.iter_enumerated().filter(|(_, test)| is_of_sort(test)).map(|(at, _)| at);
        let of_sort: Vec<TestId> = of_sort.collect();
        let mut outcomes = self.unknown();
        of_sort.iter().for_each(|&at| outcomes[at] = Some(false));
        if self.is_reached(&outcomes, None) { Vec::new() } else { of_sort }
    }

    /// No outcome of a test is known.
    fn unknown(&self) -> Outcomes {
        self.tests.iter().map(|_| None).collect()
    }

    /// Whether some way, from a source if one is given, contradicts no outcome of the tests.
    fn is_reached(&self, outcomes: &Outcomes, from: Option<Var>) -> bool {
        let contradicts = |&(test, holds): &(TestId, bool)| outcomes[test].is_some_and(|outcome| outcome != holds);
        let mut seen: IndexVec<PlaceId, bool> = self.places.iter().map(|_| false).collect();
        let mut next = vec![PlaceId::CALL];
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
