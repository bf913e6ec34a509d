//! The reflective API: which methods are modelled, under which short name and kind they are reported, and which handler
//! answers. One row per method; every row exists in JDK 17 or 25 (checked by a test). Must not know what handlers do.

use crate::base::{FxHashMap, FxIndexSet};
use crate::heap::MemberKind;
use crate::program::{MethodId, Program};

/// Kind of a reflective site (design.md, vocabulary).
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

    /// Names of the rules that find something: those an ablation can switch off.
    pub fn names() -> FxIndexSet<&'static str> {
        let found = API.iter().map(|api| api.handler);
        found.filter(|handler| !matches!(handler, Handler::Plain | Handler::NotModelled)).map(Handler::name).collect()
    }
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

#[derive(Debug, Clone, Copy)]
pub struct Api {
    pub class: &'static str,
    pub name: &'static str,
    pub desc: &'static str,
    pub kind: Kind,
    pub handler: Handler,
}

const fn row(class: &'static str, name: &'static str, desc: &'static str, kind: Kind, handler: Handler) -> Api {
    Api { class, name, desc, kind, handler }
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

/// The table. `*` matches any descriptor.
pub const API: &[Api] = &[
    row(CLASS, "forName", "(Ljava/lang/String;)Ljava/lang/Class;", ClassSource, H::ForName),
    row(CLASS, "forName", "(Ljava/lang/String;ZLjava/lang/ClassLoader;)Ljava/lang/Class;", ClassSource, H::ForName),
    row(CLASS, "forName", "(Ljava/lang/Module;Ljava/lang/String;)Ljava/lang/Class;", ClassSource, H::ForNameInModule),
    row(CLASS, "forPrimitiveName", "(Ljava/lang/String;)Ljava/lang/Class;", ClassSource, H::NotModelled),
    row(LOADER, "loadClass", "(Ljava/lang/String;)Ljava/lang/Class;", ClassSource, H::LoadClass),
    row(LOADER, "loadClass", "(Ljava/lang/String;Z)Ljava/lang/Class;", ClassSource, H::LoadClass),
    row(LOADER, "findClass", "(Ljava/lang/String;)Ljava/lang/Class;", ClassSource, H::LoadClass),
    row(LOADER, "findLoadedClass", "(Ljava/lang/String;)Ljava/lang/Class;", ClassSource, H::LoadClass),
    row(LOADER, "findSystemClass", "(Ljava/lang/String;)Ljava/lang/Class;", ClassSource, H::LoadClass),
    row(LOADER, "defineClass", "*", ClassSource, H::DefineClass),
    row(LOOKUP, "findClass", "(Ljava/lang/String;)Ljava/lang/Class;", ClassSource, H::LoadClass),
    row(LOOKUP, "defineClass", "([B)Ljava/lang/Class;", ClassSource, H::DefineClass),
    row(LOOKUP, "defineHiddenClass", "*", ClassSource, H::NotModelled),
    row(CLASS, "getMethod", "*", Member, H::Find { kind: M, declared: false }),
    row(CLASS, "getDeclaredMethod", "*", Member, H::Find { kind: M, declared: true }),
    row(
        CLASS,
        "getField",
        "(Ljava/lang/String;)Ljava/lang/reflect/Field;",
        Member,
        H::Find { kind: F, declared: false },
    ),
    row(
        CLASS,
        "getDeclaredField",
        "(Ljava/lang/String;)Ljava/lang/reflect/Field;",
        Member,
        H::Find { kind: F, declared: true },
    ),
    row(CLASS, "getConstructor", "*", Member, H::Find { kind: K, declared: false }),
    row(CLASS, "getDeclaredConstructor", "*", Member, H::Find { kind: K, declared: true }),
    row(CLASS, "getMethods", "*", Member, H::List { kind: M, declared: false }),
    row(CLASS, "getDeclaredMethods", "*", Member, H::List { kind: M, declared: true }),
    row(CLASS, "getFields", "*", Member, H::List { kind: F, declared: false }),
    row(CLASS, "getDeclaredFields", "*", Member, H::List { kind: F, declared: true }),
    row(CLASS, "getConstructors", "*", Member, H::List { kind: K, declared: false }),
    row(CLASS, "getDeclaredConstructors", "*", Member, H::List { kind: K, declared: true }),
    row(CLASS, "newInstance", "()Ljava/lang/Object;", Action, H::ClassNewInstance),
    row(CONSTRUCTOR, "newInstance", "([Ljava/lang/Object;)Ljava/lang/Object;", Action, H::ConstructorNewInstance),
    row(METHOD, "invoke", "(Ljava/lang/Object;[Ljava/lang/Object;)Ljava/lang/Object;", Action, H::Invoke),
    row(FIELD, "get", "(Ljava/lang/Object;)Ljava/lang/Object;", Action, H::FieldGet),
    row(FIELD, "getBoolean", "(Ljava/lang/Object;)Z", Action, H::FieldGet),
    row(FIELD, "getByte", "(Ljava/lang/Object;)B", Action, H::FieldGet),
    row(FIELD, "getChar", "(Ljava/lang/Object;)C", Action, H::FieldGet),
    row(FIELD, "getShort", "(Ljava/lang/Object;)S", Action, H::FieldGet),
    row(FIELD, "getInt", "(Ljava/lang/Object;)I", Action, H::FieldGet),
    row(FIELD, "getLong", "(Ljava/lang/Object;)J", Action, H::FieldGet),
    row(FIELD, "getFloat", "(Ljava/lang/Object;)F", Action, H::FieldGet),
    row(FIELD, "getDouble", "(Ljava/lang/Object;)D", Action, H::FieldGet),
    row(FIELD, "set", "(Ljava/lang/Object;Ljava/lang/Object;)V", Action, H::FieldSet),
    row(FIELD, "setBoolean", "(Ljava/lang/Object;Z)V", Action, H::FieldSet),
    row(FIELD, "setByte", "(Ljava/lang/Object;B)V", Action, H::FieldSet),
    row(FIELD, "setChar", "(Ljava/lang/Object;C)V", Action, H::FieldSet),
    row(FIELD, "setShort", "(Ljava/lang/Object;S)V", Action, H::FieldSet),
    row(FIELD, "setInt", "(Ljava/lang/Object;I)V", Action, H::FieldSet),
    row(FIELD, "setLong", "(Ljava/lang/Object;J)V", Action, H::FieldSet),
    row(FIELD, "setFloat", "(Ljava/lang/Object;F)V", Action, H::FieldSet),
    row(FIELD, "setDouble", "(Ljava/lang/Object;D)V", Action, H::FieldSet),
    row(ARRAY, "newInstance", "(Ljava/lang/Class;I)Ljava/lang/Object;", Action, H::ArrayNewInstance),
    row(ARRAY, "newInstance", "(Ljava/lang/Class;[I)Ljava/lang/Object;", Action, H::ArrayNewInstance),
    row(ARRAY, "get", "(Ljava/lang/Object;I)Ljava/lang/Object;", Flow, H::ArrayGet),
    row(ARRAY, "set", "(Ljava/lang/Object;ILjava/lang/Object;)V", Flow, H::ArraySet),
    row(CLASS, "getEnumConstants", "()[Ljava/lang/Object;", Other, H::EnumConstants),
    row("java/lang/Enum", "valueOf", "(Ljava/lang/Class;Ljava/lang/String;)Ljava/lang/Enum;", Other, H::EnumValueOf),
    row(CLASS, "getSuperclass", "*", Flow, H::Superclass),
    row(CLASS, "getInterfaces", "()[Ljava/lang/Class;", Flow, H::Interfaces),
    row(CLASS, "getComponentType", "*", Flow, H::ComponentType),
    row(CLASS, "componentType", "*", Flow, H::ComponentType),
    row(CLASS, "arrayType", "*", Flow, H::ArrayType),
    row(CLASS, "getDeclaringClass", "*", Flow, H::DeclaringClass),
    row(CLASS, "getEnclosingClass", "*", Flow, H::DeclaringClass),
    row(CLASS, "getNestHost", "*", Flow, H::NestHost),
    row(CLASS, "getClasses", "*", Flow, H::MemberClasses),
    row(CLASS, "getDeclaredClasses", "*", Flow, H::MemberClasses),
    row(CLASS, "asSubclass", "*", Flow, H::SameClass),
    row(CLASS, "cast", "*", Flow, H::CastTo),
    row(CLASS, "getName", "*", Flow, H::ClassName(NameForm::Binary)),
    row(CLASS, "getSimpleName", "*", Flow, H::ClassName(NameForm::Simple)),
    row(CLASS, "getCanonicalName", "*", Flow, H::ClassName(NameForm::Canonical)),
    row(CLASS, "getTypeName", "*", Flow, H::ClassName(NameForm::TypeName)),
    row(CLASS, "getPackageName", "*", Flow, H::ClassName(NameForm::Package)),
    row(METHOD, "getName", "*", Flow, H::MemberName),
    row(FIELD, "getName", "*", Flow, H::MemberName),
    row(CONSTRUCTOR, "getName", "*", Flow, H::MemberName),
    row(METHOD, "getDeclaringClass", "*", Flow, H::MemberDeclarer),
    row(FIELD, "getDeclaringClass", "*", Flow, H::MemberDeclarer),
    row(CONSTRUCTOR, "getDeclaringClass", "*", Flow, H::MemberDeclarer),
    row(METHOD, "getReturnType", "*", Flow, H::MemberType),
    row(FIELD, "getType", "*", Flow, H::MemberType),
    row(METHOD, "getParameterTypes", "*", Flow, H::ParameterTypes),
    row(CONSTRUCTOR, "getParameterTypes", "*", Flow, H::ParameterTypes),
    row(METHOD, "setAccessible", "(Z)V", Flow, H::Plain),
    row(FIELD, "setAccessible", "(Z)V", Flow, H::Plain),
    row(CONSTRUCTOR, "setAccessible", "(Z)V", Flow, H::Plain),
    row("java/lang/reflect/AccessibleObject", "setAccessible", "*", Flow, H::Plain),
    row("java/lang/reflect/AccessibleObject", "trySetAccessible", "*", Flow, H::Plain),
    row(CLASS, "isInstance", "*", Flow, H::Plain),
    row(CLASS, "isAssignableFrom", "*", Flow, H::Plain),
    row(CLASS, "isInterface", "*", Flow, H::Plain),
    row(CLASS, "isArray", "*", Flow, H::Plain),
    row(CLASS, "isPrimitive", "*", Flow, H::Plain),
    row(CLASS, "isEnum", "*", Flow, H::Plain),
    row(CLASS, "isRecord", "*", Flow, H::Plain),
    row(CLASS, "getModifiers", "*", Flow, H::Plain),
    row(CLASS, "desiredAssertionStatus", "*", Flow, H::Plain),
    row("java/lang/reflect/Proxy", "newProxyInstance", "*", Action, H::NotModelled),
    row("java/lang/reflect/Proxy", "getProxyClass", "*", ClassSource, H::NotModelled),
    row(
        SERVICES,
        "load",
        "(Ljava/lang/ModuleLayer;Ljava/lang/Class;)Ljava/util/ServiceLoader;",
        Other,
        H::ServiceLoad { layer: true },
    ),
    row(SERVICES, "load", "*", Other, H::ServiceLoad { layer: false }),
    row(SERVICES, "loadInstalled", "*", Other, H::ServiceLoad { layer: false }),
    row(SERVICES, "iterator", "*", Flow, H::ServiceUse(ServiceUse::Iterator)),
    row(SERVICES, "stream", "*", Flow, H::ServiceUse(ServiceUse::Stream)),
    row(SERVICES, "findFirst", "*", Flow, H::ServiceUse(ServiceUse::FindFirst)),
    // Its iterators, which differ from release to release.
    row("java/util/ServiceLoader$1", "next", "()Ljava/lang/Object;", Flow, H::ServiceUse(ServiceUse::Next)),
    row("java/util/ServiceLoader$2", "next", "()Ljava/lang/Object;", Flow, H::ServiceUse(ServiceUse::Next)),
    row("java/util/ServiceLoader$3", "next", "()Ljava/lang/Object;", Flow, H::ServiceUse(ServiceUse::Next)),
    row("java/util/ServiceLoader$ProviderImpl", "get", "*", Flow, H::ServiceUse(ServiceUse::Get)),
    row("java/util/ServiceLoader$ProviderImpl", "type", "*", Flow, H::ServiceUse(ServiceUse::Type)),
    row("java/util/ResourceBundle", "getBundle", "*", Other, H::NotModelled),
    row("java/beans/Introspector", "getBeanInfo", "*", Other, H::NotModelled),
    row("java/security/Security", "getInstance", "*", Other, H::NotModelled),
    row("java/util/concurrent/atomic/AtomicReferenceFieldUpdater", "newUpdater", "*", Other, H::NotModelled),
    row("java/util/concurrent/atomic/AtomicIntegerFieldUpdater", "newUpdater", "*", Other, H::NotModelled),
    row("java/util/concurrent/atomic/AtomicLongFieldUpdater", "newUpdater", "*", Other, H::NotModelled),
    row("java/io/ObjectInputStream", "readObject", "*", Other, H::ReadObject),
    row("java/io/ObjectInputStream", "readUnshared", "*", Other, H::ReadObject),
    row(LOOKUP, "findVirtual", "*", Member, H::FindHandle { kind: M, is_static: false }),
    row(LOOKUP, "findStatic", "*", Member, H::FindHandle { kind: M, is_static: true }),
    row(LOOKUP, "findSpecial", "*", Member, H::FindHandle { kind: M, is_static: false }),
    row(LOOKUP, "findConstructor", "*", Member, H::FindHandle { kind: K, is_static: false }),
    row(LOOKUP, "findGetter", "*", Member, H::FindHandle { kind: F, is_static: false }),
    row(LOOKUP, "findSetter", "*", Member, H::FindHandle { kind: F, is_static: false }),
    row(LOOKUP, "findStaticGetter", "*", Member, H::FindHandle { kind: F, is_static: true }),
    row(LOOKUP, "findStaticSetter", "*", Member, H::FindHandle { kind: F, is_static: true }),
    row(LOOKUP, "findVarHandle", "*", Member, H::FindHandle { kind: F, is_static: false }),
    row(LOOKUP, "findStaticVarHandle", "*", Member, H::FindHandle { kind: F, is_static: true }),
    row(LOOKUP, "unreflect", "*", Member, H::NotModelled),
    row(LOOKUP, "unreflectConstructor", "*", Member, H::NotModelled),
    row(LOOKUP, "unreflectGetter", "*", Member, H::NotModelled),
    row(LOOKUP, "unreflectSetter", "*", Member, H::NotModelled),
    row(LOOKUP, "unreflectSpecial", "*", Member, H::NotModelled),
    row(LOOKUP, "unreflectVarHandle", "*", Member, H::NotModelled),
    row(LOOKUP, "bind", "*", Member, H::NotModelled),
    row("java/lang/invoke/MethodHandle", "invoke", "*", Action, H::NotModelled),
    row("java/lang/invoke/MethodHandle", "invokeExact", "*", Action, H::NotModelled),
    row("java/lang/invoke/MethodHandle", "invokeWithArguments", "*", Action, H::NotModelled),
    row("javax/xml/parsers/DocumentBuilderFactory", "newInstance", "*", Other, H::NotModelled),
    row("javax/xml/parsers/SAXParserFactory", "newInstance", "*", Other, H::NotModelled),
    row("javax/xml/transform/TransformerFactory", "newInstance", "*", Other, H::NotModelled),
    row("javax/xml/stream/XMLInputFactory", "newInstance", "*", Other, H::NotModelled),
    row("javax/xml/stream/XMLInputFactory", "newFactory", "*", Other, H::NotModelled),
    row("javax/xml/stream/XMLOutputFactory", "newInstance", "*", Other, H::NotModelled),
    row("javax/xml/stream/XMLOutputFactory", "newFactory", "*", Other, H::NotModelled),
    row("javax/xml/stream/XMLEventFactory", "newInstance", "*", Other, H::NotModelled),
    row("javax/xml/stream/XMLEventFactory", "newFactory", "*", Other, H::NotModelled),
    row("javax/xml/xpath/XPathFactory", "newInstance", "*", Other, H::NotModelled),
    row("javax/xml/validation/SchemaFactory", "newInstance", "*", Other, H::NotModelled),
    row("javax/xml/datatype/DatatypeFactory", "newInstance", "*", Other, H::NotModelled),
    row("java/security/MessageDigest", "getInstance", "*", Other, H::NotModelled),
    row("java/security/KeyFactory", "getInstance", "*", Other, H::NotModelled),
    row("java/security/KeyPairGenerator", "getInstance", "*", Other, H::NotModelled),
    row("java/security/KeyStore", "getInstance", "*", Other, H::NotModelled),
    row("java/security/SecureRandom", "getInstance", "*", Other, H::NotModelled),
    row("java/security/Signature", "getInstance", "*", Other, H::NotModelled),
    row("java/security/AlgorithmParameters", "getInstance", "*", Other, H::NotModelled),
    row("java/security/cert/CertificateFactory", "getInstance", "*", Other, H::NotModelled),
    row("javax/crypto/Cipher", "getInstance", "*", Other, H::NotModelled),
    row("javax/crypto/Mac", "getInstance", "*", Other, H::NotModelled),
    row("javax/crypto/KeyGenerator", "getInstance", "*", Other, H::NotModelled),
    row("javax/crypto/SecretKeyFactory", "getInstance", "*", Other, H::NotModelled),
    row("javax/net/ssl/SSLContext", "getInstance", "*", Other, H::NotModelled),
    row("javax/net/ssl/KeyManagerFactory", "getInstance", "*", Other, H::NotModelled),
    row("javax/net/ssl/TrustManagerFactory", "getInstance", "*", Other, H::NotModelled),
    row(CLASS, "getRecordComponents", "*", Member, H::NotModelled),
    // The natives behind these give classes that nothing else names.
    row(CLASS, "getNestMembers", "*", Flow, H::NotModelled),
    row("java/beans/Statement", "execute", "*", Action, H::NotModelled),
    row("java/beans/Expression", "execute", "*", Action, H::NotModelled),
    row("java/beans/Expression", "getValue", "*", Action, H::NotModelled),
    row("java/beans/XMLDecoder", "readObject", "*", Other, H::NotModelled),
    row("sun/misc/Unsafe", "objectFieldOffset", "(Ljava/lang/reflect/Field;)J", Other, H::NotModelled),
    row("sun/misc/Unsafe", "staticFieldOffset", "(Ljava/lang/reflect/Field;)J", Other, H::NotModelled),
    row("sun/misc/Unsafe", "staticFieldBase", "(Ljava/lang/reflect/Field;)Ljava/lang/Object;", Other, H::NotModelled),
    row("sun/misc/Unsafe", "allocateInstance", "*", Action, H::NotModelled),
    row("sun/reflect/ReflectionFactory", "newConstructorForSerialization", "*", Member, H::NotModelled),
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
}
