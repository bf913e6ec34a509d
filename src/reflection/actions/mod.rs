//! What calls do with members and classes that they are given: make objects, call, read and write; and what they
//! may do if nobody knows the member. Must not know how classes and members are found.

pub(super) mod above;
pub(super) mod allocating;
pub(super) mod arrays;
pub(super) mod by_name;
pub(super) mod event_handlers;
pub(super) mod fields;
pub(super) mod finals;
mod invoking;
pub(super) mod members;
pub(super) mod open;
pub(super) mod statements;
