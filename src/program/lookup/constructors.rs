//! `getConstructors`, `getConstructor` and their declared forms. Must not know methods or who asks.

use super::methods::{matching, signatures_failure};
use super::{Failure, loadable};
use crate::program::{MethodId, Program, TypeId, access};

/// `Class.getDeclaredConstructors()`, in class-file order; none for interfaces, arrays and primitives.
pub fn declared_constructors(program: &Program, ty: TypeId) -> Vec<MethodId> {
    let Some(id) = program.class_of(ty) else { return Vec::new() };
    let class = program.class(id);
    if class.access & access::INTERFACE != 0 {
        return Vec::new();
    }
    class.methods.iter().copied().filter(|&m| program.str(program.method(m).name) == "<init>").collect()
}

/// `Class.getConstructors()`: the public ones.
pub fn public_constructors(program: &Program, ty: TypeId) -> Vec<MethodId> {
    let mut found = declared_constructors(program, ty);
    found.retain(|&id| program.method(id).access & access::PUBLIC != 0);
    found
}

/// `Class.getDeclaredConstructor(params)`: exactly these parameter types (a non-static inner class has its outer instance
/// as the first one). `None` where it throws `NoSuchMethodException`.
pub fn declared_constructor(program: &Program, ty: TypeId, params: &[TypeId]) -> Option<MethodId> {
    let class = program.class_of(ty)?;
    if program.class(class).access & access::INTERFACE != 0 {
        return None;
    }
    matching(program, class, program.sym("<init>"), params).next()
}

/// `Class.getConstructor(params)`: public, and exactly these parameter types.
pub fn get_constructor(program: &Program, ty: TypeId, params: &[TypeId]) -> Option<MethodId> {
    declared_constructor(program, ty, params).filter(|&id| program.method(id).access & access::PUBLIC != 0)
}

/// Why `getDeclaredConstructors` (`public_only`: `getConstructors`) throws.
pub fn constructors_failure(program: &Program, ty: TypeId, public_only: bool) -> Option<Failure> {
    let class = program.class_of(ty)?;
    let listed = if public_only { public_constructors(program, ty) } else { declared_constructors(program, ty) };
    loadable(program, class).err().or_else(|| signatures_failure(program, listed.into_iter()))
}
