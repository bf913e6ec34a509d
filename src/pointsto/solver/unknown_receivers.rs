//! Calls on what comes out of objects of unknown class, by calls and from fields: nobody knows these objects either, and the
//! call graph is to say so. Owns no flow: only notes; must not know models.

use super::super::callgraph::calls::CallNote;
use super::super::graph::node::{NodeInfo, Use};
use super::super::ids::{CallId, NodeId};
use super::solve::Solver;
use crate::base::{FxHashMap, FxHashSet};
use crate::classpath::Origin;
use crate::heap::{ObjKind, Site};

impl Solver<'_> {
    /// Notes an unknown receiver wherever application or library code calls a method of the result of such a call, or of
    /// what it reads from that. Followed is what goes from variable to variable, through fields and collections; what gets
    /// into the JDK's own variables meets everything there.
    pub(super) fn note_unknown_results(&mut self) {
        let mut by_receiver: FxHashMap<NodeId, Vec<CallId>> = FxHashMap::default();
        let mut open: Vec<NodeId> = Vec::new();
        for (id, call) in self.state.calls.iter_enumerated() {
            let caller = self.state.instances[call.caller].method;
            if call.direct || self.program.origin_of(caller) == Origin::Jdk {
                continue;
            }
            if let Some(receiver) = call.args.first().copied().flatten() {
                by_receiver.entry(self.core.find_shared(receiver)).or_default().push(id);
            }
            let note = (call.site, caller, CallNote::Unknown(call.resolved));
            if let Some(dst) = call.dst
                && self.state.call_notes.contains(&note)
            {
                open.push(self.core.find_shared(dst));
            }
        }
        let mut seen: FxHashSet<NodeId> = open.iter().copied().collect();
        while let Some(node) = open.pop() {
            for usage in self.core.uses(node) {
                if let Use::Load { dst, .. } | Use::ElementLoad { dst } = *usage {
                    let read = self.core.find_shared(dst);
                    if seen.insert(read) {
                        open.push(read);
                    }
                }
            }
            for to in self.core.successors(node) {
                if !self.is_of_jdk(to) && seen.insert(to) {
                    open.push(to);
                }
            }
            for id in by_receiver.remove(&node).unwrap_or_default() {
                let call = &self.state.calls[id];
                let note = (call.site, self.state.instances[call.caller].method, CallNote::Unknown(call.resolved));
                let result = call.dst.map(|dst| self.core.find_shared(dst));
                self.state.call_notes.insert(note);
                open.extend(result.filter(|&result| seen.insert(result)));
            }
        }
    }

    fn is_of_jdk(&self, node: NodeId) -> bool {
        match self.core.info(node) {
            NodeInfo::Var(inst, _) | NodeInfo::Return(inst) | NodeInfo::Exception(inst) | NodeInfo::Throw(inst, _) => {
                self.program.origin_of(self.state.instances[inst].method) == Origin::Jdk
            }
            NodeInfo::Field(_, field) | NodeInfo::Static(field) => {
                self.program.class(self.program.field(field).class).origin == Origin::Jdk
            }
            NodeInfo::Elements(array) => match self.heap.kind(array) {
                ObjKind::Alloc { site, .. } => match self.heap.site_data(site) {
                    Site::At(method, _) => self.program.origin_of(method) == Origin::Jdk,
                    _ => false,
                },
                _ => false,
            },
            NodeInfo::Host(..) | NodeInfo::Synthetic(_) => false,
        }
    }
}
