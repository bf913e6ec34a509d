//! Puts solver, hooks and entry rounds together: a program, its specs and options in, the result out. Must not know output
//! formats, policy or files.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::classpath::Origin;
use crate::config::{self, Analysis};
use crate::entry::{Entries, EntryMode, Listed, ROUNDS, Round};
use crate::heap::{Heap, MetaTypes};
use crate::models::{self, Unmodelled};
use crate::pointsto::{Budget, Core, Model, Record, Solver, State};
use crate::program::{Program, access};
use crate::reflection::{API, Facts, Handler, Mode, Reflection};
use crate::spec::{self, SpecSet};
use crate::verdict::{
    AnalysisResult, CodeOrigin, EntryRound, InputCounts, JdkInfo, LibraryRow, RESULT_VERSION, Reach, SiteRow, Tier,
    coverage::{self, Coverage},
    cuts, findings, inventory, rows,
    tiers::Judge,
    whole,
};

/// What the engine is asked to do beyond its inputs.
#[derive(Debug, Clone, Default)]
pub struct Options {
    pub analysis: Analysis,
    /// Worker threads of the parallel parts; 0: as many as the machine has. Never changes the result.
    pub threads: usize,
    /// The application classes are tests.
    pub test: bool,
    /// Models, rules and rounds that are switched off, by name (ablation tests).
    pub disabled: Vec<String>,
    /// Keep what the graph is made of (see [`Core::record`](crate::pointsto::Core)), for who looks at the solver.
    pub record: bool,
}

/// What `Options::disabled` holds to overlook unknown inputs of calls, which must not go unnoticed.
pub const UNKNOWN_INPUTS: &str = "unknown-inputs";

/// Names of the models that `Options::disabled` may hold.
pub fn models(program: &Program) -> Vec<&'static str> {
    models::all(program, &Rc::default(), &Unmodelled::default()).iter().map(|model| model.name()).collect()
}

/// Names of the rounds of entry points that `Options::disabled` may hold.
pub fn rounds() -> Vec<&'static str> {
    ROUNDS.iter().map(|(switch, _)| *switch).collect()
}

/// Names of the rules for reflective calls that `Options::disabled` may hold, each with the classes and names of the
/// methods it answers for.
pub fn rules() -> Vec<(&'static str, Vec<(&'static str, &'static str)>)> {
    let methods = |rule: &str| {
        let rows = API.iter().filter(|api| api.handler.name() == rule);
        rows.map(|api| (api.class, api.name)).collect()
    };
    Handler::names().into_iter().map(|rule| (rule, methods(rule))).collect()
}

/// Analyses the program to its fixpoint, or to a budget, which the result then says.
pub fn analyze(program: &Program, specs: &SpecSet, options: &Options) -> AnalysisResult {
    analyze_and_look(program, specs, options, |_| ())
}

/// As [`analyze`]; `look` sees the solver when it has finished, for who wants sets and call edges instead of findings.
pub fn analyze_and_look(
    program: &Program,
    specs: &SpecSet,
    options: &Options,
    look: impl FnOnce(&mut Solver<'_>),
) -> AnalysisResult {
    let analysis = &options.analysis;
    let heap = Heap::new(meta_types(program));
    let mode = match analysis.mode {
        config::Mode::None => Mode::None,
        config::Mode::Local => Mode::Local,
        config::Mode::LivshitsPointsTo => Mode::LivshitsPointsTo,
    };
    let resolved = spec::resolve(specs, program);
    let facts = Rc::new(Facts::new(program, &heap, &resolved));
    let reflection = Reflection::new(mode, facts.clone(), &options.disabled);
    let sites = reflection.sites();
    let entry = match analysis.entry {
        config::EntryPoints::Auto => EntryMode::Auto,
        config::EntryPoints::Main => EntryMode::Main,
        config::EntryPoints::Public => EntryMode::Public,
    };
    let of_specs = |bundled: bool| {
        let mut listed = Listed::default();
        for entry in resolved.entries.iter().filter(|entry| entry.bundled == bundled) {
            listed.methods.extend(&entry.methods);
            listed.instances.extend(&entry.instances);
        }
        listed
    };
    let entries = Entries::new(program, entry, analysis.library, of_specs(false), of_specs(true));
    let entries = entries.without(&options.disabled);
    let rounds = entries.rounds();
    let unmodelled = Unmodelled::default();
    let mut all: Vec<Box<dyn Model + '_>> = vec![Box::new(reflection)];
    all.extend(models::all(program, &facts.listed, &unmodelled));
    all.retain(|model| !options.disabled.iter().any(|name| name == model.name()));
    all.push(Box::new(entries));
    let mut solver = Solver::new(program, &heap, all);
    solver.core.record = options.record.then(Record::default);
    let mut budget = Budget::default();
    budget.facts = analysis.max_facts.unwrap_or(budget.facts);
    budget.steps = analysis.max_steps.unwrap_or(budget.steps);
    solver.run(&budget);
    look(&mut solver);
    let exhausted = solver.exhausted;
    let (core, state, _models) = solver.into_parts();
    let sites = sites.borrow();
    let present = inventory::present(program, analysis.jdk_sites);
    let mut judge = Judge::new(&core, &state, &sites, &facts, mode, exhausted);
    judge.blind = options.disabled.iter().any(|name| name == UNKNOWN_INPUTS);
    let mut all_rows = rows::rows(&judge, &present);
    let coverage = coverage::check(&judge, &all_rows);
    debug_assert!(judge.blind || coverage.failures.is_empty(), "internal error: {}", coverage.failures.join("; "));
    whole::complete(&mut all_rows);
    let context =
        findings::Context { library: analysis.library, test: options.test, spec_file: specs.file_for_entries() };
    let mut found = findings::findings(&judge, &all_rows, &context);
    found.extend(resolved.problems.iter().map(spec::SpecProblem::finding));
    let unmatched = resolved.unmatched(specs, |entry| facts.is_matched(entry));
    found.extend(unmatched.iter().map(spec::SpecProblem::finding));
    let reach = reach(program, &state);
    let cuts = cuts::cuts(&judge, &all_rows, &unmodelled, &reach, &coverage);
    let site_rows: Vec<SiteRow> = all_rows.into_iter().map(|row| row.row).collect();
    let library_rows = libraries(&site_rows);
    let class_path = program.class_path();
    let jdk = class_path.jdk();
    AnalysisResult {
        version: RESULT_VERSION,
        tool: env!("CARGO_PKG_VERSION").to_owned(),
        jdk: JdkInfo { feature: jdk.feature, version: jdk.version.clone(), vendor: jdk.vendor.clone() },
        mode: analysis.mode.name().to_owned(),
        context: analysis.context.name().to_owned(),
        entry: analysis.entry.name().to_owned(),
        library: analysis.library,
        inputs: inputs(program),
        rounds: rounds.borrow().iter().map(round).collect(),
        reach,
        sites: site_rows,
        findings: found,
        cuts,
        diagnostics: program.diags(),
        libraries: library_rows,
        accepts: resolved.accepts.clone(),
        counters: counters(&core, &state, &coverage),
    }
}

fn meta_types(program: &Program) -> MetaTypes {
    let known = program.well_known();
    let named = |name: &str| program.class_type(program.class_id(program.sym(name)));
    MetaTypes {
        object: program.class_type(known.object),
        string: program.class_type(known.string),
        class: program.class_type(known.class),
        method: named("java/lang/reflect/Method"),
        field: named("java/lang/reflect/Field"),
        constructor: named("java/lang/reflect/Constructor"),
        null: program.class_type(known.object),
        object_class: known.object,
    }
}

fn inputs(program: &Program) -> InputCounts {
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
    inputs.supplied_packages = class_path.supplied_packages().collect();
    inputs.supplied_artifacts = class_path.supplied_artifacts().map(|artifact| artifact.name.clone()).collect();
    inputs.library_jars = class_path.artifacts().iter().filter(is_library).count() as u64;
    inputs
}

fn round(round: &Round) -> EntryRound {
    EntryRound {
        kind: round.kind.to_owned(),
        entries: round.entries,
        methods_reached: round.methods_reached,
        application_methods_reached: round.application_methods_reached,
    }
}

fn reach(program: &Program, state: &State) -> Reach {
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

fn counters(core: &Core<'_>, state: &State, coverage: &Coverage) -> Vec<(String, u64)> {
    let stats = core.stats();
    [
        ("reachable-methods", state.reached().count() as u64),
        ("call-edges", state.call_edge_count() as u64),
        ("facts", core.expanded_facts()),
        ("nodes", stats.nodes),
        ("edges", stats.edges),
        ("objects", stats.objects),
        ("steps", stats.steps),
        ("propagations", stats.propagations),
        ("collapsed-nodes", stats.collapsed),
        ("set-bytes", stats.set_bytes),
    ]
    .into_iter()
    .map(|(name, value)| (name.to_owned(), value))
    .chain(coverage.covered.iter().map(|(rule, sites)| (format!("covered-by-{rule}"), *sites)))
    .collect()
}

/// Calls, resolved and open ones per library.
fn libraries(rows: &[SiteRow]) -> Vec<LibraryRow> {
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
