//! Rows of the class sources: who gives a class for a name. Must not know how.

use super::super::classes::source::{
    BringClasses, DefineClass, FIND_LOADED_CLASS, FOR_NAME, FOR_NAME_IN_MODULE, LOAD_CLASS,
};
use super::super::terms::attempt::Gives;
use super::super::terms::loader_step::LoaderStep;
use super::super::terms::method::Kind::{ClassSource, Flow};
use super::super::terms::method::{Brings, CLASS, Input, LOADER, LOOKUP, NO_CLASS};
use super::super::terms::rules::ALLOWED_NAMES;
use super::super::terms::site::Role;
use super::reported::{IN_NO_FILE, reported};
use super::row::{Row, row};

const BY_NAME: &str = "(Ljava/lang/String;)Ljava/lang/Class;";
/// Of a loader, or of a `Lookup`, which asks the loader of its class.
const OF_LOADER: &[Input] = &[(Role::Name, 1), (Role::Loader, 0)];

/// The loader that defines a class.
const BY_LOADER: &[Input] = &[(Role::Loader, 0)];
const AGENT: &str = "java/lang/instrument/Instrumentation";

const fn load_class(desc: &'static str) -> Row {
    row(LOADER, "loadClass", desc, ClassSource, OF_LOADER, &LOAD_CLASS)
        .throwing(NO_CLASS)
        .giving(Gives::Surroundings)
        .finding_no_arrays()
        .by_overrides()
}

pub(super) const ROWS: &[Row] = &[
    row(CLASS, "forName", BY_NAME, ClassSource, &[(Role::Name, 0)], &FOR_NAME)
        .throwing(NO_CLASS)
        .giving(Gives::Surroundings)
        .by_jvm()
        .with_more(&[ALLOWED_NAMES]),
    row(
        CLASS,
        "forName",
        "(Ljava/lang/String;ZLjava/lang/ClassLoader;)Ljava/lang/Class;",
        ClassSource,
        &[(Role::Name, 0), (Role::Initialise, 1), (Role::Loader, 2)],
        &FOR_NAME,
    )
    .throwing(NO_CLASS)
    .giving(Gives::Surroundings)
    .by_jvm()
    .with_more(&[ALLOWED_NAMES]),
    row(
        CLASS,
        "forName",
        "(Ljava/lang/Module;Ljava/lang/String;)Ljava/lang/Class;",
        ClassSource,
        &[(Role::Mirror, 0), (Role::Name, 1)],
        &FOR_NAME_IN_MODULE,
    )
    .giving(Gives::Surroundings)
    .by_jvm()
    .with_more(&[ALLOWED_NAMES]),
    reported(CLASS, "forPrimitiveName", BY_NAME, ClassSource, "names of primitive types only"),
    load_class(BY_NAME),
    load_class("(Ljava/lang/String;Z)Ljava/lang/Class;").asking_from(LoaderStep::LoadAndLink),
    row(LOADER, "findClass", BY_NAME, ClassSource, OF_LOADER, &LOAD_CLASS)
        .throwing(NO_CLASS)
        .by_overrides()
        .asking_from(LoaderStep::Find),
    row(LOADER, "findLoadedClass", BY_NAME, ClassSource, OF_LOADER, &FIND_LOADED_CLASS),
    // It asks the JVM's loader, whoever's method it is.
    row(LOADER, "findSystemClass", BY_NAME, ClassSource, &[(Role::Name, 1)], &LOAD_CLASS).throwing(NO_CLASS),
    // It has its bytes where others have a name.
    row(LOADER, "defineClass", "([BII)Ljava/lang/Class;", ClassSource, BY_LOADER, &DefineClass)
        .bringing(Brings::Named(1)),
    row(LOADER, "defineClass", "(Ljava/lang/String;[BII)Ljava/lang/Class;", ClassSource, BY_LOADER, &DefineClass)
        .bringing(Brings::Named(1)),
    row(
        LOADER,
        "defineClass",
        "(Ljava/lang/String;[BIILjava/security/ProtectionDomain;)Ljava/lang/Class;",
        ClassSource,
        &[(Role::Loader, 0), (Role::Value, 5)],
        &DefineClass,
    )
    .bringing(Brings::Named(1)),
    row(
        LOADER,
        "defineClass",
        "(Ljava/lang/String;Ljava/nio/ByteBuffer;Ljava/security/ProtectionDomain;)Ljava/lang/Class;",
        ClassSource,
        &[(Role::Loader, 0), (Role::Value, 3)],
        &DefineClass,
    )
    .bringing(Brings::Named(1)),
    row("java/security/SecureClassLoader", "defineClass", "*", ClassSource, BY_LOADER, &DefineClass)
        .bringing(Brings::Named(1)),
    row(LOOKUP, "findClass", BY_NAME, ClassSource, OF_LOADER, &LOAD_CLASS).throwing(NO_CLASS),
    row(LOOKUP, "defineClass", "([B)Ljava/lang/Class;", ClassSource, &[(Role::Asking, 0)], &DefineClass)
        .bringing(Brings::Unnamed),
    // Nobody finds a hidden class by its name.
    reported(LOOKUP, "defineHiddenClass", "*", ClassSource, IN_NO_FILE),
    row(AGENT, "appendToBootstrapClassLoaderSearch", "*", Flow, &[], &BringClasses).bringing(Brings::Unnamed),
    row(AGENT, "appendToSystemClassLoaderSearch", "*", Flow, &[], &BringClasses).bringing(Brings::Unnamed),
];
