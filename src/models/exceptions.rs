//! What methods throw unchecked whose bodies are not looked at: natives and what models answer for. What they declare they
//! throw besides; what the JVM itself throws anywhere (`ir/raised.rs`) is not listed. From the javadoc of each method, and for
//! natives of the network from what the JDK's own code throws. Must not know models.

use crate::program::{MethodId, Program};

/// Methods of a class, or of a package (`java/net/`), by name; `*` for all of them; and the classes of what they throw.
pub type Row = (&'static str, &'static str, &'static [&'static str]);

const INDEX: &[&str] = &["java/lang/StringIndexOutOfBoundsException", "java/lang/IndexOutOfBoundsException"];
const ARGUMENT: &[&str] = &["java/lang/IllegalArgumentException"];
const PATTERN: &[&str] = &[
    "java/util/regex/PatternSyntaxException",
    "java/lang/IllegalArgumentException",
    "java/lang/IndexOutOfBoundsException",
];
const ACCESS: &[&str] = &[
    "java/lang/IllegalArgumentException",
    "java/lang/SecurityException",
    "java/lang/reflect/InaccessibleObjectException",
];
const GENERIC: &[&str] = &[
    "java/lang/TypeNotPresentException",
    "java/lang/reflect/GenericSignatureFormatError",
    "java/lang/reflect/MalformedParameterizedTypeException",
];
const ANNOTATION: &[&str] = &["java/lang/annotation/AnnotationFormatError", "java/lang/ArrayStoreException"];
const SECURITY: &[&str] = &["java/lang/SecurityException"];
const FILE: &[&str] = &[
    "java/nio/file/NoSuchFileException",
    "java/nio/file/AccessDeniedException",
    "java/nio/file/FileSystemException",
    "java/nio/charset/MalformedInputException",
];
const DATA: &[&str] = &["java/io/EOFException", "java/io/UTFDataFormatException"];
const NETWORK: &[&str] = &[
    "java/net/BindException",
    "java/net/ConnectException",
    "java/net/NoRouteToHostException",
    "java/net/PortUnreachableException",
    "java/net/SocketException",
    "java/net/SocketTimeoutException",
    "java/net/UnknownHostException",
];
const STREAM: &[&str] = &[
    "java/io/EOFException",
    "java/io/InvalidClassException",
    "java/io/OptionalDataException",
    "java/io/StreamCorruptedException",
];

const HANDLE: &[&str] = &[
    "java/lang/invoke/WrongMethodTypeException",
    "java/lang/IllegalArgumentException",
    "java/lang/ClassCastException",
];
const VAR_HANDLE: &[&str] = &[
    "java/lang/invoke/WrongMethodTypeException",
    "java/lang/UnsupportedOperationException",
    "java/lang/ClassCastException",
];
const METHOD_TYPE: &[&str] = &["java/lang/IllegalArgumentException", "java/lang/TypeNotPresentException"];
const STATE: &[&str] = &["java/lang/IllegalStateException"];
const PROVIDERS: &[&str] = &["java/util/NoSuchElementException", "java/util/ServiceConfigurationError"];
const WAIT: &[&str] = &["java/lang/IllegalArgumentException", "java/lang/IllegalMonitorStateException"];

const STRING: &str = "java/lang/String";
const CLASS: &str = "java/lang/Class";

/// The first row that fits counts.
pub const TABLE: &[Row] = &[
    (STRING, "matches replaceAll replaceFirst split splitWithDelimiters", PATTERN),
    (STRING, "repeat translateEscapes valueOfCodePoint", ARGUMENT),
    (STRING, "<init>", &[INDEX[0], INDEX[1], ARGUMENT[0]]),
    (STRING, "*", INDEX),
    ("java/lang/StringBuilder", "appendCodePoint repeat", &[INDEX[0], INDEX[1], ARGUMENT[0]]),
    ("java/lang/StringBuilder", "*", INDEX),
    ("java/lang/StringBuffer", "appendCodePoint repeat", &[INDEX[0], INDEX[1], ARGUMENT[0]]),
    ("java/lang/StringBuffer", "*", INDEX),
    ("java/lang/AbstractStringBuilder", "*", INDEX),
    ("java/lang/System", "arraycopy", &["java/lang/IndexOutOfBoundsException"]),
    ("java/lang/System", "getProperty getenv", &[ARGUMENT[0], SECURITY[0]]),
    ("java/util/Arrays", "copyOf copyOfRange", ARGUMENT),
    ("java/lang/Enum", "valueOf", ARGUMENT),
    ("java/lang/reflect/Array", "*", ARGUMENT),
    (CLASS, "getGenericSuperclass getGenericInterfaces getTypeParameters", GENERIC),
    (CLASS, "getAnnotation getAnnotations getDeclaredAnnotation getDeclaredAnnotations", ANNOTATION),
    (CLASS, "getAnnotationsByType getDeclaredAnnotationsByType", ANNOTATION),
    ("java/lang/reflect/", "getAnnotation getAnnotations getDeclaredAnnotation getDeclaredAnnotations", ANNOTATION),
    ("java/lang/reflect/", "getAnnotationsByType getDeclaredAnnotationsByType getParameterAnnotations", ANNOTATION),
    (CLASS, "*", SECURITY),
    ("java/lang/ClassLoader", "defineClass", &["java/lang/IndexOutOfBoundsException", SECURITY[0]]),
    ("java/lang/reflect/", "*", ACCESS),
    (
        "java/util/ResourceBundle",
        "getBundle getString getStringArray getObject",
        &["java/util/MissingResourceException"],
    ),
    ("java/util/Scanner", "next nextLine", &["java/util/NoSuchElementException", "java/lang/IllegalStateException"]),
    ("java/nio/file/Files", "readString", FILE),
    ("java/io/DataInputStream", "readUTF", DATA),
    ("java/io/ObjectInputStream", "readUTF", DATA),
    ("java/io/ObjectInputStream", "readObject readUnshared", STREAM),
    ("java/util/prefs/Preferences", "get", &["java/lang/IllegalStateException"]),
    ("java/lang/invoke/MethodHandle", "*", HANDLE),
    ("java/lang/invoke/MethodHandles", "*", HANDLE),
    ("java/lang/invoke/MethodHandleProxies", "*", HANDLE),
    ("java/lang/invoke/VarHandle", "*", VAR_HANDLE),
    ("java/lang/invoke/MethodType", "*", METHOD_TYPE),
    ("java/lang/Thread", "sleep join", ARGUMENT),
    ("java/lang/Object", "wait", WAIT),
    ("java/util/stream/", "limit skip", &[ARGUMENT[0], STATE[0]]),
    ("java/util/ServiceLoader$1", "next", PROVIDERS),
    ("java/util/ServiceLoader$2", "next", PROVIDERS),
    ("java/util/ServiceLoader$3", "next", PROVIDERS),
    // A stream that was used (`java.util.stream.BaseStream`).
    ("java/util/stream/", "*", STATE),
    ("java/net/", "*", NETWORK),
    ("sun/nio/ch/", "*", NETWORK),
];

/// The classes of what a method throws besides what it declares.
pub fn documented(program: &Program, method: MethodId) -> &'static [&'static str] {
    let data = program.method(method);
    let (class, name) = (program.class_name(data.class), program.str(data.name));
    let fits = |&&(place, names, _): &&Row| {
        let here = if place.ends_with('/') { class.starts_with(place) } else { class == place };
        here && (names == "*" || names.split(' ').any(|listed| listed == name))
    };
    TABLE.iter().find(fits).map_or(&[], |&(_, _, thrown)| thrown)
}
