//! The sub-commands that analyse and judge nothing, as typed: `stats`, `coverage`, `export callgraph`. Must not know what they
//! print.

use std::path::PathBuf;

use clap::Args;

use super::flags::{ProgramFlags, Run};

/// Flags of `stats`.
#[derive(Debug, Args)]
pub(crate) struct Stats {
    #[command(flatten)]
    program: ProgramFlags,
    /// Instead: the calls and allocations without contexts whose description contains TEXT, and why
    #[arg(long, value_name = "TEXT")]
    pub(crate) why: Option<String>,
    /// Instead: run each mode, and print the tables that the papers on reflection print of a program
    #[arg(long, conflicts_with = "why")]
    pub(crate) paper: bool,
    /// With --paper: recordings of real runs (repeatable), for recall and missing calls
    #[arg(long = "record", value_name = "FILE", requires = "paper")]
    pub(crate) records: Vec<PathBuf>,
    /// As JSON
    #[arg(long, conflicts_with = "why")]
    pub(crate) json: bool,
}

/// Flags of `coverage`.
#[derive(Debug, Args)]
pub(crate) struct Coverage {
    #[command(flatten)]
    program: ProgramFlags,
    /// Whose variables are counted: application or libraries (with those of the application) [default: application]
    #[arg(long, value_name = "SCOPE", conflicts_with = "request")]
    report_scope: Option<String>,
    /// As JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Flags of `export callgraph`.
#[derive(Debug, Args)]
pub(crate) struct CallGraphArgs {
    #[command(flatten)]
    program: ProgramFlags,
    /// Whose calls are written: application, libraries (with those of the application) or all [default: application]
    #[arg(long, value_name = "SCOPE", conflicts_with = "request")]
    report_scope: Option<String>,
    /// Where the edges go (`-`: standard output) [default: -]
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Where the methods reached go, one JSON line each
    #[arg(long, value_name = "FILE")]
    methods: Option<PathBuf>,
}

impl Stats {
    /// The run whose figures are asked for.
    pub(crate) fn into_run(self) -> Run {
        self.program.into_run()
    }
}

impl Coverage {
    /// The run to compare with, over all of the code, unless that is told; and whether its contexts are told.
    pub(crate) fn into_run(self) -> (Run, bool) {
        let is_told = self.program.distinguishes_contexts();
        (Run { report_scope: self.report_scope, ..self.program.into_whole_run() }, is_told)
    }
}

impl CallGraphArgs {
    /// Where edges and methods go, and the run that finds them: over all of the code, unless that is told.
    pub(crate) fn into_run(self) -> (Option<PathBuf>, Option<PathBuf>, Run) {
        let Self { program, report_scope, output, methods } = self;
        (output, methods, Run { report_scope, ..program.into_whole_run() })
    }
}
