//! Runs the engine on cases and keeps the answers: one case by itself, or many as one application where only the
//! behaviour of each site counts.

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock};

use reflection_check::base::stack::on_deep_stack;
use reflection_check::classpath::{ClassPath, ClassPathInput, ClassPathItem, Origin};
use reflection_check::config::{Analysis, Context, EntryPoints, FreeRule, Introspective, Mode};
use reflection_check::engine;
use reflection_check::export::CallGraph;
use reflection_check::pointsto::Solver;
use reflection_check::program::Program;
use reflection_check::result::AnalysisResult;
use reflection_check::spec::{self, SpecSet};

use super::edges::Edges;
use super::expectations::DEFAULT_MODES;
use super::java::Jdk;
use super::{Case, suite};

/// One run of the engine.
#[derive(Debug, Clone)]
pub(crate) struct Job<'a> {
    pub(crate) classes: Vec<&'a Path>,
    pub(crate) libraries: BTreeSet<&'a Path>,
    pub(crate) specs: Vec<&'a Path>,
    pub(crate) jdk: &'a Jdk,
    pub(crate) mode: Mode,
    pub(crate) entry: EntryPoints,
    pub(crate) context: Context,
    pub(crate) introspective: Introspective,
    pub(crate) without: Vec<FreeRule>,
    pub(crate) threads: usize,
    pub(crate) max_facts: Option<u64>,
    pub(crate) max_memory: Option<u64>,
    /// Models, rules and rounds that are switched off.
    pub(crate) disabled: Vec<String>,
    /// Seed of another order of work.
    pub(crate) shuffle: Option<u64>,
    /// Follow all members that a reflective call reaches.
    pub(crate) follow_all: bool,
}

impl<'a> Job<'a> {
    pub(crate) fn of(case: &'a Case, mode: Mode) -> Self {
        let specs = case.fixture.spec.iter().map(PathBuf::as_path).collect();
        let entry = EntryPoints::Main;
        let libraries = case.libraries().into_iter().collect();
        Self { classes: vec![&case.classes], libraries, specs, entry, ..Self::plain(case.jdk, mode) }
    }

    /// Cases of one release as one application, in the first default mode.
    pub(crate) fn of_all(cases: &[&'a Case]) -> Self {
        Self {
            classes: cases.iter().map(|case| case.classes.as_path()).collect(),
            libraries: cases.iter().flat_map(|case| case.libraries()).collect(),
            specs: cases.iter().filter_map(|case| case.fixture.spec.as_deref()).collect(),
            ..Self::plain(cases[0].jdk, default_mode())
        }
    }

    fn plain(jdk: &'a Jdk, mode: Mode) -> Self {
        Self {
            classes: Vec::new(),
            libraries: BTreeSet::new(),
            specs: Vec::new(),
            jdk,
            mode,
            entry: EntryPoints::Main,
            context: Context::default(),
            introspective: Introspective::Off,
            without: Vec::new(),
            threads: 1,
            max_facts: None,
            max_memory: None,
            disabled: Vec::new(),
            shuffle: None,
            follow_all: false,
        }
    }

    /// Analyses, by default with main methods as the only entries, so that what is not reached shows.
    pub(crate) fn run(&self) -> AnalysisResult {
        let specs = load(&self.specs);
        let options = self.options();
        self.answered(self.with_program(|program| engine::analyze(program, &specs, &options)))
    }

    /// Loads the program once, for analyses that differ in nothing that it is made of.
    pub(crate) fn loaded<T: Send>(&self, work: impl FnOnce(&Loaded<'_>) -> T + Send) -> T {
        let specs = load(&self.specs);
        self.with_program(|program| {
            let inputs = engine::Inputs::new(program, &specs);
            work(&Loaded { inputs, job: self })
        })
    }

    /// Loads the program once, for analyses that differ in their specs, which are given in place of those of the job.
    pub(crate) fn with_specs<T: Send>(&self, work: impl FnOnce(&dyn Fn(&[&Path]) -> AnalysisResult) -> T + Send) -> T {
        let options = self.options();
        self.with_program(|program| work(&|specs| self.answered(engine::analyze(program, &load(specs), &options))))
    }

    /// Analyses; the result and the call edges of the application.
    fn run_for_edges(&self) -> (AnalysisResult, Edges) {
        let specs = load(&self.specs);
        let options = self.options();
        self.with_program(|program| {
            let mut edges = Edges::default();
            let result = engine::analyze_and_look(program, &specs, &options, |solver| {
                let own = |origin| origin == Origin::Application;
                edges = Edges::of(&CallGraph::new(program, solver.heap, &solver.state, own));
            });
            (self.answered(result), edges)
        })
    }

    /// An answer to judge: that of an engine that did nothing at all would pass many checks. Where something is switched off,
    /// it may be what starts the program, and a budget may end before that.
    fn answered(&self, result: AnalysisResult) -> AnalysisResult {
        let may_be_none = !self.disabled.is_empty() || self.max_facts.or(self.max_memory).is_some();
        assert!(is_answer(&result) || may_be_none, "the engine answered nothing for {:?}", self.classes);
        result
    }

    /// Analyses and looks at the solver at its end, with a record of what the graph is made of.
    pub(crate) fn look<T: Send>(&self, look: impl FnOnce(&mut Solver<'_>) -> T + Send) -> T {
        let specs = load(&self.specs);
        let options = engine::Options { record: true, ..self.options() };
        let seen = self.with_program(|program| {
            let mut seen = None;
            engine::analyze_and_look(program, &specs, &options, |solver| seen = Some(look(solver)));
            seen
        });
        seen.expect("the engine comes to an end")
    }

    fn options(&self) -> engine::Options {
        engine::Options {
            analysis: Analysis {
                mode: self.mode,
                entry: self.entry,
                context: self.context,
                introspective: self.introspective,
                without: self.without.clone(),
                max_facts: self.max_facts,
                max_memory: self.max_memory,
                ..Analysis::default()
            },
            threads: self.threads,
            off: engine::Switches::parse(&self.disabled).expect("a name of a switch"),
            shuffle: self.shuffle,
            follow_all: self.follow_all,
            ..engine::Options::default()
        }
    }

    /// Loads the program in a thread with a deep stack.
    fn with_program<T: Send>(&self, work: impl FnOnce(&Program) -> T + Send) -> T {
        let input = ClassPathInput {
            classes: self.classes.iter().map(|path| path.to_path_buf()).collect(),
            classpath: self.libraries.iter().map(|folder| library(folder)).collect(),
            jdk_home: self.jdk.home.clone(),
            ..ClassPathInput::default()
        };
        let run = || {
            let (class_path, mut diags) = ClassPath::open(&input).expect("a fixture's class path can be opened");
            // Some fixtures are about them.
            diags.retain(|diag| diag.code != "versioned-classes");
            assert!(diags.is_empty(), "{diags:?}");
            work(&Program::new(class_path))
        };
        on_deep_stack(run).expect("a thread can be started")
    }
}

/// What fixtures share, which is in no artifact.
fn library(folder: &Path) -> ClassPathItem {
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    ClassPathItem { path: folder.to_path_buf(), id: Some(name.into_owned()), ..ClassPathItem::default() }
}

/// A program that is analysed more than once: to load the JDK, and to find what can be claimed of its code whoever runs it, is most of
/// an analysis of the fixtures, and gives the same each time.
pub(crate) struct Loaded<'l> {
    inputs: engine::Inputs<'l>,
    job: &'l Job<'l>,
}

impl Loaded<'_> {
    /// As [`Job::run`], of a job for this program.
    pub(crate) fn run(&self, job: &Job<'_>) -> AnalysisResult {
        let Self { inputs, job: own } = self;
        let is_own = job.classes == own.classes && job.specs == own.specs && job.jdk.home == own.jdk.home;
        assert!(is_own, "a job for another program");
        job.answered(inputs.analyze(&job.options()))
    }
}

/// The first mode that expectations without a mode are about.
pub(crate) fn default_mode() -> Mode {
    DEFAULT_MODES.iter().find_map(|name| Mode::parse(name)).expect("a default mode exists")
}

/// Spec files, each put in a folder of its own first: folders are what is loaded.
fn load(files: &[&Path]) -> SpecSet {
    let place = tempfile::tempdir().expect("a folder can be made");
    // Messages name the folder.
    let folder = place.path().join("reflection-specs");
    std::fs::create_dir(&folder).expect("a folder can be made");
    for (index, file) in files.iter().enumerate() {
        std::fs::copy(file, folder.join(format!("{index}.toml"))).expect("a spec file can be copied");
    }
    spec::load(&[folder], None).unwrap_or_else(|mistakes| {
        panic!("a fixture's spec is wrong: {}", mistakes.iter().map(ToString::to_string).collect::<String>())
    })
}

/// The result of a case in a mode, computed once.
pub(crate) fn of(case: &Case, mode: Mode) -> Arc<AnalysisResult> {
    whole(case, mode).0
}

/// As [`of`], under contexts written `2-obj+heap` or `2-obj+heap introspective-a`; `None` if there are none of that name.
pub(crate) fn under(case: &Case, mode: Mode, contexts: &str) -> Option<Arc<AnalysisResult>> {
    let (context, heuristic) = contexts.split_once(" introspective-").unwrap_or((contexts, "off"));
    let (context, introspective) = (Context::parse(context)?, Introspective::parse(heuristic)?);
    Some(once(case, &Job { context, introspective, ..Job::of(case, mode) }).0)
}

/// Most cases of one application: more of them meet in code of the JDK, so that fewer answers are those of each alone.
const OF_A_PART: usize = 40;

/// The result and the call edges of a part of the cases of a release as one application in a mode, computed once.
pub(crate) fn together((release, part): (u32, usize), mode: Mode) -> Answer {
    type Memo = Mutex<HashMap<(u32, usize, &'static str), Arc<OnceLock<Answer>>>>;
    static MEMO: OnceLock<Memo> = OnceLock::new();
    let cell = {
        let mut memo = MEMO.get_or_init(Memo::default).lock().expect("no thread panicked while it held this");
        Arc::clone(memo.entry((release, part, mode.name())).or_default())
    };
    let run = || {
        let cases: Vec<&Case> = suite().cases.iter().filter(|case| part_of(case) == (release, part)).collect();
        let (result, edges) = Job { mode, ..Job::of_all(&cases) }.run_for_edges();
        (Arc::new(result), Arc::new(edges))
    };
    cell.get_or_init(run).clone()
}

/// The parts of the cases of a release: each is its number.
pub(crate) fn parts(release: u32) -> std::ops::Range<usize> {
    0..suite().cases.iter().filter(|case| case.release == release).count().div_ceil(OF_A_PART)
}

/// The release of a case and its part of that: neighbours, which are about the same, are in different ones.
pub(crate) fn part_of(case: &Case) -> (u32, usize) {
    let of_release = suite().cases.iter().filter(|other| other.release == case.release);
    let before = of_release.take_while(|other| !std::ptr::eq(*other, case)).count();
    (case.release, before % parts(case.release).len())
}

/// The result and the call edges of a case in a mode, computed once.
pub(crate) fn whole(case: &Case, mode: Mode) -> Answer {
    once(case, &Job::of(case, mode))
}

/// A result and its call edges.
pub(crate) type Answer = (Arc<AnalysisResult>, Arc<Edges>);

fn once(case: &Case, job: &Job<'_>) -> Answer {
    type Memo = Mutex<HashMap<(String, [&'static str; 3]), Arc<OnceLock<Answer>>>>;
    static MEMO: OnceLock<Memo> = OnceLock::new();
    let cell = {
        let mut memo = MEMO.get_or_init(Memo::default).lock().expect("no thread panicked while it held this");
        let how = [job.mode.name(), job.context.name(), job.introspective.name()];
        Arc::clone(memo.entry((case.name(), how)).or_default())
    };
    let run = || {
        let (result, edges) = job.run_for_edges();
        (Arc::new(result), Arc::new(edges))
    };
    cell.get_or_init(run).clone()
}

fn is_answer(result: &AnalysisResult) -> bool {
    result
        .solved
        .as_ref()
        .is_some_and(|solved| !solved.rounds.is_empty() && solved.reach.application_methods_reached > 0)
}

#[test]
fn nothing_is_no_answer() {
    let result = |rounds: &str, reached: u32| -> AnalysisResult {
        let text = format!(
            r#"{{"version":2,"tool":"0","jdk":{{"feature":17,"version":"17","vendor":"v"}},"mode":"local",
            "context":"insensitive","entry":"main","library":false,
            "inputs":{{"application-classes":1,"library-jars":0,"library-classes":0}},
            "solved":{{"rounds":[{rounds}],"counters":[],
            "reach":{{"application-methods":2,"application-methods-reached":{reached},"unreached":[],"methods-reached":9}}}},
            "sites":[],"findings":[],"cuts":[],"diagnostics":[],"libraries":[],"accepts":[]}}"#
        );
        serde_json::from_str(&text).expect("a result")
    };
    let main = r#"{"kind":"main","entries":1,"methods-reached":9,"application-methods-reached":1}"#;
    assert!(is_answer(&result(main, 1)));
    assert!(!is_answer(&result(main, 0)) && !is_answer(&result("", 1)));
}
