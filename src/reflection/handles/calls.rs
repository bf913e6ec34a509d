//! Calls of method handles: `MethodHandle.invoke`, `invokeExact` and `invokeWithArguments`. What is called is the members behind
//! the handles that arrive; arguments, results and what is thrown go as they are. Must not know what a handle does.

use crate::classpath::Origin;
use crate::heap::{MemberKind, NamePart, ObjId, ObjKind};
use crate::ir::Op;
use crate::pointsto::{CallNote, CallView, Command, Cx, Outcome, Ptr, VirtualCall};
use crate::program::{DescId, MethodId, Program, TypeId};

use super::super::calls::unknowns::is_unknown_member;
use super::super::rule::Rule;
use super::super::state::call::{ApiCallId, Hook, Node, Place};
use super::super::state::handles::place;
use super::super::state::{State, effect_of};
use super::super::terms::attempt::{Attempt, Sought};
use super::super::terms::primitives::wrapper;
use super::super::terms::rules::RuleName;
use super::super::terms::site::Role;
use super::members::done;

/// How a handle is given what it is called with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::reflection) enum CallHandle {
    /// As arguments of the instruction.
    OneByOne,
    Array,
    List,
    /// Nobody knows: code that is not looked at has the handle.
    Unknown,
    /// Native code that the call makes an address for (`Linker.upcallStub`, from JDK 22 on).
    ByNative,
}

impl Rule for CallHandle {
    fn name(&self) -> RuleName {
        RuleName("call-handle")
    }

    fn attempt(&self) -> Option<Attempt> {
        match self {
            CallHandle::OneByOne => Some(Attempt::CallHandle),
            CallHandle::Array => Some(Attempt::CallHandleWithArray),
            CallHandle::List | CallHandle::Unknown | CallHandle::ByNative => None,
        }
    }

    /// The address is an object of the JDK's own.
    fn outcome(&self, _: &Program, _: MethodId) -> Outcome {
        match self {
            CallHandle::ByNative => Outcome::AlsoAnalyse,
            _ => Outcome::Handled,
        }
    }

    fn met(&self, state: &mut State, cx: &mut Cx<'_, '_>, call: ApiCallId, _: MethodId) {
        state.watch_targets(cx, call);
        match self {
            CallHandle::List => state.take_list(cx, call),
            // A call that no instruction makes has the array that the method declares.
            CallHandle::OneByOne if state.descriptor(cx, call).is_none() => {
                if let Some(array) = state.calls[call].input(Role::Passed) {
                    cx.watch(array, state.hooks.number(Hook::Input { call, role: Role::Arguments }));
                }
            }
            _ => {}
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
        match role {
            Role::Handle => {
                for &(obj, kind) in objects {
                    state.call_handle(cx, call, obj, kind, *self);
                }
            }
            Role::Member => state.reached(cx, call, objects),
            Role::Arguments => state.add_arrays(cx, call, objects),
            Role::Value => state.take_contents(cx, call, objects),
            _ => {}
        }
    }

    fn specified(&self, state: &mut State, cx: &mut Cx<'_, '_>, call: ApiCallId, objects: &[(ObjId, ObjKind)]) {
        let handle = state.handle_of_call(cx, call);
        for does in objects.iter().filter_map(|&(_, kind)| done(Sought::Virtual, effect_of(kind)?)) {
            state.handle_does(cx, handle, does);
        }
        state.call_handle(cx, call, handle, cx.heap.kind(handle), *self);
    }
}

impl State {
    /// Watches the members behind the handles at a call.
    pub(super) fn watch_targets(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId) {
        let targets = self.node(cx, Node::HandleTargets(call));
        cx.watch(targets, self.hooks.number(Hook::Input { call, role: Role::Member }));
    }

    /// The descriptor that an instruction calls a handle by.
    pub(in crate::reflection) fn descriptor(&self, cx: &Cx<'_, '_>, call: ApiCallId) -> Option<DescId> {
        let view = &self.calls[call].view;
        if view.vars.len() != view.args.len() {
            return None;
        }
        let code = cx.code(view.caller)?;
        let stmts = code.body.blocks.iter().flat_map(|block| &block.stmts);
        stmts.filter(|stmt| stmt.offset == view.offset).find_map(|stmt| match stmt.op {
            Op::Invoke { method, .. } => Some(cx.program.method_ref_data(method).desc),
            _ => None,
        })
    }

    /// A handle arrives at a call.
    fn call_handle(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId, obj: ObjId, kind: ObjKind, how: CallHandle) {
        let targets = self.node(cx, Node::HandleTargets(call));
        let view = self.calls[call].view.clone();
        if !self.is_known_handle(cx, obj, view.caller) {
            let unknown = self.unknown_handle(cx, view.site, obj, kind);
            cx.add(targets, unknown);
            if let Some(any) = self.any_handle(cx, call) {
                self.call_handle(cx, call, any, cx.heap.kind(any), how);
            }
            return;
        }
        if matches!(how, CallHandle::Unknown | CallHandle::ByNative) {
            self.let_go(cx, obj);
        }
        if how == CallHandle::ByNative {
            let members = self.node(cx, Node::HandleMembers(obj));
            return cx.edge(members, targets);
        }
        if how == CallHandle::Unknown {
            for (arg, at) in self.calls[call].passed().to_vec().iter().zip(0..) {
                let to = self.node(cx, Node::HandleArgument(obj, place(at)));
                arg.iter().for_each(|&arg| cx.edge(arg, to));
            }
            self.run_handle(cx, obj, self.calls[call].passed().len() as u32);
        }
        let desc = self.descriptor(cx, call);
        let given = match (how, desc) {
            (CallHandle::OneByOne, Some(desc)) => {
                let params = cx.program.method_desc(desc).params.clone();
                let passed = self.calls[call].passed().to_vec();
                for ((&ty, arg), at) in params.iter().zip(passed).zip(0..) {
                    let to = self.node(cx, Node::HandleArgument(obj, place(at)));
                    match (arg, wrapper(cx.program, ty)) {
                        (Some(arg), _) => cx.edge(arg, to),
                        (None, Some(boxed)) => cx.add(to, cx.heap.intern(ObjKind::Merged { ty: boxed })),
                        (None, None) => {}
                    }
                }
                params.len()
            }
            (CallHandle::Array, _) if self.calls[call].array.is_some() => {
                let elements = self.calls[call].array.as_ref();
                let slots: Vec<_> = elements.map(|elements| elements.slots.clone()).unwrap_or_default();
                for (slot, at) in slots.iter().zip(0..) {
                    if let Some(from) = slot.and_then(|var| cx.var(view.caller, var)) {
                        let to = self.node(cx, Node::HandleArgument(obj, place(at)));
                        cx.edge(from, to);
                    }
                }
                slots.len()
            }
            _ => {
                let (bag, any) = (self.bag(cx, call), self.node(cx, Node::HandleArgument(obj, Place::Any)));
                cx.edge(bag, any);
                0
            }
        };
        self.run_handle(cx, obj, given as u32);
        let members = self.node(cx, Node::HandleMembers(obj));
        cx.edge(members, targets);
        self.give_back(cx, obj, view.dst.map(Ptr::Node), view.throw.map(Ptr::Node), self.gives(cx, desc));
        if let ObjKind::Handle { site, .. } = kind {
            cx.note(&view, CallNote::Runs(site));
        }
    }

    /// A handle of which nothing is known is called: it may be of any member of what it is called with. What code of the JDK calls so
    /// is its own, or was let go by who gave it away.
    fn any_handle(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId) -> Option<ObjId> {
        if self.calls[call].origin == Origin::Jdk {
            return None;
        }
        let (site, handle) = (self.calls[call].view.site, self.handle_of_call(cx, call));
        for kind in [MemberKind::Method, MemberKind::Field] {
            let any = ObjKind::UnknownMember { kind, class: None, name: NamePart::Unknown, site, outside: false };
            self.open_handle(cx, handle, any);
        }
        Some(handle)
    }

    /// The type that an instruction takes the result as.
    pub(in crate::reflection) fn gives(&self, cx: &Cx<'_, '_>, desc: Option<DescId>) -> TypeId {
        desc.map_or(cx.heap.types().object, |desc| cx.program.method_desc(desc).ret)
    }

    /// What a handle gives and throws is what its call does.
    pub(super) fn give_back(
        &mut self,
        cx: &mut Cx<'_, '_>,
        handle: ObjId,
        dst: Option<Ptr>,
        throw: Option<Ptr>,
        ty: TypeId,
    ) {
        if let Some(dst) = dst {
            let result = self.node(cx, Node::HandleResult(handle));
            cx.cast(result, dst, ty);
        }
        if let Some(throw) = throw {
            let thrown = self.node(cx, Node::HandleThrown(handle));
            cx.edge(thrown, throw);
        }
    }

    /// Members behind the handles of a call; what is not known may be any, and do anything.
    pub(super) fn reached(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId, objects: &[(ObjId, ObjKind)]) {
        let targets = self.node(cx, Node::HandleTargets(call));
        if let (Some(node), Some(site)) = (cx.resolve(targets), self.sites.borrow_mut().get_mut(&self.calls[call].site))
        {
            site.role(Role::Member, node);
        }
        for &(_, kind) in objects {
            if let Some(effect) = effect_of(kind) {
                self.effect(call, effect);
            } else if is_unknown_member(kind) {
                self.unknown_called(cx, call);
            }
        }
    }

    fn unknown_called(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId) {
        let view = &self.calls[call].view;
        let (site, dst) = (view.site, view.dst);
        if self.calls[call].origin == Origin::Jdk {
            return;
        }
        for passed in view.args.iter().flatten() {
            cx.escape(*passed);
        }
        let ty = self.gives(cx, self.descriptor(cx, call));
        let Some(dst) = dst.filter(|_| cx.program.is_reference(ty)) else { return };
        match cx.heap.unknown(site, ty, true).filter(|&unknown| cx.heap.kind(unknown).is_token()) {
            Some(unknown) => cx.add(dst, unknown),
            None => self.unknown_instance(cx, call),
        }
    }

    /// `invokeWithArguments` of a list.
    fn take_list(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId) {
        let view = self.calls[call].view.clone();
        let Some(list) = self.calls[call].input(Role::Value) else { return };
        cx.watch(list, self.hooks.number(Hook::Input { call, role: Role::Value }));
        let arrays = self.node(cx, Node::Listed(call));
        cx.watch(arrays, self.hooks.number(Hook::Input { call, role: Role::Arguments }));
        let collection = cx.program.find_class("java/util/Collection");
        let to_array = collection.and_then(|class| cx.program.find_method(class, "toArray", "()[Ljava/lang/Object;"));
        if let Some(method) = to_array {
            let (caller, site, throw) = (view.caller, view.site, view.throw.map(Ptr::Node));
            let receiver = Ptr::Node(list);
            cx.dispatch(VirtualCall { caller, site, method, receiver, args: Vec::new(), ret: Some(arrays), throw });
        }
    }

    fn take_contents(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId, lists: &[(ObjId, ObjKind)]) {
        let bag = self.bag(cx, call);
        for &(list, _) in lists {
            cx.command(Command::Contents { of: list, to: bag, or: None });
        }
    }

    /// A function object that runs a handle is called by a method of its interface.
    pub(super) fn connect_interface(
        &mut self,
        cx: &mut Cx<'_, '_>,
        call: &CallView,
        resolved: MethodId,
        function: ObjId,
    ) {
        let desc = cx.program.method_desc(cx.program.method(resolved).desc);
        let (params, ret) = (desc.params.clone(), desc.ret);
        for ((&ty, &arg), at) in params.iter().zip(call.args.iter().skip(1)).zip(0..) {
            let to = self.node(cx, Node::HandleArgument(function, place(at)));
            match (arg, wrapper(cx.program, ty)) {
                (Some(arg), _) => cx.edge(arg, to),
                (None, Some(boxed)) => cx.add(to, cx.heap.intern(ObjKind::Merged { ty: boxed })),
                (None, None) => {}
            }
        }
        self.run_handle(cx, function, params.len() as u32);
        self.give_back(cx, function, call.dst.map(Ptr::Node), call.throw.map(Ptr::Node), ret);
        if let ObjKind::Closure { site, .. } = cx.heap.kind(function) {
            cx.note(call, CallNote::Runs(site));
        }
    }
}
