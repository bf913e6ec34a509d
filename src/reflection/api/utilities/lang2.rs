//! Rows of Commons Lang 2: `ClassUtils` and `reflect` (its API, 2.6). Must not know what rules do.

use super::super::super::terms::method::Kind::{ClassSource, Member};
use super::super::super::terms::method::NO_METHOD;
use super::super::super::terms::site::Role;
use super::super::row::Row;
use super::lang::*;
use super::shorts::*;

const CLASSES: &str = "org/apache/commons/lang/ClassUtils";
const METHODS: &str = "org/apache/commons/lang/reflect/MethodUtils";
const FIELDS: &str = "org/apache/commons/lang/reflect/FieldUtils";
const CONSTRUCTORS: &str = "org/apache/commons/lang/reflect/ConstructorUtils";

pub(in crate::reflection::api) const COMMONS_LANG_2: &[Row] = &[
    class(CLASSES, "(Ljava/lang/String;)Ljava/lang/Class;", NAME),
    class(CLASSES, "(Ljava/lang/String;Z)Ljava/lang/Class;", &[(Role::Name, 0), (Role::Initialise, 1)]),
    class(
        CLASSES,
        "(Ljava/lang/ClassLoader;Ljava/lang/String;)Ljava/lang/Class;",
        &[(Role::Name, 1), (Role::Loader, 0)],
    ),
    class(
        CLASSES,
        "(Ljava/lang/ClassLoader;Ljava/lang/String;Z)Ljava/lang/Class;",
        &[(Role::Name, 1), (Role::Loader, 0), (Role::Initialise, 2)],
    ),
    utility(CLASSES, "getPublicMethod", "*", Member, METHOD, &PUBLIC_METHOD),
    listed(CLASSES, "convertClassNamesToClasses", "*", ClassSource, &[], IN_LIST),
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
    utility(FIELDS, "getField", "*", Member, CLASS_AND_NAME, &FIELD_ANYWHERE),
    utility(FIELDS, "getDeclaredField", "*", Member, CLASS_AND_NAME, &DECLARED_FIELD),
    read(FIELDS, "readField", "(Ljava/lang/reflect/Field;Ljava/lang/Object;)Ljava/lang/Object;", FIELD),
    read(FIELDS, "readStaticField", "(Ljava/lang/reflect/Field;)Ljava/lang/Object;", STATIC_FIELD),
    action(FIELDS, "readField", "(Ljava/lang/Object;Ljava/lang/String;)Ljava/lang/Object;", NAMED, &READ)
        .throwing(NO_FIELD_NAMED),
    action(
        FIELDS,
        "readDeclaredField",
        "(Ljava/lang/Object;Ljava/lang/String;)Ljava/lang/Object;",
        NAMED,
        &READ_DECLARED,
    )
    .throwing(NO_FIELD_NAMED),
    action(FIELDS, "readStaticField", "(Ljava/lang/Class;Ljava/lang/String;)Ljava/lang/Object;", OF_CLASS, &READ)
        .throwing(NO_FIELD_NAMED),
    action(
        FIELDS,
        "readDeclaredStaticField",
        "(Ljava/lang/Class;Ljava/lang/String;)Ljava/lang/Object;",
        OF_CLASS,
        &READ_DECLARED,
    )
    .throwing(NO_FIELD_NAMED),
    write(FIELDS, "writeField", "(Ljava/lang/reflect/Field;Ljava/lang/Object;Ljava/lang/Object;)V", FIELD_AND_VALUE),
    write(FIELDS, "writeStaticField", "(Ljava/lang/reflect/Field;Ljava/lang/Object;)V", STATIC_FIELD_AND_VALUE),
    action(FIELDS, "writeField", "(Ljava/lang/Object;Ljava/lang/String;Ljava/lang/Object;)V", NAMED_AND_VALUE, &WRITE)
        .throwing(NO_FIELD_NAMED),
    action(
        FIELDS,
        "writeDeclaredField",
        "(Ljava/lang/Object;Ljava/lang/String;Ljava/lang/Object;)V",
        NAMED_AND_VALUE,
        &WRITE_DECLARED,
    )
    .throwing(NO_FIELD_NAMED),
    action(
        FIELDS,
        "writeStaticField",
        "(Ljava/lang/Class;Ljava/lang/String;Ljava/lang/Object;)V",
        OF_CLASS_AND_VALUE,
        &WRITE,
    )
    .throwing(NO_FIELD_NAMED),
    action(
        FIELDS,
        "writeDeclaredStaticField",
        "(Ljava/lang/Class;Ljava/lang/String;Ljava/lang/Object;)V",
        OF_CLASS_AND_VALUE,
        &WRITE_DECLARED,
    )
    .throwing(NO_FIELD_NAMED),
    read(FIELDS, "readField", "(Ljava/lang/reflect/Field;Ljava/lang/Object;Z)Ljava/lang/Object;", FIELD),
    read(FIELDS, "readStaticField", "(Ljava/lang/reflect/Field;Z)Ljava/lang/Object;", STATIC_FIELD),
    action(FIELDS, "readField", "(Ljava/lang/Object;Ljava/lang/String;Z)Ljava/lang/Object;", NAMED, &READ)
        .throwing(NO_FIELD_NAMED),
    action(
        FIELDS,
        "readDeclaredField",
        "(Ljava/lang/Object;Ljava/lang/String;Z)Ljava/lang/Object;",
        NAMED,
        &READ_DECLARED,
    )
    .throwing(NO_FIELD_NAMED),
    action(FIELDS, "readStaticField", "(Ljava/lang/Class;Ljava/lang/String;Z)Ljava/lang/Object;", OF_CLASS, &READ)
        .throwing(NO_FIELD_NAMED),
    action(
        FIELDS,
        "readDeclaredStaticField",
        "(Ljava/lang/Class;Ljava/lang/String;Z)Ljava/lang/Object;",
        OF_CLASS,
        &READ_DECLARED,
    )
    .throwing(NO_FIELD_NAMED),
    write(FIELDS, "writeField", "(Ljava/lang/reflect/Field;Ljava/lang/Object;Ljava/lang/Object;Z)V", FIELD_AND_VALUE),
    write(FIELDS, "writeStaticField", "(Ljava/lang/reflect/Field;Ljava/lang/Object;Z)V", STATIC_FIELD_AND_VALUE),
    action(FIELDS, "writeField", "(Ljava/lang/Object;Ljava/lang/String;Ljava/lang/Object;Z)V", NAMED_AND_VALUE, &WRITE)
        .throwing(NO_FIELD_NAMED),
    action(
        FIELDS,
        "writeDeclaredField",
        "(Ljava/lang/Object;Ljava/lang/String;Ljava/lang/Object;Z)V",
        NAMED_AND_VALUE,
        &WRITE_DECLARED,
    )
    .throwing(NO_FIELD_NAMED),
    action(
        FIELDS,
        "writeStaticField",
        "(Ljava/lang/Class;Ljava/lang/String;Ljava/lang/Object;Z)V",
        OF_CLASS_AND_VALUE,
        &WRITE,
    )
    .throwing(NO_FIELD_NAMED),
    action(
        FIELDS,
        "writeDeclaredStaticField",
        "(Ljava/lang/Class;Ljava/lang/String;Ljava/lang/Object;Z)V",
        OF_CLASS_AND_VALUE,
        &WRITE_DECLARED,
    )
    .throwing(NO_FIELD_NAMED),
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
    utility(CONSTRUCTORS, "getMatchingAccessibleConstructor", "*", Member, CONSTRUCTOR, &FITTING_CONSTRUCTOR),
    action(
        CONSTRUCTORS,
        "invokeConstructor",
        "(Ljava/lang/Class;Ljava/lang/Object;)Ljava/lang/Object;",
        &[(Role::Class, 0), (Role::Value, 1)],
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
        &[(Role::Class, 0), (Role::Value, 1)],
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
];
