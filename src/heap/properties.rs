//! What the solver asks of an object by its kind: how calls on it find what they run, what decides about casts of it, where
//! it may be kept. A new kind of object answers here, and the solver needs no edit. Must not know solving.

use super::object::ObjKind;

/// How a call on an object finds what it runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dispatch {
    /// By the object's class (JVMS 5.4.6).
    ByClass,
    /// As by class where that gives a method with a body; for abstract methods models are asked. Where none answers nothing
    /// is run: objects that the JVM makes at run time for an interface.
    ByClassOrModel,
    /// Models are asked; where none answers nobody knows what is run and what comes back.
    ByModel,
    /// Nobody knows what is run; the call graph says so.
    Unknown,
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

impl ObjKind {
    /// How a call on an object of the kind finds what it runs.
    pub fn dispatch(self) -> Dispatch {
        match self {
            ObjKind::Null => Dispatch::Nothing,
            ObjKind::UnknownInstance { .. } => Dispatch::Unknown,
            ObjKind::Opaque { .. } => Dispatch::ByModel,
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
            | ObjKind::Handle { .. }
            | ObjKind::View { .. } => Dispatch::ByClass,
        }
    }

    /// What decides whether an object of the kind passes a cast.
    pub fn typing(self) -> Typing {
        match self {
            ObjKind::Null => Typing::Any,
            ObjKind::Closure { .. } => Typing::Several,
            ObjKind::Opaque { .. } => Typing::Bounded,
            ObjKind::UnknownInstance { .. } => Typing::Token,
            _ => Typing::Exact,
        }
    }

    /// Whether fields and array elements may hold objects of the kind; else only variables do. All may today: a kind that is
    /// none of these also clears [`ALL_IN_HEAP`](Self::ALL_IN_HEAP).
    pub fn lives_in_heap(self) -> bool {
        Self::ALL_IN_HEAP
    }

    /// Whether objects of every kind may be kept in the heap: then edges into it need no filter.
    pub const ALL_IN_HEAP: bool = true;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::SiteId;
    use crate::program::TypeId;

    #[test]
    fn a_kind_says_how_the_solver_takes_it() {
        let (site, bound) = (SiteId(0), TypeId(0));
        let rows = [
            (ObjKind::Merged { ty: bound }, Dispatch::ByClass, Typing::Exact),
            (ObjKind::UnknownString { site }, Dispatch::ByClass, Typing::Exact),
            (ObjKind::Closure { site, ty: bound, ctx: crate::heap::NO_CTX }, Dispatch::ByClassOrModel, Typing::Several),
            (ObjKind::Opaque { site, bound }, Dispatch::ByModel, Typing::Bounded),
            (ObjKind::UnknownInstance { site, bound }, Dispatch::Unknown, Typing::Token),
            (ObjKind::Null, Dispatch::Nothing, Typing::Any),
        ];
        for (kind, dispatch, typing) in rows {
            assert_eq!((kind.dispatch(), kind.typing(), kind.lives_in_heap()), (dispatch, typing, true), "{kind:?}");
        }
    }
}
