//! Fields of crowds: where one instruction stores into a field of more objects than anybody could tell apart, these objects
//! have one such field together. Each of them would hold what is stored anyway, and the table of all of them times all that
//! grows with the square of the program. Owns which objects share which field; must not know methods.

use super::core::Core;
use super::node::{NodeId, NodeInfo};
use crate::base::{FxHashMap, Mask, PtsSet};
use crate::heap::{ObjId, ObjKind};
use crate::program::FieldId;

/// The most objects of one store that have fields of their own.
const MOST: u32 = 1024;

/// A field that several objects share.
struct Shared {
    node: NodeId,
    of: Mask,
}

/// The shared fields, and nodes that are one from the next step on.
#[derive(Default)]
pub(super) struct SharedFields {
    fields: FxHashMap<FieldId, Shared>,
    merges: Vec<(NodeId, NodeId)>,
}

impl Core<'_> {
    /// Whether a store into fields of the objects of a node makes them share these.
    pub(super) fn is_crowd(&self, node: NodeId) -> bool {
        self.size(node) > MOST
    }

    /// Makes `objects` share a field with all that do; the field they share. Objects of unknown class keep theirs, which
    /// holds unknowns.
    pub(super) fn share_field(&mut self, field: FieldId, objects: &PtsSet) -> NodeId {
        let node = match self.shared.fields.get(&field) {
            Some(shared) => shared.node,
            None => {
                let first = objects.iter().next().map_or(ObjId(0), ObjId);
                let node = self.node(NodeInfo::Field(first, field));
                self.shared.fields.insert(field, Shared { node, of: Mask::default() });
                node
            }
        };
        for obj in objects.iter().map(ObjId) {
            let kind = self.heap.kind(obj);
            let shares = matches!(kind, ObjKind::Alloc { .. } | ObjKind::Instance { .. } | ObjKind::Merged { .. });
            let Some(shared) = self.shared.fields.get_mut(&field).filter(|_| shares) else { continue };
            if shared.of.contains(obj.0) {
                continue;
            }
            shared.of.insert(obj.0);
            if let Some(own) = self.set_field(obj, field, node) {
                self.shared.merges.push((node, own));
            }
        }
        node
    }

    /// The field that some of `objects` share, and those that share none.
    pub(super) fn split_shared(&self, field: FieldId, objects: &PtsSet) -> Option<(NodeId, PtsSet)> {
        let shared = self.shared.fields.get(&field)?;
        let others: PtsSet = objects.iter_without(&shared.of).collect();
        (others.len() < objects.len()).then_some((shared.node, others))
    }

    /// Merges the nodes of fields that became shared. Not while objects are delivered.
    pub(super) fn merge_shared(&mut self) {
        let mut by_field: FxHashMap<NodeId, Vec<u32>> = FxHashMap::default();
        let mut order: Vec<NodeId> = Vec::new();
        for (node, own) in std::mem::take(&mut self.shared.merges) {
            let members = by_field.entry(node).or_insert_with(|| {
                order.push(node);
                vec![node.0]
            });
            members.push(own.0);
        }
        for node in order {
            let mut members = by_field.remove(&node).unwrap_or_default();
            for member in &mut members {
                *member = self.find(NodeId(*member)).0;
            }
            members.sort_unstable();
            members.dedup();
            if members.len() > 1 {
                self.merge(&members);
            }
        }
    }
}
