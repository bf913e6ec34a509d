//! What to do about a finding. Must not know findings.

use serde::{Deserialize, Serialize};

/// What to do, imperative, without a final period; empty if there is nothing to say. In `result.json` the text of one that
/// goes with an entry to paste ends in [`ENTRY_BELOW`].
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub struct Advice {
    text: String,
    with_entry: bool,
}

/// What answers for calls of which too many targets, or not all, are known.
pub const NAME_TARGETS: &str = "name the targets in a [[call]] entry";

/// How a text points to the entry that is printed under it.
pub const ENTRY_BELOW: &str = " (entry below)";

impl Advice {
    /// Paste the entry that the finding holds.
    pub fn with_entry(text: impl Into<String>) -> Self {
        Self { text: text.into(), with_entry: true }
    }

    /// What to do, whether there is an entry or not.
    pub fn text(&self) -> &str {
        &self.text
    }
}

impl From<String> for Advice {
    fn from(text: String) -> Self {
        match text.strip_suffix(ENTRY_BELOW) {
            Some(text) => Self::with_entry(text),
            None => Self { text, with_entry: false },
        }
    }
}

impl From<&str> for Advice {
    fn from(text: &str) -> Self {
        text.to_owned().into()
    }
}

impl From<Advice> for String {
    fn from(advice: Advice) -> Self {
        let below = if advice.with_entry { ENTRY_BELOW } else { "" };
        advice.text + below
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn advice_is_read_as_it_was_written() {
        let entry = Advice::with_entry("list the values in app.toml");
        let written = serde_json::to_string(&entry).expect("a string");
        assert_eq!(written, "\"list the values in app.toml (entry below)\"");
        assert_eq!(serde_json::from_str::<Advice>(&written).ok(), Some(entry));
        let plain = Advice::from("rebuild the class");
        assert_eq!((plain.text(), String::from(plain.clone())), ("rebuild the class", "rebuild the class".to_owned()));
    }
}
