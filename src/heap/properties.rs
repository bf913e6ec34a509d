//! What the solver asks of an object by its kind: how calls on it find what they run, what decides about casts of it, which
//! fields it has, where it may be kept. For these a new kind of object answers here, and the solver needs no edit; where
//! objects that instructions make are told from others, the solver names their kinds itself. Must not know solving.

use super::object::{AnnotationId, Category, Face, InterfacesId, MemberKind, NO_CTX, NamePart, ObjId, ObjKind, SiteId};
use crate::base::Sym;
use crate::program::{FieldId, MethodId, TypeId};

/// How a call on an object finds what it runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dispatch {
    /// By the object's class (JVMS 5.4.6).
    ByClass,
    /// As by class where that gives a method with a body; for abstract methods models are asked. Where none answers nothing
    /// is run: objects that the JVM makes at run time for an interface.
    ByClassOrModel,
    /// Models are asked; where none answers nobody knows what is run and what comes back, and the call graph says so.
    ByModel,
    /// There is no object.
    Nothing,
}

/// What decides whether an object passes a cast.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Typing {
    /// Its type.
    Exact,
    /// Its type, and interfaces that it has besides ([`Heap::markers`](super::Heap::markers)).
    Several,
    /// Its type is a bound: it passes where something below the bound does, as an object of the narrower type.
    Bounded,
    /// Its type is a bound: it passes where something below the bound does, and stays itself unless the cast says that it is
    /// a string or a metaobject.
    Token,
    /// It passes every cast.
    Any,
}

/// The fields of an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fields {
    None,
    Own,
    /// Those that all metaobjects have together.
    Shared,
    /// Its own, in which there are unknowns besides what is stored; so are its elements if it can be an array.
    Unknown,
}

impl ObjKind {
    /// How a call on an object of the kind finds what it runs.
    pub fn dispatch(self) -> Dispatch {
        match self {
            ObjKind::Null => Dispatch::Nothing,
            ObjKind::Opaque { .. }
            | ObjKind::UnknownInstance { .. }
            | ObjKind::Annotation { .. }
            | ObjKind::Proxy { .. } => Dispatch::ByModel,
            ObjKind::Closure { .. } => Dispatch::ByClassOrModel,
            // Unknown strings, classes and members are of a known final class.
            ObjKind::Alloc { .. }
            | ObjKind::Merged { .. }
            | ObjKind::Instance { .. }
            | ObjKind::Class { .. }
            | ObjKind::UnknownClass { .. }
            | ObjKind::Method { .. }
            | ObjKind::Constructor { .. }
            | ObjKind::Field { .. }
            | ObjKind::UnknownMember { .. }
            | ObjKind::MemberArray { .. }
            | ObjKind::Str { .. }
            | ObjKind::OtherStr
            | ObjKind::UnknownString { .. }
            | ObjKind::Template { .. }
            | ObjKind::Handle { .. }
            | ObjKind::View { .. } => Dispatch::ByClass,
        }
    }

    /// What decides whether an object of the kind passes a cast.
    pub fn typing(self) -> Typing {
        match self {
            ObjKind::Null => Typing::Any,
            ObjKind::Closure { .. } | ObjKind::Proxy { .. } => Typing::Several,
            ObjKind::Opaque { .. } => Typing::Bounded,
            ObjKind::UnknownInstance { .. } => Typing::Token,
            // Unknown strings, classes and members are of a known final class.
            ObjKind::Alloc { .. }
            | ObjKind::Merged { .. }
            | ObjKind::Instance { .. }
            | ObjKind::Class { .. }
            | ObjKind::UnknownClass { .. }
            | ObjKind::Method { .. }
            | ObjKind::Constructor { .. }
            | ObjKind::Field { .. }
            | ObjKind::UnknownMember { .. }
            | ObjKind::MemberArray { .. }
            | ObjKind::Str { .. }
            | ObjKind::OtherStr
            | ObjKind::UnknownString { .. }
            | ObjKind::Template { .. }
            | ObjKind::Handle { .. }
            | ObjKind::View { .. }
            | ObjKind::Annotation { .. } => Typing::Exact,
        }
    }

    /// The fields of an object of the kind.
    pub fn fields(self) -> Fields {
        match self {
            ObjKind::Null
            | ObjKind::Str { .. }
            | ObjKind::OtherStr
            | ObjKind::UnknownString { .. }
            | ObjKind::Template { .. } => Fields::None,
            ObjKind::Class { .. }
            | ObjKind::UnknownClass { .. }
            | ObjKind::Method { .. }
            | ObjKind::Constructor { .. }
            | ObjKind::Field { .. }
            | ObjKind::UnknownMember { .. } => Fields::Shared,
            ObjKind::Opaque { .. } | ObjKind::UnknownInstance { .. } => Fields::Unknown,
            ObjKind::Alloc { .. }
            | ObjKind::Merged { .. }
            | ObjKind::Instance { .. }
            | ObjKind::MemberArray { .. }
            | ObjKind::Closure { .. }
            | ObjKind::Handle { .. }
            | ObjKind::View { .. }
            | ObjKind::Annotation { .. }
            | ObjKind::Proxy { .. } => Fields::Own,
        }
    }

    /// Whether fields and array elements may hold objects of the kind; else only variables do.
    pub const fn lives_in_heap(self) -> bool {
        match self {
            #[cfg(test)]
            ObjKind::Instance { site: LOCAL, .. } | ObjKind::UnknownInstance { site: LOCAL, .. } => false,
            ObjKind::Alloc { .. }
            | ObjKind::Merged { .. }
            | ObjKind::Instance { .. }
            | ObjKind::Class { .. }
            | ObjKind::UnknownClass { .. }
            | ObjKind::Method { .. }
            | ObjKind::Constructor { .. }
            | ObjKind::Field { .. }
            | ObjKind::UnknownMember { .. }
            | ObjKind::MemberArray { .. }
            | ObjKind::Str { .. }
            | ObjKind::OtherStr
            | ObjKind::UnknownString { .. }
            | ObjKind::Template { .. }
            | ObjKind::Handle { .. }
            | ObjKind::View { .. }
            | ObjKind::Annotation { .. }
            | ObjKind::Proxy { .. }
            | ObjKind::Closure { .. }
            | ObjKind::Opaque { .. }
            | ObjKind::UnknownInstance { .. }
            | ObjKind::Null => true,
        }
    }

    /// Whether objects of every kind may be kept in the heap: then edges into it need no filter.
    pub const ALL_IN_HEAP: bool = {
        let mut kind = Some(FIRST);
        let mut all = true;
        while let Some(this) = kind {
            all &= this.lives_in_heap();
            kind = next(this);
        }
        all
    };
}

/// Tests make objects that only variables hold, which no kind is today (Solar's lazy objects could be): those of this site, which is
/// none of a heap's.
#[cfg(test)]
pub(crate) const LOCAL: SiteId = SiteId(u32::MAX);

const FIRST: ObjKind = ObjKind::Alloc { site: SiteId(0), ty: TypeId(0), ctx: NO_CTX };

/// The kind after one, so that the compiler asks for every kind.
const fn next(kind: ObjKind) -> Option<ObjKind> {
    let (site, ty, obj) = (SiteId(0), TypeId(0), ObjId(0));
    let (method, field, text) = (MethodId(0), FieldId(0), Sym(0));
    let face = Face::Elements(Category::Elements);
    Some(match kind {
        ObjKind::Alloc { .. } => ObjKind::Merged { ty },
        ObjKind::Merged { .. } => ObjKind::Instance { site, ty, ctx: NO_CTX },
        ObjKind::Instance { .. } => ObjKind::Opaque { site, bound: ty },
        ObjKind::Opaque { .. } => ObjKind::UnknownInstance { site, bound: ty, lazy: false, outside: false },
        ObjKind::UnknownInstance { .. } => ObjKind::Class { ty },
        ObjKind::Class { .. } => ObjKind::UnknownClass { site, bound: ty, outside: false },
        ObjKind::UnknownClass { .. } => ObjKind::Method { method },
        ObjKind::Method { .. } => ObjKind::Constructor { method },
        ObjKind::Constructor { .. } => ObjKind::Field { field },
        ObjKind::Field { .. } => ObjKind::UnknownMember {
            kind: MemberKind::Method,
            class: None,
            name: NamePart::Unknown,
            site,
            outside: false,
        },
        ObjKind::UnknownMember { .. } => ObjKind::MemberArray { site, ty },
        ObjKind::MemberArray { .. } => ObjKind::Str { text },
        ObjKind::Str { .. } => ObjKind::OtherStr,
        ObjKind::OtherStr => ObjKind::UnknownString { site },
        ObjKind::UnknownString { .. } => ObjKind::Template { site, outline: text },
        ObjKind::Template { .. } => ObjKind::Closure { site, ty, ctx: NO_CTX },
        ObjKind::Closure { .. } => ObjKind::Handle { site, ty, ctx: NO_CTX },
        ObjKind::Handle { .. } => ObjKind::View { of: obj, face, real: obj },
        ObjKind::View { .. } => ObjKind::Annotation { ty, at: AnnotationId(0) },
        ObjKind::Annotation { .. } => ObjKind::Proxy { site, of: InterfacesId(0), ctx: NO_CTX },
        ObjKind::Proxy { .. } => ObjKind::Null,
        ObjKind::Null => return None,
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn a_kind_says_how_the_solver_takes_it() {
        let (site, bound) = (SiteId(0), TypeId(0));
        let rows = [
            (ObjKind::Merged { ty: bound }, Dispatch::ByClass, Typing::Exact, Fields::Own),
            (ObjKind::Class { ty: bound }, Dispatch::ByClass, Typing::Exact, Fields::Shared),
            (ObjKind::UnknownString { site }, Dispatch::ByClass, Typing::Exact, Fields::None),
            (ObjKind::Closure { site, ty: bound, ctx: NO_CTX }, Dispatch::ByClassOrModel, Typing::Several, Fields::Own),
            (ObjKind::Opaque { site, bound }, Dispatch::ByModel, Typing::Bounded, Fields::Unknown),
            (
                ObjKind::UnknownInstance { site, bound, lazy: false, outside: false },
                Dispatch::ByModel,
                Typing::Token,
                Fields::Unknown,
            ),
            (
                ObjKind::Proxy { site, of: InterfacesId(0), ctx: NO_CTX },
                Dispatch::ByModel,
                Typing::Several,
                Fields::Own,
            ),
            (ObjKind::Null, Dispatch::Nothing, Typing::Any, Fields::None),
        ];
        for (kind, dispatch, typing, fields) in rows {
            assert_eq!((kind.dispatch(), kind.typing(), kind.fields()), (dispatch, typing, fields), "{kind:?}");
        }
    }

    #[test]
    fn every_kind_is_asked_whether_it_may_be_kept() {
        let kinds: Vec<ObjKind> = std::iter::successors(Some(FIRST), |&kind| next(kind)).collect();
        let told_apart: HashSet<_> = kinds.iter().map(std::mem::discriminant).collect();
        assert_eq!((told_apart.len(), kinds.last()), (kinds.len(), Some(&ObjKind::Null)));
        assert_eq!(kinds.iter().all(|kind| kind.lives_in_heap()), ObjKind::ALL_IN_HEAP);
    }
}
