//! Entry points in rounds at solver fixpoints (docs/analysis.md, Entry points), framework models as data, and the objects
//! a container would pass. Must not know reflection rules.

mod agents;
mod methods;
mod outside;
mod rounds;
mod stubs;

pub use methods::{enters_something, is_main, starts_nothing};
pub use outside::Effect;
pub use rounds::{Effects, Entries, Listed, ROUNDS, Round, Rounds};
