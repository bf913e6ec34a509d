//! Which parameters a body returns, if it returns nothing else. Must not know what calls it.

use super::{Body, Terminator, Var};
use crate::base::FxHashSet;

/// Values that are followed back: a body that passes parameters on has few.
const MOST: usize = 16;

impl Body {
    /// The positions of the parameters, receiver included, that are all this body can return, ascending; `None` if it returns
    /// anything else, or nothing.
    pub fn returned_params(&self) -> Option<Vec<u32>> {
        let mut open: Vec<Var> = Vec::new();
        for block in self.blocks.iter() {
            if let Terminator::Return { value, .. } = &block.terminator {
                open.push((*value)?);
            }
        }
        let mut seen: FxHashSet<Var> = open.iter().copied().collect();
        let mut found = Vec::new();
        while let Some(var) = open.pop() {
            if var.0 < self.params {
                found.push(var.0);
                continue;
            }
            if seen.len() > MOST {
                return None;
            }
            let phi = self.blocks.iter().flat_map(|block| &block.phis).find(|phi| phi.dst == var)?;
            open.extend(phi.args.iter().copied().filter(|&arg| seen.insert(arg)));
        }
        found.sort_unstable();
        found.dedup();
        (!found.is_empty() && self.damaged_at.is_empty()).then_some(found)
    }
}
