//! What is known of method handles and of the types of such: what a handle does when it is called, which handles it is made of,
//! which places its arguments take in these. Plain data; must not know calls of the API.

use crate::base::{FxHashMap, FxIndexSet};
use crate::classpath::Origin;
use crate::heap::{MemberKind, ObjId, SiteId};
use crate::pointsto::{InstId, NodeId};
use crate::program::{FieldId, MethodId, TypeId};

use super::super::terms::attempt::Sought;
use super::call::{ApiCallId, Place};
use super::open_call::Bound;

/// Places that arguments are told apart at; those behind are one.
pub(in crate::reflection) const PLACES: u32 = 16;
/// Types that one object can be the type of a handle as.
pub(in crate::reflection) const TYPES: usize = 16;

/// All handles of a run.
#[derive(Default)]
pub(in crate::reflection) struct Handles {
    pub(in crate::reflection) known: FxHashMap<ObjId, Handle>,
    pub(in crate::reflection) types: FxHashMap<ObjId, HandleTypes>,
    /// Objects that describe handles.
    pub(in crate::reflection) revealed: FxIndexSet<ObjId>,
}

/// One handle.
pub(in crate::reflection) struct Handle {
    /// Where it is made.
    pub(in crate::reflection) caller: InstId,
    pub(in crate::reflection) site: SiteId,
    pub(in crate::reflection) origin: Origin,
    pub(in crate::reflection) does: FxIndexSet<Does>,
    /// What is known of the members behind it that are not known.
    pub(in crate::reflection) open: FxIndexSet<(MemberKind, Bound)>,
    /// What it runs because it may, and what it may write into.
    pub(in crate::reflection) opened: FxIndexSet<MethodId>,
    pub(in crate::reflection) opened_on: FxIndexSet<ObjId>,
    pub(in crate::reflection) passing: Passing,
    /// Arguments that it has already, before those that it is called with.
    pub(in crate::reflection) bound: u32,
    /// What the handles give and throw that it is made of is an argument of them, too.
    pub(in crate::reflection) passes_results: bool,
    pub(in crate::reflection) parts: FxIndexSet<ObjId>,
    /// It is called, with at most so many arguments one by one.
    pub(in crate::reflection) called: Option<u32>,
    /// It is called by who knows.
    pub(in crate::reflection) is_let_go: bool,
}

impl Handle {
    pub(in crate::reflection) fn new(caller: InstId, site: SiteId, origin: Origin, passing: Passing) -> Self {
        let (does, open, opened, opened_on, parts) = Default::default();
        Self {
            caller,
            site,
            origin,
            does,
            open,
            opened,
            opened_on,
            passing,
            bound: 0,
            passes_results: false,
            parts,
            called: None,
            is_let_go: false,
        }
    }
}

/// What a handle does itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(in crate::reflection) enum Does {
    /// Calls a method, as its first argument selects it if it is not static.
    Call(MethodId),
    /// Calls this very method.
    Special(MethodId),
    New(MethodId),
    Get(FieldId),
    Set(FieldId),
    GetElement,
    SetElement,
    NewArray(TypeId),
    /// Throws what it is called with.
    Throw,
    /// Gives it back.
    Give,
    /// Runs what is in no class: it gives an address if it gives any object.
    Native,
    /// Nothing that matters.
    Nothing,
}

/// Where the arguments of a handle are in the handles that it is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::reflection) enum Passing {
    Same,
    /// Behind `at` after `count` more that it has itself.
    After {
        at: u32,
        count: u32,
    },
    /// Those from `at` on, `count` of them, are left out.
    Without {
        at: u32,
        count: u32,
    },
    /// Anywhere.
    Any,
}

impl Passing {
    /// The place of an argument in a part; none if it is left out.
    pub(in crate::reflection) fn place(self, index: u32) -> Option<Place> {
        Some(match self {
            Passing::Same => place(index),
            Passing::After { at, count } => place(if index < at { index } else { index.saturating_add(count) }),
            Passing::Without { at, count } if index < at || index >= at.saturating_add(count) => {
                place(if index < at { index } else { index - count })
            }
            Passing::Without { .. } => return None,
            Passing::Any => Place::Any,
        })
    }

    /// How many arguments a part gets one by one.
    pub(in crate::reflection) fn given(self, given: u32) -> u32 {
        match self {
            Passing::Same | Passing::Without { .. } => given,
            Passing::After { at, count } => given.max(at).saturating_add(count).min(PLACES),
            Passing::Any => 0,
        }
    }
}

/// The place of an argument by its index.
pub(in crate::reflection) fn place(index: u32) -> Place {
    if index < PLACES { Place::At(index) } else { Place::Any }
}

/// Parameter types and result.
pub(in crate::reflection) type HandleType = (Vec<TypeId>, TypeId);

/// What an object is as the type of a handle.
#[derive(Default)]
pub(in crate::reflection) struct HandleTypes {
    /// The classes of the result and of the parameters, for each way in which it is made.
    pub(in crate::reflection) made: FxIndexSet<(NodeId, Vec<NodeId>)>,
    pub(in crate::reflection) known: FxIndexSet<HandleType>,
    /// It may be any type.
    pub(in crate::reflection) is_any: bool,
    /// Look-ups that ask for a member of the type.
    pub(in crate::reflection) asking: FxIndexSet<(ApiCallId, Sought)>,
}
