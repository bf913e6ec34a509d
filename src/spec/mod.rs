//! Spec files: schema, loading with spans, matching to sites, values from resources, changes to their text. Must not know
//! solver internals.

mod bundled;
mod edit;
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

pub use edit::{Change, NewAccept, NewCall, OpenEntry, SpecDocument, entry_lines, is_left_open, scaffolded};
pub use fit::{Fit, SpecEntry};
pub use load::{FOLDER, MAX_FILE, file_to_write, load};
pub use lookup::{ResolvedTarget, Wanted, is_named_by};
pub use model::*;
pub use names::{ApiName, MethodName, MethodPattern, TargetName};
pub use problem::SpecProblem;
pub use read::LEFT_OPEN;
pub use resolve::{CallPattern, ResolvedCall, ResolvedEntry, ResolvedSource, ResolvedSpecs, SourceValue, resolve};
pub use values::resource_with_key;
