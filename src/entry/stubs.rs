//! Bodies that a compiler leaves for nobody to run, and those that do nothing but keep what they are given. Must not know rounds.

use crate::ir::{self, Op, Var};
use crate::program::{Class, MethodId, MethodRef, Program, Type};

/// The mark of every class that Kotlin compiles.
const OF_KOTLIN: &str = "Lkotlin/Metadata;";

/// What stands where a function with a reified type parameter needs the type, which only a copy of it has: it always throws (Kotlin
/// specification, 4.2, inline functions; `kotlin.jvm.internal.Intrinsics`).
const MARKER: &str = "reifiedOperationMarker";

const INTRINSICS: &str = "kotlin/jvm/internal/Intrinsics";

/// Whether the body is of a function of Kotlin with a reified type parameter: its code runs only where a compiler copied it to.
pub(super) fn is_only_copied(program: &Program, class: &Class, method: MethodId) -> bool {
    let is_of_kotlin = class.annotations.iter().any(|annotation| program.str(annotation.descriptor) == OF_KOTLIN);
    let body = || ir::lower(program, method);
    let marks = |op: &Op| match op {
        Op::Invoke { method, .. } => is_of_intrinsics(program, *method, |name| name == MARKER),
        _ => false,
    };
    is_of_kotlin && body().blocks.iter().flat_map(|block| &block.stmts).any(|stmt| marks(&stmt.op))
}

/// Whether a method stores what it is given in static fields, and does nothing else: the compiler of Kotlin makes such a setter for each
/// `var` of a file or an `object`, called or not.
pub(super) fn only_sets(program: &Program, method: MethodId) -> bool {
    let desc = program.method_desc(program.method(method).desc);
    if program.ty(desc.ret) != Type::Void || desc.params.len() != 1 {
        return false;
    }
    let body = ir::lower(program, method);
    let given: Vec<Var> = (0..body.params).map(Var).collect();
    let is_plain = |op: &Op| match op {
        Op::PutStatic { value, .. } => given.contains(value),
        Op::Invoke { method, .. } => is_of_intrinsics(program, *method, |name| name.starts_with("check")),
        Op::Const { .. } => true,
        _ => false,
    };
    let all = || body.blocks.iter().flat_map(|block| &block.stmts);
    body.damaged_at.is_empty()
        && all().any(|stmt| matches!(stmt.op, Op::PutStatic { .. }))
        && all().all(|stmt| is_plain(&stmt.op))
}

fn is_of_intrinsics(program: &Program, method: MethodRef, is_it: impl Fn(&str) -> bool) -> bool {
    let called = program.method_ref_data(method);
    let owner = program.class_of(called.owner).map(|owner| program.class_name(owner));
    owner == Some(INTRINSICS) && is_it(program.str(called.name))
}
