//! How what a method returns gets to its callers. Must not know how callees are found.

use super::calls::{CallId, CallSite};
use super::filter::{Filter, FilterId};
use super::hook::CallView;
use super::instance::InstId;
use super::solve::{ALL, Solver};
use crate::classpath::Origin;
use crate::heap::SiteId;
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
    /// call (see `gaps.rs`).
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
}
