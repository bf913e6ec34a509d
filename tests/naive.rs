//! The engine's solver against a naive one that shares nothing with it but the method bodies: on random programs both must
//! come to the same answer.

#![expect(clippy::print_stdout, reason = "says how much was compared")]
#![expect(clippy::unwrap_used, reason = "what a test cannot set up fails it")]

#[expect(dead_code, reason = "the programs are not run")]
#[path = "support/java.rs"]
mod java;
#[path = "naive/programs.rs"]
mod programs;
#[path = "naive/random.rs"]
mod random;
#[path = "naive/rules.rs"]
mod rules;
#[path = "naive/solver.rs"]
mod solver;

#[test]
fn random_programs_have_one_answer() {
    random::check();
}
