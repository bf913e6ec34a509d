//! The fixtures that properties of any program (rules that go missing, budgets, order, contexts) are tried on: few enough to
//! analyse them often, and with some that call the methods of each rule. To analyse many fixtures as one application takes as long
//! as there are fixtures.
//! `EVERY_FIXTURE=` takes all of them, as `./build properties` does.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use reflection_check::engine;

use super::{Case, bytecode, suite};

/// Of the fixtures that call methods which a rule for reflective calls answers for, so many that do most often: they are about it.
const OF_EACH_RULE: usize = 3;

/// So many of those are analysed together with the fixtures of all other rules.
const TOGETHER: usize = 2;

/// Fixtures about plain calls: what they need is the models.
const OF_MODELS: &str = "calls.";

/// Fixtures that need a model, a rule or a round which none of those above needs: `evaluated`, the frameworks' round, `filled`,
/// `member-type` and `parameter-types`, `url-protocol`, `resources`.
const FURTHER: [&str; 6] = [
    "AllowedByHelpers",
    "EnteredByFramework",
    "FilledByTheJvm",
    "MemberMirrors",
    "ProtocolHandlers",
    "S032ResourceTexts",
];

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
pub(crate) fn is_every() -> bool {
    ["EVERY_FIXTURE", "FIXTURES"].iter().any(|name| std::env::var_os(name).is_some())
}

/// Cases of the main release, as few as there may be.
pub(crate) fn of_each_rule() -> Vec<&'static Case> {
    if is_every() {
        return main_release().collect();
    }
    let about = |rule: Rule| rule.about.into_iter().take(TOGETHER).map(|case| case.name());
    let about: BTreeSet<String> = rules().into_iter().flat_map(about).collect();
    let named: BTreeSet<&str> =
        super::ablation::DONE_ELSEWHERE.iter().map(|(_, fixture)| *fixture).chain(FURTHER).collect();
    let is_named =
        |case: &Case| case.fixture.package.starts_with(OF_MODELS) || named.contains(case.fixture.name.as_str());
    main_release().filter(|case| about.contains(&case.name()) || is_named(case)).collect()
}

/// A rule for reflective calls.
pub(crate) struct Rule {
    pub(crate) name: &'static str,
    /// The fixtures that it is tried on.
    pub(crate) about: Vec<&'static Case>,
}

/// The rules for reflective calls, each with the fixtures that call the methods it answers for.
pub(crate) fn rules() -> Vec<Rule> {
    let bodies: Vec<_> = main_release().map(|case| (case, bytecode::methods(case))).collect();
    let rule = |(name, methods): (&'static str, Vec<(&str, &str, &str)>)| {
        let callers = bodies.iter().filter_map(|(case, bodies)| {
            let own = format!("{}/", case.fixture.package.replace('.', "/"));
            let direct = calls(bodies, |call| {
                let is_called = |&(owner, name, desc): &(&str, &str, &str)| {
                    call.owner == owner && call.name == name && (desc == "*" || call.descriptor == desc)
                };
                methods.iter().any(is_called)
            });
            let inherits = |call: &bytecode::Call| {
                call.owner.starts_with(&own) && methods.iter().any(|(_, name, _)| call.name == *name)
            };
            (direct > 0 || calls(bodies, inherits) > 0).then_some((Reverse(direct), *case))
        });
        let mut callers: Vec<(Reverse<usize>, &Case)> = callers.collect();
        // Those that call them most are about them.
        callers.sort_by_key(|(direct, case)| (*direct, case.name()));
        let tried = match callers.iter().filter(|(direct, _)| direct.0 > 0).count() {
            _ if is_every() => callers.len(),
            0 => OF_EACH_RULE,
            direct => direct.min(OF_EACH_RULE),
        };
        let is_further =
            |(direct, case): &(Reverse<usize>, &Case)| direct.0 > 0 && FURTHER.contains(&case.fixture.name.as_str());
        let is_tried = |(at, caller): &(usize, &(Reverse<usize>, &Case))| *at < tried || is_further(caller);
        let about = callers.iter().enumerate().filter(is_tried).map(|(_, (_, case))| *case).collect();
        Rule { name, about }
    };
    engine::rules().into_iter().map(rule).collect()
}

fn main_release() -> impl Iterator<Item = &'static Case> {
    suite().cases.iter().filter(|case| case.release == 17)
}

/// How many calls of these bodies are such.
fn calls(bodies: &[bytecode::Method], is_such: impl Fn(&bytecode::Call) -> bool) -> usize {
    bodies.iter().flat_map(|method| &method.calls).filter(|call| is_such(call)).count()
}
