//! What to do about a finding. Must not know findings.

use serde::{Deserialize, Serialize};

/// What to do, imperative, without a final period; empty if there is nothing to say. Where the finding has an entry to paste,
/// that is what it is done with.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Advice(String);

/// What answers for calls of which too many targets, or not all, are known.
pub const NAME_TARGETS: &str = "name the targets in a [[call]] entry";

impl Advice {
    pub fn text(&self) -> &str {
        &self.0
    }
}

impl From<String> for Advice {
    fn from(text: String) -> Self {
        Self(text)
    }
}

impl From<&str> for Advice {
    fn from(text: &str) -> Self {
        text.to_owned().into()
    }
}
