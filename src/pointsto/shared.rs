//! Fields of crowds: where one instruction stores into a field of more objects than anybody could tell apart, these objects
//! have one such field together. All of them get what that instruction stores, and the table of all of them times all that
//! grows with the square of the program; what else each of them holds there is told apart no more. Owns which objects share
//! which field; must not know methods.

use super::core::Core;
use super::node::{NodeId, NodeInfo};
use super::solve::ALL;
use crate::base::{FxHashMap, Mask, PtsSet};
use crate::heap::{ObjId, ObjKind};
use crate::program::FieldId;

/// The most objects of one store that have fields of their own.
pub(super) const MOST: u32 = 1024;

/// A field that several objects share.
struct Shared {
    node: NodeId,
    of: Mask,
    /// Objects that were asked to share it.
    asked: Mask,
}

/// The shared fields.
#[derive(Default)]
pub(super) struct SharedFields {
    fields: FxHashMap<FieldId, Shared>,
}

impl Core<'_> {
    /// Makes `objects` share a field with all that do. Only objects that instructions make: those of unknown class hold
    /// unknowns, and those that a container makes are asked whether they hold anything.
    pub(super) fn share_field(&mut self, field: FieldId, objects: &PtsSet) {
        let asked = self.shared.fields.get(&field).map(|shared| &shared.asked);
        let fresh: Vec<u32> = match asked {
            Some(asked) => objects.iter_without(asked).collect(),
            None => objects.iter().collect(),
        };
        for obj in fresh.into_iter().map(ObjId) {
            let shares = matches!(self.heap.kind(obj), ObjKind::Alloc { .. } | ObjKind::Merged { .. });
            let node = match self.shared.fields.get(&field) {
                Some(shared) => shared.node,
                None if !shares => continue,
                None => self.node(NodeInfo::Field(obj, field)),
            };
            let shared = self.shared.fields.entry(field);
            let shared = shared.or_insert_with(|| Shared { node, of: Mask::default(), asked: Mask::default() });
            shared.asked.insert(obj.0);
            if !shares {
                continue;
            }
            shared.of.insert(obj.0);
            if let Some(own) = self.set_field(obj, field, node) {
                // A cycle: they hold the same from now on, and become one as all cycles do.
                self.edge(own, node, ALL);
                self.edge(node, own, ALL);
            }
        }
    }

    /// The field that some of `objects` share, and those that share none.
    pub(super) fn split_shared(&self, field: FieldId, objects: &PtsSet) -> Option<(NodeId, PtsSet)> {
        let shared = self.shared.fields.get(&field)?;
        let others: PtsSet = objects.iter_without(&shared.of).collect();
        (others.len() < objects.len()).then_some((shared.node, others))
    }
}
