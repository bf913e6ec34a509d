//! Accesses joined with what they reach: the bases that an access is made on, the holders it is made through (a handle, an
//! offset), and what each holder denotes. Each of the three grows by itself. Must not know which methods find or access.

use std::rc::Rc;

use super::methods::Mode;
use crate::base::{FxHashMap, FxIndexSet, IndexVec, Numbering, Sym};
use crate::heap::{ObjId, ObjKind};
use crate::pointsto::{Cx, NodeId, Ptr};
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
    pub(super) read: Option<NodeId>,
    pub(super) write: Option<NodeId>,
    /// The value is the first argument: there is none but it, and no base.
    pub(super) is_alone: bool,
}

/// The accesses of a run.
#[derive(Default)]
pub(super) struct Accesses {
    numbers: Numbering<AccessId, Access>,
    met: IndexVec<AccessId, Met>,
    denoted: FxHashMap<Holder, Denoted>,
    modes: FxHashMap<ObjId, Mode>,
    found: Found,
}

/// What [`fields_of`] found: any offset denotes what each look-up of one may, on each base.
type Found = FxHashMap<(ClassId, Option<Sym>, Option<TypeId>), Rc<[FieldId]>>;

#[derive(Default)]
struct Met {
    holders: FxIndexSet<Holder>,
    bases: FxIndexSet<ObjId>,
}

#[derive(Default)]
struct Denoted {
    places: FxIndexSet<Place>,
    accesses: Vec<AccessId>,
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
        if !denoted.places.insert(place) {
            return;
        }
        for &number in &denoted.accesses {
            let access = restricted(self.numbers.key(number), holder, &self.modes);
            reach(cx, &mut self.found, access, holder, place, None);
            for &base in &self.met[number].bases {
                reach(cx, &mut self.found, access, holder, place, Some(base));
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
            reach(cx, &mut self.found, access, holder, place, None);
            for &base in &met.bases {
                reach(cx, &mut self.found, access, holder, place, Some(base));
            }
        }
    }

    /// An access is made on an object.
    pub(super) fn on(&mut self, cx: &mut Cx<'_, '_>, number: AccessId, base: ObjId) {
        let met = &mut self.met[number];
        if !met.bases.insert(base) {
            return;
        }
        for &holder in &met.holders {
            let access = restricted(self.numbers.key(number), holder, &self.modes);
            for &place in self.denoted.get(&holder).into_iter().flat_map(|denoted| &denoted.places) {
                reach(cx, &mut self.found, access, holder, place, Some(base));
            }
        }
    }
}

/// What of an access the handle allows.
fn restricted(access: Access, holder: Holder, modes: &FxHashMap<ObjId, Mode>) -> Access {
    let Holder::Object(object) = holder else { return access };
    let Some(mode) = modes.get(&object) else { return access };
    Access { read: access.read.filter(|_| mode.reads), write: access.write.filter(|_| mode.writes), ..access }
}

/// Connects an access with a place of a base, or with one that has none.
fn reach(cx: &mut Cx<'_, '_>, found: &mut Found, access: Access, holder: Holder, place: Place, base: Option<ObjId>) {
    let program = cx.program;
    let Some(base) = base else {
        if let Place::Field(field) = place
            && program.field(field).access & access::STATIC != 0
        {
            connect(cx, Ptr::Static(field), access, program.field(field).ty);
        }
        return;
    };
    let access = Access { write: access.write.filter(|_| !access.is_alone), ..access };
    let kind = cx.heap.kind(base);
    if kind.is_token() || kind.is_string() {
        return;
    }
    match (cx.program.ty(cx.heap.ty(base)), place) {
        (Type::Array(element), Place::Elements) => connect(cx, Ptr::Elements(base), access, element),
        (Type::Class(class), Place::Field(field)) if program.field(field).access & access::STATIC == 0 => {
            let owner = program.field(field).class;
            // An object of unknown class may be the owner's, if the handle says so.
            let may_be = || {
                let opaque = matches!(kind, ObjKind::Opaque { .. }) && matches!(holder, Holder::Object(_));
                opaque && program.is_subclass(owner, class)
            };
            if program.is_subclass(class, owner) || may_be() {
                connect(cx, Ptr::Field(base, field), access, program.field(field).ty);
            }
        }
        (Type::Class(class), Place::OfBase { name, ty }) => {
            let fields = found.entry((class, name, ty));
            for &field in &**fields.or_insert_with(|| fields_of(program, class, name, ty, Some(false)).into()) {
                connect(cx, Ptr::Field(base, field), access, program.field(field).ty);
            }
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
