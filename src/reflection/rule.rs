//! What a rule for reflective calls is: the part of a row of the API that does something. A rule lives in the file of its
//! family, with the state it needs; what it tells about itself is read by who dispatches and judges. Must not know rows.

use std::fmt::Debug;

use super::state::State;
use super::state::call::ApiCallId;
use super::terms::attempt::Attempt;
use super::terms::rules::RuleName;
use super::terms::site::Role;
use crate::classpath::Origin;
use crate::heap::{ObjId, ObjKind};
use crate::pointsto::{Cx, Outcome};
use crate::program::{MethodId, Program};

/// How far a rule answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Answer {
    /// What the call gives is followed.
    Followed,
    /// The call is reported with what is known of it; what is done with its result is not followed.
    Listed,
    /// The call is reported, and nothing else.
    Reported,
    /// There is nothing to find.
    Nothing,
}

/// What answers for the calls of one or more rows.
pub(super) trait Rule: Debug + Sync {
    /// Its name, for ablation. Rules that are switched off together share it.
    fn name(&self) -> RuleName;

    fn answer(&self) -> Answer {
        Answer::Followed
    }

    /// Why what its calls give is not followed, in a few words; where nothing is said, rows do (`Row::unresolved`).
    fn unresolved(&self) -> &'static str {
        ""
    }

    /// Whether known inputs have their whole answer where they meet, and nothing that is found later adds to it.
    fn is_whole_at_once(&self) -> bool {
        true
    }

    /// Whether files and classes of the class path that no input names decide what it finds (lists of providers, bundles of other
    /// languages), so that one more archive adds to it, whatever is known of the inputs.
    fn finds_declared(&self) -> bool {
        false
    }

    /// What its calls attempt, those of rows that say themselves what (`Row::attempting`) aside.
    fn attempt(&self) -> Option<Attempt> {
        None
    }

    /// Whether calls are met by the method that a receiver selects, instead of the one that the call names.
    fn is_of_receiver(&self, _: &Program, _: MethodId) -> bool {
        false
    }

    /// Whether the body of the method is analysed as well.
    fn outcome(&self, _: &Program, _: MethodId) -> Outcome {
        Outcome::Handled
    }

    /// The same of a call in code of an origin.
    fn outcome_in(&self, _: Origin, program: &Program, method: MethodId) -> Outcome {
        self.outcome(program, method)
    }

    /// A call was met; its inputs are watched after this.
    fn met(&self, _: &mut State, _: &mut Cx<'_, '_>, _call: ApiCallId, _method: MethodId) {}

    /// New objects in a role of a call.
    fn objects(&self, _: &mut State, _: &mut Cx<'_, '_>, _: ApiCallId, _: Role, _: &[(ObjId, ObjKind)]) {}

    /// Metaobjects that a specification lists as targets of a call: for a look-up, what it gives.
    fn specified(&self, state: &mut State, cx: &mut Cx<'_, '_>, call: ApiCallId, objects: &[(ObjId, ObjKind)]) {
        for &(obj, kind) in objects {
            state.give(cx, call, obj, kind);
        }
    }
}
