//! Class sources that take names as sources have them, too: `int`, `p.A[]`, and `p.A.B` for a nested class. Must not know libraries.

use super::super::state::deferred::ByName;
use super::UTILITIES;

/// Leaves the class as it is (`ClassUtils.forName` of Spring).
pub(in crate::reflection) const OF_SOURCE: ByName =
    ByName { name: UTILITIES, of_loader: false, initialises: false, only_loaded: false, of_source: true };
/// Initialises it, unless it is told by a constant not to (`ClassUtils.getClass` of Commons Lang).
pub(in crate::reflection) const INITIALISED_OF_SOURCE: ByName = ByName { initialises: true, ..OF_SOURCE };
