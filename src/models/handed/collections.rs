//! Collections and other holders of the JDK that are handed over: what nobody knows is put into them, and what they hold is
//! taken out. Must not know who hands them over.

use super::super::streams::HOLDER;
use super::places::{By, Node};
use crate::base::Numbering;
use crate::classpath::Origin;
use crate::heap::ObjId;
use crate::pointsto::{Args, Command, Cx, ModelNode, Ptr, Receiver};
use crate::program::{ClassId, MethodId, Program};

const STAMPED: &str = "java/util/concurrent/atomic/AtomicStampedReference";
const MARKABLE: &str = "java/util/concurrent/atomic/AtomicMarkableReference";

/// Methods that put something into a collection or another holder of the JDK.
const PUTS: [(&str, &str, &str, usize); 10] = [
    ("java/util/Collection", "add", "(Ljava/lang/Object;)Z", 1),
    ("java/util/ListIterator", "set", "(Ljava/lang/Object;)V", 1),
    ("java/util/Map", "put", "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;", 2),
    ("java/util/Map$Entry", "setValue", "(Ljava/lang/Object;)Ljava/lang/Object;", 1),
    ("java/util/concurrent/CompletableFuture", "complete", "(Ljava/lang/Object;)Z", 1),
    ("java/util/concurrent/atomic/AtomicReference", "set", "(Ljava/lang/Object;)V", 1),
    ("java/util/concurrent/atomic/AtomicReferenceArray", "set", "(ILjava/lang/Object;)V", 2),
    (STAMPED, "set", "(Ljava/lang/Object;I)V", 1),
    (MARKABLE, "set", "(Ljava/lang/Object;Z)V", 1),
    ("java/lang/ThreadLocal", "set", "(Ljava/lang/Object;)V", 1),
];

/// Classes of the JDK with the field of what they hold. Who calls a stream, reader, comparator or thread calls what is behind it.
const HOLDERS: [(&str, &str, &str); 25] = [
    ("java/util/Optional", "value", "Ljava/lang/Object;"),
    ("java/util/concurrent/CompletableFuture", "result", "Ljava/lang/Object;"),
    ("java/util/concurrent/atomic/AtomicReference", "value", "Ljava/lang/Object;"),
    ("java/util/concurrent/atomic/AtomicReferenceArray", "array", "[Ljava/lang/Object;"),
    (STAMPED, "pair", "Ljava/util/concurrent/atomic/AtomicStampedReference$Pair;"),
    ("java/util/concurrent/atomic/AtomicStampedReference$Pair", "reference", "Ljava/lang/Object;"),
    (MARKABLE, "pair", "Ljava/util/concurrent/atomic/AtomicMarkableReference$Pair;"),
    ("java/util/concurrent/atomic/AtomicMarkableReference$Pair", "reference", "Ljava/lang/Object;"),
    ("java/lang/ref/Reference", "referent", "Ljava/lang/Object;"),
    ("java/io/FilterInputStream", "in", "Ljava/io/InputStream;"),
    ("java/io/FilterOutputStream", "out", "Ljava/io/OutputStream;"),
    ("java/io/SequenceInputStream", "in", "Ljava/io/InputStream;"),
    ("java/io/FilterReader", "in", "Ljava/io/Reader;"),
    ("java/io/BufferedReader", "in", "Ljava/io/Reader;"),
    ("java/io/FilterWriter", "out", "Ljava/io/Writer;"),
    ("java/io/BufferedWriter", "out", "Ljava/io/Writer;"),
    ("java/io/PrintWriter", "out", "Ljava/io/Writer;"),
    ("java/util/Scanner", "source", "Ljava/lang/Readable;"),
    ("java/util/Formatter", "a", "Ljava/lang/Appendable;"),
    ("java/lang/Thread", "target", "Ljava/lang/Runnable;"),
    ("java/util/concurrent/FutureTask", "callable", "Ljava/util/concurrent/Callable;"),
    ("java/util/concurrent/ThreadPoolExecutor", "threadFactory", "Ljava/util/concurrent/ThreadFactory;"),
    ("java/util/Comparators$NullComparator", "real", "Ljava/util/Comparator;"),
    ("java/util/Collections$ReverseComparator2", "cmp", "Ljava/util/Comparator;"),
    // Where the model of streams keeps what is in one.
    HOLDER,
];

/// Classes of collections that throw whenever something is to be put into one (JDK: `List.of`, `Map.entry`, `Collections.unmodifiableList`,
/// `singleton`, `emptyList`, `nCopies` and their kin), by how their names begin.
const UNMODIFIABLE: [&str; 6] = [
    "java/util/ImmutableCollections$",
    "java/util/KeyValueHolder",
    "java/util/Collections$CopiesList",
    "java/util/Collections$Empty",
    "java/util/Collections$Singleton",
    "java/util/Collections$Unmodifiable",
];

/// Whether nobody puts anything into a collection of a class.
pub(super) fn is_unmodifiable(program: &Program, class: ClassId) -> bool {
    UNMODIFIABLE.iter().any(|start| program.class_name(class).starts_with(start))
}

/// What nobody knows is put into an object that is a collection of the JDK.
pub(super) fn put(cx: &mut Cx<'_, '_>, nodes: &mut Numbering<ModelNode, Node>, class: ClassId, obj: ObjId, by: By) {
    let program = cx.program;
    if is_unmodifiable(program, class) {
        return;
    }
    let outside = cx.heap.site(by.origin());
    for (owner, name, descriptor, params) in PUTS {
        let Some(owner) = program.find_class(owner).filter(|&owner| program.is_subclass(class, owner)) else {
            continue;
        };
        let method = program.find_method(owner, name, descriptor).and_then(|method| program.select(class, method));
        let of_jdk = |method: &MethodId| program.origin_of(*method) == Origin::Jdk;
        let value = cx.heap.unknown(outside, cx.heap.types().object, true);
        let (Some(method), Some(value)) = (method.filter(of_jdk), value) else { continue };
        let given = cx.model_node(nodes.number(Node::Put(by.holds_as())));
        cx.add(given, value);
        let args = Args::Positional(vec![Some(given); params]);
        cx.command(Command::Entry { method, receiver: Receiver::Obj(obj), args, ret: None });
    }
}

/// What an object holds that is a collection of the JDK, shows one, or holds one object goes to `to`.
pub(in crate::models) fn take(cx: &mut Cx<'_, '_>, class: ClassId, obj: ObjId, to: Ptr) {
    let program = cx.program;
    if program.class(class).origin != Origin::Jdk {
        return;
    }
    cx.command(Command::Contents { of: obj, to, or: None });
    for (owner, name, descriptor) in HOLDERS {
        let owner = program.find_class(owner).filter(|&owner| program.is_subclass(class, owner));
        if let Some(field) = owner.and_then(|owner| program.find_field(owner, name, descriptor)) {
            cx.edge(Ptr::Field(obj, field), to);
        }
    }
}
