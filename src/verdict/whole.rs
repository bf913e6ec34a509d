//! What only all rows together tell: which answers rest on the open ones, and which look-ups an action's targets come from.
//! Must not know findings.

use crate::base::{FxHashMap, FxHashSet, FxIndexMap};

use super::delegation;
use super::rows::Row;
use super::tiers::Judge;
use super::view::View;
use crate::classpath::Origin;
use crate::models;
use crate::program::ClassId;
use crate::reflection::Effect;
use crate::result::{Assumption, Contributor, SiteKind, Target, Tier, may_be_incomplete};

/// Fewest targets of an action whose contributors are named.
const MANY: usize = 20;
/// Most look-ups named for one action.
const CONTRIBUTORS: usize = 5;

/// Completes rows with what the others say.
pub fn complete(rows: &mut [Row], judge: &Judge<'_, '_>) {
    rest_on_other_calls(rows);
    if writes_by_offset(judge) {
        assume(rows, Assumption::NoUnsafeWrites);
    }
    name_contributors(rows);
    delegation::mark(rows, judge);
    for row in rows {
        row.row.may_be_many |= is_of_one_class(judge, row);
    }
}

/// Whether an answer is complete and all of it are members of one class, its own and inherited ones: no look-up could be narrower than the
/// list of them, which is as long as the class is.
fn is_of_one_class(view: &View<'_, '_>, row: &Row) -> bool {
    let Some(key) = row.key.filter(|_| matches!(row.row.tier, Tier::Proven | Tier::Sound)) else { return false };
    let program = view.program;
    let class_of = |effect: &Effect| match *effect {
        Effect::Method(method) => Some(program.method(method).class),
        Effect::Field(field) => Some(program.field(field).class),
        _ => None,
    };
    let Some(classes) = view.sites[&key].effects.iter().map(class_of).collect::<Option<FxHashSet<ClassId>>>() else {
        return false;
    };
    classes.iter().any(|&class| classes.iter().all(|&above| program.is_subclass(class, above)))
}

/// Whether code outside the JDK writes references through `Unsafe`: by numbers, which nobody follows. They are taken to be those
/// that it asked for.
fn writes_by_offset(view: &View<'_, '_>) -> bool {
    view.state.call_edges().any(|(_, caller, callee, _)| {
        view.program.origin_of(caller) != Origin::Jdk && models::writes_by_offset(view.program, callee)
    })
}

/// The criterion for a sound answer is a theorem about whole programs (Solar 2015, section 3; docs/analysis.md, Criterion):
/// while a reached call is open or partial, or something was cut, the others rest on the assumption that it runs no code that
/// contributes to them.
fn rest_on_other_calls(rows: &mut [Row]) {
    let rests = rows.iter().any(|row| row.row.reachable && may_be_incomplete(row.row.tier, &row.row.cuts));
    if !rests {
        return;
    }
    assume(rows, Assumption::OtherCalls);
}

/// Says of each answer that assumes something what it assumes besides.
fn assume(rows: &mut [Row], assumption: Assumption) {
    for row in rows.iter_mut().filter(|row| matches!(row.row.tier, Tier::Sound | Tier::Partial)) {
        row.row.assumptions.push(assumption);
        row.row.assumptions.sort_unstable();
    }
}

/// The look-ups whose targets an action with many targets shares, those that share most first.
fn name_contributors(rows: &mut [Row]) {
    let mut found_by: FxHashMap<&Target, Vec<usize>> = FxHashMap::default();
    for (index, row) in rows.iter().enumerate() {
        if matches!(row.row.kind, SiteKind::Member | SiteKind::ClassSource) {
            for target in &row.row.targets {
                found_by.entry(target).or_default().push(index);
            }
        }
    }
    let mut contributors: Vec<(usize, Vec<Contributor>)> = Vec::new();
    for (index, row) in rows.iter().enumerate() {
        if row.row.kind != SiteKind::Action || row.row.targets.len() < MANY {
            continue;
        }
        let mut shares: FxIndexMap<usize, u32> = FxIndexMap::default();
        for target in &row.row.targets {
            for &look_up in found_by.get(target).into_iter().flatten() {
                *shares.entry(look_up).or_default() += 1;
            }
        }
        let mut named: Vec<Contributor> = shares
            .into_iter()
            .map(|(look_up, targets)| Contributor { site: rows[look_up].row.id.clone(), targets })
            .collect();
        named.sort_by(|a, b| b.targets.cmp(&a.targets).then_with(|| a.site.cmp(&b.site)));
        named.truncate(CONTRIBUTORS);
        contributors.push((index, named));
    }
    for (index, named) in contributors {
        rows[index].row.contributors = named;
    }
}
