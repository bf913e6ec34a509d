//! Objects of classes that are made at run time, by whose constructors they are made and what is said of their classes. Must not know
//! what runs for it.

use super::call::ApiCallId;
use crate::base::{FxHashMap, FxIndexSet};
use crate::heap::ObjId;
use crate::program::ClassId;

/// Who makes an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(in crate::reflection) enum Maker {
    Call(ApiCallId),
    /// A method handle.
    Handle(ObjId),
}

#[derive(Default)]
pub(in crate::reflection) struct MadeOutside {
    pub(in crate::reflection) makers: FxHashMap<ObjId, FxIndexSet<Maker>>,
    /// The classes of the program that an object is cast to.
    pub(in crate::reflection) casts: FxHashMap<ObjId, FxIndexSet<ClassId>>,
}
