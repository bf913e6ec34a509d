//! The fixtures, judged by their own expectations, by a JVM that runs them under the recorder, and by changes to them
//! and to the engine that must not go unnoticed. What each check means is said in `harness`.

#![expect(clippy::print_stdout, reason = "one line per fixture is what a reader of the test output looks for")]

mod harness;

use harness::{Failures, ablation, contexts, expectations, fixpoint, invariants, judge, mutation, suite};

#[test]
fn every_fixture_says_what_it_expects() {
    let mut failures = Failures::default();
    for case in &suite().cases {
        failures.extend(&case.name(), expectations::well_formed(case));
    }
    failures.report("expectations are well formed");
}

#[test]
fn expectations_hold() {
    let mut failures = Failures::default();
    for case in &suite().cases {
        let outcome = expectations::evaluate(case);
        println!("{:<40} {}", case.name(), outcome.line());
        failures.extend(&case.name(), outcome.failures);
    }
    failures.report("expectations hold");
}

#[test]
fn the_jvm_agrees() {
    let mut failures = Failures::default();
    // From the end: while this test and the one above run side by side, each makes half of the analyses both look at.
    for case in suite().cases.iter().rev() {
        failures.extend(&case.name(), judge::check(case));
    }
    failures.report("the JVM agrees");
}

#[test]
fn names_from_outside_are_listed_or_flagged() {
    mutation::check().report("names from outside are listed or flagged");
}

#[test]
fn no_rule_can_go_missing_unnoticed() {
    ablation::check().report("no rule can go missing unnoticed");
}

#[test]
fn contexts_lose_nothing() {
    contexts::check().report("contexts lose nothing");
}

#[test]
fn place_order_and_threads_do_not_show() {
    invariants::check().report("place, order and threads do not show");
}

#[test]
fn the_solver_comes_to_the_least_fixpoint() {
    fixpoint::check().report("the solver comes to the least fixpoint");
}
