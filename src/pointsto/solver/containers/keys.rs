//! What is in maps by constant keys: what a call puts in under one comes out under that one, and where nobody knows which keys are
//! asked for. What is put in under a key that is no constant may come out under any. Only calls outside the JDK are told apart so.
//! Must not know which methods take keys; the table of [`Collections`](crate::pointsto::Collections) does.

use std::rc::Rc;

use crate::classpath::Origin;
use crate::heap::{Category, Key, ObjId};
use crate::pointsto::callgraph::calls::CallSite;
use crate::pointsto::given::given;
use crate::pointsto::graph::flow::FlowKind;
use crate::pointsto::graph::node::NodeInfo;
use crate::pointsto::ids::{ALL, CallId, NodeId};
use crate::pointsto::solver::solve::Solver;
use crate::pointsto::summaries::keys::constant_keys;

/// Most keys by which the values of one host are told apart.
const MOST_KEYS: usize = 256;

impl Solver<'_> {
    /// Where a call puts what enters a category of a host; the key is that argument.
    pub(super) fn entrance(&mut self, call: CallId, of: ObjId, category: Category, key: usize) -> NodeId {
        match category {
            Category::Asked => match self.key_of(call, of, key) {
                Some(key) => self.part_of_values(of, Category::Under(key)),
                None => self.other_entrance(of, Category::Values),
            },
            _ => self.other_entrance(of, category),
        }
    }

    /// Where something puts what enters a category of a host, under no key that is known.
    pub(super) fn other_entrance(&mut self, of: ObjId, category: Category) -> NodeId {
        match category {
            Category::Values | Category::Asked => self.part_of_values(of, Category::Others),
            _ => self.host_node(of, category),
        }
    }

    /// Where what a call gets of a category of a host is.
    pub(super) fn exits(&mut self, call: CallId, of: ObjId, category: Category) -> Vec<NodeId> {
        let key = (category == Category::Asked).then(|| self.key_of(call, of, 1)).flatten();
        match (category, key) {
            (_, Some(key)) => {
                vec![self.part_of_values(of, Category::Under(key)), self.part_of_values(of, Category::Others)]
            }
            (Category::Asked, None) => vec![self.host_node(of, Category::Values)],
            _ => vec![self.host_node(of, category)],
        }
    }

    /// A host tells its values apart by no key any more.
    pub(super) fn forget_keys(&mut self, of: ObjId) {
        if self.containers.keyless.insert(of) {
            let (values, others) = (self.host_node(of, Category::Values), self.part_of_values(of, Category::Others));
            self.core.edge(values, others, ALL, FlowKind::Contents);
        }
    }

    /// A part of the values of a host, which has all that is in it.
    fn part_of_values(&mut self, of: ObjId, category: Category) -> NodeId {
        if let Some(&known) = self.containers.host_nodes.get(&(of, category)) {
            return known;
        }
        let (part, values) = (self.host_node(of, category), self.host_node(of, Category::Values));
        self.core.edge(part, values, ALL, FlowKind::Contents);
        part
    }

    /// The key that an argument of a call is, if the host tells values apart by it.
    fn key_of(&mut self, call: CallId, of: ObjId, argument: usize) -> Option<Key> {
        if self.containers.keyless.contains(&of) {
            return None;
        }
        let key = self.constant_key(call, argument)?;
        let keys = self.containers.keys.entry(of).or_default();
        keys.insert(key);
        if keys.len() > MOST_KEYS {
            self.forget_keys(of);
            return None;
        }
        Some(key)
    }

    fn constant_key(&mut self, call: CallId, argument: usize) -> Option<Key> {
        let CallSite { caller, ref vars, ref args, .. } = self.state.calls[call];
        if self.program.origin_of(self.state.instances[caller].method) == Origin::Jdk {
            return None;
        }
        // A call that a model makes passes what is in variables on.
        let (inst, var) = match (vars.get(argument), args.get(argument).copied().flatten()) {
            (Some(&var), _) => (caller, var),
            (None, Some(passed)) => match self.core.info(passed) {
                NodeInfo::Var(inst, var) => (inst, var),
                _ => return None,
            },
            _ => return None,
        };
        let (method, var) = given(&self.state, &self.contexts.table, inst, var)?;
        let keys = self.containers.constant_keys.entry(method).or_insert_with(|| {
            let body = self.state.code_of(method).map(|code| &code.body);
            Rc::new(body.map(|body| constant_keys(self.program, body)).unwrap_or_default())
        });
        keys.get(&var).copied()
    }
}
