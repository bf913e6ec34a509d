//! Calls of the same methods at many places: all that any place passes reaches each of the methods, and all that any of them
//! gives reaches each place. One node per list of methods stands between, so that places and methods add up where they would
//! multiply; nothing is distinguished less. Must not know what the models mean.

use super::super::callgraph::calls::EdgeKind;
use super::super::command::{Args, Ptr, Receiver, ReflectiveCall, SummaryCall};
use super::super::graph::flow::FlowKind;
use super::super::ids::{ALL, ModelId, NodeId};
use super::made::SummaryNode;
use super::solve::Solver;
use crate::heap::NO_CTX;
use crate::program::MethodId;

impl Solver<'_> {
    /// Calls by a model at one place. The methods have one context each.
    pub(super) fn summary_call(&mut self, model: ModelId, call: SummaryCall) {
        let SummaryCall { caller, site, list, ref callees, receivers, ref args, ret, throw } = call;
        let list = (model, list);
        let mut passed: Vec<Option<Ptr>> = args.clone();
        passed.push(ret);
        // Bounds that lead to the same methods. One place may make several calls: a model's, for each of its parts.
        if !self.made.summary_calls.insert((caller, site, list, passed)) {
            return;
        }
        let summary = match self.made.summary_nodes.get(&list) {
            Some(summary) => summary.clone(),
            None => {
                let summary = self.make_summary_node(callees, receivers, args.len());
                self.made.summary_nodes.insert(list, summary.clone());
                summary
            }
        };
        let method = self.state.instances[caller].method;
        for &callee in callees.iter() {
            self.state.call_edges.entry((site, method, callee)).or_insert(EdgeKind::Model);
        }
        for (&arg, &to) in args.iter().zip(&summary.args) {
            if let Some(arg) = arg.and_then(|arg| self.node_of(arg)) {
                self.core.edge(arg, to, ALL, FlowKind::ModelArgument(site));
            }
        }
        let kinds = [FlowKind::ModelResult(site), FlowKind::Exception(site)];
        for ((from, to), kind) in [(summary.ret, ret), (summary.throw, throw)].into_iter().zip(kinds) {
            if let Some(to) = to.and_then(|to| self.node_of(to)) {
                self.core.edge(from, to, ALL, kind);
            }
        }
        for &callee in &summary.modelled {
            let (receiver, args) = (Receiver::All(receivers), Args::Positional(args.clone()));
            let kind = EdgeKind::Model;
            self.model_call(ReflectiveCall { caller, site, callee, receiver, args, ret, throw, kind });
        }
    }

    fn make_summary_node(&mut self, callees: &[MethodId], receivers: Ptr, arity: usize) -> SummaryNode {
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
            self.pass(inst, Receiver::All(receivers), &Args::Positional(positional), FlowKind::Summary);
            let instance = &self.state.instances[inst];
            let (from, exception) = (instance.ret, instance.exception);
            if let Some(from) = from {
                self.core.edge(from, ret, ALL, FlowKind::Summary);
            }
            self.core.edge(exception, throw, ALL, FlowKind::Summary);
        }
        SummaryNode { args, ret, throw, modelled }
    }
}
