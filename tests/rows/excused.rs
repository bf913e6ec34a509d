//! Rows that no example calls, each with its reason. Must not know which calls there are.

/// A reason, and the rows it holds for: `class.method`, a class, or a package (it ends in `/`).
pub(super) type Excuse = (&'static str, &'static [&'static str]);

/// Of the reflective API: rows whose rules follow what their calls do, and those of what judging asks.
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

/// Of the same: rows whose calls are reported and no more. That a row names a method of a JDK, and inputs that it has, is tested
/// beside the rows (`src/reflection/api/tests.rs`).
pub(super) const REPORTED: &[Excuse] = &[
    ("it gives primitive types", &["java/lang/Class.forPrimitiveName"]),
    (
        "what compilers link by it is in every lambda of a serialisable type",
        &["java/lang/invoke/LambdaMetafactory.altMetafactory"],
    ),
    ("a description says which class it is, and is followed nowhere", &["java/lang/constant/"]),
    ("a server or another program answers", &["java/rmi/", "javax/naming/"]),
    (
        "other constructors are in `ProtocolHandlers`; what a server sends says what its content is",
        &["java/net/URL", "java/net/URLConnection"],
    ),
    ("a server of beans answers, whose other calls are in `ManagedBeans`", &["javax/management/"]),
    ("it needs a screen or its settings", &["java/awt/", "javax/swing/"]),
    ("its kin for beans are in `BeansAsked` and `NotModelled`", &["java/beans/XMLDecoder", "java/beans/XMLEncoder"]),
    (
        "other engines of algorithms are in `SecurityEngines`",
        &[
            "java/security/KeyStore",
            "java/security/Policy",
            "java/security/Provider$Service",
            "java/security/SecureRandom",
            "java/security/Security",
            "javax/crypto/",
            "javax/security/",
            "javax/xml/crypto/",
        ],
    ),
    ("it reads objects, as `S097ReadObject` does", &["java/io/ObjectInputStream", "java/security/SignedObject"]),
    ("what makes members for serialisation is no API of the language", &["sun/reflect/ReflectionFactory"]),
    (
        "a property or a file of configuration names what it makes",
        &[
            "java/util/logging/LogManager",
            "javax/sql/",
            "javax/tools/",
            "org/w3c/dom/",
            "org/xml/sax/helpers/ParserFactory",
        ],
    ),
    (
        "other ways to the same bundle are in `ResourceBundles`",
        &["java/util/logging/Logger", "java/util/ResourceBundle$Control"],
    ),
    ("other ways to write a property are in `PropertiesWritten`", &["java/util/Properties.putIfAbsent"]),
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
