//! Calls on what calls on objects of unknown class return: nobody knows these objects either, and the call graph is to say
//! so. Owns no flow: only notes; must not know models.

use super::calls::{CallId, CallNote};
use super::node::NodeId;
use super::solve::Solver;
use crate::base::FxHashMap;
use crate::classpath::Origin;

impl Solver<'_> {
    /// Notes an unknown receiver wherever application or library code calls a method of the result of such a call in the
    /// same variable.
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
        while let Some(node) = open.pop() {
            for id in by_receiver.remove(&node).unwrap_or_default() {
                let call = &self.state.calls[id];
                let note = (call.site, self.state.instances[call.caller].method, CallNote::Unknown(call.resolved));
                if let (true, Some(dst)) = (self.state.call_notes.insert(note), call.dst) {
                    open.push(self.core.find_shared(dst));
                }
            }
        }
    }
}
