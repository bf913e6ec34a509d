//! Methods of collections, of references and descriptions of members, and of what is like them that take something out, or ask, and put
//! nothing in. Must not know who asks.

use crate::program::{MethodRef, Program};

/// By class: names, and how many arguments they take.
const ASKING: [(&str, &[(&str, usize)]); 18] = [
    (
        "java/util/Map",
        &[("get", 1), ("containsKey", 1), ("keySet", 0), ("values", 0), ("entrySet", 0), ("isEmpty", 0), ("size", 0)],
    ),
    ("java/util/Map$Entry", &[("getKey", 0), ("getValue", 0)]),
    ("java/util/Properties", &[("getProperty", 1)]),
    ("java/lang/Iterable", &[("iterator", 0)]),
    ("java/util/Collection", &[("get", 1), ("contains", 1), ("isEmpty", 0), ("size", 0)]),
    ("java/util/Iterator", &[("next", 0), ("hasNext", 0)]),
    ("java/util/Enumeration", &[("nextElement", 0), ("hasMoreElements", 0)]),
    ("java/util/Optional", &[("get", 0), ("orElseThrow", 0), ("isPresent", 0)]),
    ("java/util/function/Supplier", &[("get", 0)]),
    ("java/util/concurrent/Callable", &[("call", 0)]),
    ("java/util/concurrent/Future", &[("get", 0), ("get", 2), ("isDone", 0)]),
    ("java/util/concurrent/atomic/AtomicReference", REFERENCE),
    ("java/util/concurrent/atomic/AtomicReferenceArray", &[("get", 1), ("length", 0)]),
    ("java/lang/ref/Reference", REFERENCE),
    ("java/beans/FeatureDescriptor", &[("getName", 0), ("getDisplayName", 0), ("getValue", 1)]),
    (
        "java/beans/PropertyDescriptor",
        &[
            ("getReadMethod", 0),
            ("getWriteMethod", 0),
            ("getIndexedReadMethod", 0),
            ("getIndexedWriteMethod", 0),
            ("getPropertyType", 0),
            ("getPropertyEditorClass", 0),
        ],
    ),
    ("java/beans/MethodDescriptor", &[("getMethod", 0)]),
    ("java/lang/CharSequence", &[("toString", 0), ("length", 0)]),
];

/// What holds one value, and gives it by one of these.
const REFERENCE: &[(&str, usize)] = &[("get", 0), ("getPlain", 0), ("getAcquire", 0), ("getOpaque", 0)];

/// Whether a call of a method with so many arguments only asks its receiver.
pub fn only_asks(program: &Program, method: MethodRef, arguments: usize) -> bool {
    let data = program.method_ref_data(method);
    let (Some(owner), name) = (program.class_of(data.owner), program.str(data.name)) else { return false };
    ASKING.iter().any(|(class, methods)| {
        methods.contains(&(name, arguments))
            && program.find_class(class).is_some_and(|class| program.is_subclass(owner, class))
    })
}
