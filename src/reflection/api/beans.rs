//! Rows of `java.beans`: what classes say of themselves as beans, and methods and classes that are run by names. Must not know
//! what rules do.

use super::super::members::properties::Properties;
use super::super::named::beans::BeanInfo;
use super::super::reported::NotModelledBut;
use super::super::terms::method::Input;
use super::super::terms::method::Kind::{Action, Flow, Member, Other};
use super::super::terms::site::Role;
use super::reported::{reported, reported_for};
use super::row::{Row, row};
use crate::program::lookup::PropertyAccess::{Read, Write};

const DESCRIPTOR: &str = "java/beans/PropertyDescriptor";
/// A property of a class.
const PROPERTY: &[Input] = &[(Role::Name, 1), (Role::Class, 2)];
/// The name of the property counts where a method is not there, which the rule finds.
const METHOD_NAMES: &[Input] = &[(Role::Name, 3), (Role::Name, 4), (Role::Class, 2)];
const OF_OBJECT: &[Input] = &[(Role::Mirror, 0)];
const NO_PROPERTY: &[&str] = &["java/beans/IntrospectionException"];

pub(super) const ROWS: &[Row] = &[
    row("java/beans/Introspector", "getBeanInfo", "*", Other, &[(Role::Class, 0)], &BeanInfo),
    row(DESCRIPTOR, "<init>", "(Ljava/lang/String;Ljava/lang/Class;)V", Member, PROPERTY, &Properties::ByName)
        .throwing(NO_PROPERTY),
    row(
        DESCRIPTOR,
        "<init>",
        "(Ljava/lang/String;Ljava/lang/Class;Ljava/lang/String;Ljava/lang/String;)V",
        Member,
        METHOD_NAMES,
        &Properties::ByMethodNames,
    )
    .throwing(NO_PROPERTY),
    row(
        DESCRIPTOR,
        "<init>",
        "(Ljava/lang/String;Ljava/lang/reflect/Method;Ljava/lang/reflect/Method;)V",
        Flow,
        OF_OBJECT,
        &Properties::OfMethods,
    ),
    row(DESCRIPTOR, "getReadMethod", "*", Flow, OF_OBJECT, &Properties::Get(Read)),
    row(DESCRIPTOR, "getWriteMethod", "*", Flow, OF_OBJECT, &Properties::Get(Write)),
    row(DESCRIPTOR, "setReadMethod", "*", Flow, OF_OBJECT, &Properties::Set(Read)),
    row(DESCRIPTOR, "setWriteMethod", "*", Flow, OF_OBJECT, &Properties::Set(Write)),
    reported("java/beans/Statement", "execute", "*", Action),
    reported("java/beans/Expression", "execute", "*", Action),
    reported("java/beans/Expression", "getValue", "*", Action),
    reported_for("java/beans/EventHandler", "<init>", "*", Action, &[(Role::Name, 2)]),
    reported_for("java/beans/EventHandler", "create", "*", Action, &[(Role::Name, 2)]),
    row("java/beans/Beans", "instantiate", "*", Action, &[(Role::Name, 1)], &NotModelledBut::GivesAny),
    reported("java/beans/PropertyEditorManager", "findEditor", "*", Other),
    reported("java/beans/XMLEncoder", "writeObject", "*", Action),
    reported("java/beans/XMLDecoder", "readObject", "*", Other),
];
