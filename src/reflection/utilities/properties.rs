//! Properties of Kotlin that its reflection library makes: which one it is nobody follows, and it may be a private one. Those that the
//! compiler makes for `Type::name` are objects of the program's own classes, whose code says what they do. Must not know rows.

use super::super::rule::{Answer, Rule};
use super::super::state::State;
use super::super::state::call::ApiCallId;
use super::super::terms::rules::RuleName;
use super::super::terms::site::{Problem, Role};
use super::UTILITIES;
use crate::heap::{ObjId, ObjKind};
use crate::pointsto::{Cx, Outcome};
use crate::program::{MethodId, Program};

/// Reads or writes a property.
#[derive(Debug)]
pub(in crate::reflection) struct OfProperty;

impl Rule for OfProperty {
    fn name(&self) -> RuleName {
        UTILITIES
    }

    fn answer(&self) -> Answer {
        Answer::Reported
    }

    fn outcome(&self, _: &Program, _: MethodId) -> Outcome {
        Outcome::AlsoAnalyse
    }

    fn met(&self, state: &mut State, cx: &mut Cx<'_, '_>, call: ApiCallId, _: MethodId) {
        state.hook(cx, call, Role::Subject);
        state.hook(cx, call, Role::Receiver);
    }

    fn objects(
        &self,
        state: &mut State,
        cx: &mut Cx<'_, '_>,
        call: ApiCallId,
        role: Role,
        objects: &[(ObjId, ObjKind)],
    ) {
        match role {
            Role::Subject => {
                let is_any = |&(_, kind): &(_, ObjKind)| {
                    matches!(kind, ObjKind::Opaque { .. } | ObjKind::UnknownInstance { .. })
                };
                if objects.iter().any(is_any) {
                    state.problem(call, Problem::NotModelled);
                    state.open_any_field(cx, call);
                }
            }
            Role::Receiver => state.open_any_field_of(cx, call, objects),
            _ => {}
        }
    }
}
