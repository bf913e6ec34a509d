//! Primitive types as classes: the constants that stand for them, and their wrappers. Must not know calls.

use crate::classfile::Prim;
use crate::program::{FieldRef, MethodRef, Program, Type, TypeId};

/// `Integer.TYPE` and its kin: what javac makes of `int.class`.
pub fn primitive_type(program: &Program, field: FieldRef) -> Option<TypeId> {
    let data = program.field_ref_data(field);
    if program.str(data.name) != "TYPE" {
        return None;
    }
    program.class_of(data.owner).and_then(|owner| program.type_wrapped_by(program.class_name(owner)))
}

/// Wrapper class of a primitive type.
pub fn wrapper(program: &Program, ty: TypeId) -> Option<TypeId> {
    let Type::Prim(prim) = program.ty(ty) else { return None };
    program.wrapper(prim).map(|class| program.class_type(class))
}

/// `Integer.valueOf(int)` and its kin: what javac makes of a primitive where an object is wanted.
pub fn is_boxing(program: &Program, method: MethodRef) -> bool {
    let data = program.method_ref_data(method);
    program.str(data.name) == "valueOf"
        && matches!(program.method_desc(data.desc).params.as_slice(), &[param] if wrapper(program, param) == Some(data.owner))
}

/// The primitive type that a wrapper holds.
pub fn unwrapped(program: &Program, ty: TypeId) -> Option<Prim> {
    let wrapped = program.class_of(ty).and_then(|class| program.type_wrapped_by(program.class_name(class)))?;
    match program.ty(wrapped) {
        Type::Prim(prim) => Some(prim),
        _ => None,
    }
}

/// Whether reflection gives a value of a primitive type where another is wanted (JLS 5.1.2, widening).
pub fn widens(from: Prim, to: Prim) -> bool {
    use Prim::{Byte, Char, Double, Float, Int, Long, Short};
    from == to
        || match from {
            Byte => matches!(to, Short | Int | Long | Float | Double),
            Short | Char => matches!(to, Int | Long | Float | Double),
            Int => matches!(to, Long | Float | Double),
            Long => matches!(to, Float | Double),
            Float => to == Double,
            _ => false,
        }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_widened_and_never_narrowed() {
        assert!(widens(Prim::Byte, Prim::Short) && widens(Prim::Char, Prim::Int) && widens(Prim::Long, Prim::Float));
        assert!(widens(Prim::Boolean, Prim::Boolean) && widens(Prim::Float, Prim::Double));
        assert!(
            !widens(Prim::Byte, Prim::Char) && !widens(Prim::Short, Prim::Char) && !widens(Prim::Char, Prim::Short)
        );
        assert!(
            !widens(Prim::Int, Prim::Short) && !widens(Prim::Int, Prim::Boolean) && !widens(Prim::Boolean, Prim::Int)
        );
        assert!(!widens(Prim::Double, Prim::Float) && !widens(Prim::Float, Prim::Long));
    }
}
