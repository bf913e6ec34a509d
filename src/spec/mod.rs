//! Spec files: schema, loading with spans, matching to sites, values from resources. Must not know solver internals.

mod bundled;
mod load;
mod model;
mod names;
mod read;

pub use load::load;
pub use model::*;
pub use names::{ApiName, MethodName, TargetName};
