//! Rows of Kotlin's own reflection, which are reported and not resolved: nothing follows `KClass` and `KFunction` objects. Must not know
//! what rules do.

use super::super::super::terms::method::Input;
use super::super::super::terms::method::Kind::Action;
use super::super::super::terms::site::Role;
use super::super::super::utilities::callables::OfCallable;
use super::super::row::{Row, row};
use super::shorts::listed_giving;

/// Why they are not resolved.
const STAND_FOR: &str = "Kotlin's own objects stand for classes and functions";
const CALLABLE: &str = "kotlin/reflect/KCallable";

const fn of(class: &'static str, name: &'static str, inputs: &'static [Input], rule: &'static OfCallable) -> Row {
    row(class, name, "*", Action, inputs, rule).of_library().unresolved(STAND_FOR)
}

const CALLED: &[Input] = &[(Role::Subject, 0), (Role::Arguments, 1)];
const PROPERTY: &[Input] = &[(Role::Subject, 0)];
const READ: &[Input] = &[(Role::Subject, 0), (Role::Receiver, 1)];
const NEW_VALUE: &[Input] = &[(Role::Subject, 0), (Role::Value, 1)];
const OF_OBJECT: &[Input] = &[(Role::Subject, 0), (Role::Receiver, 1), (Role::Value, 2)];
const OF_OBJECTS: &[Input] = &[(Role::Subject, 0), (Role::Receiver, 1), (Role::Value, 3)];

pub(in crate::reflection::api) const KOTLIN: &[Row] = &[
    listed_giving("kotlin/reflect/full/KClasses", "createInstance", "*", &[], STAND_FOR),
    of(CALLABLE, "call", CALLED, &OfCallable::Call),
    listed_giving(CALLABLE, "callBy", "*", &[], STAND_FOR),
    of("kotlin/reflect/KProperty0", "get", PROPERTY, &OfCallable::Get),
    of("kotlin/reflect/KProperty0", "getDelegate", PROPERTY, &OfCallable::Get),
    of("kotlin/reflect/KProperty1", "get", READ, &OfCallable::Get),
    of("kotlin/reflect/KProperty1", "getDelegate", READ, &OfCallable::Get),
    of("kotlin/reflect/KProperty2", "get", READ, &OfCallable::Get),
    of("kotlin/reflect/KProperty2", "getDelegate", READ, &OfCallable::Get),
    of("kotlin/reflect/KMutableProperty0", "set", NEW_VALUE, &OfCallable::Set),
    of("kotlin/reflect/KMutableProperty1", "set", OF_OBJECT, &OfCallable::Set),
    of("kotlin/reflect/KMutableProperty2", "set", OF_OBJECTS, &OfCallable::Set),
];
