//! What one call was asked by members that nobody knows. Thousands of them may meet as many receivers, and few say different
//! things. Must not know what is done with that.

use crate::base::{FxIndexSet, Sym};
use crate::program::ClassId;

/// What is known of a member that is not known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Bound {
    pub(super) class: Option<ClassId>,
    pub(super) name: Option<Sym>,
}

/// What a call was asked, each once.
#[derive(Debug, Default)]
pub(super) struct OpenCall {
    /// Names by which receivers are asked; `None` for any.
    pub(super) names: FxIndexSet<Option<Sym>>,
    pub(super) bounds: FxIndexSet<Bound>,
    /// Known classes of receivers, once a member without a class came.
    pub(super) classes: FxIndexSet<ClassId>,
    pub(super) asks_proxies: bool,
    /// It runs as many methods as are followed.
    pub(super) is_full: bool,
}
