//! What a class source remembers of its rule and of the names that wait there. Must not know what decides about them.

use super::super::terms::rules::RuleName;
use crate::base::{FxIndexSet, Sym};

/// The class that a name says.
#[derive(Debug, Clone, Copy)]
pub(in crate::reflection) struct ByName {
    pub(in crate::reflection) name: RuleName,
    /// A loader is asked, which knows no array classes (JVMS 5.3.3) and may be one of the program's own.
    pub(in crate::reflection) of_loader: bool,
    pub(in crate::reflection) initialises: bool,
    /// Null, without an exception, for a class that is not there yet.
    pub(in crate::reflection) only_loaded: bool,
    /// Names may be written as in sources, too.
    pub(in crate::reflection) of_source: bool,
}

/// Names that wait at a class source.
pub(in crate::reflection) struct Deferred {
    pub(in crate::reflection) rule: ByName,
    /// Names that did not wait.
    pub(in crate::reflection) at_once: FxIndexSet<Sym>,
    pub(in crate::reflection) names: FxIndexSet<Sym>,
    /// How many of them were decided.
    pub(in crate::reflection) seen: usize,
    /// Outlines of names that several classes fit.
    pub(in crate::reflection) outlines: FxIndexSet<Sym>,
    /// How many of them were decided.
    pub(in crate::reflection) outlines_seen: usize,
    /// How many of those name a class.
    pub(in crate::reflection) loadable: usize,
}

impl Deferred {
    pub(in crate::reflection) fn new(rule: ByName) -> Self {
        Self {
            rule,
            at_once: FxIndexSet::default(),
            names: FxIndexSet::default(),
            seen: 0,
            outlines: FxIndexSet::default(),
            outlines_seen: 0,
            loadable: 0,
        }
    }
}
