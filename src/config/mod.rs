//! Typed, validated configuration and policy, from file, flags and `--request`. Must not know who asks.

mod policy;
mod request;

pub use policy::*;
pub use request::*;
