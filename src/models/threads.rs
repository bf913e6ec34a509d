//! Threads: what the VM calls when one starts and ends, and which there are. Must not know executors (they are Java code).

use crate::base::{Numbering, PtsSet};
use crate::classpath::Origin;
use crate::heap::{NO_CTX, ObjId, ObjKind};
use crate::pointsto::{CallView, Claim, ClaimTag, Cx, HookData, Model, ModelNode, NodeId, Outcome, Ptr, VirtualCall};
use crate::program::{MethodId, Program};

use super::{Signatures, own};

pub(super) struct Threads {
    table: Signatures<Act>,
    nodes: Numbering<ModelNode, Node>,
}

/// Nodes of the model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Node {
    /// What the threads in a node throw.
    Thrown(NodeId),
    /// All threads that were started.
    Started,
}

/// What a method runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Act {
    Thread,
    Continuation,
    /// Gives the current thread.
    Current,
    /// Makes a virtual thread the current one.
    Becomes,
    /// Gives all threads.
    List,
}

impl Default for Threads {
    fn default() -> Self {
        Self {
            table: Signatures::new(&[
                ("java/lang/Thread", "start0", "()V", Act::Thread),
                ("java/lang/Thread", "currentThread", "()Ljava/lang/Thread;", Act::Current),
                ("java/lang/Thread", "currentCarrierThread", "()Ljava/lang/Thread;", Act::Current),
                ("java/lang/Thread", "setCurrentThread", "(Ljava/lang/Thread;)V", Act::Becomes),
                ("java/lang/Thread", "getThreads", "()[Ljava/lang/Thread;", Act::List),
                ("jdk/internal/vm/Continuation", "enterSpecial", "*", Act::Continuation),
            ]),
            nodes: Numbering::default(),
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

    fn on_call(&mut self, cx: &mut Cx<'_, '_>, call: &CallView, method: MethodId, tag: ClaimTag) -> Outcome {
        match self.table.act(tag) {
            Act::Thread => self.start(cx, call, method),
            Act::Continuation => {
                let (program, class) = (cx.program, cx.program.method(method).class);
                let target = program.find_method(class, "enter0", "()V");
                let target = target.or_else(|| program.find_method(class, "run", "()V"));
                if let (Some(target), Some(receiver)) = (target, call.args.first().copied().flatten()) {
                    self.run(cx, call, target, receiver);
                }
            }
            Act::Current => self.current(cx, call),
            Act::Becomes => {
                let started = self.started(cx);
                if let Some(Some(thread)) = call.args.get(1).copied() {
                    cx.edge(thread, started);
                }
            }
            Act::List => self.list(cx, call, method),
        }
        Outcome::Handled
    }

    /// On a thread that was started, what it was given as its class loader is that of the current thread: calls of the JDK that
    /// name no loader ask that of the first one.
    fn on_objects(&mut self, cx: &mut Cx<'_, '_>, _: HookData, threads: &PtsSet) {
        let thread = cx.program.well_known().thread;
        let Some(loader) = cx.program.find_field(thread, "contextClassLoader", "Ljava/lang/ClassLoader;") else {
            return;
        };
        let current = cx.heap.intern(ObjKind::Merged { ty: cx.program.class_type(thread) });
        for started in threads.iter().map(ObjId).filter(|&started| started != current) {
            cx.edge(Ptr::Field(started, loader), Ptr::Field(current, loader));
        }
    }
}

impl Threads {
    /// The node of all threads that were started.
    fn started(&mut self, cx: &mut Cx<'_, '_>) -> Ptr {
        cx.model_node(self.nodes.number(Node::Started))
    }

    /// What the VM runs on the new thread: `run`, the handler of what that throws, and `exit` at last.
    fn start(&mut self, cx: &mut Cx<'_, '_>, call: &CallView, method: MethodId) {
        let (program, class) = (cx.program, cx.program.method(method).class);
        let Some(thread) = call.args.first().copied().flatten() else { return };
        let started = self.started(cx);
        cx.edge(thread, started);
        cx.watch(thread, HookData(0));
        if let Some(run) = program.find_method(class, "run", "()V") {
            self.run(cx, call, run, thread);
        }
        if let Some(exit) = program.find_method(class, "exit", "()V") {
            cx.dispatch(of_thread(call, exit, thread, Vec::new(), None));
        }
    }

    /// Runs a method of a thread. What it throws ends it: nothing comes back to the starter, the VM hands it to the thread's
    /// handler.
    fn run(&mut self, cx: &mut Cx<'_, '_>, call: &CallView, method: MethodId, thread: NodeId) {
        let thrown = cx.model_node(self.nodes.number(Node::Thrown(thread)));
        cx.edge(Ptr::Raised, thrown);
        cx.dispatch(of_thread(call, method, thread, Vec::new(), Some(thrown)));
        let class = cx.program.method(method).class;
        let handler = cx.program.find_method(class, "dispatchUncaughtException", "(Ljava/lang/Throwable;)V");
        if let Some(handler) = handler {
            cx.dispatch(of_thread(call, handler, thread, vec![Some(thrown)], None));
        }
    }

    /// The thread that runs: the first one or one of those that were started.
    fn current(&mut self, cx: &mut Cx<'_, '_>, call: &CallView) {
        let Some(dst) = call.dst else { return };
        let program = cx.program;
        let ty = program.class_type(program.well_known().thread);
        let first = own::object(cx, ty);
        cx.add(dst, first);
        let started = self.started(cx);
        cx.edge(started, dst);
        // Code that is not looked at may have started one of the program's own class.
        let asked = program.origin_of(call.method) == Origin::Application;
        if let (true, Some(thread)) = (asked && has_own_threads(program), cx.heap.unknown(call.site, ty, true)) {
            cx.add(dst, thread);
        }
    }

    /// The threads that live: the VM's own, and those that were started.
    fn list(&mut self, cx: &mut Cx<'_, '_>, call: &CallView, method: MethodId) {
        let Some(dst) = call.dst else { return };
        let program = cx.program;
        let ty = program.method_desc(program.method(method).desc).ret;
        let array = cx.heap.alloc(cx.site_of(method, 0), ty, NO_CTX);
        cx.add(dst, array);
        let own = ObjKind::Merged { ty: program.class_type(program.well_known().thread) };
        cx.add(Ptr::Elements(array), cx.heap.intern(own));
        let started = self.started(cx);
        cx.edge(started, Ptr::Elements(array));
    }
}

/// Whether the application has thread classes of its own.
fn has_own_threads(program: &Program) -> bool {
    let threads = program.subtypes_outside_jdk(program.well_known().thread);
    threads.iter().any(|&class| program.class(class).origin == Origin::Application)
}

/// A call that the VM makes on a thread.
fn of_thread(
    call: &CallView,
    method: MethodId,
    thread: NodeId,
    args: Vec<Option<Ptr>>,
    throw: Option<Ptr>,
) -> VirtualCall {
    let (caller, site, receiver) = (call.caller, call.site, Ptr::Node(thread));
    VirtualCall { caller, site, method, receiver, args, ret: None, throw }
}
