//! What the conditions on the way to an action say of the member that it acts on: one that would have to contradict them on
//! each way from where its variable gets a value is not meant. Must not know code, nor calls of the API.

use crate::program::Program;

use super::member_tests::Test;
use super::site::Effect;

/// The ways back from an action to where its member comes from.
#[derive(Debug, Default)]
pub(super) struct Conditions {
    pub(super) tests: Vec<Test>,
    /// The first is the action.
    pub(super) places: Vec<Place>,
}

/// A variable at the end of a block.
#[derive(Debug, Default)]
pub(super) struct Place {
    /// Its value may come from there.
    pub(super) is_source: bool,
    /// The places before it, and the test by position whose outcome leads from there.
    pub(super) before: Vec<(usize, Option<(usize, bool)>)>,
}

impl Conditions {
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
