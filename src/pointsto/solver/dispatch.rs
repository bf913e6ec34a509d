//! Calls and their receivers: which method each object selects, and under which context. Must not know what a call does once
//! its target is known.

use super::super::callgraph::calls::{CallNote, CallSite, EdgeKind};
use super::super::command::{CallView, Claim, Outcome};
use super::super::context::Edge;
use super::super::graph::node::Use;
use super::super::ids::CallId;
use super::of_callers::Written;
use super::solve::Solver;
use crate::base::{FxIndexMap, PtsSet};
use crate::classpath::Origin;
use crate::heap::{CtxId, Dispatch, NO_CTX, ObjId, Site};
use crate::program::{MethodId, Type, TypeId, access, outsiders};

impl<'a> Solver<'a> {
    /// Registers a virtual or interface call: its receivers decide.
    pub(super) fn virtual_call(&mut self, call: CallSite) {
        let (resolved, receiver) = (call.resolved, call.args.first().copied().flatten());
        let id = self.state.calls.push(call);
        if let Some(claim @ (_, Claim::Declared(_))) = self.claim(resolved)
            && self.claimed(id, resolved, claim) == Outcome::Handled
        {
            return;
        }
        let Some(receiver) = receiver else { return };
        let seen = self.core.add_use(receiver, Use::Dispatch(id));
        self.dispatch(id, &seen);
    }

    /// Registers a call with one possible target.
    pub(super) fn direct_call(&mut self, call: CallSite) {
        let (resolved, receiver) = (call.resolved, call.args.first().copied().flatten());
        let is_static = self.program.method(resolved).access & access::STATIC != 0;
        let ctx = self.callee_context(&call, resolved, None);
        let id = self.state.calls.push(call);
        let Some(receiver) = receiver.filter(|_| !is_static && self.contexts.by_receiver()) else {
            // The receiver of invokespecial flows as an argument.
            return self.link(id, resolved, ctx, None);
        };
        if let Some(claim) = self.claim(resolved)
            && self.claimed(id, resolved, claim) == Outcome::Handled
        {
            return;
        }
        let seen = self.core.add_use(receiver, Use::Dispatch(id));
        self.dispatch(id, &seen);
    }

    /// New receivers of a call: linked by the method they select, or shown to the models.
    pub(super) fn dispatch(&mut self, call: CallId, receivers: &PtsSet) {
        let CallSite { resolved, direct, .. } = self.state.calls[call];
        if self.has_callers && !direct {
            self.left_to_callers(call, resolved, receivers);
        }
        let by_receiver = self.contexts.by_receiver();
        let mut selected: FxIndexMap<(MethodId, CtxId), PtsSet> = FxIndexMap::default();
        let mut others: Vec<ObjId> = Vec::new();
        // What an object of the class before selects: those of one class are often made one after the other.
        let mut last: Option<(TypeId, usize)> = None;
        for obj in receivers.iter().map(ObjId) {
            let kind = self.heap.kind(obj);
            let class = (!direct && !by_receiver && kind.dispatch() == Dispatch::ByClass).then(|| self.heap.ty(obj));
            if let Some((_, at)) = last.filter(|&(before, _)| class == Some(before)) {
                selected[at].insert(obj.0);
                continue;
            }
            let target = match kind.dispatch() {
                _ if direct => Some(resolved),
                Dispatch::Nothing => continue,
                Dispatch::ByModel => None,
                // Of a class of callers that is below an abstract one.
                Dispatch::ByClass if self.has_callers => {
                    let target = self.select(self.heap.ty(obj), resolved);
                    match target.filter(|&target| self.program.method(target).access & access::ABSTRACT == 0) {
                        None if self.heap.is_made_outside(kind, self.program) => continue,
                        _ => target,
                    }
                }
                Dispatch::ByClass => self.select(self.heap.ty(obj), resolved),
                Dispatch::ByClassOrModel => self
                    .select(self.heap.ty(obj), resolved)
                    .filter(|&target| self.program.method(target).access & access::ABSTRACT == 0),
            };
            match target {
                Some(target) => {
                    let receiver = by_receiver.then_some(obj);
                    let ctx =
                        receiver.map_or(NO_CTX, |_| self.callee_context(&self.state.calls[call], target, receiver));
                    let entry = selected.entry((target, ctx));
                    last = class.map(|class| (class, entry.index()));
                    entry.or_default().insert(obj.0);
                }
                None => others.push(obj),
            }
        }
        for (&(target, ctx), receivers) in &selected {
            let ctx = if by_receiver { ctx } else { self.callee_context(&self.state.calls[call], target, None) };
            self.link(call, target, ctx, Some(receivers));
        }
        if others.is_empty() {
            return;
        }
        let view = self.view(call);
        for obj in others {
            self.dispatch_otherwise(call, &view, resolved, obj);
        }
    }

    /// A call on an object whose methods callers of a library may have written: they get what the program's code and the JDK's call it
    /// with, and nobody knows what it gives to the program's own.
    fn left_to_callers(&mut self, call: CallId, resolved: MethodId, receivers: &PtsSet) {
        let CallSite { caller, dst, kind, .. } = self.state.calls[call];
        let (program, heap) = (self.program, self.heap);
        let origin = program.origin_of(self.state.instances[caller].method);
        let is_followed = match origin {
            Origin::Application => true,
            // Functions, listeners and elements that callers give get what the JDK calls them with, or compares them with.
            Origin::Jdk => {
                let takes = &program.method_desc(program.method(resolved).desc).params;
                takes.iter().any(|&ty| program.is_reference(ty) && ty != heap.types().string)
            }
            Origin::Library => false,
        };
        if !is_followed {
            return;
        }
        let before = self.of_callers.calls.get(&call).copied().unwrap_or(Written::Never);
        // The JDK's code is told of once, and gets nothing from there.
        if before == Written::Maybe || before != Written::Never && origin == Origin::Jdk {
            return;
        }
        let written = receivers.iter().map(|obj| self.of_callers.write(heap, program, ObjId(obj), resolved)).max();
        let Some(written) = written.filter(|&written| written > before) else { return };
        self.of_callers.calls.insert(call, written);
        let view = self.view(call);
        if before == Written::Never {
            self.hook_all(Some(view.site), |model, cx| model.on_callers_code(cx, &view, resolved));
            self.thrown_by_callers(&view, resolved);
        }
        let ty = program.method_desc(program.method(resolved).desc).ret;
        // Texts, classes and values of any type that others than classes of the program give are answered where they are called, what
        // only the program makes by the model.
        let is_answered = heap.types().is_name(ty) || ty == heap.types().object;
        let is_unknown = origin == Origin::Application
            && (written == Written::Maybe || !is_answered)
            && program.is_reference(ty)
            && !outsiders::is_made_inside_alone(program, ty);
        let Some(dst) = dst.filter(|_| is_unknown) else { return };
        // An instruction tells which method answers.
        let site = if heap.types().is_name(ty) && kind == EdgeKind::Call {
            view.site
        } else {
            heap.site(Site::Unknowns { of_callers: true })
        };
        if let Some(value) = heap.unknown(site, ty, true) {
            self.core.add(dst, value);
        }
    }

    /// Code of callers throws what it declares, and whatever is unchecked (JLS 11.1.1).
    fn thrown_by_callers(&mut self, view: &CallView, resolved: MethodId) {
        let (program, heap) = (self.program, self.heap);
        let Some(throw) = view.throw else { return };
        let unchecked = program.find_class("java/lang/RuntimeException");
        let site = heap.site(Site::Unknowns { of_callers: true });
        for class in unchecked.into_iter().chain(program.method(resolved).exceptions.iter().copied()) {
            if let Some(thrown) = heap.unknown(site, program.class_type(class), true) {
                self.core.add(throw, thrown);
            }
        }
    }

    /// A receiver of unknown class: the call graph is to say so.
    fn note_unknown(&mut self, call: CallId) {
        let CallSite { caller, site, resolved, .. } = self.state.calls[call];
        let method = self.state.instances[caller].method;
        self.state.call_notes.insert((site, method, CallNote::Unknown(resolved)));
    }

    /// A receiver that selects no method body by its class.
    fn dispatch_otherwise(&mut self, call: CallId, view: &CallView, resolved: MethodId, obj: ObjId) {
        if self.hook_until(Some(view.site), |model, cx| model.on_receiver(cx, view, resolved, obj)) {
            return;
        }
        if self.heap.kind(obj).dispatch() == Dispatch::ByModel {
            self.note_unknown(call);
            self.call_nobody(view, resolved);
        }
    }

    /// A call of an object of unknown class that no model answers: nobody knows what comes back. A text that comes back inside
    /// the JDK has no origin of its own, until a call from other code gets it (`returns.rs`). There only functions are asked: what
    /// collections hold is put where they are put (`containers/acts.rs`).
    fn call_nobody(&mut self, view: &CallView, resolved: MethodId) {
        let program = self.program;
        let Some(dst) = view.dst else { return };
        let ret = program.method_desc(program.method(resolved).desc).ret;
        let site = match program.origin_of(view.method) {
            // What collections and other objects give there would flow into every collection of the program.
            Origin::Jdk if !program.is_function(program.method(resolved).class) && !self.scope.closes_jdk() => return,
            Origin::Jdk => self.heap.site(Site::Jdk),
            Origin::Application | Origin::Library => view.site,
        };
        let is_own = program.origin_of(view.method) == Origin::Application;
        let value = match is_own && program.is_reference(ret) && self.scope.leaves_out(program) {
            true => self.heap.unknown_of(site, ret),
            false => self.heap.unknown(site, ret, program.is_reference(ret)),
        };
        value.into_iter().for_each(|value| self.core.add(dst, value));
    }

    /// JVMS 5.4.6 for an object of type `ty`; `None` also where the object cannot be a receiver at all.
    fn select(&mut self, ty: TypeId, resolved: MethodId) -> Option<MethodId> {
        if let Some(&target) = self.selections.get(&(ty, resolved)) {
            return target;
        }
        let program = self.program;
        let class = match program.ty(ty) {
            Type::Class(class) => class,
            _ => self.heap.types().object_class,
        };
        let target = if program.is_subclass(class, program.method(resolved).class) {
            program.select(class, resolved)
        } else {
            None
        };
        self.selections.insert((ty, resolved), target);
        target
    }

    /// The context under which a call enters a method.
    fn callee_context(&self, call: &CallSite, callee: MethodId, receiver: Option<ObjId>) -> CtxId {
        let caller = self.state.instances[call.caller].ctx;
        self.contexts.callee(&Edge { caller, site: call.site, callee, receiver })
    }
}
