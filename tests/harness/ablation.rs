//! Rules that go missing: with any one model of the engine switched off, what the runs reached stays listed or becomes
//! flagged. A model whose absence changes nothing has no fixture, which is a failure too.

use std::collections::BTreeMap;

use reflection_check::verdict::AnalysisResult;

use super::analysis::{self, Job};
use super::{Case, Failures, judge, suite, verdicts};

/// Switches off one model after the other, over all fixtures as one application.
pub(crate) fn check() -> Failures {
    let cases: Vec<&Case> = suite().cases.iter().filter(|case| case.release == 17).collect();
    let whole = Job::of_all(&cases);
    let baseline = whole.run();
    if analysis::is_empty(&baseline) {
        return Failures::skipped("the engine answers nothing yet");
    }
    let recordings: BTreeMap<String, judge::Recording> = cases
        .iter()
        .filter(|case| case.fixture.no_run.is_none())
        .filter_map(|case| Some((case.name(), judge::recorded(case).ok()?)))
        .collect();
    let mut failures = Failures::default();
    for model in whole.models() {
        let without = Job { disabled: vec![model.to_owned()], ..whole.clone() }.run();
        let mut found = Vec::new();
        for (case, recording) in &recordings {
            found.extend(judge::silent(&without, &recording.facts).into_iter().map(|miss| format!("{case}: {miss}")));
        }
        if behaviour(&baseline) == behaviour(&without) {
            found.push("without it nothing changes: it has no fixture".to_owned());
        }
        println!("without {model:<40} {} of {} sites flagged", flagged(&without), without.sites.len());
        failures.extend(&format!("without {model}"), found);
    }
    failures
}

fn flagged(result: &AnalysisResult) -> usize {
    result.sites.iter().filter(|site| verdicts::flagged(site)).count()
}

/// What a user sees: sites, findings and reached methods, not counters.
fn behaviour(result: &AnalysisResult) -> String {
    let parts = (&result.sites, &result.findings, &result.reach.unreached, &result.cuts);
    serde_json::to_string(&parts).expect("a result can be serialised")
}
