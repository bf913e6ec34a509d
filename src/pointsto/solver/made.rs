//! What models had made already: calls that are made once however often they are asked for. Must not know what the models
//! mean.

use super::super::command::{Args, Ptr, ReflectiveCall};
use super::super::ids::{CalleesId, InstId, ModelId, NodeId, ReceiverCallId};
use crate::base::{FxHashMap, FxHashSet, IndexVec};
use crate::heap::SiteId;
use crate::program::MethodId;

/// A list of callees of a model: models number their lists by themselves.
pub(super) type ListOfModel = (ModelId, CalleesId);

/// Caller, place and callee of a call.
type Place = (InstId, SiteId, MethodId);

/// Calls that models made already.
#[derive(Default)]
pub(super) struct Made {
    pub(super) model_calls: FxHashSet<(InstId, SiteId, InstId, Option<NodeId>)>,
    /// As instructions make them.
    pub(super) calls: FxHashSet<(Place, Vec<Option<NodeId>>, Option<NodeId>)>,
    pub(super) intrinsic_args: FxHashMap<Place, Vec<Option<NodeId>>>,
    /// Calls on every object of a pointer, where each object has a context of its own.
    pub(super) receivers: IndexVec<ReceiverCallId, ReflectiveCall>,
    pub(super) summary_nodes: FxHashMap<ListOfModel, SummaryNode>,
    pub(super) summary_calls: FxHashSet<(InstId, SiteId, ListOfModel, Vec<Option<Ptr>>)>,
    pub(super) escaped: FxHashSet<NodeId>,
    pub(super) received: FxHashSet<(Place, NodeId, Args, Option<NodeId>)>,
}

/// What stands between the places and the methods of a list.
#[derive(Debug, Clone)]
pub(super) struct SummaryNode {
    pub(super) args: Vec<NodeId>,
    pub(super) ret: NodeId,
    pub(super) throw: NodeId,
    /// Methods that models answer for, each call by itself.
    pub(super) modelled: Vec<MethodId>,
}
