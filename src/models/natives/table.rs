//! What the native methods of the JDK do with references: the one table of them. A row names methods of a class or of a
//! package; the first that fits counts. Must not know how an effect is brought about.

use crate::program::{MethodId, Program, Type, TypeId, access};

/// What a native method does with references.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Nature {
    /// Another model answers for it, or for every method that calls it.
    Modelled,
    /// Reads or writes fields or elements, as the model of handles says; without that model it is reported.
    ReachesFields,
    /// Takes and gives no reference but texts and arrays of primitives ([`harmless_by_signature`]).
    Plain,
    /// Changes no reference; what it gives is an object of the VM's own, one per class, of the declared type: texts are
    /// unknown, arrays hold one such object.
    Own,
    /// As `Own`; the object is of these classes.
    OwnOf(&'static [&'static str]),
    /// Gives what it was given: the argument at the position, the receiver counted.
    Argument(usize),
    /// Calls methods of that name of its receiver (of its class, if it is static): what they give, it gives.
    Calls(&'static [&'static str]),
    /// Makes an object of the class given, without a constructor.
    Allocates,
    /// Initialises the class given.
    Initialises,
    /// Throws what it is given.
    Throws,
    /// Keeps what is in its second argument, an array, for the method of its class of that name.
    Keeps(&'static str),
    /// Gives an array of what others keep for it, and of objects of this class that nobody knows.
    Kept(&'static str),
    /// Fills the string fields of its first argument, or of the elements of it.
    FillsTexts,
    /// An unknown of its type; reported.
    Unknown,
    /// Reported. Inside the JDK its result is followed no further: nothing bounds it, and it would flow into every
    /// collection of the program.
    Opaque,
}

use Nature::*;

/// Methods of one class, or of a package (`java/io/`), by name; `*` for all of them.
type Row = (&'static str, &'static str, Nature);

const UNSAFE: &str = "jdk/internal/misc/Unsafe";
const UNSAFE_8: &str = "sun/misc/Unsafe";
const CLASS: &str = "java/lang/Class";
const LOADER: &str = "java/lang/ClassLoader";
const THREAD: &str = "java/lang/Thread";
const VIRTUAL: &str = "java/lang/VirtualThread";
const HANDLES: &str = "java/lang/invoke/MethodHandleNatives";
const ARRAY: &str = "java/lang/reflect/Array";
const IP: Nature = OwnOf(&["java/net/Inet4Address", "java/net/Inet6Address"]);
const SOCKET: Nature = OwnOf(&["java/net/InetSocketAddress"]);
const BUFFER: Nature = OwnOf(&["java/nio/DirectByteBuffer"]);

/// Methods with code that reads what the VM put into their object: the texts that they give are unknown.
const READ: &[(&str, &str)] = &[
    ("java/lang/StackFrameInfo", "getClassName getMethodName getDescriptor getFileName"),
    // From JDK 22 on what frames have that know no more than their class.
    ("java/lang/ClassFrameInfo", "getClassName"),
];

/// Whether the code of a method reads what only the VM writes.
pub(super) fn reads_of_the_vm(class: &str, name: &str) -> bool {
    READ.iter().any(|&(of, names)| of == class && names.split(' ').any(|listed| listed == name))
}

/// Besides these, natives that are harmless by their signature need no row.
pub const TABLE: &[Row] = &[
    // java.lang
    ("java/lang/Object", "getClass clone hashCode notify notifyAll", Modelled),
    ("java/lang/Object", "wait wait0", Own),
    ("java/lang/String", "*", Modelled),
    ("java/lang/System", "arraycopy setIn0 setOut0 setErr0", Modelled),
    ("java/lang/System", "identityHashCode", Own),
    (CLASS, "getSuperclass", Modelled),
    // Behind these is what the reflection API gives, which is modelled; JDK code that asks for itself gets nothing.
    (CLASS, "forName0 getDeclaringClass0 getNestHost0 getInterfaces0 getDeclaredClasses0 getNestMembers0", Opaque),
    (CLASS, "getPermittedSubclasses0 getRecordComponents0 getEnclosingMethod0 getConstantPool", Opaque),
    (CLASS, "getDeclaredConstructors0 getDeclaredFields0 getDeclaredMethods0", Opaque),
    // `Integer.TYPE` and its kin are set by the model of the VM.
    (CLASS, "getPrimitiveClass", Modelled),
    // Those of a class from a signed archive are its certificates.
    (CLASS, "getSigners", Kept("java/security/cert/Certificate")),
    (CLASS, "setSigners", Keeps("getSigners")),
    (CLASS, "getProtectionDomain0", Own),
    (CLASS, "*", Own),
    (LOADER, "findLoadedClass0 findBootstrapClass defineClass0 defineClass1 defineClass2", Opaque),
    (LOADER, "retrieveDirectives", Own),
    (THREAD, "start0 currentThread currentCarrierThread setCurrentThread getThreads", Modelled),
    // A cache and a short cut of what fields hold, too.
    (THREAD, "scopedValueCache setScopedValueCache", Own),
    (THREAD, "findScopedValueBindings", Opaque),
    (THREAD, "dumpThreads", Own),
    (THREAD, "getStackTrace0", OwnOf(&["[Ljava/lang/StackTraceElement;"])),
    (THREAD, "*", Own),
    (VIRTUAL, "takeVirtualThreadListToUnblock", Own),
    (VIRTUAL, "*", Own),
    ("java/lang/Throwable", "fillInStackTrace", Argument(0)),
    ("java/lang/NullPointerException", "*", Own),
    ("java/lang/StackTraceElement", "initStackTraceElement initStackTraceElements", FillsTexts),
    ("java/lang/StackStreamFactory$AbstractStackWalker", "callStackWalk", Calls(&["doStackWalk"])),
    // Frames are filled in by the VM; see `READ`.
    ("java/lang/StackStreamFactory$AbstractStackWalker", "fetchStackFrames setContinuation", Own),
    ("java/lang/StackFrameInfo", "expandStackFrameInfo", Own),
    ("java/lang/SecurityManager", "getClassContext", Unknown),
    ("java/lang/Module", "*", Own),
    ("java/lang/Runtime", "*", Own),
    ("java/lang/ProcessImpl", "*", Own),
    ("java/lang/ProcessHandleImpl$Info", "*", Own),
    ("java/lang/ProcessEnvironment", "environ", Own),
    // Method handles are not followed into what they stand for.
    ("java/lang/invoke/VarHandle", "*", ReachesFields),
    ("java/lang/invoke/MethodHandle", "*", Opaque),
    (HANDLES, "resolve", Argument(0)),
    (HANDLES, "getMemberVMInfo staticFieldBase", Opaque),
    (HANDLES, "copyOutBootstrapArguments setCallSiteTargetNormal setCallSiteTargetVolatile", Opaque),
    (HANDLES, "init expand", Opaque),
    (HANDLES, "*", Own),
    // What an archive of shared classes has is as good as made anew.
    ("java/lang/invoke/LambdaProxyClassArchive", "addToArchive findFromArchive", Own),
    ("java/lang/ref/Reference", "getAndClearReferencePendingList", Modelled),
    ("java/lang/ref/", "*", Own),
    (ARRAY, "get set newArray multiNewArray", Modelled),
    (ARRAY, "*", Own),
    ("java/lang/reflect/Executable", "getParameters0", Opaque),
    ("java/lang/reflect/", "getTypeAnnotationBytes0", Own),
    ("java/security/AccessController", "getStackAccessControlContext getInheritedAccessControlContext", Modelled),
    ("java/security/AccessController", "*", Own),
    // The file system, the network and other services of the operating system.
    ("java/io/", "*", Own),
    ("java/net/", "lookupAllHostAddr", IP),
    ("java/net/PlainDatagramSocketImpl", "socketGetOption", Opaque),
    ("java/net/", "*", Own),
    ("java/nio/", "*", Own),
    ("java/util/", "*", Own),
    ("sun/net/", "*", Own),
    ("sun/nio/ch/Net", "localInetAddress remoteInetAddress", IP),
    ("sun/nio/ch/InheritedChannel", "inetPeerAddress0", IP),
    ("sun/nio/ch/sctp/", "getPrimAddrOption0 getLocalAddresses0 getRemoteAddresses0", SOCKET),
    ("sun/nio/", "*", Own),
    // jdk.internal
    (UNSAFE, "getReference getReferenceVolatile putReference putReferenceVolatile", ReachesFields),
    (UNSAFE, "compareAndSetReference compareAndExchangeReference", ReachesFields),
    (UNSAFE, "allocateInstance", Allocates),
    (UNSAFE, "ensureClassInitialized0", Initialises),
    (UNSAFE, "throwException", Throws),
    (UNSAFE, "defineClass0 getUncompressedObject staticFieldBase0", Opaque),
    (UNSAFE, "*", Own),
    ("jdk/internal/foreign/abi/", "*", Opaque),
    ("jdk/internal/jimage/NativeImageBuffer", "getNativeMap", BUFFER),
    ("jdk/internal/loader/", "*", Own),
    ("jdk/internal/misc/CDS", "*", Own),
    ("jdk/internal/misc/ScopedMemoryAccess", "*", Own),
    ("jdk/internal/misc/Signal", "handle0", Calls(&["dispatch"])),
    ("jdk/internal/misc/VM", "latestUserDefinedLoader0", Opaque),
    ("jdk/internal/misc/VM", "getRuntimeArguments", Own),
    ("jdk/internal/perf/Perf", "attach attach0 createByteArray createLong", BUFFER),
    ("jdk/internal/perf/Perf", "*", Own),
    ("jdk/internal/reflect/Reflection", "getCallerClass", Opaque),
    ("jdk/internal/reflect/Reflection", "*", Own),
    ("jdk/internal/reflect/ConstantPool", "*", Opaque),
    ("jdk/internal/reflect/", "invoke0 newInstance0", Opaque),
    ("jdk/internal/util/SystemProps$Raw", "platformProperties vmProperties", Own),
    ("jdk/internal/vm/Continuation", "enterSpecial", Modelled),
    ("jdk/internal/vm/Continuation", "*", Own),
    ("jdk/internal/vm/VMSupport", "initAgentProperties", Argument(0)),
    ("jdk/internal/vm/ThreadSnapshot", "create", Own),
    ("jdk/internal/vm/vector/VectorSupport", "*", Own),
    // JDK 8, where other names of them are.
    ("java/lang/ClassLoader$NativeLibrary", "*", Own),
    (UNSAFE_8, "getObject getObjectVolatile putObject putObjectVolatile putOrderedObject", ReachesFields),
    (UNSAFE_8, "compareAndSwapObject objectFieldOffset staticFieldOffset", ReachesFields),
    (UNSAFE_8, "allocateInstance", Allocates),
    (UNSAFE_8, "ensureClassInitialized", Initialises),
    (UNSAFE_8, "throwException", Throws),
    (UNSAFE_8, "defineClass defineAnonymousClass staticFieldBase", Opaque),
    ("sun/misc/Signal", "handle0", Calls(&["dispatch"])),
    ("sun/misc/Perf", "attach createByteArray createLong", BUFFER),
    ("sun/misc/VM", "latestUserDefinedLoader latestUserDefinedLoader0", Opaque),
    ("sun/misc/", "*", Own),
    ("sun/reflect/ConstantPool", "*", Opaque),
    ("sun/reflect/", "invoke0 newInstance0 getCallerClass", Opaque),
    ("sun/reflect/", "*", Own),
    // Other modules.
    ("sun/instrument/InstrumentationImpl", "retransformClasses0 redefineClasses0", Calls(&["transform"])),
    ("sun/instrument/InstrumentationImpl", "getAllLoadedClasses0 getInitiatedClasses0", Unknown),
    ("sun/instrument/", "*", Own),
    ("sun/management/", "getMemoryPools0", OwnOf(&["sun/management/MemoryPoolImpl"])),
    ("sun/management/", "getMemoryManagers0", OwnOf(&["com/sun/management/internal/GarbageCollectorExtImpl"])),
    ("sun/management/", "*", Own),
    ("com/sun/management/", "*", Own),
    ("jdk/jfr/internal/JVM", "getAllEventClasses getHandler getConfiguration getEventWriter", Opaque),
    ("jdk/jfr/", "*", Own),
    ("sun/security/krb5/SCDynamicStoreConfig", "*", Opaque),
    ("sun/security/jgss/wrapper/GSSLibStub", "displayName", Opaque),
    ("sun/security/pkcs11/Secmod", "nssGetModuleList", Opaque),
    ("sun/security/", "*", Own),
    ("com/sun/security/", "*", Own),
    // The desktop. Decoders of images call back with what they read.
    ("com/sun/imageio/plugins/jpeg/JPEGImageReader", "readImage readImageHeader", Calls(JPEG_READER)),
    ("com/sun/imageio/plugins/jpeg/JPEGImageWriter", "writeImage writeTables", Calls(JPEG_WRITER)),
    ("sun/awt/image/JPEGImageDecoder", "readImage", Calls(&["sendHeaderInfo", "sendPixels"])),
    ("sun/awt/image/GifImageDecoder", "parseImage", Calls(&["readBytes", "sendPixels"])),
    ("sun/awt/X11GraphicsConfig", "makeColorModel", OwnOf(&["java/awt/image/DirectColorModel"])),
    ("com/sun/java/swing/plaf/gtk/", "native_get_gtk_setting nativeGetClassValue", Opaque),
    ("com/sun/imageio/", "*", Own),
    ("com/sun/java/swing/", "*", Own),
    ("com/sun/media/sound/", "*", Own),
    ("java/awt/", "*", Own),
    ("sun/awt/", "*", Own),
    ("sun/font/", "*", Own),
    ("sun/java2d/", "*", Own),
    ("sun/lwawt/", "*", Own),
    ("sun/print/", "*", Own),
    ("com/apple/", "*", Own),
    ("apple/", "*", Own),
];

const JPEG_READER: &[&str] = &[
    "readInputData",
    "pushBack",
    "acceptPixels",
    "setImageData",
    "setOutColorSpace",
    "passStarted",
    "passComplete",
    "thumbnailStarted",
    "thumbnailProgress",
    "thumbnailComplete",
    "warningOccurred",
    "warningWithMessage",
];
const JPEG_WRITER: &[&str] = &["grabPixels", "writeOutputData", "warningOccurred", "warningWithMessage"];

/// What is known of a native method of the JDK; `None` if nothing is.
pub fn nature(program: &Program, method: MethodId) -> Option<Nature> {
    let data = program.method(method);
    let class = program.class_name(data.class);
    let name = program.str(data.name);
    let fits = |&&(place, names, _): &&Row| {
        let here = if place.ends_with('/') { class.starts_with(place) } else { class == place };
        here && (names == "*" || names.split(' ').any(|listed| listed == name))
    };
    match TABLE.iter().find(fits) {
        // A row for a whole class or package speaks of what its methods change, not of objects of no known class.
        Some((_, "*", Own)) if !is_bounded(program, program.method_desc(data.desc).ret) => None,
        Some(&(_, _, nature)) => Some(nature),
        None => harmless_by_signature(program, method).then_some(Plain),
    }
}

/// Whether the method gets hold of no reference but strings and arrays of primitives, and gives nothing else. It cannot
/// store, change or call what the program has.
pub fn harmless_by_signature(program: &Program, method: MethodId) -> bool {
    let data = program.method(method);
    let desc = program.method_desc(data.desc);
    let types = desc.params.iter().chain([&desc.ret]);
    data.access & access::STATIC != 0 && types.copied().all(|ty| is_plain(program, ty))
}

pub(super) fn is_plain(program: &Program, ty: TypeId) -> bool {
    match program.ty(ty) {
        Type::Class(class) => class == program.well_known().string,
        Type::Array(element) => matches!(program.ty(element), Type::Prim(_)),
        Type::Prim(_) | Type::Void => true,
    }
}

/// Whether the declared type says what an object of the VM's own is: a class that can have instances and is neither
/// `Object` nor a class of reflection.
pub(super) fn is_bounded(program: &Program, ty: TypeId) -> bool {
    match program.ty(ty) {
        Type::Class(class) => {
            let name = program.class_name(class);
            program.class(class).access & (access::ABSTRACT | access::INTERFACE) == 0
                && !matches!(name, "java/lang/Object" | CLASS)
                && !name.starts_with("java/lang/reflect/")
        }
        Type::Array(element) => is_bounded(program, element),
        Type::Prim(_) | Type::Void => true,
    }
}
