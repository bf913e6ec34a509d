//! New objects at a node, and what each use of it makes of them. Must not know where they came from.

use super::super::command::{Args, Ptr};
use super::super::graph::field_based;
use super::super::graph::flow::FlowKind;
use super::super::graph::node::Use;
use super::super::ids::{ALL, FilterId, NodeId};
use super::super::summaries::containers::OnEscape;
use super::solve::{Next, Solver, Watch};
use crate::base::PtsSet;
use crate::heap::ObjId;

impl<'a> Solver<'a> {
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
            Use::TransferArgument(call, inst) => self.transfer_argument(call, inst, objects),
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
                if self.core.size(at) > field_based::MOST {
                    let all = self.core.pts(at).clone();
                    self.core.make_elements_field_based(&all);
                }
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

    /// What the step before has to see through.
    pub(super) fn see_through(&mut self, next: Next) {
        match next {
            Next::Meet(usage, objects, node) => self.apply(usage, &objects, node),
            Next::FillJvm(jvm) => self.fill(&jvm),
            Next::Escaped(OnEscape::Return(call, inst, obj)) => {
                self.plain_receivers(call, inst, &[obj.0].into_iter().collect());
            }
            Next::Escaped(OnEscape::Escape(other)) => self.escape(other),
            Next::Escaped(OnEscape::Gathering(gathering)) => self.escape_gathering(gathering),
            Next::Escaped(OnEscape::Add(to, obj)) => self.core.add(to, obj),
            Next::Escaped(OnEscape::Pass(call, inst, index)) => self.pass_argument(call, inst, index),
        }
    }
}
