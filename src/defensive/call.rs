//! A call as an instruction makes it, and what it gives. Must not know how that is found.

use super::bound::Bound;
use crate::classfile::InvokeKind;
use crate::ir::{BlockId, Var};
use crate::program::MethodRef;

/// What a call of the JDK gives that is known by its declaration.
pub(super) enum Outcome {
    /// This, and it changes nothing that others see.
    Gives(Bound),
    /// A new array with these in it.
    Array(Bound),
    /// It throws.
    Throws,
}

/// A call as an instruction makes it.
pub(super) struct Call<'c> {
    pub(super) at: (BlockId, u32),
    pub(super) dst: Option<Var>,
    pub(super) kind: InvokeKind,
    pub(super) reference: MethodRef,
    pub(super) args: &'c [Var],
}
