//! What a family of findings looks at, and how it begins one. Must not know the families.

use super::super::rows::Row;
use super::super::tiers::Judge;
use super::super::trace::Traces;
use super::super::values::Asker;
use super::super::view::View;
use super::guessed::Guessed;
use crate::program::Program;
use crate::program::lookup::{self, ClassHint};
use crate::result::{CodeOrigin, CutKind, FindingBuilder, Related, RuleId, SiteKind};

/// What findings depend on besides the sites.
#[derive(Debug, Clone, Copy)]
pub struct Context<'c> {
    /// The module is a library: its callers are unknown.
    pub library: bool,
    pub test: bool,
    /// The spec file that advice sends new entries to.
    pub spec_file: &'c str,
}

/// The judged rows of a run, with who can be asked about them. Of a row with a `key`, `judge.sites[&key]` is the call: its
/// roles with what reaches them (`judge.values`), what it does and what failed; `View::api(key)` is the row of its API;
/// `row.judgement` says what is unknown of it; `judge.program` has classes and members.
pub(super) struct Case<'c, 'j, 'a> {
    pub(super) judge: &'c Judge<'j, 'a>,
    pub(super) traces: &'c Traces<'c, 'j, 'a>,
    pub(super) rows: &'c [Row],
    /// What variables hold, and who calls whom.
    pub(super) ask: &'c Asker<'c, 'a>,
    /// Classes of which nobody knows that they are meant.
    pub(super) guessed: &'c Guessed,
    pub(super) context: Context<'c>,
}

impl<'c> Case<'c, '_, '_> {
    /// The rows that findings are about: calls that someone wrote and that are reached, outside the JDK.
    pub(super) fn rows(&self) -> impl Iterator<Item = &'c Row> {
        self.rows
            .iter()
            .filter(|Row { row, .. }| !row.compiler_generated && row.reachable && row.origin != CodeOrigin::Jdk)
    }
}

/// A finding at a call, which rests on what the answer of the call rests on.
pub(super) fn at(rule: RuleId, row: &Row, summary: String) -> FindingBuilder {
    FindingBuilder::at_site(rule, &row.row, summary)
        .assumptions(&row.row.assumptions)
        .call(format!("{}(...)", row.row.short_api()))
}

/// A call that is part of a finding at another one.
pub(super) fn same_cause(row: &Row) -> Related {
    Related {
        site: row.row.id.clone(),
        place: row.row.place.clone(),
        message: format!("\"{}\" has the same cause", row.row.short_api()),
    }
}

/// Advice that names the nearest thing of a kind that there is; `otherwise` if nothing is near.
pub(super) fn nearest_or(near: Option<&str>, what: &str, otherwise: &str) -> String {
    near.map_or_else(|| otherwise.to_owned(), |near| format!("write \"{near}\", the nearest {what} there is"))
}

/// What is said of a class that nothing has, and what to do if nothing is near.
pub(super) fn no_class(name: &str) -> String {
    format!("there is no class \"{name}\" on the class path")
}

/// What to do about a class whose name is right.
pub(super) fn add_class(name: &str) -> String {
    format!("add \"{name}\" to the run-time class path")
}

/// What to do about the name of a class that nothing has.
pub(super) fn name_class(program: &Program, name: &str) -> String {
    let near = match lookup::class_hint(program, name) {
        Some(ClassHint::Primitive(keyword)) => {
            return format!("use {keyword}.class or the TYPE constant of its wrapper: no name gives a primitive type");
        }
        Some(ClassHint::Name(near)) => Some(near),
        None => None,
    };
    nearest_or(near.as_deref(), "name", "correct the name, or add the class to the run-time class path")
}

/// Whether a call may run code.
pub(super) fn acts(row: &Row) -> bool {
    let makes = row.key.map(View::api).is_some_and(|api| api.makes_by_name() || api.finds_providers());
    row.row.kind == SiteKind::Action || row.row.cuts.contains(&CutKind::UnmodelledApi) || makes
}
