//! Objects handed to code that is not looked at: what it puts into collections, arrays and fields, which methods it calls
//! on them with what it was handed and what nobody knows, and that it may give them back. Hidden code (of a container, or of
//! a library that nothing asked for) knows an object by what it and the JDK declare; code of callers that implements an
//! interface of the program knows the program besides, and sets what a bean lets be set. Must not know who hands objects
//! over.

mod accessors;
mod callable;
mod collections;
mod known;
mod members;
mod objects;
mod places;
mod setters;
mod tables;

pub(super) use collections::take as contents;
pub(super) use known::{by_arguments, by_members, named};
pub use places::HandedUnknowns;
pub(super) use places::{By, Handed};
pub(super) use tables::LOOKUPS;
