//! What is wrong between a spec file and the program, as findings of the specification rules. Must not know how the
//! mismatch was found.

use super::model::SpecPlace;
use crate::result::{Finding, FindingBuilder, RuleId};

/// An entry that matches nothing or names a target that does not exist.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct SpecProblem {
    pub place: SpecPlace,
    /// [`UNMATCHED`], [`UNKNOWN_TARGET`] or [`NEEDLESS`].
    pub rule: RuleId,
    /// The name that has no counterpart: with the file and rule it identifies the problem, whatever line it is on.
    pub name: String,
    /// Headline without a final period; dynamic parts in double quotes.
    pub summary: String,
    /// What to do.
    pub advice: String,
}

/// The rule of an entry that matches nothing.
pub(super) const UNMATCHED: RuleId = RuleId::RC4001;
/// The rule of a target or value that does not exist.
pub(super) const UNKNOWN_TARGET: RuleId = RuleId::RC4002;

/// The rule of an entry that changes nothing.
pub(super) const NEEDLESS: RuleId = RuleId::RC4003;

impl SpecProblem {
    /// The finding that says so. It has no site: its place is in the spec file.
    pub fn finding(&self) -> Finding {
        let SpecPlace { file, line, column } = &self.place;
        let key = format!("{} {file} {}", self.rule, self.name);
        FindingBuilder::in_spec(self.rule, (file.to_string(), *line, *column), key, self.summary.clone())
            .call(&self.name)
            .advice(self.advice.clone())
            .build()
    }
}
