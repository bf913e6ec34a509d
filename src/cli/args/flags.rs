//! Flags that several sub-commands have, and how they become a [`Request`]. Must not know which sub-command takes them.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::config::{ClassPathItem, OutputItem, PROTOCOL_VERSION, Request};

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
    pub(super) sources: Vec<PathBuf>,
    /// Refused: see the field of the same name of [`Request`]
    #[arg(long, hide = true)]
    pub(super) all_sites: bool,
    /// The result file that `analyze` writes and `report` reads
    #[arg(long, value_name = "FILE")]
    pub(super) result: Option<PathBuf>,
    /// Analyse even if the result file is of the same inputs
    #[arg(long, requires = "result")]
    pub(super) fresh: bool,
    /// Say in lines what a long run is doing, as in a log, though a terminal watches
    #[arg(long)]
    pub(super) progress: bool,
    /// FORMAT=PATH (repeatable, `-` is standard output): text, sarif, sites or json [default: text=-]
    #[arg(long, short, value_name = "FORMAT=PATH", value_parser = parse_output)]
    pub(super) output: Vec<OutputItem>,
    /// Lowest level that sets exit status 1: error, warning, note or never
    #[arg(long, value_name = "LEVEL")]
    pub(super) fail_on: Option<String>,
    /// Exit status 0 even with findings
    #[arg(long)]
    pub(super) exit_zero: bool,
    /// RULE=LEVEL (repeatable): error, warning, note or off
    #[arg(long, value_name = "RULE=LEVEL", value_parser = parse_level)]
    pub(super) level: Vec<(String, String)>,
    /// Whose calls may be findings: application, libraries or all
    #[arg(long, value_name = "SCOPE")]
    pub(super) report_scope: Option<String>,
    /// Build file: findings without a known source point to it
    #[arg(long, value_name = "FILE")]
    pub(super) build_file: Option<PathBuf>,
    /// Name of the module, for the SARIF category
    #[arg(long, value_name = "NAME")]
    pub(super) module: Option<String>,
    /// Name of the source set, for the SARIF category
    #[arg(long, value_name = "NAME")]
    pub(super) source_set: Option<String>,
    /// The classes are tests: findings are warnings at most
    #[arg(long)]
    pub(super) test: bool,
}

/// How it is analysed.
#[derive(Debug, Default, Args)]
pub(crate) struct AnalysisFlags {
    /// Configuration [default: reflection-check.toml in the project directory, if it is there]
    #[arg(long, value_name = "FILE")]
    pub(super) config: Option<PathBuf>,
    /// Folder of spec files (repeatable) [default: reflection-specs in the project directory, if it is there]
    #[arg(long, value_name = "DIR", num_args = 1..)]
    pub(super) specs: Vec<PathBuf>,
    /// How much code is looked at: demand (the application, and of libraries and inner parts of the JDK what its open
    /// calls ask for) or whole [default: demand]
    #[arg(long, value_name = "SCOPE")]
    pub(super) scope: Option<String>,
    /// Where execution enters: auto, main or public
    #[arg(long, value_name = "WHERE")]
    pub(super) entry: Option<String>,
    /// The classes are a library: its users may call anything public or protected
    #[arg(long)]
    pub(super) library: bool,
    /// How reflective calls are resolved: none, local, livshits-points-to, livshits-casts, smaragdakis-substring, smaragdakis-back,
    /// smaragdakis-invent, probe, solar, tai-e-solar or union; docs/configuration.md says what for [default: solar]
    #[arg(long, value_name = "MODE")]
    pub(super) mode: Option<String>,
    /// What tells calls of one method apart: selective, insensitive, 1-call, 2-call+heap, 2-obj+heap or 2-type+heap
    /// [default: selective]
    #[arg(long, value_name = "CONTEXT")]
    pub(super) context: Option<String>,
    /// Contexts that would cost too much are left out, as a first pass without any tells: off, a or b
    #[arg(long, value_name = "HEURISTIC")]
    pub(super) introspective: Option<String>,
    /// Constants of --introspective: paper or lb
    #[arg(long, value_name = "PRESET")]
    pub(super) introspective_preset: Option<String>,
    /// A rule to switch off, to measure what it is worth: cut-shortcut, containers or merged-objects (repeatable)
    #[arg(long, value_name = "RULE")]
    pub(super) without: Vec<String>,
    /// Budget of points-to facts
    #[arg(long, value_name = "N")]
    pub(super) max_facts: Option<u64>,
    /// Budget of solver steps
    #[arg(long, value_name = "N")]
    pub(super) max_steps: Option<u64>,
    /// Budget of memory that the analysis holds, in megabytes
    #[arg(long, value_name = "MB")]
    pub(super) max_memory: Option<u64>,
    /// Worker threads
    #[arg(long, value_name = "N")]
    pub(super) threads: Option<usize>,
    /// Directory that keeps what was read of libraries for other runs [default: reflection-check in the user's cache
    /// directory]
    #[arg(long, value_name = "DIR", conflicts_with = "no_cache")]
    pub(super) cache_dir: Option<PathBuf>,
    /// Read all libraries anew, and keep nothing of them
    #[arg(long)]
    pub(super) no_cache: bool,
}

/// The program to look at.
#[derive(Debug, Default, Args)]
pub(crate) struct Inputs {
    /// Class directory or jar of the application (repeatable)
    #[arg(long, value_name = "DIR-OR-JAR", num_args = 1..)]
    pub(super) classes: Vec<PathBuf>,
    /// Resource directory of the application (repeatable)
    #[arg(long, value_name = "DIR", num_args = 1..)]
    pub(super) resources: Vec<PathBuf>,
    /// Run-time class path, separated as the system does
    #[arg(long, value_name = "PATH")]
    pub(super) classpath: Vec<OsString>,
    /// File with one class-path entry a line: PATH or COMPONENT-ID=PATH
    #[arg(long, value_name = "FILE")]
    pub(super) classpath_file: Vec<PathBuf>,
    /// Package of application classes inside library jars (repeatable)
    #[arg(long, value_name = "PACKAGE", num_args = 1..)]
    pub(super) app_package: Vec<String>,
    /// Class-path entry that a container supplies at run time: its code is not looked at (repeatable)
    #[arg(long, value_name = "JAR", num_args = 1..)]
    pub(super) provided: Vec<PathBuf>,
    /// Package that a container supplies at run time, jakarta.servlet.* for example (repeatable)
    #[arg(long, value_name = "PACKAGE", num_args = 1..)]
    pub(super) opaque: Vec<String>,
    /// The JDK to analyse against [default: JAVA_HOME, then the java on PATH]. Given again for another JDK, each call that
    /// fails on one of them alone says so
    #[arg(long, value_name = "DIR")]
    pub(super) jdk_home: Vec<PathBuf>,
    /// Java release whose view of multi-release jars is taken [default: that of the JDK]
    #[arg(long, value_name = "N")]
    pub(super) jdk_release: Option<u32>,
    /// Root that reported paths are relative to [default: the working directory]
    #[arg(long, value_name = "DIR")]
    pub(super) project_dir: Option<PathBuf>,
}

/// A program and how it is analysed, by flags or by a request in their place: what sub-commands have that judge nothing, or
/// not only that.
#[derive(Debug, Default, Args)]
pub(crate) struct ProgramFlags {
    /// Take inputs and analysis settings from a JSON file instead of flags (`-`: standard input)
    #[arg(long, value_name = "FILE", conflicts_with_all = ["Inputs", "AnalysisFlags"])]
    request: Option<PathBuf>,
    #[command(flatten)]
    inputs: Inputs,
    #[command(flatten)]
    pub(super) settings: AnalysisFlags,
}

pub(super) fn parse_output(text: &str) -> Result<OutputItem, String> {
    match text.split_once('=') {
        Some((format, path)) if !format.is_empty() && !path.is_empty() => {
            Ok(OutputItem { format: format.to_owned(), path: path.into() })
        }
        _ => Err("write FORMAT=PATH, for example sarif=build/reflection.sarif".to_owned()),
    }
}

pub(super) fn parse_level(text: &str) -> Result<(String, String), String> {
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
        let mut homes = self.jdk_home.into_iter();
        request.jdk_home = homes.next();
        request.other_jdk_homes = homes.collect();
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

impl ProgramFlags {
    /// Whether somebody says which contexts to use: a request may.
    pub(super) fn distinguishes_contexts(&self) -> bool {
        self.settings.context.is_some() || self.request.is_some()
    }

    pub(super) fn into_run(self) -> Run {
        let Self { request, inputs, settings } = self;
        Run { request, inputs, settings, ..Run::default() }
    }

    /// As [`into_run`](Self::into_run), over all of the code unless that is told.
    pub(super) fn into_whole_run(mut self) -> Run {
        if self.request.is_none() {
            self.settings.scope.get_or_insert_with(|| "whole".to_owned());
        }
        self.into_run()
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
