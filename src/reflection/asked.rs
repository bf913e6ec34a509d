//! What calls asked of objects and members that nobody knows, each once. Must not know what they tell.

use super::call::ApiCallId;
use crate::base::{FxHashSet, Sym};
use crate::heap::ObjId;
use crate::program::{ClassId, TypeId};

/// A call meets thousands of objects of few classes, and dozens of unknown members of one name: what it does with one object
/// of a class it does with all.
#[derive(Default)]
pub(super) struct Asked {
    /// The classes asked for methods of a name; `None` for objects of unknown class.
    pub(super) methods: FxHashSet<(ApiCallId, Option<Sym>, Option<ClassId>)>,
    /// The objects asked for fields of a name: each has its own.
    pub(super) fields: FxHashSet<(ApiCallId, Option<Sym>, ObjId)>,
    /// The types of annotations that elements of which nothing is known were asked for.
    pub(super) annotations: FxHashSet<(ApiCallId, Option<TypeId>)>,
    /// Arrays of annotations that were given, by the type asked for.
    pub(super) arrays: FxHashSet<(ApiCallId, TypeId)>,
    /// Calls that may do anything to their receivers.
    pub(super) open: FxHashSet<ApiCallId>,
}
