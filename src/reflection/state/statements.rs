//! What the model remembers of statements of `java.beans`. Must not know what is done with it.

use super::call::ApiCallId;
use crate::base::{FxHashMap, FxIndexSet};
use crate::heap::ObjId;

/// All statements of a run.
#[derive(Default)]
pub(in crate::reflection) struct Statements {
    /// How many arguments they are made with, if that is known.
    pub(in crate::reflection) counts: FxHashMap<ObjId, FxIndexSet<Option<usize>>>,
    /// Those that calls execute, and the other way round.
    pub(in crate::reflection) executed: FxHashMap<ApiCallId, FxIndexSet<ObjId>>,
    pub(in crate::reflection) executing: FxHashMap<ObjId, FxIndexSet<ApiCallId>>,
}
