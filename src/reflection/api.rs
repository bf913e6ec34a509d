//! The reflective API: one row states everything about a method that others need to know: under which kind it is reported,
//! which part each of its inputs plays, what it throws, and which rule answers. Everything else reads the row. Every row
//! exists in JDK 17 or 25 (checked by a test). Must not know what rules do.

use super::site::Role;
use crate::base::{FxHashMap, FxIndexMap};
use crate::heap::MemberKind;
use crate::program::{MethodId, Program};

/// Kind of a reflective site.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    ClassSource,
    Member,
    Action,
    Other,
    /// Analysed, but no site: getters, names, casts.
    Flow,
}

/// Which rule answers for a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Handler {
    /// Name in the argument; initialises unless argument 1 is the constant false.
    ForName,
    /// Name in argument 1, no initialisation, null if absent.
    ForNameInModule,
    /// Receiver is a loader, name in argument 1, no initialisation, no arrays.
    LoadClass,
    /// A class made at run time.
    DefineClass,
    /// One member by name.
    Find {
        kind: MemberKind,
        declared: bool,
    },
    /// All members.
    List {
        kind: MemberKind,
        declared: bool,
    },
    ClassNewInstance,
    ConstructorNewInstance,
    Invoke,
    FieldGet,
    FieldSet,
    ArrayNewInstance,
    ArrayGet,
    ArraySet,
    /// Class object to class objects.
    Superclass,
    Interfaces,
    ComponentType,
    ArrayType,
    DeclaringClass,
    NestHost,
    MemberClasses,
    /// Class object as it is (`asSubclass`).
    SameClass,
    /// `Class.cast`.
    CastTo,
    /// Type of a member: declaring class, return or field type, parameter types.
    MemberDeclarer,
    MemberType,
    ParameterTypes,
    /// Name of a class or member.
    ClassName(NameForm),
    MemberName,
    EnumConstants,
    EnumValueOf,
    /// Service type in argument 0, after the layer if one is given.
    ServiceLoad {
        layer: bool,
    },
    /// What becomes of a `ServiceLoader`.
    ServiceUse(ServiceUse),
    /// Nothing but primitives comes back.
    Plain,
    /// A handle of a member of the class in argument 1 by the name in argument 2: listed, and what is done with it reported.
    FindHandle {
        kind: MemberKind,
        is_static: bool,
    },
    /// Reported, not resolved: an object from outside.
    ReadObject,
    /// Reported, not resolved; the JDK's own code is analysed.
    NotModelled,
}

impl Handler {
    /// Stable kebab-case name of the rule, for ablation and messages.
    pub fn name(self) -> &'static str {
        match self {
            Handler::ForName => "for-name",
            Handler::ForNameInModule => "for-name-in-module",
            Handler::LoadClass => "load-class",
            Handler::DefineClass => "define-class",
            Handler::Find { kind: MemberKind::Method, .. } => "find-method",
            Handler::Find { kind: MemberKind::Field, .. } => "find-field",
            Handler::Find { kind: MemberKind::Constructor, .. } => "find-constructor",
            Handler::List { kind: MemberKind::Method, .. } => "list-methods",
            Handler::List { kind: MemberKind::Field, .. } => "list-fields",
            Handler::List { kind: MemberKind::Constructor, .. } => "list-constructors",
            Handler::ClassNewInstance => "class-new-instance",
            Handler::ConstructorNewInstance => "constructor-new-instance",
            Handler::Invoke => "invoke",
            Handler::FieldGet => "field-get",
            Handler::FieldSet => "field-set",
            Handler::ArrayNewInstance => "array-new-instance",
            Handler::ArrayGet => "array-get",
            Handler::ArraySet => "array-set",
            Handler::Superclass => "superclass",
            Handler::Interfaces => "interfaces",
            Handler::ComponentType => "component-type",
            Handler::ArrayType => "array-type",
            Handler::DeclaringClass => "declaring-class",
            Handler::NestHost => "nest-host",
            Handler::MemberClasses => "member-classes",
            Handler::SameClass => "as-subclass",
            Handler::CastTo => "class-cast",
            Handler::MemberDeclarer => "member-declarer",
            Handler::MemberType => "member-type",
            Handler::ParameterTypes => "parameter-types",
            Handler::ClassName(_) => "class-name",
            Handler::MemberName => "member-name",
            Handler::EnumConstants => "enum-constants",
            Handler::EnumValueOf => "enum-value-of",
            Handler::ServiceLoad { .. } | Handler::ServiceUse(_) => "service-loader",
            Handler::Plain => "plain",
            Handler::FindHandle { .. } => "find-handle",
            Handler::ReadObject => "read-object",
            Handler::NotModelled => "not-modelled",
        }
    }
}

/// The rules that find something, which an ablation can switch off, each with the classes and names of the methods it
/// answers for.
pub fn rules() -> FxIndexMap<&'static str, Vec<(&'static str, &'static str)>> {
    let mut rules: FxIndexMap<_, Vec<_>> = FxIndexMap::default();
    for api in API.iter().filter(|api| !matches!(api.handler, Handler::Plain | Handler::NotModelled)) {
        rules.entry(api.handler.name()).or_default().push((api.class, api.name));
    }
    rules
}

/// How a class spells its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NameForm {
    Binary,
    Simple,
    Canonical,
    TypeName,
    Package,
}

/// Methods of a `ServiceLoader` and of what it gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ServiceUse {
    Iterator,
    Stream,
    FindFirst,
    /// Of its iterator.
    Next,
    /// Of its `Provider` objects.
    Get,
    Type,
}

/// A part that an input plays, and its position among the arguments: the receiver is at 0 unless the method is static, as in
/// [`CallView::args`](crate::pointsto::CallView). The same method may take an input in some of its overloads only.
pub(crate) type Input = (Role, usize);

/// What a call throws where the class or member that it looks for is not there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Throws {
    /// It looks for nothing, or answers null.
    Nothing,
    /// One of these, by internal names.
    AtOnce(&'static [&'static str]),
    /// The call itself succeeds; what it gives throws one of these when it is asked.
    Later(&'static [&'static str]),
}

/// What throws where a class is not there: the look-up, or the instruction that names it (JVMS 5.3).
pub const NO_CLASS: &[&str] = &["java/lang/ClassNotFoundException", "java/lang/NoClassDefFoundError"];
const NO_METHOD: &[&str] = &["java/lang/NoSuchMethodException"];
const NO_FIELD: &[&str] = &["java/lang/NoSuchFieldException"];
const NO_PROVIDER: &[&str] = &["java/util/ServiceConfigurationError"];

/// One row: a method, or all its overloads, of the reflective API.
#[derive(Debug, Clone, Copy)]
pub struct Api {
    pub class: &'static str,
    pub name: &'static str,
    /// `*` matches any descriptor.
    pub desc: &'static str,
    pub kind: Kind,
    /// In the order in which they are watched.
    pub inputs: &'static [Input],
    pub throws: Throws,
    pub handler: Handler,
}

const fn row(
    class: &'static str,
    name: &'static str,
    desc: &'static str,
    kind: Kind,
    inputs: &'static [Input],
    handler: Handler,
) -> Api {
    Api { class, name, desc, kind, inputs, throws: Throws::Nothing, handler }
}

/// Reported, not resolved.
const fn reported(class: &'static str, name: &'static str, desc: &'static str, kind: Kind) -> Api {
    row(class, name, desc, kind, &[], Handler::NotModelled)
}

/// A getter of metaobjects, of any descriptor.
const fn mirror(class: &'static str, name: &'static str, handler: Handler) -> Api {
    row(class, name, "*", Kind::Flow, &[(Role::Mirror, 0)], handler)
}

/// A method that gives nothing but primitives.
const fn plain(class: &'static str, name: &'static str, desc: &'static str) -> Api {
    row(class, name, desc, Kind::Flow, &[], Handler::Plain)
}

impl Api {
    const fn throwing(self, exceptions: &'static [&'static str]) -> Self {
        Self { throws: Throws::AtOnce(exceptions), ..self }
    }

    const fn throwing_later(self, exceptions: &'static [&'static str]) -> Self {
        Self { throws: Throws::Later(exceptions), ..self }
    }
}

const CLASS: &str = "java/lang/Class";
const LOADER: &str = "java/lang/ClassLoader";
const LOOKUP: &str = "java/lang/invoke/MethodHandles$Lookup";
const METHOD: &str = "java/lang/reflect/Method";
const FIELD: &str = "java/lang/reflect/Field";
const CONSTRUCTOR: &str = "java/lang/reflect/Constructor";
const ARRAY: &str = "java/lang/reflect/Array";
const SERVICES: &str = "java/util/ServiceLoader";

use Handler as H;
use Kind::{Action, ClassSource, Flow, Member, Other};
use MemberKind::{Constructor as K, Field as F, Method as M};

/// Of a class object: what it is asked, or asked to do.
const CLASS_OBJECT: &[Input] = &[(Role::Class, 0)];
const CLASS_AND_NAME: &[Input] = &[(Role::Class, 0), (Role::Name, 1)];
/// Of a `Lookup`.
const HANDLE_CLASS: &[Input] = &[(Role::Class, 1)];
const HANDLE_CLASS_AND_NAME: &[Input] = &[(Role::Class, 1), (Role::Name, 2)];
/// Of a `Field`.
const READ: &[Input] = &[(Role::Member, 0), (Role::Receiver, 1)];
const WRITE: &[Input] = &[(Role::Member, 0), (Role::Receiver, 1), (Role::Value, 2)];

/// The table.
pub const API: &[Api] = &[
    row(CLASS, "forName", "(Ljava/lang/String;)Ljava/lang/Class;", ClassSource, &[(Role::Name, 0)], H::ForName)
        .throwing(NO_CLASS),
    row(
        CLASS,
        "forName",
        "(Ljava/lang/String;ZLjava/lang/ClassLoader;)Ljava/lang/Class;",
        ClassSource,
        &[(Role::Name, 0), (Role::Initialise, 1), (Role::Loader, 2)],
        H::ForName,
    )
    .throwing(NO_CLASS),
    row(
        CLASS,
        "forName",
        "(Ljava/lang/Module;Ljava/lang/String;)Ljava/lang/Class;",
        ClassSource,
        &[(Role::Name, 1)],
        H::ForNameInModule,
    ),
    reported(CLASS, "forPrimitiveName", "(Ljava/lang/String;)Ljava/lang/Class;", ClassSource),
    row(
        LOADER,
        "loadClass",
        "(Ljava/lang/String;)Ljava/lang/Class;",
        ClassSource,
        &[(Role::Name, 1), (Role::Loader, 0)],
        H::LoadClass,
    )
    .throwing(NO_CLASS),
    row(
        LOADER,
        "loadClass",
        "(Ljava/lang/String;Z)Ljava/lang/Class;",
        ClassSource,
        &[(Role::Name, 1), (Role::Loader, 0)],
        H::LoadClass,
    )
    .throwing(NO_CLASS),
    row(
        LOADER,
        "findClass",
        "(Ljava/lang/String;)Ljava/lang/Class;",
        ClassSource,
        &[(Role::Name, 1), (Role::Loader, 0)],
        H::LoadClass,
    )
    .throwing(NO_CLASS),
    row(
        LOADER,
        "findLoadedClass",
        "(Ljava/lang/String;)Ljava/lang/Class;",
        ClassSource,
        &[(Role::Name, 1), (Role::Loader, 0)],
        H::LoadClass,
    ),
    row(
        LOADER,
        "findSystemClass",
        "(Ljava/lang/String;)Ljava/lang/Class;",
        ClassSource,
        &[(Role::Name, 1), (Role::Loader, 0)],
        H::LoadClass,
    )
    .throwing(NO_CLASS),
    row(LOADER, "defineClass", "*", ClassSource, &[], H::DefineClass),
    row(
        LOOKUP,
        "findClass",
        "(Ljava/lang/String;)Ljava/lang/Class;",
        ClassSource,
        &[(Role::Name, 1), (Role::Loader, 0)],
        H::LoadClass,
    )
    .throwing(NO_CLASS),
    row(LOOKUP, "defineClass", "([B)Ljava/lang/Class;", ClassSource, &[], H::DefineClass),
    reported(LOOKUP, "defineHiddenClass", "*", ClassSource),
    row(CLASS, "getMethod", "*", Member, CLASS_AND_NAME, H::Find { kind: M, declared: false }).throwing(NO_METHOD),
    row(CLASS, "getDeclaredMethod", "*", Member, CLASS_AND_NAME, H::Find { kind: M, declared: true })
        .throwing(NO_METHOD),
    row(
        CLASS,
        "getField",
        "(Ljava/lang/String;)Ljava/lang/reflect/Field;",
        Member,
        CLASS_AND_NAME,
        H::Find { kind: F, declared: false },
    )
    .throwing(NO_FIELD),
    row(
        CLASS,
        "getDeclaredField",
        "(Ljava/lang/String;)Ljava/lang/reflect/Field;",
        Member,
        CLASS_AND_NAME,
        H::Find { kind: F, declared: true },
    )
    .throwing(NO_FIELD),
    row(CLASS, "getConstructor", "*", Member, CLASS_OBJECT, H::Find { kind: K, declared: false }).throwing(NO_METHOD),
    row(CLASS, "getDeclaredConstructor", "*", Member, CLASS_OBJECT, H::Find { kind: K, declared: true })
        .throwing(NO_METHOD),
    row(CLASS, "getMethods", "*", Member, CLASS_OBJECT, H::List { kind: M, declared: false }),
    row(CLASS, "getDeclaredMethods", "*", Member, CLASS_OBJECT, H::List { kind: M, declared: true }),
    row(CLASS, "getFields", "*", Member, CLASS_OBJECT, H::List { kind: F, declared: false }),
    row(CLASS, "getDeclaredFields", "*", Member, CLASS_OBJECT, H::List { kind: F, declared: true }),
    row(CLASS, "getConstructors", "*", Member, CLASS_OBJECT, H::List { kind: K, declared: false }),
    row(CLASS, "getDeclaredConstructors", "*", Member, CLASS_OBJECT, H::List { kind: K, declared: true }),
    row(CLASS, "newInstance", "()Ljava/lang/Object;", Action, CLASS_OBJECT, H::ClassNewInstance),
    row(
        CONSTRUCTOR,
        "newInstance",
        "([Ljava/lang/Object;)Ljava/lang/Object;",
        Action,
        &[(Role::Member, 0), (Role::Arguments, 1)],
        H::ConstructorNewInstance,
    ),
    row(
        METHOD,
        "invoke",
        "(Ljava/lang/Object;[Ljava/lang/Object;)Ljava/lang/Object;",
        Action,
        &[(Role::Member, 0), (Role::Receiver, 1), (Role::Arguments, 2)],
        H::Invoke,
    ),
    row(FIELD, "get", "(Ljava/lang/Object;)Ljava/lang/Object;", Action, READ, H::FieldGet),
    row(FIELD, "getBoolean", "(Ljava/lang/Object;)Z", Action, READ, H::FieldGet),
    row(FIELD, "getByte", "(Ljava/lang/Object;)B", Action, READ, H::FieldGet),
    row(FIELD, "getChar", "(Ljava/lang/Object;)C", Action, READ, H::FieldGet),
    row(FIELD, "getShort", "(Ljava/lang/Object;)S", Action, READ, H::FieldGet),
    row(FIELD, "getInt", "(Ljava/lang/Object;)I", Action, READ, H::FieldGet),
    row(FIELD, "getLong", "(Ljava/lang/Object;)J", Action, READ, H::FieldGet),
    row(FIELD, "getFloat", "(Ljava/lang/Object;)F", Action, READ, H::FieldGet),
    row(FIELD, "getDouble", "(Ljava/lang/Object;)D", Action, READ, H::FieldGet),
    row(FIELD, "set", "(Ljava/lang/Object;Ljava/lang/Object;)V", Action, WRITE, H::FieldSet),
    row(FIELD, "setBoolean", "(Ljava/lang/Object;Z)V", Action, WRITE, H::FieldSet),
    row(FIELD, "setByte", "(Ljava/lang/Object;B)V", Action, WRITE, H::FieldSet),
    row(FIELD, "setChar", "(Ljava/lang/Object;C)V", Action, WRITE, H::FieldSet),
    row(FIELD, "setShort", "(Ljava/lang/Object;S)V", Action, WRITE, H::FieldSet),
    row(FIELD, "setInt", "(Ljava/lang/Object;I)V", Action, WRITE, H::FieldSet),
    row(FIELD, "setLong", "(Ljava/lang/Object;J)V", Action, WRITE, H::FieldSet),
    row(FIELD, "setFloat", "(Ljava/lang/Object;F)V", Action, WRITE, H::FieldSet),
    row(FIELD, "setDouble", "(Ljava/lang/Object;D)V", Action, WRITE, H::FieldSet),
    row(
        ARRAY,
        "newInstance",
        "(Ljava/lang/Class;I)Ljava/lang/Object;",
        Action,
        &[(Role::Class, 0), (Role::Lengths, 1)],
        H::ArrayNewInstance,
    ),
    row(
        ARRAY,
        "newInstance",
        "(Ljava/lang/Class;[I)Ljava/lang/Object;",
        Action,
        &[(Role::Class, 0), (Role::Lengths, 1)],
        H::ArrayNewInstance,
    ),
    row(ARRAY, "get", "(Ljava/lang/Object;I)Ljava/lang/Object;", Flow, &[(Role::Mirror, 0)], H::ArrayGet),
    row(
        ARRAY,
        "set",
        "(Ljava/lang/Object;ILjava/lang/Object;)V",
        Flow,
        &[(Role::Mirror, 0), (Role::Value, 2)],
        H::ArraySet,
    ),
    row(CLASS, "getEnumConstants", "()[Ljava/lang/Object;", Other, CLASS_OBJECT, H::EnumConstants),
    row(
        "java/lang/Enum",
        "valueOf",
        "(Ljava/lang/Class;Ljava/lang/String;)Ljava/lang/Enum;",
        Other,
        CLASS_OBJECT,
        H::EnumValueOf,
    ),
    mirror(CLASS, "getSuperclass", H::Superclass),
    row(CLASS, "getInterfaces", "()[Ljava/lang/Class;", Flow, &[(Role::Mirror, 0)], H::Interfaces),
    mirror(CLASS, "getComponentType", H::ComponentType),
    mirror(CLASS, "componentType", H::ComponentType),
    mirror(CLASS, "arrayType", H::ArrayType),
    mirror(CLASS, "getDeclaringClass", H::DeclaringClass),
    mirror(CLASS, "getEnclosingClass", H::DeclaringClass),
    mirror(CLASS, "getNestHost", H::NestHost),
    mirror(CLASS, "getClasses", H::MemberClasses),
    mirror(CLASS, "getDeclaredClasses", H::MemberClasses),
    mirror(CLASS, "asSubclass", H::SameClass),
    row(CLASS, "cast", "*", Flow, &[(Role::Mirror, 0), (Role::Value, 1)], H::CastTo),
    mirror(CLASS, "getName", H::ClassName(NameForm::Binary)),
    mirror(CLASS, "getSimpleName", H::ClassName(NameForm::Simple)),
    mirror(CLASS, "getCanonicalName", H::ClassName(NameForm::Canonical)),
    mirror(CLASS, "getTypeName", H::ClassName(NameForm::TypeName)),
    mirror(CLASS, "getPackageName", H::ClassName(NameForm::Package)),
    mirror(METHOD, "getName", H::MemberName),
    mirror(FIELD, "getName", H::MemberName),
    mirror(CONSTRUCTOR, "getName", H::MemberName),
    mirror(METHOD, "getDeclaringClass", H::MemberDeclarer),
    mirror(FIELD, "getDeclaringClass", H::MemberDeclarer),
    mirror(CONSTRUCTOR, "getDeclaringClass", H::MemberDeclarer),
    mirror(METHOD, "getReturnType", H::MemberType),
    mirror(FIELD, "getType", H::MemberType),
    mirror(METHOD, "getParameterTypes", H::ParameterTypes),
    mirror(CONSTRUCTOR, "getParameterTypes", H::ParameterTypes),
    plain(METHOD, "setAccessible", "(Z)V"),
    plain(FIELD, "setAccessible", "(Z)V"),
    plain(CONSTRUCTOR, "setAccessible", "(Z)V"),
    plain("java/lang/reflect/AccessibleObject", "setAccessible", "*"),
    plain("java/lang/reflect/AccessibleObject", "trySetAccessible", "*"),
    plain(CLASS, "isInstance", "*"),
    plain(CLASS, "isAssignableFrom", "*"),
    plain(CLASS, "isInterface", "*"),
    plain(CLASS, "isArray", "*"),
    plain(CLASS, "isPrimitive", "*"),
    plain(CLASS, "isEnum", "*"),
    plain(CLASS, "isRecord", "*"),
    plain(CLASS, "getModifiers", "*"),
    plain(CLASS, "desiredAssertionStatus", "*"),
    reported("java/lang/reflect/Proxy", "newProxyInstance", "*", Action),
    reported("java/lang/reflect/Proxy", "getProxyClass", "*", ClassSource),
    row(
        SERVICES,
        "load",
        "(Ljava/lang/ModuleLayer;Ljava/lang/Class;)Ljava/util/ServiceLoader;",
        Other,
        &[(Role::Class, 1)],
        H::ServiceLoad { layer: true },
    )
    .throwing_later(NO_PROVIDER),
    row(SERVICES, "load", "*", Other, &[(Role::Class, 0), (Role::Loader, 1)], H::ServiceLoad { layer: false })
        .throwing_later(NO_PROVIDER),
    row(SERVICES, "loadInstalled", "*", Other, CLASS_OBJECT, H::ServiceLoad { layer: false })
        .throwing_later(NO_PROVIDER),
    mirror(SERVICES, "iterator", H::ServiceUse(ServiceUse::Iterator)),
    mirror(SERVICES, "stream", H::ServiceUse(ServiceUse::Stream)),
    mirror(SERVICES, "findFirst", H::ServiceUse(ServiceUse::FindFirst)),
    // Its iterators, which differ from release to release.
    row(
        "java/util/ServiceLoader$1",
        "next",
        "()Ljava/lang/Object;",
        Flow,
        &[(Role::Mirror, 0)],
        H::ServiceUse(ServiceUse::Next),
    ),
    row(
        "java/util/ServiceLoader$2",
        "next",
        "()Ljava/lang/Object;",
        Flow,
        &[(Role::Mirror, 0)],
        H::ServiceUse(ServiceUse::Next),
    ),
    row(
        "java/util/ServiceLoader$3",
        "next",
        "()Ljava/lang/Object;",
        Flow,
        &[(Role::Mirror, 0)],
        H::ServiceUse(ServiceUse::Next),
    ),
    mirror("java/util/ServiceLoader$ProviderImpl", "get", H::ServiceUse(ServiceUse::Get)),
    mirror("java/util/ServiceLoader$ProviderImpl", "type", H::ServiceUse(ServiceUse::Type)),
    reported("java/util/ResourceBundle", "getBundle", "*", Other),
    reported("java/beans/Introspector", "getBeanInfo", "*", Other),
    reported("java/security/Security", "getInstance", "*", Other),
    reported("java/util/concurrent/atomic/AtomicReferenceFieldUpdater", "newUpdater", "*", Other),
    reported("java/util/concurrent/atomic/AtomicIntegerFieldUpdater", "newUpdater", "*", Other),
    reported("java/util/concurrent/atomic/AtomicLongFieldUpdater", "newUpdater", "*", Other),
    row("java/io/ObjectInputStream", "readObject", "*", Other, &[], H::ReadObject),
    row("java/io/ObjectInputStream", "readUnshared", "*", Other, &[], H::ReadObject),
    row(LOOKUP, "findVirtual", "*", Member, HANDLE_CLASS_AND_NAME, H::FindHandle { kind: M, is_static: false })
        .throwing(NO_METHOD),
    row(LOOKUP, "findStatic", "*", Member, HANDLE_CLASS_AND_NAME, H::FindHandle { kind: M, is_static: true })
        .throwing(NO_METHOD),
    row(LOOKUP, "findSpecial", "*", Member, HANDLE_CLASS_AND_NAME, H::FindHandle { kind: M, is_static: false })
        .throwing(NO_METHOD),
    row(LOOKUP, "findConstructor", "*", Member, HANDLE_CLASS, H::FindHandle { kind: K, is_static: false })
        .throwing(NO_METHOD),
    row(LOOKUP, "findGetter", "*", Member, HANDLE_CLASS_AND_NAME, H::FindHandle { kind: F, is_static: false })
        .throwing(NO_FIELD),
    row(LOOKUP, "findSetter", "*", Member, HANDLE_CLASS_AND_NAME, H::FindHandle { kind: F, is_static: false })
        .throwing(NO_FIELD),
    row(LOOKUP, "findStaticGetter", "*", Member, HANDLE_CLASS_AND_NAME, H::FindHandle { kind: F, is_static: true })
        .throwing(NO_FIELD),
    row(LOOKUP, "findStaticSetter", "*", Member, HANDLE_CLASS_AND_NAME, H::FindHandle { kind: F, is_static: true })
        .throwing(NO_FIELD),
    row(LOOKUP, "findVarHandle", "*", Member, HANDLE_CLASS_AND_NAME, H::FindHandle { kind: F, is_static: false })
        .throwing(NO_FIELD),
    row(LOOKUP, "findStaticVarHandle", "*", Member, HANDLE_CLASS_AND_NAME, H::FindHandle { kind: F, is_static: true })
        .throwing(NO_FIELD),
    reported(LOOKUP, "unreflect", "*", Member),
    reported(LOOKUP, "unreflectConstructor", "*", Member),
    reported(LOOKUP, "unreflectGetter", "*", Member),
    reported(LOOKUP, "unreflectSetter", "*", Member),
    reported(LOOKUP, "unreflectSpecial", "*", Member),
    reported(LOOKUP, "unreflectVarHandle", "*", Member),
    reported(LOOKUP, "bind", "*", Member),
    reported("java/lang/invoke/MethodHandle", "invoke", "*", Action),
    reported("java/lang/invoke/MethodHandle", "invokeExact", "*", Action),
    reported("java/lang/invoke/MethodHandle", "invokeWithArguments", "*", Action),
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

/// The table, indexed.
pub struct ApiTable {
    rows: FxHashMap<(&'static str, &'static str), Vec<usize>>,
}

impl Default for ApiTable {
    fn default() -> Self {
        let mut rows: FxHashMap<_, Vec<usize>> = FxHashMap::default();
        for (index, api) in API.iter().enumerate() {
            rows.entry((api.class, api.name)).or_default().push(index);
        }
        Self { rows }
    }
}

impl ApiTable {
    /// The row of a method, as declared. Overrides of the loader methods count as those.
    pub fn find(&self, program: &Program, method: MethodId) -> Option<usize> {
        let data = program.method(method);
        let name = program.str(data.name);
        let desc = program.str(program.method_desc(data.desc).text);
        let class = program.class_name(data.class);
        if let Some(row) = self.by_name(class, name, desc) {
            return Some(row);
        }
        if matches!(name, "loadClass" | "findClass")
            && program.find_class(LOADER).is_some_and(|loader| program.is_subclass(data.class, loader))
        {
            return self.by_name(LOADER, name, desc);
        }
        None
    }

    pub fn by_name(&self, class: &str, name: &str, desc: &str) -> Option<usize> {
        let rows: &Vec<usize> = self.rows.get(&(class, name) as &(&str, &str))?;
        rows.iter().copied().find(|&row| API[row].desc == desc || API[row].desc == "*")
    }
}

impl Api {
    /// `Class.forName`
    pub fn short_name(&self) -> String {
        let simple = self.class.rsplit(['/', '$']).next().unwrap_or(self.class);
        format!("{simple}.{}", self.name)
    }

    /// Where the input that plays a part stands among the arguments.
    pub fn position(&self, role: Role) -> Option<usize> {
        self.inputs.iter().find(|&&(of, _)| of == role).map(|&(_, position)| position)
    }

    /// Position of the first input: what the others are about.
    pub fn first_position(&self) -> Option<usize> {
        self.inputs.iter().map(|&(_, position)| position).min()
    }

    /// Which members it acts on: those of the type that is the member's.
    pub fn acts_on(&self) -> Option<MemberKind> {
        self.position(Role::Member)?;
        match self.class {
            METHOD => Some(MemberKind::Method),
            FIELD => Some(MemberKind::Field),
            CONSTRUCTOR => Some(MemberKind::Constructor),
            _ => None,
        }
    }

    /// Whether it does something with the class that its receiver is.
    pub fn acts_on_receiver_class(&self) -> bool {
        self.kind == Kind::Action && self.class == CLASS
    }

    /// Whether its rule resolves what it gives; else the call is reported and what is done with its result is open.
    pub fn is_resolved(&self) -> bool {
        !matches!(self.handler, Handler::NotModelled | Handler::FindHandle { .. } | Handler::ReadObject)
    }
}
