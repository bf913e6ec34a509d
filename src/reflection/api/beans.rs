//! Rows of `java.beans`: what classes say of themselves as beans, and methods and classes that are run by names. Must not know
//! what rules do.

use super::super::actions::event_handlers::EventHandlers;
use super::super::actions::statements::Statements;
use super::super::members::properties::Properties;
use super::super::named::beans::BeanInfo;
use super::super::named::instantiated::Instantiate;
use super::super::reported::NotModelledBut;
use super::super::terms::method::Kind::{Action, Flow, Member, Other};
use super::super::terms::method::{Input, NO_CLASS, NO_METHOD};
use super::super::terms::site::Role;
use super::reported::{reported, reported_for};
use super::row::{Row, row};
use crate::program::lookup::PropertyAccess::{Read, Write};

const DESCRIPTOR: &str = "java/beans/PropertyDescriptor";
/// A property of a class.
const PROPERTY: &[Input] = &[(Role::Name, 1), (Role::Class, 2), (Role::Made, 0)];
/// The names of the method that reads it and of the one that writes it. That of the property counts where a method is not there,
/// which the rule finds.
const METHOD_NAMES: &[Input] =
    &[(Role::Name, 3), (Role::Name, 4), (Role::Class, 2), (Role::Property, 1), (Role::Made, 0)];
/// The method that reads it and the one that writes it.
const METHODS: &[Input] = &[(Role::Mirror, 0), (Role::Value, 2), (Role::Value, 3)];
const OF_OBJECT: &[Input] = &[(Role::Mirror, 0)];
const OF_OBJECT_AND_VALUE: &[Input] = &[(Role::Mirror, 0), (Role::Value, 1)];
const NO_PROPERTY: &[&str] = &["java/beans/IntrospectionException"];

/// Of an interface, a target, the name of a method or property, and of the event the property that is passed on.
const EVENT: &[Input] = &[(Role::Name, 2), (Role::Receiver, 1), (Role::Mirror, 0), (Role::Property, 3)];
/// A statement, what it is made of, in this order (target, name, array of arguments), and before them the value that it has.
const PARTS: &[Input] = &[(Role::Mirror, 0), (Role::Passed, 1)];
const VALUE_AND_PARTS: &[Input] = &[(Role::Mirror, 0), (Role::Value, 1), (Role::Passed, 2)];
const MADE_OF: &str = "(Ljava/lang/Object;Ljava/lang/String;[Ljava/lang/Object;)V";
const MADE_WITH_VALUE: &str = "(Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/String;[Ljava/lang/Object;)V";

const BY_TEXT: &str = "texts name classes, properties and methods";
const IS_USED: &str = "the members that it finds are recorded where they are used";
const IS_ENTERED: &str = "what is entered is recorded; an event has no method that the JDK finds and calls itself";

/// How a statement is made.
const fn statement(class: &'static str, desc: &'static str, inputs: &'static [Input]) -> Row {
    row(class, "<init>", desc, Flow, inputs, &Statements::Make)
}

const fn execute(class: &'static str, name: &'static str) -> Row {
    row(class, name, "*", Action, OF_OBJECT, &Statements::Execute).throwing(NO_METHOD).unrecorded(IS_ENTERED)
}

pub(super) const ROWS: &[Row] = &[
    row("java/beans/Introspector", "getBeanInfo", "*", Other, &[(Role::Class, 0)], &BeanInfo),
    row(DESCRIPTOR, "<init>", "(Ljava/lang/String;Ljava/lang/Class;)V", Member, PROPERTY, &Properties::ByName)
        .throwing(NO_PROPERTY)
        .unrecorded(IS_USED),
    row(
        DESCRIPTOR,
        "<init>",
        "(Ljava/lang/String;Ljava/lang/Class;Ljava/lang/String;Ljava/lang/String;)V",
        Member,
        METHOD_NAMES,
        &Properties::ByMethodNames,
    )
    .throwing(NO_PROPERTY)
    .unrecorded(IS_USED),
    row(
        DESCRIPTOR,
        "<init>",
        "(Ljava/lang/String;Ljava/lang/reflect/Method;Ljava/lang/reflect/Method;)V",
        Flow,
        METHODS,
        &Properties::OfMethods,
    ),
    row(DESCRIPTOR, "getReadMethod", "*", Flow, OF_OBJECT, &Properties::Get(Read)),
    row(DESCRIPTOR, "getWriteMethod", "*", Flow, OF_OBJECT, &Properties::Get(Write)),
    row(DESCRIPTOR, "setReadMethod", "*", Flow, OF_OBJECT_AND_VALUE, &Properties::Set(Read)),
    row(DESCRIPTOR, "setWriteMethod", "*", Flow, OF_OBJECT_AND_VALUE, &Properties::Set(Write)),
    statement("java/beans/Statement", MADE_OF, PARTS),
    statement("java/beans/Expression", MADE_OF, PARTS),
    statement("java/beans/Expression", MADE_WITH_VALUE, VALUE_AND_PARTS),
    row("java/beans/Expression", "setValue", "*", Flow, OF_OBJECT_AND_VALUE, &Statements::Set),
    execute("java/beans/Statement", "execute"),
    execute("java/beans/Expression", "execute"),
    execute("java/beans/Expression", "getValue"),
    reported_for("java/beans/EventHandler", "<init>", "*", Action, &[(Role::Name, 2)], BY_TEXT),
    row("java/beans/EventHandler", "create", "*", Action, EVENT, &EventHandlers).unrecorded(IS_ENTERED),
    row(
        "java/beans/Beans",
        "instantiate",
        "(Ljava/lang/ClassLoader;Ljava/lang/String;)Ljava/lang/Object;",
        Action,
        &[(Role::Name, 1), (Role::Loader, 0)],
        &Instantiate,
    )
    .throwing(NO_CLASS),
    // Others tell a context of the object, or an applet.
    row("java/beans/Beans", "instantiate", "*", Action, &[(Role::Name, 1)], &NotModelledBut::GivesAny)
        .unresolved(BY_TEXT),
    row("java/beans/PropertyEditorManager", "findEditor", "*", Other, &[], &NotModelledBut::GivesAny)
        .unresolved(BY_TEXT),
    reported("java/beans/XMLEncoder", "writeObject", "*", Action, BY_TEXT),
    reported("java/beans/XMLDecoder", "readObject", "*", Other, BY_TEXT),
];
