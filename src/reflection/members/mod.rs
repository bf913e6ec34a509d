//! Look-ups of members, of which classes and names are given: by name, all of a kind, as properties of beans, or as updaters and offsets of
//! fields. Must not know what is done with the member.

pub(super) mod lists;
pub(super) mod look_up;
pub(super) mod not_linkable;
pub(super) mod offsets;
pub(super) mod properties;
pub(super) mod retrieval;
pub(super) mod updaters;
