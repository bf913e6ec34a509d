//! Saturation: where more names, metaobjects or unknowns of one sort meet than anybody could distinguish, the rest becomes one
//! *summary unknown* whose origin says so. Owns the limits and the sorts; must not know how sets flow.
//!
//! In frameworks that keep every name and class in a few shared collections each of thousands of names would flow through
//! half of the program, to calls that are imprecise with any ten of them. What such a call finds is then flagged, never
//! missing unsaid: the unknown that stands for the rest is an input like any other. What stands for nothing but unknowns loses
//! no answer, so it is no limit that was reached; those that callers give are told apart from others, as no one else decides.

use crate::base::{FxHashMap, Mask, PtsSet};
use crate::heap::{Heap, MemberKind, NamePart, ObjId, ObjKind, Site};

/// Sorts of objects that saturate a node: the most of them that one node distinguishes. First what is known, then what is not,
/// then what callers of entry methods give.
const SORTS: [usize; 16] = [1024, 1024, 512, 512, 2048, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 256];
/// The first sort of unknowns, and of those that callers give.
const UNKNOWN: usize = 5;
const OF_CALLERS: usize = 10;
const TEMPLATES: usize = 15;

/// The sort of an object: its bit in [`Sorts`].
fn sort(heap: &Heap, kind: ObjKind) -> Option<usize> {
    let member = |kind| match kind {
        MemberKind::Method => 0,
        MemberKind::Constructor => 1,
        MemberKind::Field => 2,
    };
    let (sort, site) = match kind {
        ObjKind::Str { .. } => return Some(0),
        ObjKind::Template { .. } => return Some(TEMPLATES),
        ObjKind::Class { .. } => return Some(1),
        ObjKind::Method { .. } => return Some(2),
        ObjKind::Constructor { .. } => return Some(3),
        ObjKind::Field { .. } => return Some(4),
        ObjKind::UnknownString { site } => (0, site),
        ObjKind::UnknownClass { site, .. } => (1, site),
        ObjKind::UnknownMember { kind, site, .. } => (2 + member(kind), site),
        _ => return None,
    };
    let of_callers = matches!(heap.site_data(site), Site::Param(..) | Site::Unknowns { of_callers: true });
    Some(if of_callers { OF_CALLERS + sort } else { UNKNOWN + sort })
}

/// The sorts a node is saturated with, a bit each.
pub(crate) type Sorts = u16;

/// Objects by sort, and the limits.
#[derive(Default)]
pub(crate) struct Saturation {
    members: [Mask; SORTS.len()],
    /// The objects of any sort.
    all: Mask,
    /// The objects of several sorts, with the number of objects looked at.
    joint: FxHashMap<Sorts, (usize, Mask)>,
    /// Objects looked at so far.
    known: usize,
}

impl Saturation {
    /// No node is saturated up to this number of objects.
    pub(crate) const LEAST: u32 = 64;

    /// Bytes that the masks may take.
    pub(crate) fn bytes(&self, heap: &Heap) -> u64 {
        ((self.members.len() + 1 + self.joint.len()) * heap.len() / 4) as u64
    }

    fn update(&mut self, heap: &Heap) {
        while self.known < heap.len() {
            let obj = ObjId::new(self.known);
            if let Some(sort) = sort(heap, heap.kind(obj)) {
                self.members[sort].insert(obj.0);
                self.all.insert(obj.0);
            }
            self.known += 1;
        }
    }

    /// The sorts of which `objects` holds more than the limit.
    pub(crate) fn of(&mut self, objects: &PtsSet, heap: &Heap) -> Sorts {
        self.update(heap);
        if objects.count_masked(&self.all) <= Self::LEAST as usize {
            return 0;
        }
        let over = |sort: &usize| objects.count_masked(&self.members[*sort]) > SORTS[*sort];
        (0..SORTS.len()).filter(over).fold(0, |sorts, sort| sorts | 1 << sort)
    }

    /// The objects that no longer pass into a node that `sorts` saturate.
    pub(crate) fn closed(&mut self, sorts: Sorts, heap: &Heap) -> &Mask {
        let (known, mask) = self.joint.entry(sorts).or_default();
        while *known < heap.len() {
            let obj = ObjId::new(*known);
            if Self::is_among(obj, sorts, heap) {
                mask.insert(obj.0);
            }
            *known += 1;
        }
        mask
    }

    /// Whether an object belongs to one of the sorts.
    pub(crate) fn is_among(obj: ObjId, sorts: Sorts, heap: &Heap) -> bool {
        sort(heap, heap.kind(obj)).is_some_and(|sort| sorts & 1 << sort != 0)
    }

    /// What stands for the objects of a sort that a node does not tell apart.
    pub(crate) fn summary_unknown(heap: &Heap, sort: usize) -> ObjId {
        let site = heap.site(match sort {
            0..UNKNOWN => Site::Saturated,
            _ => Site::Unknowns { of_callers: (OF_CALLERS..TEMPLATES).contains(&sort) },
        });
        let bound = heap.types().object;
        let member = |kind| ObjKind::UnknownMember { kind, class: None, name: NamePart::Unknown, site };
        heap.intern(match sort {
            0 | 5 | 10 | TEMPLATES => ObjKind::UnknownString { site },
            2 | 7 | 12 => member(MemberKind::Method),
            3 | 8 | 13 => member(MemberKind::Constructor),
            4 | 9 | 14 => member(MemberKind::Field),
            _ => ObjKind::UnknownClass { site, bound, outside: false },
        })
    }
}

/// The positions of the bits of `sorts`.
pub(crate) fn each(sorts: Sorts) -> impl Iterator<Item = usize> {
    (0..SORTS.len()).filter(move |sort| sorts & 1 << sort != 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Sym;
    use crate::heap::MetaTypes;
    use crate::program::{ClassId, MethodId, TypeId};

    fn heap() -> Heap {
        let ty = TypeId(0);
        let (object, string, class, method, field, constructor, handle, proxy, null) =
            (ty, ty, ty, ty, ty, ty, ty, ty, ty);
        let object_class = ClassId(0);
        Heap::new(MetaTypes { object, string, class, method, field, constructor, handle, proxy, null, object_class })
    }

    #[test]
    fn each_sort_has_its_own_limit() {
        let heap = heap();
        let mut saturation = Saturation::default();
        let text = |n: u32| heap.intern(ObjKind::Str { text: Sym(n) }).0;
        let mut set: PtsSet = (0..1024).map(text).collect();
        let unknown = heap.intern(ObjKind::UnknownString { site: heap.site(Site::Jdk) });
        set.insert(unknown.0);
        assert_eq!(saturation.of(&set, &heap), 0, "at the limit");
        set.insert(text(1024));
        assert_eq!(saturation.of(&set, &heap), 1, "one string too many");
        let closed = saturation.closed(1, &heap);
        assert!(set.iter_without(closed).eq([unknown.0]));
        assert!(Saturation::is_among(unknown, 1 << UNKNOWN, &heap) && !Saturation::is_among(unknown, 1, &heap));
    }

    #[test]
    fn what_callers_give_is_a_sort_of_its_own() {
        let heap = heap();
        let given = |n: u16| heap.intern(ObjKind::UnknownString { site: heap.site(Site::Param(MethodId(0), n)) }).0;
        let mut set: PtsSet = (0..65).map(given).collect();
        set.insert(heap.intern(ObjKind::UnknownString { site: heap.site(Site::Outside) }).0);
        let sorts = Saturation::default().of(&set, &heap);
        assert_eq!(sorts, 1 << OF_CALLERS);
        let summary = Saturation::summary_unknown(&heap, OF_CALLERS);
        assert!(Saturation::is_among(summary, sorts, &heap), "it stands for itself where it meets others");
    }

    #[test]
    fn a_summary_unknown_is_of_its_sort() {
        let heap = heap();
        for at in each(!0) {
            let kind = heap.kind(Saturation::summary_unknown(&heap, at));
            let site = kind.origin().map(|site| heap.site_data(site));
            let unknowns = |of_callers| Site::Unknowns { of_callers };
            let of = [Site::Saturated, unknowns(false), unknowns(true), unknowns(false)];
            assert_eq!(site, Some(of[at / UNKNOWN]));
            let single = match kind {
                ObjKind::UnknownString { .. } => 0,
                ObjKind::UnknownClass { .. } => 1,
                ObjKind::UnknownMember { kind: MemberKind::Method, .. } => 2,
                ObjKind::UnknownMember { kind: MemberKind::Constructor, .. } => 3,
                _ => 4,
            };
            assert_eq!(single, at % UNKNOWN, "{kind:?} stands for sort {at}");
        }
    }
}
