//! Rows of Commons BeanUtils: properties, methods and constructors by name (its API, 1.9.4; version 2 in its own package). Must not know what
//! rules do.

use super::super::super::terms::method::Kind::{Action, Member};
use super::super::super::terms::method::{Input, NO_METHOD};
use super::super::super::terms::site::Role;
use super::super::super::utilities::Utility;
use super::super::row::Row;
use super::shorts::*;

const PROPERTIES: &str = "org/apache/commons/beanutils/PropertyUtils";
const BEANS: &str = "org/apache/commons/beanutils/BeanUtils";
const METHODS: &str = "org/apache/commons/beanutils/MethodUtils";
const CONSTRUCTORS: &str = "org/apache/commons/beanutils/ConstructorUtils";
/// The objects behind the static methods.
const PROPERTIES_BEAN: &str = "org/apache/commons/beanutils/PropertyUtilsBean";
const BEANS_BEAN: &str = "org/apache/commons/beanutils/BeanUtilsBean";

/// Why some are not resolved.
const BY_KEYS: &str = "names lead through other properties, indexes and keys, or a map has them";

const OF_BEAN: &[Input] = &[(Role::Receiver, 1), (Role::Name, 2)];
const OF_BEAN_AND_VALUE: &[Input] = &[(Role::Receiver, 1), (Role::Name, 2), (Role::Value, 3)];
const NAMED_AND_VALUE: &[Input] = &[(Role::Receiver, 0), (Role::Name, 1), (Role::Value, 2)];
const OF_CLASS_AND_VALUE: &[Input] = &[(Role::Class, 0), (Role::Name, 1), (Role::Value, 2)];
const CALLED: &[Input] = &[(Role::Receiver, 0), (Role::Name, 1), (Role::Arguments, 2)];
const CALLED_OF_CLASS: &[Input] = &[(Role::Class, 0), (Role::Name, 1), (Role::Arguments, 2)];
const MADE: &[Input] = &[(Role::Class, 0), (Role::Arguments, 1)];
const MADE_OF_ONE: &[Input] = &[(Role::Class, 0), (Role::Value, 1)];
/// A bean, and before it the object that is asked.
const BEAN: &[Input] = &[(Role::Receiver, 0)];
const BEAN_OF: &[Input] = &[(Role::Receiver, 1)];

const fn action(
    of: &'static str,
    name: &'static str,
    desc: &'static str,
    inputs: &'static [Input],
    rule: &'static Utility,
) -> Row {
    utility(of, name, desc, Action, inputs, rule)
}

pub(in crate::reflection::api) const COMMONS_BEANUTILS: &[Row] = &[
    action(PROPERTIES, "getProperty", "(Ljava/lang/Object;Ljava/lang/String;)Ljava/lang/Object;", NAMED, &GET_PROPERTY)
        .throwing(NO_METHOD),
    action(
        PROPERTIES,
        "getSimpleProperty",
        "(Ljava/lang/Object;Ljava/lang/String;)Ljava/lang/Object;",
        NAMED,
        &GET_PROPERTY,
    )
    .throwing(NO_METHOD),
    action(
        PROPERTIES,
        "getNestedProperty",
        "(Ljava/lang/Object;Ljava/lang/String;)Ljava/lang/Object;",
        NAMED,
        &GET_PROPERTY,
    )
    .throwing(NO_METHOD),
    listed_giving(PROPERTIES, "getIndexedProperty", "*", NAMED, BY_KEYS),
    listed_giving(PROPERTIES, "getMappedProperty", "*", NAMED, BY_KEYS),
    action(BEANS, "getProperty", "(Ljava/lang/Object;Ljava/lang/String;)Ljava/lang/String;", NAMED, &GET_PROPERTY)
        .throwing(NO_METHOD),
    action(
        BEANS,
        "getSimpleProperty",
        "(Ljava/lang/Object;Ljava/lang/String;)Ljava/lang/String;",
        NAMED,
        &GET_PROPERTY,
    )
    .throwing(NO_METHOD),
    action(
        BEANS,
        "getNestedProperty",
        "(Ljava/lang/Object;Ljava/lang/String;)Ljava/lang/String;",
        NAMED,
        &GET_PROPERTY,
    )
    .throwing(NO_METHOD),
    listed_giving(BEANS, "getIndexedProperty", "*", NAMED, BY_KEYS),
    listed_giving(BEANS, "getMappedProperty", "*", NAMED, BY_KEYS),
    listed_giving(BEANS, "getArrayProperty", "*", NAMED, BY_KEYS),
    action(
        PROPERTIES,
        "setProperty",
        "(Ljava/lang/Object;Ljava/lang/String;Ljava/lang/Object;)V",
        NAMED_AND_VALUE,
        &SET_PROPERTY,
    )
    .throwing(NO_METHOD),
    action(
        PROPERTIES,
        "setSimpleProperty",
        "(Ljava/lang/Object;Ljava/lang/String;Ljava/lang/Object;)V",
        NAMED_AND_VALUE,
        &SET_PROPERTY,
    )
    .throwing(NO_METHOD),
    action(
        PROPERTIES,
        "setNestedProperty",
        "(Ljava/lang/Object;Ljava/lang/String;Ljava/lang/Object;)V",
        NAMED_AND_VALUE,
        &SET_PROPERTY,
    )
    .throwing(NO_METHOD),
    listed(PROPERTIES, "setIndexedProperty", "*", Action, NAMED, BY_KEYS),
    listed(PROPERTIES, "setMappedProperty", "*", Action, NAMED, BY_KEYS),
    action(
        BEANS,
        "setProperty",
        "(Ljava/lang/Object;Ljava/lang/String;Ljava/lang/Object;)V",
        NAMED_AND_VALUE,
        &SET_PROPERTY,
    ),
    action(
        BEANS,
        "copyProperty",
        "(Ljava/lang/Object;Ljava/lang/String;Ljava/lang/Object;)V",
        NAMED_AND_VALUE,
        &SET_PROPERTY,
    ),
    listed(BEANS, "populate", "*", Action, BEAN, BY_KEYS),
    listed_giving(BEANS, "cloneBean", "*", BEAN, BY_KEYS),
    listed(PROPERTIES, "getPropertyDescriptor", "*", Member, NAMED, BY_KEYS),
    listed(PROPERTIES, "getPropertyDescriptors", "*", Member, &[], BY_KEYS),
    action(
        PROPERTIES_BEAN,
        "getProperty",
        "(Ljava/lang/Object;Ljava/lang/String;)Ljava/lang/Object;",
        OF_BEAN,
        &GET_PROPERTY,
    )
    .throwing(NO_METHOD),
    action(
        PROPERTIES_BEAN,
        "getSimpleProperty",
        "(Ljava/lang/Object;Ljava/lang/String;)Ljava/lang/Object;",
        OF_BEAN,
        &GET_PROPERTY,
    )
    .throwing(NO_METHOD),
    action(
        PROPERTIES_BEAN,
        "getNestedProperty",
        "(Ljava/lang/Object;Ljava/lang/String;)Ljava/lang/Object;",
        OF_BEAN,
        &GET_PROPERTY,
    )
    .throwing(NO_METHOD),
    listed_giving(PROPERTIES_BEAN, "getIndexedProperty", "*", OF_BEAN, BY_KEYS),
    listed_giving(PROPERTIES_BEAN, "getMappedProperty", "*", OF_BEAN, BY_KEYS),
    action(
        BEANS_BEAN,
        "getProperty",
        "(Ljava/lang/Object;Ljava/lang/String;)Ljava/lang/String;",
        OF_BEAN,
        &GET_PROPERTY,
    )
    .throwing(NO_METHOD),
    action(
        BEANS_BEAN,
        "getSimpleProperty",
        "(Ljava/lang/Object;Ljava/lang/String;)Ljava/lang/String;",
        OF_BEAN,
        &GET_PROPERTY,
    )
    .throwing(NO_METHOD),
    action(
        BEANS_BEAN,
        "getNestedProperty",
        "(Ljava/lang/Object;Ljava/lang/String;)Ljava/lang/String;",
        OF_BEAN,
        &GET_PROPERTY,
    )
    .throwing(NO_METHOD),
    listed_giving(BEANS_BEAN, "getIndexedProperty", "*", OF_BEAN, BY_KEYS),
    listed_giving(BEANS_BEAN, "getMappedProperty", "*", OF_BEAN, BY_KEYS),
    listed_giving(BEANS_BEAN, "getArrayProperty", "*", OF_BEAN, BY_KEYS),
    action(
        PROPERTIES_BEAN,
        "setProperty",
        "(Ljava/lang/Object;Ljava/lang/String;Ljava/lang/Object;)V",
        OF_BEAN_AND_VALUE,
        &SET_PROPERTY,
    )
    .throwing(NO_METHOD),
    action(
        PROPERTIES_BEAN,
        "setSimpleProperty",
        "(Ljava/lang/Object;Ljava/lang/String;Ljava/lang/Object;)V",
        OF_BEAN_AND_VALUE,
        &SET_PROPERTY,
    )
    .throwing(NO_METHOD),
    action(
        PROPERTIES_BEAN,
        "setNestedProperty",
        "(Ljava/lang/Object;Ljava/lang/String;Ljava/lang/Object;)V",
        OF_BEAN_AND_VALUE,
        &SET_PROPERTY,
    )
    .throwing(NO_METHOD),
    listed(PROPERTIES_BEAN, "setIndexedProperty", "*", Action, OF_BEAN, BY_KEYS),
    listed(PROPERTIES_BEAN, "setMappedProperty", "*", Action, OF_BEAN, BY_KEYS),
    action(
        BEANS_BEAN,
        "setProperty",
        "(Ljava/lang/Object;Ljava/lang/String;Ljava/lang/Object;)V",
        OF_BEAN_AND_VALUE,
        &SET_PROPERTY,
    ),
    action(
        BEANS_BEAN,
        "copyProperty",
        "(Ljava/lang/Object;Ljava/lang/String;Ljava/lang/Object;)V",
        OF_BEAN_AND_VALUE,
        &SET_PROPERTY,
    ),
    listed(BEANS_BEAN, "populate", "*", Action, BEAN_OF, BY_KEYS),
    listed_giving(BEANS_BEAN, "cloneBean", "*", BEAN_OF, BY_KEYS),
    listed(PROPERTIES_BEAN, "getPropertyDescriptor", "*", Member, OF_BEAN, BY_KEYS),
    listed(PROPERTIES_BEAN, "getPropertyDescriptors", "*", Member, &[], BY_KEYS),
    action(
        METHODS,
        "invokeMethod",
        "(Ljava/lang/Object;Ljava/lang/String;Ljava/lang/Object;)Ljava/lang/Object;",
        NAMED_AND_VALUE,
        &CALL_WITH_ONE,
    )
    .throwing(NO_METHOD),
    action(
        METHODS,
        "invokeMethod",
        "(Ljava/lang/Object;Ljava/lang/String;[Ljava/lang/Object;)Ljava/lang/Object;",
        CALLED,
        &CALL,
    )
    .throwing(NO_METHOD),
    action(
        METHODS,
        "invokeMethod",
        "(Ljava/lang/Object;Ljava/lang/String;[Ljava/lang/Object;[Ljava/lang/Class;)Ljava/lang/Object;",
        CALLED,
        &CALL,
    )
    .throwing(NO_METHOD),
    action(
        METHODS,
        "invokeExactMethod",
        "(Ljava/lang/Object;Ljava/lang/String;Ljava/lang/Object;)Ljava/lang/Object;",
        NAMED_AND_VALUE,
        &CALL_WITH_ONE,
    )
    .throwing(NO_METHOD),
    action(
        METHODS,
        "invokeExactMethod",
        "(Ljava/lang/Object;Ljava/lang/String;[Ljava/lang/Object;)Ljava/lang/Object;",
        CALLED,
        &CALL,
    )
    .throwing(NO_METHOD),
    action(
        METHODS,
        "invokeExactMethod",
        "(Ljava/lang/Object;Ljava/lang/String;[Ljava/lang/Object;[Ljava/lang/Class;)Ljava/lang/Object;",
        CALLED,
        &CALL,
    )
    .throwing(NO_METHOD),
    action(
        METHODS,
        "invokeStaticMethod",
        "(Ljava/lang/Class;Ljava/lang/String;Ljava/lang/Object;)Ljava/lang/Object;",
        OF_CLASS_AND_VALUE,
        &CALL_STATIC_WITH_ONE,
    )
    .throwing(NO_METHOD),
    action(
        METHODS,
        "invokeStaticMethod",
        "(Ljava/lang/Class;Ljava/lang/String;[Ljava/lang/Object;)Ljava/lang/Object;",
        CALLED_OF_CLASS,
        &CALL_STATIC,
    )
    .throwing(NO_METHOD),
    action(
        METHODS,
        "invokeStaticMethod",
        "(Ljava/lang/Class;Ljava/lang/String;[Ljava/lang/Object;[Ljava/lang/Class;)Ljava/lang/Object;",
        CALLED_OF_CLASS,
        &CALL_STATIC,
    )
    .throwing(NO_METHOD),
    action(
        METHODS,
        "invokeExactStaticMethod",
        "(Ljava/lang/Class;Ljava/lang/String;Ljava/lang/Object;)Ljava/lang/Object;",
        OF_CLASS_AND_VALUE,
        &CALL_STATIC_WITH_ONE,
    )
    .throwing(NO_METHOD),
    action(
        METHODS,
        "invokeExactStaticMethod",
        "(Ljava/lang/Class;Ljava/lang/String;[Ljava/lang/Object;)Ljava/lang/Object;",
        CALLED_OF_CLASS,
        &CALL_STATIC,
    )
    .throwing(NO_METHOD),
    action(
        METHODS,
        "invokeExactStaticMethod",
        "(Ljava/lang/Class;Ljava/lang/String;[Ljava/lang/Object;[Ljava/lang/Class;)Ljava/lang/Object;",
        CALLED_OF_CLASS,
        &CALL_STATIC,
    )
    .throwing(NO_METHOD),
    utility(
        METHODS,
        "getAccessibleMethod",
        "(Ljava/lang/Class;Ljava/lang/String;[Ljava/lang/Class;)Ljava/lang/reflect/Method;",
        Member,
        METHOD,
        &PUBLIC_METHOD,
    ),
    utility(
        METHODS,
        "getAccessibleMethod",
        "(Ljava/lang/Class;Ljava/lang/String;Ljava/lang/Class;)Ljava/lang/reflect/Method;",
        Member,
        CLASS_AND_NAME,
        &PUBLIC_METHOD_OF_ONE,
    ),
    utility(METHODS, "getMatchingAccessibleMethod", "*", Member, METHOD, &FITTING_METHOD),
    action(
        CONSTRUCTORS,
        "invokeConstructor",
        "(Ljava/lang/Class;Ljava/lang/Object;)Ljava/lang/Object;",
        MADE_OF_ONE,
        &CONSTRUCT,
    )
    .throwing(NO_METHOD),
    action(
        CONSTRUCTORS,
        "invokeConstructor",
        "(Ljava/lang/Class;[Ljava/lang/Object;)Ljava/lang/Object;",
        MADE,
        &CONSTRUCT,
    )
    .throwing(NO_METHOD),
    action(
        CONSTRUCTORS,
        "invokeConstructor",
        "(Ljava/lang/Class;[Ljava/lang/Object;[Ljava/lang/Class;)Ljava/lang/Object;",
        MADE,
        &CONSTRUCT,
    )
    .throwing(NO_METHOD),
    action(
        CONSTRUCTORS,
        "invokeExactConstructor",
        "(Ljava/lang/Class;Ljava/lang/Object;)Ljava/lang/Object;",
        MADE_OF_ONE,
        &CONSTRUCT,
    )
    .throwing(NO_METHOD),
    action(
        CONSTRUCTORS,
        "invokeExactConstructor",
        "(Ljava/lang/Class;[Ljava/lang/Object;)Ljava/lang/Object;",
        MADE,
        &CONSTRUCT,
    )
    .throwing(NO_METHOD),
    action(
        CONSTRUCTORS,
        "invokeExactConstructor",
        "(Ljava/lang/Class;[Ljava/lang/Object;[Ljava/lang/Class;)Ljava/lang/Object;",
        MADE,
        &CONSTRUCT,
    )
    .throwing(NO_METHOD),
    utility(
        CONSTRUCTORS,
        "getAccessibleConstructor",
        "(Ljava/lang/Class;[Ljava/lang/Class;)Ljava/lang/reflect/Constructor;",
        Member,
        CONSTRUCTOR,
        &PUBLIC_CONSTRUCTOR,
    ),
    utility(
        CONSTRUCTORS,
        "getAccessibleConstructor",
        "(Ljava/lang/Class;Ljava/lang/Class;)Ljava/lang/reflect/Constructor;",
        Member,
        CLASS,
        &PUBLIC_CONSTRUCTOR_OF_ONE,
    ),
];
