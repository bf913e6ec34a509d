//! Abstract objects as data: allocations, instances made reflectively, tokens, strings, metaobjects, closures; interning
//! and the masks type filters are made of. Must not know solving.

mod object;
mod properties;
mod table;
pub mod telling;

pub use object::*;
#[cfg(test)]
pub(crate) use properties::LOCAL;
pub use properties::{Dispatch, Fields, Typing};
pub use table::Heap;
