//! Rows of what classes and members are asked for their annotations: analysed, never reported. Must not know the answers.

use super::super::mirrors::annotations::Annotations::{self, All, ByType, OfParameters, One};
use super::super::mirrors::element_defaults::ElementDefault;
use super::super::terms::attempt::Gives;
use super::super::terms::method::Kind::Flow;
use super::super::terms::method::{CLASS, CONSTRUCTOR, FIELD, Input, METHOD};
use super::super::terms::site::Role;
use super::row::{Row, row};

const MEMBER: &str = "java/lang/reflect/AccessibleObject";
const COMPONENT: &str = "java/lang/reflect/RecordComponent";
const EXECUTABLE: &str = "java/lang/reflect/Executable";

/// What is asked, and for which type.
const OF_TYPE: &[Input] = &[(Role::Mirror, 0), (Role::Class, 1)];
const ANY: &[Input] = &[(Role::Mirror, 0)];

const ONE: &Annotations = &One { declared: false };
const ONE_DECLARED: &Annotations = &One { declared: true };
const ALL: &Annotations = &All { declared: false };
const ALL_DECLARED: &Annotations = &All { declared: true };
const BY_TYPE: &Annotations = &ByType { declared: false };
const BY_TYPE_DECLARED: &Annotations = &ByType { declared: true };

const fn ask(class: &'static str, name: &'static str, inputs: &'static [Input], rule: &'static Annotations) -> Row {
    row(class, name, "*", Flow, inputs, rule)
}

pub(super) const ROWS: &[Row] = &[
    ask(CLASS, "getAnnotation", OF_TYPE, ONE).giving(Gives::Annotation),
    ask(CLASS, "getDeclaredAnnotation", OF_TYPE, ONE_DECLARED),
    ask(CLASS, "getAnnotations", ANY, ALL),
    ask(CLASS, "getDeclaredAnnotations", ANY, ALL_DECLARED),
    ask(CLASS, "getAnnotationsByType", OF_TYPE, BY_TYPE),
    ask(CLASS, "getDeclaredAnnotationsByType", OF_TYPE, BY_TYPE_DECLARED),
    // Members inherit none.
    ask(MEMBER, "getAnnotation", OF_TYPE, ONE_DECLARED).giving(Gives::Annotation),
    ask(MEMBER, "getDeclaredAnnotation", OF_TYPE, ONE_DECLARED),
    ask(MEMBER, "getAnnotations", ANY, ALL_DECLARED),
    ask(MEMBER, "getDeclaredAnnotations", ANY, ALL_DECLARED),
    ask(MEMBER, "getAnnotationsByType", OF_TYPE, BY_TYPE_DECLARED),
    ask(MEMBER, "getDeclaredAnnotationsByType", OF_TYPE, BY_TYPE_DECLARED),
    ask(EXECUTABLE, "getAnnotation", OF_TYPE, ONE_DECLARED).giving(Gives::Annotation),
    ask(EXECUTABLE, "getDeclaredAnnotations", ANY, ALL_DECLARED),
    ask(EXECUTABLE, "getAnnotationsByType", OF_TYPE, BY_TYPE_DECLARED),
    ask(METHOD, "getAnnotation", OF_TYPE, ONE_DECLARED).giving(Gives::Annotation),
    ask(METHOD, "getDeclaredAnnotations", ANY, ALL_DECLARED),
    ask(METHOD, "getParameterAnnotations", ANY, &OfParameters),
    row(METHOD, "getDefaultValue", "*", Flow, ANY, &ElementDefault),
    ask(CONSTRUCTOR, "getAnnotation", OF_TYPE, ONE_DECLARED).giving(Gives::Annotation),
    ask(CONSTRUCTOR, "getDeclaredAnnotations", ANY, ALL_DECLARED),
    ask(CONSTRUCTOR, "getParameterAnnotations", ANY, &OfParameters),
    ask(COMPONENT, "getAnnotation", OF_TYPE, ONE_DECLARED).giving(Gives::Annotation),
    ask(COMPONENT, "getAnnotations", ANY, ALL_DECLARED),
    ask(COMPONENT, "getDeclaredAnnotations", ANY, ALL_DECLARED),
    ask(FIELD, "getAnnotation", OF_TYPE, ONE_DECLARED).giving(Gives::Annotation),
    ask(FIELD, "getDeclaredAnnotations", ANY, ALL_DECLARED),
    ask(FIELD, "getAnnotationsByType", OF_TYPE, BY_TYPE_DECLARED),
];
