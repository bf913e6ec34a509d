//! Methods that become reachable: their code, their instances, the initialisers of classes. Must not know how calls find
//! them.

use std::rc::Rc;

use super::super::callgraph::calls::EdgeKind;
use super::super::callgraph::instance::{Code, Instance};
use super::super::graph::flow::FlowKind;
use super::super::graph::node::NodeInfo;
use super::super::ids::{ALL, InstId, NodeId};
use super::super::summaries::shortcuts::Shortcuts;
use super::solve::Solver;
use crate::heap::{CtxId, NO_CTX, Site};
use crate::ir::{self, Body};
use crate::program::{ClassId, MethodId, access};

/// Constructors that are looked into for one: class hierarchies are not that deep.
const MOST_CHAINED: usize = 32;

impl<'a> Solver<'a> {
    /// The instance of `method` under `ctx`, made and queued if it is new.
    pub(super) fn instance(&mut self, method: MethodId, ctx: CtxId) -> InstId {
        if let Some(&inst) = self.state.by_method.get(&(method, ctx)) {
            return inst;
        }
        let inst = self.state.instances.next_id();
        let data = self.program.method(method);
        let code = self.is_looked_at(method).then(|| self.code(method));
        let mut params = Vec::new();
        let base = match &code {
            Some(code) => {
                let owners = code.numbering.owners();
                let nodes: Vec<NodeId> = owners.map(|var| self.core.node(NodeInfo::Var(inst, var))).collect();
                let numbered = (0..code.body.params).map(|param| code.numbering.index(ir::Var(param)));
                params.extend(numbered.map(|index| index.map(|index| nodes[index.index()])));
                nodes.first().copied().unwrap_or(NodeId(0))
            }
            None => {
                // Bodiless: parameter nodes exist so that models can look at them.
                let desc = self.program.method_desc(data.desc);
                let receiver = (data.access & access::STATIC == 0).then_some(true);
                let kinds = receiver.into_iter().chain(desc.params.iter().map(|&ty| self.program.is_reference(ty)));
                for (index, reference) in kinds.collect::<Vec<_>>().into_iter().enumerate() {
                    params.push(reference.then(|| self.core.node(NodeInfo::Var(inst, ir::Var::new(index)))));
                }
                NodeId(0)
            }
        };
        let returns = self.program.is_reference(self.program.method_desc(data.desc).ret);
        let ret = returns.then(|| self.core.node(NodeInfo::Return(inst)));
        let exception = self.core.node(NodeInfo::Exception(inst));
        let whole = Vec::new();
        let is_too_large = code.as_ref().is_some_and(|code| code.body.is_too_large);
        self.state.instances.push(Instance { method, ctx, first: false, code, base, params, ret, exception, whole });
        self.state.by_method.insert((method, ctx), inst);
        if let (true, Some(ret)) = (is_too_large, ret) {
            // What code that is not read gives back is unknown.
            let (given, ty) = (self.heap.site(Site::At(method, 0)), self.program.method_desc(data.desc).ret);
            self.heap.unknown(given, ty, true).into_iter().for_each(|unknown| self.core.add(ret, unknown));
        }
        let first = self.state.methods.insert(method);
        self.state.instances[inst].first = first;
        self.reach.push_back(inst);
        inst
    }

    /// Whether the body of the method is there and of concern.
    fn is_looked_at(&self, method: MethodId) -> bool {
        let data = self.program.method(method);
        data.has_code && !self.scope.is_closed(self.program, data.class)
    }

    pub(super) fn code(&mut self, method: MethodId) -> Rc<Code> {
        if let Some(code) = self.state.codes.get(&method) {
            return code.clone();
        }
        let body = ir::lower(self.program, method);
        let shortcuts = self.find_shortcuts(method, &body);
        let code = Rc::new(Code::new(body, shortcuts));
        self.state.code_bytes += code.bytes() as u64;
        self.state.codes.insert(method, code.clone());
        code
    }

    /// Runs a class's initialiser, its superclasses' first, and those of superinterfaces that declare default methods
    /// (JVMS 5.5 step 7).
    pub(super) fn initialise(&mut self, class: ClassId) {
        let mut stack = vec![class];
        while let Some(class) = stack.pop() {
            if !self.state.initialised.insert(class) {
                continue;
            }
            let data = self.program.class(class);
            let is_interface = data.access & access::INTERFACE != 0;
            if !is_interface {
                stack.extend(data.super_class);
                stack.extend(self.program.interfaces_with_defaults(class));
            }
            if let Some(method) = self.program.find_method(class, "<clinit>", "()V") {
                let inst = self.instance(method, NO_CTX);
                let initialisers = self.by_jvm().initialisers;
                self.core.edge(self.state.instances[inst].exception, initialisers, ALL, FlowKind::Outside);
                let site = self.heap.site(Site::At(method, 0));
                self.state.call_edges.entry((site, method, method)).or_insert(EdgeKind::Model);
            }
            self.hook_all(None, |model, cx| model.on_class(cx, class));
        }
    }

    /// What the callers of a method do by themselves; constructors that it chains to are looked into.
    pub(super) fn find_shortcuts(&mut self, method: MethodId, body: &Body) -> Shortcuts {
        if !self.shortcuts {
            return Shortcuts::default();
        }
        let mut shortcuts = Shortcuts::of(self.program, method, body);
        for (called, args) in Shortcuts::chained(self.program, method, body) {
            // No constructor calls itself through others (JLS 8.8.7.1); code that does so is not looked into again.
            let looks = self.is_looked_at(called) && self.chaining.len() < MOST_CHAINED;
            if looks && !self.is_modelled(called) && self.chaining.insert(called) {
                let code = self.code(called);
                self.chaining.remove(&called);
                shortcuts.chain(&code.shortcuts, &args, body.params);
            }
        }
        shortcuts
    }
}
