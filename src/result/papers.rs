//! The figures of `stats --paper`: runs of one program in several modes, and what recordings say of each. Must not know how they
//! are measured, nor which tables are made of them.

use super::run::AnalysisResult;
use super::statistics::Statistics;

/// One run of the program.
#[derive(Debug, Clone)]
pub struct PaperRun {
    /// The mode, or what is special about the run: the name of its column.
    pub name: String,
    /// Contexts of the run, and those that were asked for if these did not finish.
    pub context: String,
    pub instead_of: Option<String>,
    /// Wall time from opening the class path to the end of the solver.
    pub seconds: f64,
    /// Classes with a method that is reached.
    pub classes: u64,
    pub result: AnalysisResult,
    pub statistics: Statistics,
    /// `None` without recordings.
    pub recorded: Option<Recorded>,
}

/// What recorded runs did, and what of it an answer has.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Recorded {
    /// Targets at their calls, and those that the answer lists.
    pub targets: u64,
    pub listed: u64,
    /// Calls by reflection from the application into the application, and into other code.
    pub to_application: RecordedEdges,
    pub to_library: RecordedEdges,
    /// Those that the answer has: pairs of a method of the application and a member that a call in it may run.
    pub in_answer: u64,
}

/// Pairs of a method and one that it called by reflection.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RecordedEdges {
    /// In recordings.
    pub recorded: u64,
    /// Of these, those that the answer has not.
    pub missing: u64,
}
