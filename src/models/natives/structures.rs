//! Objects that are given to native methods of the program and in which these can put no reference: structures of numbers. Must not know
//! what a native method gives.

use super::table::is_plain;
use crate::classpath::Origin;
use crate::program::{ClassId, FieldId, MethodId, Program, Type, TypeId, access};

/// Whether the method gets hold of nothing in which it could put a reference: strings, primitives, arrays of these and objects whose
/// fields hold no others. What it gives may be anything.
pub(super) fn changes_nothing(program: &Program, method: MethodId) -> bool {
    let data = program.method(method);
    let own = (data.access & access::STATIC == 0).then(|| program.class_type(data.class));
    let given = program.method_desc(data.desc).params.iter().copied().chain(own);
    given.into_iter().all(|ty| is_structure(program, ty, STRUCTURES))
}

/// Most structures within each other.
const STRUCTURES: u32 = 4;

/// Whether objects of a type hold numbers, and others that do: those of its subclasses, too.
fn is_structure(program: &Program, ty: TypeId, depth: u32) -> bool {
    if is_plain(program, ty) {
        return true;
    }
    let Type::Class(class) = program.ty(ty) else { return false };
    let is_field_plain = |field: FieldId| {
        let field = program.field(field);
        // A string that it puts there may name something.
        field.access & access::STATIC != 0
            || field.ty != program.class_type(program.well_known().string) && is_structure(program, field.ty, depth - 1)
    };
    let is_one = |class: ClassId| {
        let supers = std::iter::successors(Some(class), |&of| program.class(of).super_class);
        supers.into_iter().all(|of| {
            let data = program.class(of);
            data.phantom.is_none() && data.fields.iter().all(|&field| is_field_plain(field))
        })
    };
    let data = program.class(class);
    depth > 0
        && class != program.well_known().object
        && data.origin != Origin::Jdk
        && data.access & access::INTERFACE == 0
        && is_one(class)
        && program.subtypes_outside_jdk(class).iter().all(|&sub| is_one(sub))
}
