//! The classes the rules of the language and the JVM name. Must not know anything about their members.

use super::{ClassId, Program};

macro_rules! well_known {
    ($($field:ident = $name:literal),+ $(,)?) => {
        /// Ids of classes that rules name. They are mentions: a class path without one of them gives a phantom.
        #[derive(Debug, Clone, Copy)]
        #[expect(missing_docs, reason = "each field is the class of that name")]
        pub struct WellKnown {
            $(pub $field: ClassId,)+
        }

        impl WellKnown {
            pub(crate) fn new(program: &Program) -> Self {
                Self { $($field: program.class_id(program.sym($name)),)+ }
            }
        }
    };
}

well_known! {
    object = "java/lang/Object",
    string = "java/lang/String",
    class = "java/lang/Class",
    throwable = "java/lang/Throwable",
    exception = "java/lang/Exception",
    runtime_exception = "java/lang/RuntimeException",
    error = "java/lang/Error",
    cloneable = "java/lang/Cloneable",
    comparable = "java/lang/Comparable",
    serializable = "java/io/Serializable",
    thread = "java/lang/Thread",
    thread_group = "java/lang/ThreadGroup",
    runnable = "java/lang/Runnable",
    callable = "java/util/concurrent/Callable",
    class_loader = "java/lang/ClassLoader",
    module = "java/lang/Module",
    enumeration = "java/lang/Enum",
    record = "java/lang/Record",
    annotation = "java/lang/annotation/Annotation",
    char_sequence = "java/lang/CharSequence",
    string_builder = "java/lang/StringBuilder",
    string_buffer = "java/lang/StringBuffer",
    method = "java/lang/reflect/Method",
    field = "java/lang/reflect/Field",
    constructor = "java/lang/reflect/Constructor",
    array = "java/lang/reflect/Array",
    proxy = "java/lang/reflect/Proxy",
    invocation_handler = "java/lang/reflect/InvocationHandler",
    invocation_target_exception = "java/lang/reflect/InvocationTargetException",
    accessible_object = "java/lang/reflect/AccessibleObject",
    method_handle = "java/lang/invoke/MethodHandle",
    var_handle = "java/lang/invoke/VarHandle",
    method_type = "java/lang/invoke/MethodType",
    lookup = "java/lang/invoke/MethodHandles$Lookup",
    call_site = "java/lang/invoke/CallSite",
    boxed_boolean = "java/lang/Boolean",
    boxed_byte = "java/lang/Byte",
    boxed_char = "java/lang/Character",
    boxed_short = "java/lang/Short",
    boxed_int = "java/lang/Integer",
    boxed_long = "java/lang/Long",
    boxed_float = "java/lang/Float",
    boxed_double = "java/lang/Double",
    boxed_void = "java/lang/Void",
    number = "java/lang/Number",
}
