//! What the running JVM does by itself: what it runs at start-up, streams it sets, and finalizers. Must not know the library
//! built on them.

use super::own;
use crate::classpath::Origin;
use crate::heap::ObjKind;
use crate::pointsto::{Args, CallView, Claim, ClaimTag, Command, Cx, Model, Outcome, Ptr, Receiver};
use crate::program::{ClassId, MethodId, Program, access};

/// The method of a thread that is told what ends it.
const UNCAUGHT: &str = "dispatchUncaughtException";

/// Methods the VM calls at start and end of a program, and on its own threads.
const STARTUP: &[(&str, &str, &str)] = &[
    ("java/lang/System", "initPhase1", "()V"),
    // As JDK 8 calls it.
    ("java/lang/System", "initializeSystemClass", "()V"),
    ("java/lang/System", "initPhase3", "()V"),
    ("java/lang/Thread", "exit", "()V"),
    // What is uncaught ends the main thread.
    ("java/lang/Thread", UNCAUGHT, "(Ljava/lang/Throwable;)V"),
    ("java/lang/ThreadGroup", "<init>", "()V"),
    ("java/lang/Shutdown", "shutdown", "()V"),
    ("java/lang/ref/Reference$ReferenceHandler", "run", "()V"),
    ("java/lang/ref/Finalizer$FinalizerThread", "run", "()V"),
];

#[derive(Default)]
pub(super) struct Vm {
    started: bool,
}

impl Model for Vm {
    fn name(&self) -> &'static str {
        "vm"
    }

    fn claim(&mut self, program: &Program, method: MethodId) -> Option<Claim> {
        let data = program.method(method);
        let sets_stream = program.class_name(data.class) == "java/lang/System"
            && matches!(program.str(data.name), "setIn0" | "setOut0" | "setErr0");
        sets_stream.then_some(Claim::Target(ClaimTag(0)))
    }

    fn on_call(&mut self, cx: &mut Cx<'_, '_>, call: &CallView, method: MethodId, _: ClaimTag) -> Outcome {
        let program = cx.program;
        // `System.in`, `out` and `err` are final: only the VM stores them.
        let stored = match program.str(program.method(method).name) {
            "setIn0" => ("in", "Ljava/io/InputStream;"),
            "setOut0" => ("out", "Ljava/io/PrintStream;"),
            _ => ("err", "Ljava/io/PrintStream;"),
        };
        let field = program.find_field(program.method(method).class, stored.0, stored.1);
        if let (Some(field), Some(Some(stream))) = (field, call.args.first()) {
            cx.edge(*stream, Ptr::Static(field));
        }
        Outcome::Handled
    }

    fn on_class(&mut self, cx: &mut Cx<'_, '_>, class: ClassId) {
        // `Integer.TYPE` and its kin come from a native of the VM, and are what `int.class` is compiled to.
        if let Some(ty) = cx.program.type_wrapped_by(cx.program.class_name(class))
            && let Some(field) = cx.program.find_field(class, "TYPE", "Ljava/lang/Class;")
        {
            cx.add(Ptr::Static(field), cx.heap.intern(ObjKind::Class { ty }));
        }
        // Finalizers run on objects of the class once it has any.
        let known = cx.program.well_known();
        if class != known.object
            && let Some(method) = cx.program.find_method(class, "finalize", "()V")
            && cx.program.class(class).origin != Origin::Jdk
        {
            let ty = cx.program.class_type(class);
            let site = cx.site_of(method, 0);
            let obj = cx.heap.intern(ObjKind::Opaque { site, bound: ty });
            cx.command(Command::Entry {
                method,
                receiver: Receiver::Obj(obj),
                args: Args::Positional(Vec::new()),
                ret: None,
            });
        }
    }

    fn on_idle(&mut self, cx: &mut Cx<'_, '_>) {
        if std::mem::replace(&mut self.started, true) {
            return;
        }
        for &(class, name, desc) in STARTUP {
            let Some(class) = cx.program.find_class(class) else { continue };
            let Some(method) = cx.program.find_method(class, name, desc) else { continue };
            let ty = cx.program.class_type(class);
            let obj = own::object(cx, ty);
            let receiver = if cx.program.method(method).access & access::STATIC != 0 {
                Receiver::None
            } else {
                Receiver::Obj(obj)
            };
            let args = if name == UNCAUGHT { vec![Some(Ptr::Uncaught)] } else { Vec::new() };
            cx.command(Command::Entry { method, receiver, args: Args::Positional(args), ret: None });
        }
    }
}
