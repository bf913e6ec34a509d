//! What the model remembers of names that branches allow before calls. Must not know what the branches say.

use super::call::{AllowedId, ApiCallId};
use crate::base::{FxIndexSet, IndexVec};
use crate::heap::ObjId;

/// A name that is allowed at a call.
pub(in crate::reflection) struct AllowedAt {
    pub(in crate::reflection) call: ApiCallId,
    /// Whether something came there, and something that is not known.
    pub(in crate::reflection) is_met: bool,
    pub(in crate::reflection) is_open: bool,
    /// Known names that came, and those that are allowed.
    pub(in crate::reflection) known: FxIndexSet<ObjId>,
    pub(in crate::reflection) held: FxIndexSet<ObjId>,
    /// A collection may have any.
    pub(in crate::reflection) holds_any: bool,
}

/// All that were met.
pub(in crate::reflection) type AllowedNames = IndexVec<AllowedId, AllowedAt>;
