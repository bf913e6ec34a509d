//! Method bodies in SSA over a CFG. Owns statements, phis, handlers, dominators, offsets and lines; `print.rs` dumps
//! a body. Must not know pointers, objects or the heap.

mod body;
pub mod counters;
pub mod dominance;
pub mod facts;
pub mod finals;
pub mod history;
mod lower;
pub mod print;
mod raised;
pub mod rules;
mod shortcuts;
mod visit;

pub use body::*;
pub use lower::lower;
#[cfg(test)]
use lower::lower_code;
pub use raised::{BOOTSTRAP_ERROR, INITIALISER_ERROR, NO_CLASS_ERROR, RAISED, Raised};
pub use shortcuts::{Given, Kept};

#[cfg(test)]
mod tests;
