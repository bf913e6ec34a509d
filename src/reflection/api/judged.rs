//! Rows of methods that no rule answers for (their bodies do, or models) and that judging knows: calls of them can fail, or what
//! they give decides about other calls. They are no sites. Must not know how calls are judged.

use super::super::reported::Plain;
use super::super::terms::attempt::{Attempt, Gives, Sort};
use super::super::terms::method::Kind::Flow;
use super::super::terms::method::{ARRAY, CLASS, CONSTRUCTOR, FIELD, Input, LOADER, METHOD};
use super::super::terms::site::Role;
use super::actions::{ELEMENT, NEW_ELEMENT};
use super::handles::HANDLES;
use super::row::{Row, row};
use crate::classfile::Prim;
use crate::program::access;

const EXECUTABLE: &str = "java/lang/reflect/Executable";
const MEMBER: &str = "java/lang/reflect/Member";
const ACCESSIBLE: &str = "java/lang/reflect/AccessibleObject";
const ANNOTATED: &str = "java/lang/reflect/AnnotatedElement";
/// What is asked, and for which type.
const ANNOTATION: &[Input] = &[(Role::Mirror, 0), (Role::Class, 1)];

const fn known(class: &'static str, name: &'static str) -> Row {
    known_of(class, name, &[])
}

const fn known_of(class: &'static str, name: &'static str, inputs: &'static [Input]) -> Row {
    row(class, name, "*", Flow, inputs, &Plain)
}

/// What a member is asked for.
const fn asked(class: &'static str, name: &'static str, gives: Gives) -> Row {
    known_of(class, name, &[(Role::Mirror, 0)]).giving(gives)
}

/// The same of what is asked of its modifiers, by a static method.
const fn modifier(name: &'static str, flag: u16) -> Row {
    known_of("java/lang/reflect/Modifier", name, &[(Role::Value, 0)]).giving(Gives::HasFlag(flag))
}

/// Whether a class is of a sort.
const fn sort(name: &'static str, sort: Sort) -> Row {
    known(CLASS, name).giving(Gives::IsOfSort(sort))
}

/// An element of an array of primitives.
const fn read(name: &'static str, of: Prim) -> Row {
    known_of(ARRAY, name, ELEMENT).attempting(Attempt::ReadElement(Some(of)))
}

const fn write(name: &'static str, of: Prim) -> Row {
    known_of(ARRAY, name, NEW_ELEMENT).attempting(Attempt::WriteElement(Some(of)))
}

pub const ROWS: &[Row] = &[
    known("java/lang/System", "getProperty").giving(Gives::Surroundings),
    known("java/lang/System", "getProperties").giving(Gives::Surroundings),
    known("java/lang/System", "getenv").giving(Gives::Surroundings),
    known("java/lang/Runtime", "version").giving(Gives::Surroundings),
    known("java/lang/Boolean", "getBoolean").giving(Gives::Surroundings),
    known("java/lang/Integer", "getInteger").giving(Gives::Surroundings),
    known("java/lang/Long", "getLong").giving(Gives::Surroundings),
    known("java/lang/Package", "getPackage").giving(Gives::Surroundings),
    known(CLASS, "getResource").giving(Gives::Surroundings),
    known(CLASS, "getResourceAsStream").giving(Gives::Surroundings),
    known(LOADER, "getResource").giving(Gives::Surroundings),
    known_of("java/lang/Object", "getClass", &[(Role::Mirror, 0)]).giving(Gives::ClassOfObject),
    known("java/lang/Object", "equals").giving(Gives::IsSame),
    known("java/lang/Thread", "getContextClassLoader").giving(Gives::Loader),
    known(LOADER, "getSystemClassLoader").giving(Gives::Loader),
    known(HANDLES, "lookup").giving(Gives::OwnLookup),
    known(HANDLES, "publicLookup").giving(Gives::PublicLookup),
    known_of(HANDLES, "privateLookupIn", &[(Role::Class, 0), (Role::Asking, 1)]).attempting(Attempt::PrivateLookup),
    known_of(ARRAY, "getLength", &[(Role::Mirror, 0)]).attempting(Attempt::ArrayLength),
    asked(EXECUTABLE, "getName", Gives::MemberName),
    asked(MEMBER, "getName", Gives::MemberName),
    asked(METHOD, "getModifiers", Gives::Modifiers),
    asked(FIELD, "getModifiers", Gives::Modifiers),
    asked(CONSTRUCTOR, "getModifiers", Gives::Modifiers),
    asked(EXECUTABLE, "getModifiers", Gives::Modifiers),
    asked(MEMBER, "getModifiers", Gives::Modifiers),
    asked(EXECUTABLE, "getDeclaringClass", Gives::Declarer),
    asked(MEMBER, "getDeclaringClass", Gives::Declarer),
    asked(EXECUTABLE, "getParameterTypes", Gives::ParameterTypes),
    asked(METHOD, "getParameterCount", Gives::ParameterCount),
    asked(CONSTRUCTOR, "getParameterCount", Gives::ParameterCount),
    asked(EXECUTABLE, "getParameterCount", Gives::ParameterCount),
    asked(METHOD, "isBridge", Gives::HasFlag(access::BRIDGE)),
    asked(METHOD, "isSynthetic", Gives::HasFlag(access::SYNTHETIC)),
    asked(METHOD, "isVarArgs", Gives::HasFlag(access::VARARGS)),
    asked(CONSTRUCTOR, "isSynthetic", Gives::HasFlag(access::SYNTHETIC)),
    asked(CONSTRUCTOR, "isVarArgs", Gives::HasFlag(access::VARARGS)),
    asked(FIELD, "isSynthetic", Gives::HasFlag(access::SYNTHETIC)),
    asked(FIELD, "isEnumConstant", Gives::HasFlag(access::ENUM)),
    asked(EXECUTABLE, "isSynthetic", Gives::HasFlag(access::SYNTHETIC)),
    asked(EXECUTABLE, "isVarArgs", Gives::HasFlag(access::VARARGS)),
    asked(MEMBER, "isSynthetic", Gives::HasFlag(access::SYNTHETIC)),
    sort("isAnnotation", Sort::Annotation),
    sort("isSynthetic", Sort::Synthetic),
    sort("isAnonymousClass", Sort::Anonymous),
    sort("isLocalClass", Sort::Local),
    sort("isMemberClass", Sort::Member),
    sort("isSealed", Sort::Sealed),
    modifier("isPublic", access::PUBLIC),
    modifier("isPrivate", access::PRIVATE),
    modifier("isProtected", access::PROTECTED),
    modifier("isStatic", access::STATIC),
    modifier("isFinal", access::FINAL),
    modifier("isAbstract", access::ABSTRACT),
    modifier("isInterface", access::INTERFACE),
    modifier("isSynchronized", access::SYNCHRONIZED),
    modifier("isNative", access::NATIVE),
    modifier("isVolatile", access::VOLATILE),
    modifier("isTransient", access::TRANSIENT),
    asked(METHOD, "isDefault", Gives::IsDefault),
    known_of(ANNOTATED, "getAnnotation", ANNOTATION).giving(Gives::Annotation),
    known_of(ANNOTATED, "isAnnotationPresent", ANNOTATION).giving(Gives::IsAnnotated),
    known_of(ACCESSIBLE, "isAnnotationPresent", ANNOTATION).giving(Gives::IsAnnotated),
    known_of(CLASS, "isAnnotationPresent", ANNOTATION).giving(Gives::IsAnnotated),
    read("getBoolean", Prim::Boolean),
    read("getByte", Prim::Byte),
    read("getChar", Prim::Char),
    read("getShort", Prim::Short),
    read("getInt", Prim::Int),
    read("getLong", Prim::Long),
    read("getFloat", Prim::Float),
    read("getDouble", Prim::Double),
    write("setBoolean", Prim::Boolean),
    write("setByte", Prim::Byte),
    write("setChar", Prim::Char),
    write("setShort", Prim::Short),
    write("setInt", Prim::Int),
    write("setLong", Prim::Long),
    write("setFloat", Prim::Float),
    write("setDouble", Prim::Double),
];
