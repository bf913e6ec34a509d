//! What an analysis left out. Must not know how it came to that.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::place::{CodeOrigin, Place};
use crate::base::choices;

choices! {
    /// Why something was left out; in the order of the names, by which the cuts of a result are sorted.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum CutKind {
        /// The analysis ended before its fixpoint.
        Budget = "budget",
        /// A class of the application cannot be used.
        DamagedClass = "damaged-class",
        /// More meets at a call than is followed.
        FanOut = "fan-out",
        /// A fault of the analysis itself.
        Internal = "internal",
        /// Nothing that starts the application is known.
        NoEntry = "no-entry",
        /// A method is larger than the analysis can read.
        TooLarge = "too-large",
        /// A method of the reflective API has no model.
        UnmodelledApi = "unmodelled-api",
        /// What links an invokedynamic instruction has no model.
        UnmodelledBootstrap = "unmodelled-bootstrap",
        /// A native method has no model.
        UnmodelledNative = "unmodelled-native",
    }
}

impl CutKind {
    /// A budget or a limit was reached: more could be said of the program than was looked at.
    pub fn gives_up(self) -> bool {
        matches!(self, CutKind::Budget | CutKind::FanOut)
    }
}

impl fmt::Display for CutKind {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}

/// Something that was cut off, not modelled or not readable, and where. A cut in application code, or of the whole run
/// (no origin), becomes an RC1003 finding in `report` unless there is one at its place already; that the budget was used up
/// becomes one at the calls it touched.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Cut {
    pub kind: CutKind,
    pub what: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
    /// Whose code it is in; `None` if it concerns the run as a whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<CodeOrigin>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_sorted_and_written_by_name() {
        assert!(CutKind::NAMES.is_sorted());
        for kind in CutKind::ALL {
            assert_eq!(serde_json::to_value(kind).ok(), Some(kind.name().into()));
        }
    }
}
