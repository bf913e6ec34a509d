//! Method instances: a method under a context, with the nodes of its reference variables. Turning its statements into
//! edges and uses is the solver's work.

use std::rc::Rc;

use super::super::ids::NodeId;
use super::super::summaries::shortcuts::Shortcuts;
use super::numbering::VarNumbering;
use crate::heap::CtxId;
use crate::ir::{Body, Var};
use crate::program::{MethodId, TypeId};

/// A lowered body with the numbering of the variables that have nodes.
#[derive(Debug)]
pub struct Code {
    pub body: Body,
    pub(crate) numbering: VarNumbering,
    pub(crate) shortcuts: Shortcuts,
}

impl Code {
    /// A body; what its callers do by themselves is left out of its numbering.
    pub(crate) fn new(body: Body, shortcuts: Shortcuts) -> Self {
        let numbering = VarNumbering::new(&body, &shortcuts);
        Self { body, numbering, shortcuts }
    }

    /// Bytes held, about.
    pub(crate) fn bytes(&self) -> usize {
        // A number for each variable, and back.
        size_of::<Self>() + self.body.bytes() + self.body.vars.len() * 12
    }

    /// The result and the type of the cast through which everything goes that a variable holds, if it is used for nothing
    /// else.
    pub fn only_cast(&self, var: Var) -> Option<(Var, TypeId)> {
        self.numbering.only_cast(var)
    }
}

/// A method under a context.
#[derive(Debug)]
pub struct Instance {
    pub method: MethodId,
    pub ctx: CtxId,
    /// It is the first of its method.
    pub(crate) first: bool,
    /// `None`: native, abstract or phantom.
    pub code: Option<Rc<Code>>,
    /// Node of the first numbered variable; the others follow.
    pub(crate) base: NodeId,
    /// Per parameter (receiver first unless static): its node if it is a reference that something depends on.
    pub params: Vec<Option<NodeId>>,
    pub ret: Option<NodeId>,
    pub exception: NodeId,
    /// Per parameter: what calls pass that do not do by themselves what the method does with it; see
    /// [`Shortcuts`]. Empty until there is one.
    pub(crate) whole: Vec<Option<NodeId>>,
}

impl Instance {
    /// The node of a variable; none for primitives and where nothing depends on it.
    pub fn var(&self, var: Var) -> Option<NodeId> {
        let index = self.code.as_ref()?.numbering.index(var)?;
        Some(NodeId(self.base.0 + index.0))
    }
}
