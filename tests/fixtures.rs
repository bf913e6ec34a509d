//! The fixtures, judged by their own expectations and by a JVM that runs them under the recorder. Changes to them and to
//! the engine that must not go unnoticed are in `properties`. What each check means is said in `harness`.

use std::collections::BTreeSet;

use crate::harness::{Failures, analysis, expectations, judge, suite};
use crate::support::side_by_side::side_by_side;

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
    for (case, outcome) in side_by_side(suite().cases.iter().collect(), |case| (case, expectations::evaluate(case))) {
        println!("{:<40} {}", case.name(), outcome.line());
        failures.extend(&case.name(), outcome.failures);
    }
    failures.report("expectations hold");
}

/// What `./build quick` looks at.
#[test]
fn expectations_hold_together() {
    let mut failures = Failures::default();
    let parts: BTreeSet<(u32, usize)> = suite().cases.iter().map(analysis::part_of).collect();
    side_by_side(parts.into_iter().collect(), |part| analysis::together(part, analysis::default_mode()));
    let outcomes = side_by_side(suite().cases.iter().collect(), |case| (case, expectations::evaluate_together(case)));
    for (case, outcome) in outcomes {
        println!("{:<40} {}", case.name(), outcome.line());
        failures.extend(&case.name(), outcome.failures);
    }
    failures.report("expectations hold in one application");
}

#[test]
fn the_jvm_agrees() {
    let mut failures = Failures::default();
    // From the end: while this test and the one above run side by side, each makes half of the analyses both look at.
    let cases = suite().cases.iter().rev().collect();
    for (case, found) in side_by_side(cases, |case| (case, judge::check(case))) {
        failures.extend(&case.name(), found);
    }
    failures.report("the JVM agrees");
}
