//! `MethodHandleProxies.asInterfaceInstance`: an object whose interface method calls a handle. Must not know what handles do.

use crate::heap::{ObjId, ObjKind};
use crate::pointsto::{CallView, Cx, Ptr};
use crate::program::{MethodId, TypeId, access};

use super::super::rule::Rule;
use super::super::state::State;
use super::super::state::call::{ApiCallId, Hook, Node, Watched};
use super::super::state::handles::{Handle, Passing};
use super::super::terms::attempt::Attempt;
use super::super::terms::rules::RuleName;
use super::super::terms::site::Role;

/// An object of an interface that calls a handle.
#[derive(Debug)]
pub(in crate::reflection) struct AsInterface;

impl Rule for AsInterface {
    fn name(&self) -> RuleName {
        RuleName("handle-proxies")
    }

    fn attempt(&self) -> Option<Attempt> {
        Some(Attempt::WrapHandle)
    }

    fn met(&self, state: &mut State, cx: &mut Cx<'_, '_>, call: ApiCallId, _: MethodId) {
        state.watch_targets(cx, call);
        // The members behind the handle are what the call is about, whether the object is used or not.
        let targets = state.node(cx, Node::HandleTargets(call));
        state.interface_over(cx, call, cx.heap.types().object, Some(targets));
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
            Role::Class => {
                for &(_, kind) in objects {
                    match kind {
                        ObjKind::Class { ty } => {
                            cx.initialise_proxied(ty);
                            if let Some(dst) = state.calls[call].view.dst {
                                let function = state.interface_over(cx, call, ty, None);
                                cx.add(dst, function);
                            }
                        }
                        ObjKind::Null => {}
                        _ => state.unknown_instance(cx, call),
                    }
                }
            }
            Role::Member => state.reached(cx, call, objects),
            _ => {}
        }
    }
}

impl State {
    /// A function object of a type over the handles given.
    fn interface_over(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId, ty: TypeId, members_to: Option<Ptr>) -> ObjId {
        let view = self.calls[call].view.clone();
        let ctx = cx.allocated(view.caller, view.site, ty);
        let function = cx.heap.intern(ObjKind::Closure { site: view.site, ty, ctx });
        let handle = Handle::new(view.caller, view.site, self.calls[call].origin, Passing::Same);
        self.register_handle(cx, function, handle);
        let parts = self.node(cx, Node::HandleParts(function));
        if let Some(handle) = self.calls[call].input(Role::Handle) {
            cx.edge(handle, parts);
        }
        cx.watch(parts, self.hooks.number(Hook::Handle(function, Watched::Parts)));
        if let Some(to) = members_to {
            let members = self.node(cx, Node::HandleMembers(function));
            cx.edge(members, to);
        }
        function
    }

    /// A method of its interface is called on such an object.
    pub(in crate::reflection) fn call_interface(
        &mut self,
        cx: &mut Cx<'_, '_>,
        call: &CallView,
        resolved: MethodId,
        obj: ObjId,
    ) -> bool {
        let is_one = matches!(cx.heap.kind(obj), ObjKind::Closure { .. }) && self.handles.known.contains_key(&obj);
        if !is_one || cx.program.method(resolved).access & access::ABSTRACT == 0 {
            return false;
        }
        self.connect_interface(cx, call, resolved, obj);
        true
    }
}
