//! Objects that a call makes of a class by a constructor, and gives. Must not know how the class is found.

use super::super::state::State;
use super::super::state::call::{ApiCall, ApiCallId};
use super::super::terms::site::{Effect, Role};
use crate::classpath::Origin;
use crate::heap::{NO_CTX, ObjId, ObjKind, Site};
use crate::pointsto::{Args, Cx, EdgeKind, Ptr, Receiver, ReflectiveCall};
use crate::program::{ClassId, MethodId, Program, Type, TypeId, access};

impl State {
    /// The call gives an object that the constructor makes; none if more is made there than is followed.
    pub(in crate::reflection) fn make(
        &mut self,
        cx: &mut Cx<'_, '_>,
        call: ApiCallId,
        class: ClassId,
        constructor: MethodId,
    ) -> Option<ObjId> {
        let ty = cx.program.class_type(class);
        if !self.acts(cx.program, call, Effect::Class(ty)) {
            return None;
        }
        cx.initialise(class);
        let obj = self.instance(cx, call, ty);
        let view = &self.calls[call].view;
        if let Some(dst) = view.dst {
            cx.add(dst, obj);
        }
        // A constructor that fails ends the call, with wrappers of its own.
        let throw = view.throw.map(Ptr::Node);
        self.construct_on(cx, call, constructor, (obj, Vec::new()), throw);
        Some(obj)
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
        self.construct_on(cx, call, constructor, (obj, args), throw);
        true
    }

    /// Runs a constructor on the object that a call makes.
    pub(in crate::reflection) fn construct_on(
        &self,
        cx: &mut Cx<'_, '_>,
        call: ApiCallId,
        callee: MethodId,
        (obj, args): (ObjId, Vec<Option<Ptr>>),
        throw: Option<Ptr>,
    ) {
        let view = &self.calls[call].view;
        cx.call(ReflectiveCall {
            caller: view.caller,
            site: view.site,
            callee,
            receiver: Receiver::Obj(obj),
            args: Args::Positional(args),
            ret: None,
            throw,
            kind: EdgeKind::Reflective,
        });
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

    /// The JDK runs a method on an object that the call made, and keeps what comes of it to itself.
    pub(in crate::reflection) fn run_made(
        &self,
        cx: &mut Cx<'_, '_>,
        call: ApiCallId,
        (obj, callee): (ObjId, MethodId),
        args: Args,
        kind: EdgeKind,
    ) {
        let view = &self.calls[call].view;
        let (caller, site, receiver) = (view.caller, view.site, Receiver::Obj(obj));
        cx.call(ReflectiveCall { caller, site, callee, receiver, args, ret: None, throw: None, kind });
    }

    /// Where exceptions of the callee go: `Class.newInstance` rethrows them, the others wrap them in an
    /// `InvocationTargetException` of the site.
    pub(in crate::reflection) fn thrown(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId) -> Option<Ptr> {
        let view = &self.calls[call].view;
        let throw = view.throw?;
        if self.calls[call].api.acts_on_receiver_class() {
            return Some(Ptr::Node(throw));
        }
        let class = cx.program.find_class("java/lang/reflect/InvocationTargetException")?;
        let target = cx.program.find_field(class, "target", "Ljava/lang/Throwable;")?;
        let wrapper = cx.heap.alloc(view.site, cx.program.class_type(class), NO_CTX);
        cx.add(throw, wrapper);
        cx.edge(Ptr::Raised, Ptr::Field(wrapper, target));
        Some(Ptr::Field(wrapper, target))
    }

    /// What an action gives that nobody knows: a token, so that whatever depends on it shows as unknown. The JDK's own
    /// calls would hand it to every collection of the program.
    pub(in crate::reflection) fn unknown_instance(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId) {
        self.give_instance(cx, call, false);
    }

    /// The same of a class that is made at run time: no cast tells which it is.
    pub(in crate::reflection) fn outside_instance(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId) -> Option<ObjId> {
        self.give_instance(cx, call, true)
    }

    fn give_instance(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId, outside: bool) -> Option<ObjId> {
        let ApiCall { view, origin, .. } = &self.calls[call];
        let dst = view.dst.filter(|_| *origin != Origin::Jdk)?;
        let bound = cx.heap.types().object;
        let obj = cx.heap.intern(ObjKind::UnknownInstance { site: view.site, bound, lazy: false, outside });
        self.gives_unknown(cx, call, obj);
        if outside {
            cx.watch_filters(obj);
        }
        cx.add(dst, obj);
        Some(obj)
    }

    /// The call gives some object of a type. Inside the JDK it would hand what nobody knows to its tables (as
    /// `State::unknown_instance`).
    pub(in crate::reflection) fn make_any(&self, cx: &mut Cx<'_, '_>, call: ApiCallId, bound: TypeId) {
        let view = &self.calls[call].view;
        if let (Some(dst), false) = (view.dst, self.calls[call].origin == Origin::Jdk) {
            cx.add(dst, cx.heap.intern(ObjKind::Opaque { site: view.site, bound }));
        }
    }
}

/// What an error tells that a call ends with: a text of the JDK's, and where its own class keeps one, an exception that led to it.
pub(in crate::reflection) fn tell(cx: &mut Cx<'_, '_>, error: ObjId) {
    let (program, throwable) = (cx.program, cx.program.well_known().throwable);
    if let Some(message) = program.find_field(throwable, "detailMessage", "Ljava/lang/String;") {
        cx.add(Ptr::Field(error, message), cx.heap.jdk_string());
    }
    let Some(class) = program.class_of(cx.heap.ty(error)) else { return };
    for &field in &program.class(class).fields {
        let data = program.field(field);
        let holds = program.class_of(data.ty).is_some_and(|of| program.is_subclass(of, throwable));
        if holds && data.access & access::STATIC == 0 {
            let led = cx.heap.unknown(cx.heap.site(Site::Jdk), data.ty, true);
            led.into_iter().for_each(|led| cx.add(Ptr::Field(error, field), led));
        }
    }
}

pub(in crate::reflection) fn type_named(program: &Program, name: &str) -> Option<TypeId> {
    program.find_class(name).map(|class| program.class_type(class))
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
