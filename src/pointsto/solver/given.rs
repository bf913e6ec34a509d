//! Results that are given from outside: what a call gives is said by whom knows better than its callee's code. Must not know
//! who says so.

use super::super::command::{CallView, GivenResult, Ptr};
use super::super::ids::NodeId;
use super::solve::Solver;
use crate::classpath::Origin;
use crate::heap::NO_CTX;
use crate::program::MethodId;

impl Solver<'_> {
    /// Puts what is given for a call into its result, which then is out of reach of the callee if nothing else comes back.
    /// The callee is called as ever: what it does beside returning is done.
    pub(super) fn give_from_outside(&mut self, view: &mut CallView) {
        let Some(&GivenResult { value, array, besides, alone }) = self.given.get(&view.site) else { return };
        if let Some(dst) = view.dst {
            let array = array.map(|ty| self.heap.alloc(view.site, ty, NO_CTX));
            self.core.add(dst, array.unwrap_or(value));
            if let Some(besides) = besides {
                self.core.add(dst, besides);
            }
            if let Some(elements) = array.and_then(|array| self.elements_of(array)) {
                self.core.add(elements, value);
            }
        }
        view.dst = view.dst.filter(|_| !alone);
    }

    /// Where what the callee gives goes, if a model says what comes back in its place. None knows better of methods of the JDK
    /// than those that claim them.
    pub(super) fn comes_back(&mut self, view: &CallView, resolved: MethodId, is_virtual: bool) -> Option<NodeId> {
        if view.dst.is_none() || self.program.origin_of(resolved) == Origin::Jdk {
            return None;
        }
        self.model_ids().find_map(|model| {
            let number =
                self.hook(model, Some(view.site), |model, cx| model.stands_for_result(cx, view, resolved, is_virtual))?;
            self.node_of(Ptr::Model(model, number))
        })
    }
}
