//! String values: which constants stay distinct, which unknown ones a specification lists. Must not know who asks.

mod distinct;
mod listed;

pub use distinct::{constant, constant_in};
pub use listed::Listed;
