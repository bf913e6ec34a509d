//! Edge filters: which objects pass an edge, and what becomes of objects whose class is only bounded. Each filter has a
//! bit mask over objects that is extended as objects are made.

use crate::base::{FxHashMap, FxIndexSet, Mask, PtsSet};
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
}

#[derive(Default)]
struct Lazy {
    mask: Mask,
    /// Objects that pass as another object: opaque objects, which a cast narrows.
    turned: Mask,
    turns: FxHashMap<u32, ObjId>,
    /// Objects below this id are in the masks already.
    upto: u32,
}

impl Filters {
    pub(crate) fn new() -> Self {
        let mut filters = Self { table: FxIndexSet::default(), masks: Vec::new() };
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

    /// Brings the masks of a filter up to date.
    fn refresh(&mut self, id: FilterId, program: &Program, heap: &Heap) {
        let filter = &self.table[id.index()];
        let lazy = &mut self.masks[id.index()];
        // Narrowing may make objects; those are looked at too.
        while lazy.upto < heap.len() as u32 {
            let obj = ObjId(lazy.upto);
            match passes(filter, obj, program, heap) {
                Some(same) if same == obj => lazy.mask.insert(obj.0),
                Some(other) => {
                    lazy.turned.insert(obj.0);
                    lazy.turns.insert(obj.0, other);
                }
                None => {}
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
        let lazy = &self.masks[id.index()];
        let mut changed = target.union_into(objects, Some(&lazy.mask), added);
        if lazy.turns.is_empty() {
            return changed;
        }
        for obj in objects.iter_masked(&lazy.turned) {
            let obj = lazy.turns[&obj];
            if target.insert(obj.0) {
                added.insert(obj.0);
                changed = true;
            }
        }
        changed
    }
}

/// What passes `filter` when `obj` arrives: usually `obj` itself or nothing.
fn passes(filter: &Filter, obj: ObjId, program: &Program, heap: &Heap) -> Option<ObjId> {
    let kind = heap.kind(obj);
    let subtype = |ty: TypeId| kind == ObjKind::Null || program.is_subtype(heap.ty(obj), ty);
    let pass = match filter {
        Filter::All => true,
        Filter::Cast(ty) => match kind {
            ObjKind::Opaque { .. } | ObjKind::InstanceToken { .. } => return narrow(obj, *ty, program, heap),
            _ => subtype(*ty),
        },
        Filter::LibraryCast(ty) => subtype(*ty),
        Filter::Uncaught(types) => !types.iter().any(|&t| program.is_subtype(heap.ty(obj), t)),
        Filter::Boundary(site) if obj == heap.jdk_string() => {
            return Some(heap.intern(ObjKind::UnkStr { site: *site }));
        }
        Filter::Boundary(_) => true,
        Filter::UnknownStrings => matches!(kind, ObjKind::UnkStr { .. }),
    };
    pass.then_some(obj)
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
