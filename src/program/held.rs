//! The bytes that the program holds, about: what was loaded so far. Must not know who asks.

use super::members::{FieldRefRow, MethodRefRow};
use super::{ClassSlot, Field, Method, Program};
use crate::base::held;

/// What lies behind a row: exceptions, annotations, positions in the index of its class.
const BEHIND: usize = 48;

impl Program {
    /// Bytes held by classes, members, names and bodies that nobody asked for yet.
    pub fn bytes(&self) -> u64 {
        let rows = self.slots.len() * (size_of::<ClassSlot>() + BEHIND)
            + self.methods.len() * (size_of::<Method>() + BEHIND)
            + self.fields.len() * (size_of::<Field>() + BEHIND)
            + self.refs.methods.len() * 2 * size_of::<MethodRefRow>()
            + self.refs.fields.len() * 2 * size_of::<FieldRefRow>();
        let selected = held::table::<[u32; 4]>(self.selected.borrow().len());
        rows as u64 + selected + self.names.bytes() + self.raw_bytes.get()
    }
}
