//! Joint hosts: where very many objects get to one place, what each collection among them is seen by there multiplies with the
//! places, and nobody can tell them apart any more. Those of a class are made one, and each gives what all hold. Must not know what calls do.

use crate::classpath::Origin;
use crate::heap::{Category, ObjId};
use crate::pointsto::graph::flow::FlowKind;
use crate::pointsto::graph::node::NodeInfo;
use crate::pointsto::ids::{ALL, NodeId};
use crate::pointsto::solver::solve::Solver;
use crate::pointsto::summaries::containers::OnEscape;

/// Most objects at one place among which collections are told apart from others of their class.
const MOST_APART: u32 = 1024;

impl Solver<'_> {
    /// The host that stands for one that gets to a variable: itself, or the first of its class that was joined. In the JDK
    /// all get to the places of its own that wrap and copy collections; that says nothing of them.
    pub(super) fn joint(&mut self, of: ObjId, at: NodeId) -> ObjId {
        if let Some(&joint) = self.containers.joint.get(&of) {
            return joint;
        }
        if !self.is_outside_jdk(at) {
            return of;
        }
        if self.core.size(at) > MOST_APART {
            return self.join(of);
        }
        self.containers.asked_joint.entry(at).or_insert(0);
        of
    }

    /// Joins the hosts that got to a variable before too many objects did; whether there were any. Asked for when nothing else is left
    /// to do, so that it does not depend on the order which of them are joined.
    pub(in crate::pointsto::solver) fn join_earlier(&mut self) -> bool {
        let joined = self.containers.joint.len();
        for at in 0..self.containers.asked_joint.len() {
            let Some((&node, seen)) = self.containers.asked_joint.get_index_mut(at) else { continue };
            let size = self.core.size(node);
            if size <= MOST_APART || size == std::mem::replace(seen, size) {
                continue;
            }
            let objects: Vec<ObjId> = self.core.pts(node).iter().map(ObjId).collect();
            for obj in objects {
                if let Some((of, _)) = self.container(obj)
                    && !self.containers.joint.contains_key(&of)
                {
                    self.join(of);
                }
            }
        }
        self.containers.joint.len() > joined
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
            for (from, to) in [(of, joint), (joint, of)] {
                let (from, to) = (self.host_node(from, category), self.other_entrance(to, category));
                self.core.edge(from, to, ALL, FlowKind::Contents);
            }
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
