//! What an abstract object is (docs/analysis.md, Domains). *Functional* objects stand for run-time objects; *tokens* mean
//! "unknown", flow like objects, and carry the site of their origin.

use crate::base::Sym;
use crate::program::{ClassId, FieldId, MethodId, Program, Type, TypeId};

crate::define_id!(
    /// An abstract object.
    ObjId
);
crate::define_id!(
    /// An instruction of a method (or a synthetic place): the origin of tokens, allocations and call edges.
    SiteId
);
crate::define_id!(
    /// A place where an annotation is written, by the number that who knows the places gave it.
    AnnotationId
);
crate::define_id!(
    /// The interfaces of a proxy, by the number that who knows them gave it.
    InterfacesId
);
crate::define_id!(
    /// A heap or method context; 0 is the empty one.
    CtxId
);

/// The empty context.
pub const NO_CTX: CtxId = CtxId(0);

/// Where something happens. Every token constructor requires one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Site {
    /// The instruction at a bytecode offset.
    At(MethodId, u32),
    /// What a method makes once for an object, where a model stands for the method's body: no instruction.
    Within(MethodId, ObjId),
    /// Parameter (0-based, `this` not counted) of an entry method: its caller is unknown.
    Param(MethodId, u16),
    /// A field that something outside the program stores to.
    Field(FieldId),
    /// Made in JDK code that no call from application or library code has returned from yet.
    Jdk,
    /// Outside the program: containers, callers, opaque code.
    Outside,
    /// More known objects of one sort met at one place than are distinguished there.
    Saturated,
    /// More unknown ones did: nothing that was known is lost. Callers of entry methods gave all of them, or not.
    Unknowns { of_callers: bool },
    /// Made by the running JVM itself (system thread group, exceptions the VM throws, ...).
    Vm(Sym),
}

impl Site {
    /// The method that makes what is made there.
    pub fn maker(self) -> Option<MethodId> {
        match self {
            Site::At(method, _) | Site::Within(method, _) => Some(method),
            _ => None,
        }
    }
}

/// Class of the member metaobjects.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MemberKind {
    Method,
    Field,
    Constructor,
}

/// What is known of a member token's name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NamePart {
    Known(Sym),
    Unknown,
    /// One of those that its look-up knows to be all there are, which are there besides, one by one.
    Listed,
}

impl NamePart {
    pub fn known(self) -> Option<Sym> {
        match self {
            NamePart::Known(name) => Some(name),
            NamePart::Unknown | NamePart::Listed => None,
        }
    }
}

/// What a collection holds, by what it is to it (the categories of Cut-Shortcut, Ma et al., PLDI 2023, section 3.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Category {
    Elements,
    Keys,
    /// Of maps: under any key.
    Values,
    /// Of maps: what is put in under this key where it is a constant.
    Under(Key),
    /// Of maps: what is put in under keys that are no constants, or by nobody knows what call.
    Others,
    /// The one that the face shows by which a method is called.
    Shown,
    /// The values under the key that a method is called with, its first argument.
    Asked,
}

/// A key of a map that is a constant in the code of a call. No two of them are equal, and what is none of them may equal any.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Key {
    Text(Sym),
    Class(TypeId),
    /// A constant of an enum.
    Constant(FieldId),
    /// A boxed number or character of any type.
    Number(i32),
}

/// How a collection is seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Face {
    /// As a collection of what is of a category.
    Elements(Category),
    Iterator(Category),
    ListIterator(Category),
    Map,
    Entries,
    EntryIterator,
    Entry,
}

impl Face {
    /// The category that a method means which is called by this face.
    pub fn category(self, meant: Category) -> Category {
        match self {
            Face::Elements(category) | Face::Iterator(category) | Face::ListIterator(category)
                if meant == Category::Shown =>
            {
                category
            }
            _ => meant,
        }
    }

    /// The face that a method shows which is called by this face.
    pub fn transfer(self, face: Face) -> Face {
        match face {
            Face::Elements(category) => Face::Elements(self.category(category)),
            Face::Iterator(category) => Face::Iterator(self.category(category)),
            Face::ListIterator(category) => Face::ListIterator(self.category(category)),
            Face::Map | Face::Entries | Face::EntryIterator | Face::Entry => face,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ObjKind {
    /// An allocation (`new`, array creation) with its heap context.
    Alloc { site: SiteId, ty: TypeId, ctx: CtxId },
    /// All allocations of a type that is not worth telling apart (throwables, builders).
    Merged { ty: TypeId },
    /// An instance of known class made reflectively at `site` (o^t_i), with its heap context.
    Instance { site: SiteId, ty: TypeId, ctx: CtxId },
    /// An instance of unknown class from outside, of type `bound` or below (`Opaque`).
    Opaque { site: SiteId, bound: TypeId },
    /// An instance of unknown class made reflectively at `site` (o^u_i): of the class that `site`'s unknown class object names.
    /// `lazy`: what it is cast to says of which (lazy heap modelling of Solar, Li, Tan, Xue, SAS 2015, section 3.3).
    /// `outside`: the class was made at run time, and is no class of the world.
    UnknownInstance { site: SiteId, bound: TypeId, lazy: bool, outside: bool },
    /// Class metaobject c^t.
    Class { ty: TypeId },
    /// Class metaobject of unknown class from class source `site` (c^u_i). `outside`: defined at run time, no class of the world.
    UnknownClass { site: SiteId, bound: TypeId, outside: bool },
    /// Known method.
    Method { method: MethodId },
    /// Known constructor.
    Constructor { method: MethodId },
    /// Known field.
    Field { field: FieldId },
    /// Member of known class with unknown name (m^t_u), of unknown class with known name (m^u_s), or both unknown (m^u_u).
    /// `outside`: the class was made at run time, and is no class of the world.
    UnknownMember { kind: MemberKind, class: Option<TypeId>, name: NamePart, site: SiteId, outside: bool },
    /// The array a plural look-up at `site` returns.
    MemberArray { site: SiteId, ty: TypeId },
    /// A string constant.
    Str { text: Sym },
    /// String constants that were merged because they name nothing: still constants.
    OtherStr,
    /// A string whose content is unknown, with the origin `site`.
    UnknownString { site: SiteId },
    /// A string of which only the outline is known, as `crate::strings` writes it; `site` is the origin of what is unknown.
    Template { site: SiteId, outline: Sym },
    /// Function object of an `invokedynamic` lambda or method reference; `site` is the instruction.
    Closure { site: SiteId, ty: TypeId, ctx: CtxId },
    /// `MethodType`, `Lookup`, and handles: which field one reaches is known to who gave it.
    Handle { site: SiteId, ty: TypeId, ctx: CtxId },
    /// What a collection shows of itself, an iterator or an entry: the object `real`, of which the collection's code makes one
    /// for all collections.
    View { of: ObjId, face: Face, real: ObjId },
    /// An annotation of a type, as it is written at a place of a class file: a proxy that the JDK makes.
    Annotation { ty: TypeId, at: AnnotationId },
    /// An object of a class that is made at run time for interfaces (`Proxy.newProxyInstance` at `site`), which are its
    /// [markers](super::Heap::markers).
    Proxy { site: SiteId, of: InterfacesId, ctx: CtxId },
    /// An explicit null constant, tracked at reflective roles only.
    Null,
}

impl ObjKind {
    /// A token means "unknown": of what it stands for nothing is known but a bound.
    pub fn is_token(self) -> bool {
        matches!(
            self,
            ObjKind::UnknownInstance { .. }
                | ObjKind::UnknownClass { .. }
                | ObjKind::UnknownMember { .. }
                | ObjKind::UnknownString { .. }
                | ObjKind::Template { .. }
        )
    }

    /// Of an unknown class that is one of arrays, a class of arrays: all have the same members (JLS 10.7).
    pub fn array_class(self, program: &Program) -> Option<TypeId> {
        match self {
            ObjKind::UnknownClass { bound, .. } if matches!(program.ty(bound), Type::Array(_)) => Some(bound),
            _ => None,
        }
    }

    /// A token of members that are there besides, one by one: it says where they come from, and nothing else.
    pub fn is_listed(self) -> bool {
        matches!(self, ObjKind::UnknownMember { name: NamePart::Listed, .. })
    }

    /// An object of reflection whose class or member is known.
    pub fn is_metaobject(self) -> bool {
        matches!(
            self,
            ObjKind::Class { .. } | ObjKind::Method { .. } | ObjKind::Constructor { .. } | ObjKind::Field { .. }
        )
    }

    pub fn is_string(self) -> bool {
        self.is_unknown_text() || matches!(self, ObjKind::Str { .. } | ObjKind::OtherStr)
    }

    /// A string that is not known, or not all of it.
    pub fn is_unknown_text(self) -> bool {
        matches!(self, ObjKind::UnknownString { .. } | ObjKind::Template { .. })
    }

    /// The site an unknown came from.
    pub fn origin(self) -> Option<SiteId> {
        match self {
            ObjKind::UnknownInstance { site, .. }
            | ObjKind::UnknownClass { site, .. }
            | ObjKind::UnknownMember { site, .. }
            | ObjKind::UnknownString { site }
            | ObjKind::Template { site, .. }
            | ObjKind::Opaque { site, .. } => Some(site),
            _ => None,
        }
    }
}

/// Classes whose objects the heap itself makes.
#[derive(Debug, Clone, Copy)]
pub struct MetaTypes {
    pub object: TypeId,
    pub string: TypeId,
    pub class: TypeId,
    pub method: TypeId,
    pub field: TypeId,
    pub constructor: TypeId,
    pub handle: TypeId,
    pub proxy: TypeId,
    pub null: TypeId,
    pub object_class: ClassId,
}

impl MetaTypes {
    /// Whether objects of a type name a class or member: texts and metaobjects.
    pub fn is_name(&self, ty: TypeId) -> bool {
        [self.string, self.class, self.method, self.field, self.constructor].contains(&ty)
    }
}
