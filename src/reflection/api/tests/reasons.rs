//! Why calls of some rows are reported and not resolved, or find nothing, in a few words. Must not know rules.

/// By rule: of those that do not follow what a call gives.
pub(super) const BY_RULE: &[(&str, &str)] = &[
    ("bring-classes", "classes that it brings may be there under any name"),
    ("drivers", "a driver that `getConnection` may ask"),
    (
        "named-by-key",
        "writes what may name a class into a property; a known name is listed, and of those who make an object of it factories of parsers alone are followed",
    ),
    ("plain", "gives neither class, member nor name"),
    ("read-object", "the bytes say which objects there are; code that reading runs is followed"),
    ("security-engines", "lists the JDK's implementation of the algorithm, where the class path has no other provider"),
    ("url-protocol", "lists the handlers of the class path that the protocol may have"),
];

/// By method, as patterns of [`Group`](super::excused::Group); the first that fits counts.
pub(super) const BY_METHOD: &[(&str, &[&str])] = &[
    ("names of primitive types only", &["java/lang/Class.forPrimitiveName"]),
    ("the class is in no file", &["*.defineHiddenClass", "*.defineHiddenClassWithClassData"]),
    (
        "properties or a file of configuration name the classes",
        &[
            "java/util/concurrent/ForkJoinPool",
            "java/util/logging/LogManager",
            "javax/sql/rowset/",
            "org/w3c/dom/bootstrap/DOMImplementationRegistry",
            "org/xml/sax/helpers/ParserFactory",
            "javax/swing/plaf/synth/SynthLookAndFeel",
        ],
    ),
    ("the bundle is made when a message is looked up", &["java/util/logging/Logger"]),
    ("subclasses say how bundles are made", &["java/util/ResourceBundle$Control"]),
    ("the type of the content, which the server says, names the class", &["*.getContent"]),
    ("the environment and the directory say which objects there are", &["javax/naming/"]),
    ("which bean a name is for, its server knows", &["javax/management/"]),
    ("texts name classes, properties and methods", &["java/beans/"]),
    (
        "tables of the desktop name the classes",
        &["javax/swing/UIManager", "javax/swing/UIDefaults", "javax/swing/JEditorPane"],
    ),
    ("a type of content names the class", &["java/awt/datatransfer/DataFlavor"]),
    ("another program says which class or object it is", &["java/rmi/"]),
    (
        "providers say which class implements an algorithm",
        &["java/security/", "javax/crypto/", "javax/security/", "javax/xml/crypto/"],
    ),
    ("processors are named by options and services", &["javax/tools/JavaCompiler"]),
    ("who calls, only the JVM knows", &["java/lang/StackWalker"]),
    ("a description says which class or member it is", &["java/lang/constant/"]),
    ("what compilers link by it is followed; not what is linked by hand", &["java/lang/invoke/LambdaMetafactory"]),
    ("Kotlin's own objects stand for classes and functions", &["kotlin/"]),
    ("names lead through other properties, indexes and keys, or a map has them", &["org/apache/commons/beanutils/"]),
    (
        "a list holds what it gives",
        &[
            "*.convertClassNamesToClasses",
            "*.getMethodsListWithAnnotation",
            "*.getAllFieldsList",
            "*.getFieldsListWithAnnotation",
        ],
    ),
    ("names are compared whatever their case", &["*.findFieldIgnoreCase"]),
    ("a text says the method with its parameters", &["*.resolveSignature"]),
    ("descriptors of properties are followed where the JDK makes them", &["org/springframework/beans/BeanUtils"]),
    ("members that serialisation calls", &["sun/reflect/ReflectionFactory"]),
];
