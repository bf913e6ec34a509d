//! `Class.asSubclass`: of known classes those pass that are subtypes, and an unknown one is one of the subtypes there are
//! (docs/analysis.md, Lazy objects). Must not know what is done with them.

use crate::heap::{ObjId, ObjKind, SiteId};
use crate::pointsto::Cx;
use crate::program::{ClassId, MethodId, Program, Type, TypeId};

use super::super::rule::Rule;
use super::super::state::State;
use super::super::state::call::ApiCallId;
use super::super::terms::rules::RuleName;
use super::super::terms::site::{Effect, Role};

/// Most subtypes that are told apart.
const SUBTYPES: usize = 64;

#[derive(Debug)]
pub(in crate::reflection) struct AsSubclass;

impl Rule for AsSubclass {
    fn name(&self) -> RuleName {
        RuleName("as-subclass")
    }

    fn met(&self, state: &mut State, cx: &mut Cx<'_, '_>, call: ApiCallId, _: MethodId) {
        state.hook(cx, call, Role::Value);
    }

    fn objects(
        &self,
        state: &mut State,
        cx: &mut Cx<'_, '_>,
        call: ApiCallId,
        role: Role,
        objects: &[(ObjId, ObjKind)],
    ) {
        let Some(dst) = state.calls[call].view.dst else { return };
        let others = |other| State::objects(cx, state.calls[call].input(other));
        let (classes, bounds) = match role {
            Role::Mirror => (objects.to_vec(), others(Role::Value)),
            _ => (others(Role::Mirror), objects.to_vec()),
        };
        for &(obj, kind) in &classes {
            for &(_, bound) in &bounds {
                match (kind, bound) {
                    (ObjKind::Class { ty }, ObjKind::Class { ty: bound }) => {
                        if cx.program.is_subtype(ty, bound) {
                            cx.add(dst, obj);
                        }
                    }
                    (ObjKind::UnknownClass { site, bound: own, outside: false }, ObjKind::Class { ty: bound }) => {
                        let bound = if cx.program.is_subtype(own, bound) { own } else { bound };
                        match subtypes(cx.program, bound).filter(|_| state.rules.follows_casts()) {
                            Some(subtypes) => {
                                if state.has_users && cx.program.may_be_extended(bound) {
                                    cx.add(dst, cx.heap.intern(ObjKind::UnknownClass { site, bound, outside: false }));
                                }
                                for &class in subtypes {
                                    let ty = cx.program.class_type(class);
                                    state.became(site, Effect::Class(ty));
                                    cx.add(dst, cx.heap.intern(ObjKind::Class { ty }));
                                }
                            }
                            None => cx.add(dst, cx.heap.intern(ObjKind::UnknownClass { site, bound, outside: false })),
                        }
                    }
                    (ObjKind::UnknownClass { site, bound: own, outside: true }, ObjKind::Class { ty: bound }) => {
                        cx.add(dst, made_below(cx, (site, own), bound));
                    }
                    _ => cx.add(dst, obj),
                }
            }
        }
    }
}

/// A class that is made at run time, of which it is known by now that it is a subtype.
pub(in crate::reflection) fn made_below(cx: &Cx<'_, '_>, (site, own): (SiteId, TypeId), asked: TypeId) -> ObjId {
    // One array class stands for all; those that are made at run time are none.
    let is_lower = matches!(cx.program.ty(asked), Type::Class(_)) && !cx.program.is_subtype(own, asked);
    let bound = if is_lower { asked } else { own };
    cx.heap.intern(ObjKind::UnknownClass { site, bound, outside: true })
}

/// The classes of a type outside the JDK, if there are few. All that can be loaded are: what is abstract has members, too.
pub(in crate::reflection) fn subtypes(program: &Program, ty: TypeId) -> Option<&[ClassId]> {
    let Type::Class(class) = program.ty(ty) else { return None };
    if !program.candidates(ty).all {
        return None;
    }
    let subtypes = program.subtypes_outside_jdk(class);
    // Of the JDK only those are listed that can be made.
    (!subtypes.is_empty() && subtypes.len() <= SUBTYPES && subtypes.contains(&class)).then_some(subtypes)
}
