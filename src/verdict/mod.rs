//! Tiers, criterion, imprecision, brokenness, causes and the findings table. Reads what the engine found and says what it
//! is worth. Must not know output formats, policy, source text or the clock.

mod births;
pub mod coverage;
pub mod cuts;
pub mod findings;
mod hops;
pub mod inventory;
mod path;
mod result;
pub mod rows;
pub mod run;
mod spec_entry;
mod statistics;
pub mod table;
mod through;
pub mod tiers;
pub mod whole;

pub use result::*;
pub use statistics::{IntrospectionRow, MetricRow, Spread, Statistics};
pub use table::{Level, Rule};
