//! Rows of methods that are reported and not resolved, and why they are not, where several families have the same reason. Must not
//! know what their rules do.

use super::super::reported::{NotModelled, NotModelledBut};
use super::super::terms::method::{Input, Kind};
use super::row::{Row, row};

pub(super) const IN_NO_FILE: &str = "the class is in no file";
pub(super) const BY_PROVIDERS: &str = "providers say which class implements an algorithm";
pub(super) const FOR_SERIALISATION: &str = "members that serialisation calls";

/// The row of a method that is reported and not resolved, and why it is not.
pub(super) const fn reported(
    class: &'static str,
    name: &'static str,
    desc: &'static str,
    kind: Kind,
    why: &'static str,
) -> Row {
    reported_for(class, name, desc, kind, &[], why)
}

/// The same of one whose inputs name a class or member: what nothing bounds is said of it as of any other.
pub(super) const fn reported_for(
    class: &'static str,
    name: &'static str,
    desc: &'static str,
    kind: Kind,
    inputs: &'static [Input],
    why: &'static str,
) -> Row {
    row(class, name, desc, kind, inputs, &NotModelled).unresolved(why)
}

/// The same where the object that comes back may be any of the program's, or from outside it.
pub(super) const fn reported_giving(
    class: &'static str,
    name: &'static str,
    desc: &'static str,
    kind: Kind,
    why: &'static str,
) -> Row {
    row(class, name, desc, kind, &[], &NotModelledBut::GivesAny).unresolved(why)
}
