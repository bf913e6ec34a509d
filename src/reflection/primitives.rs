//! Primitive types as classes: the constants that stand for them, and their wrappers. Must not know calls.

use crate::classfile::Prim;
use crate::program::{FieldRef, Program, Type, TypeId};

/// `Integer.TYPE` and its kin: what javac makes of `int.class`.
pub(super) fn primitive_type(program: &Program, field: FieldRef) -> Option<TypeId> {
    let data = program.field_ref_data(field);
    if program.str(data.name) != "TYPE" {
        return None;
    }
    let owner = program.binary_name(data.owner);
    let descriptor = match owner.as_str() {
        "java.lang.Boolean" => "Z",
        "java.lang.Byte" => "B",
        "java.lang.Character" => "C",
        "java.lang.Short" => "S",
        "java.lang.Integer" => "I",
        "java.lang.Long" => "J",
        "java.lang.Float" => "F",
        "java.lang.Double" => "D",
        "java.lang.Void" => "V",
        _ => return None,
    };
    if descriptor == "V" { Some(program.void()) } else { program.type_of_descriptor(descriptor) }
}

/// Wrapper class of a primitive type.
pub(super) fn wrapper(program: &Program, ty: TypeId) -> Option<TypeId> {
    let Type::Prim(prim) = program.ty(ty) else { return None };
    let name = match prim {
        Prim::Boolean => "java/lang/Boolean",
        Prim::Byte => "java/lang/Byte",
        Prim::Char => "java/lang/Character",
        Prim::Short => "java/lang/Short",
        Prim::Int => "java/lang/Integer",
        Prim::Long => "java/lang/Long",
        Prim::Float => "java/lang/Float",
        Prim::Double => "java/lang/Double",
    };
    program.find_class(name).map(|class| program.class_type(class))
}
