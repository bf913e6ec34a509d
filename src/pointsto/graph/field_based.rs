//! Fields of crowds: where one instruction stores into a field of more objects than anybody could tell apart, these objects
//! have one such field together. All of them get what that instruction stores, and the table of all of them times all that
//! grows with the square of the program; what else each of them holds there is told apart no more. Owns which objects share
//! which field; must not know methods.

use super::super::ids::NodeId;
use crate::base::{FxHashMap, Mask};
use crate::program::FieldId;

/// The most objects of one store that have fields of their own.
pub(crate) const MOST: u32 = 1024;

/// A field that several objects share.
pub(super) struct Shared {
    pub(super) node: NodeId,
    pub(super) of: Mask,
    /// Objects that were asked to share it.
    pub(super) asked: Mask,
}

/// The shared fields.
#[derive(Default)]
pub(super) struct SharedFields {
    pub(super) fields: FxHashMap<FieldId, Shared>,
}
