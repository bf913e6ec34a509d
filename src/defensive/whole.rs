//! Members and selections that no class changes which is missing: a supertype that nobody saw may declare what is found above it, or
//! in an interface beside it. Must not know what is done with them.

use crate::program::{ClassId, FieldId, FieldRef, MethodId, MethodRef, Program};

/// Whether what is found for a class in another one is found there whatever its missing supertypes declare.
fn is_found(program: &Program, class: ClassId, found: ClassId) -> bool {
    for &above in program.superclasses(class) {
        if above == found {
            return true;
        }
        if program.class(above).phantom.is_some() {
            return false;
        }
    }
    !program.type_lacks_part(program.class_type(class))
}

/// The method that an instruction names (JVMS 5.4.3.3).
pub(super) fn method(program: &Program, reference: MethodRef) -> Option<MethodId> {
    let found = program.resolve_method(reference)?;
    let owner = program.class_of(program.method_ref_data(reference).owner);
    owner.is_none_or(|owner| is_found(program, owner, program.method(found).class)).then_some(found)
}

/// The one that `invokespecial` runs.
pub(super) fn special(program: &Program, own: ClassId, reference: MethodRef) -> Option<MethodId> {
    let found = program.resolve_special(own, reference)?;
    let owner = program.class_of(program.method_ref_data(reference).owner);
    owner.is_none_or(|owner| is_found(program, owner, program.method(found).class)).then_some(found)
}

/// The one that a receiver of a class selects (JVMS 5.4.6).
pub(super) fn select(program: &Program, class: ClassId, resolved: MethodId) -> Option<MethodId> {
    let found = program.select(class, resolved)?;
    is_found(program, class, program.method(found).class).then_some(found)
}

/// The field that an instruction names (JVMS 5.4.3.2).
pub(super) fn field(program: &Program, reference: FieldRef) -> Option<FieldId> {
    let found = program.resolve_field(reference)?;
    let owner = program.class_of(program.field_ref_data(reference).owner);
    owner.is_none_or(|owner| is_found(program, owner, program.field(found).class)).then_some(found)
}
