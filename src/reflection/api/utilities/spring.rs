//! Rows of Spring: `ClassUtils` and `ReflectionUtils` of spring-core, `BeanUtils` of spring-beans (their API, 5.3 to 6.2). Must not
//! know what rules do.

use super::super::super::actions::fields::FieldAccess;
use super::super::super::actions::members::{ClassNewInstance, ConstructorNewInstance, Invoke};
use super::super::super::terms::method::Kind::{Action, ClassSource, Member, Other};
use super::super::super::terms::method::{Act, Input, NO_CLASS};
use super::super::super::terms::site::Role;
use super::super::super::utilities::Utility;
use super::super::super::utilities::classes::OF_SOURCE;
use super::super::row::Row;
use super::shorts::*;
use crate::heap::MemberKind;

const CLASS_UTILS: &str = "org/springframework/util/ClassUtils";
const REFLECTION_UTILS: &str = "org/springframework/util/ReflectionUtils";
const BEAN_UTILS: &str = "org/springframework/beans/BeanUtils";

const BY_NAME: &str = "(Ljava/lang/String;Ljava/lang/ClassLoader;)Ljava/lang/Class;";
const OF_LOADER: &[Input] = &[(Role::Name, 0), (Role::Loader, 1)];
const MEMBER: &[Input] = &[(Role::Member, 0), (Role::Receiver, 1)];
const MEMBER_AND_ARGUMENTS: &[Input] = &[(Role::Member, 0), (Role::Receiver, 1), (Role::Arguments, 2)];
const FIND: &str = "(Ljava/lang/Class;Ljava/lang/String;)Ljava/lang/reflect/Method;";
const FIND_WITH_TYPES: &str = "(Ljava/lang/Class;Ljava/lang/String;[Ljava/lang/Class;)Ljava/lang/reflect/Method;";

/// Why some are not resolved.
const OF_JDK: &str = "descriptors of properties are followed where the JDK makes them";

pub(in crate::reflection::api) const SPRING: &[Row] = &[
    utility(CLASS_UTILS, "forName", BY_NAME, ClassSource, OF_LOADER, &Utility(&OF_SOURCE)).throwing(NO_CLASS).by_jvm(),
    // It makes an `IllegalArgumentException` of it.
    utility(CLASS_UTILS, "resolveClassName", BY_NAME, ClassSource, OF_LOADER, &Utility(&OF_SOURCE))
        .throwing(&["java/lang/IllegalArgumentException"])
        .by_jvm(),
    utility(CLASS_UTILS, "getMethod", "*", Member, METHOD, &PUBLIC_METHOD),
    utility(CLASS_UTILS, "getMethodIfAvailable", "*", Member, METHOD, &PUBLIC_METHOD),
    utility(CLASS_UTILS, "getStaticMethod", "*", Member, METHOD, &STATIC_METHOD),
    utility(CLASS_UTILS, "getConstructorIfAvailable", "*", Member, CONSTRUCTOR, &PUBLIC_CONSTRUCTOR),
    utility(REFLECTION_UTILS, "findMethod", FIND, Member, CLASS_AND_NAME, &METHOD_OF_NONE_ANYWHERE),
    utility(REFLECTION_UTILS, "findMethod", FIND_WITH_TYPES, Member, METHOD, &METHOD_ANYWHERE),
    utility(REFLECTION_UTILS, "findField", "*", Member, CLASS_AND_NAME, &FIELD_ANYWHERE),
    listed(
        REFLECTION_UTILS,
        "findFieldIgnoreCase",
        "*",
        Member,
        CLASS_AND_NAME,
        "names are compared whatever their case",
    ),
    utility(REFLECTION_UTILS, "accessibleConstructor", "*", Member, CONSTRUCTOR, &DECLARED_CONSTRUCTOR),
    utility(REFLECTION_UTILS, "getAllDeclaredMethods", "*", Member, CLASS, &ALL_METHODS),
    utility(REFLECTION_UTILS, "getUniqueDeclaredMethods", "*", Member, CLASS, &ALL_METHODS),
    utility(REFLECTION_UTILS, "getDeclaredMethods", "*", Member, CLASS, &ALL_METHODS),
    utility(REFLECTION_UTILS, "doWithMethods", "*", Member, CLASS, &EACH_METHOD),
    // With the default methods of its interfaces.
    utility(REFLECTION_UTILS, "doWithLocalMethods", "*", Member, CLASS, &EACH_METHOD),
    utility(REFLECTION_UTILS, "doWithFields", "*", Member, CLASS, &EACH_FIELD),
    utility(REFLECTION_UTILS, "doWithLocalFields", "*", Member, CLASS, &EACH_DECLARED_FIELD),
    utility(
        REFLECTION_UTILS,
        "invokeMethod",
        "(Ljava/lang/reflect/Method;Ljava/lang/Object;[Ljava/lang/Object;)Ljava/lang/Object;",
        Action,
        MEMBER_AND_ARGUMENTS,
        &Utility(&Invoke),
    )
    .acting(Act::OnMember(MemberKind::Method)),
    // It passes nothing.
    utility(
        REFLECTION_UTILS,
        "invokeMethod",
        "(Ljava/lang/reflect/Method;Ljava/lang/Object;)Ljava/lang/Object;",
        Action,
        MEMBER,
        &Utility(&Invoke),
    )
    .acting(Act::OnMember(MemberKind::Method)),
    utility(REFLECTION_UTILS, "getField", "*", Action, MEMBER, &Utility(&FieldAccess { write: false }))
        .acting(Act::OnMember(MemberKind::Field)),
    utility(
        REFLECTION_UTILS,
        "setField",
        "*",
        Action,
        &[(Role::Member, 0), (Role::Receiver, 1), (Role::Value, 2)],
        &Utility(&FieldAccess { write: true }),
    )
    .acting(Act::OnMember(MemberKind::Field)),
    utility(BEAN_UTILS, "instantiate", "*", Action, CLASS, &Utility(&ClassNewInstance)).acting(Act::MakesObject),
    utility(
        BEAN_UTILS,
        "instantiateClass",
        "(Ljava/lang/Class;)Ljava/lang/Object;",
        Action,
        CLASS,
        &Utility(&ClassNewInstance),
    )
    .acting(Act::MakesObject),
    // The second is a type that it must be of.
    utility(
        BEAN_UTILS,
        "instantiateClass",
        "(Ljava/lang/Class;Ljava/lang/Class;)Ljava/lang/Object;",
        Action,
        CLASS,
        &Utility(&ClassNewInstance),
    )
    .acting(Act::MakesObject),
    utility(
        BEAN_UTILS,
        "instantiateClass",
        "(Ljava/lang/reflect/Constructor;[Ljava/lang/Object;)Ljava/lang/Object;",
        Action,
        &[(Role::Member, 0), (Role::Arguments, 1)],
        &Utility(&ConstructorNewInstance),
    )
    .acting(Act::OnMember(MemberKind::Constructor)),
    utility(BEAN_UTILS, "getResolvableConstructor", "*", Member, CLASS, &ANY_CONSTRUCTOR),
    utility(BEAN_UTILS, "findPrimaryConstructor", "*", Member, CLASS, &ANY_CONSTRUCTOR),
    utility(BEAN_UTILS, "findMethod", "*", Member, METHOD, &METHOD_ANYWHERE),
    utility(BEAN_UTILS, "findDeclaredMethod", "*", Member, METHOD, &METHOD_ANYWHERE),
    utility(BEAN_UTILS, "findMethodWithMinimalParameters", FIND, Member, CLASS_AND_NAME, &METHOD_OF_ANY_ANYWHERE),
    utility(
        BEAN_UTILS,
        "findDeclaredMethodWithMinimalParameters",
        FIND,
        Member,
        CLASS_AND_NAME,
        &METHOD_OF_ANY_ANYWHERE,
    ),
    // `name(p.A, p.B)`
    listed(
        BEAN_UTILS,
        "resolveSignature",
        "*",
        Member,
        &[(Role::Name, 0), (Role::Class, 1)],
        "a text says the method with its parameters",
    ),
    listed(BEAN_UTILS, "getPropertyDescriptor", "*", Member, CLASS_AND_NAME, OF_JDK),
    listed(BEAN_UTILS, "getPropertyDescriptors", "*", Member, CLASS, OF_JDK),
    listed(BEAN_UTILS, "findEditorByConvention", "*", Other, CLASS, OF_JDK),
];
