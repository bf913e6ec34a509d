//! `AccessController.doPrivileged` in all its forms: the action runs at the call, so that results of different calls stay
//! apart, and in the context that is passed. Must not know security policy.

use super::{Signatures, own};
use crate::base::Numbering;
use crate::pointsto::{CallView, Claim, ClaimTag, Cx, Model, ModelNode, Outcome, Ptr, VirtualCall};
use crate::program::{MethodId, Program};

const CONTROLLER: &str = "java/security/AccessController";

/// What a method does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Act {
    /// Runs an action.
    Run,
    /// Gives the context of the frames below.
    Context,
}

pub(super) struct Privileged {
    table: Signatures<Act>,
    /// The node of all contexts that are passed.
    contexts: Numbering<ModelNode, ()>,
}

impl Default for Privileged {
    fn default() -> Self {
        Self {
            table: Signatures::new(&[
                (CONTROLLER, "doPrivileged", "*", Act::Run),
                (CONTROLLER, "doPrivilegedWithCombiner", "*", Act::Run),
                (CONTROLLER, "getStackAccessControlContext", "*", Act::Context),
                (CONTROLLER, "getInheritedAccessControlContext", "*", Act::Context),
            ]),
            contexts: Numbering::default(),
        }
    }
}

impl Model for Privileged {
    fn name(&self) -> &'static str {
        "privileged"
    }

    fn claim(&mut self, program: &Program, method: MethodId) -> Option<Claim> {
        self.table.find(program, method).map(Claim::Target)
    }

    fn on_call(&mut self, cx: &mut Cx<'_, '_>, call: &CallView, method: MethodId, tag: ClaimTag) -> Outcome {
        match self.table.act(tag) {
            Act::Run => self.run(cx, call, method),
            Act::Context => {
                let Some(dst) = call.dst else { return Outcome::Handled };
                let own = own::object(cx, cx.program.method_desc(cx.program.method(method).desc).ret);
                cx.add(dst, own);
                let contexts = cx.model_node(self.contexts.number(()));
                cx.edge(contexts, dst);
                Outcome::Handled
            }
        }
    }
}

impl Privileged {
    fn run(&mut self, cx: &mut Cx<'_, '_>, call: &CallView, method: MethodId) -> Outcome {
        let desc = cx.program.method_desc(cx.program.method(method).desc);
        let Some(&action) = desc.params.first() else { return Outcome::AlsoAnalyse };
        let run =
            cx.program.class_of(action).and_then(|class| cx.program.find_method(class, "run", "()Ljava/lang/Object;"));
        let (Some(run), Some(Some(receiver))) = (run, call.args.first().copied()) else { return Outcome::AlsoAnalyse };
        // The VM finds it on the stack (`executePrivileged`).
        if let Some(Some(context)) = call.args.get(1).copied() {
            let contexts = cx.model_node(self.contexts.number(()));
            cx.edge(context, contexts);
        }
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
