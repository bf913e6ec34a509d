//! Methods that take or give metaobjects and have no row, and why they need none. Must not know how they are found.

/// What becomes of calls of a method without a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Treated {
    /// Its body, or that of what overrides it, is analysed.
    Body,
    /// The model of that name answers.
    Model(&'static str),
    /// What it gives is unknown; calls that depend on it are flagged.
    Unknown,
}

/// A reason, and the methods that it holds for: of a package (`a/b/`), of a class with those inside it (`a/B`), of a name in a
/// class (`a/B.c`) or in any (`*.c`).
pub(super) type Group = (Treated, &'static str, &'static [&'static str]);

use Treated::*;

/// The first that fits counts.
pub(super) const EXCUSED: &[Group] = &[
    (
        Model("objects"),
        "gives the class of each object that it is called on",
        &["java/lang/Enum.getDeclaringClass", "java/lang/Object.getClass"],
    ),
    (Model("arrays"), "copies elements", &["java/util/Arrays.copyOf", "java/util/Arrays.copyOfRange"]),
    (
        Model("unseen"),
        "gives an object that nobody knows, besides what its body gives",
        &[
            "java/lang/invoke/MethodHandleProxies.wrapperInstanceTarget",
            "java/lang/invoke/SwitchPoint.guardWithTest",
            "java/lang/invoke/VarHandle.accessModeType",
            "java/lang/management/ManagementFactory.getPlatformMXBean",
            "java/util/prefs/Preferences.systemNodeForPackage",
            "java/util/prefs/Preferences.userNodeForPackage",
        ],
    ),
    (
        Model("handles"),
        "says which field or elements a `VarHandle` is for, or gives the look-up of the class that calls",
        &[
            "java/lang/invoke/MethodHandles.lookup",
            "java/lang/invoke/MethodHandles.arrayElementVarHandle",
            "java/lang/invoke/VarHandle.withInvokeBehavior",
            "java/lang/invoke/VarHandle.withInvokeExactBehavior",
        ],
    ),
    (
        Unknown,
        "a handle that nobody knows: its calls are open",
        &[
            "sun/reflect/ReflectionFactory.defaultReadObjectForSerialization",
            "sun/reflect/ReflectionFactory.defaultWriteObjectForSerialization",
            "sun/reflect/ReflectionFactory.readObjectNoDataForSerialization",
        ],
    ),
    (
        Unknown,
        "what was put together elsewhere and is asked for its parts",
        &[
            "java/lang/invoke/MethodHandleInfo",
            "java/lang/invoke/MethodHandleProxies.wrapperInstanceType",
            "java/lang/invoke/MethodHandles.classData",
            "java/lang/invoke/MethodHandles.classDataAt",
            "java/lang/invoke/MethodHandle.type",
            "java/lang/invoke/CallSite.type",
            "java/lang/StackWalker$StackFrame.getMethodType",
        ],
    ),
    (
        Unknown,
        "a type of a type: which classes it has is not followed, so that a look-up by it is of any overload, and a class that it \
         is asked for is unknown",
        &["java/lang/invoke/MethodType"],
    ),
    (
        Unknown,
        "whom a look-up is of decides about access alone; the class that it is asked for is unknown",
        &[
            "java/lang/invoke/MethodHandles$Lookup",
            "java/lang/invoke/MethodHandles.privateLookupIn",
            "java/lang/invoke/MethodHandles.publicLookup",
        ],
    ),
    (
        Body,
        "gives itself",
        &[
            "java/lang/String.resolveConstantDesc",
            "java/lang/Integer.resolveConstantDesc",
            "java/lang/Long.resolveConstantDesc",
            "java/lang/Float.resolveConstantDesc",
            "java/lang/Double.resolveConstantDesc",
        ],
    ),
    (
        Unknown,
        "what a description of a constant stands for",
        &["*.resolveConstantDesc", "java/lang/constant/DynamicCallSiteDesc.resolveCallSiteDesc"],
    ),
    (
        Unknown,
        "links `invokedynamic`: instructions that compilers write are followed (`src/models/invokedynamic.rs`, \
         `src/models/switches.rs`, `src/models/strings.rs`); of a call in the source the call site is unknown",
        &[
            "java/lang/invoke/StringConcatFactory",
            "java/lang/runtime/ObjectMethods.bootstrap",
            "java/lang/runtime/SwitchBootstraps",
        ],
    ),
    (
        Body,
        "asks the look-ups that have rows, or calls what it is given",
        &["java/lang/invoke/ConstantBootstraps", "jdk/dynalink/linker/support/Lookup"],
    ),
    (
        Body,
        "fields of the object hold its target, by which `dynamicInvoker` is followed",
        &[
            "java/lang/invoke/CallSite",
            "java/lang/invoke/ConstantCallSite",
            "java/lang/invoke/MutableCallSite",
            "java/lang/invoke/VolatileCallSite",
        ],
    ),
    (
        Body,
        "a `VarHandle` of primitives, or of what it is told: what is read and written through it is followed by \
         `src/models/handles.rs`",
        &[
            "java/lang/invoke/MethodHandles.byteArrayViewVarHandle",
            "java/lang/invoke/MethodHandles.byteBufferViewVarHandle",
            "java/lang/foreign/MemoryLayout.arrayElementVarHandle",
            "java/lang/foreign/MemoryLayout.varHandle",
            "java/lang/foreign/ValueLayout",
        ],
    ),
    (
        Unknown,
        "the types that a description of memory or of a `VarHandle` has",
        &["java/lang/invoke/VarHandle.varType", "java/lang/foreign/FunctionDescriptor.toMethodType"],
    ),
    (
        Unknown,
        "annotations of elements that have no rows of their own",
        &[
            "java/lang/Module.getAnnotation",
            "java/lang/Package.getAnnotation",
            "java/lang/Package.getAnnotationsByType",
            "java/lang/Package.getDeclaredAnnotation",
            "java/lang/Package.getDeclaredAnnotationsByType",
            "java/lang/reflect/Parameter.getAnnotation",
            "java/lang/reflect/Parameter.getAnnotationsByType",
            "java/lang/reflect/Parameter.getDeclaredAnnotation",
            "java/lang/reflect/Parameter.getDeclaredAnnotationsByType",
        ],
    ),
    (
        Unknown,
        "the JVM or the class file says it",
        &[
            "java/lang/SecurityManager.getClassContext",
            "java/lang/reflect/Parameter.getDeclaringExecutable",
            "java/lang/instrument/Instrumentation.getAllLoadedClasses",
            "java/lang/instrument/Instrumentation.getInitiatedClasses",
            "java/io/ObjectStreamClass.forClass",
        ],
    ),
    (
        Body,
        "declared for others to override: what a call runs has a row or a body",
        &[
            "java/lang/reflect/AnnotatedElement",
            "java/lang/reflect/AnnotatedType",
            "java/lang/reflect/Executable",
            "java/lang/reflect/Member",
            "java/lang/reflect/InvocationHandler.invoke",
            "java/lang/annotation/Annotation.annotationType",
            "java/lang/annotation/Repeatable.value",
            "java/util/ServiceLoader$Provider.type",
        ],
    ),
    (
        Body,
        "compares with a class, counts or checks: names nothing",
        &[
            "*.isAnnotationPresent",
            "*.isWrapperFor",
            "*.isInstanceOf",
            "*.entryInstanceOf",
            "*.engineEntryInstanceOf",
            "*.canLinkType",
            "java/lang/Class.isNestmateOf",
            "java/lang/Compiler.compileClass",
            "java/lang/Module.addUses",
            "java/lang/Module.canUse",
            "java/lang/reflect/Proxy.isProxyClass",
            "java/lang/instrument/Instrumentation.isModifiableClass",
            "java/nio/file/FileStore.supportsFileAttributeView",
            "javax/management/JMX.isMXBeanInterface",
            "sun/misc/Unsafe.arrayBaseOffset",
            "sun/misc/Unsafe.arrayIndexScale",
            "sun/misc/Unsafe.shouldBeInitialized",
            "sun/reflect/ReflectionFactory.hasStaticInitializerForSerialization",
        ],
    ),
    (
        Body,
        "initialises a class, tells the JVM of it, or hands the JVM its bytes",
        &[
            "sun/misc/Unsafe.ensureClassInitialized",
            "java/lang/ClassLoader.resolveClass",
            "java/lang/ClassLoader.setSigners",
            "java/lang/instrument/Instrumentation.retransformClasses",
            "java/lang/instrument/ClassDefinition",
            "java/lang/instrument/ClassFileTransformer",
        ],
    ),
    (
        Body,
        "loads by way of loaders, whose look-ups have rows",
        &[
            "java/lang/ClassLoader.findClass",
            "java/awt/datatransfer/DataFlavor",
            "java/rmi/server/LoaderHandler",
            "java/rmi/server/RMIClassLoader",
            "java/rmi/server/RMIClassLoaderSpi",
            "javax/management/DefaultLoaderRepository",
            "javax/management/loading/",
            "jdk/jshell/execution/",
            "com/sun/java/accessibility/util/Translator",
        ],
    ),
    (
        Body,
        "calls by `Method.invoke`, which has a row",
        &[
            "java/beans/EventHandler.invoke",
            "java/rmi/server/RemoteObjectInvocationHandler.invoke",
            "java/rmi/server/RemoteRef.invoke",
            "javax/management/MBeanServerInvocationHandler.invoke",
            "javax/management/openmbean/CompositeDataInvocationHandler.invoke",
        ],
    ),
    (
        Body,
        "collections and maps by class: what they hold is followed as of any other",
        &[
            "java/lang/ClassValue",
            "java/util/Collections",
            "java/util/EnumMap",
            "java/util/EnumSet",
            "java/beans/beancontext/",
            "javax/imageio/spi/",
            "javax/print/",
            "javax/security/auth/Subject",
        ],
    ),
    (
        Body,
        "descriptions of beans: what they look up has rows, and what they are given is kept in fields",
        &[
            "java/beans/BeanDescriptor",
            "java/beans/Beans.getInstanceOf",
            "java/beans/DefaultPersistenceDelegate",
            "java/beans/Encoder",
            "java/beans/EventSetDescriptor",
            "java/beans/IndexedPropertyDescriptor",
            "java/beans/Introspector.flushFromCaches",
            "java/beans/MethodDescriptor",
            "java/beans/PersistenceDelegate",
            "java/beans/PropertyDescriptor",
            "java/beans/PropertyEditorManager.registerEditor",
            "javax/management/MBeanAttributeInfo",
            "javax/management/MBeanConstructorInfo",
            "javax/management/MBeanOperationInfo",
            "javax/management/StandardEmitterMBean",
            "javax/management/StandardMBean",
            "javax/management/modelmbean/",
            "javax/management/openmbean/ArrayType",
        ],
    ),
    (
        Body,
        "serialisation: what reading and writing runs is followed by `src/models/serialization.rs` and \
         `src/models/deserialization.rs`",
        &[
            "java/io/",
            "java/lang/invoke/SerializedLambda",
            "javax/sql/rowset/serial/SerialJavaObject.getFields",
            "sun/reflect/ReflectionFactory.serialPersistentFields",
        ],
    ),
    (
        Body,
        "Swing's columns, formatters and looks: makes objects of a class that it is given by constructors, which have rows",
        &[
            "java/awt/AWTKeyStroke",
            "javax/swing/JTable",
            "javax/swing/LookAndFeel.makeIcon",
            "javax/swing/table/AbstractTableModel.getColumnClass",
            "javax/swing/table/TableModel",
            "javax/swing/text/DefaultFormatter",
        ],
    ),
    (
        Body,
        "listeners and components by class: makes arrays of it, by rows of `Array`",
        &[
            "*.getListeners",
            "com/sun/java/accessibility/util/AccessibilityListenerList",
            "java/awt/image/renderable/ParameterBlock.getParamClasses",
            "javax/swing/SwingUtilities.getAncestorOfClass",
            "javax/swing/event/EventListenerList",
            "*.createDragGestureRecognizer",
        ],
    ),
    (
        Body,
        "the class says which of its own objects the library is asked for: it compares, casts and chooses",
        &[
            "java/lang/management/ManagementFactory",
            "java/net/ContentHandler.getContent",
            "java/nio/file/",
            "java/security/",
            "java/sql/",
            "javax/annotation/processing/RoundEnvironment",
            "javax/crypto/",
            "javax/lang/model/",
            "javax/naming/spi/Resolver",
            "javax/script/Invocable",
            "javax/sql/rowset/RowSetMetaDataImpl.unwrap",
            "javax/tools/",
            "javax/xml/xpath/",
            "java/lang/classfile/",
            "jdk/net/Sockets",
        ],
    ),
    (
        Body,
        "keeps a class for those who ask",
        &[
            "java/lang/EnumConstantNotPresentException",
            "java/lang/annotation/AnnotationTypeMismatchException",
            "java/lang/annotation/IncompleteAnnotationException",
            "java/net/SocketOption",
            "java/util/IllegalFormatConversionException",
            "javax/imageio/metadata/",
            "javax/sound/",
            "com/sun/source/tree/Tree$Kind",
        ],
    ),
    (Body, "events of the flight recorder: names of event classes go to the JVM", &["jdk/jfr/"]),
    (
        Body,
        "links dynamic call sites with handles of what has rows: what such a site calls is flagged",
        &["jdk/dynalink/"],
    ),
];
