//! Collections that nobody can tell apart any more: where so many get to one place, what each shows there multiplies with the
//! places, and every one of them gives what all hold. They are made one. Must not know what calls do.

use crate::classpath::Origin;
use crate::heap::{Category, ObjId};
use crate::pointsto::graph::flow::FlowKind;
use crate::pointsto::graph::node::NodeInfo;
use crate::pointsto::ids::{ALL, NodeId};
use crate::pointsto::solver::solve::Solver;
use crate::pointsto::summaries::containers::OnEscape;

/// Objects at one place, from which on collections there are not told apart from others of their class.
const CROWD: u32 = 1024;

impl Solver<'_> {
    /// The host that stands for one that gets to a variable: itself, or the first of its class that was in a crowd. In the JDK
    /// all get to the places of its own that wrap and copy collections; that says nothing of them.
    pub(super) fn joint(&mut self, of: ObjId, at: NodeId) -> ObjId {
        if let Some(&joint) = self.containers.joint.get(&of) {
            return joint;
        }
        let is_crowd = self.core.size(at) > CROWD && self.is_outside_jdk(at);
        if is_crowd { self.join(of) } else { of }
    }

    fn is_outside_jdk(&self, node: NodeId) -> bool {
        match self.core.info(node) {
            NodeInfo::Var(inst, _) => self.program.origin_of(self.state.instances[inst].method) != Origin::Jdk,
            _ => false,
        }
    }

    /// What one of both holds the other one holds as well, and what becomes of one becomes of both.
    fn join(&mut self, of: ObjId) -> ObjId {
        let joint = *self.containers.first_of.entry(self.heap.ty(of)).or_insert(of);
        self.containers.joint.insert(of, joint);
        if joint == of {
            return joint;
        }
        for category in [Category::Elements, Category::Keys, Category::Values] {
            let (own, shared) = (self.host_node(of, category), self.host_node(joint, category));
            self.core.edge(own, shared, ALL, FlowKind::Contents);
            self.core.edge(shared, own, ALL, FlowKind::Contents);
        }
        for (one, other) in [(of, joint), (joint, of)] {
            if self.containers.escaped.contains(&one) {
                self.escape(other);
            } else {
                self.on_escape(one, OnEscape::Escape(other));
            }
            if self.containers.leaking.contains(&one) {
                self.leak(other);
            }
        }
        joint
    }
}
