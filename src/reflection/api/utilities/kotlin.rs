//! Rows of Kotlin's own reflection, which are reported and not resolved: nothing follows `KClass` and `KFunction` objects. Must not know
//! what rules do.

use super::super::super::terms::method::Input;
use super::super::super::terms::method::Kind::Action;
use super::super::super::terms::site::Role;
use super::super::super::utilities::properties::OfProperty;
use super::super::row::{Row, row};
use super::shorts::listed_giving;

const CALLABLE: &str = "kotlin/reflect/KCallable";

const fn property(class: &'static str, name: &'static str, desc: &'static str, inputs: &'static [Input]) -> Row {
    row(class, name, desc, Action, inputs, &OfProperty).of_library()
}

const PROPERTY: &[Input] = &[(Role::Subject, 0)];
const NEW_VALUE: &[Input] = &[(Role::Subject, 0), (Role::Value, 1)];
const OF_OBJECT: &[Input] = &[(Role::Subject, 0), (Role::Receiver, 1), (Role::Value, 2)];
const OF_OBJECTS: &[Input] = &[(Role::Subject, 0), (Role::Receiver, 1), (Role::Value, 3)];

pub(in crate::reflection::api) const KOTLIN: &[Row] = &[
    listed_giving("kotlin/reflect/full/KClasses", "createInstance", "*", &[]),
    listed_giving(CALLABLE, "call", "*", &[]),
    listed_giving(CALLABLE, "callBy", "*", &[]),
    property("kotlin/reflect/KProperty0", "get", "*", PROPERTY),
    property("kotlin/reflect/KProperty0", "getDelegate", "*", PROPERTY),
    property("kotlin/reflect/KProperty1", "get", "*", PROPERTY),
    property("kotlin/reflect/KProperty1", "getDelegate", "*", PROPERTY),
    property("kotlin/reflect/KProperty2", "get", "*", PROPERTY),
    property("kotlin/reflect/KProperty2", "getDelegate", "*", PROPERTY),
    property("kotlin/reflect/KMutableProperty0", "set", "*", NEW_VALUE),
    property("kotlin/reflect/KMutableProperty1", "set", "*", OF_OBJECT),
    property("kotlin/reflect/KMutableProperty2", "set", "*", OF_OBJECTS),
];
