//! Method bodies in SSA over a CFG. Owns statements, phis, handlers, dominators, offsets and lines; `print.rs` dumps
//! a body. Must not know pointers, objects or the heap.

mod body;
mod lower;
mod visit;

pub use body::*;
pub use lower::lower;

#[cfg(test)]
mod tests;
