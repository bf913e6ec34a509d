//! The nodes of one field, by which what is stored through an object of which nothing is known finds all that have it. Must not know
//! objects.

use super::super::ids::NodeId;

/// The nodes of a field of the application.
#[derive(Debug, Default)]
pub(super) struct FieldPlaces {
    /// Of objects that have their own.
    pub(super) nodes: Vec<NodeId>,
    /// Whose contents each of them has, too ([`Core::store_in_all`](super::core::Core::store_in_all)).
    pub(super) any: Option<NodeId>,
}
