//! What one call was asked by members that nobody knows. Thousands of them may meet as many receivers, and few say different
//! things. Must not know what is done with that.

use crate::base::{FxIndexSet, Sym};
use crate::program::ClassId;

/// What is known of a member that is not known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(in crate::reflection) struct Bound {
    pub(in crate::reflection) class: Option<ClassId>,
    pub(in crate::reflection) name: Option<Sym>,
    /// It came of a look-up that gives public members alone.
    pub(in crate::reflection) is_public: bool,
}

/// A member of an unknown class that receivers are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(in crate::reflection) struct Wanted {
    /// `None` for any.
    pub(in crate::reflection) name: Option<Sym>,
    /// As in [`Bound`].
    pub(in crate::reflection) is_public: bool,
}

/// What a call was asked, each once.
#[derive(Debug, Default)]
pub(in crate::reflection) struct OpenCall {
    /// What receivers are asked for.
    pub(in crate::reflection) wanted: FxIndexSet<Wanted>,
    pub(in crate::reflection) bounds: FxIndexSet<Bound>,
    /// Known classes of receivers, once a member without a class came.
    pub(in crate::reflection) classes: FxIndexSet<ClassId>,
    pub(in crate::reflection) asks_proxies: bool,
    /// It runs as many methods as are followed.
    pub(in crate::reflection) is_full: bool,
}
