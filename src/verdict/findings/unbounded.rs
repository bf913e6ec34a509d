//! RC1002: a class is loaded by a name that nothing bounds. What is unknown of it reaches no action, but its initialiser runs. Must not know what
//! other calls share the cause.

use super::super::rows::Row;
use super::case::{Case, acts, at};
use super::deciding::{MORE, decided_by};
use super::incomplete::incomplete;
use super::spec_entry::EntryKind;
use super::told::{Told, told};
use crate::base::{FxHashMap, FxIndexSet};
use crate::heap::{ObjId, ObjKind, SiteId};
use crate::ir::facts::Facts;
use crate::reflection::Role;
use crate::result::{CodeOrigin, Finding, RuleId, SiteKind};

pub(super) fn unbounded(case: &Case<'_, '_, '_>, uses: &Uses, row: &Row) -> (Finding, EntryKind) {
    let Some(&origin) = row.judgement.as_ref().and_then(|j| j.origins.first()) else {
        return incomplete(case, row);
    };
    let Told { subject, input, is_alone, .. } = told(case, row, origin);
    let names = match is_alone {
        true => format!("{subject} names"),
        false => format!("{subject} and {MORE} name"),
    };
    // Behind a test or cast others are used in its place.
    let became = |key| case.judge.lazy.became(key).next().is_some();
    let is_used = uses.uses(case, row) || row.key.is_some_and(became);
    let summary = match is_used {
        true => format!("{names} the class: which initialiser runs is unknown"),
        false => {
            format!("{names} the class and nothing makes or calls anything of it: which initialiser runs is unknown")
        }
    };
    decided_by(at(RuleId::RC1002, row, summary), case, row, (origin, true), input)
}

/// Whether the class that a class source gives is initialised (JVMS 5.5).
pub(super) fn initialises(case: &Case<'_, '_, '_>, row: &Row) -> bool {
    row.key.is_some_and(|key| case.judge.sites[&key].initialises)
}

/// What calls do with classes that nobody knows.
#[derive(Default)]
pub(super) struct Uses {
    own: Reported,
    /// What is told of calls in libraries who reads about the application alone does not see.
    of_libraries: Reported,
    /// Class tokens at calls whose targets are specified.
    listed: FxIndexSet<ObjId>,
}

/// What findings tell of uses.
#[derive(Default)]
struct Reported {
    /// Class tokens that reach an action or a look-up.
    consumed: FxIndexSet<ObjId>,
    /// Those that reach what runs code.
    run: FxIndexSet<ObjId>,
    /// Where the unknowns of open calls come from that run code.
    acted_on: FxIndexSet<SiteId>,
}

impl Uses {
    /// `is_told`: whether a finding tells of what is unknown at a call.
    pub(super) fn read(case: &Case<'_, '_, '_>, is_told: impl Fn(&Row) -> bool) -> Self {
        let mut uses = Self::default();
        let is_class = |obj: &ObjId| matches!(case.judge.heap.kind(*obj), ObjKind::UnknownClass { .. });
        // By place: the classes that nobody knows in which members are looked up there.
        let mut look_ups: FxHashMap<SiteId, Vec<ObjId>> = FxHashMap::default();
        for row in case.rows.iter().filter(|row| row.row.kind == SiteKind::Member) {
            if let (Some(key), Some(judgement)) = (row.key, &row.judgement) {
                let classes = judgement.unknown.iter().map(|&(_, obj)| obj).filter(is_class);
                look_ups.entry(key.site).or_default().extend(classes);
            }
        }
        for row in case.rows.iter().filter(|row| row.row.kind != SiteKind::ClassSource) {
            // Where a specification lists the targets nothing is unknown, yet the class is used.
            let site = row.key.map(|key| &case.judge.sites[&key]).filter(|site| site.specified);
            let roles = site.iter().flat_map(|site| &site.roles);
            let listed = roles.flat_map(|&(_, node)| case.judge.values(node).map(|(obj, _)| obj));
            uses.listed.extend(listed.filter(is_class));
            let told = match row.row.origin {
                CodeOrigin::Application => &mut uses.own,
                CodeOrigin::Library | CodeOrigin::Jdk => &mut uses.of_libraries,
            };
            let Some(judgement) = row.judgement.as_ref().filter(|_| is_told(row)) else { continue };
            let unknown = || judgement.unknown.iter().map(|&(_, obj)| obj).filter(is_class);
            told.consumed.extend(unknown());
            if acts(row) {
                told.run.extend(unknown());
                told.acted_on.extend(&judgement.origins);
                // What a member that nobody knows was looked up in.
                let member = |&(_, obj): &(Role, ObjId)| match case.judge.heap.kind(obj) {
                    ObjKind::UnknownMember { site, .. } => look_ups.get(&site),
                    _ => None,
                };
                told.run.extend(judgement.unknown.iter().filter_map(member).flatten().copied());
            }
        }
        uses
    }

    /// What is told where a call of the class source's own sort of code is.
    fn told(&self, row: &Row) -> impl Iterator<Item = &Reported> {
        let of_libraries = (row.row.origin != CodeOrigin::Application).then_some(&self.of_libraries);
        [&self.own].into_iter().chain(of_libraries)
    }

    /// Whether a look-up or an action gets the class that a class source gives, and is told of.
    pub(super) fn uses(&self, case: &Case<'_, '_, '_>, row: &Row) -> bool {
        self.told(row).any(|told| any_of(case, row, &told.consumed)) || any_of(case, row, &self.listed)
    }

    /// Whether what runs code says where the class comes from, or a specification does.
    pub(super) fn says_of(&self, case: &Case<'_, '_, '_>, row: &Row) -> bool {
        let origins = row.judgement.as_ref().map(|j| &j.origins).filter(|origins| !origins.is_empty());
        let is_acted_on = |of: &SiteId| self.told(row).any(|told| told.acted_on.contains(of));
        any_of(case, row, &self.listed) || origins.is_some_and(|origins| origins.iter().all(is_acted_on))
    }

    /// Whether code of others gets the class that a class source of the application gives: it runs some of it, or is not looked at, and
    /// may make objects of it.
    pub(super) fn goes_to_others(&self, case: &Case<'_, '_, '_>, row: &Row) -> bool {
        row.row.origin == CodeOrigin::Application
            && (any_of(case, row, case.judge.handed) || any_of(case, row, &self.of_libraries.run))
    }
}

/// Whether one of the classes is what a class source gives.
fn any_of<'o>(case: &Case<'_, '_, '_>, row: &Row, classes: impl IntoIterator<Item = &'o ObjId>) -> bool {
    let Some(key) = row.key else { return false };
    let is_given = |kind: ObjKind| matches!(kind, ObjKind::UnknownClass { site, .. } if site == key.site);
    classes.into_iter().any(|&obj| is_given(case.judge.heap.kind(obj)))
}

/// Whether the method goes on with the class that a class source gives it.
pub(super) fn is_kept(case: &Case<'_, '_, '_>, row: &Row) -> bool {
    let Some(site) = row.key.map(|key| &case.judge.sites[&key]) else { return false };
    let Some(body) = case.judge.body_of(site) else { return true };
    let mut statements = body.blocks.iter().flat_map(|block| &block.stmts);
    let given = statements.find(|stmt| stmt.offset == site.offset).and_then(|stmt| stmt.op.dst());
    given.is_some_and(|given| !Facts::of(body).uses(given).is_empty())
}
