//! Calls that no instruction makes: by models, and from outside the program. Must not know what the models mean.

use super::super::callgraph::calls::EdgeKind;
use super::super::command::{Args, CallView, Outcome, Ptr, Receiver, ReflectiveCall};
use super::super::context::Edge;
use super::super::graph::filter::Filter;
use super::super::graph::flow::FlowKind;
use super::super::graph::node::Use;
use super::super::ids::{ALL, InstId, NodeId, ReceiverCallId};
use super::solve::Solver;
use crate::base::PtsSet;
use crate::heap::{ObjId, Site, SiteId};
use crate::program::{TypeId, access};

impl<'a> Solver<'a> {
    /// A call edge made by a model. Modelled methods stay modelled when they are called this way.
    pub(super) fn model_call(&mut self, call: ReflectiveCall) {
        let ReflectiveCall { caller, site, callee, receiver, ref args, ret, throw, kind } = call;
        let ret = ret.and_then(|ptr| self.node_of(ptr));
        let throw = throw.and_then(|ptr| self.node_of(ptr));
        let method = self.state.instances[caller].method;
        self.state.call_edges.entry((site, method, callee)).or_insert(kind);
        let (passed, returned) = flow_kinds(kind, site);
        let desc = self.program.method_desc(self.program.method(callee).desc);
        let is_static = self.program.method(callee).access & access::STATIC != 0;
        if is_static {
            let class = self.program.method(callee).class;
            self.initialise(class);
        }
        if let Some(claim) = self.claim(callee) {
            // The intrinsic dispatcher: an API method may itself be a reflective target.
            // One set of nodes per call and callee, so that a reflective call of a reflective call comes to an end.
            let nodes = match self.made.intrinsic_args.get(&(caller, site, callee)) {
                Some(nodes) => nodes.clone(),
                None => {
                    let receiver = (!is_static).then_some(true);
                    let kinds = receiver.into_iter().chain(desc.params.iter().map(|&ty| self.program.is_reference(ty)));
                    let nodes: Vec<Option<NodeId>> =
                        kinds.collect::<Vec<_>>().into_iter().map(|r| r.then(|| self.core.synthetic())).collect();
                    self.made.intrinsic_args.insert((caller, site, callee), nodes.clone());
                    nodes
                }
            };
            if let (false, Some(Some(node))) = (is_static, nodes.first().copied()) {
                match receiver {
                    Receiver::Obj(obj) => self.core.add(node, obj),
                    Receiver::Ptr(from) | Receiver::All(from) => {
                        if let Some(from) = self.node_of(from) {
                            self.core.edge(from, node, ALL, passed);
                        }
                    }
                    Receiver::None => {}
                }
            }
            for (index, &ty) in desc.params.iter().enumerate() {
                if let Some(Some(node)) = nodes.get(index + usize::from(!is_static)).copied() {
                    self.pass_value(args, index, node, ty, passed);
                }
            }
            let offset = self.heap.offset_of(site);
            let view = CallView {
                number: None,
                caller,
                method,
                site,
                offset,
                kind,
                args: nodes,
                vars: Vec::new(),
                dst: ret,
                throw,
            };
            self.throws_declared(&view, callee);
            if self.ask(claim, &view, callee) == Outcome::Handled {
                return;
            }
        }
        let object = match receiver {
            Receiver::Ptr(from) | Receiver::All(from) if self.contexts.by_receiver() => {
                return self
                    .receive(ReflectiveCall { ret: ret.map(Ptr::Node), throw: throw.map(Ptr::Node), ..call }, from);
            }
            Receiver::Obj(obj) => Some(obj),
            Receiver::Ptr(_) | Receiver::All(_) | Receiver::None => None,
        };
        let ctx = self.state.instances[caller].ctx;
        let ctx = self.contexts.callee(&Edge { caller: ctx, site, callee, receiver: object });
        let inst = self.instance(callee, ctx);
        self.pass(inst, receiver, args, passed);
        if !self.made.model_calls.insert((caller, site, inst, ret)) {
            return;
        }
        self.give_to_model(inst, method, site, ret, returned);
        if let Some(throw) = throw {
            let exception = self.state.instances[inst].exception;
            self.core.edge(exception, throw, ALL, FlowKind::Exception(site));
        }
    }

    /// Makes a call for each object in `from` that can be its receiver.
    pub(super) fn receive(&mut self, call: ReflectiveCall, from: Ptr) {
        let Some(from) = self.node_of(from) else { return };
        let ret = call.ret.and_then(|ptr| self.node_of(ptr));
        if !self.made.received.insert(((call.caller, call.site, call.callee), from, call.args.clone(), ret)) {
            return;
        }
        let filter = self.receiver_filter(call.receiver, call.callee);
        let node = self.core.synthetic();
        let (passed, _) = flow_kinds(call.kind, call.site);
        self.core.edge(from, node, filter, passed);
        let index = self.made.receivers.push(call);
        self.add_use(node, Use::Receive(index));
    }

    /// New receivers of a call made by [`receive`](Self::receive).
    pub(super) fn received(&mut self, index: ReceiverCallId, objects: &PtsSet) {
        for obj in objects.iter() {
            let call = self.made.receivers[index].clone();
            self.model_call(ReflectiveCall { receiver: Receiver::Obj(ObjId(obj)), ..call });
        }
    }

    /// Passes receiver and arguments of a call that no instruction makes.
    pub(super) fn pass(&mut self, inst: InstId, receiver: Receiver, args: &Args, passed: FlowKind) {
        let method = self.state.instances[inst].method;
        let data = self.program.method(method);
        let is_static = data.access & access::STATIC != 0;
        let desc = data.desc;
        match receiver {
            Receiver::Obj(obj) => self.seized(method, &[obj.0].into_iter().collect(), args, passed),
            Receiver::Ptr(from) | Receiver::All(from) if !is_static => {
                if let Some(from) = self.node_of(from) {
                    self.watch_seized(method, from);
                }
            }
            Receiver::Ptr(_) | Receiver::All(_) | Receiver::None => {}
        }
        let nodes = |solver: &mut Self, index: usize| {
            let whole = solver.whole_param(inst, index);
            [solver.state.instances[inst].params.get(index).copied().flatten(), whole].into_iter().flatten()
        };
        if is_static {
            self.escape_given(method, args);
        }
        for this in (!is_static).then(|| nodes(self, 0)).into_iter().flatten() {
            match receiver {
                Receiver::Obj(obj) => self.core.add(this, obj),
                Receiver::Ptr(from) | Receiver::All(from) => {
                    let filter = self.receiver_filter(receiver, method);
                    if let Some(from) = self.node_of(from) {
                        self.core.edge(from, this, filter, passed);
                    }
                }
                Receiver::None => {}
            }
        }
        let first = usize::from(!is_static);
        for (index, &ty) in self.program.method_desc(desc).params.clone().iter().enumerate() {
            for param in nodes(self, first + index) {
                if *args == Args::Unknown {
                    let site = self.heap.site(Site::Param(method, index as u16));
                    if let Some(obj) = self.heap.unknown(site, ty, true) {
                        self.core.add(param, obj);
                    }
                } else {
                    self.pass_value(args, index, param, ty, passed);
                }
            }
        }
    }

    fn pass_value(&mut self, args: &Args, index: usize, param: NodeId, ty: TypeId, passed: FlowKind) {
        let filter = if ty == self.heap.types().object { ALL } else { self.core.filter(Filter::Cast(ty)) };
        match args {
            Args::Positional(nodes) => {
                if let Some(Some(from)) = nodes.get(index).copied()
                    && let Some(from) = self.node_of(from)
                {
                    self.core.edge(from, param, filter, passed);
                }
            }
            Args::Spread(all) => {
                for &ptr in all {
                    if let Some(from) = self.node_of(ptr) {
                        self.core.edge(from, param, filter, passed);
                    }
                }
            }
            Args::Unknown => {}
        }
    }
}

/// Why arguments and results of a call at `site` flow.
fn flow_kinds(kind: EdgeKind, site: SiteId) -> (FlowKind, FlowKind) {
    match kind {
        EdgeKind::Call => (FlowKind::Argument(site), FlowKind::Result(site)),
        EdgeKind::Reflective => (FlowKind::ReflectiveArgument(site), FlowKind::ReflectiveResult(site)),
        EdgeKind::Model => (FlowKind::ModelArgument(site), FlowKind::ModelResult(site)),
    }
}
