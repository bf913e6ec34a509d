//! What stands for objects of the program's classes that callers of a library have, and which of their methods callers may have
//! written. Where they have no subclasses these are objects that the library made, by whichever constructor, so that what only it can
//! store into their fields is what it stores into some. Must not know what flows.

use super::super::ids::CallId;
use crate::base::FxHashMap;
use crate::classpath::Origin;
use crate::heap::{Heap, NO_CTX, ObjId, ObjKind, Site};
use crate::program::{FieldId, MethodId, Program, Type, TypeId, access, outsiders};

/// The objects, by what they stand for.
#[derive(Default)]
pub(super) struct OfCallers {
    fields: FxHashMap<FieldId, Option<ObjId>>,
    types: FxHashMap<TypeId, Option<ObjId>>,
    /// By what is known of an object's class, and method: whether callers may have written what runs.
    written: FxHashMap<(TypeId, MethodId), Written>,
    /// Calls that may run code of theirs.
    pub(super) calls: FxHashMap<CallId, Written>,
}

impl OfCallers {
    /// The object whose field holds all that the program stores into that field of any object; none if callers may store into
    /// it, too.
    pub(super) fn all_stored(&mut self, heap: &Heap, program: &Program, field: FieldId) -> Option<ObjId> {
        *self.fields.entry(field).or_insert_with(|| {
            let class = program.field(field).class;
            let is_own = program.class(class).origin == Origin::Application;
            (is_own && outsiders::is_set_by_constructors(program, field)).then(|| {
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
            (is_own && outsiders::is_made_inside(program, class)).then(|| heap.made_outside(class, program))
        })
    }

    /// Whether callers may have written the method that a call runs on an object: it stands for those that they make, or give, and
    /// they may extend its class and override the method (JVMS 5.4.5).
    pub(super) fn write(&mut self, heap: &Heap, program: &Program, obj: ObjId, resolved: MethodId) -> Written {
        let kind = heap.kind(obj);
        let is_made = heap.is_made_outside(kind, program);
        if !is_made && !matches!(kind, ObjKind::Opaque { .. }) {
            return Written::Never;
        }
        let ty = heap.ty(obj);
        let written = *self.written.entry((ty, resolved)).or_insert_with(|| {
            if program.class_of(ty).is_none() {
                return Written::Never;
            }
            let class = program.class_of_receivers(ty, program.method(resolved).class);
            if program.class(class).origin == Origin::Jdk {
                return Written::OfJdk;
            }
            let is_open = match is_made {
                true => program.is_for_others(class),
                false if program.class(class).origin == Origin::Application => {
                    program.may_be_extended(program.class_type(class))
                }
                false => program.class(class).access & access::FINAL == 0,
            };
            let selected = program.select(class, resolved).unwrap_or(resolved);
            match is_open && outsiders::is_overridden_elsewhere(program, selected) {
                true if program.class(class).origin == Origin::Application => Written::Maybe,
                true => Written::OfJdk,
                false => Written::Never,
            }
        });
        match written {
            // Others than callers have objects of the JDK.
            Written::OfJdk if !is_made && !is_given(heap, kind) => Written::Never,
            _ => written,
        }
    }
}

/// Whether callers may have written what a call runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Written {
    Never,
    /// It is of the JDK or of a library, or implements it: what it gives is answered where such code is, and they get what it is called with.
    OfJdk,
    /// It is of a class of the program.
    Maybe,
}

/// Whether an object of which the type alone is known is one that callers give.
pub(super) fn is_given(heap: &Heap, kind: ObjKind) -> bool {
    let ObjKind::Opaque { site, .. } = kind else { return false };
    matches!(heap.site_data(site), Site::Param(..) | Site::Unknowns { of_callers: true })
}
