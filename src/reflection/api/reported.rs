//! Rows of methods that are reported and not resolved. Must not know what their rules do.

use super::super::reported::{NotModelled, NotModelledBut};
use super::super::terms::method::{Input, Kind};
use super::row::{Row, row};

/// The row of a method that is reported and not resolved.
pub(super) const fn reported(class: &'static str, name: &'static str, desc: &'static str, kind: Kind) -> Row {
    reported_for(class, name, desc, kind, &[])
}

/// The same of one whose inputs name a class or member: what nothing bounds is said of it as of any other.
pub(super) const fn reported_for(
    class: &'static str,
    name: &'static str,
    desc: &'static str,
    kind: Kind,
    inputs: &'static [Input],
) -> Row {
    row(class, name, desc, kind, inputs, &NotModelled)
}

/// The same where the object that comes back may be any of the program's, or from outside it.
pub(super) const fn reported_giving(class: &'static str, name: &'static str, desc: &'static str, kind: Kind) -> Row {
    row(class, name, desc, kind, &[], &NotModelledBut::GivesAny)
}
