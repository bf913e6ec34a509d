//! Typed, validated configuration and policy, from file, flags and `--request`. Must not know who asks.

mod request;

pub use request::*;
