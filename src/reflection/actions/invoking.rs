//! Methods run on the receivers of a call: those of its target, and what a method of an unknown class means to each. Must not know where
//! the method comes from.

use crate::classpath::Origin;
use crate::heap::{ObjId, ObjKind};
use crate::pointsto::{Args, Cx, EdgeKind, Ptr, Receiver, ReflectiveCall, VirtualCall};
use crate::program::{MethodId, access};

use super::super::state::State;
use super::super::state::call::{ApiCallId, Node};
use super::super::state::open_call::Wanted;
use super::super::terms::primitives::wrapper;
use super::super::terms::site::{Effect, Role};

impl State {
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
