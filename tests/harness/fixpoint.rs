//! What the solver's answer must be at its end, looked at in two ways that share nothing with it, over all fixtures of a
//! release in one run with the whole JDK under them: the graph solved again, and each statement by itself.

use super::analysis::Job;
use super::{Case, Failures, closure, constraints, suite};

/// The newest release of each JDK: together they have every fixture.
const RELEASES: [u32; 2] = [17, 25];

pub(crate) fn check() -> Failures {
    let mut failures = Failures::default();
    for release in RELEASES {
        let cases: Vec<&Case> = suite().cases.iter().filter(|case| case.release == release).collect();
        if cases.is_empty() {
            continue;
        }
        let looks = Job::of_all(&cases).look(|solver| [closure::check(solver), constraints::check(solver)]);
        for ((lines, compared), what) in looks.into_iter().zip(["graph", "statements"]) {
            println!("{what} of release {release}: {compared}");
            let subject = format!("{what} of release {release} ({} in all)", lines.len());
            failures.extend(&subject, lines.into_iter().take(20).collect());
        }
    }
    failures
}
