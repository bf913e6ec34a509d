//! Small methods of the JDK that are worth a context for each call of them outside the JDK: they only hand on what they are
//! given, by themselves or in an object that they make, and the JDK's own calls would be mixed with those of the program.
//! Must not know how contexts are made.

use crate::classpath::Origin;
use crate::program::{MethodId, Program};

/// Classes, with names of methods; none for all. What their methods call of the same class, or of
/// one nested in it, is told apart with them.
const APART: &[(&str, &[&str])] = &[
    // A value, and functions that are called with it.
    ("java/util/Optional", &[]),
    ("java/util/Objects", &["requireNonNullElse", "requireNonNullElseGet"]),
    // What a collector collects in is made by functions of its own.
    ("java/util/stream/Collectors", &[]),
    ("java/util/stream/Collectors$CollectorImpl", &["<init>"]),
    ("java/util/stream/Collector", &["of"]),
    // The collection is an argument: each call puts in what it is given.
    ("java/util/Collections", &["addAll"]),
];

/// Whether calls of a method are told apart.
pub fn is_told_apart(program: &Program, method: MethodId) -> bool {
    let data = program.method(method);
    let class = program.class_name(data.class);
    let names = APART.iter().find(|(of, _)| *of == class).map(|&(_, names)| names);
    names.is_some_and(|names| names.is_empty() || names.contains(&program.str(data.name)))
        && program.origin_of(method) == Origin::Jdk
}
