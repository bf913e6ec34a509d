//! How rows of Commons Lang are written, which has the same classes in two packages. Must not know what rules do.

use super::super::super::actions::fields::FieldAccess;
use super::super::super::terms::method::Kind::{Action, ClassSource};
use super::super::super::terms::method::{Act, Input, NO_CLASS};
use super::super::super::terms::site::Role;
use super::super::super::utilities::Utility;
use super::super::super::utilities::classes::INITIALISED_OF_SOURCE;
use super::super::row::Row;
use super::shorts::*;
use crate::heap::MemberKind;

/// `Validate` says that there is no such field.
pub(super) const NO_FIELD_NAMED: &[&str] = &["java/lang/IllegalArgumentException"];

/// Why some are not resolved.
pub(super) const IN_LIST: &str = "a list holds what it gives";
pub(super) const OF_CLASS: &[Input] = CLASS_AND_NAME;
pub(super) const CALLED: &[Input] = &[(Role::Receiver, 0), (Role::Name, 1), (Role::Arguments, 2)];
/// The first argument says whether access is forced.
pub(super) const CALLED_BY_FORCE: &[Input] = &[(Role::Receiver, 0), (Role::Name, 2), (Role::Arguments, 3)];
pub(super) const CALLED_OF_CLASS: &[Input] = &[(Role::Class, 0), (Role::Name, 1), (Role::Arguments, 2)];
pub(super) const MADE: &[Input] = &[(Role::Class, 0), (Role::Arguments, 1)];
pub(super) const FIELD: &[Input] = &[(Role::Member, 0), (Role::Receiver, 1)];
pub(super) const FIELD_AND_VALUE: &[Input] = &[(Role::Member, 0), (Role::Receiver, 1), (Role::Value, 2)];
pub(super) const STATIC_FIELD: &[Input] = &[(Role::Member, 0)];
pub(super) const STATIC_FIELD_AND_VALUE: &[Input] = &[(Role::Member, 0), (Role::Value, 1)];
pub(super) const NAMED_AND_VALUE: &[Input] = &[(Role::Receiver, 0), (Role::Name, 1), (Role::Value, 2)];
pub(super) const OF_CLASS_AND_VALUE: &[Input] = &[(Role::Class, 0), (Role::Name, 1), (Role::Value, 2)];

pub(super) const fn class(of: &'static str, desc: &'static str, inputs: &'static [Input]) -> Row {
    utility(of, "getClass", desc, ClassSource, inputs, &Utility(&INITIALISED_OF_SOURCE)).throwing(NO_CLASS).by_jvm()
}

pub(super) const fn read(of: &'static str, name: &'static str, desc: &'static str, inputs: &'static [Input]) -> Row {
    utility(of, name, desc, Action, inputs, &Utility(&FieldAccess { write: false }))
        .acting(Act::OnMember(MemberKind::Field))
}

pub(super) const fn write(of: &'static str, name: &'static str, desc: &'static str, inputs: &'static [Input]) -> Row {
    utility(of, name, desc, Action, inputs, &Utility(&FieldAccess { write: true }))
        .acting(Act::OnMember(MemberKind::Field))
}

pub(super) const fn action(
    of: &'static str,
    name: &'static str,
    desc: &'static str,
    inputs: &'static [Input],
    rule: &'static Utility,
) -> Row {
    utility(of, name, desc, Action, inputs, rule)
}
