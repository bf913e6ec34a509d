//! The assertion at the fixpoint: each unknown that plays a part in a reflective call is covered by a named rule or makes the
//! call flagged, and each that meets a filtered edge passes it or is stopped by a named rule. It decides by tables of its own,
//! so that a kind of unknown that judging overlooks is not lost in silence. Must not know how tiers are decided.

use crate::base::{FxHashMap, FxIndexMap, Mask};
use crate::heap::{MemberKind, ObjId, ObjKind};
use crate::pointsto::{Fate, Filter};
use crate::reflection::{API, Handler, Role, SiteKey};

use super::rows::Row;
use super::tiers::{Judge, Judgement};
use crate::result::{Resolution, Tier};

/// What becomes of an object in a role.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cover {
    /// It is no unknown.
    Known,
    /// The named rule answers for all it may stand for.
    By(&'static str),
    /// No rule does: the call has to say so.
    Uncovered,
}

/// What a site says about its roles as a whole.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Given {
    /// A specification lists what the unknown may be, or the targets of the call.
    pub(super) listed: bool,
    /// The name is a literal at the call.
    pub(super) literal: bool,
    /// The members acted on need a receiver.
    pub(super) needs_receiver: bool,
}

/// The rule that covers an object in a role.
pub(super) fn cover(handler: Handler, role: Role, kind: ObjKind, given: Given) -> Cover {
    if !kind.is_token() && !matches!(kind, ObjKind::Opaque { .. }) {
        return Cover::Known;
    }
    if given.listed {
        return Cover::By("specification");
    }
    // Of strings and metaobjects the class is known, whatever they hold.
    let of_known_class =
        matches!(kind, ObjKind::UnknownString { .. } | ObjKind::UnknownClass { .. } | ObjKind::UnknownMember { .. });
    match role {
        Role::Name if given.literal => Cover::By("literal"),
        Role::Name if of_known_class && !matches!(kind, ObjKind::UnknownString { .. }) => Cover::By("other-type"),
        Role::Class if of_known_class && !matches!(kind, ObjKind::UnknownClass { .. }) => Cover::By("other-type"),
        Role::Member => match (handler, kind) {
            (
                Handler::ConstructorNewInstance,
                ObjKind::UnknownMember { kind: MemberKind::Constructor, class: Some(_), .. },
            ) => Cover::By("constructors-of-class"),
            (_, ObjKind::UnknownMember { kind, .. }) if !acts_on(handler, kind) => Cover::By("other-type"),
            (_, ObjKind::UnknownString { .. } | ObjKind::UnknownClass { .. }) => Cover::By("other-type"),
            _ => Cover::Uncovered,
        },
        Role::Receiver if !given.needs_receiver => Cover::By("static-member"),
        Role::Receiver if matches!(kind, ObjKind::Opaque { .. }) => Cover::By("opaque-receiver"),
        Role::Receiver if of_known_class => Cover::By("known-class"),
        // Elements of an unknown array are unknown.
        Role::Arguments => Cover::By("unknown-elements"),
        Role::Mirror => Cover::By("unknown-mirror"),
        _ => Cover::Uncovered,
    }
}

fn acts_on(handler: Handler, kind: MemberKind) -> bool {
    match kind {
        MemberKind::Method => handler == Handler::Invoke,
        MemberKind::Constructor => handler == Handler::ConstructorNewInstance,
        MemberKind::Field => matches!(handler, Handler::FieldGet | Handler::FieldSet),
    }
}

/// Kind of the cut of a site that fails the assertion.
pub(super) const INTERNAL: &str = "internal";

/// Makes a judgement that overlooks an unknown say so.
pub(super) fn settle(j: &mut Judgement, uncovered: bool) {
    let flagged = matches!(j.tier, Tier::Partial | Tier::Open) || !j.cuts.is_empty();
    if !uncovered || flagged {
        return;
    }
    j.cuts.push(INTERNAL.to_owned());
    j.reasons.push("internal: an unknown value plays a part in the call, and no rule answers for it".to_owned());
    (j.tier, j.resolution) = match j.resolution {
        Resolution::Full | Resolution::Partial => (Tier::Partial, Resolution::Partial),
        Resolution::None => (Tier::Open, Resolution::None),
    };
}

/// What fails the assertion in the whole run, as text, and how often each rule covered an unknown.
#[derive(Debug, Default)]
pub struct Coverage {
    pub failures: Vec<String>,
    pub covered: FxIndexMap<&'static str, u64>,
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
        note(judge, key, &judge.judge(key), &mut coverage);
    }
    if !judge.exhausted {
        edges(judge, &mut coverage);
    }
    coverage.covered.sort_keys();
    coverage
}

fn note(judge: &Judge<'_, '_>, key: SiteKey, j: &Judgement, coverage: &mut Coverage) {
    for rule in &j.covered {
        *coverage.covered.entry(rule).or_default() += 1;
    }
    if j.cuts.iter().any(|cut| cut == INTERNAL) {
        let site = &judge.sites[&key];
        let (call, method) = (API[key.api as usize].short_name(), judge.program.method_id(site.method));
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
        for obj in judge.core.pts(from).iter_masked(&unknown).filter(|&obj| !target.contains(obj)) {
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
        Filter::Caught { .. } | Filter::Uncaught(_) => Some("caught"),
        // The operation gives an unknown string of its own for operands that are no strings.
        Filter::UnknownStrings => Some("text-of-object"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::{NamePart, SiteId};
    use crate::program::TypeId;

    const SITE: SiteId = SiteId(0);
    const TYPE: TypeId = TypeId(0);

    fn member(kind: MemberKind, class: Option<TypeId>) -> ObjKind {
        ObjKind::UnknownMember { kind, class, name: NamePart::Unknown, site: SITE }
    }

    #[test]
    fn unknowns_without_a_rule_are_uncovered() {
        let find = Handler::Find { kind: MemberKind::Method, declared: false };
        let class = ObjKind::UnknownClass { site: SITE, bound: TYPE, outside: false };
        let instance = ObjKind::UnknownInstance { site: SITE, bound: TYPE };
        let opaque = ObjKind::Opaque { site: SITE, bound: TYPE };
        let text = ObjKind::UnknownString { site: SITE };
        let plain = Given { needs_receiver: true, ..Given::default() };
        let check = |handler, role, kind, given, wanted| assert_eq!(cover(handler, role, kind, given), wanted);
        for kind in [class, instance, opaque] {
            check(find, Role::Class, kind, plain, Cover::Uncovered);
        }
        for kind in [text, instance, opaque] {
            check(Handler::ForName, Role::Name, kind, plain, Cover::Uncovered);
            check(Handler::ForName, Role::Name, kind, Given { listed: true, ..plain }, Cover::By("specification"));
        }
        check(Handler::Invoke, Role::Member, member(MemberKind::Method, Some(TYPE)), plain, Cover::Uncovered);
        check(Handler::Invoke, Role::Member, instance, plain, Cover::Uncovered);
        check(Handler::Invoke, Role::Member, member(MemberKind::Field, None), plain, Cover::By("other-type"));
        let made = Handler::ConstructorNewInstance;
        check(made, Role::Member, member(MemberKind::Constructor, None), plain, Cover::Uncovered);
        let of_class = member(MemberKind::Constructor, Some(TYPE));
        check(made, Role::Member, of_class, plain, Cover::By("constructors-of-class"));
        check(Handler::Invoke, Role::Receiver, instance, plain, Cover::Uncovered);
        check(Handler::Invoke, Role::Receiver, instance, Given::default(), Cover::By("static-member"));
        check(Handler::Invoke, Role::Receiver, ObjKind::Class { ty: TYPE }, plain, Cover::Known);
    }

    #[test]
    fn an_overlooked_unknown_flags_its_site() {
        let judged = |tier, resolution| Judgement { tier, resolution, ..Judgement::open() };
        let mut covered = judged(Tier::Sound, Resolution::Full);
        settle(&mut covered, false);
        assert_eq!((covered.tier, covered.cuts.len()), (Tier::Sound, 0));
        let mut open = judged(Tier::Open, Resolution::None);
        settle(&mut open, true);
        assert_eq!((open.tier, open.cuts.len()), (Tier::Open, 0));
        let mut overlooked = judged(Tier::Sound, Resolution::Full);
        settle(&mut overlooked, true);
        assert_eq!((overlooked.tier, overlooked.resolution), (Tier::Partial, Resolution::Partial));
        assert_eq!(overlooked.cuts, [INTERNAL]);
    }
}
