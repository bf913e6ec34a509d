//! Types whose values say something about names, classes and members. Must not know where such values come from.

use crate::program::{Program, Type, TypeId};

/// Annotations are proxies that the JDK makes of what it parses: what else comes out of its maps is none.
pub fn is_annotation(program: &Program, ty: TypeId) -> bool {
    matches!(program.ty(ty), Type::Class(class) if class == program.well_known().annotation)
}

/// Whether a value of the type, or an element of it, can lead to a name, a class or a member.
pub fn tells(program: &Program, ty: TypeId) -> bool {
    match program.ty(program.dimensions(ty).1) {
        Type::Class(class) => {
            let name = program.class_name(class);
            matches!(name, "java/lang/String" | "java/lang/Class" | "java/lang/StackTraceElement")
                || name.starts_with("java/lang/reflect/")
                || name.starts_with("java/lang/annotation/")
        }
        _ => false,
    }
}
