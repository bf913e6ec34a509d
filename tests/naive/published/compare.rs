//! Compares the two answers, call by call. Must not apply rules.
//!
//! What the engine may do and the papers do not, each named where it is allowed:
//!
//! - *More*: where a program uses an object or a method that nobody knows, the papers' rules drop what comes of it, and the engine
//!   follows it (`rules::loses_something`). In such programs its answer contains that of the paper; in all others it is the same.
//! - *Not inferred, but flagged*: I-InvS2T and L-Inv (docs/analysis.md, Modes). A call that they have a target for says that its
//!   answer is incomplete.
//! - *At the call alone*: what a paper infers at a call it puts into the variable, where other calls find it; the engine keeps it to
//!   that call. Its answer is among that of the paper.
//! - *Stricter*: calls are flagged though the paper's criterion holds; it is never the other way round.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use reflection_check::classpath::{ClassPath, ClassPathInput, Origin};
use reflection_check::config::{Analysis, Context, EntryPoints, FreeRule, Mode};
use reflection_check::engine::{self, Options};
use reflection_check::program::Program as Classes;
use reflection_check::result::{AnalysisResult, Assumption, SiteRow, Target};
use reflection_check::spec::SpecSet;

use super::programs::{Program, Stmt};
use super::random::generate;
use super::rules::{self, Answer, At, Switches, Votes};
use crate::naive::random::{fail, seed};
use crate::support::java;
use crate::support::jdk::jdk17;

const PROGRAMS: u64 = 120;

const LIVSHITS: Switches =
    Switches { casts: false, receivers: false, signatures: false, inject: false, votes: Votes::None, invents: false };
const PROBE: Switches = Switches { receivers: true, ..LIVSHITS };
const SOLAR: Switches = Switches { casts: true, ..PROBE };
/// The modes and what they are compared with. Names are whole here: `smaragdakis-substring` has nothing to add.
const MODES: [(Mode, Switches); 9] = [
    (Mode::LivshitsPointsTo, LIVSHITS),
    (Mode::LivshitsCasts, Switches { votes: Votes::SameMethod, ..LIVSHITS }),
    (Mode::SmaragdakisSubstring, LIVSHITS),
    (Mode::SmaragdakisBack, Switches { votes: Votes::Anywhere, ..LIVSHITS }),
    (Mode::SmaragdakisInvent, Switches { invents: true, ..LIVSHITS }),
    (Mode::Probe, PROBE),
    (Mode::Solar, SOLAR),
    (Mode::TaiESolar, Switches { votes: Votes::AtMaking, ..PROBE }),
    (Mode::Union, Switches { votes: Votes::Anywhere, ..SOLAR }),
];
/// All that Solar infers, for the one call; and where the paper has it, `inject=var`.
const SOLAR_IN_FULL: Switches = Switches { signatures: true, ..SOLAR };
const SOLAR_AS_PRINTED: Switches = Switches { inject: true, ..SOLAR_IN_FULL };

pub(crate) fn check() {
    let dir = tempfile::tempdir().expect("a folder can be made");
    let made = write(dir.path());
    let home = jdk17();
    let sources: Vec<PathBuf> =
        made.iter().map(|program| dir.path().join(&program.package).join("Main.java")).collect();
    let classes = dir.path().join("classes");
    let sources: Vec<&Path> = sources.iter().map(PathBuf::as_path).collect();
    java::javac(&home, &["-nowarn", "-Xmaxerrs", "10"], &sources, &classes);
    let input = ClassPathInput { classes: vec![classes], jdk_home: home, ..ClassPathInput::default() };
    let (class_path, _) = ClassPath::open(&input).expect("the classes can be opened");
    let world = Classes::new(class_path);

    let mut failures = Vec::new();
    for (mode, switches) in MODES {
        let (result, reached) = analyze(&world, mode);
        let mut comparing = Comparing { mode, counts: Counts::default(), failures: Vec::new() };
        for program in &made {
            let found = Engine::of_package(&result, &reached, &program.package);
            let expected = rules::solve(program, switches);
            comparing.compare(program, &expected, &found, rules::loses_something(program, &expected, switches));
            if mode == Mode::Solar {
                comparing.flagged(program, &expected, &found);
                let printed = rules::solve(program, SOLAR_AS_PRINTED);
                comparing.among(program, &printed, &found, rules::loses_something(program, &printed, SOLAR_AS_PRINTED));
            }
        }
        println!("{}: {:?}", mode.name(), comparing.counts);
        let counts = &comparing.counts;
        assert!(counts.exact_calls > 500 && counts.targets > 1_000 && counts.unsound > 10, "too little is compared");
        failures.extend(comparing.failures);
    }
    if !failures.is_empty() {
        fail(&failures, dir);
    }
}

fn write(dir: &Path) -> Vec<Program> {
    let make = |number| {
        let mut program = generate(&format!("p{number}"), seed() * 1_000_003 + number);
        let folder = dir.join(&program.package);
        std::fs::create_dir(&folder).expect("a folder can be made");
        std::fs::write(folder.join("Main.java"), program.text()).expect("a source can be written");
        program
    };
    (0..PROGRAMS).map(make).collect()
}

/// Without contexts, and without what tells objects apart at no cost: the papers' analyses have neither.
fn analyze(world: &Classes, mode: Mode) -> (AnalysisResult, BTreeSet<String>) {
    let without = vec![FreeRule::CutShortcut, FreeRule::Containers, FreeRule::MergedObjects];
    let (context, entry) = (Context::Insensitive, EntryPoints::Main);
    let analysis = Analysis { mode, context, entry, without, ..Analysis::default() };
    let options = Options { analysis, threads: 1, ..Options::default() };
    let mut reached = BTreeSet::new();
    let result = engine::analyze_and_look(world, &SpecSet::default(), &options, |solver| {
        for method in solver.state.reached() {
            if world.class(world.method(method).class).origin == Origin::Application {
                reached.insert(world.method_id(method));
            }
        }
    });
    (result, reached)
}

/// What the engine says of one program.
struct Engine<'r> {
    /// By API and line, of which each has one call.
    rows: BTreeMap<(&'r str, u32), &'r SiteRow>,
    reached: BTreeSet<String>,
}

impl<'r> Engine<'r> {
    fn of_package(result: &'r AnalysisResult, reached: &BTreeSet<String>, package: &str) -> Self {
        let prefix = format!("{package}.");
        let rows = result.sites.iter().filter(|row| row.place.class.starts_with(&prefix));
        Self {
            rows: rows.map(|row| ((row.short_api(), row.place.line.unwrap_or_default()), row)).collect(),
            reached: reached.iter().filter(|id| id.starts_with(&prefix)).map(|id| short(id)).collect(),
        }
    }

    fn row(&self, program: &Program, at: At) -> Option<&'r SiteRow> {
        let (method, number) = at;
        let api = match &program.methods[method].body[number] {
            Stmt::ForName(..) => "Class.forName",
            Stmt::GetMethod(..) => "Class.getMethod",
            Stmt::NewInstance(..) => "Class.newInstance",
            Stmt::Invoke(..) => "Method.invoke",
            _ => return None,
        };
        let line = program.methods[method].line + number as u32;
        Some(self.rows.get(&(api, line)).unwrap_or_else(|| panic!("no {api} in line {line} of {}", program.package)))
    }
}

/// `p.A.m0(java.lang.Object)` or `p.A.m0(Ljava/lang/Object;)...` to `p.A.m0(1)`.
fn short(id: &str) -> String {
    let (name, types) = id.split_once('(').unwrap_or((id, ")"));
    format!("{name}({})", usize::from(!types.starts_with(')')))
}

/// Classes and methods of the program among the targets.
fn listed(row: &SiteRow, package: &str) -> BTreeSet<String> {
    let name = |target: &Target| match (&target.member, &target.descriptor) {
        (Some(member), Some(descriptor)) if member != "<init>" => {
            short(&format!("{}.{member}{descriptor}", target.class))
        }
        _ => target.class.clone(),
    };
    let prefix = format!("{package}.");
    row.targets.iter().filter(|target| target.class.starts_with(&prefix)).map(name).collect()
}

#[derive(Debug, Default)]
struct Counts {
    /// Calls of the API, and those of them in programs where the answers must be the same.
    calls: usize,
    exact_calls: usize,
    targets: usize,
    /// Of `Method.invoke`: the paper's criterion does not hold; it does, and the engine flags the call.
    unsound: usize,
    stricter: usize,
    /// Targets that the engine does not infer, and flags the call; those that `inject=var` has besides.
    only_flagged: usize,
    only_printed: usize,
}

struct Comparing {
    mode: Mode,
    counts: Counts,
    failures: Vec<String>,
}

impl Comparing {
    fn failed(&mut self, what: &str) {
        self.failures.push(format!("{}: {what}", self.mode.name()));
    }

    fn compare(&mut self, program: &Program, expected: &Answer, found: &Engine<'_>, may_exceed: bool) {
        for method in 1..program.methods.len() {
            let name = program.method_name(method);
            match (expected.reached.contains(&method), found.reached.contains(&name)) {
                (true, false) => self.failed(&format!("the engine does not reach {name}")),
                (false, true) if !may_exceed => self.failed(&format!("only the engine reaches {name}")),
                _ => {}
            }
        }
        for at in calls(program, expected) {
            let Some(row) = found.row(program, at) else { continue };
            let listed = listed(row, &program.package);
            let wanted = expected.targets.get(&at).cloned().unwrap_or_default();
            self.counts.calls += 1;
            self.counts.exact_calls += usize::from(!may_exceed);
            self.counts.targets += listed.len();
            if !listed.is_superset(&wanted) || !may_exceed && listed != wanted {
                let (id, tier) = (&row.id, row.tier);
                self.failed(&format!("{id}: {listed:?}, {tier:?}, and the paper has {wanted:?}"));
            }
            let Stmt::Invoke(_, m, y, _) = &program.methods[at.0].body[at.1] else { continue };
            let (sound, flagged) = (rules::is_sound(expected, at, *m, *y), row.tier.is_incomplete());
            self.counts.unsound += usize::from(!sound);
            self.counts.stricter += usize::from(sound && flagged);
            if !sound && !flagged {
                self.failed(&format!("{}: {:?}, and the paper's criterion does not hold", row.id, row.tier));
            }
        }
    }

    /// No target that the paper infers is missing in silence: where a rule has one at once the call is flagged, where one comes of
    /// that the answer rests on the other calls.
    fn flagged(&mut self, program: &Program, expected: &Answer, found: &Engine<'_>) {
        for at in calls(program, expected) {
            let step = rules::step(program, expected, at, SOLAR_IN_FULL);
            self.lacks(program, &step, found, |row| row.tier.is_incomplete());
        }
        let full = rules::solve(program, SOLAR_IN_FULL);
        let some = found.rows.values().any(|row| row.reachable && row.tier.is_incomplete());
        self.lacks(program, &full, found, |row| {
            row.tier.is_incomplete() || some && (!row.reachable || row.assumptions.contains(&Assumption::OtherCalls))
        });
    }

    /// Calls that lack a target of the paper and do not say so.
    fn lacks(&mut self, program: &Program, paper: &Answer, found: &Engine<'_>, is_said: impl Fn(&SiteRow) -> bool) {
        for (&at, targets) in &paper.targets {
            let Some(row) = found.row(program, at) else { continue };
            let listed = listed(row, &program.package);
            let more = targets.difference(&listed).count();
            self.counts.only_flagged += more;
            if more > 0 && !is_said(row) {
                self.failed(&format!("{}: {listed:?}, {:?}, and the paper has {targets:?}", row.id, row.tier));
            }
        }
    }

    /// What the engine infers for one call the paper infers for the variable.
    fn among(&mut self, program: &Program, printed: &Answer, found: &Engine<'_>, may_exceed: bool) {
        for at in calls(program, printed).into_iter().filter(|_| !may_exceed) {
            let Some(row) = found.row(program, at) else { continue };
            let (listed, all) = (listed(row, &program.package), printed.targets.get(&at).cloned().unwrap_or_default());
            self.counts.only_printed += all.difference(&listed).count();
            if !all.is_superset(&listed) {
                self.failed(&format!("{}: {listed:?}, and the printed rules have only {all:?}", row.id));
            }
        }
    }
}

/// The statements of the methods that an answer reaches.
fn calls(program: &Program, answer: &Answer) -> Vec<At> {
    let numbers = |&method: &usize| (0..program.methods[method].body.len()).map(move |number| (method, number));
    answer.reached.iter().flat_map(numbers).collect()
}
