//! Rows of the types that signatures have: analysed, never reported. Must not know the answers.

use super::super::mirrors::generics::Generic;
use super::super::rule::Rule;
use super::super::terms::method::Kind::Flow;
use super::super::terms::method::{CLASS, CONSTRUCTOR, FIELD, METHOD};
use super::super::terms::site::Role;
use super::row::{Row, row};

const PARAMETERIZED: &str = "sun/reflect/generics/reflectiveObjects/ParameterizedTypeImpl";
const WILDCARD: &str = "sun/reflect/generics/reflectiveObjects/WildcardTypeImpl";
const VARIABLE: &str = "sun/reflect/generics/reflectiveObjects/TypeVariableImpl";
const ARRAY: &str = "sun/reflect/generics/reflectiveObjects/GenericArrayTypeImpl";

/// A getter, of any descriptor.
const fn of(class: &'static str, name: &'static str, rule: &'static dyn Rule) -> Row {
    row(class, name, "*", Flow, &[(Role::Mirror, 0)], rule)
}

pub(super) const ROWS: &[Row] = &[
    of(CLASS, "getGenericSuperclass", &Generic::Superclass),
    of(CLASS, "getGenericInterfaces", &Generic::Interfaces),
    of(FIELD, "getGenericType", &Generic::FieldType),
    of(METHOD, "getGenericReturnType", &Generic::ReturnType),
    of(METHOD, "getGenericParameterTypes", &Generic::ParameterTypes),
    of(CONSTRUCTOR, "getGenericParameterTypes", &Generic::ParameterTypes),
    of("java/lang/reflect/RecordComponent", "getGenericType", &Generic::ComponentType),
    of(PARAMETERIZED, "getActualTypeArguments", &Generic::Arguments),
    of(PARAMETERIZED, "getRawType", &Generic::Raw),
    of(PARAMETERIZED, "getOwnerType", &Generic::Owner),
    of(PARAMETERIZED, "toString", &Generic::Unknown),
    of(WILDCARD, "getUpperBounds", &Generic::UpperBounds),
    of(WILDCARD, "getLowerBounds", &Generic::LowerBounds),
    of(WILDCARD, "toString", &Generic::Unknown),
    of(VARIABLE, "getBounds", &Generic::Unknown),
    of(VARIABLE, "getGenericDeclaration", &Generic::Unknown),
    of(VARIABLE, "getName", &Generic::Unknown),
    of(VARIABLE, "toString", &Generic::Unknown),
    of(ARRAY, "getGenericComponentType", &Generic::ArrayComponent),
    of(ARRAY, "toString", &Generic::Unknown),
];
