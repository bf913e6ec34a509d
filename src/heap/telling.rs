//! Types whose values say something about names, classes and members. Must not know where such values come from.

use crate::program::{Program, Type, TypeId};

/// Whether a value of the type, or an element of it, can lead to a name, a class or a member.
pub fn distinguishes(program: &Program, ty: TypeId) -> bool {
    match program.ty(program.dimensions(ty).1) {
        Type::Class(class) => class == program.well_known().string || is_made_by_the_jvm(program, ty),
        _ => false,
    }
}

/// Whether values of the type, or elements of it, begin in the JVM: classes, members, types and annotations are made of class
/// files, frames of the stack.
pub fn is_made_by_the_jvm(program: &Program, ty: TypeId) -> bool {
    match program.ty(program.dimensions(ty).1) {
        Type::Class(class) => {
            let name = program.class_name(class);
            matches!(name, "java/lang/Class" | "java/lang/StackTraceElement")
                || name.starts_with("java/lang/reflect/")
                || name.starts_with("java/lang/annotation/")
        }
        _ => false,
    }
}
