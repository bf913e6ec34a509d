//! What a class source remembers of its rule and of the names that wait there. Must not know what decides about them.

use super::rules::RuleName;
use crate::base::{FxIndexSet, Sym};

/// The class that a name says.
#[derive(Debug, Clone, Copy)]
pub(super) struct ByName {
    pub(super) name: RuleName,
    /// A loader is asked, which knows no array classes (JVMS 5.3.3) and may be one of the program's own.
    pub(super) of_loader: bool,
    pub(super) initialises: bool,
    /// Null, without an exception, for a class that is not there yet.
    pub(super) only_loaded: bool,
}

/// Names that wait at a class source.
pub(super) struct Deferred {
    pub(super) rule: ByName,
    /// Names that did not wait.
    pub(super) at_once: FxIndexSet<Sym>,
    pub(super) names: FxIndexSet<Sym>,
    /// How many of them were decided.
    pub(super) seen: usize,
    /// Outlines of names that several classes fit.
    pub(super) outlines: FxIndexSet<Sym>,
    /// How many of them were decided.
    pub(super) outlines_seen: usize,
    /// How many of those name a class.
    pub(super) loadable: usize,
}

impl Deferred {
    pub(super) fn new(rule: ByName) -> Self {
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
