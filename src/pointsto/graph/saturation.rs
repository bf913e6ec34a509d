//! Saturation: where more names, metaobjects or unknowns of one sort meet than anybody could distinguish, the rest becomes one
//! *summary unknown* whose origin says so. Owns the limits and the sorts; must not know how sets flow.
//!
//! In frameworks that keep every name and class in a few shared collections each of thousands of names would flow through
//! half of the program, to calls that are imprecise with any ten of them. What such a call finds is then flagged, never
//! missing unsaid: the unknown that stands for the rest is an input like any other. What stands for nothing but unknowns loses
//! no answer, so it is no limit that was reached; those that callers give are told apart from others, as no one else decides.

use crate::base::{FxHashMap, Mask, PtsSet};
use crate::heap::{Heap, MemberKind, NamePart, ObjId, ObjKind, Site};

/// Sorts of objects that saturate a node. First what is known, then what is not, then what callers of entry methods give.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sort {
    String,
    Class,
    Method,
    Constructor,
    Field,
    UnknownString,
    UnknownClass,
    UnknownMethod,
    UnknownConstructor,
    UnknownField,
    GivenString,
    GivenClass,
    GivenMethod,
    GivenConstructor,
    GivenField,
    Template,
}

impl Sort {
    const ALL: [Self; 16] = [
        Self::String,
        Self::Class,
        Self::Method,
        Self::Constructor,
        Self::Field,
        Self::UnknownString,
        Self::UnknownClass,
        Self::UnknownMethod,
        Self::UnknownConstructor,
        Self::UnknownField,
        Self::GivenString,
        Self::GivenClass,
        Self::GivenMethod,
        Self::GivenConstructor,
        Self::GivenField,
        Self::Template,
    ];

    /// The most objects of it that one node distinguishes. Lower limits cost answers and save nothing, as objects of a set lie side
    /// by side, a bit each: of 83 recorded facts of xalan 66 are resolved with these and with 256 texts and 64 templates, 65 with
    /// 256 classes and 32 unknowns as well, 61 with 256 members and 16 unknowns; time and memory are the same or worse.
    fn limit(self) -> usize {
        match self {
            Self::String | Self::Class => 1024,
            Self::Method | Self::Constructor => 512,
            Self::Field => 2048,
            Self::Template => 256,
            _ => 64,
        }
    }

    fn bit(self) -> Sorts {
        1 << self as u16
    }

    fn of(heap: &Heap, kind: ObjKind) -> Option<Self> {
        let (unknown, given, site) = match kind {
            ObjKind::Str { .. } => return Some(Self::String),
            ObjKind::Template { .. } => return Some(Self::Template),
            ObjKind::Class { .. } => return Some(Self::Class),
            ObjKind::Method { .. } => return Some(Self::Method),
            ObjKind::Constructor { .. } => return Some(Self::Constructor),
            ObjKind::Field { .. } => return Some(Self::Field),
            ObjKind::UnknownString { site } => (Self::UnknownString, Self::GivenString, site),
            ObjKind::UnknownClass { site, .. } => (Self::UnknownClass, Self::GivenClass, site),
            ObjKind::UnknownMember { kind, site, .. } => match kind {
                MemberKind::Method => (Self::UnknownMethod, Self::GivenMethod, site),
                MemberKind::Constructor => (Self::UnknownConstructor, Self::GivenConstructor, site),
                MemberKind::Field => (Self::UnknownField, Self::GivenField, site),
            },
            _ => return None,
        };
        let is_given = matches!(heap.site_data(site), Site::Param(..) | Site::Unknowns { of_callers: true });
        Some(if is_given { given } else { unknown })
    }

    /// Where the unknown comes from that stands for the rest of the sort.
    fn origin(self) -> Site {
        match self {
            Self::String | Self::Class | Self::Method | Self::Constructor | Self::Field => Site::Saturated,
            Self::GivenString | Self::GivenClass | Self::GivenMethod | Self::GivenConstructor | Self::GivenField => {
                Site::Unknowns { of_callers: true }
            }
            _ => Site::Unknowns { of_callers: false },
        }
    }
}

/// The sorts a node is saturated with, a bit each.
pub(crate) type Sorts = u16;

/// Objects by sort, and the limits.
#[derive(Default)]
pub(crate) struct Saturation {
    members: [Mask; Sort::ALL.len()],
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
            if let Some(sort) = Sort::of(heap, heap.kind(obj)) {
                self.members[sort as usize].insert(obj.0);
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
        let over = |sort: &Sort| objects.count_masked(&self.members[*sort as usize]) > sort.limit();
        Sort::ALL.into_iter().filter(over).fold(0, |sorts, sort| sorts | sort.bit())
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
        Sort::of(heap, heap.kind(obj)).is_some_and(|sort| sorts & sort.bit() != 0)
    }

    /// What stands for the objects of a sort that a node does not tell apart.
    pub(crate) fn summary_unknown(heap: &Heap, sort: Sort) -> ObjId {
        let site = heap.site(sort.origin());
        let bound = heap.types().object;
        let member = |kind| ObjKind::UnknownMember { kind, class: None, name: NamePart::Unknown, site, outside: false };
        heap.intern(match sort {
            Sort::String | Sort::UnknownString | Sort::GivenString | Sort::Template => ObjKind::UnknownString { site },
            Sort::Class | Sort::UnknownClass | Sort::GivenClass => {
                ObjKind::UnknownClass { site, bound, outside: false }
            }
            Sort::Method | Sort::UnknownMethod | Sort::GivenMethod => member(MemberKind::Method),
            Sort::Constructor | Sort::UnknownConstructor | Sort::GivenConstructor => member(MemberKind::Constructor),
            Sort::Field | Sort::UnknownField | Sort::GivenField => member(MemberKind::Field),
        })
    }
}

/// The sorts that are in `sorts`.
pub(crate) fn each(sorts: Sorts) -> impl Iterator<Item = Sort> {
    Sort::ALL.into_iter().filter(move |sort| sorts & sort.bit() != 0)
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
        assert_eq!(saturation.of(&set, &heap), Sort::String.bit(), "one string too many");
        let closed = saturation.closed(Sort::String.bit(), &heap);
        assert!(set.iter_without(closed).eq([unknown.0]));
        assert!(Saturation::is_among(unknown, Sort::UnknownString.bit(), &heap));
        assert!(!Saturation::is_among(unknown, Sort::String.bit(), &heap));
    }

    #[test]
    fn what_callers_give_is_a_sort_of_its_own() {
        let heap = heap();
        let given = |n: u16| heap.intern(ObjKind::UnknownString { site: heap.site(Site::Param(MethodId(0), n)) }).0;
        let mut set: PtsSet = (0..65).map(given).collect();
        set.insert(heap.intern(ObjKind::UnknownString { site: heap.site(Site::Outside) }).0);
        let sorts = Saturation::default().of(&set, &heap);
        assert_eq!(sorts, Sort::GivenString.bit());
        let summary = Saturation::summary_unknown(&heap, Sort::GivenString);
        assert!(Saturation::is_among(summary, sorts, &heap), "it stands for itself where it meets others");
    }

    #[test]
    fn a_summary_unknown_is_of_its_sort() {
        let heap = heap();
        for (at, sort) in each(!0).enumerate() {
            assert_eq!(sort as usize, at);
            let kind = heap.kind(Saturation::summary_unknown(&heap, sort));
            let stands_for = match sort {
                Sort::String | Sort::Template => Sort::UnknownString,
                Sort::Class => Sort::UnknownClass,
                Sort::Method => Sort::UnknownMethod,
                Sort::Constructor => Sort::UnknownConstructor,
                Sort::Field => Sort::UnknownField,
                unknown => unknown,
            };
            assert_eq!(Sort::of(&heap, kind), Some(stands_for), "{kind:?} stands for {sort:?}");
            let is_cut = kind.origin().map(|site| heap.site_data(site)) == Some(Site::Saturated);
            assert_eq!(is_cut, at < Sort::UnknownString as usize, "{sort:?}");
        }
    }
}
