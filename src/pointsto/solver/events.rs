//! New objects at a node, and what each use of it makes of them. Must not know where they came from.

use super::super::command::{Args, Ptr};
use super::super::graph::core::Core;
use super::super::graph::field_based;
use super::super::graph::flow::FlowKind;
use super::super::graph::node::Use;
use super::super::ids::{ALL, FilterId, NodeId};
use super::solve::{Solver, Watch};
use crate::base::PtsSet;
use crate::classpath::Origin;
use crate::heap::{ObjId, ObjKind};
use crate::program::FieldId;

impl<'a> Solver<'a> {
    pub(super) fn add_use(&mut self, node: NodeId, usage: Use) {
        let seen = self.core.add_use(node, usage);
        if !seen.is_empty() {
            self.apply(usage, &seen, node);
        }
    }

    pub(super) fn deliver(&mut self, node: NodeId, delta: &PtsSet) {
        // Uses can grow while they run; those added meanwhile see the objects by themselves.
        let mut at = 0;
        while let Some(&usage) = self.core.uses(node).get(at) {
            at += 1;
            self.apply(usage, delta, node);
            if self.core.find_shared(node) != node {
                break;
            }
        }
    }

    /// A watched object met a filter.
    pub(super) fn met(&mut self, filter: FilterId, obj: ObjId, into: NodeId) {
        let filter = self.core.filter_data(filter).clone();
        for model in self.filter_watchers.get(&obj).cloned().unwrap_or_default() {
            self.hook(model, None, |model, cx| model.on_filtered(cx, &filter, obj, into));
        }
    }

    /// New objects at a node, `objects`, meet a use of it.
    pub(super) fn apply(&mut self, usage: Use, objects: &PtsSet, at: NodeId) {
        match usage {
            Use::Hook(hook) => {
                let Watch { model, data, told_at } = self.hooks[hook];
                self.hook(model, told_at, |model, cx| model.on_objects(cx, data, objects));
            }
            Use::Dispatch(call) => self.dispatch(call, objects),
            Use::Direct(call, inst) => self.direct_receivers(call, inst, objects),
            Use::Seize(callee) => self.seized(callee, objects, &Args::Unknown, FlowKind::Outside),
            Use::Escape => self.escape_all(objects),
            Use::Gather(gathering) => self.gathered(gathering, objects),
            Use::Show(call, inst) => self.shown(call, inst, objects),
            Use::Sift { class, face, into } => self.sift(class, face, objects, into),
            Use::Transfer { of, face, dst } => self.transferred(of, face, objects, dst),
            Use::Returned { made } => self.returned_by_factory(objects, made),
            Use::Made { of, face, dst } => self.given_by_factory(of, face, objects, dst),
            Use::Receive(index) => self.received(index, objects),
            Use::Load { field, dst, kind } => {
                self.each_field(objects, field, |_, _| true, |core, from| core.edge(from, dst, ALL, kind));
            }
            Use::Store { field, src, kind } => {
                if self.core.size(at) > field_based::MOST {
                    let all = self.core.pts(at).clone();
                    self.core.make_field_based(field, &all);
                }
                self.store(objects, field, src, kind);
            }
            Use::ElementLoad { dst } => {
                for obj in objects.iter() {
                    if let Some(from) = self.elements_of(ObjId(obj)) {
                        self.core.edge(from, dst, ALL, FlowKind::ArrayLoad);
                    }
                }
            }
            Use::ElementStore { src, offset } => {
                for obj in objects.iter() {
                    let obj = ObjId(obj);
                    if !self.keeps(Ptr::Elements(obj)) {
                        continue;
                    }
                    if let Some(to) = self.elements_of(obj) {
                        let filter = self.element_filter(obj);
                        let filter = self.core.heap_filter(filter);
                        self.core.edge(src, to, filter, FlowKind::ArrayStore(offset));
                    }
                }
            }
        }
    }

    /// `objects.field = src`.
    /// What is stored into an object of which only the type is known may be stored into one that was handed out (see
    /// [`any_of`](crate::heap::Heap::any_of)).
    pub(super) fn store(&mut self, objects: &PtsSet, field: FieldId, src: NodeId, kind: FlowKind) {
        let filter = self.core.heap_filter(ALL);
        self.each_field(objects, field, Self::keeps, |core, to| core.edge(src, to, filter, kind));
        let owner = self.program.field(field).class;
        let is_own = self.program.class(owner).origin == Origin::Application;
        let is_any = |obj: u32| matches!(self.heap.kind(ObjId(obj)), ObjKind::Opaque { .. });
        if is_own && objects.iter().any(is_any) {
            let any = self.core.field(self.heap.any_of(owner, self.program), field);
            self.core.edge(src, any, filter, kind);
        }
    }

    /// The field of each object that is asked for, one that several have together once.
    fn each_field(
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
}
