//! `VarHandle`s that are made of another (from JDK 22 on), and method handles that reach what a `VarHandle` denotes: what such a
//! handle is called with, what the handles give that it is made of, and what is read may each be the base or the value of the
//! access behind it. Must not know which fields a `VarHandle` denotes (docs/analysis.md, Reaching fields).

use crate::heap::{ObjId, ObjKind};
use crate::pointsto::{Cx, Outcome, Ptr, VirtualCall};
use crate::program::{MethodId, Program};

use super::super::rule::Rule;
use super::super::state::State;
use super::super::state::call::{ApiCallId, Hook, Node, Place, Watched};
use super::super::state::handles::{Does, Handle, PLACES, Passing};
use super::super::terms::rules::RuleName;
use super::super::terms::site::Role;
use super::parts::types;

/// What is made of a `VarHandle`, or done with one that was made so.
#[derive(Debug)]
pub(in crate::reflection) enum VarHandles {
    /// `MethodHandles.filterValue` and its kin: another `VarHandle`.
    Adapt,
    /// `VarHandle.toMethodHandle`: which fields it reaches is said nowhere, so its calls stay open.
    AsMethodHandle,
    /// `MethodHandles.varHandleInvoker`: the same of the one that it is called with.
    Invoker,
    /// A method of `VarHandle` that reads or writes.
    Access,
}

impl Rule for VarHandles {
    fn name(&self) -> RuleName {
        RuleName("adapted-var-handles")
    }

    /// Accesses of handles that look-ups give are answered elsewhere.
    fn outcome(&self, _: &Program, _: MethodId) -> Outcome {
        match self {
            VarHandles::Access => Outcome::AlsoAnalyse,
            _ => Outcome::Handled,
        }
    }

    fn met(&self, state: &mut State, cx: &mut Cx<'_, '_>, call: ApiCallId, method: MethodId) {
        let subject = state.calls[call].input(Role::Subject);
        match self {
            VarHandles::Adapt => state.adapt(cx, call, method),
            VarHandles::AsMethodHandle | VarHandles::Invoker => {
                let Some(handle) = state.make_handle(cx, call, Passing::Any) else { return };
                // It does no more than what is said here, and that is no member anybody can name.
                state.handle_does(cx, handle, Does::Nothing);
                state.not_followed(cx, call, handle);
                let any = state.node(cx, Node::HandleArgument(handle, Place::Any));
                for at in 0..PLACES {
                    let given = state.node(cx, Node::HandleArgument(handle, Place::At(at)));
                    cx.edge(given, any);
                }
                let through = match self {
                    VarHandles::Invoker => {
                        let called = state.node(cx, Node::HandleParts(handle));
                        cx.cast(any, called, cx.program.class_type(cx.program.well_known().var_handle));
                        Some(called)
                    }
                    _ => subject.map(Ptr::Node),
                };
                state.access_by(cx, call, handle, through);
            }
            VarHandles::Access => {}
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
        if role != Role::Receiver {
            return;
        }
        let view = state.calls[call].view.clone();
        for &(handle, _) in objects {
            if !state.handles.known.contains_key(&handle) {
                continue;
            }
            let any = state.node(cx, Node::HandleArgument(handle, Place::Any));
            state.calls[call].passed().iter().flatten().for_each(|&given| cx.edge(given, any));
            state.run_handle(cx, handle, 0);
            let ty = state.gives(cx, state.descriptor(cx, call));
            state.give_back(cx, handle, view.dst.map(Ptr::Node), view.throw.map(Ptr::Node), ty);
        }
    }
}

impl State {
    fn adapt(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId, method: MethodId) {
        let view = self.calls[call].view.clone();
        let Some(dst) = view.dst else { return };
        let ty = cx.program.class_type(cx.program.well_known().var_handle);
        let ctx = cx.allocated(view.caller, view.site, ty);
        let handle = cx.heap.intern(ObjKind::Handle { site: view.site, ty, ctx });
        let mut of = Handle::new(view.caller, view.site, self.calls[call].origin, Passing::Any);
        of.passes_results = true;
        self.handles.known.entry(handle).or_insert(of);
        cx.add(dst, handle);
        let parts = self.node(cx, Node::HandleParts(handle));
        let (subject, at) = (self.calls[call].input(Role::Subject), self.calls[call].api.position(Role::Subject));
        let with_types = view.args.iter().zip(types(cx.program, method)).enumerate();
        for (_, (&given, ty)) in with_types.filter(|&(nth, _)| Some(nth) != at) {
            let Some(given) = given else { continue };
            if cx.program.dimensions(ty).1 == cx.heap.types().handle {
                cx.edge(given, parts);
            } else {
                cx.watch(given, self.hooks.number(Hook::Handle(handle, Watched::Spread)));
            }
        }
        cx.watch(parts, self.hooks.number(Hook::Handle(handle, Watched::Parts)));
        self.access_by(cx, call, handle, subject.map(Ptr::Node));
    }

    /// What a handle is called with goes to an access of another that reads and writes.
    fn access_by(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId, handle: ObjId, through: Option<Ptr>) {
        let var_handle = cx.program.well_known().var_handle;
        let desc = "([Ljava/lang/Object;)Ljava/lang/Object;";
        let (Some(receiver), Some(method)) = (through, cx.program.find_method(var_handle, "getAndSet", desc)) else {
            return;
        };
        let any = self.node(cx, Node::HandleArgument(handle, Place::Any));
        let (result, throw) = (self.node(cx, Node::HandleResult(handle)), self.node(cx, Node::HandleThrown(handle)));
        cx.edge(any, result);
        let (caller, site) = (self.calls[call].view.caller, self.calls[call].view.site);
        let args = vec![Some(any), Some(any)];
        cx.dispatch(VirtualCall { caller, site, method, receiver, args, ret: Some(any), throw: Some(throw) });
    }
}
