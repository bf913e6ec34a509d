//! Tiers, criterion, imprecision, brokenness and causes. Reads what the engine found and says what it
//! is worth. Must not know output formats, policy, source text or the clock.

mod births;
pub mod coverage;
pub mod cuts;
pub mod findings;
mod hops;
pub mod inventory;
mod path;
pub mod rows;
pub mod run;
mod spec_entry;
mod statistics;
mod through;
pub mod tiers;
pub mod whole;

pub use statistics::statistics;
