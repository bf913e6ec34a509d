//! RC1002: a class is loaded by a name that nothing bounds. Nobody acts on it, but its initialiser runs. Must not know what
//! other calls share the cause.

use super::super::rows::Row;
use super::case::{Case, at};
use super::deciding::{MORE, decided_by, subject};
use super::incomplete::incomplete;
use super::spec_entry::EntryKind;
use crate::base::FxIndexSet;
use crate::heap::{ObjId, ObjKind};
use crate::ir::facts::Facts;
use crate::result::{Finding, RuleId, SiteKind};

pub(super) fn unbounded(case: &Case<'_, '_, '_>, row: &Row) -> (Finding, EntryKind) {
    let Some((j, origin)) = row.judgement.as_ref().and_then(|j| Some((j, *j.origins.first()?))) else {
        return incomplete(case, row);
    };
    let subject = subject(case.judge, origin);
    let names = match j.origins.len() {
        1 => format!("{subject} names"),
        _ => format!("{subject} and {MORE} name"),
    };
    let summary = format!("{names} the class and nothing uses it: which initialiser runs is unknown");
    decided_by(at(RuleId::RC1002, row, summary), case, row, origin)
}

/// Whether the class that a class source gives is initialised (JVMS 5.5).
pub(super) fn initialises(case: &Case<'_, '_, '_>, row: &Row) -> bool {
    row.key.is_some_and(|key| case.judge.sites[&key].initialises)
}

/// Class tokens that reach an action or a look-up.
pub(super) fn consumed(case: &Case<'_, '_, '_>) -> FxIndexSet<ObjId> {
    let mut found = FxIndexSet::default();
    for row in case.rows.iter().filter(|row| row.row.kind != SiteKind::ClassSource) {
        // Where a specification lists the targets nothing is unknown, yet the class is used.
        let listed = row.key.map(|key| &case.judge.sites[&key]).filter(|site| site.specified);
        let at_listed = listed.iter().flat_map(|site| &site.roles);
        let at_listed = at_listed.flat_map(|&(_, node)| case.judge.values(node).map(|(obj, _)| obj));
        let unknown = row.judgement.iter().flat_map(|j| &j.unknown).map(|&(_, obj)| obj);
        for obj in unknown.chain(at_listed) {
            if matches!(case.judge.heap.kind(obj), ObjKind::UnknownClass { .. }) {
                found.insert(obj);
            }
        }
    }
    found
}

pub(super) fn is_used(case: &Case<'_, '_, '_>, row: &Row, consumed: &FxIndexSet<ObjId>) -> bool {
    let Some(key) = row.key else { return false };
    consumed.iter().any(|&obj| case.judge.heap.kind(obj).origin() == Some(key.site))
}

/// Whether the method goes on with the class that a class source gives it.
pub(super) fn is_kept(case: &Case<'_, '_, '_>, row: &Row) -> bool {
    let Some(site) = row.key.map(|key| &case.judge.sites[&key]) else { return false };
    let Some(body) = case.judge.body_of(site) else { return true };
    let mut statements = body.blocks.iter().flat_map(|block| &block.stmts);
    let given = statements.find(|stmt| stmt.offset == site.offset).and_then(|stmt| stmt.op.dst());
    given.is_some_and(|given| !Facts::of(body).uses(given).is_empty())
}
