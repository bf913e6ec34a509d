//! Rows that no example calls, each with its reason. Must not know which calls there are.

/// A reason, and the rows it holds for: `class.method`, a class, or a package (it ends in `/`).
pub(super) type Excuse = (&'static str, &'static [&'static str]);

/// Of the reflective API: rows whose rules follow what their calls do, and those of what judging asks. Rows whose calls are reported
/// and no more say themselves why.
pub(super) const RESOLVED: &[Excuse] = &[
    (
        "only code of the JDK can name it; what leads there is called",
        &[
            "java/lang/Class.getEnumConstantsShared",
            "java/lang/invoke/CallSite.makeUninitializedCallSite",
            "java/lang/invoke/MethodHandle.invokeBasic",
            "java/lang/invoke/MethodHandleNatives",
            "java/util/ServiceLoader$1",
            "java/util/ServiceLoader$2",
            "java/util/ServiceLoader$3",
        ],
    ),
    (
        "calls go through the interface that it implements; `GenericTypes` asks most of them",
        &["sun/reflect/generics/reflectiveObjects/"],
    ),
    ("it is answered as that of `Method`, in one rule", &["java/lang/reflect/Constructor.getGenericParameterTypes"]),
    ("an agent alone is given one", &["java/lang/instrument/"]),
    (
        "calls of it lead to overrides, which the exported call graph does not list",
        &["java/lang/invoke/CallSite.dynamicInvoker"],
    ),
];

pub(super) const OPERATIONS: &[Excuse] = &[
    ("only code of the JDK can name it", &["java/lang/AbstractStringBuilder", "java/lang/String.join"]),
    (
        "a bridge, which only calls through an interface get to",
        &["java/lang/String.compareTo", "java/lang/StringBuilder.compareTo", "java/lang/StringBuffer.compareTo"],
    ),
];

/// Rules that no fixture expects, and the test of another kind of run that does.
pub(super) const RULES_ELSEWHERE: &[(&str, &str)] = &[
    ("RC1004", "tests/library.rs"),
    ("RC4001", "tests/cli/specs.rs"),
    ("RC4002", "tests/specified.rs"),
    ("RC4003", "tests/cli/specs.rs"),
    ("RC4004", "tests/cli/recordings.rs"),
    ("RC4005", "tests/cli/spec_commands.rs"),
    ("RC5001", "tests/cli/recordings.rs"),
];
