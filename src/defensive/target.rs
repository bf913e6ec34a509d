//! A method that a call may run, and what it is handed. Must not know what it does.

use super::bound::{Bound, Item, Rests};
use crate::ir::Var;
use crate::program::MethodId;

/// What a method is handed for one of its parameters.
#[derive(Debug, Clone, Copy)]
pub(super) enum Given {
    /// What a variable of the caller holds.
    Var(Var),
    /// What the function object in a variable has held since it was made, by position.
    Held(Var, u8),
    /// The object that the call makes.
    Made(Item),
    /// What is made of it on the way, such as a number in a box.
    Unknown,
}

/// What a call gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Gives {
    /// What the method returns.
    Returned,
    /// The object that it makes.
    Made(Item),
    /// What is made of what the method returns.
    Unknown,
}

/// A method that a call may run.
#[derive(Debug)]
pub(super) struct Target {
    pub(super) method: MethodId,
    pub(super) given: Vec<Given>,
    /// The objects whose class selects it, and what tells that it is these.
    pub(super) receivers: Option<Bound>,
    pub(super) gives: Gives,
    /// What it rests on that it is this method.
    pub(super) rests: Rests,
    /// What a function object does that is called.
    pub(super) by_function: bool,
}

impl Target {
    /// The method that a call names, whatever the receiver is.
    pub(super) fn named(method: MethodId, args: &[Var]) -> Self {
        Target {
            method,
            given: args.iter().map(|&arg| Given::Var(arg)).collect(),
            receivers: None,
            gives: Gives::Returned,
            rests: Rests::default(),
            by_function: false,
        }
    }

    /// One that these receivers select.
    pub(super) fn selected(method: MethodId, args: &[Var], receivers: Bound) -> Self {
        let rests = receivers.rests();
        Target { receivers: Some(receivers), rests, ..Target::named(method, args) }
    }
}
