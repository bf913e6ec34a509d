//! Actions on known metaobjects: allocation, constructor call, invocation (Livshits et al. 2005; Solar, target propagation).
//! What an action does to an unknown metaobject is no effect here: the site stays open.

use crate::classpath::Origin;
use crate::heap::{MemberKind, ObjId, ObjKind};
use crate::pointsto::{Args, Cx, EdgeKind, Ptr, Receiver, ReflectiveCall, VirtualCall};
use crate::program::{MethodId, Program, Type, TypeId, access, lookup};

use super::super::rule::Rule;
use super::super::state::State;
use super::super::state::call::{ApiCallId, Node};
use super::super::state::open_call::Wanted;
use super::super::terms::attempt::Attempt;
use super::super::terms::primitives::wrapper;
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

    /// The constructor call; false where the arguments do not fit.
    pub(in crate::reflection) fn construct_as(
        &mut self,
        cx: &mut Cx<'_, '_>,
        call: ApiCallId,
        ty: TypeId,
        constructor: MethodId,
        obj: ObjId,
    ) -> bool {
        let Some(args) = self.pass_arguments_or_none(cx, call, constructor) else { return false };
        if let Type::Class(class) = cx.program.ty(ty) {
            cx.initialise(class);
        }
        let throw = self.thrown(cx, call);
        let view = &self.calls[call].view;
        cx.call(ReflectiveCall {
            caller: view.caller,
            site: view.site,
            callee: constructor,
            receiver: Receiver::Obj(obj),
            args: Args::Positional(args),
            ret: None,
            throw,
            kind: EdgeKind::Reflective,
        });
        true
    }

    /// As `pass_arguments`; `Class.newInstance` passes none.
    fn pass_arguments_or_none(
        &mut self,
        cx: &mut Cx<'_, '_>,
        call: ApiCallId,
        constructor: MethodId,
    ) -> Option<Vec<Option<Ptr>>> {
        let api = self.calls[call].api;
        match api.position(Role::Arguments).or(api.position(Role::Value)) {
            Some(_) => self.pass_arguments_to(cx, call, constructor),
            None => Some(Vec::new()),
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

    /// A method of an unknown class is called on objects: each says which methods it has of that name, if it is known.
    pub(super) fn invoke_on(
        &mut self,
        cx: &mut Cx<'_, '_>,
        call: ApiCallId,
        wanted: Wanted,
        receivers: &[(ObjId, ObjKind)],
    ) {
        for &(obj, kind) in receivers.iter().filter(|&&(_, kind)| kind != ObjKind::Null) {
            let Some((methods, is_told)) = self.methods_of_receiver(cx, call, wanted, (obj, kind)) else { continue };
            let mut is_followed = is_told;
            for method in methods {
                let is_new = self.opened.entry(call).or_default().insert(method);
                match self.acts(cx.program, call, Effect::Method(method)) {
                    true if is_new => self.invoke_method(cx, call, method, true),
                    true => {}
                    false => is_followed = false,
                }
            }
            if !is_followed {
                self.unknown_instance(cx, call);
                self.open_receivers(cx, call);
            }
        }
    }

    /// Methods that are not known, or not followed, are called on the receivers. Those of the JDK's own calls are known to it.
    pub(super) fn open_receivers(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId) {
        let this = &self.calls[call];
        if let (Some(receiver), false) = (this.input(Role::Receiver), this.origin == Origin::Jdk)
            && self.asked.open.insert(call)
        {
            cx.escape(receiver);
        }
    }

    /// Runs a method on the receivers; `known` to be a target, so that what it returns is what the call gives.
    pub(super) fn invoke_method(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId, method: MethodId, known: bool) {
        let data = cx.program.method(method);
        let desc = cx.program.method_desc(data.desc);
        let (flags, class, ret) = (data.access, data.class, desc.ret);
        let params = desc.params.clone();
        let Some(args) = self.pass_arguments(cx, call, &params) else { return };
        let throw = self.thrown(cx, call);
        let view = &self.calls[call].view;
        let (caller, site, dst) = (view.caller, view.site, view.dst.filter(|_| known).map(Ptr::Node));
        let receiver = self.calls[call].input(Role::Receiver);
        if let (Some(dst), Some(boxed)) = (dst, wrapper(cx.program, ret)) {
            cx.add(dst, cx.heap.intern(ObjKind::Merged { ty: boxed }));
        }
        let reference = cx.program.is_reference(ret);
        let ret = dst.filter(|_| reference);
        if flags & access::STATIC != 0 {
            cx.call(ReflectiveCall {
                caller,
                site,
                callee: method,
                receiver: Receiver::None,
                args: Args::Positional(args),
                ret,
                throw,
                kind: EdgeKind::Reflective,
            });
            return;
        }
        let Some(receiver) = receiver else { return };
        let this = self.receivers(cx, call, class, receiver);
        if flags & access::PRIVATE != 0 {
            self.run_on(cx, call, method, this, args, ret);
        } else {
            cx.dispatch_reflective(VirtualCall { caller, site, method, receiver: this, args, ret, throw });
        }
    }

    /// Runs a method that is not overridden, on what is there.
    pub(super) fn run_on(
        &mut self,
        cx: &mut Cx<'_, '_>,
        call: ApiCallId,
        callee: MethodId,
        this: Ptr,
        args: Vec<Option<Ptr>>,
        ret: Option<Ptr>,
    ) {
        let throw = self.thrown(cx, call);
        let view = &self.calls[call].view;
        cx.call(ReflectiveCall {
            caller: view.caller,
            site: view.site,
            callee,
            receiver: Receiver::Ptr(this),
            args: Args::Positional(args),
            ret,
            throw,
            kind: EdgeKind::Reflective,
        });
    }

    /// The receivers that are instances of the declaring class.
    pub(super) fn receivers(
        &mut self,
        cx: &mut Cx<'_, '_>,
        call: ApiCallId,
        class: crate::program::ClassId,
        receiver: impl Into<Ptr>,
    ) -> Ptr {
        let (instances, is_new) = self.node_or_new(cx, Node::Receivers(call, class));
        if is_new {
            cx.cast(receiver, instances, cx.program.class_type(class));
        }
        instances
    }
}

/// Whether an object in a member's place says nothing of the member.
pub fn is_unknown_member(kind: ObjKind) -> bool {
    let is_unknown =
        matches!(kind, ObjKind::UnknownMember { .. } | ObjKind::UnknownInstance { .. } | ObjKind::Opaque { .. });
    is_unknown && !kind.is_listed()
}

/// JVMS 6.5 new, and `Class.newInstance`: a concrete class that is no enum.
pub(in crate::reflection) fn instantiable(cx: &Cx<'_, '_>, ty: TypeId) -> bool {
    match cx.program.ty(ty) {
        Type::Class(class) => {
            let flags = cx.program.class(class).access;
            flags & (access::ABSTRACT | access::INTERFACE | access::ENUM) == 0
        }
        _ => false,
    }
}
