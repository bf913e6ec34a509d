//! Getters of metaobjects: what a class or member says of itself, by class files alone or by the loader that defined it. Must not
//! know what is done with it.

pub(super) mod annotations;
pub(super) mod definers;
pub(super) mod described;
pub(super) mod element_defaults;
pub(super) mod generics;
pub(super) mod getters;
