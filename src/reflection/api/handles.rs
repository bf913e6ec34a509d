//! Rows of method handles and of who gives them. Must not know what handles do.

use super::super::handles::FindHandle;
use super::super::reported::reported;
use super::super::site::Role;
use super::method::Kind::{Action, Member};
use super::method::{Input, LOOKUP, NO_FIELD, NO_METHOD};
use super::row::{Row, row};
use crate::heap::MemberKind::{Constructor as K, Field as F, Method as M};

const HANDLE_CLASS: &[Input] = &[(Role::Class, 1)];
const HANDLE_CLASS_AND_NAME: &[Input] = &[(Role::Class, 1), (Role::Name, 2)];

pub(super) const ROWS: &[Row] = &[
    row(LOOKUP, "findVirtual", "*", Member, HANDLE_CLASS_AND_NAME, &FindHandle { kind: M, is_static: false })
        .throwing(NO_METHOD),
    row(LOOKUP, "findStatic", "*", Member, HANDLE_CLASS_AND_NAME, &FindHandle { kind: M, is_static: true })
        .throwing(NO_METHOD),
    row(LOOKUP, "findSpecial", "*", Member, HANDLE_CLASS_AND_NAME, &FindHandle { kind: M, is_static: false })
        .throwing(NO_METHOD),
    row(LOOKUP, "findConstructor", "*", Member, HANDLE_CLASS, &FindHandle { kind: K, is_static: false })
        .throwing(NO_METHOD),
    row(LOOKUP, "findGetter", "*", Member, HANDLE_CLASS_AND_NAME, &FindHandle { kind: F, is_static: false })
        .throwing(NO_FIELD),
    row(LOOKUP, "findSetter", "*", Member, HANDLE_CLASS_AND_NAME, &FindHandle { kind: F, is_static: false })
        .throwing(NO_FIELD),
    row(LOOKUP, "findStaticGetter", "*", Member, HANDLE_CLASS_AND_NAME, &FindHandle { kind: F, is_static: true })
        .throwing(NO_FIELD),
    row(LOOKUP, "findStaticSetter", "*", Member, HANDLE_CLASS_AND_NAME, &FindHandle { kind: F, is_static: true })
        .throwing(NO_FIELD),
    row(LOOKUP, "findVarHandle", "*", Member, HANDLE_CLASS_AND_NAME, &FindHandle { kind: F, is_static: false })
        .throwing(NO_FIELD),
    row(LOOKUP, "findStaticVarHandle", "*", Member, HANDLE_CLASS_AND_NAME, &FindHandle { kind: F, is_static: true })
        .throwing(NO_FIELD),
    reported(LOOKUP, "unreflect", "*", Member),
    reported(LOOKUP, "unreflectConstructor", "*", Member),
    reported(LOOKUP, "unreflectGetter", "*", Member),
    reported(LOOKUP, "unreflectSetter", "*", Member),
    reported(LOOKUP, "unreflectSpecial", "*", Member),
    reported(LOOKUP, "unreflectVarHandle", "*", Member),
    reported(LOOKUP, "bind", "*", Member),
    reported("java/lang/invoke/MethodHandle", "invoke", "*", Action),
    reported("java/lang/invoke/MethodHandle", "invokeExact", "*", Action),
    reported("java/lang/invoke/MethodHandle", "invokeWithArguments", "*", Action),
];
