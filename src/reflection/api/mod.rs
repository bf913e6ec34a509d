//! The reflective API: one row states everything about a method that others need to know: under which kind it is reported,
//! which part each of its inputs plays, what it throws, and which rule answers. Everything else reads the row. Must not know
//! what rules do.

mod actions;
mod annotations;
mod beans;
mod bundles;
mod class_sources;
pub(super) mod classes;
mod generics;
mod handles;
pub(super) mod judged;
mod members;
mod mirrors;
pub(super) mod outside;
mod proxies;
mod recorded;
mod reported;
pub(super) mod row;
mod run_by_name;
mod services;
pub(super) mod table;
#[cfg(test)]
mod tests;
mod unresolved;
mod utilities;
mod xml;
