//! Tiers, criterion, imprecision, brokenness, causes and the findings table. Reads what the engine found and says what it
//! is worth. Must not know output formats, policy, source text or the clock.

mod births;
pub mod coverage;
pub mod cuts;
pub mod findings;
pub mod inventory;
mod path;
mod result;
pub mod rows;
mod spec_entry;
pub mod table;
pub mod tiers;
pub mod whole;

pub use result::*;
pub use table::{Level, Rule};
