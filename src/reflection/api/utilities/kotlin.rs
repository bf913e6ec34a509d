//! Rows of Kotlin's own reflection, which are reported and not resolved: nothing follows `KClass` and `KFunction` objects. Must not know
//! what rules do.

use super::super::row::Row;
use super::shorts::listed_giving;

const CALLABLE: &str = "kotlin/reflect/KCallable";

pub(in crate::reflection::api) const KOTLIN: &[Row] = &[
    listed_giving("kotlin/reflect/full/KClasses", "createInstance", "*", &[]),
    listed_giving(CALLABLE, "call", "*", &[]),
    listed_giving(CALLABLE, "callBy", "*", &[]),
];
