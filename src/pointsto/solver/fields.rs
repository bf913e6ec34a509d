//! Pointers that objects have: fields, array elements, static fields; and the objects that instructions allocate. Must not
//! know what flows.

use super::super::command::{Ptr, Receiver};
use super::super::graph::core::Core;
use super::super::graph::filter::Filter;
use super::super::graph::flow::FlowKind;
use super::super::graph::node::Use;
use super::super::ids::{ALL, FilterId, InstId, NodeId};
use super::merge;
use super::of_callers::is_given;
use super::solve::Solver;
use crate::base::{FxIndexSet, PtsSet};
use crate::classpath::Origin;
use crate::heap::{Fields, ObjId, ObjKind, Site, SiteId};
use crate::program::{ClassId, FieldId, MethodId, Type, TypeId, access};
use crate::strings;

impl<'a> Solver<'a> {
    pub(super) fn element_filter(&mut self, array: ObjId) -> FilterId {
        match self.program.ty(self.heap.ty(array)) {
            Type::Array(element) if element != self.heap.types().object => self.core.filter(Filter::Cast(element)),
            _ => ALL,
        }
    }

    /// The field of an object; strings have none, and unknowns only those that metaobjects share. An opaque object's fields
    /// hold unknowns besides what is stored.
    pub(super) fn field_of(&mut self, obj: ObjId, field: FieldId) -> Option<NodeId> {
        let kind = self.heap.kind(obj);
        if kind.fields() == Fields::None {
            return None;
        }
        let Some(site) = unknown_origin(kind) else { return Some(self.core.field(obj, field)) };
        if self.has_callers
            && is_given(self.heap, kind)
            && let Some(all) = self.of_callers.all_stored(self.heap, self.program, field)
        {
            let (from, node) = (self.core.field(all, field), self.core.field(obj, field));
            if self.joined.insert(node) {
                self.core.edge(from, node, ALL, FlowKind::Outside);
            }
            return Some(node);
        }
        let data = self.program.field(field);
        // The field is what a user can look up; those of other code are too many to be distinguished.
        let own = self.program.class(data.class).origin == Origin::Application;
        let site = if own { self.heap.site(Site::Field(field)) } else { site };
        let value = self.heap.unknown(site, data.ty, self.program.is_reference(data.ty));
        if !self.keeps(Ptr::Field(obj, field)) {
            return value.map(|value| self.just(value));
        }
        let node = self.core.field(obj, field);
        if let Some(class) = self.enum_that_knows(kind, field) {
            self.load_from_constants(class, field, node);
        } else {
            // What callers were given they give back, be it in something else.
            let is_theirs = own && self.has_callers && matches!(kind, ObjKind::Opaque { .. });
            if is_theirs && self.joined.insert(node) {
                let given = self.core.field(self.heap.given_back(data.class, self.program), field);
                self.core.edge(given, node, ALL, FlowKind::Outside);
            }
            value.into_iter().for_each(|value| self.core.add(node, value));
        }
        Some(node)
    }

    /// The enum of which an opaque object is a constant, if what the field holds was set where the constant was made.
    fn enum_that_knows(&self, kind: ObjKind, field: FieldId) -> Option<ClassId> {
        let ObjKind::Opaque { bound, .. } = kind else { return None };
        let class = self.program.enum_of(self.program.class_of(bound)?)?;
        let data = self.program.field(field);
        let is_known = data.access & access::FINAL != 0 && !self.scope.is_hidden(self.program, class);
        (is_known && self.program.enum_of(data.class) == Some(class)).then_some(class)
    }

    /// An opaque constant is one of those that there are.
    fn load_from_constants(&mut self, class: ClassId, field: FieldId, dst: NodeId) {
        if !self.joined.insert(dst) {
            return;
        }
        self.initialise(class);
        let constants: Vec<FieldId> = self.program.enum_constants(class).collect();
        for constant in constants {
            let from = self.static_node(constant);
            self.add_use(from, Use::Load { field, dst, kind: FlowKind::FieldLoad });
        }
    }

    /// Whether what is stored there is found there. Instances of unknown class are in variables of every type, and what is
    /// read from them is unknown whatever was stored: it is kept where a user may ask for it, and in arrays.
    pub(super) fn keeps(&self, at: Ptr) -> bool {
        let is_any = |obj: ObjId| matches!(self.heap.kind(obj), ObjKind::UnknownInstance { .. });
        match at {
            Ptr::Field(obj, field) => {
                !is_any(obj) || self.program.class(self.program.field(field).class).origin == Origin::Application
            }
            Ptr::Elements(obj) => !is_any(obj) || self.heap.ty(obj) != self.heap.types().object,
            _ => true,
        }
    }

    /// A pointer that holds one unknown and takes nothing.
    fn just(&mut self, unknown: ObjId) -> NodeId {
        let known = self.just.entry(unknown);
        let node = *known.or_insert_with(|| self.core.synthetic());
        self.core.add(node, unknown);
        node
    }

    pub(super) fn elements_of(&mut self, obj: ObjId) -> Option<NodeId> {
        let kind = self.heap.kind(obj);
        let ty = self.heap.ty(obj);
        let Type::Array(element) = self.program.ty(ty) else {
            // An opaque object may be an array if its bound allows one.
            if kind.fields() != Fields::Unknown || ty != self.heap.types().object {
                return None;
            }
            // Nothing more is known of its elements than of itself.
            if !self.keeps(Ptr::Elements(obj)) {
                return Some(self.just(obj));
            }
            let node = self.core.elements(obj);
            self.core.add(node, obj);
            return Some(node);
        };
        if !self.program.is_reference(element) {
            return None;
        }
        let node = self.core.elements(obj);
        if let Some(site) = unknown_origin(kind)
            && let Some(value) = self.heap.unknown(site, element, true)
        {
            self.core.add(node, value);
        }
        Some(node)
    }

    /// The node of a static field. A constant (JVMS 4.7.2) is there from the start.
    pub(super) fn static_node(&mut self, field: FieldId) -> NodeId {
        let node = self.core.static_field(field);
        let data = self.program.field(field);
        if let Some(crate::classfile::RawConst::Str { text, lossy }) = data.constant {
            let obj = match lossy {
                true => self.heap.intern(ObjKind::UnknownString { site: self.heap.site(Site::Field(field)) }),
                false => strings::constant_in(self.program, self.heap, data.class, text),
            };
            self.core.add(node, obj);
        }
        node
    }

    /// The object of `new`: one per instruction, or one per type where no answer depends on which instruction made it (see
    /// [`merge`](super::merge)).
    pub(super) fn allocation(&mut self, inst: InstId, site: SiteId, ty: TypeId) -> ObjId {
        let is_constant =
            || matches!(self.heap.site_data(site), Site::At(method, _) if merge::is_constant(self.program, method, ty));
        if self.merged.on && (self.merged.get_or_insert(ty, self.program) || is_constant()) {
            return self.heap.intern(ObjKind::Merged { ty });
        }
        let ctx = self.contexts.allocated(self.state.instances[inst].ctx, site, ty);
        self.heap.alloc(site, ty, ctx)
    }

    /// `objects.field = src`. What is stored into an object of which only the type is known may be stored into one that was handed out (see
    /// [`any_of`](crate::heap::Heap::any_of)), where nothing is known into any.
    pub(super) fn store(&mut self, objects: &PtsSet, field: FieldId, src: NodeId, kind: FlowKind) {
        let filter = self.core.heap_filter(ALL);
        self.each_field(objects, field, Self::keeps, |core, to| core.edge(src, to, filter, kind));
        let owner = self.program.field(field).class;
        let is_own = self.program.class(owner).origin == Origin::Application;
        if is_own && self.has_callers {
            self.store_for_callers(objects, field, src, kind);
        }
        if !is_own {
            return;
        }
        let (mut is_any, mut is_unknown) = (false, false);
        for kind in objects.iter().map(|obj| self.heap.kind(ObjId(obj))) {
            is_unknown |= matches!(kind, ObjKind::UnknownInstance { .. });
            is_any |= matches!(kind, ObjKind::Opaque { .. });
        }
        if is_any || is_unknown {
            let any = self.core.field(self.heap.any_of(owner, self.program), field);
            self.core.edge(src, any, filter, kind);
            if is_unknown {
                self.core.store_in_all(field, any);
            }
        }
    }

    /// Callers of a library may have the objects, or others that the same constructor made.
    fn store_for_callers(&mut self, objects: &PtsSet, field: FieldId, src: NodeId, kind: FlowKind) {
        let filter = self.core.heap_filter(ALL);
        let all = self.of_callers.all_stored(self.heap, self.program, field);
        let inside = objects.iter().filter_map(|obj| self.of_callers.made_inside(self.heap, self.program, ObjId(obj)));
        let to: FxIndexSet<ObjId> = inside.chain(all).collect();
        for obj in to {
            let to = self.core.field(obj, field);
            self.core.edge(src, to, filter, kind);
        }
    }

    /// The field of each object that is asked for, one that several have together once.
    pub(super) fn each_field(
        &mut self,
        objects: &PtsSet,
        field: FieldId,
        asked: impl Fn(&Self, Ptr) -> bool,
        act: impl Fn(&mut Core<'a>, NodeId),
    ) {
        let joint = self.core.split_field_based(field, objects);
        if let Some((node, _)) = joint {
            act(&mut self.core, node);
        }
        for obj in joint.as_ref().map_or(objects, |(_, others)| others).iter() {
            let obj = ObjId(obj);
            if asked(self, Ptr::Field(obj, field))
                && let Some(node) = self.field_of(obj, field)
            {
                act(&mut self.core, node);
            }
        }
    }

    /// What can be the receiver of a callee.
    pub(super) fn receiver_filter(&mut self, receiver: Receiver, callee: MethodId) -> FilterId {
        if matches!(receiver, Receiver::All(_)) {
            return ALL;
        }
        let ty = self.program.class_type(self.program.method(callee).class);
        self.core.filter(Filter::Cast(ty))
    }

    pub(super) fn node_of(&mut self, ptr: Ptr) -> Option<NodeId> {
        match ptr {
            Ptr::Node(node) => Some(node),
            Ptr::Field(obj, field) => self.field_of(obj, field),
            Ptr::Elements(obj) => self.elements_of(obj),
            Ptr::Static(field) => Some(self.static_node(field)),
            Ptr::Model(model, number) => {
                let known = self.state.model_nodes.entry((model, number));
                Some(*known.or_insert_with(|| self.core.synthetic()))
            }
            Ptr::Raised => Some(self.by_jvm().any),
            Ptr::Uncaught => Some(self.by_jvm().uncaught),
        }
    }
}

/// Where the unknowns in an object's fields and elements come from, if there are any.
fn unknown_origin(kind: ObjKind) -> Option<SiteId> {
    kind.origin().filter(|_| kind.fields() == Fields::Unknown)
}
