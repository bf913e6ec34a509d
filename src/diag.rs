//! Problems that do not stop a run, as data. Owns what a diagnostic is; must not know how one is shown.

use serde::{Deserialize, Serialize};

/// How much a diagnostic weakens the report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Severity {
    /// Worth knowing, no answer depends on it.
    Note,
    /// Part of the input could not be used; answers that depend on it say so.
    Warning,
}

/// One problem with the input. `code` is stable and kebab-case (`unreadable-class`, `missing-classpath-entry`, ...).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Diag {
    pub code: String,
    pub severity: Severity,
    /// Where: an artifact id or a path as the user gave it, with `!/entry` for a jar entry; never an absolute path made by us.
    pub place: String,
    /// 1-based line and column in `place`, where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<(u32, u32)>,
    pub message: String,
}

impl Diag {
    pub fn warning(code: &str, place: impl Into<String>, message: impl Into<String>) -> Self {
        Self {
            code: code.to_owned(),
            severity: Severity::Warning,
            place: place.into(),
            position: None,
            message: message.into(),
        }
    }

    pub fn note(code: &str, place: impl Into<String>, message: impl Into<String>) -> Self {
        Self { severity: Severity::Note, ..Self::warning(code, place, message) }
    }
}
