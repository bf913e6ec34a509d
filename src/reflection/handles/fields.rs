//! Fields and elements that a method handle reads or writes when it is called. Must not know how handles are found.

use crate::classpath::Origin;
use crate::heap::{ObjId, ObjKind};
use crate::pointsto::{Cx, Fate, Filter, Ptr};
use crate::program::{FieldId, Type, TypeId, access};

use super::super::actions::fields::is_hidden;
use super::super::state::State;
use super::super::state::call::{Node, Watched};
use super::super::state::handles::Does;
use super::super::terms::primitives::wrapper;

impl State {
    pub(super) fn watch_bases(&mut self, cx: &mut Cx<'_, '_>, handle: ObjId, owner: TypeId) {
        let there = self.watch_first(cx, handle, owner, Watched::Bases);
        self.on_bases(cx, handle, &there);
    }

    /// Objects whose fields or elements a handle may reach.
    pub(super) fn on_bases(&mut self, cx: &mut Cx<'_, '_>, handle: ObjId, bases: &[(ObjId, ObjKind)]) {
        let Some(this) = self.handles.known.get(&handle).filter(|this| this.called.is_some()) else { return };
        let accesses: Vec<Does> = this.does.iter().copied().collect();
        for does in accesses {
            match does {
                Does::Get(field) | Does::Set(field) => {
                    let data = cx.program.field(field);
                    if data.access & access::STATIC != 0 {
                        continue;
                    }
                    let owner = Filter::Cast(cx.program.class_type(data.class));
                    for &(base, kind) in bases {
                        // An object of unknown class may be of any class that passes a cast.
                        if cx.core.fate(&owner, base) == Fate::Stops || kind.is_string() {
                            continue;
                        }
                        if kind.is_token() {
                            self.any_value_of(cx, handle, field);
                        } else {
                            self.transfer_by(cx, handle, Ptr::Field(base, field), field, does);
                        }
                    }
                }
                Does::GetElement | Does::SetElement => {
                    for &(array, _) in bases {
                        let Type::Array(element) = cx.program.ty(cx.heap.ty(array)) else { continue };
                        if !cx.program.is_reference(element) {
                            continue;
                        }
                        if does == Does::GetElement {
                            let result = self.node(cx, Node::HandleResult(handle));
                            cx.edge(Ptr::Elements(array), result);
                        } else if let Some(value) = self.passed(cx, handle, 2, element) {
                            cx.edge(value, Ptr::Elements(array));
                        }
                    }
                }
                _ => {}
            }
        }
    }

    fn any_value_of(&mut self, cx: &mut Cx<'_, '_>, handle: ObjId, field: FieldId) {
        let ty = cx.program.field(field).ty;
        let unknown = cx.heap.unknown(self.handles.known[&handle].site, ty, cx.program.is_reference(ty));
        if let Some(unknown) = unknown {
            let result = self.node(cx, Node::HandleResult(handle));
            cx.add(result, unknown);
        }
    }

    pub(super) fn transfer_by(&mut self, cx: &mut Cx<'_, '_>, handle: ObjId, place: Ptr, field: FieldId, does: Does) {
        let data = cx.program.field(field);
        let (ty, is_static) = (data.ty, data.access & access::STATIC != 0);
        if let Does::Set(_) = does {
            if let Some(value) = self.passed(cx, handle, u32::from(!is_static), ty) {
                cx.edge(value, place);
            }
            return;
        }
        // Code outside the JDK has no access to the hidden fields of its classes, unless the JVM was told so.
        if self.handles.known[&handle].origin != Origin::Jdk && is_hidden(cx.program, field) {
            return self.any_value_of(cx, handle, field);
        }
        let result = self.node(cx, Node::HandleResult(handle));
        if cx.program.is_reference(ty) {
            cx.edge(place, result);
        } else if let Some(boxed) = wrapper(cx.program, ty) {
            cx.add(result, cx.heap.intern(ObjKind::Merged { ty: boxed }));
        }
    }
}
