//! Nodes of the pointer flow graph. Owns what a node is; must not know how sets flow.

use super::super::ids::{CallId, GatheringId, HookId, InstId, NodeId, ReceiverCallId};
use super::flow::FlowKind;
use crate::heap::{Category, Face, ObjId};
use crate::ir::Var;
use crate::program::{ClassId, FieldId, MethodId};

/// What a node stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NodeInfo {
    Var(InstId, Var),
    /// What an instance returns.
    Return(InstId),
    /// What an instance throws.
    Exception(InstId),
    /// What is thrown inside one combination of handlers of an instance.
    Throw(InstId, u32),
    Field(ObjId, FieldId),
    Elements(ObjId),
    Static(FieldId),
    /// What calls put into a host, a collection, of a category; see [`Collections`](crate::pointsto::Collections).
    Host(ObjId, Category),
    /// Made by a model; the number is its own.
    Synthetic(u32),
}

/// Something a node's objects cause, besides flowing on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Use {
    Load {
        field: FieldId,
        dst: NodeId,
        kind: FlowKind,
    },
    Store {
        field: FieldId,
        src: NodeId,
        kind: FlowKind,
    },
    ElementLoad {
        dst: NodeId,
    },
    ElementStore {
        src: NodeId,
        /// Offset of the instruction.
        offset: u32,
    },
    Dispatch(CallId),
    /// A call with one possible target is made on the objects.
    Direct(CallId, InstId),
    /// A model calls a method on objects.
    Seize(MethodId),
    /// The objects escape: something is done with them that nobody can say.
    Escape,
    /// What is in the objects enters hosts.
    Gather(GatheringId),
    /// A factory makes a view of the objects, which are its argument.
    TransferArgument(CallId, InstId),
    /// Those of the objects go on that may be views of a host of a class.
    Sift {
        class: ClassId,
        face: Face,
        into: NodeId,
    },
    /// The objects are views of a host where they go.
    Transfer {
        of: ObjId,
        face: Face,
        dst: NodeId,
    },
    /// A factory returned the objects, those that it made among them.
    Returned {
        made: NodeId,
    },
    /// A factory made the objects for a host.
    Made {
        of: ObjId,
        face: Face,
        dst: NodeId,
    },
    /// Objects become receivers of a model's call.
    Receive(ReceiverCallId),
    Hook(HookId),
}
