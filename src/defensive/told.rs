//! Methods that are told by their declaration, and what instructions give by it: tables and pure questions. Must not know what
//! holds anywhere.

use crate::ir::facts::Facts;
use crate::ir::{Op, Var};
use crate::program::{FieldId, MethodRef, Program, TypeId, access};
use crate::strings::operations::{self, Effect, Gives, has_state};

pub(super) const STRING: &str = "java/lang/String";
pub(super) const BUILDERS: [&str; 2] = ["java/lang/StringBuilder", "java/lang/StringBuffer"];
pub(super) const CLASS: &str = "java/lang/Class";
pub(super) const CONSTRUCTOR: &str = "java/lang/reflect/Constructor";
pub(super) const OBJECT: &str = "java/lang/Object";
pub(super) const BY_NAME: &str = "(Ljava/lang/String;)Ljava/lang/Class;";
pub(super) const BY_LOADER: &str = "(Ljava/lang/String;ZLjava/lang/ClassLoader;)Ljava/lang/Class;";

/// Classes whose calls are told here and among the texts: their bodies are not looked at.
const TOLD: [&str; 9] = [
    CLASS,
    CONSTRUCTOR,
    "java/lang/AbstractStringBuilder",
    "java/lang/String",
    "java/lang/StringBuffer",
    "java/lang/StringBuilder",
    "java/lang/System",
    "java/lang/reflect/Field",
    "java/lang/reflect/Method",
];

/// Classes of the objects of reflection, and methods of theirs that run no code of what they are about.
pub(super) const MIRRORS: [&str; 6] = [
    CLASS,
    CONSTRUCTOR,
    "java/lang/reflect/AccessibleObject",
    "java/lang/reflect/Executable",
    "java/lang/reflect/Field",
    "java/lang/reflect/Method",
];
pub(super) const QUIET: [&str; 30] = [
    "desiredAssertionStatus",
    "equals",
    "getCanonicalName",
    "getClassLoader",
    "getComponentType",
    "getConstructor",
    "getDeclaredConstructor",
    "getDeclaredField",
    "getDeclaredMethod",
    "getDeclaringClass",
    "getField",
    "getInterfaces",
    "getMethod",
    "getModifiers",
    "getModule",
    "getName",
    "getPackage",
    "getPackageName",
    "getParameterCount",
    "getParameterTypes",
    "getReturnType",
    "getSimpleName",
    "getSuperclass",
    "getType",
    "getTypeName",
    "hashCode",
    "isArray",
    "isInterface",
    "setAccessible",
    "trySetAccessible",
];

pub(super) fn is_told(class: &str) -> bool {
    TOLD.contains(&class)
}

pub(super) fn named(program: &Program, reference: MethodRef) -> Option<(&str, &str, &str)> {
    let data = program.method_ref_data(reference);
    let class = program.class_name(program.class_of(data.owner)?);
    Some((class, program.str(data.name), program.str(program.method_desc(data.desc).text)))
}

/// Whether what a method gives depends on what it is handed alone.
fn is_mirror_call(program: &Program, reference: MethodRef) -> bool {
    named(program, reference).is_some_and(|(class, name, _)| {
        class == CLASS && (name == "forName" || QUIET.contains(&name)) || class == OBJECT && name == "getClass"
    })
}

/// The row of a method, its class, and the types of its parameters.
pub(super) fn listed(program: &Program, reference: MethodRef) -> Option<(Effect, &str, &[TypeId])> {
    let data = program.method_ref_data(reference);
    let class = program.class_name(program.class_of(data.owner)?);
    if !class.starts_with("java/") {
        return None;
    }
    let desc = program.method_desc(data.desc);
    let effect = operations::listed(class, program.str(data.name), program.str(desc.text))?;
    Some((effect, class, &desc.params))
}

/// Whether a method gives the builder that it is called on.
fn gives_receiver(program: &Program, reference: MethodRef) -> bool {
    listed(program, reference)
        .is_some_and(|(effect, class, _)| BUILDERS.contains(&class) && matches!(effect.gives, Gives::Receiver))
}

/// Whether what a method gives depends on what it is handed alone.
fn is_operation(program: &Program, reference: MethodRef) -> bool {
    listed(program, reference).is_some_and(|(effect, class, _)| {
        !has_state(class) && !effect.and_body && !matches!(effect.gives, Gives::Body | Gives::Characters)
    })
}

/// The variable that holds an object first, behind casts and builders' methods that give their receiver.
pub(super) fn origin(program: &Program, facts: &Facts<'_>, mut var: Var) -> Var {
    // A variable has one definition, so that this ends.
    loop {
        match facts.stmt(var).map(|stmt| &stmt.op) {
            Some(Op::Cast { src, .. }) => var = *src,
            Some(Op::Invoke { method, args, .. }) if gives_receiver(program, *method) => var = args[0],
            _ => return var,
        }
    }
}

/// Whether what an instruction gives depends on what the heap holds.
pub(super) fn reads_heap(program: &Program, op: &Op) -> bool {
    match op {
        Op::GetField { .. } | Op::ArrayLoad { elem: None, .. } => true,
        Op::GetStatic { field, .. } => program.resolve_field(*field).is_none_or(|field| !is_final(program, field)),
        Op::Invoke { method, .. } => !is_operation(program, *method) && !is_mirror_call(program, *method),
        _ => false,
    }
}

/// Whether a field is a final one of a class.
pub(super) fn is_final(program: &Program, field: FieldId) -> bool {
    let both = access::STATIC | access::FINAL;
    program.field(field).access & both == both
}
