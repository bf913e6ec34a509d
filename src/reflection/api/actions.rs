//! Rows of what is done with classes and members: objects made, methods run, fields read and written, elements of arrays,
//! constants of enum classes. Must not know how.

use super::super::actions::arrays::{ArrayNewInstance, EnumConstants};
use super::super::actions::fields::FieldAccess;
use super::super::actions::members::{ClassNewInstance, ConstructorNewInstance, Invoke};
use super::super::classes::initialising::EnsureInitialised;
use super::super::mirrors::getters::Getter;
use super::super::terms::attempt::Attempt;
use super::super::terms::method::Kind::{Action, Flow, Other};
use super::super::terms::method::{ARRAY, Act, CLASS, CLASS_OBJECT, CONSTRUCTOR, FIELD, Input, LOOKUP, METHOD};
use super::super::terms::rules::{LAZY_OBJECTS, TARGETS_BY_RECEIVER, TESTED_CLASSES};
use super::super::terms::site::Role;
use super::row::{Row, row};
use crate::classfile::Prim;
use crate::heap::MemberKind;

const READ: &[Input] = &[(Role::Member, 0), (Role::Receiver, 1)];
const WRITE: &[Input] = &[(Role::Member, 0), (Role::Receiver, 1), (Role::Value, 2)];
/// An element that is read from an array, and one that is stored.
pub(super) const ELEMENT: &[Input] = &[(Role::Mirror, 0), (Role::Index, 1)];
pub(super) const NEW_ELEMENT: &[Input] = &[(Role::Mirror, 0), (Role::Index, 1), (Role::Value, 2)];

/// A read and a write of a field, of this type or of any.
const fn get(name: &'static str, desc: &'static str, of: Option<Prim>) -> Row {
    row(FIELD, name, desc, Action, READ, &FieldAccess { write: false })
        .attempting(Attempt::ReadField(of))
        .acting(Act::OnMember(MemberKind::Field))
}

const fn set(name: &'static str, desc: &'static str, of: Option<Prim>) -> Row {
    row(FIELD, name, desc, Action, WRITE, &FieldAccess { write: true })
        .attempting(Attempt::WriteField(of))
        .acting(Act::OnMember(MemberKind::Field))
}

pub(super) const ROWS: &[Row] = &[
    row(CLASS, "newInstance", "()Ljava/lang/Object;", Action, CLASS_OBJECT, &ClassNewInstance)
        .acting(Act::MakesObject)
        .with_more(&[LAZY_OBJECTS, TESTED_CLASSES]),
    row(
        CONSTRUCTOR,
        "newInstance",
        "([Ljava/lang/Object;)Ljava/lang/Object;",
        Action,
        &[(Role::Member, 0), (Role::Arguments, 1)],
        &ConstructorNewInstance,
    )
    .acting(Act::OnMember(MemberKind::Constructor))
    .with_more(&[LAZY_OBJECTS]),
    row(
        METHOD,
        "invoke",
        "(Ljava/lang/Object;[Ljava/lang/Object;)Ljava/lang/Object;",
        Action,
        &[(Role::Member, 0), (Role::Receiver, 1), (Role::Arguments, 2)],
        &Invoke,
    )
    .acting(Act::OnMember(MemberKind::Method))
    .with_more(&[TARGETS_BY_RECEIVER]),
    row(
        LOOKUP,
        "ensureInitialized",
        "(Ljava/lang/Class;)Ljava/lang/Class;",
        Action,
        &[(Role::Class, 1)],
        &EnsureInitialised,
    ),
    get("get", "(Ljava/lang/Object;)Ljava/lang/Object;", None).with_more(&[TARGETS_BY_RECEIVER]),
    get("getBoolean", "(Ljava/lang/Object;)Z", Some(Prim::Boolean)),
    get("getByte", "(Ljava/lang/Object;)B", Some(Prim::Byte)),
    get("getChar", "(Ljava/lang/Object;)C", Some(Prim::Char)),
    get("getShort", "(Ljava/lang/Object;)S", Some(Prim::Short)),
    get("getInt", "(Ljava/lang/Object;)I", Some(Prim::Int)),
    get("getLong", "(Ljava/lang/Object;)J", Some(Prim::Long)),
    get("getFloat", "(Ljava/lang/Object;)F", Some(Prim::Float)),
    get("getDouble", "(Ljava/lang/Object;)D", Some(Prim::Double)),
    set("set", "(Ljava/lang/Object;Ljava/lang/Object;)V", None).with_more(&[TARGETS_BY_RECEIVER]),
    set("setBoolean", "(Ljava/lang/Object;Z)V", Some(Prim::Boolean)),
    set("setByte", "(Ljava/lang/Object;B)V", Some(Prim::Byte)),
    set("setChar", "(Ljava/lang/Object;C)V", Some(Prim::Char)),
    set("setShort", "(Ljava/lang/Object;S)V", Some(Prim::Short)),
    set("setInt", "(Ljava/lang/Object;I)V", Some(Prim::Int)),
    set("setLong", "(Ljava/lang/Object;J)V", Some(Prim::Long)),
    set("setFloat", "(Ljava/lang/Object;F)V", Some(Prim::Float)),
    set("setDouble", "(Ljava/lang/Object;D)V", Some(Prim::Double)),
    row(
        ARRAY,
        "newInstance",
        "(Ljava/lang/Class;I)Ljava/lang/Object;",
        Action,
        &[(Role::Class, 0), (Role::Length, 1)],
        &ArrayNewInstance,
    )
    .acting(Act::MakesArray),
    row(
        ARRAY,
        "newInstance",
        "(Ljava/lang/Class;[I)Ljava/lang/Object;",
        Action,
        &[(Role::Class, 0), (Role::Lengths, 1)],
        &ArrayNewInstance,
    )
    .acting(Act::MakesArray),
    row(ARRAY, "get", "(Ljava/lang/Object;I)Ljava/lang/Object;", Flow, ELEMENT, &Getter::ArrayGet)
        .attempting(Attempt::ReadElement(None)),
    row(ARRAY, "set", "(Ljava/lang/Object;ILjava/lang/Object;)V", Flow, NEW_ELEMENT, &Getter::ArraySet)
        .attempting(Attempt::WriteElement(None)),
    row(CLASS, "getEnumConstants", "()[Ljava/lang/Object;", Other, CLASS_OBJECT, &EnumConstants { all: true }),
    // What `EnumSet`, `EnumMap` and deserialisation ask by.
    row(CLASS, "getEnumConstantsShared", "()[Ljava/lang/Object;", Other, CLASS_OBJECT, &EnumConstants { all: true }),
    row(
        "java/lang/Enum",
        "valueOf",
        "(Ljava/lang/Class;Ljava/lang/String;)Ljava/lang/Enum;",
        Other,
        // Whichever name it is, it is of that enum.
        &[(Role::Class, 0), (Role::Constant, 1)],
        &EnumConstants { all: false },
    )
    .called_by_enums(),
];
