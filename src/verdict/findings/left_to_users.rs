//! RC1004 where users of a library may add to the classes that a type or a service leaves: all of its own are listed, and theirs
//! are not here. Must not know which types these are.

use super::super::rows::Row;
use super::case::{Case, acts, at, same_cause};
use super::spec_entry::Entry;
use crate::base::FxIndexMap;
use crate::program::{MethodId, TypeId};
use crate::result::{Finding, RuleId};

/// Calls of one method with one type are one finding. What looks a class up for a call elsewhere is told there.
pub(super) fn find(case: &Case<'_, '_, '_>) -> Vec<Finding> {
    let mut causes: FxIndexMap<(MethodId, TypeId), Vec<&Row>> = FxIndexMap::default();
    for row in case.rows() {
        if let Some(ty) = row.judgement.as_ref().and_then(|judgement| judgement.left_to_users) {
            causes.entry((row.source, ty)).or_default().push(row);
        }
    }
    causes.into_iter().filter_map(|((_, ty), rows)| finding(case, ty, &rows)).collect()
}

fn finding(case: &Case<'_, '_, '_>, ty: TypeId, rows: &[&Row]) -> Option<Finding> {
    let first = rows.iter().find(|row| acts(row))?;
    let name = case.judge.program.binary_name(ty);
    let related = rows.iter().filter(|row| row.row.id != first.row.id).map(|row| same_cause(row));
    let summary = format!("users of this library may add classes that are a \"{name}\", and one of them may be meant");
    let finding = at(RuleId::RC1004, first, summary).related(related.collect()).advice(
        "nothing, if they are meant to; else let nobody extend the type: make it package-private, final or sealed",
    );
    // Each call is accepted by itself.
    let others = rows.iter().filter(|row| row.row.id != first.row.id);
    let entries = std::iter::once(first).chain(others).filter_map(|row| Entry::accept(case, RuleId::RC1004, row));
    let entries: Vec<String> = entries.map(|entry| entry.text).collect();
    Some(match entries.is_empty() {
        true => finding.build(),
        false => finding.spec_entry(entries.join("\n")).build(),
    })
}

/// Whether all that makes an answer incomplete is that users may add to it.
pub(super) fn is_left(row: &Row) -> bool {
    row.judgement.as_ref().is_some_and(|judgement| judgement.left_to_users.is_some())
}
