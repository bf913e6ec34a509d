//! Fields that are read and written by their names, of an object or a class, whatever their access. Must not know libraries.

use crate::heap::{MemberKind, NamePart, ObjId, ObjKind, SiteId};
use crate::pointsto::{Cx, Ptr};
use crate::program::{FieldId, MethodId, Program, TypeId, access};

use super::super::actions::fields::is_hidden;
use super::super::rule::Rule;
use super::super::state::State;
use super::super::state::call::{ApiCallId, Hook, NamedPart, Node};
use super::super::terms::rules::RuleName;
use super::super::terms::site::{Effect, Limit, Problem, Role};
use super::UTILITIES;
use super::members::Where;

/// Most combinations of targets and names of one call.
const COMBINATIONS: usize = 256;

/// A field of the receiver, or a static one of the class.
#[derive(Debug, Clone, Copy)]
pub(in crate::reflection) struct AccessNamed {
    pub(in crate::reflection) write: bool,
    pub(in crate::reflection) among: Where,
}

impl Rule for AccessNamed {
    fn name(&self) -> RuleName {
        UTILITIES
    }

    fn met(&self, state: &mut State, cx: &mut Cx<'_, '_>, call: ApiCallId, _: MethodId) {
        let unknown = state.node(cx, Node::NamedAt(call, NamedPart::Member));
        cx.watch(unknown, state.hooks.number(Hook::Input { call, role: Role::Member }));
    }

    fn objects(&self, state: &mut State, cx: &mut Cx<'_, '_>, call: ApiCallId, role: Role, _: &[(ObjId, ObjKind)]) {
        match role {
            Role::Member => state.note_named(cx, call),
            _ => state.access_named(cx, call, *self),
        }
    }

    fn specified(&self, state: &mut State, cx: &mut Cx<'_, '_>, call: ApiCallId, objects: &[(ObjId, ObjKind)]) {
        let targets = State::objects(cx, state.calls[call].input(Role::Receiver));
        for &(_, kind) in objects {
            let ObjKind::Field { field } = kind else { continue };
            for &(target, _) in &targets {
                state.access_one(cx, call, *self, Some(target), field);
            }
            if targets.is_empty() {
                state.access_one(cx, call, *self, None, field);
            }
        }
    }
}

impl State {
    /// Reads or writes the fields of all names of all targets.
    fn access_named(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId, how: AccessNamed) {
        let this = &self.calls[call];
        let (receiver, class, name) = (this.input(Role::Receiver), this.input(Role::Class), this.input(Role::Name));
        let mut targets = Self::objects(cx, receiver.or(class));
        targets.retain(|&(_, kind)| kind != ObjKind::Null);
        let names = self.facts.listed.expand(cx.heap, Self::objects(cx, name));
        let names = self.known_names(cx, call, &names);
        if targets.len() * names.len() > COMBINATIONS {
            self.problem(call, Problem::FanOut(Limit::Met(COMBINATIONS)));
            return self.access_any(cx, call, how, None);
        }
        let of_class = receiver.is_none();
        for &(target, kind) in &targets {
            let ty = match kind {
                ObjKind::Class { ty } if of_class => Some(ty),
                _ if of_class || kind.is_token() || matches!(kind, ObjKind::Opaque { .. }) => None,
                _ => Some(cx.heap.ty(target)),
            };
            let Some(ty) = ty else {
                self.access_any(cx, call, how, kind.origin());
                continue;
            };
            let base = (!of_class).then_some(target);
            for &name in &names {
                if name == NamePart::Unknown {
                    self.note_unknown_name(call, !cx.program.type_rests_on_supplied(ty));
                }
                let found = fields(cx.program, ty, how.among, name);
                if let (true, NamePart::Known(name)) = (found.is_empty(), name) {
                    let problem = Problem::MissingMember { class: ty, kind: MemberKind::Field, name };
                    self.not_there(cx.program, call, ty, problem);
                }
                for field in found {
                    self.access_one(cx, call, how, base, field);
                }
            }
        }
    }

    /// Reads or writes a field of an object, or a static one.
    fn access_one(
        &mut self,
        cx: &mut Cx<'_, '_>,
        call: ApiCallId,
        how: AccessNamed,
        base: Option<ObjId>,
        field: FieldId,
    ) {
        let data = cx.program.field(field);
        let is_static = data.access & access::STATIC != 0;
        let place = match base {
            _ if is_static => Ptr::Static(field),
            Some(base) => Ptr::Field(base, field),
            // It throws.
            None => return,
        };
        if !self.acts(cx.program, call, Effect::Field(field)) || is_hidden(cx.program, field) {
            return self.any_value(cx, call, field, how.write);
        }
        if is_static {
            cx.initialise(data.class);
        }
        self.transfer(cx, call, place, field, how.write);
    }

    /// Which field it is nobody knows; `of`: where what it is a field of comes from.
    fn access_any(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId, how: AccessNamed, of: Option<SiteId>) {
        let site = of.unwrap_or(self.calls[call].view.site);
        let unknown = self.node(cx, Node::NamedAt(call, NamedPart::Member));
        let (kind, class, name) = (MemberKind::Field, None, NamePart::Unknown);
        cx.add(unknown, cx.heap.intern(ObjKind::UnknownMember { kind, class, name, site, outside: false }));
        if how.write {
            let this = &self.calls[call];
            let written: Vec<_> =
                [Role::Receiver, Role::Value].into_iter().filter_map(|role| this.input(role)).collect();
            written.into_iter().for_each(|node| cx.escape(node));
        } else {
            self.unknown_instance(cx, call);
        }
    }
}

/// The fields of a name in a class and what it inherits from, as which of them is accessible is not told; or all.
fn fields(program: &Program, ty: TypeId, among: Where, name: NamePart) -> Vec<FieldId> {
    let all = among.all(program, ty, MemberKind::Field).into_iter().filter_map(|member| match member {
        Effect::Field(field) => Some(field),
        _ => None,
    });
    match name {
        NamePart::Known(name) => all.filter(|&field| program.field(field).name == name).collect(),
        _ => all.collect(),
    }
}
