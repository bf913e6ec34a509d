//! What calls do to the collections they are made on. Must not know which methods do what.

use crate::base::PtsSet;
use crate::heap::{Face, ObjId, ObjKind};
use crate::pointsto::callgraph::calls::{CallSite, EdgeKind};
use crate::pointsto::command::Command;
use crate::pointsto::command::{Ptr, VirtualCall};
use crate::pointsto::graph::flow::FlowKind;
use crate::pointsto::graph::node::Use;
use crate::pointsto::ids::{ALL, CallId, InstId, NodeId};
use crate::pointsto::solver::solve::Solver;
use crate::pointsto::summaries::containers::{Act, OnEscape, Received, Returned};
use crate::pointsto::summaries::shortcuts::Gives;
use crate::program::{ClassId, MethodId, access};

impl Solver<'_> {
    /// Carries out what a call does to those receivers that are collections; `None` if there cannot be one.
    pub(in crate::pointsto::solver) fn contained(
        &mut self,
        call: CallId,
        inst: InstId,
        receivers: &PtsSet,
    ) -> Option<Received> {
        let callee = self.state.instances[inst].method;
        if !self.may_be_contained(callee) {
            return None;
        }
        let mut received = Received { plain: PtsSet::new(), this: PtsSet::new() };
        for obj in receivers.iter().map(ObjId) {
            let real = self.heap.real(obj);
            received.this.insert(real.0);
            let is_done = match self.container(obj) {
                Some((of, face)) => self.act_on(call, inst, (obj, of, face)),
                None => {
                    let caller = self.state.instances[self.state.calls[call].caller].method;
                    self.write_through(callee, obj, Some(caller));
                    false
                }
            };
            if !is_done {
                received.plain.insert(real.0);
            }
        }
        Some(received)
    }

    /// Carries out what a call does to a collection; false if the method returns to it as to any other object.
    fn act_on(&mut self, call: CallId, inst: InstId, (obj, of, seen): (ObjId, ObjId, Face)) -> bool {
        if self.is_own_call(call, obj, of) {
            return false;
        }
        let callee = self.state.instances[inst].method;
        let Some(acts) = self.acts(seen, callee) else {
            self.escape(of);
            return false;
        };
        // Also where it has escaped: what is done with it would depend on when it did. That only adds what the method returns.
        let dst = self.state.calls[call].dst;
        let arg = |solver: &Self, index: usize| solver.state.calls[call].args.get(index).copied().flatten();
        let to = self.destination(call, inst);
        let of = match arg(self, 0) {
            Some(receivers) => self.joint(of, receivers),
            None => of,
        };
        for &act in acts {
            match act {
                Act::Entrance(index, category) => {
                    if let Some(from) = arg(self, index) {
                        let kind = FlowKind::Entrance(self.shortcut(call, inst, index as u32));
                        let host = self.entrance(call, of, seen.category(category), 1);
                        let filter = self.core.heap_filter(ALL);
                        self.core.edge(from, host, filter, kind);
                    }
                }
                Act::EntranceOfFunction(index, category) => {
                    if let Some(given) =
                        arg(self, index).and_then(|function| self.given_by(call, inst, index, function))
                    {
                        let kind = FlowKind::Entrance(self.shortcut(call, inst, 0));
                        let host = self.entrance(call, of, seen.category(category), 1);
                        let filter = self.core.heap_filter(ALL);
                        self.core.edge(given, host, filter, kind);
                    }
                }
                Act::EntranceOfAll(index) => {
                    if let Some(from) = arg(self, index) {
                        self.enter_all(from, of);
                    }
                }
                Act::Exit(category) => {
                    if let Some(to) = to {
                        let kind = FlowKind::Exit(self.shortcut(call, inst, 0));
                        for host in self.exits(call, of, seen.category(category)) {
                            self.core.edge(host, to.node, to.filter, kind);
                        }
                    }
                }
                Act::ExitOfArgument(index) => {
                    if let (Some(to), Some(from)) = (to, arg(self, index)) {
                        let kind = FlowKind::Exit(self.shortcut(call, inst, index as u32));
                        self.core.edge(from, to.node, to.filter, kind);
                    }
                }
                Act::Transfer(face) => {
                    let Some(dst) = dst else { continue };
                    for result in self.results(inst, obj, of) {
                        self.transfer(result, (of, seen.transfer(face)), dst);
                    }
                }
                Act::Copy => {
                    if let Some(dst) = dst {
                        self.core.add(dst, obj);
                    }
                }
                Act::Leak => self.leak(of),
                Act::Compares => self.forget_keys(of),
            }
        }
        let gives =
            acts.iter().any(|act| matches!(act, Act::Exit(_) | Act::ExitOfArgument(_) | Act::Transfer(_) | Act::Copy));
        // It may have escaped by a leak.
        if !gives || self.containers.escaped.contains(&of) {
            return false;
        }
        self.on_escape(of, OnEscape::Return(call, inst, self.heap.real(obj)));
        true
    }

    /// What the functions give that a call passes. The method calls them with what is in the collection; what it returns is
    /// what was given to it by others as well.
    fn given_by(&mut self, call: CallId, inst: InstId, index: usize, function: NodeId) -> Option<NodeId> {
        if let Some(&known) = self.containers.given_by.get(&function) {
            return Some(known);
        }
        let program = self.program;
        let callee = program.method(self.state.instances[inst].method);
        // The receiver is an argument, and no parameter.
        let interface = program.class_of(*program.method_desc(callee.desc).params.get(index - 1)?)?;
        let is_it = |method: &&MethodId| program.method(**method).access & access::ABSTRACT != 0;
        let method = *program.class(interface).methods.iter().find(is_it)?;
        let given = self.core.synthetic();
        self.containers.given_by.insert(function, given);
        let CallSite { caller, site, .. } = self.state.calls[call];
        self.commands.push_back(Command::Dispatch(
            EdgeKind::Model,
            VirtualCall {
                caller,
                site,
                method,
                receiver: Ptr::Node(function),
                args: vec![None; program.method_desc(program.method(method).desc).params.len()],
                ret: Some(Ptr::Node(given)),
                throw: None,
            },
        ));
        Some(given)
    }

    /// Where a method has what it returns to a receiver: what it only reads from a field is there.
    fn results(&mut self, inst: InstId, obj: ObjId, of: ObjId) -> Vec<NodeId> {
        let code = self.state.instances[inst].code.as_ref();
        let Some(given) = code.and_then(|code| code.shortcuts.given.clone()) else {
            return self.state.instances[inst].ret.into_iter().collect();
        };
        let mut results = Vec::new();
        for &given in given.iter() {
            match given {
                Gives::Field(0, field) => results.extend(self.field_of(obj, field)),
                // Not of the collection: nobody expects that of a method that gives a view of it.
                Gives::Field(..) | Gives::Param(_) => self.escape(of),
            }
        }
        results
    }

    /// What a method returned is a view of a collection where a call of it gives its result. What it returned to others is seen
    /// through other collections: there is no need to go through all of these for each collection.
    fn transfer(&mut self, result: NodeId, (of, face): (ObjId, Face), dst: NodeId) {
        let Some(class) = self.program.class_of(self.heap.ty(of)) else { return };
        let key = (self.core.find(result), class, face);
        let sifted = match self.containers.sifted.get(&key) {
            Some(&sifted) => sifted,
            None => {
                let into = self.core.synthetic();
                self.containers.sifted.insert(key, into);
                self.add_use(result, Use::Sift { class, face, into });
                into
            }
        };
        if self.containers.seen.insert((sifted, of, face, dst)) {
            self.add_use(sifted, Use::Transfer { of, face, dst });
        }
    }

    /// Of objects that a method returned those that are views of a collection of a class, each as it is without being seen through
    /// another one, and those that are given themselves.
    pub(in crate::pointsto::solver) fn sift(&mut self, class: ClassId, face: Face, objects: &PtsSet, into: NodeId) {
        let (mut sifted, views) = self.returned_objects(class, face, objects);
        for obj in views {
            let real = self.heap.real(obj);
            // Of others it is the view alone that tells what they are.
            sifted.insert(if is_made(self.heap.kind(real)) { real.0 } else { obj.0 });
        }
        self.core.add_all(into, &sifted, ALL);
    }

    /// Objects that a method returned become views of a collection.
    pub(in crate::pointsto::solver) fn transferred(&mut self, of: ObjId, face: Face, objects: &PtsSet, dst: NodeId) {
        let of = self.joint(of, dst);
        let Some(class) = self.program.class_of(self.heap.ty(of)) else { return };
        let (mut given, views) = self.returned_objects(class, face, objects);
        for real in views.into_iter().map(|obj| self.heap.real(obj)) {
            given.insert(self.heap.intern(ObjKind::View { of, face, real }).0);
        }
        self.core.add_all(dst, &given, ALL);
    }

    /// Of objects that a method of a collection returned those that are given themselves, and its views. Others are
    /// what it returned to other receivers, or what nobody knows.
    fn returned_objects(&mut self, class: ClassId, face: Face, objects: &PtsSet) -> (PtsSet, Vec<ObjId>) {
        let mut returned = std::mem::take(self.containers.returned_as.entry((class, face)).or_default());
        let fresh: Vec<u32> = objects.iter_without(&returned.decided).collect();
        for obj in fresh {
            returned.decided.insert(obj);
            match self.decide_returned((class, face), ObjId(obj), &mut returned.classes) {
                Returned::View => returned.views.insert(obj),
                Returned::Itself => returned.itself.insert(obj),
                Returned::OfOthers => {}
            }
        }
        let found = (objects.masked(&returned.itself), objects.iter_masked(&returned.views).map(ObjId).collect());
        self.containers.returned_as.insert((class, face), returned);
        found
    }

    /// What an object is that a method of a collection of a class returned, where a face is expected.
    fn decide_returned(
        &mut self,
        (class, face): (ClassId, Face),
        obj: ObjId,
        known: &mut Vec<Option<Returned>>,
    ) -> Returned {
        let (real, is_made) = match self.heap.kind(obj) {
            ObjKind::View { real, .. } => (real, true),
            kind => (obj, is_made(kind)),
        };
        let own = is_made.then(|| self.program.class_of(self.heap.ty(real))).flatten();
        let Some(own) = own else { return Returned::OfOthers };
        if known.len() <= own.index() {
            known.resize(own.index() + 1, None);
        }
        *known[own.index()].get_or_insert_with(|| self.returned_as(class, face, own))
    }

    /// What an object of class `own` is that a method of a collection of a class returned, where a face is expected.
    fn returned_as(&mut self, class: ClassId, face: Face, own: ClassId) -> Returned {
        match self.is_view(class, own) {
            // What the method returned to receivers of another face is not this one's.
            true if self.fits(face, own) => Returned::View,
            true => Returned::OfOthers,
            false if self.is_view_of_others(own) => Returned::OfOthers,
            // The method's declaration says of what kind its result is, and the table what it is a view of.
            false if !self.fits(face, own) => Returned::OfOthers,
            false => Returned::Itself,
        }
    }

    /// Watches the objects that a call with one possible target is made on, where they select nothing.
    pub(in crate::pointsto::solver) fn watch_direct(&mut self, call: CallId, inst: InstId) {
        let callee = self.state.instances[inst].method;
        let receiver = self.state.calls[call].args.first().copied().flatten();
        let is_static = self.program.method(callee).access & access::STATIC != 0;
        if let Some(receiver) = receiver.filter(|_| !is_static)
            && self.may_be_contained(callee)
        {
            self.add_use(receiver, Use::Direct(call, inst));
        }
    }

    /// Objects that a call with one possible target is made on.
    pub(in crate::pointsto::solver) fn direct_receivers(&mut self, call: CallId, inst: InstId, objects: &PtsSet) {
        for obj in objects.iter().map(ObjId) {
            if let Some((of, face)) = self.container(obj) {
                self.act_on(call, inst, (obj, of, face));
            }
        }
    }
}

fn is_made(kind: ObjKind) -> bool {
    matches!(kind, ObjKind::Alloc { .. } | ObjKind::Merged { .. })
}
