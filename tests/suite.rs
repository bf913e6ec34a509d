//! All tests that need the library or the executable, in one program: each further one is linked with the whole library
//! again. A module is a topic; `cargo test --test suite natives::` runs one. `properties` holds the slow ones, which
//! `./build properties` runs by themselves. The house rules need neither and stand apart (`tests/tidy.rs`).

#![expect(clippy::print_stdout, reason = "a line for each case is what a reader of the test output looks for")]
#![expect(clippy::unwrap_used, reason = "what a test cannot read fails it")]

/// That of the executable.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

mod absent_literals;
mod accesses;
mod broken;
mod by_name;
mod cli;
mod closed;
mod collections;
mod computed;
mod corpus;
mod defensive;
mod docs;
mod external;
mod fixtures;
mod frameworks;
mod giants;
mod handed;
mod harness;
mod jdk_bodies;
mod jdk_classes;
mod jdk_forms;
mod kotlin;
mod library;
mod linkage;
mod lookup_judge;
mod naive;
mod natives;
mod opening;
mod order;
mod properties;
mod proposals;
mod rows;
mod sarif_multitool;
mod specified;
mod streams;
mod supplied;
mod support;
mod unasked;
mod utilities;
mod worded;
