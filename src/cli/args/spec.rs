//! The sub-commands of `spec`, and `drift`, as typed. Must not know what they do.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use super::flags::{ProgramFlags, Run, parse_level, parse_output};
use crate::config::OutputItem;

#[derive(Debug, Subcommand)]
pub(crate) enum SpecCommand {
    /// Accept a finding: write an entry that says why it is no problem
    #[command(after_help = ACCEPT)]
    Accept(Accept),
    /// Check each entry of the spec files: does it take effect, is it wrong, is it needed
    #[command(after_help = VERIFY)]
    Verify(Verify),
    /// Write entries to fill in for the calls whose targets nobody knows, those first on which most answers rest
    #[command(after_help = SCAFFOLD)]
    Scaffold(Scaffold),
    /// Write entries for what recorded runs reached at calls whose targets are not all known
    #[command(after_help = FROM_RECORD)]
    FromRecord(FromRecord),
    /// Write entries for what files of other tools say
    #[command(after_help = IMPORT)]
    Import(Import),
}

const ACCEPT: &str =
    "The finding stays in the reports as accepted, and does not fail the build any more. With --until it
counts again from the day after.

Example:
  reflection-check check --classes build/classes --result result.json
  reflection-check spec accept Debug.java:48 --reason \"only used from the debugger\" --result result.json";

const VERIFY: &str =
    "Exit status: 1 if an entry has a problem at or above --fail-on, else 0; 2 if a spec file cannot be read.
An entry that is not needed is a note (RC4003), all else is a warning or an error.

With --record, it is also compared with what the recorder of reflection-check or TamiFlex wrote down while the program
ran (RC4004).";

const SCAFFOLD: &str =
    "Entries in which something is to be filled in are written as comments: they do nothing until you
complete them and take the comment signs away. Entries that stand there already are not written again.";

const FROM_RECORD: &str =
    "A recording is the table that the recorder of reflection-check writes (recorder/README.md), or a TamiFlex log.
Targets that the answers have already need no entry. An entry that is there for the same call gets the targets that it
lacks. A run shows what happened, and not all that can: see whether the lists are complete.

Example:
  java -javaagent:reflection-check-recorder-0.1.0.jar=out=record.tsv -jar app.jar
  reflection-check spec from-record record.tsv --classes app.jar";

const IMPORT: &str = "Formats:
  tamiflex  refl.log: a line for each reflective call of a run
  graalvm   reachability-metadata.json or reflect-config.json: what may be reached in a native image. It does not say by
            which call: the entries list all that fits the kind of the call
  livshits  lines such as: loadImpl() @ 43 InetAddress.java:1231 => java.net.Inet4AddressImpl";

/// The program, or what is known of it from an earlier run.
#[derive(Debug, Default, Args)]
pub(crate) struct Subject {
    #[command(flatten)]
    program: ProgramFlags,
    /// A file that `check --result FILE` or `analyze` wrote: without --classes, what it says is taken and nothing is
    /// analysed
    #[arg(long, value_name = "FILE", conflicts_with = "request")]
    result: Option<PathBuf>,
    /// Source directory (repeatable): places are named by the files in it
    #[arg(long, value_name = "DIR", num_args = 1.., conflicts_with = "request")]
    sources: Vec<PathBuf>,
}

impl Subject {
    pub(super) fn into_run(self) -> Run {
        Run { result: self.result, sources: self.sources, ..self.program.into_run() }
    }
}

#[derive(Debug, Args)]
pub(crate) struct Accept {
    /// The finding: its key, the id of its call, or a position such as Debug.java:48
    pub(crate) what: String,
    /// Why it is no problem
    #[arg(long, value_name = "TEXT")]
    pub(crate) reason: String,
    /// The last day it is accepted, for example 2027-06-30 [default: no end]
    #[arg(long, value_name = "DATE")]
    pub(crate) until: Option<String>,
    /// The rule, where several findings are at one place
    #[arg(long, value_name = "RULE")]
    pub(crate) rule: Option<String>,
    /// The spec file to change [default: the first of the spec folder, or app.toml in it]
    #[arg(long, value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
    #[command(flatten)]
    subject: Subject,
}

#[derive(Debug, Args)]
pub(crate) struct Verify {
    /// A recording of a real run (repeatable): an entry that does not list what the run reached is said to be wrong
    #[arg(long, value_name = "FILE")]
    pub(crate) record: Vec<PathBuf>,
    /// Lowest level that sets exit status 1
    #[arg(long, value_name = "LEVEL", default_value = "warning", value_parser = ["error", "warning", "note", "never"])]
    pub(crate) fail_on: String,
    #[command(flatten)]
    subject: Subject,
}

#[derive(Debug, Args)]
pub(crate) struct Scaffold {
    /// The spec file to change (`-`: print the entries) [default: the first of the spec folder, or app.toml in it]
    #[arg(long, value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
    #[command(flatten)]
    subject: Subject,
}

#[derive(Debug, Args)]
pub(crate) struct FromRecord {
    /// Recordings (`-`: standard input)
    #[arg(required = true, value_name = "RECORD")]
    pub(crate) records: Vec<PathBuf>,
    /// The spec file to change [default: the first of the spec folder, or app.toml in it]
    #[arg(long, value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
    #[command(flatten)]
    subject: Subject,
}

#[derive(Debug, Args)]
pub(crate) struct Import {
    /// What the files are
    #[arg(long, value_name = "FORMAT")]
    pub(crate) format: ImportForm,
    /// Files to read (`-`: standard input)
    #[arg(required = true, value_name = "IMPORTED")]
    pub(crate) files: Vec<PathBuf>,
    /// The spec file to change [default: the first of the spec folder, or app.toml in it]
    #[arg(long, value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
    #[command(flatten)]
    subject: Subject,
}

/// Files of other tools.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ImportForm {
    Tamiflex,
    Graalvm,
    Livshits,
}

/// Flags of `drift`.
#[derive(Debug, Args)]
pub(crate) struct Drift {
    /// Recordings (`-`: standard input)
    #[arg(required = true, value_name = "RECORD")]
    pub(crate) records: Vec<PathBuf>,
    /// FORMAT=PATH (repeatable, `-` is standard output): text, sarif, sites or json [default: text=-]
    #[arg(long, short, value_name = "FORMAT=PATH", value_parser = parse_output)]
    pub(crate) output: Vec<OutputItem>,
    /// Lowest level that sets exit status 1: error, warning, note or never
    #[arg(long, value_name = "LEVEL", conflicts_with = "request")]
    fail_on: Option<String>,
    /// Exit status 0 even with findings
    #[arg(long, conflicts_with = "request")]
    exit_zero: bool,
    /// RULE=LEVEL (repeatable): error, warning, note or off
    #[arg(long, value_name = "RULE=LEVEL", value_parser = parse_level, conflicts_with = "request")]
    level: Vec<(String, String)>,
    /// Whose calls are compared: application, libraries (with those of the application) or all [default: libraries]
    #[arg(long, value_name = "SCOPE", conflicts_with = "request")]
    report_scope: Option<String>,
    #[command(flatten)]
    subject: Subject,
}

impl Drift {
    pub(crate) fn scope_is_given(&self) -> bool {
        self.subject.program.settings.scope.is_some()
    }

    pub(crate) fn report_scope_is_given(&self) -> bool {
        self.report_scope.is_some()
    }

    /// The run whose result is compared.
    pub(crate) fn take_run(&mut self) -> Run {
        Run {
            fail_on: self.fail_on.take(),
            exit_zero: self.exit_zero,
            level: std::mem::take(&mut self.level),
            report_scope: self.report_scope.take(),
            ..std::mem::take(&mut self.subject).into_run()
        }
    }
}

/// Takes the run apart from what the sub-command itself needs.
macro_rules! with_a_run {
    ($($name:ident)*) => {$(
        impl $name {
            /// The run whose result it works on.
            pub(crate) fn take_run(&mut self) -> Run {
                std::mem::take(&mut self.subject).into_run()
            }
        }
    )*};
}

with_a_run!(Accept Verify Scaffold FromRecord Import);
