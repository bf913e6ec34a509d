//! Rows of what is done with classes and members: objects made, methods run, fields read and written, elements of arrays,
//! constants of enum classes. Must not know how.

use super::super::action::{ClassNewInstance, ConstructorNewInstance, Invoke};
use super::super::arrays::{ArrayNewInstance, EnumConstants};
use super::super::fields::FieldAccess;
use super::super::initialising::EnsureInitialised;
use super::super::mirror::Getter;
use super::super::site::Role;
use super::method::Kind::{Action, Flow, Other};
use super::method::{ARRAY, CLASS, CLASS_OBJECT, CONSTRUCTOR, FIELD, Input, LOOKUP, METHOD};
use super::row::{Row, row};

const READ: &[Input] = &[(Role::Member, 0), (Role::Receiver, 1)];
const WRITE: &[Input] = &[(Role::Member, 0), (Role::Receiver, 1), (Role::Value, 2)];

pub(super) const ROWS: &[Row] = &[
    row(CLASS, "newInstance", "()Ljava/lang/Object;", Action, CLASS_OBJECT, &ClassNewInstance),
    row(
        CONSTRUCTOR,
        "newInstance",
        "([Ljava/lang/Object;)Ljava/lang/Object;",
        Action,
        &[(Role::Member, 0), (Role::Arguments, 1)],
        &ConstructorNewInstance,
    ),
    row(
        METHOD,
        "invoke",
        "(Ljava/lang/Object;[Ljava/lang/Object;)Ljava/lang/Object;",
        Action,
        &[(Role::Member, 0), (Role::Receiver, 1), (Role::Arguments, 2)],
        &Invoke,
    ),
    row(
        LOOKUP,
        "ensureInitialized",
        "(Ljava/lang/Class;)Ljava/lang/Class;",
        Action,
        &[(Role::Class, 1)],
        &EnsureInitialised,
    ),
    row(FIELD, "get", "(Ljava/lang/Object;)Ljava/lang/Object;", Action, READ, &FieldAccess { write: false }),
    row(FIELD, "getBoolean", "(Ljava/lang/Object;)Z", Action, READ, &FieldAccess { write: false }),
    row(FIELD, "getByte", "(Ljava/lang/Object;)B", Action, READ, &FieldAccess { write: false }),
    row(FIELD, "getChar", "(Ljava/lang/Object;)C", Action, READ, &FieldAccess { write: false }),
    row(FIELD, "getShort", "(Ljava/lang/Object;)S", Action, READ, &FieldAccess { write: false }),
    row(FIELD, "getInt", "(Ljava/lang/Object;)I", Action, READ, &FieldAccess { write: false }),
    row(FIELD, "getLong", "(Ljava/lang/Object;)J", Action, READ, &FieldAccess { write: false }),
    row(FIELD, "getFloat", "(Ljava/lang/Object;)F", Action, READ, &FieldAccess { write: false }),
    row(FIELD, "getDouble", "(Ljava/lang/Object;)D", Action, READ, &FieldAccess { write: false }),
    row(FIELD, "set", "(Ljava/lang/Object;Ljava/lang/Object;)V", Action, WRITE, &FieldAccess { write: true }),
    row(FIELD, "setBoolean", "(Ljava/lang/Object;Z)V", Action, WRITE, &FieldAccess { write: true }),
    row(FIELD, "setByte", "(Ljava/lang/Object;B)V", Action, WRITE, &FieldAccess { write: true }),
    row(FIELD, "setChar", "(Ljava/lang/Object;C)V", Action, WRITE, &FieldAccess { write: true }),
    row(FIELD, "setShort", "(Ljava/lang/Object;S)V", Action, WRITE, &FieldAccess { write: true }),
    row(FIELD, "setInt", "(Ljava/lang/Object;I)V", Action, WRITE, &FieldAccess { write: true }),
    row(FIELD, "setLong", "(Ljava/lang/Object;J)V", Action, WRITE, &FieldAccess { write: true }),
    row(FIELD, "setFloat", "(Ljava/lang/Object;F)V", Action, WRITE, &FieldAccess { write: true }),
    row(FIELD, "setDouble", "(Ljava/lang/Object;D)V", Action, WRITE, &FieldAccess { write: true }),
    row(
        ARRAY,
        "newInstance",
        "(Ljava/lang/Class;I)Ljava/lang/Object;",
        Action,
        &[(Role::Class, 0), (Role::Lengths, 1)],
        &ArrayNewInstance,
    ),
    row(
        ARRAY,
        "newInstance",
        "(Ljava/lang/Class;[I)Ljava/lang/Object;",
        Action,
        &[(Role::Class, 0), (Role::Lengths, 1)],
        &ArrayNewInstance,
    ),
    row(ARRAY, "get", "(Ljava/lang/Object;I)Ljava/lang/Object;", Flow, &[(Role::Mirror, 0)], &Getter::ArrayGet),
    row(
        ARRAY,
        "set",
        "(Ljava/lang/Object;ILjava/lang/Object;)V",
        Flow,
        &[(Role::Mirror, 0), (Role::Value, 2)],
        &Getter::ArraySet,
    ),
    row(CLASS, "getEnumConstants", "()[Ljava/lang/Object;", Other, CLASS_OBJECT, &EnumConstants { all: true }),
    row(
        "java/lang/Enum",
        "valueOf",
        "(Ljava/lang/Class;Ljava/lang/String;)Ljava/lang/Enum;",
        Other,
        CLASS_OBJECT,
        &EnumConstants { all: false },
    )
    .called_by_enums(),
];
