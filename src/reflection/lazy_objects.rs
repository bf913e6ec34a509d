//! What the model remembers of lazy objects. Must not know what is done with it.

use super::call::ApiCallId;
use crate::base::{FxHashMap, FxHashSet, FxIndexMap, FxIndexSet};
use crate::heap::{ObjId, SiteId};
use crate::pointsto::{CallId, NodeId};
use crate::program::{ClassId, TypeId};

/// What is known of one lazy object.
#[derive(Default)]
pub(super) struct Lazy {
    /// The calls that make it.
    pub(super) calls: FxIndexSet<ApiCallId>,
    /// Where casts let through objects of the classes that a type leaves.
    pub(super) met: FxIndexSet<(TypeId, NodeId)>,
}

/// All lazy objects of a run.
#[derive(Default)]
pub(super) struct LazyObjects {
    pub(super) known: FxIndexMap<ObjId, Lazy>,
    /// What calls made of classes.
    pub(super) made: FxHashMap<(ApiCallId, ClassId), Option<ObjId>>,
    /// Calls on lazy objects that were followed.
    pub(super) called: FxHashSet<(Option<CallId>, ObjId)>,
    /// JDK code that takes what a lazy object became for something.
    pub(super) taken: FxHashSet<(ObjId, TypeId, NodeId)>,
    /// Places whose unknown classes are bounded by tests elsewhere.
    pub(super) may_be_refused: FxHashSet<SiteId>,
    /// Places whose unknown classes were asked for other classes.
    pub(super) gave_another: FxHashSet<SiteId>,
}
