//! What the model remembers of names that tests allow before calls. Must not know what the branches say.

use super::call::{AllowedId, ApiCallId};
use crate::base::{FxIndexSet, IndexVec, Sym};
use crate::heap::{ObjId, SiteId};
use crate::strings::Template;

/// A name that is allowed at a place.
pub(in crate::reflection) struct AllowedAt {
    pub(in crate::reflection) site: SiteId,
    /// The call of the API that is given it, if it is one.
    pub(in crate::reflection) call: Option<ApiCallId>,
    /// The call is given the name of a class.
    pub(in crate::reflection) is_of_class: bool,
    /// Whether something came there.
    pub(in crate::reflection) is_met: bool,
    /// Names that came of which not all is known.
    pub(in crate::reflection) open: FxIndexSet<ObjId>,
    /// Known names that came, and those that are allowed.
    pub(in crate::reflection) known: FxIndexSet<ObjId>,
    pub(in crate::reflection) held: FxIndexSet<ObjId>,
    /// Outlines that are allowed, with how they are written.
    pub(in crate::reflection) outlines: Vec<(Sym, Template)>,
    /// A collection may have any, or some of which not all is known.
    pub(in crate::reflection) holds_any: bool,
}

impl AllowedAt {
    /// Nothing so far.
    pub(in crate::reflection) fn of(site: SiteId, call: Option<ApiCallId>) -> Self {
        let [open, known, held] = [(); 3].map(|()| FxIndexSet::default());
        Self {
            site,
            call,
            is_of_class: false,
            is_met: false,
            open,
            known,
            held,
            outlines: Vec::new(),
            holds_any: false,
        }
    }
}

/// All that were met.
pub(in crate::reflection) type AllowedNames = IndexVec<AllowedId, AllowedAt>;
