//! Look-ups of members in a class and all that it inherits from, whatever their access: which of them a library gives, its rules
//! for parameters say, of which the number is kept here. Must not know what is done with the member.

use crate::base::Sym;
use crate::heap::{MemberKind, NamePart, ObjId, ObjKind};
use crate::ir::ConstValue;
use crate::ir::facts::constant_of;
use crate::pointsto::{Cx, Ptr, VirtualCall};
use crate::program::{ClassId, MethodId, Program, TypeId, access, lookup};

use super::super::calls::arguments;
use super::super::members::look_up::{constructors, known_classes, methods};
use super::super::rule::Rule;
use super::super::state::call::ApiCallId;
use super::super::state::{State, metaobject};
use super::super::terms::rules::RuleName;
use super::super::terms::site::{Effect, Role};
use super::UTILITIES;

/// Where members are looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::reflection) enum Where {
    /// In the class alone.
    Declared,
    /// Public ones, with those inherited.
    Public,
    /// All, with those inherited.
    Anywhere,
}

impl Where {
    /// All members of a kind in which one is looked for, those of the class first.
    pub(super) fn all(self, program: &Program, ty: TypeId, kind: MemberKind) -> Vec<Effect> {
        let supertypes = || {
            let class = program.class_of(ty);
            let all = class.into_iter().flat_map(|class| program.supertypes(class).iter().copied());
            all.map(|class| program.class_type(class)).collect::<Vec<_>>()
        };
        match (kind, self) {
            (MemberKind::Constructor, Where::Public) => constructors(lookup::public_constructors(program, ty)),
            (MemberKind::Constructor, _) => constructors(lookup::declared_constructors(program, ty)),
            (MemberKind::Method, Where::Declared) => methods(lookup::declared_methods(program, ty)),
            (MemberKind::Method, Where::Public) => {
                let mut all = lookup::public_methods(program, ty).to_vec();
                // Of a class that is not public libraries give the method of a type above it that is.
                if lookup::modifiers(program, ty) & access::PUBLIC == 0 {
                    let public = |method: &MethodId| program.method(*method).access & access::PUBLIC != 0;
                    let above = supertypes().into_iter().flat_map(|of| lookup::declared_methods(program, of));
                    all.extend(above.filter(public));
                    all.sort_unstable();
                    all.dedup();
                }
                methods(all)
            }
            (MemberKind::Method, Where::Anywhere) => {
                methods(supertypes().into_iter().flat_map(|of| lookup::declared_methods(program, of)).collect())
            }
            (MemberKind::Field, Where::Public) => {
                lookup::public_fields(program, ty).into_iter().map(Effect::Field).collect()
            }
            (MemberKind::Field, Where::Declared) => {
                lookup::declared_fields(program, ty).into_iter().map(Effect::Field).collect()
            }
            (MemberKind::Field, Where::Anywhere) => {
                let all = supertypes().into_iter().flat_map(|of| lookup::declared_fields(program, of));
                all.map(Effect::Field).collect()
            }
        }
    }
}

/// Which parameters a method or constructor that is looked for has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::reflection) enum Parameters {
    /// Any.
    Any,
    /// None at all.
    None,
    /// Those of the array, where each is known; any where the array is null.
    Exact,
    /// As many as the array has.
    Fitting,
    /// One.
    One,
}

/// One member, or none, by name.
#[derive(Debug, Clone, Copy)]
pub(in crate::reflection) struct Seek {
    pub(in crate::reflection) kind: MemberKind,
    pub(in crate::reflection) among: Where,
    pub(in crate::reflection) parameters: Parameters,
    /// Static methods alone.
    pub(in crate::reflection) is_static: bool,
}

impl Rule for Seek {
    fn name(&self) -> RuleName {
        UTILITIES
    }

    fn objects(
        &self,
        state: &mut State,
        cx: &mut Cx<'_, '_>,
        call: ApiCallId,
        role: Role,
        objects: &[(ObjId, ObjKind)],
    ) {
        state.seek(cx, call, *self, role, objects);
    }
}

/// All members of a kind, in an array.
#[derive(Debug, Clone, Copy)]
pub(in crate::reflection) struct SeekAll {
    pub(in crate::reflection) kind: MemberKind,
    pub(in crate::reflection) among: Where,
}

impl Rule for SeekAll {
    fn name(&self) -> RuleName {
        UTILITIES
    }

    fn objects(&self, state: &mut State, cx: &mut Cx<'_, '_>, call: ApiCallId, _: Role, objects: &[(ObjId, ObjKind)]) {
        let SeekAll { kind, among } = *self;
        let view = &state.calls[call].view;
        let (Some(dst), site) = (view.dst, view.site) else { return };
        let ty = cx.program.array_of(cx.heap.member_type(kind));
        let array = cx.heap.intern(ObjKind::MemberArray { site, ty });
        cx.add(dst, array);
        state.give_all(cx, call, Ptr::Elements(array), (kind, among), objects);
    }
}

/// All members of a kind, each handed to the objects that the call is given behind the class: callbacks, and filters before them.
#[derive(Debug, Clone, Copy)]
pub(in crate::reflection) struct ForEach {
    pub(in crate::reflection) kind: MemberKind,
    pub(in crate::reflection) among: Where,
}

impl Rule for ForEach {
    fn name(&self) -> RuleName {
        UTILITIES
    }

    fn met(&self, state: &mut State, cx: &mut Cx<'_, '_>, call: ApiCallId, method: MethodId) {
        let each = state.bag(cx, call);
        let view = &state.calls[call].view;
        let (caller, site, throw) = (view.caller, view.site, view.throw.map(Ptr::Node));
        let params = &cx.program.method_desc(cx.program.method(method).desc).params;
        for (&ty, receiver) in params.iter().zip(view.args.clone()).skip(1) {
            let called = cx.program.class_of(ty).and_then(|class| one_to_implement(cx.program, class));
            if let (Some(method), Some(receiver)) = (called, receiver) {
                let (receiver, args) = (Ptr::Node(receiver), vec![Some(each)]);
                cx.dispatch_reflective(VirtualCall { caller, site, method, receiver, args, ret: None, throw });
            }
        }
    }

    fn objects(&self, state: &mut State, cx: &mut Cx<'_, '_>, call: ApiCallId, _: Role, objects: &[(ObjId, ObjKind)]) {
        let ForEach { kind, among } = *self;
        let each = state.bag(cx, call);
        state.give_all(cx, call, each, (kind, among), objects);
    }
}

/// The one method that an interface leaves to be implemented.
fn one_to_implement(program: &Program, class: ClassId) -> Option<MethodId> {
    let is_open = |&&method: &&MethodId| program.method(method).access & access::ABSTRACT != 0;
    program.class(class).methods.iter().find(is_open).copied()
}

impl State {
    /// All members of a kind of the classes, or tokens for them.
    fn give_all(
        &mut self,
        cx: &mut Cx<'_, '_>,
        call: ApiCallId,
        to: Ptr,
        (kind, among): (MemberKind, Where),
        classes: &[(ObjId, ObjKind)],
    ) {
        let site = self.calls[call].view.site;
        for class in known_classes(cx.program, classes) {
            let all = |program: &Program, ty| among.all(program, ty, kind);
            let is_whole = class.is_some_and(|ty| self.give_any(cx, call, Some(to), ty, (kind, true), all));
            if !is_whole {
                let class = class.filter(|&ty| self.is_apart(site, ty));
                cx.add(
                    to,
                    cx.heap.intern(ObjKind::UnknownMember {
                        kind,
                        class,
                        name: NamePart::Unknown,
                        site,
                        outside: false,
                    }),
                );
            }
        }
    }

    fn seek(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId, seek: Seek, role: Role, objects: &[(ObjId, ObjKind)]) {
        let Seek { kind, among, .. } = seek;
        let this = &self.calls[call];
        let (class_node, name_node) = (this.input(Role::Class), self.names_at(cx, call));
        let is_named = this.api.position(Role::Name).is_some();
        let classes = match role {
            Role::Class => known_classes(cx.program, objects),
            _ => known_classes(cx.program, &Self::objects(cx, class_node)),
        };
        let names = match role {
            _ if !is_named => vec![NamePart::Unknown],
            Role::Class => {
                let named = self.facts.listed.expand(cx.heap, Self::objects(cx, name_node));
                self.known_names(cx, call, &named)
            }
            _ => self.known_names(cx, call, objects),
        };
        let (dst, site) = (self.calls[call].view.dst, self.calls[call].view.site);
        let fits = self.parameters(cx, call, seek);
        for &class in &classes {
            for &name in &names {
                let known = class.filter(|_| name != NamePart::Unknown);
                if let Some((ty, NamePart::Known(name))) = known.map(|ty| (ty, name)) {
                    let named =
                        |&member: &Effect| name_of(cx.program, member) == Some(name) && fits.has(cx.program, member);
                    let found = among.all(cx.program, ty, kind).into_iter().filter(named);
                    for member in without_hidden(cx.program, (ty, among), found.collect()) {
                        self.effect(call, member);
                        dst.into_iter().for_each(|dst| cx.add(dst, metaobject(cx, member)));
                    }
                    continue;
                }
                let any = |program: &Program, ty| {
                    among.all(program, ty, kind).into_iter().filter(|&member| fits.has(program, member)).collect()
                };
                let to = dst.map(Ptr::Node);
                let is_whole = class.is_some_and(|ty| self.give_any(cx, call, to, ty, (kind, true), any));
                if name == NamePart::Unknown && is_named {
                    self.note_unknown_name(call, is_whole);
                }
                if let (Some(dst), false) = (dst, is_whole) {
                    let class = class.filter(|&ty| self.is_apart(site, ty));
                    let name = if class.is_some() { NamePart::Unknown } else { name };
                    cx.add(dst, cx.heap.intern(ObjKind::UnknownMember { kind, class, name, site, outside: false }));
                }
            }
        }
    }

    /// What a call says of the parameters.
    fn parameters(&self, cx: &Cx<'_, '_>, call: ApiCallId, seek: Seek) -> Fits {
        let this = &self.calls[call];
        let types = this.var(Role::Types);
        let is_null = || {
            let code = cx.code(this.view.caller)?;
            Some(matches!(constant_of(&code.body, types?), Some(ConstValue::Null)))
        };
        let array = this.array.as_ref().filter(|_| types.is_some() && is_null() != Some(true));
        let count = array.map(|array| array.slots.len());
        let (count, exact) = match seek.parameters {
            Parameters::Any => (None, None),
            Parameters::None => (Some(0), None),
            Parameters::One => (Some(1), None),
            Parameters::Fitting => (count, None),
            Parameters::Exact => (count, array.and_then(|_| arguments::exact_types(cx, this))),
        };
        let spreads = seek.parameters == Parameters::Fitting;
        Fits { count, exact, spreads, is_static: seek.is_static }
    }
}

/// What is known of the parameters of a member that is looked for.
struct Fits {
    count: Option<usize>,
    exact: Option<Vec<TypeId>>,
    /// Methods of variable arity take any number.
    spreads: bool,
    is_static: bool,
}

impl Fits {
    fn has(&self, program: &Program, member: Effect) -> bool {
        let (Effect::Method(method) | Effect::Constructor(method)) = member else { return true };
        let data = program.method(method);
        let params = &program.method_desc(data.desc).params;
        let is_kind = !self.is_static || data.access & access::STATIC != 0;
        let fits = |count| count == params.len() || self.spreads && takes_any_number(data.access, params.len(), count);
        is_kind && self.count.is_none_or(fits) && self.exact.as_ref().is_none_or(|exact| exact == params)
    }
}

/// Methods of one name that are looked for anywhere, without those of superclasses that others hide. Methods of interfaces with a
/// body count before those of superclasses (`ReflectionUtils.getDeclaredMethods` of Spring); which field is accessible, and of the
/// type that is asked for, is not told.
fn without_hidden(program: &Program, (ty, among): (TypeId, Where), members: Vec<Effect>) -> Vec<Effect> {
    if among != Where::Anywhere {
        return members;
    }
    let of = |member: Effect| match member {
        Effect::Method(method) => {
            let data = program.method(method);
            Some((data.class, program.method_desc(data.desc).params.as_slice(), data.access & access::ABSTRACT != 0))
        }
        _ => None,
    };
    let own = program.class_of(ty);
    let is_hidden = |at: usize| {
        let Some((class, params, is_abstract)) = of(members[at]) else { return false };
        let has_body = program.class(class).access & access::INTERFACE != 0 && !is_abstract;
        members[..at]
            .iter()
            .filter_map(|&before| of(before))
            .any(|(by, same, _)| same == params && by != class && (!has_body || Some(by) == own))
    };
    (0..members.len()).filter(|&at| !is_hidden(at)).map(|at| members[at]).collect()
}

/// Whether a method or constructor is of variable arity and takes so many arguments one by one (JLS 15.12.2.4).
pub(super) fn takes_any_number(access: u16, params: usize, count: usize) -> bool {
    access & access::VARARGS != 0 && count + 1 >= params
}

/// Name of a member, as class files have it.
fn name_of(program: &Program, member: Effect) -> Option<Sym> {
    match member {
        Effect::Method(method) | Effect::Constructor(method) => Some(program.method(method).name),
        Effect::Field(field) => Some(program.field(field).name),
        Effect::Class(_) => None,
    }
}
