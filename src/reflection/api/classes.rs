//! What is known of all methods of a class at once, whether they have rows or not; classes go by their binary names. Must not know single methods.

/// Classes whose methods only read the arrays that they are given, or hand on what is in them.
const READERS: &[&str] = &[
    "java.lang.Class",
    "java.lang.invoke.MethodHandle",
    "java.lang.invoke.MethodType",
    "java.lang.reflect.Constructor",
    "java.lang.reflect.Method",
    "java.lang.reflect.Proxy",
];

/// Whether no method of a class writes to an array that it is given.
pub fn only_reads_arrays(class: &str) -> bool {
    READERS.contains(&class)
}

/// Whether it is the class of class objects, or one around those of members.
pub fn is_of_metaobjects(class: &str) -> bool {
    class == "java.lang.Class" || class.starts_with("java.lang.reflect.")
}

/// Whether what an object of the class is asked depends on what the program runs on.
pub fn is_of_surroundings(class: &str) -> bool {
    class == "java.lang.Runtime$Version"
}
