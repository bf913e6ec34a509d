//! Class objects: calls that name a class, and those that narrow or initialise one that they are given. Must not know what is done
//! with the class.

pub(super) mod as_subclass;
pub(super) mod initialising;
pub(super) mod source;
