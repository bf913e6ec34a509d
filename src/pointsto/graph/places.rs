//! The nodes of fields, array elements and static fields, each made when it is first asked for. Must not know who reads or
//! writes them.

use super::super::ids::{ALL, NodeId};
use super::core::Core;
use super::field_based::FieldBasedNode;
use super::flow::FlowKind;
use super::node::NodeInfo;
use crate::base::{Mask, PtsSet};
use crate::classpath::Origin;
use crate::heap::{Fields, ObjId, ObjKind};
use crate::program::{FieldId, Type};

/// See [`Core::holder`].
enum Holder {
    Object,
    AnyOpaque,
    Static,
}

impl Core<'_> {
    /// Whose field stands for that of an object. Metaobjects share theirs: they hold what the JDK remembers about reflection,
    /// whose look-ups are modelled. Objects of unknown class share those of the application, as what is unknown in them has
    /// one origin, the field.
    fn holder(&self, obj: ObjId, field: FieldId) -> Holder {
        let own = || self.program.class(self.program.field(field).class).origin == Origin::Application;
        match self.heap.kind(obj).fields() {
            Fields::Shared => Holder::Static,
            Fields::Unknown if own() => Holder::AnyOpaque,
            Fields::None | Fields::Own | Fields::Unknown => Holder::Object,
        }
    }

    /// The field of an object.
    pub fn field(&mut self, obj: ObjId, field: FieldId) -> NodeId {
        let obj = self.heap.real(obj);
        let found = self.find_field(obj, field);
        if let Some(node) = found {
            return node;
        }
        match self.holder(obj, field) {
            Holder::Static => self.static_field(field),
            Holder::AnyOpaque => {
                let node = self.node(NodeInfo::Field(obj, field));
                self.opaque_fields.insert(field, node);
                node
            }
            Holder::Object => {
                let node = self.node(NodeInfo::Field(obj, field));
                self.set_field(obj, field, node);
                node
            }
        }
    }

    /// What is stored through an object of which nothing is known may be stored into each that has the field: it is what `any` holds.
    pub(crate) fn store_in_all(&mut self, field: FieldId, any: NodeId) {
        let places = self.application_fields.entry(field).or_default();
        if places.any.replace(any).is_some() {
            return;
        }
        for node in places.nodes.clone() {
            self.store_in_any(any, node);
        }
    }

    fn store_in_any(&mut self, any: NodeId, node: NodeId) {
        if any != node {
            self.edge(any, node, ALL, FlowKind::Outside);
        }
    }

    pub fn elements(&mut self, obj: ObjId) -> NodeId {
        if let Some(&node) = self.elements.get(&obj) {
            return node;
        }
        let node = self.node(NodeInfo::Elements(obj));
        self.elements.insert(obj, node);
        node
    }

    pub fn static_field(&mut self, field: FieldId) -> NodeId {
        if let Some(&node) = self.statics.get(&field) {
            return node;
        }
        let node = self.node(NodeInfo::Static(field));
        self.statics.insert(field, node);
        node
    }

    /// Gives an object a node for a field; the one that it had.
    pub(crate) fn set_field(&mut self, obj: ObjId, field: FieldId, node: NodeId) -> Option<NodeId> {
        let before = self.fields.insert((obj, field), node);
        if before.is_none() && self.program.class(self.program.field(field).class).origin == Origin::Application {
            let places = self.application_fields.entry(field).or_default();
            // Objects that share a node get it one after the other.
            if places.nodes.last() != Some(&node) {
                places.nodes.push(node);
                if let Some(any) = places.any {
                    self.store_in_any(any, node);
                }
            }
        }
        before
    }

    pub fn find_field(&self, obj: ObjId, field: FieldId) -> Option<NodeId> {
        let obj = self.heap.real(obj);
        match self.holder(obj, field) {
            Holder::Static => self.find_static(field),
            Holder::AnyOpaque => self.opaque_fields.get(&field).copied(),
            Holder::Object => self.fields.get(&(obj, field)).copied(),
        }
    }

    pub fn find_elements(&self, obj: ObjId) -> Option<NodeId> {
        self.elements.get(&obj).copied()
    }

    pub fn find_static(&self, field: FieldId) -> Option<NodeId> {
        self.statics.get(&field).copied()
    }

    /// Gives `objects` one field together with all that have it so. Only objects that instructions make: those of unknown class hold
    /// unknowns, and those that a container makes are asked whether they hold anything.
    pub(crate) fn make_field_based(&mut self, field: FieldId, objects: &PtsSet) {
        let asked = self.field_based.fields.get(&field).map(|node| &node.asked);
        let fresh: Vec<u32> = match asked {
            Some(asked) => objects.iter_without(asked).collect(),
            None => objects.iter().collect(),
        };
        for obj in fresh.into_iter().map(ObjId) {
            let shares = matches!(self.heap.kind(obj), ObjKind::Alloc { .. } | ObjKind::Merged { .. });
            let node = match self.field_based.fields.get(&field) {
                Some(of_all) => of_all.node,
                None if !shares => continue,
                None => self.node(NodeInfo::Field(obj, field)),
            };
            let of_all = self.field_based.fields.entry(field);
            let of_all = of_all.or_insert_with(|| FieldBasedNode { node, of: Mask::default(), asked: Mask::default() });
            of_all.asked.insert(obj.0);
            if !shares {
                continue;
            }
            of_all.of.insert(obj.0);
            if let Some(own) = self.set_field(obj, field, node) {
                self.make_one(own, node);
            }
        }
    }

    /// Gives the arrays among `objects` that are of one type their elements together with all that have them so. As with
    /// fields, only those that instructions make.
    pub(crate) fn make_elements_field_based(&mut self, objects: &PtsSet) {
        let fresh: Vec<u32> = objects.iter_without(&self.field_based.arrays).collect();
        for obj in fresh.into_iter().map(ObjId) {
            self.field_based.arrays.insert(obj.0);
            let (kind, ty) = (self.heap.kind(obj), self.heap.ty(obj));
            let is_array = matches!(self.program.ty(ty), Type::Array(element) if self.program.is_reference(element));
            if !is_array || !matches!(kind, ObjKind::Alloc { .. } | ObjKind::Merged { .. }) {
                continue;
            }
            let node = match self.field_based.elements.get(&ty) {
                Some(&node) => node,
                None => {
                    let node = self.node(NodeInfo::Elements(obj));
                    self.field_based.elements.insert(ty, node);
                    node
                }
            };
            if let Some(own) = self.elements.insert(obj, node) {
                self.make_one(own, node);
            }
        }
    }

    /// A cycle: they hold the same from now on, and become one as all cycles do.
    fn make_one(&mut self, own: NodeId, of_all: NodeId) {
        self.edge(own, of_all, ALL, FlowKind::FieldBased);
        self.edge(of_all, own, ALL, FlowKind::FieldBased);
    }

    /// The field that some of `objects` have together, and those that have their own.
    pub(crate) fn split_field_based(&self, field: FieldId, objects: &PtsSet) -> Option<(NodeId, PtsSet)> {
        let of_all = self.field_based.fields.get(&field)?;
        let others: PtsSet = objects.iter_without(&of_all.of).collect();
        (others.len() < objects.len()).then_some((of_all.node, others))
    }
}
