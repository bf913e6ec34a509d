//! The fixtures that properties of any program (rules that go missing, budgets, order, contexts) are tried on: few enough to
//! analyse them often, and with some that call the methods of each rule. To analyse many fixtures as one application takes as long
//! as there are fixtures.
//! `EVERY_FIXTURE=` takes all of them, as `./build properties` does.

use std::cell::OnceCell;
use std::cmp::Reverse;
use std::collections::BTreeSet;

use reflection_check::engine;

use super::{Case, bytecode, suite};
use crate::support::jdk::skip;

/// Of the fixtures that call methods which a rule for reflective calls answers for, so many that do most often: they are about it.
const OF_EACH_RULE: usize = 3;

/// The release that most fixtures are compiled for.
pub(crate) const MAIN_RELEASE: u32 = 17;

/// So many of those are analysed together with the fixtures of all other rules.
const TOGETHER: usize = 1;

/// Fixtures about plain calls: what they need is the models.
const OF_MODELS: &str = "calls.";

/// Fixtures that need a model, a rule or a round which none of those above needs: `evaluated`, the frameworks' round, `filled`,
/// `member-type` and `parameter-types`, `url-protocol`, `resources`, `read-object`.
const FURTHER: [&str; 7] = [
    "AllowedByHelpers",
    "EnteredByFramework",
    "FilledByTheJvm",
    "MemberMirrors",
    "ProtocolHandlers",
    "S032ResourceTexts",
    "S097ReadClass",
];

/// Fixtures that bring the application of all of them beyond limits: which names are followed first is first come, first served there,
/// so that another order gives another answer. Each is analysed by itself and with all others elsewhere.
const BEYOND_LIMITS: [&str; 5] =
    ["DescribedTypes", "InstantiatedBeans", "PropertyDescriptors", "RevealedHandles", "Statements"];

/// Those of [`of_each_rule`] that limits do not touch.
pub(crate) fn cases() -> Vec<&'static Case> {
    of_each_rule().into_iter().filter(|case| is_every() || !is_beyond_limits(case)).collect()
}

/// Whether with others a limit would decide what it answers.
pub(crate) fn is_beyond_limits(case: &Case) -> bool {
    BEYOND_LIMITS.contains(&case.fixture.name.as_str())
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

/// The rules for reflective calls, each with the fixtures that call the methods it answers for, which are of one release: of the main
/// one if some of that do, else of the newest. The methods of some rules are of later JDKs alone.
pub(crate) fn rules() -> Vec<Rule> {
    let releases = Releases::default();
    engine::rules().into_iter().map(|(name, methods)| Rule { name, about: releases.about(&methods) }).collect()
}

/// Class, name and descriptor (`*`: any) of a method.
type Written = (&'static str, &'static str, &'static str);

/// A case and the bodies of its methods.
type Bodies = (&'static Case, Vec<bytecode::Method>);

/// The main release, then all others from the newest on; bodies are read when they are first asked for.
struct Releases(Vec<(u32, OnceCell<Vec<Bodies>>)>);

impl Default for Releases {
    fn default() -> Self {
        let others: BTreeSet<u32> = suite().cases.iter().map(|case| case.release).collect();
        let others = others.into_iter().rev().filter(|&release| release != MAIN_RELEASE);
        Self([MAIN_RELEASE].into_iter().chain(others).map(|release| (release, OnceCell::new())).collect())
    }
}

impl Releases {
    /// The fixtures that call some of these methods, as far as a rule that answers for them is tried on them.
    fn about(&self, methods: &[Written]) -> Vec<&'static Case> {
        let read = |release| of_release(release).map(|case| (case, bytecode::methods(case))).collect();
        let mut of_each = self.0.iter().map(|(release, bodies)| about(bodies.get_or_init(|| read(*release)), methods));
        of_each.find(|about| !about.is_empty()).unwrap_or_default()
    }
}

fn about(bodies: &[Bodies], methods: &[Written]) -> Vec<&'static Case> {
    let callers = bodies.iter().filter_map(|(case, bodies)| {
        let own = format!("{}/", case.fixture.package.replace('.', "/"));
        let direct = calls(bodies, |call| {
            let is_called = |&(owner, name, desc): &Written| {
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
    callers.iter().enumerate().filter(is_tried).map(|(_, (_, case))| *case).collect()
}

fn main_release() -> impl Iterator<Item = &'static Case> {
    of_release(MAIN_RELEASE)
}

fn of_release(release: u32) -> impl Iterator<Item = &'static Case> {
    suite().cases.iter().filter(move |case| case.release == release)
}

/// How many calls of these bodies are such.
fn calls(bodies: &[bytecode::Method], is_such: impl Fn(&bytecode::Call) -> bool) -> usize {
    bodies.iter().flat_map(|method| &method.calls).filter(|call| is_such(call)).count()
}

#[test]
fn methods_of_later_jdks_are_tried_on_fixtures_of_later_releases() {
    if suite().left_out > 0 {
        return skip(&format!("no JDK 25 (set JDK25_HOME) for {} fixtures of release 25", suite().left_out));
    }
    if std::env::var_os("FIXTURES").is_some() {
        return;
    }
    let releases = Releases::default();
    // The first since JDK 21.
    for (method, is_main) in [(("java/util/List", "reversed", "*"), false), (("java/lang/Class", "forName", "*"), true)]
    {
        let about = releases.about(&[method]);
        assert!(!about.is_empty(), "{method:?}");
        assert!(about.iter().all(|case| (case.release == MAIN_RELEASE) == is_main), "{method:?}: {about:?}");
    }
}
