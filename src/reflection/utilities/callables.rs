//! Functions and properties of Kotlin that its reflection library makes: which one it is nobody follows, and it may be a private one. Those
//! that the compiler makes for `Type::name` are objects of the program's own classes, whose code says what they do. Must not know rows.

use super::super::calls::arguments::Passed;
use super::super::reported::NotModelledBut;
use super::super::rule::{Answer, Rule};
use super::super::state::State;
use super::super::state::call::{ApiCallId, Hook};
use super::super::terms::rules::RuleName;
use super::super::terms::site::{Problem, Role};
use super::UTILITIES;
use crate::heap::{ObjId, ObjKind};
use crate::pointsto::{Cx, Outcome, Ptr};
use crate::program::{MethodId, Program};

/// What is done with one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::reflection) enum OfCallable {
    /// It is called with an array: of a member, what it is called on comes before the arguments.
    Call,
    /// The property is read.
    Get,
    /// It is written.
    Set,
}

impl Rule for OfCallable {
    fn name(&self) -> RuleName {
        UTILITIES
    }

    fn answer(&self) -> Answer {
        Answer::Reported
    }

    fn outcome(&self, _: &Program, _: MethodId) -> Outcome {
        Outcome::AlsoAnalyse
    }

    fn met(&self, state: &mut State, cx: &mut Cx<'_, '_>, call: ApiCallId, method: MethodId) {
        if *self == Self::Call {
            NotModelledBut::GivesAny.met(state, cx, call, method);
            state.hook(cx, call, Role::Arguments);
        }
        state.hook(cx, call, Role::Subject);
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
            Role::Arguments => state.add_arrays(cx, call, objects),
            Role::Subject => {
                let is_any = |&(_, kind): &(_, ObjKind)| {
                    matches!(kind, ObjKind::Opaque { .. } | ObjKind::UnknownInstance { .. })
                };
                if objects.iter().any(is_any) && state.may_be_any(call) {
                    state.problem(call, Problem::NotModelled);
                    if let Some(receiver) = self.receiver(state, cx, call) {
                        cx.watch(receiver, state.hooks.number(Hook::Input { call, role: Role::Receiver }));
                    }
                }
            }
            Role::Receiver => {
                self.act_on(state, cx, call, objects);
            }
            _ => {}
        }
    }
}

impl OfCallable {
    /// Where that comes from which it is called on.
    fn receiver(self, state: &mut State, cx: &Cx<'_, '_>, call: ApiCallId) -> Option<Ptr> {
        match self {
            Self::Call => match &state.calls[call].array {
                Some(elements) => {
                    let &first = elements.slots.first()?;
                    cx.var(state.calls[call].view.caller, first?).map(Ptr::Node)
                }
                None => Some(state.bag(cx, call)),
            },
            Self::Get | Self::Set => state.calls[call].input(Role::Receiver).map(Ptr::Node),
        }
    }

    /// Private methods of receivers run, as it may be one of them that is called: nobody calls them from outside otherwise. One that is
    /// given one value may be the setter of a property, be it of a field alone.
    fn act_on(self, state: &mut State, cx: &mut Cx<'_, '_>, call: ApiCallId, receivers: &[(ObjId, ObjKind)]) {
        let Some(receiver) = self.receiver(state, cx, call) else { return };
        let this = &state.calls[call];
        let passed = match (self, &this.array) {
            (Self::Call, Some(elements)) => {
                let vars = elements.slots.iter().skip(1);
                Passed::These(vars.map(|var| cx.var(this.view.caller, (*var)?).map(Ptr::Node)).collect())
            }
            (Self::Call, None) => Passed::Any(receiver),
            (Self::Get, _) => Passed::These(Vec::new()),
            (Self::Set, _) => Passed::These(vec![this.input(Role::Value).map(Ptr::Node)]),
        };
        match passed {
            Passed::Any(value) => state.open_any_field(cx, call, value, receivers),
            Passed::These(ref these) => {
                if let &[Some(value)] = these.as_slice() {
                    state.open_any_field(cx, call, value, receivers);
                }
            }
        }
        state.open_private(cx, call, receiver, &passed, receivers);
    }
}
