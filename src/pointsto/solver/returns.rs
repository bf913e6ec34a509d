//! How what a method returns gets to its callers. Must not know how callees are found.

use super::super::callgraph::calls::CallSite;
use super::super::command::{CallView, Receiver};
use super::super::graph::filter::Filter;
use super::super::graph::node::Use;
use super::super::ids::{ALL, CallId, FilterId, InstId, NodeId};
use super::super::summaries::shortcuts::{Gives, Shortcuts};
use super::solve::Solver;
use crate::base::PtsSet;
use crate::classpath::Origin;
use crate::heap::{ObjId, SiteId};
use crate::program::MethodId;

impl Solver<'_> {
    /// What a callee returns flows to the result of the call; `selected` by receivers, and `modelled` besides its own code.
    pub(super) fn give_back(&mut self, call: CallId, view: &CallView, inst: InstId, selected: bool, modelled: bool) {
        let (Some(ret), Some(dst)) = (self.state.instances[inst].ret, view.dst) else { return };
        let callee = self.state.instances[inst].method;
        let filter = self.return_filter(view.method, callee, view.site);
        let CallSite { cast, direct, .. } = self.state.calls[call];
        let narrowed = cast.filter(|_| filter == ALL);
        let to = narrowed.unwrap_or((dst, filter));
        let shortcuts = self.state.instances[inst].code.as_ref().map(|code| code.shortcuts.given.clone());
        if !modelled && let Some(Some(given)) = shortcuts {
            return self.short_results(view, &given, selected, to);
        }
        match narrowed {
            None if direct && !selected && filter == ALL && !modelled && self.same_origin(view.method, callee) => {
                self.core.unify(ret, dst);
            }
            _ => self.core.edge(ret, to.0, to.1),
        }
    }

    /// Whether both are code of the application, of libraries or of the JDK. Results of other code may be completed at the
    /// call (see `havoc.rs`).
    fn same_origin(&self, a: MethodId, b: MethodId) -> bool {
        let origin = |method: MethodId| self.program.origin_of(method);
        origin(a) == origin(b)
    }

    /// Strings that JDK code hands to other code are unknown from there on.
    pub(super) fn return_filter(&mut self, caller: MethodId, callee: MethodId, site: SiteId) -> FilterId {
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
            let view = self.view(call);
            self.give_back(call, &view, inst, true, false);
        }
    }

    /// What a call gets back of its arguments and their fields; receivers come one by one, as they select the method.
    pub(super) fn short_results(&mut self, view: &CallView, given: &[Gives], selected: bool, to: (NodeId, FilterId)) {
        let of_argument = |given: &&Gives| !matches!(given, Gives::Param(0) | Gives::Field(0, _) if selected);
        for &given in given.iter().filter(of_argument) {
            let (Gives::Param(param) | Gives::Field(param, _)) = given;
            let Some(from) = view.args.get(param as usize).copied().flatten() else { continue };
            match given {
                Gives::Param(_) => self.core.edge(from, to.0, to.1),
                Gives::Field(_, field) => {
                    let dst = if to.1 == ALL { to.0 } else { self.core.synthetic() };
                    if dst != to.0 {
                        self.core.edge(dst, to.0, to.1);
                    }
                    self.add_use(from, Use::Load { field, dst });
                }
            }
        }
    }

    /// Receivers of a call have selected a callee: what it returns of them.
    pub(super) fn give_of_receivers(&mut self, call: CallId, inst: InstId, receivers: &PtsSet) {
        let CallSite { caller, site, dst, cast, .. } = self.state.calls[call];
        let (Some(dst), Some(Shortcuts { given: Some(given), .. })) = (dst, self.shortcuts_of(inst)) else { return };
        let (caller, callee) = (self.state.instances[caller].method, self.state.instances[inst].method);
        let filter = self.return_filter(caller, callee, site);
        for &given in given.iter() {
            match given {
                Gives::Param(0) => {
                    self.core.add_all(dst, receivers, filter);
                    if let Some((to, cast)) = cast.filter(|_| filter == ALL) {
                        self.core.edge(dst, to, cast);
                    }
                }
                Gives::Field(0, field) => {
                    let to = cast.filter(|_| filter == ALL).unwrap_or((dst, filter));
                    for obj in receivers.iter() {
                        if let Some(from) = self.field_of(ObjId(obj), field) {
                            self.core.edge(from, to.0, to.1);
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
                self.core.edge(from, to, ALL);
            }
            return;
        };
        for &given in given.iter() {
            match (given, receiver) {
                (Gives::Param(0), Receiver::Obj(obj)) => self.core.add(to, obj),
                (Gives::Field(0, field), Receiver::Obj(obj)) => {
                    if let Some(from) = self.field_of(obj, field) {
                        self.core.edge(from, to, ALL);
                    }
                }
                // Its own arguments come back to it.
                _ => {}
            }
        }
    }
}
