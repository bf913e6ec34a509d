//! Rows of what is reported and not resolved. Must not know why.

use super::super::reported::ReadObject;
use super::super::reported::reported;
use super::method::CLASS;
use super::method::Kind::{Action, ClassSource, Flow, Member, Other};
use super::row::{Row, row};

pub(super) const PROXIES: &[Row] = &[
    reported("java/lang/reflect/Proxy", "newProxyInstance", "*", Action),
    reported("java/lang/reflect/Proxy", "getProxyClass", "*", ClassSource),
];

/// Objects found by names in properties, files and streams.
pub(super) const BY_NAME: &[Row] = &[
    reported("java/util/ResourceBundle", "getBundle", "*", Other),
    reported("java/beans/Introspector", "getBeanInfo", "*", Other),
    reported("java/util/concurrent/atomic/AtomicReferenceFieldUpdater", "newUpdater", "*", Other),
    reported("java/util/concurrent/atomic/AtomicIntegerFieldUpdater", "newUpdater", "*", Other),
    reported("java/util/concurrent/atomic/AtomicLongFieldUpdater", "newUpdater", "*", Other),
    row("java/io/ObjectInputStream", "readObject", "*", Other, &[], &ReadObject),
    row("java/io/ObjectInputStream", "readUnshared", "*", Other, &[], &ReadObject),
];

/// Factories that look for their implementation, and what works on members by other means.
pub(super) const OTHERS: &[Row] = &[
    reported("javax/xml/parsers/DocumentBuilderFactory", "newInstance", "*", Other),
    reported("javax/xml/parsers/SAXParserFactory", "newInstance", "*", Other),
    reported("javax/xml/transform/TransformerFactory", "newInstance", "*", Other),
    reported("javax/xml/stream/XMLInputFactory", "newInstance", "*", Other),
    reported("javax/xml/stream/XMLInputFactory", "newFactory", "*", Other),
    reported("javax/xml/stream/XMLOutputFactory", "newInstance", "*", Other),
    reported("javax/xml/stream/XMLOutputFactory", "newFactory", "*", Other),
    reported("javax/xml/stream/XMLEventFactory", "newInstance", "*", Other),
    reported("javax/xml/stream/XMLEventFactory", "newFactory", "*", Other),
    reported("javax/xml/xpath/XPathFactory", "newInstance", "*", Other),
    reported("javax/xml/validation/SchemaFactory", "newInstance", "*", Other),
    reported("javax/xml/datatype/DatatypeFactory", "newInstance", "*", Other),
    reported("java/security/MessageDigest", "getInstance", "*", Other),
    reported("java/security/KeyFactory", "getInstance", "*", Other),
    reported("java/security/KeyPairGenerator", "getInstance", "*", Other),
    reported("java/security/KeyStore", "getInstance", "*", Other),
    reported("java/security/SecureRandom", "getInstance", "*", Other),
    reported("java/security/Signature", "getInstance", "*", Other),
    reported("java/security/AlgorithmParameters", "getInstance", "*", Other),
    reported("java/security/cert/CertificateFactory", "getInstance", "*", Other),
    reported("javax/crypto/Cipher", "getInstance", "*", Other),
    reported("javax/crypto/Mac", "getInstance", "*", Other),
    reported("javax/crypto/KeyGenerator", "getInstance", "*", Other),
    reported("javax/crypto/SecretKeyFactory", "getInstance", "*", Other),
    reported("javax/net/ssl/SSLContext", "getInstance", "*", Other),
    reported("javax/net/ssl/KeyManagerFactory", "getInstance", "*", Other),
    reported("javax/net/ssl/TrustManagerFactory", "getInstance", "*", Other),
    reported(CLASS, "getRecordComponents", "*", Member),
    // The natives behind these give classes that nothing else names.
    reported(CLASS, "getNestMembers", "*", Flow),
    reported("java/beans/Statement", "execute", "*", Action),
    reported("java/beans/Expression", "execute", "*", Action),
    reported("java/beans/Expression", "getValue", "*", Action),
    reported("java/beans/XMLDecoder", "readObject", "*", Other),
    reported("sun/misc/Unsafe", "objectFieldOffset", "(Ljava/lang/reflect/Field;)J", Other),
    reported("sun/misc/Unsafe", "staticFieldOffset", "(Ljava/lang/reflect/Field;)J", Other),
    reported("sun/misc/Unsafe", "staticFieldBase", "(Ljava/lang/reflect/Field;)Ljava/lang/Object;", Other),
    reported("sun/misc/Unsafe", "allocateInstance", "*", Action),
    reported("sun/reflect/ReflectionFactory", "newConstructorForSerialization", "*", Member),
];
