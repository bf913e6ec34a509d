//! What bounds the unknown inputs of a call, whatever is listed beside them. Must not know findings.

use super::super::rows::Row;
use super::super::tiers::Judge;
use super::super::view::View;
use crate::base::{FxHashMap, Sym};
use crate::classpath::Origin;
use crate::heap::{ObjId, ObjKind, Site};
use crate::reflection::{Kind, Problem, Role, SiteKey};
use crate::result::{Bound, SiteKind};

/// Most classes that tests of a name leave, where they bound it.
const CLASSES: u32 = 1000;
/// Most look-ups behind each other that are followed to the one that a class comes from.
const LOOK_UPS: u32 = 4;

/// What look-ups may give, by how many before them are followed: many calls come from the same ones.
type Known = FxHashMap<(SiteKey, u32), Option<u32>>;

/// What bounds the unknowns of a call: the worst of them decides.
pub(super) fn bound(judge: &Judge<'_, '_>, row: &Row) -> Bound {
    if row.key.is_some_and(|key| View::api(key).runs_no_code()) {
        return Bound::NoCode;
    }
    let unknown = row.judgement.iter().flat_map(|judgement| &judgement.unknown);
    let mut known = Known::default();
    let mut of_each = unknown.map(|&unknown| candidates(judge, row.key, unknown, LOOK_UPS, &mut known));
    match of_each.try_fold(0_u32, |sum, count| count.map(|count| sum.saturating_add(count))) {
        // Without an unknown of its own it is as the calls that it makes.
        None | Some(0) => Bound::Nothing,
        Some(sum) => Bound::Candidates(sum),
    }
}

/// What bounds one unknown of a call.
pub(super) fn bound_of(judge: &Judge<'_, '_>, key: Option<SiteKey>, unknown: (Role, ObjId)) -> Bound {
    candidates(judge, key, unknown, LOOK_UPS, &mut Known::default()).map_or(Bound::Nothing, Bound::Candidates)
}

/// Whether a class source gives all classes that the parts of a name which are known leave.
pub(super) fn is_outlined(judge: &Judge<'_, '_>, row: &Row) -> bool {
    let Some(site) = row.key.map(|key| &judge.sites[&key]) else { return false };
    let mut unknown = row.judgement.iter().flat_map(|judgement| &judgement.unknown);
    let fits = |&(role, obj): &(Role, ObjId)| site.bounded(role, judge.heap.kind(obj)).is_some();
    row.row.kind == SiteKind::ClassSource && unknown.all(fits) && matches!(bound(judge, row), Bound::Candidates(_))
}

/// The classes that an unknown of a call may be of; `None` if nothing bounds it. Of a class of the JDK there are more than are
/// loaded.
fn candidates(
    judge: &Judge<'_, '_>,
    key: Option<SiteKey>,
    (role, obj): (Role, ObjId),
    depth: u32,
    known: &mut Known,
) -> Option<u32> {
    let kind = judge.heap.kind(obj);
    let by_outline = key.and_then(|key| judge.sites[&key].bounded(role, kind));
    let by_type = || match kind {
        ObjKind::UnknownClass { bound, outside: false, .. } | ObjKind::UnknownInstance { bound, .. } => {
            let program = judge.program;
            let class = program.class_of(bound).filter(|&class| program.class(class).origin != Origin::Jdk)?;
            u32::try_from(program.subtypes_outside_jdk(class).len()).ok()
        }
        _ => None,
    };
    let by_tests = || match role {
        Role::Name => key.and_then(|key| left_by_tests(judge, key)),
        _ => looked_up(judge, key, kind, depth, known),
    };
    by_outline.or_else(by_type).or_else(by_tests)
}

/// The classes that the look-up may give which an unknown class or member comes from.
fn looked_up(judge: &Judge<'_, '_>, key: Option<SiteKey>, kind: ObjKind, depth: u32, known: &mut Known) -> Option<u32> {
    let Site::At(method, offset) = judge.heap.site_data(kind.origin()?) else { return None };
    let before = judge.site_at(method, offset).filter(|&before| Some(before) != key && depth > 0)?;
    if let Some(&count) = known.get(&(before, depth)) {
        return count;
    }
    let count = given(judge, before, depth - 1, known);
    known.insert((before, depth), count);
    count
}

/// The classes that a look-up may give whose own unknowns are bounded.
fn given(judge: &Judge<'_, '_>, key: SiteKey, depth: u32, known: &mut Known) -> Option<u32> {
    if let Some(names) = missing(judge, key) {
        return u32::try_from(names.len()).ok();
    }
    // What else makes a look-up give something unknown is bounded by nothing.
    if !judge.sites[&key].problems.is_empty() {
        return None;
    }
    let judged = judge.judge(key);
    if judged.empty.is_some() || judged.unknown.is_empty() {
        return None;
    }
    let mut of_each = judged.unknown.iter().map(|&unknown| candidates(judge, Some(key), unknown, depth, known));
    of_each.try_fold(0_u32, |sum, count| count.map(|count| sum.saturating_add(count)))
}

/// The classes that a class source asks for by names which are all known, where nobody knows the class itself: it is not on the class
/// path, and the loader that is asked may know more than that. `None` where anything else is unknown.
pub(super) fn missing(judge: &Judge<'_, '_>, key: SiteKey) -> Option<Vec<Sym>> {
    let problems = &judge.sites[&key].problems;
    let is_name = |problem: &Problem| {
        matches!(problem, Problem::MissingClass(_) | Problem::BroughtAtRunTime | Problem::OutsideWorld)
    };
    if View::api(key).kind != Kind::ClassSource || !problems.iter().all(is_name) {
        return None;
    }
    let names = problems.iter().filter_map(|problem| match problem {
        Problem::MissingClass(name) => Some(*name),
        _ => None,
    });
    let names: Vec<Sym> = names.collect();
    (!names.is_empty() && judge.judge(key).unknown.is_empty()).then_some(names)
}

/// The classes whose names come to a class source by what the branches before it ask of the name:
/// `if (name.startsWith("com.acme.Plugin")) Class.forName(name)`.
fn left_by_tests(judge: &Judge<'_, '_>, key: SiteKey) -> Option<u32> {
    if View::api(key).kind != Kind::ClassSource {
        return None;
    }
    let tests = judge.name_tests(key, &judge.sites[&key])?;
    let path = judge.program.class_path();
    let names = path.classes().map(|class| path.name(class).replace('/', "."));
    let left = names.filter(|name| !tests.keep_away(name)).take(CLASSES as usize).count() as u32;
    (1..CLASSES).contains(&left).then_some(left)
}
