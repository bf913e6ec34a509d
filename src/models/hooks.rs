//! What a model remembers about its hooks, each thing once: the number of a thing is the hook's data. Must not know which
//! model remembers what.

use std::hash::Hash;

use crate::base::FxIndexSet;
use crate::pointsto::HookData;

/// The things a model's hooks are about.
pub(super) struct Hooks<T>(FxIndexSet<T>);

impl<T> Default for Hooks<T> {
    fn default() -> Self {
        Self(FxIndexSet::default())
    }
}

impl<T: Copy + Eq + Hash> Hooks<T> {
    /// The data of the hook about `what`; the same thing has the same.
    pub(super) fn data(&mut self, what: T) -> HookData {
        self.0.insert_full(what).0 as HookData
    }

    /// What the hook with this data is about.
    pub(super) fn get(&self, data: HookData) -> T {
        *self.0.get_index(data as usize).expect("internal error: hook of another model")
    }
}
