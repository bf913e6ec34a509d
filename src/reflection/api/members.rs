//! Rows of the look-ups of members on class objects. Must not know how members are found.

use super::super::members::lists::List;
use super::super::members::retrieval::Find;
use super::super::mirrors::described::Description;
use super::super::terms::method::Kind::Member;
use super::super::terms::method::{CLASS, CLASS_OBJECT, Input, NO_FIELD, NO_METHOD};
use super::super::terms::rules::TESTED_CLASSES;
use super::super::terms::site::Role;
use super::row::{Row, row};
use crate::heap::MemberKind::{Constructor as K, Field as F, Method as M};

const CLASS_AND_NAME: &[Input] = &[(Role::Class, 0), (Role::Name, 1)];
const METHOD: &[Input] = &[(Role::Class, 0), (Role::Name, 1), (Role::Types, 2)];
const CONSTRUCTOR: &[Input] = &[(Role::Class, 0), (Role::Types, 1)];

pub(super) const ROWS: &[Row] = &[
    row(CLASS, "getMethod", "*", Member, METHOD, &Find { kind: M, declared: false })
        .throwing(NO_METHOD)
        .with_more(&[TESTED_CLASSES]),
    row(CLASS, "getDeclaredMethod", "*", Member, METHOD, &Find { kind: M, declared: true }).throwing(NO_METHOD),
    row(
        CLASS,
        "getField",
        "(Ljava/lang/String;)Ljava/lang/reflect/Field;",
        Member,
        CLASS_AND_NAME,
        &Find { kind: F, declared: false },
    )
    .throwing(NO_FIELD),
    row(
        CLASS,
        "getDeclaredField",
        "(Ljava/lang/String;)Ljava/lang/reflect/Field;",
        Member,
        CLASS_AND_NAME,
        &Find { kind: F, declared: true },
    )
    .throwing(NO_FIELD),
    row(CLASS, "getConstructor", "*", Member, CONSTRUCTOR, &Find { kind: K, declared: false }).throwing(NO_METHOD),
    row(CLASS, "getDeclaredConstructor", "*", Member, CONSTRUCTOR, &Find { kind: K, declared: true })
        .throwing(NO_METHOD)
        .with_more(&[TESTED_CLASSES]),
    row(CLASS, "getRecordComponents", "*", Member, CLASS_OBJECT, &Description::Components),
    row(CLASS, "getMethods", "*", Member, CLASS_OBJECT, &List { kind: M, declared: false }),
    row(CLASS, "getDeclaredMethods", "*", Member, CLASS_OBJECT, &List { kind: M, declared: true }),
    row(CLASS, "getFields", "*", Member, CLASS_OBJECT, &List { kind: F, declared: false }),
    row(CLASS, "getDeclaredFields", "*", Member, CLASS_OBJECT, &List { kind: F, declared: true }),
    row(CLASS, "getConstructors", "*", Member, CLASS_OBJECT, &List { kind: K, declared: false }),
    row(CLASS, "getDeclaredConstructors", "*", Member, CLASS_OBJECT, &List { kind: K, declared: true }),
];
