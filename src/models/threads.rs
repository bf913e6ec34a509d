//! Starting threads: what the VM calls when a thread starts. Must not know executors (they are Java code).

use crate::base::Numbering;
use crate::pointsto::{CallView, Claim, Cx, Model, NodeId, Outcome, Ptr, VirtualCall};
use crate::program::{MethodId, Program};

use super::Signatures;

pub(super) struct Threads {
    table: Signatures<Act>,
    /// What threads throw, by the node of the thread.
    thrown: Numbering<NodeId>,
}

/// What a method runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Act {
    Thread,
    Continuation,
}

impl Default for Threads {
    fn default() -> Self {
        Self {
            table: Signatures::new(&[
                ("java/lang/Thread", "start0", "()V", Act::Thread),
                ("jdk/internal/vm/Continuation", "enterSpecial", "*", Act::Continuation),
            ]),
            thrown: Numbering::default(),
        }
    }
}

impl Model for Threads {
    fn name(&self) -> &'static str {
        "threads"
    }

    fn claim(&mut self, program: &Program, method: MethodId) -> Option<Claim> {
        self.table.find(program, method).map(Claim::Target)
    }

    fn on_call(&mut self, cx: &mut Cx<'_, '_>, call: &CallView, method: MethodId, tag: u32) -> Outcome {
        let program = cx.program;
        let class = program.method(method).class;
        let target = match self.table.act(tag) {
            Act::Thread => program.find_method(class, "run", "()V"),
            Act::Continuation => {
                program.find_method(class, "enter0", "()V").or_else(|| program.find_method(class, "run", "()V"))
            }
        };
        let receiver = call.args.first().copied().flatten();
        if let (Some(method), Some(receiver)) = (target, receiver) {
            // What a thread throws ends it: nothing comes back to the starter, the VM hands it to the thread's handler.
            let thrown = cx.model_node(self.thrown.number(receiver));
            let of_thread = |method, args, throw| VirtualCall {
                caller: call.caller,
                site: call.site,
                method,
                receiver: Ptr::Node(receiver),
                args,
                ret: None,
                throw,
            };
            cx.dispatch(of_thread(method, Vec::new(), Some(thrown)));
            if let Some(handler) = program.find_method(class, "dispatchUncaughtException", "(Ljava/lang/Throwable;)V") {
                cx.dispatch(of_thread(handler, vec![Some(thrown)], None));
            }
        }
        Outcome::Handled
    }
}
