//! Method instances: a method under a context, with the nodes of its reference variables. Turning its statements into
//! edges and uses is `solve.rs`'s work.

use std::rc::Rc;

use super::node::NodeId;
use crate::classfile::Kind;
use crate::heap::CtxId;
use crate::ir::{Body, Var};
use crate::program::MethodId;

crate::define_id!(
    /// A method under a context.
    InstId
);

/// A lowered body with the dense numbering of its reference variables.
#[derive(Debug)]
pub struct Code {
    pub body: Body,
    /// Position among the reference variables, `u32::MAX` for primitives.
    slots: Vec<u32>,
    pub references: u32,
}

impl Code {
    pub(super) fn new(body: Body) -> Self {
        let mut references = 0;
        let slots = body
            .vars
            .iter()
            .map(|var| {
                if var.kind == Kind::Ref {
                    references += 1;
                    references - 1
                } else {
                    u32::MAX
                }
            })
            .collect();
        Self { body, slots, references }
    }

    pub(super) fn slot(&self, var: Var) -> Option<u32> {
        Some(self.slots[var.index()]).filter(|&slot| slot != u32::MAX)
    }
}

/// A method under a context.
#[derive(Debug)]
pub struct Instance {
    pub method: MethodId,
    pub ctx: CtxId,
    /// `None`: native, abstract or phantom.
    pub code: Option<Rc<Code>>,
    /// Node of the first reference variable; the others follow.
    pub(super) base: u32,
    /// Per parameter (receiver first unless static): its node if it is a reference.
    pub params: Vec<Option<NodeId>>,
    pub ret: Option<NodeId>,
    pub exception: NodeId,
}

impl Instance {
    pub fn var(&self, var: Var) -> Option<NodeId> {
        let slot = self.code.as_ref()?.slot(var)?;
        Some(NodeId(self.base + slot))
    }
}
