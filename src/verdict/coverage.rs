//! The assertion at the fixpoint: each unknown that plays a part in a reflective call is covered by a named rule or makes the
//! call flagged, and each that meets a filtered edge passes it or is stopped by a named rule. Must not know how tiers are
//! decided.

use crate::base::{FxHashMap, FxIndexMap, FxIndexSet, Mask};
use crate::classpath::Origin;
use crate::heap::{ObjId, ObjKind};
use crate::pointsto::{Fate, Filter};
use crate::program::MethodId;
use crate::reflection::SiteKey;

use super::rows::Row;
use super::tiers::{Judge, Judgement};
use super::view::View;
use crate::result::CutKind;

/// What fails the assertion in the whole run, as text, and how often each rule covered an unknown.
#[derive(Debug, Default)]
pub struct Coverage {
    pub failures: Vec<String>,
    pub covered: FxIndexMap<&'static str, u64>,
    /// Instructions of the JDK that make reflective calls whose answer is incomplete.
    pub open_in_jdk: FxIndexSet<(MethodId, u32)>,
}

/// Checks every reached site and every filtered edge.
pub fn check(judge: &Judge<'_, '_>, rows: &[Row]) -> Coverage {
    let mut coverage = Coverage::default();
    let mut seen: FxIndexMap<SiteKey, ()> = FxIndexMap::default();
    for row in rows {
        if let (Some(key), Some(j)) = (row.key, &row.judgement) {
            seen.insert(key, ());
            note(judge, key, j, &mut coverage);
        }
    }
    // Calls that no row is about: those of the JDK.
    for &key in judge.sites.keys().filter(|key| !seen.contains_key(*key)) {
        let judgement = judge.judge(key);
        note(judge, key, &judgement, &mut coverage);
        let site = &judge.sites[&key];
        if judgement.tier.is_incomplete() && judge.program.origin_of(site.method) == Origin::Jdk {
            coverage.open_in_jdk.insert((site.method, site.offset));
        }
    }
    if judge.exhausted.is_none() {
        edges(judge, &mut coverage);
    }
    coverage.covered.sort_keys();
    coverage
}

fn note(judge: &Judge<'_, '_>, key: SiteKey, j: &Judgement, coverage: &mut Coverage) {
    for rule in &j.covered {
        *coverage.covered.entry(rule).or_default() += 1;
    }
    if j.cuts.contains(&CutKind::Internal) {
        let site = &judge.sites[&key];
        let (call, method) = (View::api(key).short_name(), judge.program.method_id(site.method));
        coverage.failures.push(format!("no rule answers for an unknown value at \"{call}\" in \"{method}\""));
    }
}

/// Unknowns at the start of each filtered edge are at its end, or a rule says why not.
fn edges(judge: &Judge<'_, '_>, coverage: &mut Coverage) {
    let mut unknown = Mask::default();
    for obj in 0..judge.heap.len() as u32 {
        let kind = judge.heap.kind(ObjId(obj));
        if kind.is_token() || matches!(kind, ObjKind::Opaque { .. }) {
            unknown.insert(obj);
        }
    }
    let (mut fates, mut of): (FxHashMap<u32, Fate>, _) = (FxHashMap::default(), None);
    for (id, from, to) in judge.core.filtered_edges() {
        if of.replace(id) != Some(id) {
            fates.clear();
        }
        let (filter, target) = (judge.core.filter_data(id), judge.core.pts(to));
        // Most arrive as they are. One that is there as it is says no less than what the filter would have made of it.
        for obj in judge.core.pts(from).iter_beyond(target, &unknown) {
            let fate = &*fates.entry(obj).or_insert_with(|| judge.core.fate(filter, ObjId(obj)));
            let arrived = match fate {
                // A summary unknown stands for those of its sort, before or after the filter.
                Fate::Passes(passed) => passed.iter().all(|&passed| {
                    target.contains(passed.0) || [passed, ObjId(obj)].iter().any(|&o| judge.core.is_saturated(to, o))
                }),
                Fate::Stops => stopped_by(filter).is_some(),
            };
            if !arrived {
                coverage.failures.push(format!("an unknown value was lost at an edge: {filter:?}"));
                return;
            }
        }
    }
}

/// Why an unknown does not pass a filter.
fn stopped_by(filter: &Filter) -> Option<&'static str> {
    match filter {
        Filter::All | Filter::Boundary(_) => None,
        // No class is below both bounds.
        Filter::Cast(_) => Some("cast-fails"),
        // It is of a kind that nobody keeps.
        Filter::Stored(_) => Some("not-kept"),
        // What the JDK does with an object it knows nothing of cannot depend on the object's class.
        Filter::LibraryCast(_) => Some("library-cast"),
        Filter::Caught { .. } | Filter::Uncaught(_) | Filter::Leaves { .. } => Some("caught"),
        // The operation gives an unknown string of its own for operands that are no strings.
        Filter::UnknownStrings | Filter::Outlined(_) => Some("text-of-object"),
    }
}
