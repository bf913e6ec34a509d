//! Rows of what classes and members are asked for: analysed, never reported. Must not know the answers.

use super::super::classes::as_subclass::AsSubclass;
use super::super::mirrors::definers::OfDefiner;
use super::super::mirrors::described::Description;
use super::super::mirrors::getters::Getter;
use super::super::reported::Plain;
use super::super::rule::Rule;
use super::super::terms::attempt::{Attempt, Gives, Sort};
use super::super::terms::class_names::NameForm;
use super::super::terms::method::Kind::Flow;
use super::super::terms::method::{CLASS, CONSTRUCTOR, FIELD, Input, METHOD};
use super::super::terms::site::Role;
use super::row::{Row, row};

const ACCESSIBLE: &str = "java/lang/reflect/AccessibleObject";
const COMPONENT: &str = "java/lang/reflect/RecordComponent";

const MIRROR: &[Input] = &[(Role::Mirror, 0)];
const MIRROR_AND_VALUE: &[Input] = &[(Role::Mirror, 0), (Role::Value, 1)];

/// A getter of metaobjects, of any descriptor.
const fn mirror(class: &'static str, name: &'static str, rule: &'static dyn Rule) -> Row {
    row(class, name, "*", Flow, MIRROR, rule)
}

/// A method that gives nothing but primitives.
const fn plain(class: &'static str, name: &'static str, desc: &'static str) -> Row {
    plain_of(class, name, desc, &[])
}

/// The same of one whose inputs judging asks for.
const fn plain_of(class: &'static str, name: &'static str, desc: &'static str, inputs: &'static [Input]) -> Row {
    row(class, name, desc, Flow, inputs, &Plain)
}

/// A name of a class.
const fn named(name: &'static str, form: NameForm, rule: &'static dyn Rule) -> Row {
    mirror(CLASS, name, rule).giving(Gives::ClassName(form))
}

/// A method that says of which sort a class is.
const fn sort(name: &'static str, sort: Sort) -> Row {
    plain(CLASS, name, "*").giving(Gives::IsOfSort(sort))
}

/// A method that makes a member accessible, or each in an array.
const fn accessible(class: &'static str, desc: &'static str) -> Row {
    plain_of(class, "setAccessible", desc, &[(Role::Subject, 0), (Role::Flag, 1)]).attempting(Attempt::MakeAccessible)
}

pub(super) const ROWS: &[Row] = &[
    mirror(CLASS, "getClassLoader", &OfDefiner::Loader).giving(Gives::Loader),
    row(CLASS, "getModule", "*", Flow, &[(Role::Class, 0)], &OfDefiner::Module).giving(Gives::Module),
    mirror(CLASS, "getProtectionDomain", &OfDefiner::Domain),
    mirror(CLASS, "getSuperclass", &Getter::Superclass),
    row(CLASS, "getInterfaces", "()[Ljava/lang/Class;", Flow, MIRROR, &Getter::Interfaces),
    mirror(CLASS, "getComponentType", &Getter::ComponentType),
    mirror(CLASS, "componentType", &Getter::ComponentType),
    mirror(CLASS, "arrayType", &Getter::ArrayType),
    mirror(CLASS, "getDeclaringClass", &Getter::DeclaringClass),
    mirror(CLASS, "getEnclosingClass", &Getter::DeclaringClass),
    mirror(CLASS, "getEnclosingMethod", &Getter::EnclosingMethod),
    mirror(CLASS, "getEnclosingConstructor", &Getter::EnclosingConstructor),
    mirror(CLASS, "getNestHost", &Getter::NestHost),
    mirror(CLASS, "getNestMembers", &Getter::NestMembers),
    mirror(CLASS, "getPermittedSubclasses", &Getter::PermittedSubclasses),
    mirror(CLASS, "getClasses", &Getter::PublicMemberClasses),
    mirror(CLASS, "getDeclaredClasses", &Getter::MemberClasses),
    row(CLASS, "asSubclass", "*", Flow, MIRROR_AND_VALUE, &AsSubclass).attempting(Attempt::AsSubclass),
    row(CLASS, "cast", "*", Flow, MIRROR_AND_VALUE, &Getter::CastTo).attempting(Attempt::CastObject),
    named("getName", NameForm::Binary, &Getter::ClassName(NameForm::Binary)),
    named("getSimpleName", NameForm::Simple, &Getter::ClassName(NameForm::Simple)),
    named("getCanonicalName", NameForm::Canonical, &Getter::ClassName(NameForm::Canonical)),
    named("getTypeName", NameForm::TypeName, &Getter::ClassName(NameForm::TypeName)),
    named("getPackageName", NameForm::Package, &Getter::ClassName(NameForm::Package)),
    named("descriptorString", NameForm::Descriptor, &Getter::ClassName(NameForm::Descriptor)),
    named("toString", NameForm::Text, &Getter::ClassName(NameForm::Text)),
    mirror(CLASS, "getPackage", &Description::Package).giving(Gives::PackageOfClass),
    mirror("java/lang/Package", "getName", &Description::Name).giving(Gives::PackageName),
    mirror(COMPONENT, "getName", &Description::Name),
    mirror(COMPONENT, "getType", &Description::ComponentType),
    mirror(COMPONENT, "getAccessor", &Description::Accessor),
    mirror(COMPONENT, "getDeclaringRecord", &Description::Record),
    mirror(METHOD, "getName", &Getter::MemberName).giving(Gives::MemberName),
    mirror(FIELD, "getName", &Getter::MemberName).giving(Gives::MemberName),
    mirror(CONSTRUCTOR, "getName", &Getter::MemberName).giving(Gives::MemberName),
    mirror(METHOD, "getDeclaringClass", &Getter::MemberDeclarer).giving(Gives::Declarer),
    mirror(FIELD, "getDeclaringClass", &Getter::MemberDeclarer).giving(Gives::Declarer),
    mirror(CONSTRUCTOR, "getDeclaringClass", &Getter::MemberDeclarer).giving(Gives::Declarer),
    mirror(METHOD, "getReturnType", &Getter::MemberType).giving(Gives::MemberType),
    mirror(FIELD, "getType", &Getter::MemberType).giving(Gives::MemberType),
    mirror(METHOD, "getParameterTypes", &Getter::ParameterTypes).giving(Gives::ParameterTypes),
    mirror(CONSTRUCTOR, "getParameterTypes", &Getter::ParameterTypes).giving(Gives::ParameterTypes),
    mirror(METHOD, "getExceptionTypes", &Getter::ExceptionTypes),
    mirror(CONSTRUCTOR, "getExceptionTypes", &Getter::ExceptionTypes),
    mirror("java/lang/reflect/Executable", "getParameters", &Description::Parameters),
    mirror("java/lang/reflect/Parameter", "getType", &Description::ParameterType),
    accessible(METHOD, "(Z)V"),
    accessible(FIELD, "(Z)V"),
    accessible(CONSTRUCTOR, "(Z)V"),
    accessible(ACCESSIBLE, "*"),
    plain_of(ACCESSIBLE, "trySetAccessible", "*", &[(Role::Subject, 0)]).attempting(Attempt::TryMakeAccessible),
    plain_of(CLASS, "isInstance", "*", &[(Role::Value, 1)]).giving(Gives::IsInstance),
    plain(CLASS, "isAssignableFrom", "*").giving(Gives::IsSubtype),
    sort("isInterface", Sort::Interface),
    sort("isArray", Sort::Array),
    sort("isPrimitive", Sort::Primitive),
    sort("isEnum", Sort::Enum),
    sort("isRecord", Sort::Record),
    plain_of(CLASS, "getModifiers", "*", MIRROR).giving(Gives::ClassModifiers),
    plain(CLASS, "desiredAssertionStatus", "*").giving(Gives::Surroundings),
];
