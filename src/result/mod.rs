//! What a run found, as data: the schema of `result.json`, the table of rules, the figures of `stats`. Every later part reads
//! it, `verdict` fills it. Must not know the analysis, policy, formats or sources.

pub mod rules;
mod schema;
mod statistics;

pub use rules::{Level, Rule};
pub use schema::*;
pub use statistics::{IntrospectionRow, MetricRow, Spread, Statistics};
