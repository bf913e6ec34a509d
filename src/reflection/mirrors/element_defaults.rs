//! `Method.getDefaultValue`: what an element of an annotation is where it is not written (JVMS 4.7.22). Must not know what is done
//! with it.

use crate::heap::{ObjId, ObjKind};
use crate::pointsto::{Cx, Ptr};
use crate::program::lookup::{self, Annotated, AnnotationPlace};

use super::super::rule::Rule;
use super::super::state::State;
use super::super::state::call::ApiCallId;
use super::super::terms::rules::RuleName;
use super::super::terms::site::Role;

/// The default of an element.
#[derive(Debug)]
pub(in crate::reflection) struct ElementDefault;

impl Rule for ElementDefault {
    fn name(&self) -> RuleName {
        RuleName("element-defaults")
    }

    fn objects(
        &self,
        state: &mut State,
        cx: &mut Cx<'_, '_>,
        call: ApiCallId,
        role: Role,
        objects: &[(ObjId, ObjKind)],
    ) {
        let view = state.calls[call].view.clone();
        let Some(dst) = view.dst.filter(|_| role == Role::Mirror) else { return };
        for &(_, kind) in objects.iter().filter(|(_, kind)| !kind.is_listed()) {
            match kind {
                ObjKind::Method { method } => {
                    let data = cx.program.method(method);
                    if lookup::hides_annotations(cx.program, Annotated::Default(method)) {
                        state.described_unknown(cx, call);
                    }
                    // Methods that are no elements have none.
                    if let Some(value) = &data.annotation_default {
                        let ty = cx.program.method_desc(data.desc).ret;
                        let place = AnnotationPlace::of_default(method);
                        state.element(cx, &view, (value, place), ty, Ptr::Node(dst));
                    }
                }
                ObjKind::UnknownMember { .. } | ObjKind::Opaque { .. } | ObjKind::UnknownInstance { .. } => {
                    state.described_unknown(cx, call);
                }
                _ => {}
            }
        }
    }
}
