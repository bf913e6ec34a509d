//! Actions on known metaobjects: allocation, constructor call, invocation (Livshits et al. 2005; Solar, target propagation).
//! What an action does to an unknown metaobject is no effect here: the site stays open.

use crate::heap::{MemberKind, ObjId, ObjKind};
use crate::pointsto::Cx;
use crate::program::{MethodId, Program, TypeId, lookup};

use super::super::calls::making::instantiable;
use super::super::rule::Rule;
use super::super::state::State;
use super::super::state::call::ApiCallId;
use super::super::terms::attempt::Attempt;
use super::super::terms::rules::RuleName;
use super::super::terms::site::{Effect, Problem, Role};

/// The constructor without parameters of a class.
#[derive(Debug)]
pub(in crate::reflection) struct ClassNewInstance;

impl Rule for ClassNewInstance {
    fn name(&self) -> RuleName {
        RuleName("class-new-instance")
    }

    fn attempt(&self) -> Option<Attempt> {
        Some(Attempt::NewInstance)
    }

    fn objects(&self, state: &mut State, cx: &mut Cx<'_, '_>, call: ApiCallId, _: Role, objects: &[(ObjId, ObjKind)]) {
        state.class_new_instance(cx, call, objects);
    }

    fn specified(&self, state: &mut State, cx: &mut Cx<'_, '_>, call: ApiCallId, objects: &[(ObjId, ObjKind)]) {
        // A constructor stands for its class.
        let class = |&(obj, kind): &(ObjId, ObjKind)| match kind {
            ObjKind::Constructor { method } => {
                (obj, ObjKind::Class { ty: cx.program.class_type(cx.program.method(method).class) })
            }
            _ => (obj, kind),
        };
        let classes: Vec<(ObjId, ObjKind)> = objects.iter().map(class).collect();
        state.class_new_instance(cx, call, &classes);
    }
}

/// `Constructor.newInstance`.
#[derive(Debug)]
pub(in crate::reflection) struct ConstructorNewInstance;

impl Rule for ConstructorNewInstance {
    fn name(&self) -> RuleName {
        RuleName("constructor-new-instance")
    }

    fn attempt(&self) -> Option<Attempt> {
        Some(Attempt::Construct)
    }

    fn objects(
        &self,
        state: &mut State,
        cx: &mut Cx<'_, '_>,
        call: ApiCallId,
        role: Role,
        objects: &[(ObjId, ObjKind)],
    ) {
        state.constructor_new_instance(cx, call, role, &state.acting(cx, call, role, objects));
    }

    fn specified(&self, state: &mut State, cx: &mut Cx<'_, '_>, call: ApiCallId, objects: &[(ObjId, ObjKind)]) {
        state.constructor_new_instance(cx, call, Role::Member, objects);
    }
}

/// `Method.invoke`.
#[derive(Debug)]
pub(in crate::reflection) struct Invoke;

impl Rule for Invoke {
    fn name(&self) -> RuleName {
        RuleName("invoke")
    }

    fn attempt(&self) -> Option<Attempt> {
        Some(Attempt::Invoke)
    }

    fn objects(
        &self,
        state: &mut State,
        cx: &mut Cx<'_, '_>,
        call: ApiCallId,
        role: Role,
        objects: &[(ObjId, ObjKind)],
    ) {
        state.invoke(cx, call, role, &state.acting(cx, call, role, objects));
    }

    fn specified(&self, state: &mut State, cx: &mut Cx<'_, '_>, call: ApiCallId, objects: &[(ObjId, ObjKind)]) {
        state.invoke(cx, call, Role::Member, objects);
    }
}

impl State {
    fn class_new_instance(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId, objects: &[(ObjId, ObjKind)]) {
        for &(_, kind) in objects {
            match kind {
                // It lists the constructors (`Class.getConstructor0`).
                ObjKind::Class { ty } if self.cannot_list(cx.program, call, ty) => {}
                ObjKind::Class { ty } => match lookup::declared_constructor(cx.program, ty, &[]) {
                    Some(constructor) if instantiable(cx, ty) => {
                        if self.acts(cx.program, call, Effect::Class(ty)) {
                            self.construct(cx, call, ty, constructor);
                        } else {
                            self.unknown_instance(cx, call);
                        }
                    }
                    _ => self.problem(call, Problem::NotInstantiable(ty)),
                },
                _ => self.make_of_unknown(cx, call, kind),
            }
        }
    }

    /// An object is made of something of which nothing is known, if it may be a class.
    pub(in crate::reflection) fn make_of_unknown(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId, kind: ObjKind) {
        match kind {
            ObjKind::UnknownClass { bound, outside: true, .. } => self.constructed_outside(cx, call, bound),
            ObjKind::UnknownClass { bound, .. } => self.made_of_unknown_class(cx, call, bound),
            ObjKind::UnknownInstance { .. } | ObjKind::Opaque { .. } => self.unknown_instance(cx, call),
            _ => {}
        }
    }

    /// Whether the constructors of a class cannot be listed, as a class that they need cannot be loaded.
    fn cannot_list(&mut self, program: &Program, call: ApiCallId, ty: TypeId) -> bool {
        let needs = self.failure(program, ty, MemberKind::Constructor, true, None);
        if let Some(needs) = needs {
            self.not_linkable(program, call, ty, needs);
        }
        needs.is_some_and(|needs| !program.may_be_readable(needs))
    }

    fn constructor_new_instance(
        &mut self,
        cx: &mut Cx<'_, '_>,
        call: ApiCallId,
        role: Role,
        objects: &[(ObjId, ObjKind)],
    ) {
        if role == Role::Arguments {
            return self.add_arrays(cx, call, objects);
        }
        for &(_, kind) in objects {
            match kind {
                ObjKind::Constructor { method } => self.construct_by(cx, call, method),
                _ if kind.is_listed() => {}
                // All constructors of the class that fit the arguments.
                ObjKind::UnknownMember { kind: MemberKind::Constructor, class: Some(ty), site, .. } => {
                    let all = match self.gives_public_members(cx, site) {
                        true => lookup::public_constructors(cx.program, ty),
                        false => lookup::declared_constructors(cx.program, ty),
                    };
                    for method in all {
                        self.construct_by(cx, call, method);
                    }
                }
                ObjKind::UnknownMember { kind: MemberKind::Constructor, outside: true, .. } => {
                    self.constructed_outside(cx, call, cx.heap.types().object);
                }
                ObjKind::UnknownMember { kind: MemberKind::Constructor, .. } => {
                    self.made_of_unknown_class(cx, call, cx.heap.types().object);
                }
                _ => self.unknown_instance(cx, call),
            }
        }
    }

    pub(in crate::reflection) fn construct_by(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId, constructor: MethodId) {
        let ty = cx.program.class_type(cx.program.method(constructor).class);
        if instantiable(cx, ty) {
            if !self.calls[call].takes(cx.program, constructor) {
                return;
            }
            if self.acts(cx.program, call, Effect::Constructor(constructor)) {
                self.construct(cx, call, ty, constructor);
            } else {
                self.unknown_instance(cx, call);
            }
        } else {
            self.problem(call, Problem::NotInstantiable(ty));
        }
    }

    /// The allocation and the constructor call.
    fn construct(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId, ty: TypeId, constructor: MethodId) {
        let obj = if ty == cx.heap.types().string {
            cx.heap.intern(ObjKind::UnknownString { site: self.calls[call].view.site })
        } else {
            self.instance(cx, call, ty)
        };
        if self.construct_as(cx, call, ty, constructor, obj)
            && let Some(dst) = self.calls[call].view.dst
        {
            cx.add(dst, obj);
        }
    }

    fn invoke(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId, role: Role, objects: &[(ObjId, ObjKind)]) {
        match role {
            Role::Member => {}
            Role::Arguments => return self.add_arrays(cx, call, objects),
            // Receivers are dispatched by the virtual call made for each method.
            _ => return self.open_receivers_of(cx, call, objects),
        }
        for &(_, kind) in objects {
            let ObjKind::Method { method } = kind else {
                self.open_method(cx, call, kind);
                continue;
            };
            if !self.calls[call].takes(cx.program, method) {
                continue;
            }
            if self.acts(cx.program, call, Effect::Method(method)) {
                self.invoke_method(cx, call, method, true);
            } else {
                self.unknown_instance(cx, call);
                self.open_receivers(cx, call);
            }
        }
    }
}
