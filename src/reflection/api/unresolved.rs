//! Rows of what is reported and not resolved. Must not know why.

use super::super::actions::allocating::AllocateInstance;
use super::super::members::offsets::FieldOffset;
use super::super::members::updaters::NewUpdater;
use super::super::reported::ReadObject;
use super::super::services::security::Engine;
use super::super::terms::method::Input;
use super::super::terms::method::Kind::{Action, Member, Other};
use super::super::terms::recorded::Recorded;
use super::super::terms::site::Role;
use super::reported::{BY_PROVIDERS, FOR_SERIALISATION, reported, reported_for};
use super::row::{Row, row};
use crate::classfile::Prim;
use crate::program::lookup::inputs::{ALLOCATED, FIELD_OF_OFFSET, OF_UPDATER};

/// An updater of a field: what the JDK throws has the cause inside.
const fn updater(class: &'static str, inputs: &'static [Input], rule: &'static NewUpdater) -> Row {
    row(class, "newUpdater", "*", Other, inputs, rule)
        .throwing(&["java/lang/RuntimeException"])
        .recorded(Recorded::HandleOfField)
        .recorded_as("FieldUpdater.newUpdater")
}

/// What says where a field is.
const fn offset(name: &'static str, desc: &'static str, rule: &'static FieldOffset) -> Row {
    row("sun/misc/Unsafe", name, desc, Other, &[(Role::Member, FIELD_OF_OFFSET)], rule)
}

/// Objects found by names in properties, files and streams.
pub(super) const BY_NAME: &[Row] = &[
    updater(
        "java/util/concurrent/atomic/AtomicReferenceFieldUpdater",
        &[(Role::Class, OF_UPDATER.class), (Role::Types, OF_UPDATER.ty), (Role::Name, OF_UPDATER.name)],
        &NewUpdater { of: None },
    ),
    updater(
        "java/util/concurrent/atomic/AtomicIntegerFieldUpdater",
        &[(Role::Class, 0), (Role::Name, 1)],
        &NewUpdater { of: Some(Prim::Int) },
    ),
    updater(
        "java/util/concurrent/atomic/AtomicLongFieldUpdater",
        &[(Role::Class, 0), (Role::Name, 1)],
        &NewUpdater { of: Some(Prim::Long) },
    ),
    row("java/io/ObjectInputStream", "readObject", "*", Other, &[], &ReadObject),
    row("java/io/ObjectInputStream", "readUnshared", "*", Other, &[], &ReadObject),
];

/// An engine that is asked for by an algorithm. That decides which of what is listed is meant, and nothing else.
const fn engine(class: &'static str, rule: &'static Engine) -> Row {
    row(class, "getInstance", "*", Other, &[(Role::Mirror, 0)], rule)
}

/// Engines of the security architecture, and what works on members by other means.
pub(super) const OTHERS: &[Row] = &[
    engine(
        "java/security/MessageDigest",
        &Engine { name: "MessageDigest", gives: "java/security/MessageDigest$Delegate" },
    ),
    engine("java/security/KeyFactory", &Engine { name: "KeyFactory", gives: "java/security/KeyFactory" }),
    engine(
        "java/security/KeyPairGenerator",
        &Engine { name: "KeyPairGenerator", gives: "java/security/KeyPairGenerator$Delegate" },
    ),
    // A key store of a file has the type that stands in it.
    reported(
        "java/security/KeyStore",
        "getInstance",
        "(Ljava/io/File;[C)Ljava/security/KeyStore;",
        Other,
        BY_PROVIDERS,
    ),
    reported(
        "java/security/KeyStore",
        "getInstance",
        "(Ljava/io/File;Ljava/security/KeyStore$LoadStoreParameter;)Ljava/security/KeyStore;",
        Other,
        BY_PROVIDERS,
    ),
    engine("java/security/KeyStore", &Engine { name: "KeyStore", gives: "java/security/KeyStore" }),
    reported(
        "java/security/SecureRandom",
        "getInstance",
        "(Ljava/lang/String;Ljava/security/SecureRandomParameters;)Ljava/security/SecureRandom;",
        Other,
        BY_PROVIDERS,
    ),
    reported(
        "java/security/SecureRandom",
        "getInstance",
        "(Ljava/lang/String;Ljava/security/SecureRandomParameters;Ljava/lang/String;)Ljava/security/SecureRandom;",
        Other,
        BY_PROVIDERS,
    ),
    reported(
        "java/security/SecureRandom",
        "getInstance",
        "(Ljava/lang/String;Ljava/security/SecureRandomParameters;Ljava/security/Provider;)Ljava/security/SecureRandom;",
        Other,
        BY_PROVIDERS,
    ),
    engine("java/security/SecureRandom", &Engine { name: "SecureRandom", gives: "java/security/SecureRandom" }),
    engine("java/security/Signature", &Engine { name: "Signature", gives: "java/security/Signature$Delegate" }),
    engine(
        "java/security/AlgorithmParameters",
        &Engine { name: "AlgorithmParameters", gives: "java/security/AlgorithmParameters" },
    ),
    engine(
        "java/security/cert/CertificateFactory",
        &Engine { name: "CertificateFactory", gives: "java/security/cert/CertificateFactory" },
    ),
    engine("javax/crypto/Cipher", &Engine { name: "Cipher", gives: "javax/crypto/Cipher" }),
    engine("javax/crypto/Mac", &Engine { name: "Mac", gives: "javax/crypto/Mac" }),
    engine("javax/crypto/KeyGenerator", &Engine { name: "KeyGenerator", gives: "javax/crypto/KeyGenerator" }),
    engine(
        "javax/crypto/SecretKeyFactory",
        &Engine { name: "SecretKeyFactory", gives: "javax/crypto/SecretKeyFactory" },
    ),
    engine("javax/net/ssl/SSLContext", &Engine { name: "SSLContext", gives: "javax/net/ssl/SSLContext" }),
    engine(
        "javax/net/ssl/KeyManagerFactory",
        &Engine { name: "KeyManagerFactory", gives: "javax/net/ssl/KeyManagerFactory" },
    ),
    engine(
        "javax/net/ssl/TrustManagerFactory",
        &Engine { name: "TrustManagerFactory", gives: "javax/net/ssl/TrustManagerFactory" },
    ),
    engine(
        "java/security/AlgorithmParameterGenerator",
        &Engine { name: "AlgorithmParameterGenerator", gives: "java/security/AlgorithmParameterGenerator" },
    ),
    engine(
        "java/security/cert/CertPathBuilder",
        &Engine { name: "CertPathBuilder", gives: "java/security/cert/CertPathBuilder" },
    ),
    engine(
        "java/security/cert/CertPathValidator",
        &Engine { name: "CertPathValidator", gives: "java/security/cert/CertPathValidator" },
    ),
    engine("java/security/cert/CertStore", &Engine { name: "CertStore", gives: "java/security/cert/CertStore" }),
    engine("javax/crypto/KeyAgreement", &Engine { name: "KeyAgreement", gives: "javax/crypto/KeyAgreement" }),
    offset("objectFieldOffset", "(Ljava/lang/reflect/Field;)J", &FieldOffset { is_static: false }),
    offset("staticFieldOffset", "(Ljava/lang/reflect/Field;)J", &FieldOffset { is_static: true }),
    offset("staticFieldBase", "(Ljava/lang/reflect/Field;)Ljava/lang/Object;", &FieldOffset { is_static: true }),
    row("sun/misc/Unsafe", "allocateInstance", "*", Action, &[(Role::Class, ALLOCATED)], &AllocateInstance),
    reported_for(
        "sun/reflect/ReflectionFactory",
        "newConstructorForSerialization",
        "*",
        Member,
        &[(Role::Class, 1)],
        FOR_SERIALISATION,
    ),
];
