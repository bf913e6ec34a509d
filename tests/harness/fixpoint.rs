//! What the solver's answer must be at its end, looked at in two ways that share nothing with it, over all fixtures of a
//! release in one run with the whole JDK under them: the graph solved again, and each statement by itself.

use super::analysis::Job;
use super::{Case, Failures, closure, constraints, suite};
use crate::support::side_by_side::side_by_side;

/// The newest release of each JDK: together they have every fixture.
const RELEASES: [u32; 2] = [17, 25];

/// The rules by which a method passes on fewer classes and texts than its variable holds: its branches decide that, and no statement
/// by itself. And the model by which a call gives what a run of its method gives, in place of what the method returns to all its calls.
const APART: [&str; 3] = ["tested-classes", "allowed-names", "evaluated"];

pub(crate) fn check() -> Failures {
    let mut failures = Failures::default();
    let looked = side_by_side(RELEASES.to_vec(), |release| {
        let cases: Vec<&Case> = suite().cases.iter().filter(|case| case.release == release).collect();
        let look = || {
            Job { disabled: APART.map(str::to_owned).to_vec(), ..Job::of_all(&cases) }
                .look(|solver| [closure::check(solver), constraints::check(solver)])
        };
        // Without a JDK of the release there are none, which is said.
        (release, (!cases.is_empty()).then(look))
    });
    for (release, looks) in looked {
        let Some(looks) = looks else { continue };
        for ((lines, compared), what) in looks.into_iter().zip(["graph", "statements"]) {
            println!("{what} of release {release}: {compared}");
            let subject = format!("{what} of release {release} ({} in all)", lines.len());
            failures.extend(&subject, lines.into_iter().take(20).collect());
        }
    }
    failures
}
