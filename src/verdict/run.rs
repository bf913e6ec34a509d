//! What a run as a whole was given and did: inputs, entry rounds, reach, counters, libraries. Must not know findings.

use std::collections::{BTreeMap, BTreeSet};

use crate::base::{FxHashMap, FxHashSet};
use crate::classpath::Origin;
use crate::entry::Round;
use crate::pointsto::{Core, State};
use crate::program::{MethodId, Program, Scope, access};

use super::coverage::Coverage;
use crate::result::{
    CodeOrigin, Counter, EntryRound, InputCounts, JdkInfo, LibraryRow, MissingPackage, Reach, SiteRow, Tier, Work,
};

/// The JDK whose classes were analysed.
pub fn jdk(program: &Program) -> JdkInfo {
    let jdk = program.class_path().jdk();
    JdkInfo { feature: jdk.feature, version: jdk.version.clone(), vendor: jdk.vendor.clone() }
}

/// Classes and jars given.
pub fn inputs(program: &Program, scope: &Scope) -> InputCounts {
    let class_path = program.class_path();
    let mut inputs = InputCounts::default();
    for class in class_path.classes() {
        match class_path.origin(class) {
            Origin::Application => inputs.application_classes += 1,
            Origin::Library => inputs.library_classes += 1,
            Origin::Jdk => (),
        }
    }
    let is_library = |artifact: &&crate::classpath::Artifact| artifact.origin == Origin::Library;
    let opened = scope.open().len() as u64;
    inputs.opened_classes = (scope.is_on_demand() && opened < inputs.library_classes).then_some(opened);
    inputs.closes_jdk = scope.closes_jdk();
    inputs.opening_given_up = scope.is_given_up();
    inputs.supplied_packages = class_path.supplied_packages().collect();
    inputs.supplied_artifacts = class_path.supplied_artifacts().map(|artifact| artifact.name.clone()).collect();
    inputs.missing_packages = missing_packages(program);
    inputs.library_jars = class_path.artifacts().iter().filter(is_library).count() as u64;
    inputs
}

/// Where classes belong that constant pools of the application name and that are nowhere.
fn missing_packages(program: &Program) -> Vec<MissingPackage> {
    let (class_path, outlines) = (program.class_path(), program.outlines());
    let own = class_path.classes().filter(|&class| class_path.origin(class) == Origin::Application);
    let named = own.flat_map(|class| outlines.of(class).into_iter().flat_map(|outline| outline.mentions()));
    let missing: BTreeSet<&str> =
        named.filter(|name| class_path.find(name).is_none() && !class_path.is_supplied_name(name)).collect();
    let mut packages: BTreeMap<String, u64> = BTreeMap::new();
    for name in missing {
        let package = name.rsplit_once('/').map_or("", |(package, _)| package);
        *packages.entry(package.replace('/', ".")).or_default() += 1;
    }
    packages.into_iter().map(|(package, classes)| MissingPackage { package, classes }).collect()
}

/// A round of entry points.
pub fn round(program: &Program, round: &Round) -> EntryRound {
    let class = |method| program.binary_name(program.class_type(program.method(method).class));
    EntryRound {
        kind: round.kind,
        entries: round.entries,
        first: round.first.map(class),
        methods_reached: round.methods_reached,
        application_methods_reached: round.application_methods_reached,
    }
}

/// Methods reached, and those of the application that were not.
pub fn reach(program: &Program, state: &State) -> Reach {
    let class_path = program.class_path();
    let mut reach = Reach { methods_reached: state.reached().count() as u64, ..Reach::default() };
    for class in class_path.classes().filter(|&class| class_path.origin(class) == Origin::Application) {
        let Some(class) = program.find_class(class_path.name(class)) else { continue };
        for &method in &program.class(class).methods {
            let data = program.method(method);
            // Bridges and the like are the compiler's.
            if !data.has_code || data.access & access::SYNTHETIC != 0 {
                continue;
            }
            reach.application_methods += 1;
            if state.is_reached(method) {
                reach.application_methods_reached += 1;
            } else {
                reach.unreached.push(program.method_id(method));
            }
        }
    }
    reach.unreached.sort_unstable();
    reach
}

/// Calls inside the JDK that code outside it leads to and whose answer is incomplete. What the JVM itself starts leads to others,
/// which are no business of the program.
pub fn open_jdk_calls(program: &Program, state: &State, coverage: &Coverage) -> u64 {
    let mut callees: FxHashMap<MethodId, Vec<MethodId>> = FxHashMap::default();
    let mut led_to: FxHashSet<MethodId> = FxHashSet::default();
    for (_, caller, callee, _) in state.call_edges() {
        callees.entry(caller).or_default().push(callee);
    }
    let mut todo: Vec<MethodId> = state.reached().filter(|&method| program.origin_of(method) != Origin::Jdk).collect();
    while let Some(method) = todo.pop() {
        if led_to.insert(method) {
            todo.extend(callees.get(&method).into_iter().flatten());
        }
    }
    coverage.open_in_jdk.iter().filter(|(method, _)| led_to.contains(method)).count() as u64
}

/// Counters of the solver by name; `bytes` is what it held.
pub fn counters(core: &Core<'_>, state: &State, coverage: &Coverage, bytes: u64) -> Vec<(Counter, u64)> {
    let stats = core.stats();
    [
        (Work::ReachableMethods, state.reached().count() as u64),
        (Work::CallEdges, state.call_edge_count() as u64),
        (Work::Facts, core.expanded_facts()),
        (Work::Nodes, stats.nodes),
        (Work::Edges, stats.edges),
        (Work::Objects, stats.objects),
        (Work::Steps, stats.steps),
        (Work::Propagations, stats.propagations),
        (Work::CollapsedNodes, stats.collapsed),
        (Work::SetBytes, stats.set_bytes),
        (Work::Bytes, bytes),
    ]
    .into_iter()
    .map(|(work, value)| (Counter::Work(work), value))
    .chain(coverage.covered.iter().map(|(rule, sites)| (Counter::CoveredBy(rule.to_string()), *sites)))
    .collect()
}

/// Calls, resolved and open ones per library.
pub fn libraries(rows: &[SiteRow]) -> Vec<LibraryRow> {
    let mut table: BTreeMap<&str, LibraryRow> = BTreeMap::new();
    for row in rows.iter().filter(|row| row.origin == CodeOrigin::Library && !row.compiler_generated) {
        let entry = table.entry(&row.artifact).or_insert_with(|| LibraryRow {
            artifact: row.artifact.clone(),
            calls: 0,
            resolved: 0,
            open: 0,
        });
        entry.calls += 1;
        entry.resolved += u64::from(matches!(row.tier, Tier::Proven | Tier::Sound));
        entry.open += u64::from(row.tier == Tier::Open);
    }
    table.into_values().collect()
}
