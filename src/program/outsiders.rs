//! What code that nobody knows can do with the program's classes by the rules of access alone: which constructors it can call
//! with something of its own, and which fields only the class itself fills. Must not know who that code is.

use super::lookup::is_accessible;
use super::{ClassId, FieldId, MethodId, Program, Type, TypeId, access};
use crate::classpath::Origin;

/// Whether a constructor is given something that code of other packages cannot give it: they can call it neither themselves nor
/// from a subclass (JLS 6.6).
pub fn takes_of_its_package(program: &Program, constructor: MethodId) -> bool {
    let data = program.method(constructor);
    let is_open = data.access & (access::PUBLIC | access::PROTECTED) != 0 && is_accessible(program, data.class);
    !is_open && program.method_desc(data.desc).params.iter().any(|&ty| program.is_reference(ty))
}

/// Whether there are objects of exactly this class that code of other packages cannot make.
pub fn is_made_inside(program: &Program, class: ClassId) -> bool {
    const NO_OBJECTS: u16 = access::ABSTRACT | access::INTERFACE | access::ENUM;
    let data = program.class(class);
    data.access & NO_OBJECTS == 0
        && data.methods.iter().any(|&method| {
            let constructor = program.method(method);
            let is_one = program.str(constructor.name) == "<init>" && constructor.access & access::SYNTHETIC == 0;
            is_one && (constructor.access & access::PRIVATE != 0 || takes_of_its_package(program, method))
        })
}

/// Whether all that a field of an object holds is what the program's own constructors store: it is final (JVMS 6.5, `putfield`), no
/// stream of objects brings it (Java Object Serialization Specification 3.1), no framework looks for it, and nobody else has subclasses
/// of the class, whose methods a constructor may ask for what it stores.
pub fn is_set_by_constructors(program: &Program, field: FieldId) -> bool {
    let data = program.field(field);
    let is_kept = || {
        let [class, serializable] = [data.class, program.well_known().serializable].map(|id| program.class_type(id));
        data.access & access::TRANSIENT == 0 && program.is_subtype(class, serializable)
    };
    let is_marked =
        || [&data.annotations, &program.class(data.class).annotations].iter().any(|marks| program.is_marked(marks));
    let is_set_once = data.access & access::FINAL != 0 && data.access & access::STATIC == 0;
    is_set_once && !program.may_be_extended(program.class_type(data.class)) && !is_kept() && !is_marked()
}

/// Whether a class of another package may override a method (JVMS 5.4.5), if it may extend its class.
pub fn is_overridden_elsewhere(program: &Program, method: MethodId) -> bool {
    const NEVER: u16 = access::FINAL | access::STATIC | access::PRIVATE;
    let data = program.method(method);
    data.access & NEVER == 0
        && data.access & (access::PUBLIC | access::PROTECTED) != 0
        && !program.str(data.name).starts_with('<')
}

/// Whether all objects of a type are made by the program: code of other packages can call no constructor of its classes, and implement or
/// extend none of them.
pub fn is_made_inside_alone(program: &Program, ty: TypeId) -> bool {
    let Type::Class(class) = program.ty(ty) else { return false };
    if program.class(class).origin != Origin::Application {
        return false;
    }
    let is_called = |&method: &MethodId| {
        let data = program.method(method);
        program.str(data.name) == "<init>" && data.access & (access::PUBLIC | access::PROTECTED) != 0
    };
    let is_made = |of: ClassId| {
        let data = program.class(of);
        program.is_for_others(of)
            || data.access & (access::ABSTRACT | access::INTERFACE | access::ENUM) == 0
                && is_accessible(program, of)
                && data.methods.iter().any(is_called)
    };
    !is_made(class) && !program.subtypes_outside_jdk(class).iter().any(|&below| is_made(below))
}
