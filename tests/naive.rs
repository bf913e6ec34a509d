//! The engine's solver against a naive one that shares nothing with it but the method bodies: on random programs both must
//! come to the same answer. One half of the programs is Java source. The other is class files of a kind that compilers do not
//! make; a JVM runs those too, and whom a method calls there must be in the call graph. Damaged class files are analysed for
//! an answer that is always the same. `NAIVE_SEED` makes other programs.

#![expect(clippy::print_stdout, reason = "says how much was compared")]
#![expect(clippy::unwrap_used, reason = "what a test cannot set up fails it")]

#[path = "naive/bodies.rs"]
mod bodies;
#[path = "naive/broken.rs"]
mod broken;
#[path = "support/bytecode.rs"]
mod bytecode;
#[expect(dead_code, reason = "what the other tests write")]
#[path = "../src/program/tests/class_writer.rs"]
mod class_writer;
#[path = "naive/files.rs"]
mod files;
#[path = "support/java.rs"]
mod java;
#[path = "naive/programs.rs"]
mod programs;
#[path = "naive/random.rs"]
mod random;
#[path = "naive/rules.rs"]
mod rules;
#[path = "naive/shapes.rs"]
mod shapes;
#[path = "support/small_jdk.rs"]
mod small_jdk;
#[path = "naive/solver.rs"]
mod solver;

#[test]
fn random_programs_have_one_answer() {
    random::deep(random::check);
}

#[test]
fn random_class_files_have_one_answer_that_holds_in_a_run() {
    random::deep(files::check);
}

#[test]
fn damaged_class_files_have_one_answer() {
    random::deep(broken::check);
}
