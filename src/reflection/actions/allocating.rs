//! `Unsafe.allocateInstance`: an object of a class that is given, without a constructor. Must not know how the class was found.

use crate::heap::{ObjId, ObjKind};
use crate::pointsto::Cx;
use crate::program::{Type, access};

use super::super::rule::Rule;
use super::super::state::State;
use super::super::state::call::ApiCallId;
use super::super::terms::rules::RuleName;
use super::super::terms::site::{Effect, Problem, Role};

/// Makes an object, and initialises its class (`Unsafe_AllocateInstance` of HotSpot).
#[derive(Debug)]
pub(in crate::reflection) struct AllocateInstance;

impl Rule for AllocateInstance {
    fn name(&self) -> RuleName {
        RuleName("allocate-instance")
    }

    fn objects(&self, state: &mut State, cx: &mut Cx<'_, '_>, call: ApiCallId, _: Role, objects: &[(ObjId, ObjKind)]) {
        for &(_, kind) in objects {
            let ty = match kind {
                ObjKind::Class { ty } => ty,
                ObjKind::UnknownClass { outside: true, .. } => {
                    state.outside_instance(cx, call);
                    continue;
                }
                ObjKind::UnknownClass { .. } | ObjKind::UnknownInstance { .. } | ObjKind::Opaque { .. } => {
                    state.unknown_instance(cx, call);
                    continue;
                }
                _ => continue,
            };
            let is_made = |class| cx.program.class(class).access & (access::ABSTRACT | access::INTERFACE) == 0;
            match cx.program.ty(ty) {
                Type::Class(class) if is_made(class) => {
                    if !state.acts(cx.program, call, Effect::Class(ty)) {
                        state.unknown_instance(cx, call);
                        continue;
                    }
                    cx.initialise(class);
                    let obj = state.instance(cx, call, ty);
                    state.calls[call].view.dst.into_iter().for_each(|dst| cx.add(dst, obj));
                }
                _ => state.problem(call, Problem::NotInstantiable(ty)),
            }
        }
    }
}
