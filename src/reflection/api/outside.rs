//! What JDK methods, and those of the interfaces of web containers and HTTP clients, give from outside the program, what
//! annotations say of who fills a parameter or a field, and which methods make a text of others: for words, entries and RC1005,
//! which readers see; no answer depends on it. Must not know who asks.
//!
//! The source is the documentation of each class in the API of JDK 17 and 25, of Servlet 4 and 6, and of the library that the
//! package names. Methods are known as instructions name them; of any other nothing is said.

use crate::strings::operations;

/// Where a text comes from that the program does not hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outside {
    Property,
    Environment,
    File,
    Network,
    Deserialised,
}

/// A class, or a package with those below it (it ends in `/`), a method or `*`, and what it reads.
type Reads = (&'static str, &'static str, Option<Outside>);

/// The first row that fits decides.
const READS: &[Reads] = &[
    ("java/lang/System", "getProperty", Some(Outside::Property)),
    ("java/util/Properties", "getProperty", Some(Outside::Property)),
    ("java/security/Security", "getProperty", Some(Outside::Property)),
    ("java/security/Provider", "getProperty", Some(Outside::Property)),
    ("java/util/ResourceBundle", "*", Some(Outside::Property)),
    ("java/util/PropertyResourceBundle", "*", Some(Outside::Property)),
    ("java/util/prefs/Preferences", "*", Some(Outside::Property)),
    ("java/util/prefs/AbstractPreferences", "*", Some(Outside::Property)),
    ("org/springframework/core/env/PropertyResolver", "getProperty", Some(Outside::Property)),
    ("org/springframework/core/env/Environment", "getProperty", Some(Outside::Property)),
    ("org/apache/commons/configuration/Configuration", "getProperty", Some(Outside::Property)),
    ("org/apache/commons/configuration2/Configuration", "getProperty", Some(Outside::Property)),
    ("java/lang/System", "getenv", Some(Outside::Environment)),
    ("java/beans/XMLDecoder", "readObject", Some(Outside::Deserialised)),
    ("java/io/ObjectInput", "*", Some(Outside::Deserialised)),
    ("java/io/ObjectInputStream", "*", Some(Outside::Deserialised)),
    ("java/io/ObjectInputStream$GetField", "*", Some(Outside::Deserialised)),
    // What a stream says of a class before that is looked up (`resolveClass`).
    ("java/io/ObjectStreamClass", "getName", Some(Outside::Deserialised)),
    // What addresses and their parts are written as is no text from there.
    ("java/net/DatagramPacket", "getData", Some(Outside::Network)),
    ("java/net/HttpCookie", "*", Some(Outside::Network)),
    ("java/net/HttpURLConnection", "*", Some(Outside::Network)),
    ("java/net/JarURLConnection", "*", Some(Outside::File)),
    ("java/net/Socket", "getInputStream", Some(Outside::Network)),
    ("java/net/URL", "getContent", Some(Outside::Network)),
    ("java/net/URL", "openStream", Some(Outside::Network)),
    ("java/net/URLConnection", "*", Some(Outside::Network)),
    ("java/net/http/HttpClient", "*", Some(Outside::Network)),
    ("java/net/http/HttpHeaders", "*", Some(Outside::Network)),
    ("java/net/http/HttpResponse", "*", Some(Outside::Network)),
    ("java/net/http/WebSocket$Listener", "*", Some(Outside::Network)),
    ("com/sun/net/httpserver/", "*", Some(Outside::Network)),
    // What `web.xml` and annotations configure.
    ("javax/servlet/ServletConfig", "getInitParameter", Some(Outside::Property)),
    ("javax/servlet/ServletConfig", "getInitParameterNames", Some(Outside::Property)),
    ("javax/servlet/ServletContext", "getInitParameter", Some(Outside::Property)),
    ("javax/servlet/ServletContext", "getInitParameterNames", Some(Outside::Property)),
    ("javax/servlet/FilterConfig", "getInitParameter", Some(Outside::Property)),
    ("javax/servlet/FilterConfig", "getInitParameterNames", Some(Outside::Property)),
    ("javax/servlet/GenericServlet", "getInitParameter", Some(Outside::Property)),
    ("javax/servlet/GenericServlet", "getInitParameterNames", Some(Outside::Property)),
    ("javax/servlet/GenericFilter", "getInitParameter", Some(Outside::Property)),
    ("javax/servlet/GenericFilter", "getInitParameterNames", Some(Outside::Property)),
    ("javax/servlet/http/HttpServlet", "getInitParameter", Some(Outside::Property)),
    ("javax/servlet/http/HttpServlet", "getInitParameterNames", Some(Outside::Property)),
    ("javax/servlet/http/HttpFilter", "getInitParameter", Some(Outside::Property)),
    ("javax/servlet/http/HttpFilter", "getInitParameterNames", Some(Outside::Property)),
    ("jakarta/servlet/ServletConfig", "getInitParameter", Some(Outside::Property)),
    ("jakarta/servlet/ServletConfig", "getInitParameterNames", Some(Outside::Property)),
    ("jakarta/servlet/ServletContext", "getInitParameter", Some(Outside::Property)),
    ("jakarta/servlet/ServletContext", "getInitParameterNames", Some(Outside::Property)),
    ("jakarta/servlet/FilterConfig", "getInitParameter", Some(Outside::Property)),
    ("jakarta/servlet/FilterConfig", "getInitParameterNames", Some(Outside::Property)),
    ("jakarta/servlet/GenericServlet", "getInitParameter", Some(Outside::Property)),
    ("jakarta/servlet/GenericServlet", "getInitParameterNames", Some(Outside::Property)),
    ("jakarta/servlet/GenericFilter", "getInitParameter", Some(Outside::Property)),
    ("jakarta/servlet/GenericFilter", "getInitParameterNames", Some(Outside::Property)),
    ("jakarta/servlet/http/HttpServlet", "getInitParameter", Some(Outside::Property)),
    ("jakarta/servlet/http/HttpServlet", "getInitParameterNames", Some(Outside::Property)),
    ("jakarta/servlet/http/HttpFilter", "getInitParameter", Some(Outside::Property)),
    ("jakarta/servlet/http/HttpFilter", "getInitParameterNames", Some(Outside::Property)),
    // What the application itself, or its container, puts there.
    ("javax/servlet/ServletContext", "*", None),
    ("javax/servlet/ServletRequest", "getAttribute", None),
    ("javax/servlet/http/HttpServletRequest", "getAttribute", None),
    ("javax/servlet/http/HttpServletRequest", "getContextPath", None),
    ("javax/servlet/http/HttpSession", "*", None),
    ("jakarta/servlet/ServletContext", "*", None),
    ("jakarta/servlet/ServletRequest", "getAttribute", None),
    ("jakarta/servlet/http/HttpServletRequest", "getAttribute", None),
    ("jakarta/servlet/http/HttpServletRequest", "getContextPath", None),
    ("jakarta/servlet/http/HttpSession", "*", None),
    ("javax/servlet/", "*", Some(Outside::Network)),
    ("jakarta/servlet/", "*", Some(Outside::Network)),
    ("io/javalin/http/Context", "*", Some(Outside::Network)),
    ("io/netty/handler/codec/http/", "*", Some(Outside::Network)),
    ("io/undertow/server/", "*", Some(Outside::Network)),
    ("io/vertx/core/http/", "*", Some(Outside::Network)),
    ("spark/Request", "*", Some(Outside::Network)),
    ("javax/jms/", "*", Some(Outside::Network)),
    ("jakarta/jms/", "*", Some(Outside::Network)),
    ("javax/websocket/", "*", Some(Outside::Network)),
    ("jakarta/websocket/", "*", Some(Outside::Network)),
    ("javax/ws/rs/", "*", Some(Outside::Network)),
    ("jakarta/ws/rs/", "*", Some(Outside::Network)),
    ("org/apache/kafka/clients/consumer/", "*", Some(Outside::Network)),
    ("org/springframework/http/", "*", Some(Outside::Network)),
    ("org/springframework/messaging/", "*", Some(Outside::Network)),
    ("org/springframework/web/client/", "*", Some(Outside::Network)),
    ("org/springframework/web/context/request/", "*", Some(Outside::Network)),
    ("org/springframework/web/reactive/function/", "*", Some(Outside::Network)),
    ("org/springframework/web/servlet/", "*", Some(Outside::Network)),
    ("okhttp3/", "*", Some(Outside::Network)),
    ("org/apache/commons/httpclient/HttpClient", "*", Some(Outside::Network)),
    ("org/apache/http/client/HttpClient", "*", Some(Outside::Network)),
    ("org/apache/http/impl/client/CloseableHttpClient", "*", Some(Outside::Network)),
    ("org/apache/hc/client5/http/classic/HttpClient", "*", Some(Outside::Network)),
    ("org/apache/hc/client5/http/impl/classic/CloseableHttpClient", "*", Some(Outside::Network)),
    // Of what reads from memory nothing is said, nor of names of files and messages of exceptions.
    ("java/io/BufferedInputStream", "*", Some(Outside::File)),
    ("java/io/BufferedReader", "*", Some(Outside::File)),
    ("java/io/Console", "*", Some(Outside::File)),
    ("java/io/DataInput", "*", Some(Outside::File)),
    ("java/io/DataInputStream", "*", Some(Outside::File)),
    ("java/io/File", "list", Some(Outside::File)),
    ("java/io/File", "listFiles", Some(Outside::File)),
    ("java/io/FileInputStream", "*", Some(Outside::File)),
    ("java/io/FileReader", "*", Some(Outside::File)),
    ("java/io/FilterInputStream", "*", Some(Outside::File)),
    ("java/io/FilterReader", "*", Some(Outside::File)),
    ("java/io/InputStream", "*", Some(Outside::File)),
    ("java/io/InputStreamReader", "*", Some(Outside::File)),
    ("java/io/LineNumberReader", "*", Some(Outside::File)),
    ("java/io/PushbackInputStream", "*", Some(Outside::File)),
    ("java/io/PushbackReader", "*", Some(Outside::File)),
    ("java/io/RandomAccessFile", "*", Some(Outside::File)),
    ("java/io/Reader", "*", Some(Outside::File)),
    ("java/io/SequenceInputStream", "*", Some(Outside::File)),
    ("java/io/StreamTokenizer", "*", Some(Outside::File)),
    ("java/lang/Class", "getResource", Some(Outside::File)),
    ("java/lang/Class", "getResourceAsStream", Some(Outside::File)),
    ("java/lang/ClassLoader", "getResource", Some(Outside::File)),
    ("java/lang/ClassLoader", "getResourceAsStream", Some(Outside::File)),
    ("java/lang/ClassLoader", "getResources", Some(Outside::File)),
    ("java/lang/ClassLoader", "getSystemResource", Some(Outside::File)),
    ("java/lang/ClassLoader", "getSystemResourceAsStream", Some(Outside::File)),
    ("java/lang/ClassLoader", "getSystemResources", Some(Outside::File)),
    ("java/lang/ClassLoader", "resources", Some(Outside::File)),
    ("java/nio/channels/", "*", Some(Outside::File)),
    ("java/nio/file/DirectoryStream", "*", Some(Outside::File)),
    ("java/nio/file/Files", "*", Some(Outside::File)),
    ("java/util/Scanner", "*", Some(Outside::File)),
];

/// Classes whose methods with a key read no file of the application: the JVM, the system or the JDK's configuration has what they give.
const NO_FILES: &[&str] = &[
    "java/lang/Boolean",
    "java/lang/Integer",
    "java/lang/Long",
    "java/lang/System",
    "java/security/Security",
    "java/util/prefs/Preferences",
];

/// Annotations of methods whose parameters, and of parameters and fields whose values, come from outside: an annotation, or a
/// package with those below it (it ends in `/`).
const FILLED: &[(&str, Outside)] = &[
    ("io/micronaut/context/annotation/Property", Outside::Property),
    ("io/micronaut/context/annotation/Value", Outside::Property),
    ("org/eclipse/microprofile/config/inject/ConfigProperty", Outside::Property),
    ("org/springframework/beans/factory/annotation/Value", Outside::Property),
    ("io/micronaut/http/annotation/", Outside::Network),
    ("jakarta/jws/WebMethod", Outside::Network),
    ("jakarta/websocket/OnMessage", Outside::Network),
    ("jakarta/ws/rs/", Outside::Network),
    ("javax/jws/WebMethod", Outside::Network),
    ("javax/websocket/OnMessage", Outside::Network),
    ("javax/ws/rs/", Outside::Network),
    ("org/eclipse/microprofile/reactive/messaging/Incoming", Outside::Network),
    ("org/springframework/amqp/rabbit/annotation/", Outside::Network),
    ("org/springframework/graphql/data/method/annotation/", Outside::Network),
    ("org/springframework/jms/annotation/JmsListener", Outside::Network),
    ("org/springframework/kafka/annotation/", Outside::Network),
    ("org/springframework/messaging/handler/annotation/", Outside::Network),
    ("org/springframework/web/bind/annotation/CookieValue", Outside::Network),
    ("org/springframework/web/bind/annotation/DeleteMapping", Outside::Network),
    ("org/springframework/web/bind/annotation/GetMapping", Outside::Network),
    ("org/springframework/web/bind/annotation/MatrixVariable", Outside::Network),
    ("org/springframework/web/bind/annotation/ModelAttribute", Outside::Network),
    ("org/springframework/web/bind/annotation/PatchMapping", Outside::Network),
    ("org/springframework/web/bind/annotation/PathVariable", Outside::Network),
    ("org/springframework/web/bind/annotation/PostMapping", Outside::Network),
    ("org/springframework/web/bind/annotation/PutMapping", Outside::Network),
    ("org/springframework/web/bind/annotation/RequestBody", Outside::Network),
    ("org/springframework/web/bind/annotation/RequestHeader", Outside::Network),
    ("org/springframework/web/bind/annotation/RequestMapping", Outside::Network),
    ("org/springframework/web/bind/annotation/RequestParam", Outside::Network),
    ("org/springframework/web/bind/annotation/RequestPart", Outside::Network),
];

/// Whether an address says where what a call of a class reads is: one of a resource is that of a file of the class path.
pub fn reads_address(class: &str) -> bool {
    matches!(class, "java/net/URL" | "java/net/URLConnection")
}

/// Types of what is read from, besides arrays of bytes and characters: a call that is given one reads what is in it.
pub const HOLD_DATA: &[&str] = &[
    "java/io/DataInput",
    "java/io/InputStream",
    "java/io/Reader",
    "java/net/URL",
    "java/nio/Buffer",
    "java/nio/channels/ReadableByteChannel",
];

/// Methods of classes that are no texts which make one of others.
const FORMAT: &[&str] = &["format", "toString"];
const UTILITIES: &[&str] = &[
    "join",
    "joinWith",
    "lowerCase",
    "normalizeSpace",
    "remove",
    "removeEnd",
    "removeStart",
    "repeat",
    "replace",
    "replaceChars",
    "replaceEach",
    "replaceOnce",
    "reverse",
    "split",
    "strip",
    "stripEnd",
    "stripStart",
    "stripToEmpty",
    "stripToNull",
    "substring",
    "substringAfter",
    "substringAfterLast",
    "substringBefore",
    "substringBeforeLast",
    "substringBetween",
    "trim",
    "trimToEmpty",
    "trimToNull",
    "upperCase",
];

/// Methods that make a text of others, instead of asking for one by a key, besides the operations on strings.
const MAKES_TEXT: &[(&str, &[&str])] = &[
    ("java/util/Formatter", FORMAT),
    ("java/text/Format", FORMAT),
    ("java/text/MessageFormat", FORMAT),
    ("java/text/ChoiceFormat", FORMAT),
    ("java/text/DateFormat", FORMAT),
    ("java/text/SimpleDateFormat", FORMAT),
    ("java/text/NumberFormat", FORMAT),
    ("java/text/DecimalFormat", FORMAT),
    ("java/text/Normalizer", &["normalize"]),
    ("java/util/regex/Matcher", &["replaceAll", "replaceFirst"]),
    ("java/util/regex/Pattern", &["split", "splitAsStream"]),
    ("java/net/URLDecoder", &["decode"]),
    ("java/net/URLEncoder", &["encode"]),
    ("java/io/StringWriter", &["append", "toString"]),
    ("java/io/CharArrayWriter", &["append", "toString"]),
    ("java/io/ByteArrayOutputStream", &["toString"]),
    ("java/net/URI", &["toString"]),
    ("java/net/URL", &["toString"]),
    ("org/apache/commons/lang/StringUtils", UTILITIES),
    ("org/apache/commons/lang3/StringUtils", UTILITIES),
    ("org/codehaus/plexus/util/StringUtils", UTILITIES),
    ("org/springframework/util/StringUtils", &["replace", "split", "tokenizeToStringArray", "trimWhitespace"]),
];

/// What a method reads from outside, by the internal name of its class.
pub fn reads(class: &str, name: &str) -> Option<Outside> {
    let is_it = |&&(of, method, _): &&Reads| {
        (of == class || of.ends_with('/') && class.starts_with(of)) && (method == "*" || method == name)
    };
    READS.iter().find(is_it).and_then(|&(.., outside)| outside)
}

/// Whether a key that a method of a class asks for is in no file of the application.
pub(in crate::reflection) fn reads_no_file(class: &str) -> bool {
    NO_FILES.contains(&class)
}

/// From where what is marked by an annotation is filled, by the internal name of the annotation.
pub fn filled_from(annotation: &str) -> Option<Outside> {
    let is_it =
        |&&(name, _): &&(&str, Outside)| name == annotation || name.ends_with('/') && annotation.starts_with(name);
    FILLED.iter().find(is_it).map(|&(_, outside)| outside)
}

/// Whether a method makes a text of others.
pub fn makes_text(class: &str, name: &str) -> bool {
    operations::joins_texts(class, name)
        || MAKES_TEXT.iter().any(|&(of, methods)| of == class && methods.contains(&name))
}

#[cfg(test)]
mod tests {
    use super::super::tests::on_jdks;
    use super::*;

    #[test]
    fn called_methods_say_what_they_read() {
        for (class, name, outside) in [
            ("java/lang/System", "getProperty", Some(Outside::Property)),
            ("java/util/ResourceBundle", "getString", Some(Outside::Property)),
            ("java/lang/System", "getenv", Some(Outside::Environment)),
            ("jakarta/servlet/ServletRequest", "getParameter", Some(Outside::Network)),
            ("javax/servlet/ServletConfig", "getInitParameter", Some(Outside::Property)),
            ("jakarta/servlet/FilterConfig", "getInitParameter", Some(Outside::Property)),
            ("java/net/http/HttpClient", "send", Some(Outside::Network)),
            ("java/io/ObjectInputStream", "readObject", Some(Outside::Deserialised)),
            ("java/io/ObjectStreamClass", "getName", Some(Outside::Deserialised)),
            ("java/io/DataInputStream", "readLine", Some(Outside::File)),
            ("java/io/BufferedReader", "readLine", Some(Outside::File)),
            ("java/io/IOException", "getMessage", None),
            ("java/io/File", "getName", None),
            ("java/io/File", "list", Some(Outside::File)),
            ("com/acme/Names", "next", None),
            ("com/acme/java/io/Names", "getPropertyName", None),
            ("java/io/StringWriter", "toString", None),
            ("java/net/URLDecoder", "decode", None),
            ("java/net/URL", "toExternalForm", None),
            ("java/net/URL", "openStream", Some(Outside::Network)),
            ("java/io/ByteArrayOutputStream", "toString", None),
        ] {
            assert_eq!(reads(class, name), outside, "{class}.{name}");
        }
        for (annotation, outside) in [
            ("org/springframework/web/bind/annotation/GetMapping", Some(Outside::Network)),
            ("org/springframework/web/bind/annotation/ResponseBody", None),
            ("jakarta/ws/rs/QueryParam", Some(Outside::Network)),
            ("org/springframework/beans/factory/annotation/Value", Some(Outside::Property)),
            ("org/springframework/beans/factory/annotation/Autowired", None),
        ] {
            assert_eq!(filled_from(annotation), outside, "{annotation}");
        }
        for (class, name) in [
            ("java/lang/String", "concat"),
            ("java/lang/String", "copyValueOf"),
            ("java/lang/String", "splitWithDelimiters"),
            ("java/lang/StringBuilder", "deleteCharAt"),
            ("java/lang/StringBuffer", "repeat"),
            ("java/util/StringJoiner", "toString"),
            ("java/util/Objects", "toString"),
            ("java/text/Format", "format"),
        ] {
            assert!(makes_text(class, name), "{class}.{name}");
        }
        for (class, name) in
            [("java/util/Map", "replace"), ("java/lang/String", "length"), ("java/util/Objects", "requireNonNull")]
        {
            assert!(!makes_text(class, name), "{class}.{name}");
        }
    }

    /// Rows of the JDK that no JDK has.
    #[test]
    fn rows_are_in_a_jdk() {
        let (jdks, is_complete) = on_jdks();
        let reads = READS.iter().map(|&(class, method, _)| (class, method));
        let makes = MAKES_TEXT.iter().flat_map(|&(class, methods)| methods.iter().map(move |&method| (class, method)));
        let holding = HOLD_DATA.iter().map(|&class| (class, "*"));
        let rows =
            reads.chain(makes).chain(holding).filter(|(class, _)| class.starts_with("java/") && !class.ends_with('/'));
        let is_there = |class: &str, method: &str| {
            jdks.iter().any(|(program, _)| {
                program.find_class(class).is_some_and(|class| {
                    let has = |&class: &_| !program.methods_named(class, program.sym(method)).is_empty();
                    method == "*" || has(&class) || program.superclasses(class).iter().any(has)
                })
            })
        };
        let missing: Vec<_> = rows.filter(|&(class, method)| !is_there(class, method)).collect();
        assert!(!is_complete || missing.is_empty(), "in no JDK, see the lists of outside.rs: {missing:?}");
    }
}
