//! The sub-commands of `spec` as typed. Must not know what they do.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::flags::{AnalysisFlags, Inputs, Run};

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
}

const ACCEPT: &str =
    "The finding stays in the reports as accepted, and does not fail the build any more. With --until it
counts again from the day after.

Example:
  reflection-check check --classes build/classes --result result.json
  reflection-check spec accept Debug.java:48 --reason \"only used from the debugger\" --result result.json";

const VERIFY: &str =
    "Exit status: 1 if an entry has a problem at or above --fail-on, else 0; 2 if a spec file cannot be read.
An entry that is not needed is a note (RC4003), all else is a warning or an error.";

const SCAFFOLD: &str =
    "Entries in which something is to be filled in are written as comments: they do nothing until you
complete them and take the comment signs away. Entries that stand there already are not written again.";

/// The program, or what is known of it from an earlier run.
#[derive(Debug, Default, Args)]
pub(crate) struct Subject {
    /// Take inputs and analysis settings from a JSON file instead of flags (`-`: standard input)
    #[arg(long, value_name = "FILE", conflicts_with_all = ["Inputs", "AnalysisFlags", "result", "sources"])]
    request: Option<PathBuf>,
    #[command(flatten)]
    inputs: Inputs,
    #[command(flatten)]
    settings: AnalysisFlags,
    /// A file that `check --result FILE` or `analyze` wrote: without --classes, what it says is taken and nothing is
    /// analysed
    #[arg(long, value_name = "FILE")]
    result: Option<PathBuf>,
    /// Source directory (repeatable): places are named by the files in it
    #[arg(long, value_name = "DIR", num_args = 1..)]
    sources: Vec<PathBuf>,
}

impl Subject {
    pub(super) fn into_run(self) -> Run {
        let Self { request, inputs, settings, result, sources } = self;
        Run { request, inputs, settings, result, sources, ..Run::default() }
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

with_a_run!(Accept Verify Scaffold);
