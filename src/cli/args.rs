//! The command line as typed: sub-commands and flags, and how flags become a [`Request`]. Must not know what the values
//! mean; `config` checks them.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::{Args, Parser, Subcommand};

use crate::config::{ClassPathItem, OutputItem, PROTOCOL_VERSION, Request};

/// Finds every reflective call of a Java program, resolves it, and says how far each answer can be trusted.
#[derive(Debug, Parser)]
#[command(name = "reflection-check", disable_version_flag = true, after_help = EXIT_STATUS)]
pub(crate) struct Cli {
    /// Print the version
    #[arg(long, short = 'V')]
    pub(crate) version: bool,
    /// With --version: name, version and protocol as JSON
    #[arg(long, requires = "version")]
    pub(crate) json: bool,
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

const EXIT_STATUS: &str = "Exit status:
  0  nothing at or above the threshold (--fail-on)
  1  findings
  2  wrong usage: flags, configuration, spec files, no classes, no usable JDK
  3  internal failure, or an output that cannot be written";

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Analyse and report: `analyze` and `report` in one step
    Check(Run),
    /// Read classes, resources and specs and write result.json; never fails on findings
    Analyze(Run),
    /// Apply the policy to a result.json, write the reports and set the exit status
    Report(Run),
    /// Explain a rule (RC1001), a finding or a site of a result.json
    Explain(Explain),
    /// Print the intermediate representation of a class or method
    Ir(Ir),
    /// Analyse and write what was found for other tools
    #[command(subcommand)]
    Export(ExportKind),
    /// Analyse and print figures: what it cost, how precise it is, what contexts were left out
    Stats(Stats),
    /// List the rules
    Rules {
        /// As JSON
        #[arg(long)]
        json: bool,
    },
}

#[derive(Debug, Subcommand)]
pub(crate) enum ExportKind {
    /// The call graph, one JSON line per edge
    Callgraph(CallGraphArgs),
}

/// Flags of `stats`.
#[derive(Debug, Args)]
pub(crate) struct Stats {
    /// Take inputs and analysis settings from a JSON file instead of flags (`-`: standard input)
    #[arg(long, value_name = "FILE", conflicts_with_all = ["Inputs", "AnalysisFlags"])]
    request: Option<PathBuf>,
    #[command(flatten)]
    inputs: Inputs,
    #[command(flatten)]
    settings: AnalysisFlags,
    /// Instead: the calls and allocations without contexts whose description contains TEXT, and why
    #[arg(long, value_name = "TEXT")]
    pub(crate) why: Option<String>,
    /// As JSON
    #[arg(long, conflicts_with = "why")]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct CallGraphArgs {
    /// Take inputs and analysis settings from a JSON file instead of flags (`-`: standard input)
    #[arg(long, value_name = "FILE", conflicts_with_all = ["Inputs", "AnalysisFlags", "report-scope"])]
    request: Option<PathBuf>,
    #[command(flatten)]
    inputs: Inputs,
    #[command(flatten)]
    settings: AnalysisFlags,
    /// Whose calls are written: application, libraries (with those of the application) or all [default: application]
    #[arg(long = "report-scope", id = "report-scope", value_name = "SCOPE")]
    report_scope: Option<String>,
    /// Where the edges go (`-`: standard output) [default: -]
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Where the methods reached go, one JSON line each
    #[arg(long, value_name = "FILE")]
    methods: Option<PathBuf>,
}

/// Inputs and outputs of `check`, `analyze` and `report`.
#[derive(Debug, Default, Args)]
pub(crate) struct Run {
    /// Take everything from a JSON file instead of flags (`-`: standard input)
    #[arg(long, value_name = "FILE", exclusive = true)]
    pub(crate) request: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) inputs: Inputs,
    #[command(flatten)]
    pub(crate) settings: AnalysisFlags,
    /// Source directory (repeatable): findings point into it
    #[arg(long, value_name = "DIR", num_args = 1..)]
    sources: Vec<PathBuf>,
    /// Class literals and getClass() are sites too
    #[arg(long)]
    all_sites: bool,
    /// The result file that `analyze` writes and `report` reads
    #[arg(long, value_name = "FILE")]
    result: Option<PathBuf>,
    /// Analyse even if the result file is of the same inputs
    #[arg(long, requires = "result")]
    fresh: bool,
    /// Say from time to time what a long run is doing, even where nobody watches the terminal
    #[arg(long)]
    progress: bool,
    /// FORMAT=PATH (repeatable, `-` is standard output): text, sarif, sites or json [default: text=-]
    #[arg(long, short, value_name = "FORMAT=PATH", value_parser = parse_output)]
    output: Vec<OutputItem>,
    /// Lowest level that sets exit status 1: error, warning, note or never
    #[arg(long, value_name = "LEVEL")]
    fail_on: Option<String>,
    /// Exit status 0 even with findings
    #[arg(long)]
    exit_zero: bool,
    /// RULE=LEVEL (repeatable): error, warning, note or off
    #[arg(long, value_name = "RULE=LEVEL", value_parser = parse_level)]
    level: Vec<(String, String)>,
    /// Whose calls may be findings: application, libraries or all
    #[arg(long, value_name = "SCOPE")]
    report_scope: Option<String>,
    /// Build file: findings without a known source point to it
    #[arg(long, value_name = "FILE")]
    build_file: Option<PathBuf>,
    /// Name of the module, for the SARIF category
    #[arg(long, value_name = "NAME")]
    module: Option<String>,
    /// Name of the source set, for the SARIF category
    #[arg(long, value_name = "NAME")]
    source_set: Option<String>,
    /// The classes are tests: findings are warnings at most
    #[arg(long)]
    test: bool,
}

/// How it is analysed.
#[derive(Debug, Default, Args)]
pub(crate) struct AnalysisFlags {
    /// Configuration [default: reflection-check.toml in the project directory, if it is there]
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Folder of spec files (repeatable) [default: reflection-specs in the project directory, if it is there]
    #[arg(long, value_name = "DIR", num_args = 1..)]
    specs: Vec<PathBuf>,
    /// How much code is looked at: demand (the application, and of libraries and inner parts of the JDK what its open
    /// calls ask for) or whole [default: demand]
    #[arg(long, value_name = "SCOPE")]
    scope: Option<String>,
    /// Where execution enters: auto, main or public
    #[arg(long, value_name = "WHERE")]
    entry: Option<String>,
    /// The classes are a library: its users may call anything public or protected
    #[arg(long)]
    library: bool,
    /// How reflective calls are resolved: none, local, livshits-points-to or solar
    #[arg(long, value_name = "MODE")]
    mode: Option<String>,
    /// What tells calls of one method apart: selective, insensitive, 1-call, 2-call+heap, 2-obj+heap or 2-type+heap
    /// [default: selective]
    #[arg(long, value_name = "CONTEXT")]
    context: Option<String>,
    /// Contexts that would cost too much are left out, as a first pass without any tells: off, a or b
    #[arg(long, value_name = "HEURISTIC")]
    introspective: Option<String>,
    /// Constants of --introspective: paper or lb
    #[arg(long, value_name = "PRESET")]
    introspective_preset: Option<String>,
    /// A rule to switch off, to measure what it is worth: cut-shortcut, containers or merged-objects (repeatable)
    #[arg(long, value_name = "RULE")]
    without: Vec<String>,
    /// Budget of points-to facts
    #[arg(long, value_name = "N")]
    max_facts: Option<u64>,
    /// Budget of solver steps
    #[arg(long, value_name = "N")]
    max_steps: Option<u64>,
    /// Budget of memory that the analysis holds, in megabytes
    #[arg(long, value_name = "MB")]
    max_memory: Option<u64>,
    /// Worker threads
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Directory that keeps what was read of libraries for other runs [default: reflection-check in the user's cache
    /// directory]
    #[arg(long, value_name = "DIR", conflicts_with = "no_cache")]
    cache_dir: Option<PathBuf>,
    /// Read all libraries anew, and keep nothing of them
    #[arg(long)]
    no_cache: bool,
}

/// The program to look at.
#[derive(Debug, Default, Args)]
pub(crate) struct Inputs {
    /// Class directory or jar of the application (repeatable)
    #[arg(long, value_name = "DIR-OR-JAR", num_args = 1..)]
    classes: Vec<PathBuf>,
    /// Resource directory of the application (repeatable)
    #[arg(long, value_name = "DIR", num_args = 1..)]
    resources: Vec<PathBuf>,
    /// Run-time class path, separated as the system does
    #[arg(long, value_name = "PATH")]
    classpath: Vec<OsString>,
    /// File with one class-path entry a line: PATH or COMPONENT-ID=PATH
    #[arg(long, value_name = "FILE")]
    classpath_file: Vec<PathBuf>,
    /// Package of application classes inside library jars (repeatable)
    #[arg(long, value_name = "PACKAGE", num_args = 1..)]
    app_package: Vec<String>,
    /// Class-path entry that a container supplies at run time: its code is not looked at (repeatable)
    #[arg(long, value_name = "JAR", num_args = 1..)]
    provided: Vec<PathBuf>,
    /// Package that a container supplies at run time, jakarta.servlet.* for example (repeatable)
    #[arg(long, value_name = "PACKAGE", num_args = 1..)]
    opaque: Vec<String>,
    /// The JDK to analyse against [default: JAVA_HOME, then the java on PATH]
    #[arg(long, value_name = "DIR")]
    jdk_home: Option<PathBuf>,
    /// Java release whose view of multi-release jars is taken [default: that of the JDK]
    #[arg(long, value_name = "N")]
    jdk_release: Option<u32>,
    /// Root that reported paths are relative to [default: the working directory]
    #[arg(long, value_name = "DIR")]
    project_dir: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct Explain {
    /// Rule id or name, finding key, site id, or a position such as Reports.java:48
    pub(crate) what: String,
    /// The result.json that has the finding or site
    #[arg(long, value_name = "FILE")]
    result: Option<PathBuf>,
    /// Configuration [default: reflection-check.toml in the project directory, if it is there]
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Source directory (repeatable)
    #[arg(long, value_name = "DIR")]
    sources: Vec<PathBuf>,
    /// Root that reported paths are relative to [default: the working directory]
    #[arg(long, value_name = "DIR")]
    project_dir: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct Ir {
    /// CLASS, CLASS.METHOD or CLASS.METHOD(TYPES), by binary names
    pub(crate) what: String,
    #[command(flatten)]
    pub(crate) inputs: Inputs,
}

fn parse_output(text: &str) -> Result<OutputItem, String> {
    match text.split_once('=') {
        Some((format, path)) if !format.is_empty() && !path.is_empty() => {
            Ok(OutputItem { format: format.to_owned(), path: path.into() })
        }
        _ => Err("write FORMAT=PATH, for example sarif=build/reflection.sarif".to_owned()),
    }
}

fn parse_level(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((rule, level)) if !rule.is_empty() && !level.is_empty() => Ok((rule.to_owned(), level.to_owned())),
        _ => Err("write RULE=LEVEL, for example RC2001=note".to_owned()),
    }
}

impl Inputs {
    /// The archives that `--classpath` and `--provided` name.
    pub(crate) fn typed_archives(&self) -> Vec<PathBuf> {
        let is_archive = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "jar");
        let listed = self.classpath.iter().flat_map(std::env::split_paths);
        listed.chain(self.provided.iter().cloned()).filter(is_archive).collect()
    }

    /// Fills the input part of a request. `read` gives the text of a file.
    pub(crate) fn fill(
        self,
        request: &mut Request,
        read: impl Fn(&Path) -> Result<String, String>,
    ) -> Result<(), String> {
        request.classes = self.classes;
        request.resources = self.resources;
        for path in self.classpath {
            request.classpath.extend(
                std::env::split_paths(&path)
                    .filter(|path| !path.as_os_str().is_empty())
                    .map(|path| ClassPathItem { path, ..ClassPathItem::default() }),
            );
        }
        for file in self.classpath_file {
            let text = read(&file)?;
            request.classpath.extend(text.lines().filter_map(parse_class_path_line));
        }
        let provided = |path| ClassPathItem { path, provided: true, ..ClassPathItem::default() };
        request.classpath.extend(self.provided.into_iter().map(provided));
        request.app_packages = self.app_package;
        request.opaque = self.opaque;
        request.jdk_home = self.jdk_home;
        request.jdk_release = self.jdk_release;
        request.project_dir = self.project_dir;
        Ok(())
    }
}

/// `PATH` or `COMPONENT-ID=PATH`; a path that holds `=` is written `=PATH`. Blank lines are nothing.
fn parse_class_path_line(line: &str) -> Option<ClassPathItem> {
    let line = line.trim_end_matches('\r');
    if line.trim().is_empty() {
        return None;
    }
    Some(match line.split_once('=') {
        Some((id, path)) => {
            let id = (!id.is_empty()).then(|| id.to_owned());
            ClassPathItem { path: path.into(), id, ..ClassPathItem::default() }
        }
        None => ClassPathItem { path: line.into(), ..ClassPathItem::default() },
    })
}

impl Ir {
    /// What is asked, and the request whose class path it is looked up on.
    pub(crate) fn into_request(
        self,
        read: impl Fn(&Path) -> Result<String, String>,
    ) -> Result<(String, Request), String> {
        let mut request = Request { version: PROTOCOL_VERSION, ..Request::default() };
        self.inputs.fill(&mut request, read)?;
        Ok((self.what, request))
    }
}

impl Stats {
    /// The run whose figures are asked for.
    pub(crate) fn into_run(self) -> Run {
        Run { request: self.request, inputs: self.inputs, settings: self.settings, ..Run::default() }
    }
}

impl CallGraphArgs {
    /// Where edges and methods go, and the run that finds them: over all of the code, unless that is told.
    pub(crate) fn into_run(self) -> (Option<PathBuf>, Option<PathBuf>, Run) {
        let Self { request, inputs, mut settings, report_scope, output, methods } = self;
        if request.is_none() {
            settings.scope.get_or_insert_with(|| "whole".to_owned());
        }
        (output, methods, Run { request, inputs, settings, report_scope, ..Run::default() })
    }
}

impl Explain {
    /// What is asked, and the request of the report to look into.
    pub(crate) fn into_request(self) -> (String, Request) {
        let request = Request {
            version: PROTOCOL_VERSION,
            result: self.result,
            config: self.config,
            sources: self.sources,
            project_dir: self.project_dir,
            ..Request::default()
        };
        (self.what, request)
    }
}

impl Run {
    /// The request these flags stand for. `read` gives the text of a file named by a flag.
    pub(crate) fn into_request(self, read: impl Fn(&Path) -> Result<String, String>) -> Result<Request, String> {
        let mut request = Request {
            version: PROTOCOL_VERSION,
            config: self.settings.config,
            specs: self.settings.specs,
            sources: self.sources,
            entry: self.settings.entry,
            scope: self.settings.scope,
            library: self.settings.library.then_some(true),
            mode: self.settings.mode,
            context: self.settings.context,
            introspective: self.settings.introspective,
            introspective_preset: self.settings.introspective_preset,
            without: self.settings.without,
            all_sites: self.all_sites,
            max_facts: self.settings.max_facts,
            max_steps: self.settings.max_steps,
            max_memory: self.settings.max_memory,
            threads: self.settings.threads,
            cache_dir: self.settings.cache_dir,
            no_cache: self.settings.no_cache,
            result: self.result,
            fresh: self.fresh,
            progress: self.progress,
            outputs: self.output,
            fail_on: self.fail_on,
            exit_zero: self.exit_zero,
            levels: self.level.into_iter().collect::<BTreeMap<_, _>>(),
            report_scope: self.report_scope,
            module: self.module,
            build_file: self.build_file,
            source_set: self.source_set,
            test: self.test,
            ..Request::default()
        };
        self.inputs.fill(&mut request, read)?;
        Ok(request)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(line: &str) -> Request {
        let cli = Cli::try_parse_from(line.split(' ')).unwrap();
        let Some(Command::Analyze(run)) = cli.command else { panic!("not an analysis: {line}") };
        run.into_request(|_| Ok("org.a:b:1=lib/b.jar\r\n\nlib/c.jar\n=odd=name.jar\n".to_owned())).unwrap()
    }

    #[test]
    fn the_definition_is_consistent() {
        use clap::CommandFactory;
        Cli::command().debug_assert();
    }

    #[test]
    fn flags_become_a_request() {
        let request = request(
            "x analyze --classes a b.jar --classpath-file cp --app-package p.q --opaque q.* --provided s.jar --jdk-release 17 --library --mode local --without cut-shortcut \
             --output text=- --output sarif=o.sarif --level RC2001=note --level RC1001=off --threads 2 --fail-on never",
        );
        assert_eq!(request.classes, [PathBuf::from("a"), PathBuf::from("b.jar")]);
        let ids: Vec<_> = request.classpath.iter().map(|item| (item.id.as_deref(), item.path.to_str())).collect();
        let expected = [(Some("org.a:b:1"), "lib/b.jar"), (None, "lib/c.jar"), (None, "odd=name.jar"), (None, "s.jar")];
        assert_eq!(ids, expected.map(|(id, path)| (id, Some(path))));
        assert_eq!(request.classpath.iter().map(|item| item.provided).collect::<Vec<_>>(), [false, false, false, true]);
        assert_eq!(request.opaque, ["q.*"]);
        assert_eq!(request.without, ["cut-shortcut"]);
        assert_eq!((request.version, request.jdk_release, request.library), (1, Some(17), Some(true)));
        assert_eq!(request.outputs.len(), 2);
        assert_eq!(request.levels.len(), 2);
        assert_eq!((request.mode.as_deref(), request.fail_on.as_deref()), (Some("local"), Some("never")));
    }

    #[test]
    fn a_request_file_stands_alone() {
        let both = Cli::try_parse_from(["x", "analyze", "--request", "r.json", "--mode", "local"]);
        assert_eq!(both.unwrap_err().exit_code(), 2);
        for bad in [&["x", "analyze", "--output", "sarif"][..], &["x", "analyze", "--level", "RC1"], &["x", "drift"]] {
            assert_eq!(Cli::try_parse_from(bad).unwrap_err().exit_code(), 2);
        }
    }
}
