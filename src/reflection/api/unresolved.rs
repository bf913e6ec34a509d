//! Rows of what is reported and not resolved. Must not know why.

use super::super::reported::{ReadObject, reported, reported_for};
use super::super::site::Role;
use super::super::updaters::NewUpdater;
use super::method::Input;
use super::method::Kind::{Action, ClassSource, Member, Other};
use super::row::{Row, row};

/// The class of the implementation, or the property that names it; the overloads without one have no arguments.
const FACTORY: &[Input] = &[(Role::Name, 0)];
/// The same where the language of what it is for comes first. That and the names of algorithms choose among what is installed.
const FACTORY_OF_LANGUAGE: &[Input] = &[(Role::Name, 1)];

pub(super) const PROXIES: &[Row] = &[
    reported("java/lang/reflect/Proxy", "newProxyInstance", "*", Action),
    reported("java/lang/reflect/Proxy", "getProxyClass", "*", ClassSource),
];

/// An updater of a field: what the JDK throws has the cause inside.
const fn updater(class: &'static str, inputs: &'static [Input]) -> Row {
    row(class, "newUpdater", "*", Other, inputs, &NewUpdater).throwing(&["java/lang/RuntimeException"])
}

/// Objects found by names in properties, files and streams.
pub(super) const BY_NAME: &[Row] = &[
    reported_for("java/beans/Introspector", "getBeanInfo", "*", Other, &[(Role::Class, 0)]),
    updater("java/util/concurrent/atomic/AtomicReferenceFieldUpdater", &[(Role::Class, 0), (Role::Name, 2)]),
    updater("java/util/concurrent/atomic/AtomicIntegerFieldUpdater", &[(Role::Class, 0), (Role::Name, 1)]),
    updater("java/util/concurrent/atomic/AtomicLongFieldUpdater", &[(Role::Class, 0), (Role::Name, 1)]),
    row("java/io/ObjectInputStream", "readObject", "*", Other, &[], &ReadObject),
    row("java/io/ObjectInputStream", "readUnshared", "*", Other, &[], &ReadObject),
];

/// Factories that look for their implementation, and what works on members by other means.
pub(super) const OTHERS: &[Row] = &[
    reported_for("javax/xml/parsers/DocumentBuilderFactory", "newInstance", "*", Other, FACTORY),
    reported_for("javax/xml/parsers/SAXParserFactory", "newInstance", "*", Other, FACTORY),
    reported_for("javax/xml/transform/TransformerFactory", "newInstance", "*", Other, FACTORY),
    reported_for("javax/xml/stream/XMLInputFactory", "newInstance", "*", Other, FACTORY),
    reported_for("javax/xml/stream/XMLInputFactory", "newFactory", "*", Other, FACTORY),
    reported_for("javax/xml/stream/XMLOutputFactory", "newInstance", "*", Other, FACTORY),
    reported_for("javax/xml/stream/XMLOutputFactory", "newFactory", "*", Other, FACTORY),
    reported_for("javax/xml/stream/XMLEventFactory", "newInstance", "*", Other, FACTORY),
    reported_for("javax/xml/stream/XMLEventFactory", "newFactory", "*", Other, FACTORY),
    reported_for("javax/xml/xpath/XPathFactory", "newInstance", "*", Other, FACTORY_OF_LANGUAGE),
    reported_for("javax/xml/validation/SchemaFactory", "newInstance", "*", Other, FACTORY_OF_LANGUAGE),
    reported_for("javax/xml/datatype/DatatypeFactory", "newInstance", "*", Other, FACTORY),
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
    reported("java/beans/Statement", "execute", "*", Action),
    reported("java/beans/Expression", "execute", "*", Action),
    reported("java/beans/Expression", "getValue", "*", Action),
    reported("java/beans/XMLDecoder", "readObject", "*", Other),
    reported("sun/misc/Unsafe", "objectFieldOffset", "(Ljava/lang/reflect/Field;)J", Other),
    reported("sun/misc/Unsafe", "staticFieldOffset", "(Ljava/lang/reflect/Field;)J", Other),
    reported("sun/misc/Unsafe", "staticFieldBase", "(Ljava/lang/reflect/Field;)Ljava/lang/Object;", Other),
    reported_for("sun/misc/Unsafe", "allocateInstance", "*", Action, &[(Role::Class, 1)]),
    reported_for("sun/reflect/ReflectionFactory", "newConstructorForSerialization", "*", Member, &[(Role::Class, 1)]),
];
