//! Objects of the JVM's own: one for each class, whose texts nobody knows. Must not know who gives them.

use crate::heap::{ObjId, ObjKind};
use crate::pointsto::{Cx, Ptr};
use crate::program::{ClassId, TypeId, access};

/// The object of a type that the JVM or its natives make, with its texts.
pub(super) fn object(cx: &mut Cx<'_, '_>, ty: TypeId) -> ObjId {
    let obj = cx.heap.intern(ObjKind::Merged { ty });
    if let Some(class) = cx.program.class_of(ty) {
        fill_texts(cx, obj, class);
    }
    obj
}

/// What natives put into the fields of an object that are texts.
pub(super) fn fill_texts(cx: &mut Cx<'_, '_>, obj: ObjId, class: ClassId) {
    let program = cx.program;
    for &field in program.superclasses(class).iter().flat_map(|&class| &program.class(class).fields) {
        let data = program.field(field);
        if data.ty == cx.heap.types().string && data.access & access::STATIC == 0 {
            cx.add(Ptr::Field(obj, field), cx.heap.jdk_string());
        }
    }
}
