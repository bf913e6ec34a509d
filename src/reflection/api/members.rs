//! Rows of the look-ups of members on class objects. Must not know how members are found.

use super::super::members::lists::List;
use super::super::members::retrieval::Find;
use super::super::mirrors::described::Description;
use super::super::terms::method::Kind::Member;
use super::super::terms::method::{Act, CLASS, CLASS_OBJECT, Finds, Input, NO_FIELD, NO_METHOD};
use super::super::terms::rules::TESTED_CLASSES;
use super::super::terms::site::Role;
use super::row::{Row, row};
use crate::heap::MemberKind::{Constructor as K, Field as F, Method as M};

const CLASS_AND_NAME: &[Input] = &[(Role::Class, 0), (Role::Name, 1)];
const METHOD: &[Input] = &[(Role::Class, 0), (Role::Name, 1), (Role::Types, 2)];
const CONSTRUCTOR: &[Input] = &[(Role::Class, 0), (Role::Types, 1)];

/// A look-up of one member, and one of all.
const fn find(name: &'static str, desc: &'static str, inputs: &'static [Input], rule: &'static Find) -> Row {
    let thrown = if matches!(rule.kind, F) { NO_FIELD } else { NO_METHOD };
    let finds = Finds { kind: rule.kind, declared: rule.declared, all: false };
    row(CLASS, name, desc, Member, inputs, rule).throwing(thrown).acting(Act::FindsMembers(finds))
}

const fn list(name: &'static str, rule: &'static List) -> Row {
    let finds = Finds { kind: rule.kind, declared: rule.declared, all: true };
    row(CLASS, name, "*", Member, CLASS_OBJECT, rule).acting(Act::FindsMembers(finds))
}

const FIELD_BY_NAME: &str = "(Ljava/lang/String;)Ljava/lang/reflect/Field;";

pub(super) const ROWS: &[Row] = &[
    find("getMethod", "*", METHOD, &Find { kind: M, declared: false }).with_more(&[TESTED_CLASSES]),
    find("getDeclaredMethod", "*", METHOD, &Find { kind: M, declared: true }),
    find("getField", FIELD_BY_NAME, CLASS_AND_NAME, &Find { kind: F, declared: false }),
    find("getDeclaredField", FIELD_BY_NAME, CLASS_AND_NAME, &Find { kind: F, declared: true }),
    find("getConstructor", "*", CONSTRUCTOR, &Find { kind: K, declared: false }),
    find("getDeclaredConstructor", "*", CONSTRUCTOR, &Find { kind: K, declared: true }).with_more(&[TESTED_CLASSES]),
    row(CLASS, "getRecordComponents", "*", Member, CLASS_OBJECT, &Description::Components),
    list("getMethods", &List { kind: M, declared: false }),
    list("getDeclaredMethods", &List { kind: M, declared: true }),
    list("getFields", &List { kind: F, declared: false }),
    list("getDeclaredFields", &List { kind: F, declared: true }),
    list("getConstructors", &List { kind: K, declared: false }),
    list("getDeclaredConstructors", &List { kind: K, declared: true }),
];
