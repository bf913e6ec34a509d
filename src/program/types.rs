//! Ids and plain data of classes and members.

use crate::base::Sym;
use crate::classfile::{
    Prim, RawAnnotation, RawBootstrap, RawComponent, RawConst, RawElement, RawInnerClass, RawModule,
};
use crate::classpath::{ArtifactId, Origin};

crate::define_id!(
    /// A class or interface by name. Given on first mention; loaded on first look.
    ClassId
);
crate::define_id!(
    /// A primitive, class or array type.
    TypeId
);
crate::define_id!(
    /// A declared method.
    MethodId
);
crate::define_id!(
    /// A declared field.
    FieldId
);
crate::define_id!(
    /// A parsed method descriptor.
    DescId
);
crate::define_id!(
    /// A symbolic method reference (owner type, name, descriptor, interface flag).
    MethodRef
);
crate::define_id!(
    /// A symbolic field reference (owner type, name, descriptor).
    FieldRef
);

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Type {
    Void,
    Prim(Prim),
    Class(ClassId),
    /// Element type (one dimension less).
    Array(TypeId),
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct MethodDesc {
    /// The descriptor's text.
    pub text: Sym,
    pub params: Vec<TypeId>,
    pub ret: TypeId,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct MethodRefData {
    pub owner: TypeId,
    pub name: Sym,
    pub desc: DescId,
    pub interface: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct FieldRefData {
    pub owner: TypeId,
    pub name: Sym,
    pub ty: TypeId,
}

/// Why a class is a phantom: named, but without a usable class file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Phantom {
    Missing,
    Unreadable,
    /// Missing here, and supplied by a container where the program runs.
    Supplied,
}

/// A loaded class, or a phantom (no members, superclass `java/lang/Object`).
#[derive(Debug, Clone)]
pub struct Class {
    pub id: ClassId,
    /// Internal name, `a/b/C`.
    pub name: Sym,
    pub access: u16,
    pub origin: Origin,
    /// Where it is; `None` for phantoms.
    pub artifact: Option<ArtifactId>,
    pub phantom: Option<Phantom>,
    pub major: u16,
    /// `None` for `java/lang/Object` only.
    pub super_class: Option<ClassId>,
    pub interfaces: Vec<ClassId>,
    /// Declared methods and fields, in class-file order.
    pub methods: Vec<MethodId>,
    pub fields: Vec<FieldId>,
    pub source_file: Option<Sym>,
    /// `SourceDebugExtension`: a source map, see `source::smap`.
    pub source_debug: Option<Box<str>>,
    pub nest_host: Option<Sym>,
    pub nest_members: Vec<Sym>,
    pub inner_classes: Vec<RawInnerClass>,
    pub enclosing_method: Option<(Sym, Option<(Sym, Sym)>)>,
    pub permitted_subclasses: Vec<Sym>,
    pub record: Option<Vec<RawComponent>>,
    pub bootstraps: Vec<RawBootstrap>,
    pub annotations: Vec<RawAnnotation>,
    /// There are attributes of annotations that could not be read.
    pub hides_annotations: bool,
    pub signature: Option<Sym>,
    pub module: Option<Box<RawModule>>,
}

#[derive(Debug, Clone)]
pub struct Method {
    pub id: MethodId,
    pub class: ClassId,
    pub name: Sym,
    pub desc: DescId,
    pub access: u16,
    pub exceptions: Vec<ClassId>,
    pub signature: Option<Sym>,
    pub annotations: Vec<RawAnnotation>,
    pub parameter_annotations: Vec<Vec<RawAnnotation>>,
    pub annotation_default: Option<RawElement>,
    pub has_code: bool,
    /// Position among the class's declared methods (class-file order).
    pub index: u32,
}

#[derive(Debug, Clone)]
pub struct Field {
    pub id: FieldId,
    pub class: ClassId,
    pub name: Sym,
    pub ty: TypeId,
    pub access: u16,
    pub constant: Option<RawConst>,
    pub signature: Option<Sym>,
    pub annotations: Vec<RawAnnotation>,
}

/// Access flags (JVMS tables 4.1-B, 4.5-A, 4.6-A).
pub mod access {
    pub const PUBLIC: u16 = 0x0001;
    pub const PRIVATE: u16 = 0x0002;
    pub const PROTECTED: u16 = 0x0004;
    pub const STATIC: u16 = 0x0008;
    pub const FINAL: u16 = 0x0010;
    pub const SYNCHRONIZED: u16 = 0x0020;
    pub const VOLATILE: u16 = 0x0040;
    pub const BRIDGE: u16 = 0x0040;
    pub const VARARGS: u16 = 0x0080;
    pub const TRANSIENT: u16 = 0x0080;
    pub const NATIVE: u16 = 0x0100;
    pub const INTERFACE: u16 = 0x0200;
    pub const ABSTRACT: u16 = 0x0400;
    pub const SYNTHETIC: u16 = 0x1000;
    pub const ANNOTATION: u16 = 0x2000;
    pub const ENUM: u16 = 0x4000;
    pub const MODULE: u16 = 0x8000;
}
