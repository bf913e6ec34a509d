//! The first layer: what specifications say about calls of the program. `[[source]]` entries list the strings that a call
//! brings in, `[[call]]` entries the targets of a reflective call. Must not know what actions do with them.

use std::rc::Rc;

use crate::base::{FxHashMap, FxHashSet};
use crate::heap::SiteId;
use crate::spec::{ResolvedTarget, SpecEntry};
use crate::strings::Listed;

/// Facts by call instruction.
#[derive(Debug, Default)]
pub struct Facts {
    pub listed: Rc<Listed>,
    pub(super) targets: FxHashMap<SiteId, Vec<ResolvedTarget>>,
    pub(super) matched: FxHashSet<SpecEntry>,
}

impl Facts {
    /// The targets listed for a reflective call.
    pub fn targets(&self, site: SiteId) -> Option<&[ResolvedTarget]> {
        self.targets.get(&site).map(Vec::as_slice)
    }

    /// Whether a call was found for the entry.
    pub fn is_matched(&self, entry: SpecEntry) -> bool {
        self.matched.contains(&entry)
    }
}
