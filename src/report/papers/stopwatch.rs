//! How long a run took, which the papers' tables show. Must not know of what.

use std::time::Instant;

/// Started when it is made.
#[derive(Debug)]
pub struct Stopwatch(Instant);

impl Stopwatch {
    #[expect(clippy::new_without_default, reason = "it is no plain value")]
    pub fn new() -> Self {
        Self(Instant::now())
    }

    /// Seconds since it was made.
    pub fn seconds(&self) -> f64 {
        self.0.elapsed().as_secs_f64()
    }
}
