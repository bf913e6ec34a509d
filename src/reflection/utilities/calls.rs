//! Methods that are called, objects that are made and properties that are read and written by what a call is given: an object or a
//! class, a name, and arguments. Must not know libraries.

use crate::heap::{MemberKind, ObjId, ObjKind};
use crate::pointsto::Cx;
use crate::program::MethodId;

use super::super::actions::by_name::Finds;
use super::super::rule::Rule;
use super::super::state::State;
use super::super::state::call::{ApiCallId, NamedPart, Node};
use super::super::terms::rules::RuleName;
use super::super::terms::site::{Effect, Problem, Role};
use super::members::Where;
use super::{UTILITIES, is_replaced};

/// With what a method is called by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::reflection) enum Passes {
    Nothing,
    /// What an array holds.
    Array,
    /// An argument; if it is an array, what it holds.
    OneOrArray,
    /// A value.
    One,
}

/// A method that is called by its name on the receiver, or a static one of the class.
#[derive(Debug, Clone, Copy)]
pub(in crate::reflection) struct CallNamed {
    pub(in crate::reflection) finds: Finds,
    pub(in crate::reflection) passes: Passes,
}

impl Rule for CallNamed {
    fn name(&self) -> RuleName {
        UTILITIES
    }

    fn met(&self, state: &mut State, cx: &mut Cx<'_, '_>, call: ApiCallId, method: MethodId) {
        state.watch_named(cx, call);
        if is_replaced(cx.program, method) {
            state.problem(call, Problem::NotModelled);
            state.give_unknown(cx, call);
        }
        let this = &state.calls[call];
        let target = this.input(Role::Receiver).or(this.input(Role::Class));
        let (name, value) = (this.input(Role::Name), this.input(Role::Value));
        for (part, from) in [(NamedPart::Target, target), (NamedPart::Name, name)] {
            let to = state.node(cx, Node::NamedAt(call, part));
            from.into_iter().for_each(|from| cx.edge(from, to));
        }
        if let Some(value) = value {
            let bag = state.bag(cx, call);
            cx.edge(value, bag);
        }
        if let Some(dst) = state.calls[call].view.dst {
            let value = state.node(cx, Node::NamedAt(call, NamedPart::Value));
            cx.edge(value, dst);
        }
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
            Role::Member => state.note_named(cx, call),
            _ => {
                let counts = match self.passes {
                    Passes::Nothing => vec![Some(0)],
                    Passes::One => vec![Some(1)],
                    Passes::OneOrArray => vec![None],
                    Passes::Array => vec![state.calls[call].array.as_ref().map(|array| array.slots.len())],
                };
                state.call_named(cx, call, self.finds, &counts);
            }
        }
    }

    fn specified(&self, state: &mut State, cx: &mut Cx<'_, '_>, call: ApiCallId, objects: &[(ObjId, ObjKind)]) {
        state.run_specified(cx, call, objects);
    }
}

/// A constructor of a class that takes what is passed.
#[derive(Debug, Clone, Copy)]
pub(in crate::reflection) struct Construct;

impl Rule for Construct {
    fn name(&self) -> RuleName {
        UTILITIES
    }

    fn met(&self, state: &mut State, cx: &mut Cx<'_, '_>, call: ApiCallId, _: MethodId) {
        if let Some(value) = state.calls[call].input(Role::Value) {
            let bag = state.bag(cx, call);
            cx.edge(value, bag);
        }
    }

    fn objects(
        &self,
        state: &mut State,
        cx: &mut Cx<'_, '_>,
        call: ApiCallId,
        role: Role,
        objects: &[(ObjId, ObjKind)],
    ) {
        if role == Role::Arguments {
            return state.add_arrays(cx, call, objects);
        }
        for &(_, kind) in objects {
            match kind {
                ObjKind::Class { ty } => {
                    for constructor in Where::Public.all(cx.program, ty, MemberKind::Constructor) {
                        if let Effect::Constructor(method) = constructor {
                            state.construct_by(cx, call, method);
                        }
                    }
                }
                _ => state.make_of_unknown(cx, call, kind),
            }
        }
    }

    fn specified(&self, state: &mut State, cx: &mut Cx<'_, '_>, call: ApiCallId, objects: &[(ObjId, ObjKind)]) {
        for &(_, kind) in objects {
            if let ObjKind::Constructor { method } = kind {
                state.construct_by(cx, call, method);
            }
        }
    }
}
