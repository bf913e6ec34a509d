//! Calls of the same methods at many places: all that any place passes reaches each of the methods, and all that any of them
//! gives reaches each place. One hub per list of methods stands between, so that places and methods add up where they would
//! multiply; nothing is told apart less. Must not know what the models mean.

use super::super::callgraph::calls::EdgeKind;
use super::super::command::{Args, Ptr, Receiver, ReflectiveCall, SharedCall};
use super::super::ids::{ALL, NodeId};
use super::made::Hub;
use super::solve::Solver;
use crate::heap::NO_CTX;
use crate::program::MethodId;

impl Solver<'_> {
    /// Calls by a model at one place. The methods have one context each.
    pub(super) fn shared_call(&mut self, call: SharedCall) {
        let SharedCall { caller, site, list, ref callees, receivers, ref args, ret, throw } = call;
        let mut passed: Vec<Option<Ptr>> = args.clone();
        passed.push(ret);
        // Bounds that lead to the same methods. One place may make several calls: a model's, for each of its parts.
        if !self.made.shared_calls.insert((caller, site, list, passed)) {
            return;
        }
        let hub = match self.made.hubs.get(&list) {
            Some(hub) => hub.clone(),
            None => {
                let hub = self.make_hub(callees, receivers, args.len());
                self.made.hubs.insert(list, hub.clone());
                hub
            }
        };
        let method = self.state.instances[caller].method;
        for &callee in callees.iter() {
            self.state.call_edges.entry((site, method, callee)).or_insert(EdgeKind::Model);
        }
        for (&arg, &to) in args.iter().zip(&hub.args) {
            if let Some(arg) = arg.and_then(|arg| self.node_of(arg)) {
                self.core.edge(arg, to, ALL);
            }
        }
        for (from, to) in [(hub.ret, ret), (hub.throw, throw)] {
            if let Some(to) = to.and_then(|to| self.node_of(to)) {
                self.core.edge(from, to, ALL);
            }
        }
        for &callee in &hub.modelled {
            let (receiver, args) = (Receiver::All(receivers), Args::Positional(args.clone()));
            let kind = EdgeKind::Model;
            self.model_call(ReflectiveCall { caller, site, callee, receiver, args, ret, throw, kind });
        }
    }

    fn make_hub(&mut self, callees: &[MethodId], receivers: Ptr, arity: usize) -> Hub {
        let args: Vec<NodeId> = (0..arity).map(|_| self.core.synthetic()).collect();
        let (ret, throw) = (self.core.synthetic(), self.core.synthetic());
        let mut modelled = Vec::new();
        for &callee in callees {
            if self.is_modelled(callee) {
                modelled.push(callee);
                continue;
            }
            self.core.step();
            let inst = self.instance(callee, NO_CTX);
            let positional = args.iter().map(|&arg| Some(Ptr::Node(arg))).collect();
            self.pass(inst, Receiver::All(receivers), &Args::Positional(positional));
            let instance = &self.state.instances[inst];
            let (from, exception) = (instance.ret, instance.exception);
            if let Some(from) = from {
                self.core.edge(from, ret, ALL);
            }
            self.core.edge(exception, throw, ALL);
        }
        Hub { args, ret, throw, modelled }
    }
}
