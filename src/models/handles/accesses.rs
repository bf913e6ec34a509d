//! Accesses joined with what they reach: the bases that an access is made on, the holders it is made through (a handle, an
//! offset), and what each holder denotes. Each of the three grows by itself. Must not know which methods find or access.

use std::rc::Rc;

use super::methods::Mode;
use crate::base::{FxHashMap, FxHashSet, FxIndexMap, FxIndexSet, IndexVec, Numbering, Sym};
use crate::heap::{ObjId, ObjKind};
use crate::pointsto::{Cx, ModelNode, NodeId, Ptr};
use crate::program::{ClassId, FieldId, Program, Type, TypeId, access};

/// What an access is made through.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Holder {
    /// A handle, or the base of a static field.
    Object(ObjId),
    /// Any offset: which one a number is nobody can say.
    Offset,
    /// A `VarHandle` that nothing is known of: it denotes what any one does.
    AnyHandle,
}

/// What a holder denotes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Place {
    Field(FieldId),
    /// The fields with a name and of a type, as far as these are known, of the base's class.
    OfBase {
        name: Option<Sym>,
        ty: Option<TypeId>,
    },
    Elements,
}

crate::define_id!(
    /// An access that was met.
    AccessId
);

/// An access to what a holder denotes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Access {
    pub(super) base: Option<NodeId>,
    pub(super) read: Option<Ptr>,
    pub(super) write: Option<Ptr>,
    /// The value is the first argument: there is none but it, and no base.
    pub(super) is_alone: bool,
}

/// A node of a holder's own: what the accesses that share what it denotes read and write.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum PoolNode {
    Read(Holder),
    Write(Holder),
}

/// Most bases of an access that are joined with it one by one. Of those beyond it shares what a holder denotes with all accesses through
/// the holder that have as many: each method of `Unsafe` that a reflective call may mean has the same ones.
const APART: usize = 256;

/// The accesses of a run.
#[derive(Default)]
pub(super) struct Accesses {
    numbers: Numbering<AccessId, Access>,
    met: IndexVec<AccessId, Met>,
    denoted: FxHashMap<Holder, Denoted>,
    modes: FxHashMap<ObjId, Mode>,
    found: Found,
    nodes: Numbering<ModelNode, PoolNode>,
    /// By holder: the access that stands for those that share.
    pools: FxIndexMap<Holder, AccessId>,
    /// Accesses that share, with the holders.
    sharing: FxHashSet<(AccessId, Holder)>,
}

/// What [`fields_of`] found: any offset denotes what each look-up of one may, on each base.
type Found = FxHashMap<(ClassId, Option<Sym>, Option<TypeId>), Rc<[FieldId]>>;

#[derive(Default)]
struct Met {
    holders: FxIndexSet<Holder>,
    bases: FxIndexSet<ObjId>,
    /// The bases joined with it, by what they have in common: a holder denotes the same of all of one class.
    alike: FxIndexMap<Alike, Vec<ObjId>>,
    joined: usize,
    /// The bases that it shares.
    shared: Vec<ObjId>,
    is_pool: bool,
}

/// What decides which places of a base a holder denotes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Alike {
    /// With whether an object of a class below may be meant.
    Class(ClassId, bool),
    Array(TypeId),
}

#[derive(Default)]
struct Denoted {
    places: FxIndexSet<Place>,
    accesses: Vec<AccessId>,
    /// What all places denote of bases that are alike, each once, and how many places were asked for it.
    of: FxHashMap<Alike, (FxIndexSet<Part>, usize)>,
}

/// A part of a base.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Part {
    Field(FieldId),
    Elements,
}

impl Denoted {
    /// What the places denote of bases that are alike.
    fn parts(&mut self, program: &Program, found: &mut Found, holder: Holder, alike: Alike) -> &FxIndexSet<Part> {
        let (parts, asked) = self.of.entry(alike).or_default();
        for place in self.places.iter().skip(*asked) {
            add_parts(program, found, (holder, *place), alike, parts);
        }
        *asked = self.places.len();
        parts
    }
}

impl Accesses {
    /// The number of an access.
    pub(super) fn number(&mut self, access: Access) -> AccessId {
        let (number, is_new) = self.numbers.number_or_new(access);
        if is_new {
            self.met.push(Met::default());
        }
        number
    }

    /// Says that an object is a handle with which this can be done.
    pub(super) fn is_handle(&mut self, object: ObjId, mode: Mode) {
        self.modes.insert(object, mode);
    }

    /// Whether an object is a handle, or a base, of which it is known what it denotes.
    pub(super) fn knows(&self, object: ObjId) -> bool {
        self.modes.contains_key(&object)
    }

    /// A holder denotes a place.
    pub(super) fn denote(&mut self, cx: &mut Cx<'_, '_>, holder: Holder, place: Place) {
        let denoted = self.denoted.entry(holder).or_default();
        if denoted.places.contains(&place) {
            return;
        }
        // What the place adds for bases that are alike: those of all accesses are.
        let mut added: FxHashMap<Alike, Vec<Part>> = FxHashMap::default();
        let known: FxIndexSet<Alike> =
            denoted.accesses.iter().flat_map(|&number| self.met[number].alike.keys().copied()).collect();
        let before: Vec<(Alike, usize)> = known
            .into_iter()
            .map(|alike| (alike, denoted.parts(cx.program, &mut self.found, holder, alike).len()))
            .collect();
        denoted.places.insert(place);
        for (alike, before) in before {
            let parts = denoted.parts(cx.program, &mut self.found, holder, alike);
            added.insert(alike, parts.iter().skip(before).copied().collect());
        }
        for &number in &denoted.accesses {
            let access = restricted(self.numbers.key(number), holder, &self.modes);
            reach_static(cx, access, place);
            for (alike, bases) in &self.met[number].alike {
                for (&part, &base) in added[alike].iter().flat_map(|part| bases.iter().map(move |base| (part, base))) {
                    reach(cx, access, part, base);
                }
            }
        }
    }

    /// An access is made through a holder.
    pub(super) fn through(&mut self, cx: &mut Cx<'_, '_>, number: AccessId, holder: Holder) {
        let met = &mut self.met[number];
        if !met.holders.insert(holder) {
            return;
        }
        let denoted = self.denoted.entry(holder).or_default();
        denoted.accesses.push(number);
        let access = restricted(self.numbers.key(number), holder, &self.modes);
        for &place in &denoted.places {
            reach_static(cx, access, place);
        }
        for (&alike, bases) in &met.alike {
            for &part in denoted.parts(cx.program, &mut self.found, holder, alike) {
                bases.iter().for_each(|&base| reach(cx, access, part, base));
            }
        }
        for base in self.met[number].shared.clone() {
            self.share(cx, number, holder, base);
        }
    }

    /// An access is made on an object.
    pub(super) fn on(&mut self, cx: &mut Cx<'_, '_>, number: AccessId, base: ObjId) {
        let met = &mut self.met[number];
        let kind = cx.heap.kind(base);
        if !met.bases.insert(base) || kind.is_token() || kind.is_string() {
            return;
        }
        let alike = match cx.program.ty(cx.heap.ty(base)) {
            Type::Class(class) => Alike::Class(class, matches!(kind, ObjKind::Opaque { .. })),
            Type::Array(element) => Alike::Array(element),
            _ => return,
        };
        if met.joined == APART && !met.is_pool {
            met.shared.push(base);
            for holder in met.holders.clone() {
                self.share(cx, number, holder, base);
            }
            return;
        }
        met.joined += 1;
        met.alike.entry(alike).or_default().push(base);
        for &holder in &met.holders {
            let access = restricted(self.numbers.key(number), holder, &self.modes);
            let Some(denoted) = self.denoted.get_mut(&holder) else { continue };
            for &part in denoted.parts(cx.program, &mut self.found, holder, alike) {
                reach(cx, access, part, base);
            }
        }
    }

    /// An access through a holder is made on a base that it shares with others.
    fn share(&mut self, cx: &mut Cx<'_, '_>, number: AccessId, holder: Holder, base: ObjId) {
        let known = self.pools.get(&holder).copied();
        let pool = known.unwrap_or_else(|| self.make_pool(cx, holder));
        if self.sharing.insert((number, holder)) {
            let of_pool = self.numbers.key(pool);
            let access = restricted(self.numbers.key(number), holder, &self.modes);
            if let (Some(from), Some(to)) = (of_pool.read, access.read) {
                cx.edge(from, to);
            }
            if let (Some(from), Some(to)) = (access.write.filter(|_| !access.is_alone), of_pool.write) {
                cx.edge(from, to);
            }
        }
        self.on(cx, pool, base);
    }

    fn make_pool(&mut self, cx: &mut Cx<'_, '_>, holder: Holder) -> AccessId {
        let nodes = [PoolNode::Read(holder), PoolNode::Write(holder)];
        let [read, write] = nodes.map(|node| Some(cx.model_node(self.nodes.number(node))));
        let pool = self.number(Access { base: None, read, write, is_alone: false });
        self.met[pool].is_pool = true;
        self.pools.insert(holder, pool);
        self.through(cx, pool, holder);
        pool
    }
}

/// What of an access the handle allows.
fn restricted(access: Access, holder: Holder, modes: &FxHashMap<ObjId, Mode>) -> Access {
    let Holder::Object(object) = holder else { return access };
    let Some(mode) = modes.get(&object) else { return access };
    Access { read: access.read.filter(|_| mode.reads), write: access.write.filter(|_| mode.writes), ..access }
}

/// Connects an access with a static field, if that is the place.
fn reach_static(cx: &mut Cx<'_, '_>, access: Access, place: Place) {
    let program = cx.program;
    if let Place::Field(field) = place
        && program.field(field).access & access::STATIC != 0
    {
        connect(cx, Ptr::Static(field), access, program.field(field).ty);
    }
}

/// Connects an access with a part of a base.
fn reach(cx: &mut Cx<'_, '_>, access: Access, part: Part, base: ObjId) {
    let access = Access { write: access.write.filter(|_| !access.is_alone), ..access };
    match (part, cx.program.ty(cx.heap.ty(base))) {
        (Part::Field(field), _) => connect(cx, Ptr::Field(base, field), access, cx.program.field(field).ty),
        (Part::Elements, Type::Array(element)) => connect(cx, Ptr::Elements(base), access, element),
        (Part::Elements, _) => {}
    }
}

/// What a place is of bases that are alike.
fn add_parts(
    program: &Program,
    found: &mut Found,
    (holder, place): (Holder, Place),
    alike: Alike,
    parts: &mut FxIndexSet<Part>,
) {
    match (alike, place) {
        (Alike::Array(_), Place::Elements) => drop(parts.insert(Part::Elements)),
        (Alike::Class(class, is_opaque), Place::Field(field)) if program.field(field).access & access::STATIC == 0 => {
            let owner = program.field(field).class;
            // An object of unknown class may be the owner's, if the handle says so.
            let may_be = || is_opaque && matches!(holder, Holder::Object(_)) && program.is_subclass(owner, class);
            if program.is_subclass(class, owner) || may_be() {
                parts.insert(Part::Field(field));
            }
        }
        (Alike::Class(class, _), Place::OfBase { name, ty }) => {
            let fields = found.entry((class, name, ty));
            let fields = fields.or_insert_with(|| fields_of(program, class, name, ty, Some(false)).into());
            parts.extend(fields.iter().map(|&field| Part::Field(field)));
        }
        _ => {}
    }
}

fn connect(cx: &mut Cx<'_, '_>, place: Ptr, access: Access, ty: TypeId) {
    if let Some(to) = access.read {
        cx.edge(place, to);
    }
    if let Some(from) = access.write {
        cx.cast(from, place, ty);
    }
}

/// The fields of references of a class and its superclasses that are meant by what is known of them (JVMS 5.4.3.2 without the
/// shadowing: what is not known may be any of them).
pub(super) fn fields_of(
    program: &Program,
    class: ClassId,
    name: Option<Sym>,
    ty: Option<TypeId>,
    is_static: Option<bool>,
) -> Vec<FieldId> {
    let all = program.supertypes(class).iter().flat_map(|&class| program.class(class).fields.iter().copied());
    all.filter(|&field| {
        let data = program.field(field);
        program.is_reference(data.ty)
            && name.is_none_or(|name| name == data.name)
            && ty.is_none_or(|ty| ty == data.ty)
            && is_static.is_none_or(|of| of == (data.access & access::STATIC != 0))
    })
    .collect()
}
