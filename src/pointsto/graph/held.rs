//! The bytes that the graph holds: counted from the lengths of its tables and the room of its sets, so that equal runs give
//! equal counts. Must not know limits.

use super::super::ids::NodeId;
use super::core::{Core, Pointer};
use super::edges::Edges;
use super::flow::FlowEdge;
use super::node::{NodeInfo, Use};
use crate::base::held;
use crate::heap::ObjId;
use crate::program::{FieldId, TypeId};

/// What a node takes in the tables that have a row for each.
type NodeRow = (Pointer, (NodeInfo, Edges, Vec<Use>, u64));

impl Core<'_> {
    /// Bytes held, the heap's included. Asked often: it goes through nothing.
    pub(crate) fn bytes(&self) -> u64 {
        let nodes = held::vector::<NodeRow>(self.node_count());
        let edges = self.edge_log.len();
        // Beside the log an edge stands at its start; nodes with many have an index of them.
        let edges = held::vector::<FlowEdge>(edges) + (edges * 4 * size_of::<NodeId>()) as u64;
        let uses = self.use_count * (size_of::<Use>() as u64) * 3 / 2;
        let seeds = held::table::<(NodeId, ObjId)>(self.seeds.len());
        let places = held::table::<(ObjId, FieldId, NodeId)>(self.fields.len())
            + held::table::<(ObjId, NodeId)>(self.elements.len());
        let by_object = held::vector::<Option<TypeId>>(self.heap.len());
        let masks = self.filters.bytes() + self.saturation.bytes(self.heap);
        self.stats.set_bytes + nodes + edges + uses + seeds + places + by_object + masks + self.heap.bytes()
    }
}
