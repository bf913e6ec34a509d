//! The inner parts of the JDK, by package: what its language, collection, stream and reflection packages use to do their work
//! (security, networks, files, formats, time zones, desktop). A small application seldom depends on what they do with names
//! and classes, and they are most of what any program reaches: of 14,489 methods reached from `System.out.println`, all but
//! 2,186 are called through them. Must not know when they are looked at.

/// Packages, with those inside them, that are inner parts.
const INNER: [&str; 28] = [
    "apple/",
    "com/",
    "java/applet/",
    "java/awt/",
    "java/beans/",
    "java/lang/management/",
    "java/net/",
    "java/nio/",
    "java/rmi/",
    "java/security/",
    "java/sql/",
    "java/text/",
    "java/time/",
    "java/util/jar/",
    "java/util/logging/",
    "java/util/prefs/",
    "java/util/regex/",
    "java/util/spi/",
    "java/util/zip/",
    "javax/",
    "jdk/",
    "netscape/",
    "org/ietf/",
    "org/jcp/",
    "org/omg/",
    "org/w3c/",
    "org/xml/",
    "sun/",
];

/// Packages and classes among them that are no inner parts: the other packages are made with them, and models know them.
const CORE: [&str; 22] = [
    "java/nio/charset/StandardCharsets",
    "java/security/AccessControl",
    "java/security/CodeSource",
    "java/security/Privileged",
    "java/security/ProtectionDomain",
    "java/security/SecureClassLoader",
    "java/net/URLClassLoader",
    "jdk/internal/access/",
    "jdk/internal/invoke/",
    "jdk/internal/loader/",
    "jdk/internal/misc/",
    "jdk/internal/ref/",
    "jdk/internal/reflect/",
    "jdk/internal/util/",
    "jdk/internal/vm/",
    "sun/invoke/",
    "sun/misc/",
    "sun/nio/cs/ISO_8859_1",
    "sun/nio/cs/US_ASCII",
    "sun/nio/cs/UTF_8",
    "sun/reflect/",
    "sun/security/action/",
];

/// Whether a class of the JDK (its internal name) is one of an inner part.
pub(super) fn is_inner(name: &str) -> bool {
    let begins = |prefixes: &[&str]| prefixes.iter().any(|prefix| name.starts_with(prefix));
    begins(&INNER) && !begins(&CORE)
}
