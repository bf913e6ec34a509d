//! The fixtures that properties of any program (rules that go missing, budgets, order, contexts) are tried on: few enough to analyse them often, and with
//! some that call the methods of each rule. To analyse many fixtures as one application takes as long as there are fixtures.
//! `EVERY_FIXTURE=` takes all of them, as `./build properties` does.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use reflection_check::engine;

use super::{Case, bytecode, suite};

/// Of the fixtures that call methods which a rule for reflective calls answers for, so many that do most often.
const OF_EACH_RULE: usize = 3;

/// Fixtures about plain calls: what they need is the models.
const OF_MODELS: &str = "calls.";

/// Fixtures that need a model, a rule or a round which none of those above needs: the frameworks' round, `filled`, `url-protocol`,
/// `resources`.
const FURTHER: [&str; 4] = ["EnteredByFramework", "FilledByTheJvm", "ProtocolHandlers", "S032ResourceTexts"];

/// Fixtures that bring the application of all of them beyond limits: which names are followed first is first come, first served there,
/// so that another order gives another answer. Each is analysed by itself and with all others elsewhere.
const BEYOND_LIMITS: [&str; 5] =
    ["DescribedTypes", "InstantiatedBeans", "PropertyDescriptors", "RevealedHandles", "Statements"];

/// Those of [`of_each_rule`] that limits do not touch.
pub(crate) fn cases() -> Vec<&'static Case> {
    let is_within = |case: &&Case| is_every() || !BEYOND_LIMITS.contains(&case.fixture.name.as_str());
    of_each_rule().into_iter().filter(is_within).collect()
}

/// Whether nothing is left out.
fn is_every() -> bool {
    ["EVERY_FIXTURE", "FIXTURES"].iter().any(|name| std::env::var_os(name).is_some())
}

/// Cases of the main release, as few as there may be.
pub(crate) fn of_each_rule() -> Vec<&'static Case> {
    let all: Vec<&Case> = suite().cases.iter().filter(|case| case.release == 17).collect();
    if is_every() {
        return all;
    }
    let named: BTreeSet<&str> =
        super::ablation::DONE_ELSEWHERE.iter().map(|(_, fixture)| *fixture).chain(FURTHER).collect();
    let is_named =
        |case: &Case| case.fixture.package.starts_with(OF_MODELS) || named.contains(case.fixture.name.as_str());
    let called: Vec<(&Case, Vec<bytecode::Method>)> = all.iter().map(|&case| (case, bytecode::methods(case))).collect();
    let mut chosen: BTreeSet<String> = all.iter().filter(|case| is_named(case)).map(|case| case.name()).collect();
    let rules = engine::rules().into_iter().map(|(_, methods)| {
        let calls = |bodies: &[bytecode::Method]| {
            let calls = bodies.iter().flat_map(|method| &method.calls);
            calls.filter(|call| methods.contains(&(call.owner.as_str(), call.name.as_str()))).count()
        };
        // Those that call them most are about them.
        let mut about: Vec<_> = called.iter().map(|(case, bodies)| (Reverse(calls(bodies)), case.name())).collect();
        about.retain(|(calls, _)| calls.0 > 0);
        about.sort();
        about.into_iter().map(|(_, name)| name).collect::<Vec<String>>()
    });
    for about in rules {
        chosen.extend(about.into_iter().take(OF_EACH_RULE));
    }
    all.into_iter().filter(|case| chosen.contains(&case.name())).collect()
}
