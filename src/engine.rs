//! Puts solver, hooks and entry rounds together: a program, its specs and options in, the result out. Must not know output
//! formats, policy or files.

use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::rc::Rc;

use crate::config::{self, Analysis};
use crate::defensive::Claims;
use crate::entry::{Effect, Effects, Entries, Listed, ROUNDS, Rounds, enters_something, starts_nothing};
use crate::heap::{Heap, MemberKind, MetaTypes, Site};
use crate::models::{self, Calling, Unmodelled};
use crate::pointsto::context::{
    Apart, CallSites, Constants, ContextPolicy, Heuristic, Insensitive, Introspection, Introspective, Receivers,
    Selection, Selective,
};
use crate::pointsto::{Budget, Model, Record, Shuffle, Solver};
use crate::program::{MethodId, Opening, Program, Scope};
use crate::reflection::{self, ApiTable, Facts, Helpers, Reflection, RuleName, Rules, Sites, Written};
use crate::result::{ActsOn, AnalysisResult, RESULT_VERSION, RoundKind, SiteRow, Solved};
use crate::spec::{self, Fit, ResolvedSpecs, SpecEntry, SpecSet};
use crate::verdict::specified::Specified;
use crate::verdict::{
    closed, coverage, cuts, findings, inventory, rows, run, tiers::Judge, unasked, view::View, whole,
};

/// What the engine is asked to do beyond its inputs.
#[derive(Debug, Clone, Default)]
pub struct Options {
    pub analysis: Analysis,
    /// Worker threads of the parallel parts; 0: as many as the machine has. Never changes the result.
    pub threads: usize,
    /// The application classes are tests.
    pub test: bool,
    /// Models, rules and rounds that are switched off (ablation tests).
    pub off: Switches,
    /// Keep what the graph is made of (see [`Core::record`](crate::pointsto::Core)), for who looks at the solver.
    pub record: bool,
    /// Libraries of at most so many classes are opened as a whole, with 0 only the classes that are asked for; `None`: as many as
    /// pays (see [`Opening`]).
    pub small_libraries: Option<usize>,
    /// Whether inner parts of the JDK are closed until they are asked for; `None`: if that pays (see [`Opening`]).
    pub closes_jdk: Option<bool>,
    /// A round of opening that costs more is given up; `None`: what many times the round before costs.
    pub costly: Option<Budget>,
    /// No round of opening follows one that costs more; `None`: as much as pays.
    pub last: Option<Budget>,
    /// Seed of another order of work, for who shows that no answer depends on it.
    pub shuffle: Option<u64>,
    /// Follow all members that a reflective call reaches, however many: which of more than a limit are followed is a matter
    /// of order.
    pub follow_all: bool,
    /// A fault that the analysis finds in itself is a cut of the result ([`CutKind::Internal`](crate::result::CutKind)); else it
    /// panics, for tests.
    pub survives_faults: bool,
}

/// Most rounds of opening closed classes; each starts the solver anew.
const ROUNDS_OF_OPENING: usize = 6;

/// A round of opening is given up where it costs more than so many times what the one before did, and more than the least
/// (measured: up to four times as much on guice, 1.6 on beanutils; one of spring-context ends nowhere. Of small programs over
/// Guava, Spring, Guice and logback no round that cost more than 3 million facts answered more than the one before).
const ROUND: u64 = 5;
const LEAST: Budget = Budget { facts: 6_000_000, steps: 700_000, bytes: 300_000_000 };
/// After a round that cost so many times what the one before did, and more than [`VAIN`], and left as many calls open as the best, no
/// other is begun (of six Spring Boot services the rounds that followed were all given up, and took most of the time; where a chain of
/// closed calls is opened link by link, each round costs about what the one before did, and of a small program the JDK costs 1.8 million
/// facts, 230,000 steps and 160 MB).
const DEARER: u64 = 2;
const VAIN: Budget = Budget { facts: 3_000_000, steps: 400_000, bytes: 200_000_000 };
/// After a round that cost more no other is begun: each costs two to four times the one before (measured: dozer's second costs 88
/// million facts, then 170, 247 and more, for minutes; guice's third, of 145 million, is worth its fourth).
const LAST: Budget = Budget { facts: 150_000_000, steps: 8_000_000, bytes: 1_500_000_000 };

/// A look that holds at most so many bytes is kept until the next one has proven better; a larger one is done again if that is not so.
const KEPT: u64 = 400_000_000;

/// The switch that overlooks unknown inputs of calls.
pub const UNKNOWN_INPUTS: &str = "unknown-inputs";

/// Names of the models that can be switched off.
pub fn models() -> Vec<&'static str> {
    models::all(&Rc::default(), &Unmodelled::default(), &Rc::default(), &Rc::default(), false)
        .iter()
        .map(|model| model.name())
        .collect()
}

/// Names of the rounds of entry points that can be switched off.
pub fn rounds() -> Vec<&'static str> {
    ROUNDS.iter().map(|(switch, _)| *switch).collect()
}

/// Names of the rules for reflective calls that can be switched off, each with the methods it answers for.
pub fn rules() -> Vec<(&'static str, Vec<Written>)> {
    reflection::rules().into_iter().map(|(rule, methods)| (rule.text(), methods)).collect()
}

/// Whether calls of the row's method run the member or class that they are called on.
pub fn runs_its_receiver(row: &SiteRow) -> bool {
    ApiTable::get().written(&row.api).is_some_and(|api| api.runs_its_receiver())
}

/// What calls of the row's method find or act on; nothing of utilities of libraries, since what a run reached by them stands at the
/// calls of the JDK that they make.
pub fn acts_on(row: &SiteRow) -> Option<ActsOn> {
    let api = ApiTable::get().written(&row.api).filter(|api| !api.of_library)?;
    match api.acts_on_receiver().or(api.finds_members()) {
        Some(MemberKind::Method) => Some(ActsOn::Method),
        Some(MemberKind::Constructor) => Some(ActsOn::Constructor),
        Some(MemberKind::Field) => Some(ActsOn::Field),
        None if api.acts_on_receiver_class() => Some(ActsOn::Class),
        None => api.finds_providers().then_some(ActsOn::Providers),
    }
}

/// What is switched off, sorted by what it is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Switches {
    models: Vec<&'static str>,
    rounds: Vec<RoundKind>,
    rules: Vec<RuleName>,
    /// Unknown inputs of calls are overlooked, which must not go unnoticed.
    blind: bool,
}

impl Switches {
    /// What is off by names of [`models`], [`rounds`], [`rules`], and [`UNKNOWN_INPUTS`].
    ///
    /// # Errors
    /// If there is a name that nothing has: it would switch off nothing, unsaid.
    pub fn parse(names: &[String]) -> Result<Self, String> {
        let mut off = Self::default();
        if names.is_empty() {
            return Ok(off);
        }
        let (models, rules) = (models(), reflection::rules());
        for name in names {
            // The same name may switch off a model and a rule.
            let before = off.clone();
            off.models.extend(models.iter().find(|model| *model == name));
            off.rounds.extend(ROUNDS.iter().find(|(switch, _)| switch == name).map(|(_, round)| round));
            off.rules.extend(rules.keys().find(|rule| rule.text() == name));
            off.blind |= name == UNKNOWN_INPUTS;
            if off == before && name != UNKNOWN_INPUTS {
                let all = rules.keys().map(|rule| rule.text()).chain(models).chain(rounds()).chain([UNKNOWN_INPUTS]);
                let all = all.collect::<BTreeSet<_>>().into_iter().collect::<Vec<_>>().join(", ");
                return Err(format!("there is no model, rule or round of entry points \"{name}\", only {all}"));
            }
        }
        Ok(off)
    }

    fn is_nothing(&self) -> bool {
        *self == Self::default()
    }
}

/// What all analyses of one program with the same specs have in common, whatever they are asked to do: what the specs mean
/// there, and what its code does whoever runs it. Each analysis but the first costs less for it.
pub struct Inputs<'i> {
    program: &'i Program,
    specs: &'i SpecSet,
    resolved: ResolvedSpecs,
    claims: OnceCell<Claims<'i>>,
}

impl<'i> Inputs<'i> {
    pub fn new(program: &'i Program, specs: &'i SpecSet) -> Self {
        Self { program, specs, resolved: spec::resolve(specs, program, reflection::wanted), claims: OnceCell::new() }
    }

    /// Analyses the program to its fixpoint, or to a budget, which the result then says; or does not solve anything, where the
    /// class files of the application are the whole answer.
    pub fn analyze(&self, options: &Options) -> AnalysisResult {
        let run = Run::new(self, options);
        if run.asks_nothing() { run.unsolved() } else { run.solve(|_| ()) }
    }

    /// What is claimed of the program's code. Which calls have their results given is a matter of the specs alone.
    fn claims(&self, facts: &Facts, heap: &Heap) -> &Claims<'i> {
        self.claims.get_or_init(|| {
            let given = facts.given.keys().filter_map(|&site| match heap.site_data(site) {
                Site::At(method, offset) => Some((method, offset)),
                _ => None,
            });
            Claims::new(self.program, given.collect())
        })
    }
}

/// Analyses a program once (see [`Inputs::analyze`]).
pub fn analyze(program: &Program, specs: &SpecSet, options: &Options) -> AnalysisResult {
    Inputs::new(program, specs).analyze(options)
}

/// As [`analyze`], but solves in any case; `look` sees the solver when it has finished, for who wants sets and call edges instead
/// of findings.
pub fn analyze_and_look(
    program: &Program,
    specs: &SpecSet,
    options: &Options,
    look: impl FnOnce(&mut Solver<'_>),
) -> AnalysisResult {
    Run::new(&Inputs::new(program, specs), options).solve(look)
}

/// One analysis, with what it knows before anything is solved.
struct Run<'r, 'i> {
    inputs: &'r Inputs<'i>,
    options: &'r Options,
    /// Others call the program: what is public is entered in place of main methods.
    library: bool,
    present: Vec<inventory::Present>,
}

impl<'r, 'i> Run<'r, 'i> {
    fn new(inputs: &'r Inputs<'i>, options: &'r Options) -> Self {
        let analysis = &options.analysis;
        let library = analysis.library.unwrap_or_else(|| is_library(inputs.program, &inputs.resolved, options));
        let present = inventory::present(inputs.program, analysis.jdk_sites);
        Self { inputs, options, library, present }
    }

    /// Whether the class files of the application are the whole answer: nothing in it, and no entry of the user's about a call,
    /// needs the solver, and no run of it would have come to nothing.
    fn asks_nothing(&self) -> bool {
        let Self { inputs: Inputs { program, specs, .. }, options: Options { analysis, off, .. }, .. } = self;
        let by_users = specs.sources.iter().any(|entry| !entry.bundled) || specs.calls.iter().any(|call| !call.bundled);
        let enters = || match analysis.entry {
            config::EntryPoints::Auto => enters_something(program, self.library),
            config::EntryPoints::Public => enters_something(program, true),
            // What is started and what frameworks call may be nothing.
            config::EntryPoints::Main => false,
        };
        analysis.scope == config::Scope::Demand
            && off.is_nothing()
            && !by_users
            && unasked::asks_nothing(program, &self.present)
            && enters()
    }

    /// The result where nothing is solved.
    fn unsolved(self) -> AnalysisResult {
        let Inputs { program, resolved, specs, .. } = self.inputs;
        let sites = rows::closed(program, &self.present);
        let mut findings: Vec<_> = resolved.problems.iter().map(spec::SpecProblem::finding).collect();
        let without_effect =
            resolved.without_effect(specs, |_| Fit::Needless("nothing in the application is a reflective call"));
        findings.extend(without_effect.iter().map(spec::SpecProblem::finding));
        let nothing_opened = opening(program, self.options, None).nothing();
        AnalysisResult { libraries: run::libraries(&sites), sites, findings, ..self.result(&nothing_opened) }
    }

    fn solve(self, look: impl FnOnce(&mut Solver<'_>)) -> AnalysisResult {
        let Self { inputs, options, library, ref present } = self;
        let Inputs { program, specs, ref resolved, .. } = *inputs;
        let (analysis, off) = (&options.analysis, &options.off);
        let heap = Heap::new(meta_types(program));
        let rules = Rules::new(analysis.mode, &off.rules, options.follow_all);
        let facts = Rc::new(Facts::new(program, &heap, resolved));
        let claims = inputs.claims(&facts, &heap);
        let mut opening = opening(program, options, options.small_libraries);
        let mut passes = Passes {
            program,
            claims,
            heap: &heap,
            resolved,
            facts,
            rules: &rules,
            off,
            options,
            library,
            calling: Rc::new(Calling::new(inventory::calling(program, present))),
            scope: Rc::new(match analysis.scope {
                config::Scope::Demand => opening.first(program),
                config::Scope::Whole => Scope::default(),
            }),
        };
        let Pass { mut solver, sites, rounds, effects, unmodelled } = passes.refine(&mut opening);
        let (facts, scope) = (passes.facts.clone(), passes.scope.clone());
        look(&mut solver);
        let (exhausted, bytes) = (solver.exhausted, solver.bytes());
        let (core, state, _models) = solver.into_parts();
        let (sites, texts, handed) = (sites.borrow(), unmodelled.texts.borrow(), unmodelled.handed.borrow());
        let by_name = unmodelled.by_name.borrow();
        let told = (&*texts, &*handed, &*by_name);
        let view = View::new((&core, &state), &sites, &scope, &facts, (&rules, claims), exhausted, told);
        let judge = Judge::new(view, off.blind);
        let mut all_rows = rows::rows(&judge, present);
        let coverage = coverage::check(&judge, &all_rows);
        let survives = judge.blind || options.survives_faults || coverage.failures.is_empty();
        assert!(survives, "internal error: {}", coverage.failures.join("; "));
        whole::complete(&mut all_rows, &judge);
        let context = findings::Context { library, test: options.test, spec_file: specs.file_for_entries() };
        let (mut found, steps) = findings::findings(&judge, &mut all_rows, context);
        found.extend(resolved.problems.iter().map(spec::SpecProblem::finding));
        let specified = Specified::new(&judge);
        let without_effect = resolved.without_effect(specs, |entry| match (entry, facts.fit(entry)) {
            // What a budget cut short may not have come to it.
            (SpecEntry::Entry(_), _) if exhausted.is_some() => Fit::Applies,
            (SpecEntry::Entry(index), _) => effects.borrow().get(index).map_or(Fit::Applies, |&effect| done(effect)),
            (_, (Fit::Applies, sites)) => specified.needless(sites).map_or(Fit::Applies, Fit::Needless),
            (_, (fit, _)) => fit,
        });
        found.extend(without_effect.iter().map(spec::SpecProblem::finding));
        let mut reach = run::reach(program, &state);
        reach.open_jdk_calls = run::open_jdk_calls(program, &state, &coverage);
        let cuts = cuts::cuts(&judge, &all_rows, &unmodelled, &reach, &coverage);
        let site_rows: Vec<SiteRow> = all_rows.into_iter().map(|row| row.row).collect();
        let solved = Solved {
            rounds: rounds.borrow().iter().map(|round| run::round(program, round)).collect(),
            reach,
            counters: run::counters(&core, &state, &coverage, bytes),
        };
        AnalysisResult {
            solved: Some(solved),
            findings: found,
            cuts,
            libraries: run::libraries(&site_rows),
            sites: site_rows,
            steps,
            ..self.result(&scope)
        }
    }

    /// What a result says whether something was solved or not.
    fn result(&self, scope: &Scope) -> AnalysisResult {
        let analysis = &self.options.analysis;
        let Inputs { program, resolved, .. } = self.inputs;
        AnalysisResult {
            version: RESULT_VERSION,
            tool: env!("CARGO_PKG_VERSION").to_owned(),
            jdk: run::jdk(program),
            mode: analysis.mode.name().to_owned(),
            context: contexts(analysis),
            entry: analysis.entry.name().to_owned(),
            library: self.library,
            scope: analysis.scope.name().to_owned(),
            inputs: run::inputs(program, scope),
            solved: None,
            findings: Vec::new(),
            cuts: Vec::new(),
            diagnostics: program.diags(),
            libraries: Vec::new(),
            sites: Vec::new(),
            steps: Vec::new(),
            accepts: resolved.accepts.clone(),
            inputs_digest: None,
        }
    }
}

/// What the passes of one analysis have in common.
struct Passes<'p> {
    program: &'p Program,
    heap: &'p Heap,
    resolved: &'p ResolvedSpecs,
    facts: Rc<Facts>,
    rules: &'p Rules,
    claims: &'p Claims<'p>,
    off: &'p Switches,
    options: &'p Options,
    /// Others call the program: what is public is entered in place of main methods.
    library: bool,
    /// The methods of the application in which reflective calls stand, for all rounds.
    calling: Rc<Calling>,
    /// Which code is looked at.
    scope: Rc<Scope>,
}

/// A solver that ran to its end, with what its models learned.
struct Pass<'p> {
    solver: Solver<'p>,
    sites: Sites,
    rounds: Rounds,
    /// What the entries of the user's specs did.
    effects: Effects,
    unmodelled: Unmodelled,
}

/// The methods that the context `selective` tells calls of apart. Both look at bodies of their own, which the solver has or gets, too:
/// all of them together take less than a hundredth of a run, and a body that is kept for a second look takes memory for all of it.
#[derive(Default)]
struct WorthContexts {
    helpers: Helpers,
    accessors: models::Accessors,
}

impl Selection for WorthContexts {
    fn apart(&self, program: &Program, method: MethodId) -> Option<Apart> {
        if self.helpers.is_helper(program, method) {
            return Some(Apart::All);
        }
        match self.accessors.keys(program, method) {
            0 => models::is_told_apart(program, method).then_some(Apart::OutsideJdk),
            keys => Some(Apart::ByConstants(keys)),
        }
    }

    fn passed(&self, program: &Program, caller: MethodId, offset: u32) -> (u64, u64) {
        self.accessors.passed(program, caller, offset)
    }
}

/// A look into closed classes before the last one.
struct Look<'p> {
    /// How many calls of the application it left open.
    open: usize,
    scope: Rc<Scope>,
    facts: Rc<Facts>,
    /// `None` if it was too large to be kept.
    pass: Option<Pass<'p>>,
}

impl<'p> Passes<'p> {
    /// Looks into closed classes as long as open calls of the application ask for more, each time from the start: an unknown
    /// goes away only where its call is followed. A look that costs many times what the one before did is given up, and none
    /// follows one that cost much: what all mixes with all in gains no answer, and the calls that asked stay open. Where the last
    /// look leaves more of them open than one before did, that one's answer counts.
    fn refine(&mut self, opening: &mut Opening) -> Pass<'p> {
        let mut pass = self.run(None);
        if !self.scope.leaves_out(self.program) || pass.solver.exhausted.is_some() {
            return pass;
        }
        // The one that left the fewest calls open, of all before the last.
        let mut best: Option<Look<'p>> = None;
        let mut cost_before = None;
        let mut asked = self.asked(&pass);
        let mut is_answer = true;
        for _ in 0..ROUNDS_OF_OPENING {
            let open = asked.open;
            let Some(scope) = opening.open(self.program, asked.classes, asked.written, asked.jdk) else { break };
            let used = pass.solver.used();
            let is_dearer = cost_before.is_some_and(|cost: Budget| cost.times(DEARER, &VAIN).over(&used).is_some());
            cost_before = Some(used);
            let is_vain = is_dearer && best.as_ref().is_some_and(|best| open >= best.open);
            if is_vain || self.options.last.unwrap_or(LAST).over(&used).is_some() {
                self.scope = Rc::new(self.scope.giving_up());
                break;
            }
            let most = self.options.costly.unwrap_or_else(|| used.times(ROUND, &LEAST));
            if best.as_ref().is_none_or(|best| open < best.open) {
                let pass = (used.bytes <= KEPT).then_some(pass);
                best = Some(Look { open, scope: self.scope.clone(), facts: self.facts.clone(), pass });
            } else {
                drop(pass);
            }
            pass = self.again(scope, Some(most));
            if pass.solver.exhausted.is_some() {
                is_answer = false;
                break;
            }
            asked = self.asked(&pass);
            if !self.scope.leaves_out(self.program) {
                break;
            }
        }
        // Looking into the JDK for what callers of a library give only brings values of its own to the same calls. Of a program, whose
        // calls lead there, it shows what they reach.
        let closes_less = |best: &Look<'_>| best.scope.closes_jdk() && !self.scope.closes_jdk();
        let is_in_vain =
            |best: &Look<'_>| self.library && best.open == asked.open && best.pass.is_some() && closes_less(best);
        let is_better = |best: &Look<'_>| !is_answer || best.open < asked.open || is_in_vain(best);
        match best.filter(is_better) {
            Some(Look { scope, facts, pass: Some(kept), .. }) => {
                (self.scope, self.facts) = (Rc::new(scope.giving_up()), facts);
                kept
            }
            Some(Look { scope, .. }) => {
                drop(pass);
                self.again(scope.giving_up(), None)
            }
            None => pass,
        }
    }

    /// A pass over another scope.
    fn again(&mut self, scope: Scope, most: Option<Budget>) -> Pass<'p> {
        self.scope = Rc::new(scope);
        self.facts = Rc::new(Facts::new(self.program, self.heap, self.resolved));
        self.run(most)
    }

    fn asked(&self, pass: &Pass<'_>) -> closed::Asked {
        let Unmodelled { texts, handed, by_name, .. } = &pass.unmodelled;
        let (sites, texts, handed, by_name) = (pass.sites.borrow(), texts.borrow(), handed.borrow(), by_name.borrow());
        let Solver { core, state, .. } = &pass.solver;
        let view = View::new(
            (core, state),
            &sites,
            &self.scope,
            &self.facts,
            (self.rules, self.claims),
            None,
            (&texts, &handed, &by_name),
        );
        closed::asked(&Judge::new(view, self.off.blind), &pass.unmodelled.closed.borrow(), &self.scope)
    }

    /// The pass whose answer counts: the only one, or the refined one after an insensitive one that says what to refine.
    fn run(&self, most: Option<Budget>) -> Pass<'p> {
        let analysis = &self.options.analysis;
        let policy = || -> Box<dyn ContextPolicy> {
            match analysis.context {
                config::Context::Insensitive => Box::new(Insensitive),
                config::Context::Selective => Box::new(Selective::new(Box::new(WorthContexts::default()))),
                config::Context::OneCall => Box::new(CallSites { two: false, heap: false }),
                config::Context::TwoCallHeap => Box::new(CallSites { two: true, heap: true }),
                config::Context::TwoObjectHeap => Box::new(Receivers { by_type: false }),
                config::Context::TwoTypeHeap => Box::new(Receivers { by_type: true }),
            }
        };
        let heuristic = match analysis.introspective {
            _ if analysis.context == config::Context::Insensitive => return self.pass(policy(), most),
            config::Introspective::Off => return self.pass(policy(), most),
            config::Introspective::A => Heuristic::A,
            config::Introspective::B => Heuristic::B,
        };
        let constants = match analysis.introspective_preset {
            config::IntrospectivePreset::Paper => Constants::PAPER,
            config::IntrospectivePreset::Lb => Constants::LB,
        };
        let first = self.pass(Box::new(Insensitive), most);
        let (core, state) = (&first.solver.core, &first.solver.state);
        let introspection = Rc::new(Introspection::new(heuristic, constants, core, state));
        // The sets of the first pass have done their work.
        drop(first);
        let mut second = self.pass(Box::new(Introspective { inner: policy(), by: introspection.clone() }), most);
        second.solver.introspection = Some(introspection);
        second
    }

    fn pass(&self, policy: Box<dyn ContextPolicy>, most: Option<Budget>) -> Pass<'p> {
        let Passes { program, heap, options, .. } = *self;
        let analysis = &options.analysis;
        let entry = analysis.entry;
        let reflection = Reflection::new(self.rules.clone(), self.facts.clone(), self.library);
        let sites = reflection.sites();
        let has_users = self.library || entry == config::EntryPoints::Public;
        let of_specs = |bundled: bool| {
            let entries = self.resolved.entries.iter().filter(|entry| entry.bundled == bundled);
            let listed = entries.map(|entry| {
                let (instances, methods) = (entry.instances.clone(), entry.methods.clone());
                match entry.no_args {
                    true => Listed { methods, no_args: instances, ..Listed::default() },
                    false => Listed { methods, instances, ..Listed::default() },
                }
            });
            listed.collect()
        };
        let entries = Entries::new(program, entry, self.library, of_specs(false), of_specs(true));
        let entries = entries.without(&self.off.rounds);
        let (rounds, effects) = (entries.rounds(), entries.effects());
        let unmodelled = Unmodelled::default();
        let mut all: Vec<Box<dyn Model + 'p>> = vec![Box::new(reflection)];
        all.extend(models::all(&self.facts.listed, &unmodelled, &self.scope, &self.calling, has_users));
        all.retain(|model| !self.off.models.contains(&model.name()));
        all.push(Box::new(entries));
        let mut solver = Solver::new(program, heap, policy, all);
        solver.shortcuts = !analysis.without.contains(&config::FreeRule::CutShortcut);
        if !analysis.without.contains(&config::FreeRule::Containers) {
            solver.distinguish_collections(&models::collections::JdkCollections);
        }
        solver.given = self.facts.given.clone();
        solver.scope = self.scope.clone();
        solver.has_callers = has_users;
        solver.documented = models::exceptions::documented;
        solver.merged.on = !analysis.without.contains(&config::FreeRule::MergedObjects);
        solver.core.record = options.record.then(Record::default);
        solver.core.shuffle = options.shuffle.map(Shuffle::new);
        let mut budget = Budget::default();
        budget.facts = analysis.max_facts.unwrap_or(budget.facts);
        budget.steps = analysis.max_steps.unwrap_or(budget.steps);
        budget.bytes = analysis.max_memory.map_or(budget.bytes, |megabytes| megabytes.saturating_mul(1_000_000));
        solver.run(&budget, most.as_ref());
        Pass { solver, sites, rounds, effects, unmodelled }
    }
}

fn opening(program: &Program, options: &Options, small_libraries: Option<usize>) -> Opening {
    // Who wants to see the calls of the JDK wants all.
    let closes_jdk = if options.analysis.jdk_sites { Some(false) } else { options.closes_jdk };
    Opening::new(program, small_libraries, closes_jdk)
}

/// Whether nothing in the program is started: it has no main method, and no framework and no specification calls it. Tests are
/// started by whatever runs them.
fn is_library(program: &Program, resolved: &ResolvedSpecs, options: &Options) -> bool {
    let called = resolved.entries.iter().any(|entry| !entry.methods.is_empty() || !entry.instances.is_empty());
    let analysis = &options.analysis;
    let may_be = analysis.entry == config::EntryPoints::Auto && !analysis.started && !options.test;
    may_be && !called && starts_nothing(program)
}

/// How an entry for code that is called from outside fits, by what it did.
fn done(effect: Effect) -> Fit {
    match effect {
        Effect::Nothing => Fit::Nothing,
        Effect::Again => Fit::Needless("what it enters is entered without it"),
        Effect::Something => Fit::Applies,
    }
}

/// The contexts of an analysis in words, with what is switched off.
fn contexts(analysis: &Analysis) -> String {
    let mut text = analysis.context.name().to_owned();
    if analysis.introspective != config::Introspective::Off {
        text += &format!(" introspective-{}", analysis.introspective.name());
    }
    for rule in config::FreeRule::ALL.into_iter().filter(|rule| analysis.without.contains(rule)) {
        text += &format!(" without-{}", rule.name());
    }
    text
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
        handle: program.class_type(known.method_handle),
        proxy: program.class_type(known.proxy),
        null: program.class_type(known.object),
        object_class: known.object,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::reflection::Kind;

    #[test]
    fn what_is_switched_off_has_a_name() {
        let named = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
        let names = named(&["for-name", "entries-main", UNKNOWN_INPUTS]);
        let off = Switches::parse(&names).unwrap();
        assert_eq!((off.rounds, off.models), (vec![RoundKind::Main], vec![]));
        assert_eq!(off.rules.iter().map(|rule| rule.text()).collect::<Vec<_>>(), ["for-name"]);
        assert!(off.blind);
        let unknown = Switches::parse(&named(&["for-name", "for-nome"])).map(|_| ());
        let said = unknown.unwrap_err();
        let (problem, all) = said.split_once(", only ").unwrap();
        assert_eq!(problem, "there is no model, rule or round of entry points \"for-nome\"");
        let all: Vec<&str> = all.split(", ").collect();
        assert!(["entries-main", "for-name", UNKNOWN_INPUTS].iter().all(|name| all.contains(name)), "{said}");
    }

    #[test]
    fn methods_that_recordings_name_say_what_they_act_on() {
        let mut found: BTreeMap<String, Option<ActsOn>> = BTreeMap::new();
        for api in reflection::API {
            let row: SiteRow = serde_json::from_value(serde_json::json!({
                "id": "", "place": {"class": "", "method": "", "descriptor": "", "offset": 0}, "api": api.written(),
                "kind": "action", "origin": "application", "artifact": "", "reachable": true, "tier": "partial",
                "resolution": "partial", "assumptions": [], "reasons": [], "targets": [], "origins": [], "cuts": []
            }))
            .unwrap();
            let of = acts_on(&row);
            // Of the JDK's methods on members and classes the class of the method, and its name, say it.
            let member = |name: &str| match name {
                _ if name.contains("Method") => Some(ActsOn::Method),
                _ if name.contains("Constructor") => Some(ActsOn::Constructor),
                _ if name.contains("Field") => Some(ActsOn::Field),
                _ => None,
            };
            let said = match (api.class, api.kind) {
                _ if api.of_library => None,
                ("java/lang/Class", Kind::Member) => member(api.name),
                ("java/lang/Class", Kind::Action) => Some(ActsOn::Class),
                (class, Kind::Action) if class.starts_with("java/lang/reflect/") => member(class),
                _ => of.filter(|of| *of == ActsOn::Providers),
            };
            assert_eq!(of, said, "{}", api.written());
            if of.is_some() {
                // Recordings write no descriptors.
                assert_eq!(*found.entry(api.short_name()).or_insert(of), of, "{}", api.written());
            }
        }
        for of in [ActsOn::Class, ActsOn::Method, ActsOn::Constructor, ActsOn::Field, ActsOn::Providers] {
            assert!(found.values().any(|found| *found == Some(of)), "{of:?}");
        }
        assert_eq!(found.get("ServiceLoader.load"), Some(&Some(ActsOn::Providers)));
    }
}
