//! Offsets of fields, by which they are read and written without a field object. What is done with them is followed elsewhere
//! (docs/analysis.md, Reaching fields). Must not know that.

use crate::heap::{ObjId, ObjKind};
use crate::pointsto::{Cx, Outcome};
use crate::program::{MethodId, Program, access, lookup};

use super::super::rule::Rule;
use super::super::state::State;
use super::super::state::call::ApiCallId;
use super::super::terms::attempt::Attempt;
use super::super::terms::rules::RuleName;
use super::super::terms::site::{Effect, Role};

/// `objectFieldOffset`, `staticFieldOffset` and `staticFieldBase` of `sun.misc.Unsafe`: the field that is given.
#[derive(Debug)]
pub(in crate::reflection) struct FieldOffset {
    pub(in crate::reflection) is_static: bool,
}

impl Rule for FieldOffset {
    fn name(&self) -> RuleName {
        RuleName("field-offsets")
    }

    fn attempt(&self) -> Option<Attempt> {
        Some(Attempt::FieldOffset { is_static: self.is_static })
    }

    fn outcome(&self, _: &Program, _: MethodId) -> Outcome {
        Outcome::AlsoAnalyse
    }

    fn objects(
        &self,
        state: &mut State,
        cx: &mut Cx<'_, '_>,
        call: ApiCallId,
        role: Role,
        objects: &[(ObjId, ObjKind)],
    ) {
        self.reach(state, cx, call, &state.acting(cx, call, role, objects));
    }

    fn specified(&self, state: &mut State, cx: &mut Cx<'_, '_>, call: ApiCallId, objects: &[(ObjId, ObjKind)]) {
        self.reach(state, cx, call, objects);
    }
}

impl FieldOffset {
    /// Of fields those that have such an offset; the call gives none of them.
    fn reach(&self, state: &mut State, cx: &Cx<'_, '_>, call: ApiCallId, objects: &[(ObjId, ObjKind)]) {
        for &(_, kind) in objects {
            let ObjKind::Field { field } = kind else { continue };
            let data = cx.program.field(field);
            let has_one = (data.access & access::STATIC != 0) == self.is_static
                && !lookup::is_record(cx.program, cx.program.class_type(data.class));
            if has_one {
                state.effect(call, Effect::Field(field));
            }
        }
    }
}
