//! What models ask for, carried out: objects, edges, watches, and calls that no instruction makes. Must not know what the
//! models mean.

use super::super::callgraph::calls::{CallSite, EdgeKind};
use super::super::command::{Command, Ptr, Receiver, StaticCall, VirtualCall};
use super::super::context::Edge;
use super::super::graph::flow::FlowKind;
use super::super::graph::node::Use;
use super::super::ids::ALL;
use super::solve::{Solver, Watch};
use crate::heap::{NO_CTX, Site};

impl Solver<'_> {
    pub(super) fn execute(&mut self, command: Command) {
        match command {
            Command::Add { to, obj } => {
                self.reached_into(to);
                let keeps = self.keeps(to) && (!to.is_in_heap() || self.heap.kind(obj).lives_in_heap());
                if keeps && let Some(to) = self.node_of(to) {
                    self.core.add(to, obj);
                }
            }
            Command::Edge { from, to, filter, told_at } => {
                self.reached_into(from);
                self.reached_into(to);
                let to_heap = to.is_in_heap();
                if !self.keeps(to) {
                    return;
                }
                if let (Some(from), Some(to)) = (self.node_of(from), self.node_of(to)) {
                    let filter = self.core.filter(filter);
                    let filter = if to_heap { self.core.heap_filter(filter) } else { filter };
                    self.core.edge(from, to, filter, told_at.map_or(FlowKind::Outside, FlowKind::Model));
                }
            }
            Command::Watch { at, model, data, told_at } => {
                self.reached_into(at);
                let Some(node) = self.node_of(at) else { return };
                if self.watched.insert((node, model, data)) {
                    let hook = self.hooks.push(Watch { model, data, told_at });
                    self.add_use(node, Use::Hook(hook));
                }
            }
            Command::WatchFilters { obj, model } => {
                self.core.watch_filters(obj);
                let watchers = self.filter_watchers.entry(obj).or_default();
                if !watchers.contains(&model) {
                    watchers.push(model);
                }
            }
            Command::Contents { of, to, or } => {
                if let Some(to) = self.node_of(to) {
                    self.contents(of, to, or);
                }
            }
            Command::Escape { at } => {
                if let Some(node) = self.node_of(at)
                    && self.made.escaped.insert(node)
                {
                    self.add_use(node, Use::Escape);
                }
            }
            Command::Call(call) => self.model_call(call),
            Command::Summary { model, call } => self.summary_call(model, call),
            Command::Dispatch(kind, call) => self.dispatched(kind, call),
            Command::Static(call) => self.called_static(call),
            Command::Note { caller, site, note } => {
                let method = self.state.instances[caller].method;
                self.state.call_notes.insert((site, method, note));
            }
            Command::Initialise(class) => self.initialise(class),
            Command::Entry { method, receiver, args, ret } => {
                self.state.entered.insert(method);
                // Who calls from outside is unknown, on what it calls is not.
                let object = match receiver {
                    Receiver::Obj(obj) if self.contexts.by_receiver() => Some(obj),
                    _ => None,
                };
                let site = self.heap.site(Site::Outside);
                let edge = object.map(|_| Edge { caller: NO_CTX, site, callee: method, receiver: object });
                let ctx = edge.map_or(NO_CTX, |edge| self.contexts.callee(&edge));
                let inst = self.instance(method, ctx);
                let class = self.program.method(method).class;
                self.initialise(class);
                self.pass(inst, receiver, &args, FlowKind::Outside);
                let uncaught = self.by_jvm().uncaught;
                self.core.edge(self.state.instances[inst].exception, uncaught, ALL, FlowKind::Outside);
                if let Some(to) = ret.and_then(|ret| self.node_of(ret)) {
                    self.return_outside(inst, receiver, to);
                }
            }
        }
    }

    /// Makes a call whose receivers decide what it runs, once for each place, arguments and result.
    pub(super) fn dispatched(&mut self, kind: EdgeKind, call: VirtualCall) {
        let VirtualCall { caller, site, method, receiver, args, ret, throw } = call;
        if self.node_of(receiver).is_none() {
            return;
        }
        let args = std::iter::once(Some(receiver)).chain(args).collect();
        if let Some(call) = self.made_call(StaticCall { caller, site, method, args, ret, throw }, kind, false) {
            self.virtual_call(call);
        }
    }

    /// Makes a call of a static method, once for each place, arguments and result.
    fn called_static(&mut self, call: StaticCall) {
        if let Some(call) = self.made_call(call, EdgeKind::Model, true) {
            self.direct_call(call);
        }
    }

    /// A call as an instruction would make it, the receiver among the arguments; `None` if it was made already.
    fn made_call(&mut self, call: StaticCall, kind: EdgeKind, direct: bool) -> Option<CallSite> {
        let StaticCall { caller, site, method: resolved, args, ret, throw } = call;
        let args: Vec<_> = args.into_iter().map(|arg| arg.and_then(|ptr| self.node_of(ptr))).collect();
        let dst = ret.and_then(|ptr| self.node_of(ptr));
        let throw = throw.and_then(|ptr| self.node_of(ptr));
        let is_new = self.made.calls.insert(((caller, site, resolved), args.clone(), dst));
        let offset = self.heap.offset_of(site);
        is_new.then(|| CallSite {
            caller,
            site,
            offset,
            kind,
            resolved,
            args,
            vars: Vec::new(),
            dst,
            cast: None,
            throw,
            direct,
        })
    }

    /// What a model, or reflection, does with a field of a collection is none of what its table knows.
    fn reached_into(&mut self, at: Ptr) {
        if let Ptr::Field(obj, _) = at {
            self.escape_all(&[obj.0].into_iter().collect());
        }
    }
}
