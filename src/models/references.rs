//! What the garbage collector does: a reference whose object is gone comes out of its queue, and cleaners run. Must not know
//! who waits for that.

use crate::base::{Numbering, PtsSet};
use crate::heap::ObjId;
use crate::pointsto::{CallView, Claim, ClaimTag, Cx, HookData, Model, ModelNode, NodeId, Outcome, Ptr};
use crate::program::{FieldId, MethodId, Program, Type};

use super::Signatures;

/// What a method does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Act {
    /// Puts a reference to a queue.
    Init,
    /// Takes the references whose objects are gone.
    Pending,
}

/// The constructors for queues; each subclass calls one itself, so that queues stay apart.
const WITH_QUEUE: &str = "(Ljava/lang/Object;Ljava/lang/ref/ReferenceQueue;)V";
const REFERENCE: &str = "Ljava/lang/ref/Reference;";
const QUEUE: &str = "java/lang/ref/ReferenceQueue";
/// Cleaners of the JDK's own that the reference handler runs itself; the second in JDK 8.
const CLEANERS: [&str; 2] = ["jdk/internal/ref/Cleaner", "sun/misc/Cleaner"];

/// The only node of the model: references whose objects are gone.
const PENDING: ModelNode = ModelNode(0);

pub(super) struct References {
    table: Signatures<Act>,
    /// References, as the node of `this` of a constructor.
    references: Numbering<HookData, NodeId>,
}

impl Default for References {
    fn default() -> Self {
        let pending = "()Ljava/lang/ref/Reference;";
        Self {
            table: Signatures::new(&[
                ("java/lang/ref/WeakReference", "<init>", WITH_QUEUE, Act::Init),
                ("java/lang/ref/SoftReference", "<init>", WITH_QUEUE, Act::Init),
                ("java/lang/ref/PhantomReference", "<init>", WITH_QUEUE, Act::Init),
                ("java/lang/ref/Reference", "getAndClearReferencePendingList", pending, Act::Pending),
            ]),
            references: Numbering::default(),
        }
    }
}

impl Model for References {
    fn name(&self) -> &'static str {
        "references"
    }

    fn claim(&mut self, program: &Program, method: MethodId) -> Option<Claim> {
        self.table.find(program, method).map(Claim::Target)
    }

    fn on_call(&mut self, cx: &mut Cx<'_, '_>, call: &CallView, _method: MethodId, tag: ClaimTag) -> Outcome {
        let pending = cx.model_node(PENDING);
        if self.table.act(tag) == Act::Pending {
            if let Some(dst) = call.dst {
                cx.edge(pending, dst);
            }
            return Outcome::Handled;
        }
        let arg = |index: usize| call.args.get(index).copied().flatten();
        if let (Some(this), Some(queue)) = (arg(0), arg(2)) {
            let program = cx.program;
            if CLEANERS.contains(&program.class_name(program.method(call.method).class)) {
                cx.edge(this, pending);
                // In JDK 8 the VM stores what is due into a field.
                let reference = program.find_class("java/lang/ref/Reference");
                let field = reference.and_then(|class| program.find_field(class, "pending", REFERENCE));
                if let Some(field) = field {
                    cx.edge(this, Ptr::Static(field));
                }
            } else {
                let data = self.references.number(this);
                cx.watch(queue, data);
            }
        }
        Outcome::AlsoAnalyse
    }

    /// The references get to the head of their queues, where `poll` and `remove` look.
    fn on_objects(&mut self, cx: &mut Cx<'_, '_>, data: HookData, objects: &PtsSet) {
        let Some(head) = head_of_queues(cx.program) else { return };
        for obj in objects.iter().map(ObjId) {
            if let Type::Class(class) = cx.program.ty(cx.heap.ty(obj))
                && cx.program.is_subclass(class, cx.program.field(head).class)
            {
                cx.edge(self.references.key(data), Ptr::Field(obj, head));
            }
        }
    }
}

fn head_of_queues(program: &Program) -> Option<FieldId> {
    program.find_field(program.find_class(QUEUE)?, "head", REFERENCE)
}
