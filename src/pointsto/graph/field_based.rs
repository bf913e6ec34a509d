//! The field-based fallback: where one instruction stores into a field of more objects than anybody could distinguish, these
//! objects have one such field together, as in a field-based analysis all objects have. All of them get what that instruction
//! stores, and the table of all of them times all that grows with the square of the program; what else each of them holds
//! there is distinguished no more. Owns which objects have which field together; must not know methods.

use super::super::ids::NodeId;
use crate::base::{FxHashMap, Mask};
use crate::program::{FieldId, TypeId};

/// The most objects of one store that have fields of their own.
pub(crate) const MOST: u32 = 1024;

/// A field that several objects have together.
pub(super) struct FieldBasedNode {
    pub(super) node: NodeId,
    pub(super) of: Mask,
    /// Objects that were asked whether they do.
    pub(super) asked: Mask,
}

/// The fields that objects have together.
#[derive(Default)]
pub(super) struct FieldBased {
    pub(super) fields: FxHashMap<FieldId, FieldBasedNode>,
    /// The elements that arrays of a type have together.
    pub(super) elements: FxHashMap<TypeId, NodeId>,
    /// Objects that were asked whether they are such an array.
    pub(super) arrays: Mask,
}
