//! Where something is that a name is compared with, and how. Must not know what is there.

use crate::ir::Var;
use crate::program::FieldId;

/// What a name is to something else.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(in crate::reflection) enum Relation {
    /// It equals a text.
    Equals,
    /// A collection has it.
    IsIn,
    /// It equals an element of an array.
    IsElement,
}

/// Where something is, as the code of a call sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::reflection) enum Place {
    Var(Var),
    Static(FieldId),
    /// In a field of what a variable holds.
    Field(Var, FieldId),
}
