//! What is wrong between a spec file and the program, as findings of the specification rules. Must not know how the
//! mismatch was found.

use super::model::SpecPlace;
use crate::result::{CodeOrigin, Finding, Place, Tier};

/// An entry that matches nothing (RC4001) or names a target that does not exist (RC4002).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct SpecProblem {
    pub place: SpecPlace,
    /// `RC4001` or `RC4002`.
    pub rule: &'static str,
    /// The name that has no counterpart: with the file and rule it identifies the problem, whatever line it is on.
    pub name: String,
    /// Headline without a final period; dynamic parts in double quotes.
    pub summary: String,
    /// What to do.
    pub advice: String,
}

/// The rule of an entry that matches nothing.
pub(super) const UNMATCHED: &str = "RC4001";
/// The rule of a target or value that does not exist.
pub(super) const UNKNOWN_TARGET: &str = "RC4002";

impl SpecProblem {
    /// The finding that says so. It has no site: its place is in the spec file.
    pub fn finding(&self) -> Finding {
        let SpecPlace { file, line, column } = &self.place;
        Finding {
            rule: self.rule.to_owned(),
            key: format!("{} {file} {}", self.rule, self.name),
            origin: CodeOrigin::Application,
            artifact: String::new(),
            site: String::new(),
            place: Place {
                class: String::new(),
                method: String::new(),
                descriptor: String::new(),
                offset: 0,
                line: None,
                file: None,
                token: None,
            },
            spec_place: Some((file.to_string(), *line, *column)),
            tier: Tier::None,
            assumptions: Vec::new(),
            certainty: None,
            summary: self.summary.clone(),
            call: self.name.clone(),
            input: None,
            advice: self.advice.clone(),
            cast: None,
            spec_entry: None,
            related: Vec::new(),
            path: Vec::new(),
            more_paths: Vec::new(),
            target_count: 0,
            targets: Vec::new(),
            origin_kind: String::new(),
            test: false,
        }
    }
}
