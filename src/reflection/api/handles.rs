//! Rows of method handles and of who gives them. Must not know what handles do.

use super::super::handles::FindHandle;
use super::super::reported::{reported, reported_for};
use super::super::site::Role;
use super::method::Kind::{Action, Member};
use super::method::{Input, LOOKUP, NO_FIELD, NO_METHOD};
use super::row::{Row, row};
use crate::heap::MemberKind::{Constructor as K, Field as F, Method as M};

const HANDLE_CLASS: &[Input] = &[(Role::Class, 1)];
const HANDLE_CLASS_AND_NAME: &[Input] = &[(Role::Class, 1), (Role::Name, 2)];

const HANDLE_MEMBER: &[Input] = &[(Role::Member, 1)];

/// A look-up of a handle: a constructor has no name to look for.
const fn find(name: &'static str, rule: &'static FindHandle) -> Row {
    let (inputs, missing) = match rule.kind {
        M => (HANDLE_CLASS_AND_NAME, NO_METHOD),
        K => (HANDLE_CLASS, NO_METHOD),
        F => (HANDLE_CLASS_AND_NAME, NO_FIELD),
    };
    row(LOOKUP, name, "*", Member, inputs, rule).throwing(missing)
}

pub(super) const ROWS: &[Row] = &[
    find("findVirtual", &FindHandle { kind: M, is_static: false }),
    find("findStatic", &FindHandle { kind: M, is_static: true }),
    find("findSpecial", &FindHandle { kind: M, is_static: false }),
    find("findConstructor", &FindHandle { kind: K, is_static: false }),
    find("findGetter", &FindHandle { kind: F, is_static: false }),
    find("findSetter", &FindHandle { kind: F, is_static: false }),
    find("findStaticGetter", &FindHandle { kind: F, is_static: true }),
    find("findStaticSetter", &FindHandle { kind: F, is_static: true }),
    find("findVarHandle", &FindHandle { kind: F, is_static: false }),
    find("findStaticVarHandle", &FindHandle { kind: F, is_static: true }),
    reported_for(LOOKUP, "unreflect", "*", Member, HANDLE_MEMBER),
    reported_for(LOOKUP, "unreflectConstructor", "*", Member, HANDLE_MEMBER),
    reported_for(LOOKUP, "unreflectGetter", "*", Member, HANDLE_MEMBER),
    reported_for(LOOKUP, "unreflectSetter", "*", Member, HANDLE_MEMBER),
    reported_for(LOOKUP, "unreflectSpecial", "*", Member, HANDLE_MEMBER),
    reported_for(LOOKUP, "unreflectVarHandle", "*", Member, HANDLE_MEMBER),
    reported_for(LOOKUP, "bind", "*", Member, &[(Role::Name, 2)]),
    reported("java/lang/invoke/MethodHandle", "invoke", "*", Action),
    reported("java/lang/invoke/MethodHandle", "invokeExact", "*", Action),
    reported("java/lang/invoke/MethodHandle", "invokeWithArguments", "*", Action),
];
