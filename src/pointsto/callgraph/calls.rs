//! Call sites and the call graph. Owns who calls whom; must not know how targets are found.

use super::super::ids::{FilterId, InstId, NodeId};
use crate::heap::SiteId;
use crate::ir::Var;
use crate::program::MethodId;

/// Why an edge of the call graph is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EdgeKind {
    /// An invoke instruction.
    Call,
    /// A reflective action.
    Reflective,
    /// A model: thread start, lambda body, class initialisation, ...
    Model,
}

/// What else is known of a call. Changes nothing that flows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CallNote {
    /// It calls this method, whose body makes no difference there.
    Calls(MethodId),
    /// It calls function objects that are made at this place: what they run is called from there.
    Runs(SiteId),
    /// Its receiver is an object whose class nobody knows: whatever implements this method may be called.
    Unknown(MethodId),
}

/// A call instruction of a method instance, or a virtual call made by a model.
#[derive(Debug)]
pub struct CallSite {
    pub caller: InstId,
    pub site: SiteId,
    pub offset: u32,
    pub kind: EdgeKind,
    /// The method the instruction resolves to.
    pub resolved: MethodId,
    pub args: Vec<Option<NodeId>>,
    pub vars: Vec<Var>,
    pub dst: Option<NodeId>,
    /// Where the result goes if all that is done with it is a cast.
    pub cast: Option<(NodeId, FilterId)>,
    pub throw: Option<NodeId>,
    /// Whether there is one possible target.
    pub direct: bool,
}
