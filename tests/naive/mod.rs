//! The engine's solver against a naive one that shares nothing with it but the method bodies: on random programs both must
//! come to the same answer. One half of the programs is Java source. The other is class files of a kind that compilers do not
//! make; a JVM runs those too, and whom a method calls there must be in the call graph. Damaged class files are analysed for
//! an answer that is always the same. `NAIVE_SEED` makes other programs. The tests are in `tests/properties.rs`.

#![expect(clippy::print_stdout, reason = "says how much was compared")]
#![expect(clippy::unwrap_used, reason = "what a test cannot set up fails it")]

mod bodies;
pub(crate) mod broken;
pub(crate) mod files;
pub(crate) mod programs;
pub(crate) mod published;
pub(crate) mod random;
pub(crate) mod rules;
mod shapes;
mod solver;
