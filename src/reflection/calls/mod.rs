//! What rules of all families do at a call: its inputs are watched, behind the tests of names that stand before it. Must not know
//! the families.

pub(super) mod allowed_names;
pub(super) mod watching;
