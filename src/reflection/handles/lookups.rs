//! `MethodHandles.Lookup`: the members that a handle is asked for by class, name and type, or by the member itself. Must not know
//! what is done with the handle.

use crate::heap::{MemberKind, NamePart, ObjId, ObjKind};
use crate::pointsto::{Cx, Outcome};
use crate::program::{FieldId, MethodId, Program, TypeId, access, lookup};

use super::super::members::look_up::{as_declared, known_classes, other_form, sides};
use super::super::rule::Rule;
use super::super::state::call::ApiCallId;
use super::super::state::handles::{Does, Passing};
use super::super::state::{State, effect_of};
use super::super::terms::attempt::{Attempt, Sought};
use super::super::terms::rules::RuleName;
use super::super::terms::site::{Effect, Limit, Problem, Role};
use super::members::{Types, done, meant};

/// Most pairs of classes and names of one call.
const PAIRS: usize = 256;
/// Most classes in whose place a method of a superclass is called.
const CALLERS: usize = 16;

/// A handle of a member that is looked for.
#[derive(Debug, Clone, Copy)]
pub(in crate::reflection) struct FindHandle(pub(in crate::reflection) Sought);

impl Rule for FindHandle {
    fn name(&self) -> RuleName {
        RuleName("find-handle")
    }

    fn attempt(&self) -> Option<Attempt> {
        Some(Attempt::FindHandle(self.0))
    }

    /// What is done with a `VarHandle` is followed elsewhere (docs/analysis.md, Reaching fields).
    fn outcome(&self, _: &Program, _: MethodId) -> Outcome {
        outcome(self.0)
    }

    fn objects(&self, state: &mut State, cx: &mut Cx<'_, '_>, call: ApiCallId, _: Role, _: &[(ObjId, ObjKind)]) {
        state.find_handle(cx, call, self.0);
    }

    fn specified(&self, state: &mut State, cx: &mut Cx<'_, '_>, call: ApiCallId, objects: &[(ObjId, ObjKind)]) {
        state.handle_of_members(cx, call, self.0, objects);
    }
}

/// A handle of a member that is given.
#[derive(Debug, Clone, Copy)]
pub(in crate::reflection) struct Unreflect(pub(in crate::reflection) Sought);

impl Rule for Unreflect {
    fn name(&self) -> RuleName {
        RuleName("unreflect")
    }

    fn attempt(&self) -> Option<Attempt> {
        Some(Attempt::Unreflect(self.0))
    }

    fn outcome(&self, _: &Program, _: MethodId) -> Outcome {
        outcome(self.0)
    }

    fn objects(
        &self,
        state: &mut State,
        cx: &mut Cx<'_, '_>,
        call: ApiCallId,
        role: Role,
        objects: &[(ObjId, ObjKind)],
    ) {
        if role == Role::Member {
            let objects = state.acting(cx, call, role, objects).into_owned();
            state.handle_of_members(cx, call, self.0, &objects);
        } else {
            let members = Self::members(state, cx, call);
            state.handle_of_members(cx, call, self.0, &members);
        }
    }

    fn specified(&self, state: &mut State, cx: &mut Cx<'_, '_>, call: ApiCallId, objects: &[(ObjId, ObjKind)]) {
        state.handle_of_members(cx, call, self.0, objects);
    }
}

impl Unreflect {
    fn members(state: &State, cx: &Cx<'_, '_>, call: ApiCallId) -> Vec<(ObjId, ObjKind)> {
        let members = State::objects(cx, state.calls[call].input(Role::Member));
        state.acting(cx, call, Role::Member, &members).into_owned()
    }
}

impl State {
    /// Notes the members meant by what is known of class, name and type: each overload, where the type is not known.
    pub(super) fn find_handle(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId, sought: Sought) {
        let passing = Passing::Same;
        let handle = match sought {
            Sought::VarHandle | Sought::StaticVarHandle => None,
            _ => self.make_handle(cx, call, passing),
        };
        if let (Sought::Bound, Some(handle)) = (sought, handle) {
            self.bind_receiver(cx, call, handle);
        }
        if sought == Sought::StaticVarHandle {
            // The class that is asked for the field, whichever declares it.
            let asked = known_classes(cx.program, &Self::objects(cx, self.calls[call].input(Role::Class)));
            let asked = asked.into_iter().flatten().filter_map(|ty| cx.program.class_of(ty));
            asked.collect::<Vec<_>>().into_iter().for_each(|class| cx.initialise(class));
        }
        let node = |role: Role| match role {
            Role::Name => self.names_at(cx, call),
            _ => self.calls[call].input(role),
        };
        let input = |role: Role| Self::objects(cx, node(role));
        let met = |role: Role| node(role).map_or(1, |node| cx.pts(node).len().max(1));
        let about = if sought == Sought::Bound { Role::Receiver } else { Role::Class };
        if met(about) * met(Role::Name) > PAIRS {
            self.problem(call, Problem::FanOut(Limit::Met(PAIRS)));
            return self.token_behind(cx, call, handle, (member_kind(sought), None, NamePart::Unknown));
        }
        let classes = match sought {
            Sought::Bound => classes_of(cx, &input(Role::Receiver)),
            _ => known_classes(
                cx.program,
                &input(Role::Class).into_iter().filter(|&(_, of)| of != ObjKind::Null).collect::<Vec<_>>(),
            ),
        };
        let names = match sought {
            Sought::Constructor => vec![NamePart::Known(cx.program.sym("<init>"))],
            _ => {
                let named = self.facts.listed.expand(cx.heap, input(Role::Name));
                self.known_names(cx, call, &named)
            }
        };
        let names = as_declared(cx.program, &classes, names);
        let sides = match sought {
            Sought::Bound => vec![false],
            _ => sides(&input(Role::Class)),
        };
        let asked = input(Role::Type);
        let Some(types) = self.types_asked(cx, call, sought, &asked) else { return };
        let kind = member_kind(sought);
        for &class in &classes {
            for &name in &names {
                let is_whole = match class {
                    Some(owner) => self.find_in(cx, (call, handle), sought, (owner, name), &types),
                    None => {
                        for &outside in &sides {
                            self.token_of(cx, call, handle, (kind, None, name), outside);
                        }
                        false
                    }
                };
                if name == NamePart::Unknown {
                    self.note_unknown_name(call, is_whole);
                }
            }
        }
    }

    /// A class of which a member of a name, known or not, is looked for; false if what is found is not all that a name means which
    /// nobody knows.
    fn find_in(
        &mut self,
        cx: &mut Cx<'_, '_>,
        (call, handle): (ApiCallId, Option<ObjId>),
        sought: Sought,
        (owner, name): (TypeId, NamePart),
        types: &Types,
    ) -> bool {
        let kind = member_kind(sought);
        let found = meant(cx.program, sought, owner, name.known(), types);
        if found.is_empty() && cx.program.type_rests_on_supplied(owner) {
            self.problem(call, Problem::Supplied);
            self.token_behind(cx, call, handle, (kind, Some(owner), name));
        } else if found.is_empty() && name.known().is_some() {
            match other_form(cx.program, owner) {
                Some(other) => {
                    self.problem(call, Problem::OtherForm(other));
                    self.token_behind(cx, call, handle, (kind, None, name));
                }
                None => self.problem(call, Problem::NoSuchHandle),
            }
        }
        let mut is_whole = true;
        if name.known().is_none() {
            is_whole = self.give_any(cx, call, None, owner, (kind, true), |_, _| found.clone());
            let name = if is_whole { NamePart::Listed } else { name };
            self.token_behind(cx, call, handle, (kind, Some(owner), name));
        }
        for effect in found {
            self.behind(cx, call, handle, sought, effect);
        }
        is_whole
    }

    /// A member that a look-up gives a handle of.
    fn behind(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId, handle: Option<ObjId>, sought: Sought, effect: Effect) {
        if let (Sought::VarHandle | Sought::StaticVarHandle, Effect::Field(field)) = (sought, effect) {
            initialise_for_handle(cx, field);
        }
        let (Some(handle), Some(does)) = (handle, done(sought, effect)) else { return self.effect(call, effect) };
        let known = cx.program.well_known();
        if let Does::Call(method) | Does::Special(method) = does
            && cx.program.is_signature_polymorphic(method)
        {
            // It is asked for by the type that it is to be called by.
            self.effect(call, effect);
            self.problem(call, Problem::NotModelled);
            if cx.program.method(method).class == known.method_handle {
                return self.invokes(cx, handle);
            }
            return self.token_behind(cx, call, Some(handle), (MemberKind::Field, None, NamePart::Unknown));
        }
        if !self.acts(cx.program, call, effect) {
            let kind = member_kind(sought);
            return self.token_behind(cx, call, Some(handle), (kind, None, NamePart::Unknown));
        }
        self.handle_does(cx, handle, does);
        if let (Sought::Special, Effect::Method(method)) = (sought, effect) {
            self.super_method(cx, call, handle, method);
        }
    }

    /// `invokespecial` in a class calls the method of its superclass (JVMS 6.5), which may be another one than that resolved.
    fn super_method(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId, handle: ObjId, method: MethodId) {
        let callers = Self::objects(cx, self.calls[call].input(Role::Mirror));
        let unknown = (MemberKind::Method, None, NamePart::Unknown);
        if callers.len() > CALLERS {
            self.problem(call, Problem::FanOut(Limit::Met(CALLERS)));
            return self.token_behind(cx, call, Some(handle), unknown);
        }
        for class in known_classes(cx.program, &callers) {
            let Some(class) = class else {
                self.token_behind(cx, call, Some(handle), unknown);
                continue;
            };
            let above = lookup::superclass(cx.program, class).and_then(|above| cx.program.class_of(above));
            if let Some(selected) = above.and_then(|above| cx.program.select(above, method)) {
                self.effect(call, Effect::Method(selected));
                self.handle_does(cx, handle, Does::Special(selected));
            }
        }
    }

    /// The types that a look-up asks for; `None` if none came yet.
    fn types_asked(
        &mut self,
        cx: &Cx<'_, '_>,
        call: ApiCallId,
        sought: Sought,
        asked: &[(ObjId, ObjKind)],
    ) -> Option<Types> {
        if asked.is_empty() {
            return None;
        }
        if member_kind(sought) == MemberKind::Field {
            let classes = known_classes(cx.program, asked);
            return Some(match classes.into_iter().collect::<Option<Vec<TypeId>>>() {
                Some(classes) => Types::OfField(classes),
                None => Types::Any,
            });
        }
        let mut all = Vec::new();
        let mut is_any = false;
        for &(obj, _) in asked {
            match self.types_of(cx, obj) {
                Some(types) => {
                    all.extend(types);
                    self.handles.types.entry(obj).or_default().asking.insert((call, sought));
                }
                None => is_any = true,
            }
        }
        match is_any {
            true => Some(Types::Any),
            // What it is made of did not come yet.
            false => Some(all).filter(|all| !all.is_empty()).map(Types::OfMethod),
        }
    }

    /// A handle of members that are given, known or not.
    fn handle_of_members(
        &mut self,
        cx: &mut Cx<'_, '_>,
        call: ApiCallId,
        sought: Sought,
        objects: &[(ObjId, ObjKind)],
    ) {
        let handle = match sought {
            Sought::VarHandle | Sought::StaticVarHandle => None,
            _ => self.make_handle(cx, call, Passing::Same),
        };
        for &(obj, kind) in objects {
            match (effect_of(kind), handle) {
                (Some(Effect::Class(_)), _) => {}
                (Some(effect), _) => self.behind(cx, call, handle, sought, effect),
                (None, Some(handle)) if kind.is_token() || matches!(kind, ObjKind::Opaque { .. }) => {
                    self.reaches(cx, handle, obj);
                }
                (None, _) => {}
            }
        }
    }
}

/// The class of a static field is initialised when a handle for it is made (`Lookup.findStaticVarHandle` and `unreflectVarHandle`, up to
/// JDK 21; later when the handle is first used).
fn initialise_for_handle(cx: &mut Cx<'_, '_>, field: FieldId) {
    let data = cx.program.field(field);
    if data.access & access::STATIC != 0 {
        cx.initialise(data.class);
    }
}

fn outcome(sought: Sought) -> Outcome {
    match sought {
        Sought::VarHandle | Sought::StaticVarHandle => Outcome::AlsoAnalyse,
        _ => Outcome::Handled,
    }
}

fn member_kind(sought: Sought) -> MemberKind {
    match sought {
        Sought::Virtual | Sought::Static | Sought::Special | Sought::Bound => MemberKind::Method,
        Sought::Constructor => MemberKind::Constructor,
        Sought::Getter
        | Sought::Setter
        | Sought::StaticGetter
        | Sought::StaticSetter
        | Sought::VarHandle
        | Sought::StaticVarHandle => MemberKind::Field,
    }
}

/// The classes of objects; `None` for those known by a bound alone.
fn classes_of(cx: &Cx<'_, '_>, objects: &[(ObjId, ObjKind)]) -> Vec<Option<TypeId>> {
    let mut classes: Vec<Option<TypeId>> = Vec::new();
    for &(obj, kind) in objects {
        let of = match kind {
            ObjKind::Null => continue,
            ObjKind::Opaque { .. } | ObjKind::UnknownInstance { .. } | ObjKind::Closure { .. } => None,
            _ => Some(cx.heap.ty(obj)),
        };
        if !classes.contains(&of) {
            classes.push(of);
        }
    }
    classes
}
