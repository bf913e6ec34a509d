//! The pointer flow graph: nodes, edges, filters and how sets flow. Must not know methods, calls or models.

pub(crate) mod budget;
pub(crate) mod core;
pub(crate) mod edges;
mod explained;
pub(crate) mod field_based;
mod field_places;
pub(crate) mod figures;
pub(crate) mod filter;
pub(crate) mod flow;
mod held;
pub(crate) mod node;
mod places;
pub(crate) mod saturation;
pub(crate) mod shuffle;
