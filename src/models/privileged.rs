//! `AccessController.doPrivileged` in all its forms: the action runs at the call, so that results of different calls stay
//! apart. Must not know security policy.

use crate::pointsto::{CallView, Claim, ClaimTag, Cx, Model, Outcome, Ptr, VirtualCall};
use crate::program::{MethodId, Program};

pub(super) struct Privileged;

impl Model for Privileged {
    fn name(&self) -> &'static str {
        "privileged"
    }

    fn claim(&mut self, program: &Program, method: MethodId) -> Option<Claim> {
        let data = program.method(method);
        let named = program.class_name(data.class) == "java/security/AccessController"
            && matches!(program.str(data.name), "doPrivileged" | "doPrivilegedWithCombiner");
        named.then_some(Claim::Target(ClaimTag(0)))
    }

    fn on_call(&mut self, cx: &mut Cx<'_, '_>, call: &CallView, method: MethodId, _tag: ClaimTag) -> Outcome {
        let desc = cx.program.method_desc(cx.program.method(method).desc);
        let Some(&action) = desc.params.first() else { return Outcome::AlsoAnalyse };
        let run =
            cx.program.class_of(action).and_then(|class| cx.program.find_method(class, "run", "()Ljava/lang/Object;"));
        let (Some(run), Some(Some(receiver))) = (run, call.args.first().copied()) else { return Outcome::AlsoAnalyse };
        cx.dispatch(VirtualCall {
            caller: call.caller,
            site: call.site,
            method: run,
            receiver: Ptr::Node(receiver),
            args: Vec::new(),
            ret: call.dst.map(Ptr::Node),
            throw: call.throw.map(Ptr::Node),
        });
        Outcome::Handled
    }
}
