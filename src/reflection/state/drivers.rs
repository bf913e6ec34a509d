//! What the model remembers of drivers of databases. Must not know what is done with it.

use super::call::ApiCallId;
use crate::base::FxIndexSet;
use crate::program::TypeId;

/// Who asks drivers, and which there are.
#[derive(Default)]
pub(in crate::reflection) struct Drivers {
    pub(in crate::reflection) calls: Vec<ApiCallId>,
    pub(in crate::reflection) registered: FxIndexSet<TypeId>,
    /// Something is registered of which nobody knows the class.
    pub(in crate::reflection) any: bool,
}
