//! What several tests use. Must not know what is tested.

pub(crate) mod bytecode;
pub(crate) mod closed;
pub(crate) mod java;
pub(crate) mod jdk;
pub(crate) mod maven;
pub(crate) mod side_by_side;
pub(crate) mod small_jdk;
pub(crate) mod tool;
pub(crate) mod two_parts;

#[expect(dead_code, reason = "what unit tests write")]
#[path = "../../src/program/tests/class_writer.rs"]
pub(crate) mod class_writer;
