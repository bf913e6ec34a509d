//! Saturation: where more names, metaobjects or unknowns of one sort meet than anybody could distinguish, the rest becomes one
//! *summary unknown* whose origin says so. Owns the limits and the sorts; must not know how sets flow.
//!
//! In frameworks that keep every name and class in a few shared collections each of thousands of names would flow through
//! half of the program, to calls that are imprecise with any ten of them. What such a call finds is then flagged, never
//! missing unsaid: the unknown that stands for the rest is an input like any other.

use crate::base::{FxHashMap, Mask, PtsSet};
use crate::heap::{Heap, MemberKind, NamePart, ObjId, ObjKind, Site};

/// Sorts of objects that saturate a node: the most of them that one node distinguishes.
const SORTS: [usize; 10] = [512, 64, 1024, 512, 512, 512, 64, 64, 64, 64];

/// The sort of an object: its bit in [`Sorts`].
fn sort(kind: ObjKind) -> Option<usize> {
    let member = |kind| match kind {
        MemberKind::Method => 0,
        MemberKind::Constructor => 1,
        MemberKind::Field => 2,
    };
    Some(match kind {
        ObjKind::Str { .. } => 0,
        ObjKind::UnknownString { .. } => 1,
        ObjKind::Class { .. } => 2,
        ObjKind::Method { .. } => 3,
        ObjKind::Constructor { .. } => 4,
        ObjKind::Field { .. } => 5,
        ObjKind::UnknownMember { kind, .. } => 6 + member(kind),
        ObjKind::UnknownClass { .. } => 9,
        _ => return None,
    })
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
            if let Some(sort) = sort(heap.kind(obj)) {
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
        sort(heap.kind(obj)).is_some_and(|sort| sorts & 1 << sort != 0)
    }

    /// What stands for the objects of a sort that a node does not tell apart.
    pub(crate) fn summary_unknown(heap: &Heap, sort: usize) -> ObjId {
        let site = heap.site(Site::Saturated);
        let bound = heap.types().object;
        let member = |kind| ObjKind::UnknownMember { kind, class: None, name: NamePart::Unknown, site };
        heap.intern(match sort {
            0 | 1 => ObjKind::UnknownString { site },
            3 | 6 => member(MemberKind::Method),
            4 | 7 => member(MemberKind::Constructor),
            5 | 8 => member(MemberKind::Field),
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
    use crate::program::{ClassId, TypeId};

    fn heap() -> Heap {
        let ty = TypeId(0);
        let (object, string, class, method, field, constructor, null) = (ty, ty, ty, ty, ty, ty, ty);
        Heap::new(MetaTypes { object, string, class, method, field, constructor, null, object_class: ClassId(0) })
    }

    #[test]
    fn each_sort_has_its_own_limit() {
        let heap = heap();
        let mut saturation = Saturation::default();
        let text = |n: u32| heap.intern(ObjKind::Str { text: Sym(n) }).0;
        let mut set: PtsSet = (0..512).map(text).collect();
        let unknown = heap.intern(ObjKind::UnknownString { site: heap.site(Site::Jdk) });
        set.insert(unknown.0);
        assert_eq!(saturation.of(&set, &heap), 0, "at the limit");
        set.insert(text(512));
        assert_eq!(saturation.of(&set, &heap), 1, "one string too many");
        let closed = saturation.closed(1, &heap);
        assert!(set.iter_without(closed).eq([unknown.0]));
        assert!(Saturation::is_among(unknown, 2, &heap) && !Saturation::is_among(unknown, 1, &heap));
    }

    #[test]
    fn a_summary_unknown_is_of_its_sort() {
        let heap = heap();
        for at in each(!0) {
            let kind = heap.kind(Saturation::summary_unknown(&heap, at));
            assert_eq!(kind.origin().map(|site| heap.site_data(site)), Some(Site::Saturated));
            let single = match kind {
                ObjKind::UnknownString { .. } => [0, 1],
                ObjKind::UnknownClass { .. } => [2, 9],
                ObjKind::UnknownMember { kind: MemberKind::Method, .. } => [3, 6],
                ObjKind::UnknownMember { kind: MemberKind::Constructor, .. } => [4, 7],
                _ => [5, 8],
            };
            assert!(single.contains(&at), "{kind:?} stands for sort {at}");
        }
    }
}
