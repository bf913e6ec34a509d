//! The JDK's reflective look-up rules: what `Class.forName`, `getMethod`, `getDeclaredFields`, `getEnclosingMethod` and
//! their like answer for a program, exactly. Pure functions over [`Program`]; a judge test compares every one of them with
//! the running JVM. Must not know call sites, strings or findings.
//!
//! Look-ups answer for the members there are. Where the JVM would throw a `LinkageError` instead, because a class that it
//! needs on the way is missing, [`Failure`] or a `*_failure` function says so.

mod access_check;
mod annotations;
mod class_names;
mod constructors;
mod fields;
mod generic_types;
mod hints;
pub mod inputs;
mod methods;
mod modules;
mod properties;
mod proxies;
mod relations;

pub use access_check::{can_access, can_find, can_set_accessible};
pub use annotations::{
    Annotated, AnnotationPlace, ReadWith, annotation_handler, annotation_type, annotations_by_type,
    declared_annotations, hides_annotations, present_annotations, read_with_annotations, types_of_annotations,
};
pub use class_names::{
    NotLoaded, canonical_name, for_name, load_class, name, named_in_source, package_name, simple_name, type_name,
};
pub use constructors::{
    constructors_failure, declared_constructor, declared_constructors, get_constructor, public_constructors,
};
pub use fields::{
    declared_field, declared_fields, fields_failure, get_field, get_field_failure, is_filtered, public_fields,
    public_fields_failure,
};
pub use generic_types::{
    GenericType, generic_field_type, generic_interfaces, generic_parameter_types, generic_return_type,
    generic_superclass,
};
pub use hints::{ClassHint, Member, class_hint, field_hint, member_advice, method_hint, property_hint};
pub use methods::{
    declared_method, declared_method_choices, declared_methods, get_method, get_method_failure, method_choices,
    methods_failure, public_methods, public_methods_failure,
};
pub(super) use modules::ModuleTable;
pub use modules::{is_exported, is_open, module_of};
pub use properties::{
    PropertyAccess, any_accessor, capitalised, decapitalised, property_type, readers, readers_of_property, writers,
};
pub use proxies::{initialised_by_proxy, proxied_methods, proxy_handler};
pub use relations::{
    RecordComponent, array_type, classes, component_type, declared_classes, declaring_class, enclosing_class,
    enclosing_constructor, enclosing_method, interfaces, is_accessible, is_annotation, is_anonymous_class, is_array,
    is_enum, is_inherited_elsewhere, is_interface, is_local_class, is_member_class, is_primitive, is_record,
    is_synthetic, modifiers, nest_host, nest_members, permitted_subclasses, record_components, superclass,
};

use super::{ClassId, Program, Type, TypeId};

/// Why a look-up throws (mostly a `LinkageError`) instead of answering.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Failure {
    /// `NoClassDefFoundError` or what loading the class throws: missing, damaged or wrongly derived.
    Unloadable(ClassId),
    /// `IncompatibleClassChangeError`: two classes disagree on which one is nested in the other.
    InnerClasses { outer: ClassId, inner: ClassId },
    /// `TypeNotPresentException`: a type named by an EnclosingMethod attribute cannot be loaded.
    TypeNotPresent(ClassId),
    /// `InternalError`: the EnclosingMethod attribute names a method its class does not have, or the class itself.
    EnclosingMethod(ClassId),
}

/// `class` if the JVM can load it, with its supertypes.
fn loadable(program: &Program, class: ClassId) -> Result<ClassId, Failure> {
    match program.broken_supertype(class) {
        None => Ok(class),
        Some((broken, _)) => Err(Failure::Unloadable(broken)),
    }
}

/// As [`loadable`], for the element class of an array type; primitives always are.
fn loadable_type(program: &Program, ty: TypeId) -> Result<TypeId, Failure> {
    if let (_, element) = program.dimensions(ty)
        && let Type::Class(class) = program.ty(element)
    {
        loadable(program, class)?;
    }
    Ok(ty)
}
