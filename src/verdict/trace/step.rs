//! One step of a trace, and a trace that is cut to the length of what a person reads. Must not know what steps say.

use crate::result::{Place, TraceStep};

/// Most steps that are shown.
const STEPS: usize = 20;

/// What happens to a value at a place.
#[derive(Debug, Clone)]
pub(super) struct Step {
    place: Place,
    message: String,
    /// Others before it were left out.
    is_later: bool,
}

impl Step {
    pub(super) fn new(place: Place, message: String) -> Self {
        Self { place, message, is_later: false }
    }

    /// Whether it says nothing that the one before did not say.
    pub(super) fn repeats(&self, earlier: &Self) -> bool {
        let said = |step: &Self| (step.place.line, step.is_later);
        said(self) == said(earlier) && self.place.class == earlier.place.class && self.message == earlier.message
    }

    pub(super) fn into_shown(self) -> TraceStep {
        let message = if self.is_later { format!("some steps later: {}", self.message) } else { self.message };
        TraceStep { place: self.place, message }
    }
}

/// The beginning and the end of a trace are worth more than its middle; where something is left out the next step says so.
pub(super) fn shorten(steps: &mut Vec<Step>) {
    steps.dedup_by(|later, earlier| later.repeats(earlier));
    if steps.len() > STEPS {
        steps.drain(STEPS / 2..steps.len() - STEPS / 2);
        steps[STEPS / 2].is_later = true;
    }
}
