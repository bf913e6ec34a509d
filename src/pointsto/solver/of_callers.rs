//! What stands for objects of the program's classes that callers of a library have. Where they have no subclasses these are objects
//! that the library made, by whichever constructor, so that what only it can store into their fields is what it stores into some. Must
//! not know what flows.

use crate::base::FxHashMap;
use crate::classpath::Origin;
use crate::heap::{Heap, NO_CTX, ObjId, ObjKind, Site};
use crate::program::{FieldId, Program, Type, TypeId, lookup};

/// The objects, by what they stand for.
#[derive(Default)]
pub(super) struct OfCallers {
    fields: FxHashMap<FieldId, Option<ObjId>>,
    types: FxHashMap<TypeId, Option<ObjId>>,
}

impl OfCallers {
    /// The object whose field holds all that the program stores into that field of any object; none if callers may store into
    /// it, too.
    pub(super) fn all_stored(&mut self, heap: &Heap, program: &Program, field: FieldId) -> Option<ObjId> {
        *self.fields.entry(field).or_insert_with(|| {
            let class = program.field(field).class;
            let is_own = program.class(class).origin == Origin::Application;
            (is_own && lookup::is_set_by_constructors(program, field)).then(|| {
                let (site, ty) = (heap.site(Site::Vm(program.sym("callers"))), program.class_type(class));
                heap.intern(ObjKind::Instance { site, ty, ctx: NO_CTX })
            })
        })
    }

    /// The object that stands for those of a class that callers have, if they cannot make all that there are.
    pub(super) fn made_inside(&mut self, heap: &Heap, program: &Program, obj: ObjId) -> Option<ObjId> {
        let ty = match heap.kind(obj) {
            ObjKind::Alloc { ty, .. } | ObjKind::Merged { ty } => ty,
            _ => return None,
        };
        *self.types.entry(ty).or_insert_with(|| {
            let Type::Class(class) = program.ty(ty) else { return None };
            let is_own = program.class(class).origin == Origin::Application;
            (is_own && lookup::is_made_inside(program, class)).then(|| heap.made_outside(class, program))
        })
    }
}

/// Whether an object of which the type alone is known is one that callers give.
pub(super) fn is_given(heap: &Heap, kind: ObjKind) -> bool {
    let ObjKind::Opaque { site, .. } = kind else { return false };
    matches!(heap.site_data(site), Site::Param(..) | Site::Unknowns { of_callers: true })
}
