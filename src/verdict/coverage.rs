//! The assertion at the fixpoint: each unknown that plays a part in a reflective call is covered by a named rule or makes the
//! call flagged, and each that meets a filtered edge passes it or is stopped by a named rule. Must not know how tiers are
//! decided.

use smallvec::SmallVec;

use crate::base::{FxHashMap, FxIndexMap, FxIndexSet, Mask};
use crate::classpath::Origin;
use crate::heap::{Heap, ObjId, ObjKind};
use crate::pointsto::{Fate, Filter, Passed};
use crate::program::{MethodId, Program, Type, TypeId, access};
use crate::reflection::SiteKey;

use super::rows::Row;
use super::tiers::{Fault, Judge, Judgement};
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
        let what = match j.fault {
            Some(Fault::Disagree) => "what is proven and what was found have nothing in common",
            Some(Fault::Overlooked) | None => "no rule answers for an unknown value",
        };
        coverage.failures.push(format!("{what} at \"{call}\" in \"{method}\""));
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
    let (mut fates, mut of): (FxHashMap<u32, Option<Passed>>, _) = (FxHashMap::default(), None);
    // Unknowns that a rule may not stop at the filter.
    let mut passing = unknown.clone();
    for (id, from, to) in judge.core.filtered_edges() {
        if of.replace(id) != Some(id) {
            fates.clear();
            passing.clone_from(&unknown);
        }
        let (filter, target) = (judge.core.filter_data(id), judge.core.pts(to));
        // Most arrive as they are. One that is there as it is says no less than what the filter would have made of it.
        let mut stopped: SmallVec<[u32; 16]> = SmallVec::new();
        for obj in judge.core.pts(from).iter_beyond(target, &passing) {
            // What it has to arrive as: as nothing where a rule stops it; `None` where nothing does that may.
            let passed = fates.entry(obj).or_insert_with(|| match judge.core.fate(filter, ObjId(obj)) {
                Fate::Passes(passed) => Some(passed),
                Fate::Stops => stopped_by(filter, ObjId(obj), judge.program, judge.heap).map(|_| Passed::default()),
            });
            let arrived = passed.as_ref().is_some_and(|passed| {
                // A summary unknown stands for those of its sort, before or after the filter.
                passed.iter().all(|&passed| {
                    target.contains(passed.0) || [passed, ObjId(obj)].iter().any(|&o| judge.core.is_saturated(to, o))
                })
            });
            if passed.as_ref().is_some_and(SmallVec::is_empty) {
                stopped.push(obj);
            }
            if !arrived {
                coverage.failures.push(format!("an unknown value was lost at an edge: {filter:?}"));
                return;
            }
        }
        stopped.into_iter().for_each(|obj| passing.remove(obj));
    }
}

/// Why an unknown does not pass a filter: the rule that stops it, if what the rule says is so. It is asked of the classes that
/// there are, not of the filter, which may be wrong.
fn stopped_by(filter: &Filter, obj: ObjId, program: &Program, heap: &Heap) -> Option<&'static str> {
    let (own, kind) = (heap.ty(obj), heap.kind(obj));
    let is = |ty: TypeId| program.is_subtype(own, ty);
    let may_be = |ty: TypeId| is(ty) || is_some_class_both(own, ty, program);
    let said = |ty: TypeId| matches!(kind, ObjKind::UnknownInstance { lazy: true, .. }) && program.candidates(ty).all;
    let is_no = |ty: TypeId| !is(ty) && (said(ty) || !may_be(ty));
    match filter {
        Filter::All | Filter::Boundary(_) => None,
        // No class is below both bounds, or the classes that there are have come in its place.
        Filter::Cast(ty) => is_no(*ty).then_some("cast-fails"),
        // It is of a kind that nobody keeps.
        Filter::Stored(_) if !kind.lives_in_heap() => Some("not-kept"),
        Filter::Stored(ty) => ty.is_some_and(is_no).then_some("cast-fails"),
        // What the JDK does with an object it knows nothing of cannot depend on the object's class; texts and class objects it
        // takes for what they may be.
        Filter::LibraryCast(ty) => (!is(*ty) && !is_text_or_class(heap, *ty)).then_some("library-cast"),
        Filter::Caught { ty, after } => (after.iter().copied().any(is) || is_no(*ty)).then_some("caught"),
        Filter::Uncaught(types) => types.iter().copied().any(is).then_some("caught"),
        Filter::Leaves { throwable, caught, raised } => {
            (caught.iter().copied().any(is) || raised.contains(&obj) || is_no(*throwable)).then_some("caught")
        }
        // The operation gives an unknown string of its own for operands that are no strings.
        Filter::UnknownStrings | Filter::Outlined(_) => (!kind.is_unknown_text()).then_some("text-of-object"),
    }
}

fn is_text_or_class(heap: &Heap, ty: TypeId) -> bool {
    [heap.types().string, heap.types().class].contains(&ty)
}

/// Whether some class outside the JDK is of both types. Arrays go by their elements. One that implements a class is none: the JVM
/// refuses it (JVMS 5.3.5).
fn is_some_class_both(one: TypeId, other: TypeId, program: &Program) -> bool {
    match (program.ty(one), program.ty(other)) {
        (Type::Array(one), Type::Array(other)) => is_some_class_both(one, other, program),
        (Type::Class(one), Type::Class(other)) => {
            let is = |class, of| match program.class(of).access & access::INTERFACE {
                0 => program.superclasses(class).contains(&of),
                _ => program.supertypes(class).contains(&of),
            };
            program.subtypes_outside_jdk(other).iter().any(|&class| is(class, one) && is(class, other))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::Site;
    use crate::pointsto::tests::heap;
    use crate::program::tests::{ClassWriter, program_of};

    /// `A`, `B` below it and of the interface `I`, `D` apart.
    #[test]
    fn a_stop_that_no_class_bears_out_is_none() {
        let class = |name: &str, above: &str, of: &[&str]| ClassWriter::new(access::PUBLIC, name, above, of).bytes(52);
        let object = "java/lang/Object";
        let interface = ClassWriter::new(access::PUBLIC | access::INTERFACE | access::ABSTRACT, "I", object, &[]);
        let (program, _place) = program_of([
            ("A", class("A", object, &[])),
            ("B", class("B", "A", &["I"])),
            ("D", class("D", object, &[])),
            ("I", interface.bytes(52)),
        ]);
        let named = |name: &str| program.class_type(program.class_id(program.sym(name)));
        let heap = heap(&program);
        let site = heap.site(Site::Outside);
        let unknown = |bound: &str| heap.intern(ObjKind::Opaque { site, bound: named(bound) });
        let stops = |filter: Filter, obj: ObjId| stopped_by(&filter, obj, &program, &heap);
        let [a, b, d, i, object, text] = ["A", "B", "D", "I", object, "java/lang/String"].map(named);
        for passes in [b, i, object, a] {
            assert_eq!(stops(Filter::Cast(passes), unknown("A")), None);
            assert_eq!(stops(Filter::Stored(Some(passes)), unknown("A")), None);
            assert_eq!(stops(Filter::Caught { ty: passes, after: [d].into() }, unknown("A")), None);
        }
        assert_eq!(stops(Filter::Cast(d), unknown("A")), Some("cast-fails"));
        assert_eq!(stops(Filter::LibraryCast(b), unknown("A")), Some("library-cast"));
        assert_eq!(stops(Filter::LibraryCast(a), unknown("B")), None);
        assert_eq!(stops(Filter::LibraryCast(text), unknown("java/lang/Object")), None);
        assert_eq!(stops(Filter::Uncaught([b].into()), unknown("A")), None);
        assert_eq!(stops(Filter::Uncaught([a].into()), unknown("B")), Some("caught"));
        let read = heap.intern(ObjKind::UnknownString { site });
        assert_eq!(stops(Filter::UnknownStrings, read), None);
        assert_eq!(stops(Filter::Cast(i), read), Some("cast-fails"));
    }
}
