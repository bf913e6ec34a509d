//! Entries that are to be written, and their text. Must not know where in a file they go.

use std::fmt::Write as _;

use toml_edit::Value;

use super::super::read::LEFT_OPEN;
use crate::result::RuleId;
use crate::toml_doc::Date;

/// An `[[accept]]` entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewAccept {
    /// Source method of the call, with its parameter types.
    pub at: String,
    pub rule: RuleId,
    /// As in site ids: `Class.forName`.
    pub api: String,
    /// Only this one of several calls of the API in the method, counted from 1.
    pub ordinal: Option<u32>,
    pub reason: String,
    /// The last day it holds.
    pub until: Option<Date>,
}

/// A `[[call]]` entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewCall {
    /// Source method of the call, with its parameter types.
    pub at: String,
    /// As in site ids: `Class.forName`.
    pub api: String,
    /// Only this one of several calls of the API in the method, counted from 1.
    pub ordinal: Option<u32>,
    /// As spec files write them, in the order in which they are to stand.
    pub targets: Vec<String>,
    /// Where the targets come from.
    pub reason: String,
}

impl NewAccept {
    /// The entry as a spec file has it.
    pub fn text(&self) -> String {
        let mut text = format!("[[accept]]\nat = {}\nrule = \"{}\"\n", quoted(&self.at), self.rule);
        text.push_str(&call_keys(&self.api, self.ordinal));
        let _ = writeln!(text, "reason = {}", quoted(&self.reason));
        if let Some(until) = self.until {
            let _ = writeln!(text, "until = {until}");
        }
        text
    }
}

impl NewCall {
    /// The entry as a spec file has it.
    pub fn text(&self) -> String {
        let mut text = format!("[[call]]\nat = {}\n{}", quoted(&self.at), call_keys(&self.api, self.ordinal));
        match &self.targets[..] {
            [only] => {
                let _ = writeln!(text, "targets = [{}]", quoted(only));
            }
            several => {
                text.push_str("targets = [\n");
                for target in several {
                    let _ = writeln!(text, "    {},", quoted(target));
                }
                text.push_str("]\n");
            }
        }
        let _ = writeln!(text, "reason = {}", quoted(&self.reason));
        text
    }
}

fn call_keys(api: &str, ordinal: Option<u32>) -> String {
    let ordinal = ordinal.map_or(String::new(), |ordinal| format!("ordinal = {ordinal}\n"));
    format!("api = {}\n{ordinal}", quoted(api))
}

/// A string of TOML.
pub(super) fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}

/// An entry of a report as it is put into a file, below comment lines that say what it is about. One that leaves something to be
/// filled in is a comment itself: as an entry, the reader would refuse the file.
pub fn scaffolded(entry: &str, about: &[String]) -> String {
    let about: String = about.iter().map(|line| format!("# {line}\n")).collect();
    about + &entry_lines(entry)
}

/// The lines of [`scaffolded`] that are the entry.
pub fn entry_lines(entry: &str) -> String {
    let sign = if is_left_open(entry) { "# " } else { "" };
    entry.lines().map(|line| format!("{sign}{line}\n")).collect()
}

/// Whether an entry that a report prints leaves something to the one who pastes it. The reader of spec files refuses it until
/// that is written.
pub fn is_left_open(entry: &str) -> bool {
    entry.contains(&format!("\"{LEFT_OPEN}\""))
}
