//! Edge filters: which objects pass an edge, and what becomes of objects whose class is only bounded. Each filter has a
//! bit mask over objects that is extended as objects are met.

use std::rc::Rc;

use smallvec::{SmallVec, smallvec};

use super::super::ids::FilterId;
use crate::base::{FxHashMap, FxIndexSet, Mask, PtsSet, Rows, Sieve, Sym};
use crate::heap::{Heap, ObjId, ObjKind, SiteId, Typing};
use crate::program::{Program, Type, TypeId};

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Filter {
    All,
    /// Objects that pass a cast to the type. Objects of bounded class pass with the narrower bound.
    Cast(TypeId),
    /// As `Cast`, in JDK code: an object of bounded class passes only if the bound is narrow enough already. What the JDK
    /// does with an object it knows nothing of cannot depend on the object's class.
    LibraryCast(TypeId),
    /// Throwables that a handler of the type takes, after earlier handlers (JVMS 2.10: the first one that fits).
    Caught {
        ty: TypeId,
        after: Box<[TypeId]>,
    },
    /// Throwables that none of the catch types takes.
    Uncaught(Box<[TypeId]>),
    /// Throwables that leave a method: none of the catch types takes them, and they are none of those that the JVM throws by
    /// itself, which are given to each handler where it stands. Of what is thrown nothing else passes (JVMS 4.10.1.9, athrow).
    Leaves {
        throwable: TypeId,
        caught: Box<[TypeId]>,
        raised: Rc<[ObjId]>,
    },
    /// Objects returned by JDK code to other code at a call: an unknown whose origin is inside the JDK has this call as its origin instead.
    Boundary(SiteId),
    /// Objects that may be kept in the heap ([`ObjKind::lives_in_heap`]), and that pass a cast to the type of an element.
    Stored(Option<TypeId>),
    /// Only unknown strings: what an operation on strings passes on (the origin of an unknown is never lost). Of an outline
    /// nothing is left.
    UnknownStrings,
    /// The same, of an operation whose results have an outline.
    Outlined(Sym),
}

impl Filter {
    /// A cast in code of the JDK. What is cast to a text or a class object may be one, as outside; what is sorted is cast to
    /// `Comparable`, whatever it is, and compares itself.
    pub fn cast_in_jdk(ty: TypeId, program: &Program) -> Self {
        let known = program.well_known();
        match program.class_of(ty) {
            Some(class) if [known.string, known.class, known.comparable].contains(&class) => Filter::Cast(ty),
            _ => Filter::LibraryCast(ty),
        }
    }
}

/// All filters of a run with their masks.
pub(crate) struct Filters {
    table: FxIndexSet<Filter>,
    masks: Vec<Lazy>,
    /// By object: its type, if nothing else decides what passes.
    types: Vec<Option<TypeId>>,
    /// The filter of unknown strings, whose masks serve for all that tell these apart.
    texts: FilterId,
    /// Objects that are being decided on, kept for its room.
    fresh: Vec<u32>,
    /// What the masks hold.
    bytes: usize,
}

#[derive(Default)]
struct Lazy {
    mask: Mask,
    /// Objects that pass as others: opaque objects, which a cast narrows.
    turned: Mask,
    turns: bool,
    /// What they passed as: most come many times.
    became: FxHashMap<ObjId, Passed>,
    /// Objects that were looked at.
    decided: Mask,
    /// Types that were looked at, and those of them whose objects pass.
    types: Mask,
    fitting: Mask,
}

impl Lazy {
    fn bytes(&self) -> usize {
        [&self.mask, &self.turned, &self.decided, &self.types, &self.fitting].iter().map(|mask| mask.bytes()).sum()
    }

    /// What an object passes as. Made when it is met: most narrowings never happen.
    fn becomes(&mut self, filter: &Filter, obj: ObjId, heap: &Heap) -> &[ObjId] {
        self.became.entry(obj).or_insert_with(|| turned(filter, obj, heap))
    }
}

impl Filters {
    pub(crate) fn new() -> Self {
        let mut filters = Self {
            table: FxIndexSet::default(),
            masks: Vec::new(),
            types: Vec::new(),
            texts: FilterId::new(0),
            fresh: Vec::new(),
            bytes: 0,
        };
        filters.intern(Filter::All);
        filters.texts = filters.intern(Filter::UnknownStrings);
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

    /// Whether an object can come out of the filter as others.
    pub(crate) fn changes(&self, id: FilterId) -> bool {
        matches!(
            self.get(id),
            Filter::Cast(_)
                | Filter::LibraryCast(_)
                | Filter::Stored(Some(_))
                | Filter::Caught { .. }
                | Filter::Leaves { .. }
                | Filter::Boundary(_)
                | Filter::UnknownStrings
                | Filter::Outlined(_)
        )
    }

    /// Decides on the objects that a filter has not met yet: most filters meet few of all objects.
    pub(crate) fn decide(&mut self, id: FilterId, objects: &PtsSet, program: &Program, heap: &Heap) {
        let id = self.deciding(id);
        let filter = &self.table[id.index()];
        if matches!(filter, Filter::Boundary(_)) {
            // One object is another one behind it, and there is one such filter per call.
            return;
        }
        let lazy = &mut self.masks[id.index()];
        self.fresh.clear();
        self.fresh.extend(objects.iter_without(&lazy.decided));
        let before = lazy.bytes();
        for at in self.types.len()..heap.len() {
            self.types.push(plain_type(ObjId::new(at), heap));
        }
        for &obj in &self.fresh {
            lazy.decided.insert(obj);
            let asks_more = matches!(filter, Filter::UnknownStrings | Filter::Leaves { .. });
            if let Some(ty) = self.types[obj as usize].filter(|_| !asks_more) {
                if !lazy.types.contains(ty.0) {
                    lazy.types.insert(ty.0);
                    if matches!(passes(filter, ObjId(obj), program, heap), Pass::Same) {
                        lazy.fitting.insert(ty.0);
                    }
                }
                if lazy.fitting.contains(ty.0) {
                    lazy.mask.insert(obj);
                }
                continue;
            }
            match passes(filter, ObjId(obj), program, heap) {
                Pass::Same => lazy.mask.insert(obj),
                Pass::Turned => {
                    lazy.turned.insert(obj);
                    lazy.turns = true;
                }
                Pass::Not => {}
            }
        }
        self.bytes += lazy.bytes() - before;
    }

    /// The filter whose masks are those of another: there is one for each outline, and they decide alike.
    fn deciding(&self, id: FilterId) -> FilterId {
        if matches!(self.table[id.index()], Filter::Outlined(_)) { self.texts } else { id }
    }

    /// Bytes that the decisions take.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes as u64
    }

    /// `to |= filter(objects \ never)`. Returns how many objects were new. All have been decided on
    /// ([`decide`](Self::decide)).
    pub(crate) fn flow(
        &mut self,
        id: FilterId,
        objects: &PtsSet,
        never: Option<&Mask>,
        to: Target<'_>,
        heap: &Heap,
    ) -> usize {
        let deciding = self.deciding(id);
        let filter = &self.table[id.index()];
        let Target { set, added, rows } = to;
        if let Filter::Boundary(_) = filter {
            let inner = heap.jdk_string();
            if !objects.contains(inner.0) {
                return set.union_into(objects, Sieve { only: None, never }, added, rows);
            }
            let others = objects.minus(&[inner.0].into_iter().collect());
            let mut count = set.union_into(&others, Sieve { only: None, never }, added, rows);
            if never.is_none_or(|never| !never.contains(inner.0)) {
                count += put(set, added, &turned(filter, inner, heap));
            }
            return count;
        }
        if let Filter::Outlined(_) = filter {
            let lazy = &self.masks[deciding.index()];
            let texts = objects.iter_masked(&lazy.mask).chain(objects.iter_masked(&lazy.turned));
            let outlined = texts.flat_map(|obj| turned(filter, ObjId(obj), heap));
            let kept = outlined.filter(|obj| never.is_none_or(|never| !never.contains(obj.0)));
            return kept.map(|obj| put(set, added, &[obj])).sum();
        }
        let lazy = &mut self.masks[deciding.index()];
        let mut count = set.union_into(objects, Sieve { only: Some(&lazy.mask), never }, added, rows);
        if !lazy.turns {
            return count;
        }
        self.fresh.clear();
        self.fresh
            .extend(objects.iter_masked(&lazy.turned).filter(|&obj| never.is_none_or(|never| !never.contains(obj))));
        for &obj in &self.fresh {
            count += put(set, added, lazy.becomes(filter, ObjId(obj), heap));
        }
        count
    }
}

fn put(set: &mut PtsSet, added: &mut PtsSet, objects: &[ObjId]) -> usize {
    objects.iter().filter(|obj| set.insert(obj.0) && added.insert(obj.0)).count()
}

/// The type of an object of which filters ask nothing but the type.
fn plain_type(obj: ObjId, heap: &Heap) -> Option<TypeId> {
    let is_plain = matches!(
        heap.kind(obj),
        ObjKind::Alloc { .. }
            | ObjKind::View { .. }
            | ObjKind::Merged { .. }
            | ObjKind::Instance { .. }
            | ObjKind::Class { .. }
            | ObjKind::Method { .. }
            | ObjKind::Constructor { .. }
            | ObjKind::Field { .. }
            | ObjKind::Str { .. }
    );
    (is_plain && heap.kind(obj).lives_in_heap()).then(|| heap.ty(obj))
}

/// A set that objects flow into.
pub(crate) struct Target<'t> {
    pub(crate) set: &'t mut PtsSet,
    /// What is new goes in here too.
    pub(crate) added: &'t mut PtsSet,
    pub(crate) rows: &'t mut Rows,
}

/// What becomes of an object at an edge with a filter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fate {
    /// It arrives as these objects.
    Passes(Passed),
    Stops,
}

/// What an object passes as: nearly always one object.
pub type Passed = SmallVec<[ObjId; 2]>;

/// What a filter does with an object, as [`Filters::flow`] does it.
pub(crate) fn fate(filter: &Filter, obj: ObjId, program: &Program, heap: &Heap) -> Fate {
    match passes(filter, obj, program, heap) {
        Pass::Same => Fate::Passes(smallvec![obj]),
        Pass::Turned => Fate::Passes(turned(filter, obj, heap)),
        Pass::Not => Fate::Stops,
    }
}

/// What a filter does with an object.
enum Pass {
    Not,
    Same,
    /// It passes as other objects, see [`turned`].
    Turned,
}

fn passes(filter: &Filter, obj: ObjId, program: &Program, heap: &Heap) -> Pass {
    let kind = heap.kind(obj);
    let subtype = |ty: TypeId| match kind.typing() {
        Typing::Any => true,
        Typing::Several => {
            let is = |own: TypeId| program.is_subtype(own, ty);
            is(heap.ty(obj)) || heap.markers(obj).into_iter().any(is)
        }
        Typing::Exact | Typing::Bounded | Typing::Token => program.is_subtype(heap.ty(obj), ty),
    };
    let is_any = |types: &[TypeId]| types.iter().any(|&ty| program.is_subtype(heap.ty(obj), ty));
    let pass = match filter {
        Filter::All => true,
        Filter::Cast(ty) => match kind.typing() {
            Typing::Bounded => return narrows(true, heap.ty(obj), *ty, program),
            Typing::Token if is_said(kind, *ty, program, heap) => false,
            Typing::Token => return narrows(heap.is_reflective(*ty), heap.ty(obj), *ty, program),
            Typing::Exact | Typing::Several | Typing::Any => subtype(*ty),
        },
        Filter::Stored(_) if !kind.lives_in_heap() => false,
        Filter::Stored(None) => true,
        Filter::Stored(Some(ty)) => return passes(&Filter::Cast(*ty), obj, program, heap),
        Filter::LibraryCast(ty) if kind.typing() == Typing::Bounded && is_entry(*ty, program) => {
            return narrows(true, heap.ty(obj), *ty, program);
        }
        Filter::LibraryCast(ty) => subtype(*ty),
        Filter::Caught { after, .. } if is_any(after) => false,
        Filter::Caught { ty, .. } => return passes(&Filter::Cast(*ty), obj, program, heap),
        Filter::Uncaught(types) => !is_any(types),
        Filter::Leaves { caught, raised, .. } if is_any(caught) || raised.contains(&obj) => false,
        Filter::Leaves { throwable, .. } => return passes(&Filter::Cast(*throwable), obj, program, heap),
        Filter::Boundary(_) if obj == heap.jdk_string() => return Pass::Turned,
        Filter::Boundary(_) => true,
        Filter::UnknownStrings if matches!(kind, ObjKind::Template { .. }) => return Pass::Turned,
        Filter::Outlined(_) if kind.is_unknown_text() => return Pass::Turned,
        Filter::UnknownStrings => matches!(kind, ObjKind::UnknownString { .. }),
        Filter::Outlined(_) => false,
    };
    if pass { Pass::Same } else { Pass::Not }
}

/// Whether a cast says of which classes a lazy object can be: objects of these pass in its place (Solar, rule L-Cast), which who
/// watches it puts there.
fn is_said(kind: ObjKind, ty: TypeId, program: &Program, heap: &Heap) -> bool {
    let ObjKind::UnknownInstance { bound, lazy: true, .. } = kind else { return false };
    !heap.is_reflective(ty) && !program.is_subtype(bound, ty) && program.candidates(ty).all
}

/// Whether a type is that of what the sets of maps hold.
fn is_entry(ty: TypeId, program: &Program) -> bool {
    matches!(program.ty(ty), Type::Class(class) if program.class_name(class) == "java/util/Map$Entry")
}

/// Whether nothing is of both types. Of two classes one is a superclass of the other, or nothing is both; an interface may be
/// any class's, but that of a final class which does not implement it; arrays are of few other types, and go by their
/// elements (JLS 5.1.6.1).
fn apart(one: TypeId, other: TypeId, program: &Program) -> bool {
    use crate::program::access::{FINAL, INTERFACE};
    if program.is_subtype(one, other) || program.is_subtype(other, one) {
        return false;
    }
    let is_class = |class| program.class(class).access & INTERFACE == 0;
    // What it implements is known where all its superclasses and interfaces are.
    let is_known = |&class: &_| program.class(class).phantom.is_none();
    let is_closed = |class| program.class(class).access & FINAL != 0 && program.supertypes(class).iter().all(is_known);
    match (program.ty(one), program.ty(other)) {
        (Type::Array(one), Type::Array(other)) => apart(one, other, program),
        (Type::Class(one), Type::Class(other)) => {
            is_class(one) && is_class(other) || is_closed(one) || is_closed(other)
        }
        _ => true,
    }
}

/// Whether an object of class at most `bound` passes a cast to `to` (docs/analysis.md, Edge filters), and whether as
/// another object where it does. No rule of today's modes uses the bound of a token: one object per site is enough, unless
/// the cast says that it is a string or a metaobject.
fn narrows(turns: bool, bound: TypeId, to: TypeId, program: &Program) -> Pass {
    if program.is_subtype(bound, to) {
        return Pass::Same;
    }
    if apart(bound, to, program) {
        return Pass::Not;
    }
    if turns { Pass::Turned } else { Pass::Same }
}

/// What an object of [`Pass::Turned`] passes as: a string or a metaobject of unknown content is the token of that kind.
fn turned(filter: &Filter, obj: ObjId, heap: &Heap) -> Passed {
    let kind = heap.kind(obj);
    let passed = match (filter, kind.typing()) {
        (
            Filter::Cast(to)
            | Filter::LibraryCast(to)
            | Filter::Stored(Some(to))
            | Filter::Caught { ty: to, .. }
            | Filter::Leaves { throwable: to, .. },
            Typing::Bounded | Typing::Token,
        ) => kind.origin().and_then(|site| heap.unknown(site, *to, true)).unwrap_or(obj),
        (Filter::Boundary(site), _) => heap.intern(ObjKind::UnknownString { site: *site }),
        (Filter::UnknownStrings, _) => kind.origin().map_or(obj, |site| heap.intern(ObjKind::UnknownString { site })),
        (Filter::Outlined(outline), _) => {
            kind.origin().map_or(obj, |site| heap.intern(ObjKind::Template { site, outline: *outline }))
        }
        _ => obj,
    };
    smallvec![passed]
}
