//! What the model remembers of lazy objects. Must not know what is done with it.

use super::call::ApiCallId;
use crate::base::{FxHashMap, FxHashSet, FxIndexMap, FxIndexSet};
use crate::heap::{ObjId, SiteId};
use crate::pointsto::{CallId, NodeId};
use crate::program::{ClassId, TypeId};

/// What is known of one lazy object.
#[derive(Default)]
pub(in crate::reflection) struct Lazy {
    /// The calls that make it.
    pub(in crate::reflection) calls: FxIndexSet<ApiCallId>,
    /// Where casts let through objects of the classes that a type leaves.
    pub(in crate::reflection) met: FxIndexSet<(TypeId, NodeId)>,
}

/// All lazy objects of a run.
#[derive(Default)]
pub(in crate::reflection) struct LazyObjects {
    pub(in crate::reflection) known: FxIndexMap<ObjId, Lazy>,
    /// What calls made of classes.
    pub(in crate::reflection) made: FxHashMap<(ApiCallId, ClassId), Option<ObjId>>,
    /// Calls on lazy objects that were followed.
    pub(in crate::reflection) called: FxHashSet<(Option<CallId>, ObjId)>,
    /// JDK code that takes what a lazy object became for something.
    pub(in crate::reflection) taken: FxHashSet<(ObjId, TypeId, NodeId)>,
    /// Places whose unknown classes are bounded by tests elsewhere.
    pub(in crate::reflection) may_be_refused: FxHashSet<SiteId>,
    /// Places whose unknown classes were asked for other classes.
    pub(in crate::reflection) gave_another: FxHashSet<SiteId>,
}
