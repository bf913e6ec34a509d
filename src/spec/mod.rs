//! Spec files: schema, loading with spans, matching to sites, values from resources. Must not know solver internals.

mod bundled;
mod entries;
mod fit;
mod load;
mod lookup;
mod model;
mod names;
mod problem;
mod read;
mod resolve;
#[cfg(test)]
mod tests;
mod values;

pub use fit::{Fit, SpecEntry};
pub use load::load;
pub use lookup::{ResolvedTarget, is_named_by};
pub use model::*;
pub use names::{ApiName, MethodName, MethodPattern, TargetName};
pub use problem::SpecProblem;
pub use resolve::{CallPattern, ResolvedCall, ResolvedEntry, ResolvedSource, ResolvedSpecs, SourceValue, resolve};
pub use values::resource_with_key;
