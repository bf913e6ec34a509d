//! Atomic updaters of fields: which field one is asked for by class and name. What is written through it is followed elsewhere
//! (docs/analysis.md, Reaching fields). Must not know that.

use crate::base::Sym;
use crate::classfile::Prim;
use crate::heap::{MemberKind, ObjId, ObjKind};
use crate::pointsto::{Cx, Outcome};
use crate::program::{MethodId, Program, TypeId, lookup};

use super::super::rule::Rule;
use super::super::state::call::ApiCallId;
use super::super::state::{State, effect_of};
use super::super::terms::attempt::Attempt;
use super::super::terms::rules::RuleName;
use super::super::terms::site::{Effect, Limit, Problem, Role};

/// Most pairs of classes and names of one call.
const PAIRS: usize = 256;

/// The field of a name that a class declares (`AtomicReferenceFieldUpdater.newUpdater`, which asks `Class.getDeclaredField`).
#[derive(Debug)]
pub(in crate::reflection) struct NewUpdater {
    /// The type of the field; none for references, of which the call says itself which.
    pub(in crate::reflection) of: Option<Prim>,
}

impl Rule for NewUpdater {
    fn name(&self) -> RuleName {
        RuleName("field-updaters")
    }

    fn attempt(&self) -> Option<Attempt> {
        Some(Attempt::FieldUpdater(self.of))
    }

    fn outcome(&self, _: &Program, _: MethodId) -> Outcome {
        Outcome::AlsoAnalyse
    }

    fn objects(&self, state: &mut State, cx: &mut Cx<'_, '_>, call: ApiCallId, _: Role, _: &[(ObjId, ObjKind)]) {
        let input = |role: Role| State::objects(cx, state.calls[call].input(role));
        let class = |&(_, kind): &(ObjId, ObjKind)| match kind {
            ObjKind::Class { ty } => Some(ty),
            _ => None,
        };
        let classes: Vec<TypeId> = input(Role::Class).iter().filter_map(class).collect();
        let literal = state.local_name(cx, call);
        let name = |&(_, kind): &(ObjId, ObjKind)| match kind {
            ObjKind::Str { text } if !state.rules.are_local() => Some(text),
            _ => None,
        };
        let mut names: Vec<Sym> = literal.into_iter().collect();
        if names.is_empty() {
            names.extend(
                state
                    .facts
                    .listed
                    .expand(cx.heap, State::objects(cx, state.names_at(cx, call)))
                    .iter()
                    .filter_map(name),
            );
        }
        if classes.len() * names.len() > PAIRS {
            return state.problem(call, Problem::FanOut(Limit::Met(PAIRS)));
        }
        for &class in &classes {
            for &name in &names {
                match lookup::declared_field(cx.program, class, name) {
                    Some(field) => state.effect(call, Effect::Field(field)),
                    None => {
                        state.problem(call, Problem::MissingMember { class, kind: MemberKind::Field, name });
                    }
                }
            }
        }
    }

    /// The call gives none of the fields.
    fn specified(&self, state: &mut State, _: &mut Cx<'_, '_>, call: ApiCallId, objects: &[(ObjId, ObjKind)]) {
        objects.iter().filter_map(|&(_, kind)| effect_of(kind)).for_each(|field| state.effect(call, field));
    }
}
