//! RC1003 at a call: no unknown with an origin, yet the answer may be incomplete. Must not know what other calls share the cause.

use super::super::rows::Row;
use super::case::{Case, at, no_class};
use super::deciding::answered_by;
use super::spec_entry::{Entry, EntryKind};
use crate::reflection::Problem;
use crate::result::{Finding, RuleId};

pub(super) fn incomplete(case: &Case<'_, '_, '_>, row: &Row) -> (Finding, EntryKind) {
    let brought = brought(case, row);
    // Nobody can name a class as target that is not here.
    let entry = match brought {
        Some(_) => Entry::accept(case, RuleId::RC1003, row),
        None => Entry::call(case, row),
    };
    let summary = brought.unwrap_or_else(|| {
        let (why, call) = (row.row.reasons.join("; ").replace('"', "'"), row.row.short_api());
        format!("the targets of \"{call}\" may be incomplete: {why}")
    });
    let finding = at(RuleId::RC1003, row, summary).keyed_by_method();
    answered_by(finding, case, row, entry)
}

/// What is said of classes that are on no class path, and that the program may define itself.
fn brought(case: &Case<'_, '_, '_>, row: &Row) -> Option<String> {
    let site = &case.judge.sites[&row.key?];
    let mut missing = site.problems.iter().filter_map(|problem| match *problem {
        Problem::MissingClass(name) => Some(case.judge.program.str(name)),
        _ => None,
    });
    let name = missing.next().filter(|_| site.problems.contains(&Problem::BroughtAtRunTime))?;
    let (subject, it) = match missing.next() {
        None => (no_class(name), "it"),
        Some(_) => (format!("there are no classes \"{name}\" and others on the class path"), "one of them"),
    };
    Some(format!("{subject}, unless the program defines {it} while it runs"))
}
