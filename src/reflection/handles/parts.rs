//! Handles made of handles: `MethodHandle.bindTo` and its kin, and the combinators of `MethodHandles`. Such a handle calls those
//! that it is made of; where it is not followed which argument goes where, each may go anywhere. Must not know look-ups.

use crate::classpath::Origin;
use crate::heap::{MemberKind, NO_CTX, NamePart, ObjId, ObjKind};
use crate::pointsto::{CallNote, Cx, Ptr, VirtualCall};
use crate::program::{MethodId, Program, Type, TypeId, access};

use super::super::rule::Rule;
use super::super::state::State;
use super::super::state::call::{ApiCallId, Hook, Node, Place, Watched};
use super::super::state::handles::{Does, PLACES, Passing, place};
use super::super::terms::rules::RuleName;
use super::super::terms::site::Role;

/// How a handle is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::reflection) enum Combine {
    /// It is the same but for the types of its arguments and of its result.
    Same,
    /// The same, or one that takes more arguments than it did.
    Varargs,
    /// Its first argument is there already.
    Bind,
    /// So are those from a position on.
    Insert,
    /// It takes more arguments than it needs.
    Drop,
    /// Each of several handles takes the arguments as they are.
    Alike,
    /// They take some of the arguments, or what others of them give or throw.
    Any,
    /// The same, and what it iterates over, which is not followed.
    Iterate,
    /// It takes arguments out of an array.
    Spread,
    /// It takes arguments into an array.
    Collect,
    /// It calls the handle that is its first argument, with the others or with what is in an array of them.
    Invoke,
    InvokeSpread,
    /// What does not call any: it gives a value, what it is called with, or nothing; reaches an array, or makes one; throws.
    Constant,
    Does(Does),
    NewArray,
    /// That of a call site which has no target yet: it throws, whatever it is called with.
    Unset,
    /// The one that a call site has.
    OfCallSite,
    /// No handle: a call site is given one.
    IntoCallSite,
}

impl Rule for Combine {
    fn name(&self) -> RuleName {
        RuleName("combine-handles")
    }

    fn met(&self, state: &mut State, cx: &mut Cx<'_, '_>, call: ApiCallId, method: MethodId) {
        match self {
            Combine::Same => {
                let (handle, dst) = (state.calls[call].input(Role::Subject), state.calls[call].view.dst);
                if let (Some(handle), Some(dst)) = (handle, dst) {
                    cx.edge(handle, dst);
                }
            }
            Combine::Varargs if state.int(cx, call, Role::Flag) == Some(0) => {
                Combine::Same.met(state, cx, call, method)
            }
            Combine::OfCallSite => state.target_of_call_site(cx, call),
            Combine::IntoCallSite => {}
            Combine::Does(Does::Native) => {
                // Which object of the JDK's answers is nobody's business.
                cx.note(&state.calls[call].view, CallNote::Unknown(method));
                state.combine(cx, call, method, *self);
            }
            _ => state.combine(cx, call, method, *self),
        }
    }

    fn objects(
        &self,
        state: &mut State,
        cx: &mut Cx<'_, '_>,
        call: ApiCallId,
        role: Role,
        objects: &[(ObjId, ObjKind)],
    ) {
        if role == Role::Receiver {
            return state.give_call_sites(cx, call, objects);
        }
        let Some(handle) = state.make_handle(cx, call, Passing::Any) else { return };
        for &(_, kind) in objects {
            match (kind, self) {
                (ObjKind::Class { ty }, Combine::NewArray) => state.handle_does(cx, handle, Does::NewArray(ty)),
                (ObjKind::Class { ty }, Combine::Collect) => state.collect(cx, handle, ty),
                (ObjKind::Class { .. } | ObjKind::Null, _) => {}
                _ => state.not_followed(cx, call, handle),
            }
        }
    }
}

impl State {
    fn combine(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId, method: MethodId, how: Combine) {
        let args = self.calls[call].view.args.clone();
        let length = self.calls[call].array.as_ref().map(|elements| elements.slots.len() as u32);
        let at = self.int(cx, call, Role::Index);
        let passing = match (how, at, length) {
            (Combine::Bind, ..) => Passing::After { at: 0, count: 1 },
            (Combine::Insert, Some(at), Some(count)) => Passing::After { at, count },
            (Combine::Drop, Some(at), Some(count)) => Passing::Without { at, count },
            (Combine::Alike | Combine::Varargs | Combine::Collect, ..) => Passing::Same,
            _ => Passing::Any,
        };
        let Some(handle) = self.make_handle(cx, call, passing) else { return };
        if let Some(this) = self.handles.known.get_mut(&handle) {
            this.passes_results = matches!(how, Combine::Any | Combine::Iterate);
        }
        let parts = self.node(cx, Node::HandleParts(handle));
        for (&arg, ty) in args.iter().zip(types(cx.program, method)) {
            if let (Some(arg), true) = (arg, cx.program.dimensions(ty).1 == cx.heap.types().handle) {
                cx.edge(arg, parts);
            }
        }
        cx.watch(parts, self.hooks.number(Hook::Handle(handle, Watched::Parts)));
        // What the JDK puts together for others it fills by its own means, of which nobody sees all.
        if self.calls[call].origin == Origin::Jdk && how != Combine::Unset {
            self.not_followed(cx, call, handle);
        }
        match how {
            Combine::Bind => {
                if let Some(value) = self.calls[call].input(Role::Value) {
                    let bound = self.node(cx, Node::HandleBound(handle, 0));
                    cx.edge(value, bound);
                }
            }
            Combine::Insert => self.insert(cx, call, handle, passing),
            Combine::Spread => self.spread(cx, handle),
            Combine::Invoke => self.invokes(cx, handle),
            Combine::InvokeSpread => {
                self.invokes(cx, handle);
                self.spread(cx, handle);
            }
            Combine::Constant => {
                if let Some(value) = self.calls[call].input(Role::Value) {
                    let result = self.node(cx, Node::HandleResult(handle));
                    cx.edge(value, result);
                }
                self.handle_does(cx, handle, Does::Nothing);
            }
            Combine::Does(does) => self.handle_does(cx, handle, does),
            Combine::Unset => {
                self.handle_does(cx, handle, Does::Nothing);
                if let Some(class) = cx.program.find_class("java/lang/IllegalStateException") {
                    let (thrown, ty) = (self.node(cx, Node::HandleThrown(handle)), cx.program.class_type(class));
                    cx.add(thrown, cx.heap.intern(ObjKind::Merged { ty }));
                }
            }
            Combine::Varargs | Combine::Iterate => {
                self.not_followed(cx, call, handle);
                self.let_go(cx, handle);
            }
            _ => {}
        }
    }

    /// Values that a handle has already, in an array.
    fn insert(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId, handle: ObjId, passing: Passing) {
        let view = self.calls[call].view.clone();
        if let (Passing::After { .. }, Some(elements)) = (passing, &self.calls[call].array) {
            for (slot, index) in elements.slots.clone().into_iter().zip(0..) {
                if let Some(value) = slot.and_then(|var| cx.var(view.caller, var)) {
                    let bound = self.node(cx, Node::HandleBound(handle, index));
                    cx.edge(value, bound);
                }
            }
        } else if let Some(values) = self.calls[call].input(Role::Value) {
            cx.watch(values, self.hooks.number(Hook::Handle(handle, Watched::Spread)));
        }
    }

    /// What is in arrays that a handle is called with is passed on.
    fn spread(&mut self, cx: &mut Cx<'_, '_>, handle: ObjId) {
        for place in (0..PLACES).map(Place::At).chain([Place::Any]) {
            let given = self.node(cx, Node::HandleArgument(handle, place));
            cx.watch(given, self.hooks.number(Hook::Handle(handle, Watched::Spread)));
        }
    }

    /// What a handle is called with is passed on in an array of the type, too.
    fn collect(&mut self, cx: &mut Cx<'_, '_>, handle: ObjId, ty: TypeId) {
        let Type::Array(element) = cx.program.ty(ty) else { return };
        let array = cx.heap.alloc(self.handles.known[&handle].site, ty, NO_CTX);
        let any = self.node(cx, Node::HandleArgument(handle, Place::Any));
        cx.add(any, array);
        if !cx.program.is_reference(element) {
            return;
        }
        for index in 0..=PLACES {
            let given = self.node(cx, Node::HandleArgument(handle, place(index)));
            cx.cast(given, Ptr::Elements(array), element);
        }
    }

    /// There is something behind a handle that nobody knows.
    pub(super) fn not_followed(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId, handle: ObjId) {
        let (kind, name, site) = (MemberKind::Method, NamePart::Unknown, self.calls[call].view.site);
        self.reaches(
            cx,
            handle,
            cx.heap.intern(ObjKind::UnknownMember { kind, class: None, name, site, outside: false }),
        );
    }

    /// A call site's dynamic invoker calls what its target is then.
    fn target_of_call_site(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId) {
        let view = &self.calls[call].view;
        let class = cx.program.well_known().call_site;
        let method = cx.program.find_method(class, "getTarget", "()Ljava/lang/invoke/MethodHandle;");
        if let (Some(method), Some(receiver), Some(dst)) = (method, self.calls[call].input(Role::Subject), view.dst) {
            let (caller, site, throw) = (view.caller, view.site, view.throw.map(Ptr::Node));
            let (receiver, ret) = (Ptr::Node(receiver), Some(Ptr::Node(dst)));
            cx.dispatch(VirtualCall { caller, site, method, receiver, args: Vec::new(), ret, throw });
        }
    }

    /// `MethodHandleNatives.setCallSiteTargetNormal` and its kin.
    fn give_call_sites(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId, sites: &[(ObjId, ObjKind)]) {
        let class = cx.program.well_known().call_site;
        let target = cx.program.find_field(class, "target", "Ljava/lang/invoke/MethodHandle;");
        let handle = self.calls[call].input(Role::Value);
        if let (Some(target), Some(handle)) = (target, handle) {
            for &(site, _) in sites.iter().filter(|&&(_, kind)| !kind.is_token()) {
                cx.edge(handle, Ptr::Field(site, target));
            }
        }
    }
}

/// The types of the arguments, the receiver first.
pub(in crate::reflection) fn types(program: &Program, method: MethodId) -> Vec<TypeId> {
    let data = program.method(method);
    let this = (data.access & access::STATIC == 0).then(|| program.class_type(data.class));
    this.into_iter().chain(program.method_desc(data.desc).params.iter().copied()).collect()
}
