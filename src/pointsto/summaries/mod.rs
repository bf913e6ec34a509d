//! What a call does by itself in place of the body that it calls (Cut-Shortcut, Ma et al., PLDI 2023), as data. Must not know
//! the solver, which carries it out.

pub(crate) mod containers;
pub(crate) mod keys;
pub(crate) mod shortcuts;
