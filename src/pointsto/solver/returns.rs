//! How what a method returns gets to the result of a call. Must not know how callees are found.
//!
//! | route    | taken                                                           | what arrives                          |
//! |----------|-----------------------------------------------------------------|---------------------------------------|
//! | plain    | by calls of bodies, and of those a model only takes note of     | what the body returns                 |
//! | joined   | plain, by calls that name their callee: nothing else gets there | the same; both nodes become one       |
//! | shortcut | where all that it returns are parameters and fields of them     | these, of the call's own arguments    |
//! | host     | by receivers that are hosts and have not escaped                | what the host has                     |
//! | outside  | to code outside the program that calls it on what it was given   | as plain or shortcut, to one node     |
//! | narrowed | by each but joined, where the result goes into one cast only    | what passes the cast, behind the cast |
//!
//! The host route is carried out in `containers/acts.rs`, the others here.
//!
//! Calls by models take the plain route: their arguments go to the method's parameters as a whole (see `shortcuts.rs`).

use std::rc::Rc;

use super::super::callgraph::calls::CallSite;
use super::super::callgraph::instance::Instance;
use super::super::command::Receiver;
use super::super::graph::filter::Filter;
use super::super::graph::flow::FlowKind;
use super::super::graph::node::Use;
use super::super::ids::{ALL, CallId, FilterId, InstId, NodeId};
use super::super::summaries::shortcuts::{Gives, Shortcuts};
use super::solve::Solver;
use crate::base::PtsSet;
use crate::classpath::Origin;
use crate::heap::{ObjId, SiteId};
use crate::program::MethodId;

/// Where the result of a call goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Destination {
    pub(super) node: NodeId,
    pub(super) filter: FilterId,
    /// It is behind the only cast that is made of the result.
    narrowed: bool,
}

/// How the result of a body, or what stands for it, gets to its destination.
enum Route {
    Plain,
    /// Plain, and nothing else ever gets there: both nodes become one.
    Joined,
    Shortcut(Rc<[Gives]>),
}

impl Solver<'_> {
    /// Where the result of a call of `inst` goes, if anything is done with it: behind the cast that everything of it goes
    /// through, or to the result itself.
    pub(super) fn destination(&mut self, call: CallId, inst: InstId) -> Option<Destination> {
        let CallSite { caller, site, dst, cast, .. } = self.state.calls[call];
        let dst = dst?;
        let (caller, callee) = (self.state.instances[caller].method, self.state.instances[inst].method);
        let filter = self.return_filter(caller, callee, site);
        Some(match cast.filter(|_| filter == ALL) {
            Some((node, filter)) => Destination { node, filter, narrowed: true },
            None => Destination { node: dst, filter, narrowed: false },
        })
    }

    /// The route of a call; `selected` by receivers, and `modelled` besides its own code.
    fn route(&self, call: CallId, inst: InstId, to: Destination, selected: bool, modelled: bool) -> Route {
        let Instance { method: callee, ref code, .. } = self.state.instances[inst];
        if let Some(given) = code.as_ref().filter(|_| !modelled).and_then(|code| code.shortcuts.given.clone()) {
            return Route::Shortcut(given);
        }
        let CallSite { caller, direct, site, .. } = self.state.calls[call];
        let unfiltered = !to.narrowed && to.filter == ALL;
        // What is given for the call beside what the callee returns is not returned to others.
        let alone = direct && !selected && !modelled && unfiltered && !self.given.contains_key(&site);
        match alone && self.same_origin(self.state.instances[caller].method, callee) {
            true => Route::Joined,
            false => Route::Plain,
        }
    }

    /// What a callee returns flows to the result of the call; `selected` by receivers, and `modelled` besides its own code.
    pub(super) fn give_back(&mut self, call: CallId, inst: InstId, selected: bool, modelled: bool) {
        let Some(ret) = self.state.instances[inst].ret else { return };
        let Some(to) = self.destination(call, inst) else { return };
        let CallSite { caller, site, .. } = self.state.calls[call];
        let (caller, callee) = (self.state.instances[caller].method, self.state.instances[inst].method);
        self.havoc_result(caller, site, callee, to.node);
        let kind = FlowKind::Result(site);
        match self.route(call, inst, to, selected, modelled) {
            Route::Plain => self.core.edge(ret, to.node, to.filter, kind),
            Route::Joined => self.core.unify(ret, to.node, kind),
            Route::Shortcut(given) => self.short_results(call, inst, &given, selected, to),
        }
    }

    /// What a callee returns flows to the result of a call by a model.
    pub(super) fn give_to_model(
        &mut self,
        inst: InstId,
        caller: MethodId,
        site: SiteId,
        to: Option<NodeId>,
        kind: FlowKind,
    ) {
        if let (Some(from), Some(to)) = (self.state.instances[inst].ret, to) {
            let callee = self.state.instances[inst].method;
            self.havoc_result(caller, site, callee, to);
            let filter = self.return_filter(caller, callee, site);
            self.core.edge(from, to, filter, kind);
        }
    }

    /// Whether both are code of the application, of libraries or of the JDK. Results of other code may be completed at the
    /// call (see `havoc.rs`).
    fn same_origin(&self, a: MethodId, b: MethodId) -> bool {
        let origin = |method: MethodId| self.program.origin_of(method);
        origin(a) == origin(b)
    }

    /// Strings that JDK code hands to other code are unknown from there on.
    fn return_filter(&mut self, caller: MethodId, callee: MethodId, site: SiteId) -> FilterId {
        let origin = |m: MethodId| self.program.origin_of(m);
        if origin(callee) != Origin::Jdk || origin(caller) == Origin::Jdk {
            return ALL;
        }
        let ret = self.program.method_desc(self.program.method(callee).desc).ret;
        if self.program.is_subtype(self.heap.types().string, ret) {
            self.core.filter(Filter::Boundary(site))
        } else {
            ALL
        }
    }

    /// Receivers of a call to which the method returns what it returns.
    pub(super) fn plain_receivers(&mut self, call: CallId, inst: InstId, receivers: &PtsSet) {
        if receivers.is_empty() {
            return;
        }
        self.give_of_receivers(call, inst, receivers);
        if self.containers.returned.insert((call, inst)) {
            self.give_back(call, inst, true, false);
        }
    }

    /// What a call gets back of its arguments and their fields; receivers come one by one, as they select the method.
    fn short_results(&mut self, call: CallId, inst: InstId, given: &[Gives], selected: bool, to: Destination) {
        let of_argument = |given: &&Gives| !matches!(given, Gives::Param(0) | Gives::Field(0, _) if selected);
        for &given in given.iter().filter(of_argument) {
            let (Gives::Param(param) | Gives::Field(param, _)) = given;
            let Some(from) = self.state.calls[call].args.get(param as usize).copied().flatten() else { continue };
            let shortcut = self.shortcut(call, inst, param);
            match given {
                Gives::Param(_) => {
                    self.core.edge(from, to.node, to.filter, FlowKind::ShortcutResult(shortcut));
                }
                Gives::Field(_, field) => {
                    let kind = FlowKind::ShortcutLoad(shortcut);
                    let dst = if to.filter == ALL { to.node } else { self.core.synthetic() };
                    if dst != to.node {
                        self.core.edge(dst, to.node, to.filter, kind);
                    }
                    self.add_use(from, Use::Load { field, dst, kind });
                }
            }
        }
    }

    /// Receivers of a call have selected a callee: what it returns of them.
    fn give_of_receivers(&mut self, call: CallId, inst: InstId, receivers: &PtsSet) {
        let Some(Shortcuts { given: Some(given), .. }) = self.shortcuts_of(inst) else { return };
        let (Some(dst), Some(to)) = (self.state.calls[call].dst, self.destination(call, inst)) else { return };
        for &given in given.iter() {
            match given {
                // Objects are put where the call gives them; a cast is asked about them as about all that comes there.
                Gives::Param(0) if to.narrowed => {
                    self.core.add_all(dst, receivers, ALL);
                    self.core.edge(dst, to.node, to.filter, FlowKind::Cast);
                }
                Gives::Param(0) => self.core.add_all(dst, receivers, to.filter),
                Gives::Field(0, field) => {
                    let kind = FlowKind::ShortcutLoad(self.shortcut(call, inst, 0));
                    for obj in receivers.iter() {
                        if let Some(from) = self.field_of(ObjId(obj), field) {
                            self.core.edge(from, to.node, to.filter, kind);
                        }
                    }
                }
                Gives::Param(_) | Gives::Field(..) => {}
            }
        }
    }

    /// What a method gives to code outside the program that calls it on an object.
    pub(super) fn return_outside(&mut self, inst: InstId, receiver: Receiver, to: NodeId) {
        let given = self.shortcuts_of(inst).and_then(|shortcuts| shortcuts.given);
        let Some(given) = given else {
            if let Some(from) = self.state.instances[inst].ret {
                self.core.edge(from, to, ALL, FlowKind::Outside);
            }
            return;
        };
        for &given in given.iter() {
            match (given, receiver) {
                (Gives::Param(0), Receiver::Obj(obj)) => self.core.add(to, obj),
                (Gives::Field(0, field), Receiver::Obj(obj)) => {
                    if let Some(from) = self.field_of(obj, field) {
                        self.core.edge(from, to, ALL, FlowKind::Outside);
                    }
                }
                (Gives::Field(0, field), Receiver::Ptr(from) | Receiver::All(from)) => {
                    let callee = self.state.instances[inst].method;
                    let (filter, objects) = (self.receiver_filter(receiver, callee), self.core.synthetic());
                    if let Some(from) = self.node_of(from) {
                        self.core.edge(from, objects, filter, FlowKind::Outside);
                        self.add_use(objects, Use::Load { field, dst: to, kind: FlowKind::Outside });
                    }
                }
                (Gives::Param(0), Receiver::Ptr(from) | Receiver::All(from)) => {
                    if let Some(from) = self.node_of(from) {
                        self.core.edge(from, to, ALL, FlowKind::Outside);
                    }
                }
                // Its own arguments come back to it.
                _ => {}
            }
        }
    }
}
