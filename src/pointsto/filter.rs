//! Edge filters: which objects pass an edge, and what becomes of objects whose class is only bounded. Each filter has a
//! bit mask over objects that is extended as objects are made.

use crate::base::{FxIndexSet, Mask, PtsSet};
use crate::heap::{Heap, ObjId, ObjKind, SiteId};
use crate::program::{Program, Type, TypeId};

crate::define_id!(
    /// An edge filter; 0 lets everything pass.
    FilterId
);

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Filter {
    All,
    /// Objects that pass a cast to the type. Objects of bounded class pass with the narrower bound.
    Cast(TypeId),
    /// As `Cast`, in JDK code: an object of bounded class passes only if the bound is narrow enough already. What the JDK
    /// does with an object it knows nothing of cannot depend on the object's class.
    LibraryCast(TypeId),
    /// Throwables that none of the catch types takes.
    Uncaught(Box<[TypeId]>),
    /// Objects returned by JDK code to other code at a call: an unknown born inside the JDK is born at this call instead.
    Boundary(SiteId),
    /// Only unknown strings: what an operation on strings passes on (the origin of an unknown is never lost).
    UnknownStrings,
}

/// All filters of a run with their masks.
pub(crate) struct Filters {
    table: FxIndexSet<Filter>,
    masks: Vec<Lazy>,
    /// Objects that a mask cannot decide: opaque objects and instance tokens.
    bounded: Lazy,
}

#[derive(Default)]
struct Lazy {
    mask: Mask,
    /// Objects below this id are in the mask already.
    upto: u32,
}

impl Filters {
    pub(crate) fn new() -> Self {
        let mut filters = Self { table: FxIndexSet::default(), masks: Vec::new(), bounded: Lazy::default() };
        filters.intern(Filter::All);
        filters
    }

    pub(crate) fn intern(&mut self, filter: Filter) -> FilterId {
        let (index, new) = self.table.insert_full(filter);
        if new {
            self.masks.push(Lazy::default());
        }
        FilterId::new(index)
    }

    pub(crate) fn get(&self, id: FilterId) -> &Filter {
        &self.table[id.index()]
    }

    /// Brings the masks an edge needs up to date.
    fn refresh(&mut self, id: FilterId, program: &Program, heap: &Heap) {
        let len = heap.len() as u32;
        while self.bounded.upto < len {
            let obj = ObjId(self.bounded.upto);
            if matches!(heap.kind(obj), ObjKind::Opaque { .. } | ObjKind::InstanceToken { .. }) {
                self.bounded.mask.insert(obj.0);
            }
            self.bounded.upto += 1;
        }
        let lazy = &mut self.masks[id.index()];
        while lazy.upto < len {
            let obj = ObjId(lazy.upto);
            if passes(&self.table[id.index()], obj, program, heap) {
                lazy.mask.insert(obj.0);
            }
            lazy.upto += 1;
        }
    }

    /// `target |= filter(objects)`, new objects also into `added`.
    pub(crate) fn flow(
        &mut self,
        id: FilterId,
        objects: &PtsSet,
        target: &mut PtsSet,
        added: &mut PtsSet,
        program: &Program,
        heap: &Heap,
    ) -> bool {
        self.refresh(id, program, heap);
        let mut changed = target.union_into(objects, Some(&self.masks[id.index()].mask), added);
        let narrowed: Vec<ObjId> = match &self.table[id.index()] {
            Filter::Cast(ty) => {
                let ty = *ty;
                objects
                    .iter_masked(&self.bounded.mask)
                    .filter_map(|obj| narrow(ObjId(obj), ty, program, heap))
                    .collect()
            }
            Filter::Boundary(site) => {
                let jdk = heap.jdk_string();
                if objects.contains(jdk.0) { vec![heap.intern(ObjKind::UnkStr { site: *site })] } else { Vec::new() }
            }
            _ => Vec::new(),
        };
        for obj in narrowed {
            if target.insert(obj.0) {
                added.insert(obj.0);
                changed = true;
            }
        }
        changed
    }
}

/// Whether the mask of `filter` holds `obj`.
fn passes(filter: &Filter, obj: ObjId, program: &Program, heap: &Heap) -> bool {
    let kind = heap.kind(obj);
    match filter {
        Filter::All => true,
        Filter::Cast(ty) => {
            !matches!(kind, ObjKind::Opaque { .. } | ObjKind::InstanceToken { .. })
                && (kind == ObjKind::Null || program.is_subtype(heap.ty(obj), *ty))
        }
        Filter::LibraryCast(ty) => kind == ObjKind::Null || program.is_subtype(heap.ty(obj), *ty),
        Filter::Uncaught(types) => !types.iter().any(|&t| program.is_subtype(heap.ty(obj), t)),
        Filter::Boundary(_) => obj != heap.jdk_string(),
        Filter::UnknownStrings => matches!(kind, ObjKind::UnkStr { .. }),
    }
}

/// An object of class at most B after a cast to A: B and A together (algorithms.md 0, opaque objects). A string or a
/// metaobject of unknown content is the token of that kind.
fn narrow(obj: ObjId, to: TypeId, program: &Program, heap: &Heap) -> Option<ObjId> {
    let kind = heap.kind(obj);
    let bound = heap.ty(obj);
    if program.is_subtype(bound, to) {
        return Some(obj);
    }
    let is_class = |ty: TypeId| matches!(program.ty(ty), Type::Class(c) if program.class(c).access & crate::program::access::INTERFACE == 0);
    if is_class(bound) && is_class(to) && !program.is_subtype(to, bound) {
        return None;
    }
    let types = heap.types();
    match kind {
        ObjKind::Opaque { site, .. } if to == types.string => Some(heap.intern(ObjKind::UnkStr { site })),
        ObjKind::Opaque { site, .. } if to == types.class => {
            Some(heap.intern(ObjKind::ClassToken { site, bound: types.object, outside: false }))
        }
        ObjKind::Opaque { site, .. } => Some(heap.intern(ObjKind::Opaque { site, bound: to })),
        // No rule of today's modes uses the bound of a token: one object per site is enough.
        ObjKind::InstanceToken { .. } => Some(obj),
        _ => None,
    }
}
