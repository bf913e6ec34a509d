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

/// An entry that leaves to who pastes it what only they know.
#[derive(Debug, Clone)]
pub enum OpenEntry<'e> {
    /// `[[source]]`: the values that a call brings in; with a key and a file of properties, those that it has there.
    Source { at: &'e str, call: &'e str, key: Option<&'e str>, ordinal: Option<u32>, file: Option<&'e str> },
    /// `[[call]]`: the targets of a reflective call, which look like `shape`.
    Call { at: &'e str, api: &'e str, ordinal: Option<u32>, shape: &'e str },
    /// `[[accept]]`: why a finding is no problem.
    Accept { at: &'e str, rule: RuleId, api: &'e str, ordinal: Option<u32> },
}

impl OpenEntry<'_> {
    /// The entry as reports print it.
    pub fn text(&self) -> String {
        match *self {
            Self::Source { at, call, key, ordinal, file } => {
                let mut text = format!("[[source]]\nat = {}\ncall = {}\n", on_one_line(at), on_one_line(call));
                let key = key.map(on_one_line);
                if let Some(key) = &key {
                    let _ = writeln!(text, "key = {key}");
                }
                text.push_str(&ordinal_key(ordinal));
                let _ = match key.zip(file) {
                    Some((key, file)) => {
                        writeln!(text, "values-from = {{ properties = {}, keys = {key} }}", on_one_line(file))
                    }
                    None => writeln!(text, "values = [\"{LEFT_OPEN}\"]"),
                };
                text
            }
            Self::Call { at, api, ordinal, shape } => {
                let head = call_head(on_one_line(at), on_one_line(api), ordinal);
                format!("{head}targets = [\"{LEFT_OPEN}\"] # as {shape}\n")
            }
            Self::Accept { at, rule, api, ordinal } => {
                accept(on_one_line(at), rule, on_one_line(api), ordinal, on_one_line(LEFT_OPEN))
            }
        }
    }
}

impl NewAccept {
    /// The entry as a spec file has it.
    pub fn text(&self) -> String {
        let mut text = accept(quoted(&self.at), self.rule, quoted(&self.api), self.ordinal, quoted(&self.reason));
        if let Some(until) = self.until {
            let _ = writeln!(text, "until = {until}");
        }
        text
    }
}

impl NewCall {
    /// The entry as a spec file has it.
    pub fn text(&self) -> String {
        let mut text = call_head(quoted(&self.at), quoted(&self.api), self.ordinal);
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

// Texts come quoted.

fn accept(at: String, rule: RuleId, api: String, ordinal: Option<u32>, reason: String) -> String {
    format!("[[accept]]\nat = {at}\nrule = \"{rule}\"\napi = {api}\n{}reason = {reason}\n", ordinal_key(ordinal))
}

fn call_head(at: String, api: String, ordinal: Option<u32>) -> String {
    format!("[[call]]\nat = {at}\napi = {api}\n{}", ordinal_key(ordinal))
}

fn ordinal_key(ordinal: Option<u32>) -> String {
    ordinal.map_or(String::new(), |ordinal| format!("ordinal = {ordinal}\n"))
}

/// A string of TOML.
pub(super) fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}

/// The same in the form that has each text on one line, as reports print it.
fn on_one_line(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c.is_control() => quoted.push_str(&format!("\\u{:04X}", u32::from(c))),
            c => quoted.push(c),
        }
    }
    quoted + "\""
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
