//! What the branches before a call leave of the classes and members that come to it, as the rows of the methods say that the
//! branches call. Must not know what the call does with them.

pub(super) mod classes;
pub(super) mod questions;
pub(super) mod ways;
