//! Reading and writing fields of known field objects (transfer through `Field`, Livshits et al. 2005). Must not know calls.

use crate::base::{FxHashMap, FxIndexMap};
use crate::classpath::Origin;
use crate::heap::{MemberKind, ObjId, ObjKind};
use crate::pointsto::{Cx, Fate, Filter, Ptr};
use crate::program::{FieldId, Program, TypeId, access};

use super::super::calls::unknowns::is_unknown_member;
use super::super::rule::Rule;
use super::super::state::State;
use super::super::state::call::ApiCallId;
use super::super::state::open_call::Wanted;
use super::super::terms::primitives::wrapper;
use super::super::terms::rules::RuleName;
use super::super::terms::site::{Effect, Role};
use super::finals::are_finals_opened;

/// `Field.get` and `Field.set` with their kin.
#[derive(Debug, Clone, Copy)]
pub(in crate::reflection) struct FieldAccess {
    pub(in crate::reflection) write: bool,
}

impl Rule for FieldAccess {
    fn name(&self) -> RuleName {
        if self.write { RuleName("field-set") } else { RuleName("field-get") }
    }

    fn objects(
        &self,
        state: &mut State,
        cx: &mut Cx<'_, '_>,
        call: ApiCallId,
        role: Role,
        objects: &[(ObjId, ObjKind)],
    ) {
        state.field_access(cx, call, role, &state.acting(cx, call, role, objects), self.write);
    }

    fn specified(&self, state: &mut State, cx: &mut Cx<'_, '_>, call: ApiCallId, objects: &[(ObjId, ObjKind)]) {
        state.field_access(cx, call, Role::Member, objects, self.write);
    }
}

impl State {
    fn field_access(
        &mut self,
        cx: &mut Cx<'_, '_>,
        call: ApiCallId,
        role: Role,
        objects: &[(ObjId, ObjKind)],
        write: bool,
    ) {
        let (member_node, base_node) = (self.calls[call].input(Role::Member), self.calls[call].input(Role::Receiver));
        let (members, bases) = match role {
            Role::Member => (objects.to_vec(), Self::objects(cx, base_node)),
            _ => {
                let members = Self::objects(cx, member_node);
                let mut members = self.acting(cx, call, Role::Member, &members).into_owned();
                members.extend(self.specified(cx, call));
                (members, objects.to_vec())
            }
        };
        // Sites follow thousands of fields, and meet as many objects.
        let mut by_type: FxIndexMap<(TypeId, bool), Vec<ObjId>> = FxIndexMap::default();
        for &(base, kind) in bases.iter().filter(|(_, kind)| !kind.is_token() && !kind.is_string()) {
            by_type.entry((cx.heap.ty(base), matches!(kind, ObjKind::Opaque { .. }))).or_default().push(base);
        }
        let kinds = members.iter().map(|&(_, kind)| kind);
        let unknown: Vec<ObjKind> = kinds.filter(|kind| !matches!(kind, ObjKind::Field { .. })).collect();
        self.open_access(cx, call, &unknown, role == Role::Member, &bases, write);
        // By the class of a field: the objects that have it.
        let mut of_owner: FxHashMap<TypeId, Vec<ObjId>> = FxHashMap::default();
        for (_, kind) in members {
            let ObjKind::Field { field } = kind else { continue };
            // Code outside the JDK has no access to the hidden fields of its classes, unless the JVM was told so.
            let hidden = self.calls[call].origin != Origin::Jdk && is_hidden(cx.program, field);
            if !self.acts(cx.program, call, Effect::Field(field)) || hidden {
                self.any_value(cx, call, field, write);
                continue;
            }
            let data = cx.program.field(field);
            if data.access & access::STATIC != 0 {
                cx.initialise(data.class);
                let is_kept = data.access & access::FINAL != 0 && cx.program.class(data.class).origin == Origin::Jdk;
                if write && is_kept && !self.opens_finals {
                    self.final_writes.insert((call, field));
                } else {
                    self.transfer(cx, call, Ptr::Static(field), field, write);
                }
                continue;
            }
            let (program, owner) = (cx.program, cx.program.class_type(data.class));
            let alike = of_owner.entry(owner).or_insert_with(|| {
                // An object of unknown class may be of any class that passes a cast.
                let may_be = |&base: &ObjId| cx.core.fate(&Filter::Cast(owner), base) != Fate::Stops;
                let fit = by_type.iter().filter(|&(&(ty, is_opaque), alike)| {
                    program.is_subtype(ty, owner) || is_opaque && alike.first().is_some_and(may_be)
                });
                fit.flat_map(|(_, alike)| alike).copied().collect()
            });
            for &base in alike.iter() {
                self.transfer(cx, call, Ptr::Field(base, field), field, write);
            }
        }
    }

    /// Static final fields of the JDK keep their values, as who sets one gets an exception (JDK: `Field.set`), until the program
    /// reaches for what gets it past that: then they are set, too. Those of others are set at once: there are more ways past it than
    /// are known, and who takes one means fields of his own.
    pub(in crate::reflection) fn write_finals(&mut self, cx: &mut Cx<'_, '_>) {
        if self.final_writes.is_empty() || !are_finals_opened(cx.program, &self.sites.borrow()) {
            return;
        }
        self.opens_finals = true;
        for (call, field) in std::mem::take(&mut self.final_writes) {
            self.transfer(cx, call, Ptr::Static(field), field, true);
        }
    }

    /// Fields that nobody knows are read or written; `is_new`: they have just come, and the bases have not.
    fn open_access(
        &mut self,
        cx: &mut Cx<'_, '_>,
        call: ApiCallId,
        fields: &[ObjKind],
        is_new: bool,
        bases: &[(ObjId, ObjKind)],
        write: bool,
    ) {
        let (wanted, bounds) = self.open_fields(cx, call, fields, is_new);
        for wanted in wanted {
            self.asks_receivers(cx, call);
            for &base in bases {
                self.access_on(cx, call, wanted, base, write);
            }
        }
        let is_unknown = |cx: &Cx<'_, '_>, field: ObjKind| {
            is_unknown_member(field) && self.by_receiver(cx, call, field, MemberKind::Field).is_none()
        };
        if !write && fields.iter().any(|&field| is_unknown(cx, field)) {
            self.unknown_instance(cx, call);
        }
        for bound in bounds.into_iter().filter(|_| write) {
            self.open_write(cx, call, bound, bases);
        }
    }

    /// A field of an unknown class is read or written on an object, which says which fields it has of that name, if it is known.
    fn access_on(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId, wanted: Wanted, base: (ObjId, ObjKind), write: bool) {
        let Some(fields) = self.fields_of_receiver(cx, call, wanted, base) else { return };
        if fields.is_empty() && !write {
            self.unknown_instance(cx, call);
        }
        for field in fields {
            let hidden = is_hidden(cx.program, field);
            match self.acts(cx.program, call, Effect::Field(field)) && !hidden {
                true => self.transfer(cx, call, Ptr::Field(base.0, field), field, write),
                false => self.any_value(cx, call, field, write),
            }
        }
    }

    /// A read or write that is not followed: the value read is any of the field's type. What is written to one of very many
    /// fields is part of the cut the site reports.
    pub(in crate::reflection) fn any_value(
        &mut self,
        cx: &mut Cx<'_, '_>,
        call: ApiCallId,
        field: FieldId,
        write: bool,
    ) {
        let view = &self.calls[call].view;
        let ty = cx.program.field(field).ty;
        let reference = cx.program.is_reference(ty);
        if let (false, Some(dst), Some(value)) = (write, view.dst, cx.heap.unknown(view.site, ty, reference)) {
            cx.add(dst, value);
        }
    }

    pub(in crate::reflection) fn transfer(
        &mut self,
        cx: &mut Cx<'_, '_>,
        call: ApiCallId,
        place: Ptr,
        field: FieldId,
        write: bool,
    ) {
        let view = &self.calls[call].view;
        let ty = cx.program.field(field).ty;
        let reference = cx.program.is_reference(ty);
        if write {
            if let (Some(value), true) = (self.calls[call].input(Role::Value), reference) {
                cx.cast(value, place, ty);
            }
        } else if let Some(dst) = view.dst {
            if reference {
                cx.edge(place, dst);
            } else if let Some(boxed) = wrapper(cx.program, ty) {
                cx.add(dst, cx.heap.intern(ObjKind::Merged { ty: boxed }));
            }
        }
    }
}

/// A field of a JDK class that is not public.
pub(in crate::reflection) fn is_hidden(program: &Program, field: FieldId) -> bool {
    let data = program.field(field);
    program.class(data.class).origin == Origin::Jdk && data.access & access::PUBLIC == 0
}
