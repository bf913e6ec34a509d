//! Why a run ended without a report, and the exit status that says so. Must not know what the run did.

use std::fmt;
use std::process::ExitCode;

/// A run that ended early.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The user can mend it: flags, configuration, specs, inputs.
    Usage(String),
    /// An output that cannot be written, or a fault of this program.
    Internal(String),
}

impl Failure {
    /// The exit status: 2 for wrong usage, 3 for the rest.
    pub(crate) fn status(&self) -> ExitCode {
        match self {
            Failure::Usage(_) => ExitCode::from(2),
            Failure::Internal(_) => ExitCode::from(3),
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Failure::Usage(text) | Failure::Internal(text)) = self;
        // Mistakes in files bring their own heading.
        if text.starts_with("error: ") { write!(out, "{text}") } else { write!(out, "error: {text}") }
    }
}
