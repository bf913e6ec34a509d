//! Tiers, criterion, imprecision, brokenness and causes. Reads what the engine found and says what it
//! is worth. Must not know output formats, policy, source text or the clock.
//!
//! Four floors, each of which reads those below: [`view`] is the solver at its end, [`tiers`] judge single sites, [`rows`] are
//! the sites of a result with what all of them together tell ([`whole`], [`coverage`], [`cuts`]), [`findings`] speak of rows,
//! with the [`trace`] of what decides.

mod agreement;
mod asked;
mod called;
mod claimed;
pub mod closed;
mod cover;
pub mod coverage;
pub mod cuts;
mod delegation;
mod excluded;
mod filled;
pub mod findings;
mod given;
mod guards;
mod in_vain;
mod instance_tests;
pub mod inventory;
mod known_callers;
mod lazy;
mod literals;
mod origins;
mod outside;
mod places;
mod reasons;
pub mod rows;
pub mod run;
mod shares;
pub mod specified;
mod statistics;
mod stored;
mod tested;
pub mod tiers;
mod trace;
pub mod unasked;
mod under_test;
mod values;
pub mod view;
pub mod whole;

pub use shares::Everywhere;
pub use statistics::statistics;
