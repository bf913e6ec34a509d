//! Typed, validated configuration and policy, from file, flags and `--request`. Must not know who asks.

mod analysis;
mod file;
mod policy;
mod request;
mod settings;

pub use analysis::*;
pub use file::ConfigFile;
pub use policy::*;
pub use request::*;
pub use settings::Settings;
