//! Tiers, criterion, imprecision, brokenness and causes. Reads what the engine found and says what it
//! is worth. Must not know output formats, policy, source text or the clock.

pub mod coverage;
pub mod cuts;
pub mod findings;
pub mod inventory;
mod outside;
pub mod rows;
pub mod run;
mod spec_entry;
mod statistics;
pub mod tiers;
mod trace;
pub mod whole;

pub use statistics::statistics;
