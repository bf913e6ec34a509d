//! `Lookup.ensureInitialized`: a class that is given is initialised and comes back (docs/analysis.md, Class initialisation). Must
//! not know how the class was found.

use crate::heap::{ObjId, ObjKind};
use crate::pointsto::Cx;
use crate::program::lookup;

use super::super::rule::Rule;
use super::super::state::State;
use super::super::state::call::ApiCallId;
use super::super::terms::rules::RuleName;
use super::super::terms::site::{Problem, Role};

/// Initialises a class, and gives it back. A primitive type is refused (JDK javadoc).
#[derive(Debug)]
pub(in crate::reflection) struct EnsureInitialised;

impl Rule for EnsureInitialised {
    fn name(&self) -> RuleName {
        RuleName("ensure-initialised")
    }

    fn objects(&self, state: &mut State, cx: &mut Cx<'_, '_>, call: ApiCallId, _: Role, objects: &[(ObjId, ObjKind)]) {
        for &(obj, kind) in objects {
            match kind {
                ObjKind::Class { ty } if lookup::is_primitive(cx.program, ty) => {
                    state.problem(call, Problem::NotInstantiable(ty));
                }
                ObjKind::Class { ty } => {
                    state.give(cx, call, obj, kind);
                    // An array class has no initialiser.
                    if let Some(class) = cx.program.class_of(ty) {
                        cx.initialise(class);
                    }
                }
                // Which class it is stays as unknown as it was.
                ObjKind::UnknownClass { .. } => {
                    if let Some(dst) = state.calls[call].view.dst {
                        cx.add(dst, obj);
                    }
                }
                _ => {}
            }
        }
    }
}
