//! Methods of collections and of what is like them that take something out, or ask, and put nothing in. Must not know who asks.

use crate::program::{MethodRef, Program};

/// By class: names, and how many arguments they take.
const ASKING: [(&str, &[(&str, usize)]); 10] = [
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
    ("java/lang/CharSequence", &[("toString", 0), ("length", 0)]),
];

/// Whether a call of a method with so many arguments only asks its receiver.
pub fn only_asks(program: &Program, method: MethodRef, arguments: usize) -> bool {
    let data = program.method_ref_data(method);
    let (Some(owner), name) = (program.class_of(data.owner), program.str(data.name)) else { return false };
    ASKING.iter().any(|(class, methods)| {
        methods.contains(&(name, arguments))
            && program.find_class(class).is_some_and(|class| program.is_subclass(owner, class))
    })
}
