//! `AccessController.doPrivileged` in all its forms: the action runs at the call, so that results of different calls stay
//! apart, and in the context that is passed. Must not know security policy.

use super::{Signatures, own};
use crate::base::Numbering;
use crate::heap::SiteId;
use crate::pointsto::{
    Args, CallView, Claim, ClaimTag, Cx, EdgeKind, InstId, Model, ModelNode, Outcome, Ptr, Receiver, ReflectiveCall,
    VirtualCall,
};
use crate::program::{MethodId, Program, TypeId};

const CONTROLLER: &str = "java/security/AccessController";

/// Actions whose checked exceptions are wrapped, and in what.
const MAY_FAIL: &str = "java/security/PrivilegedExceptionAction";
const WRAPPER: &str = "java/security/PrivilegedActionException";

/// A node of the model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Node {
    /// All contexts that are passed.
    Contexts,
    /// What the action of a call throws.
    Thrown(InstId, SiteId),
}

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
    nodes: Numbering<ModelNode, Node>,
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
            nodes: Numbering::default(),
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
                let contexts = cx.model_node(self.nodes.number(Node::Contexts));
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
            let contexts = cx.model_node(self.nodes.number(Node::Contexts));
            cx.edge(context, contexts);
        }
        let throw = self.thrown(cx, call, action).or(call.throw.map(Ptr::Node));
        cx.dispatch(VirtualCall {
            caller: call.caller,
            site: call.site,
            method: run,
            receiver: Ptr::Node(receiver),
            args: Vec::new(),
            ret: call.dst.map(Ptr::Node),
            throw,
        });
        Outcome::Handled
    }

    /// The node of what an action throws, if it may be wrapped: the wrapper is thrown at the call, too.
    fn thrown(&mut self, cx: &mut Cx<'_, '_>, call: &CallView, action: TypeId) -> Option<Ptr> {
        let (program, throw) = (cx.program, call.throw?);
        let is_such = program.class_of(action).is_some_and(|class| program.str(program.class(class).name) == MAY_FAIL);
        let wrapper = program.find_class(WRAPPER).filter(|_| is_such)?;
        let init = program.find_method(wrapper, "<init>", "(Ljava/lang/Exception;)V")?;
        let thrown = cx.model_node(self.nodes.number(Node::Thrown(call.caller, call.site)));
        let wrapped = own::object(cx, program.class_type(wrapper));
        cx.edge(thrown, throw);
        cx.add(throw, wrapped);
        cx.call(ReflectiveCall {
            caller: call.caller,
            site: call.site,
            callee: init,
            receiver: Receiver::Obj(wrapped),
            args: Args::Positional(vec![Some(thrown)]),
            ret: None,
            throw: None,
            kind: EdgeKind::Model,
        });
        Some(thrown)
    }
}
