//! The first layer: what specifications say about calls of the program. `[[source]]` entries list the strings that a call
//! brings in, `[[call]]` entries the targets of a reflective call. Must not know what actions do with them.

use std::rc::Rc;

use crate::base::FxHashMap;
use crate::heap::SiteId;
use crate::pointsto::GivenResult;
use crate::spec::{Fit, ResolvedTarget, SpecEntry};
use crate::strings::Listed;

/// Facts by call instruction.
#[derive(Debug, Default)]
pub struct Facts {
    pub listed: Rc<Listed>,
    /// What calls give in place of what they call, or beside it.
    pub given: Rc<FxHashMap<SiteId, GivenResult>>,
    pub(super) targets: FxHashMap<SiteId, Vec<ResolvedTarget>>,
    pub(super) found: FxHashMap<SpecEntry, Found>,
}

/// The calls that an entry speaks of.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub(super) fit: Fit,
    /// Those where it takes effect.
    pub(super) sites: Vec<SiteId>,
}

impl Found {
    /// One more call; the one that it fits best says how it fits.
    pub(super) fn add(&mut self, site: SiteId, fit: Fit) {
        if fit == Fit::Applies {
            self.sites.push(site);
        }
        self.fit = fit.max(std::mem::take(&mut self.fit));
    }
}

impl Facts {
    /// The targets listed for a reflective call.
    pub fn targets(&self, site: SiteId) -> Option<&[ResolvedTarget]> {
        self.targets.get(&site).map(Vec::as_slice)
    }

    /// How an entry fits the calls there are, and those where it takes effect.
    pub fn fit(&self, entry: SpecEntry) -> (Fit, &[SiteId]) {
        self.found.get(&entry).map_or((Fit::Nothing, &[]), |found| (found.fit.clone(), &found.sites))
    }
}
