//! What calls asked of objects and members that nobody knows, each once. Must not know what they tell.

use super::call::ApiCallId;
use super::open_call::Wanted;
use crate::base::FxHashSet;
use crate::heap::ObjId;
use crate::program::{ClassId, TypeId};

/// A call meets thousands of objects of few classes, and dozens of unknown members of one name: what it does with one object
/// of a class it does with all.
#[derive(Default)]
pub(in crate::reflection) struct Asked {
    /// The classes asked for methods of a name; `None` for objects of unknown class.
    pub(in crate::reflection) methods: FxHashSet<(ApiCallId, Wanted, Option<ClassId>)>,
    /// The objects asked for fields of a name: each has its own.
    pub(in crate::reflection) fields: FxHashSet<(ApiCallId, Wanted, ObjId)>,
    /// The types of annotations that elements of which nothing is known were asked for.
    pub(in crate::reflection) annotations: FxHashSet<(ApiCallId, Option<TypeId>)>,
    /// Arrays of annotations that were given, by the type asked for.
    pub(in crate::reflection) arrays: FxHashSet<(ApiCallId, TypeId)>,
    /// Calls that may do anything to their receivers.
    pub(in crate::reflection) open: FxHashSet<ApiCallId>,
}
