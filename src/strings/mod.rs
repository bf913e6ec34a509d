//! String values and what operations do to them, as pure functions: which constants stay distinct, which unknown texts a
//! specification lists, how an operation is evaluated within limits. Must not know who asks.

mod distinct;
mod evaluate;
mod expression;
mod listed;
pub mod named;
pub mod objects;
pub mod operations;
pub mod recipe;
mod template;
mod value;

pub use distinct::{constant, constant_in, loaded};
pub use evaluate::{Evaluated, Evaluation, LENGTH, PRODUCT, ROUNDS, SINGLE, TextEnds, TooMany};
pub use expression::{Alternative, Condition, Expression, values};
pub use listed::Listed;
pub use template::{Hole, Piece, Template, is_counted};
pub use value::{Ended, Value};
