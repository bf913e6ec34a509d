//! Whether a value fits where a type is wanted, as reflection converts: unboxing, then widening (JLS 5.1.8, 5.1.2). Must not
//! know calls.

use crate::heap::MetaTypes;
use crate::program::{Program, Type, TypeId};
use crate::reflection::{unwrapped, widens};

use super::super::super::values::{Value, Values};

/// What is done to values of primitive types, for advice.
pub(super) const WIDENED: &str = "values of primitive types are widened, never narrowed";

/// Whether a value may be passed as a parameter of a type or stored in a field of it.
pub(super) fn may_fit(program: &Program, types: &MetaTypes, value: Value, wanted: TypeId) -> bool {
    if let Type::Prim(to) = program.ty(wanted) {
        return match value {
            Value::Unknown => true,
            Value::Exact(ty) => unwrapped(program, ty).is_some_and(|from| widens(from, to)),
            Value::Null | Value::Class(_) | Value::Text(_) | Value::Array(..) => false,
        };
    }
    type_of(types, value).is_none_or(|ty| may_be(program, ty, wanted))
}

/// Whether none of the values fits; `None` if one does, else whether instructions of the method alone say so.
pub(super) fn none_fits(program: &Program, types: &MetaTypes, values: &Values, wanted: TypeId) -> Option<bool> {
    let fits = values.all.is_empty() || values.all.iter().any(|&value| may_fit(program, types, value, wanted));
    (!fits).then_some(values.literal)
}

/// The class of a value; `None` for null and for what is not known.
pub(super) fn type_of(types: &MetaTypes, value: Value) -> Option<TypeId> {
    match value {
        Value::Null | Value::Unknown => None,
        Value::Class(_) => Some(types.class),
        Value::Text(_) => Some(types.string),
        Value::Exact(ty) | Value::Array(ty, ..) => Some(ty),
    }
}

/// Whether an object of a class may be of a type; yes where a part of either is not known.
pub(super) fn may_be(program: &Program, ty: TypeId, wanted: TypeId) -> bool {
    program.is_subtype(ty, wanted) || is_partly_known(program, ty) || is_partly_known(program, wanted)
}

/// Whether a class, or one that it extends, is not there.
pub(super) fn is_partly_known(program: &Program, ty: TypeId) -> bool {
    program
        .class_of(program.dimensions(ty).1)
        .is_some_and(|class| program.supertypes(class).iter().any(|&class| program.class(class).phantom.is_some()))
}

/// How a value is named in a message.
pub(super) fn shown(program: &Program, types: &MetaTypes, value: Value) -> String {
    type_of(types, value).map_or("null".to_owned(), |ty| program.type_name(ty))
}
