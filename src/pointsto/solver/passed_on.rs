//! Class objects and texts where a method passes them on: models may say that not all get there that the variable holds. Must not
//! know why.

use super::super::command::{Ptr, ValueUse};
use super::super::ids::NodeId;
use super::solve::Solver;
use crate::classpath::Origin;
use crate::heap::Site;

impl Solver<'_> {
    /// What of a class object or a text comes to where it is used.
    pub(super) fn passed_on(&mut self, used: &ValueUse) -> NodeId {
        if self.program.origin_of(used.method) == Origin::Jdk {
            return used.node;
        }
        let (by, offset) = used.by;
        let site = self.heap.site(Site::At(self.state.instances[by].method, offset));
        let stands = self.model_ids().find_map(|model| {
            let number = self.hook(model, Some(site), |model, cx| model.stands_for(cx, used))?;
            self.node_of(Ptr::Model(model, number))
        });
        stands.unwrap_or(used.node)
    }
}
