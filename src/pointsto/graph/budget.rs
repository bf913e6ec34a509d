//! How much a run may do: limits in facts, steps and bytes, never in time nor in what the system says of the process, so that a
//! cut is the same everywhere. Must not know what is counted how.

/// Limits of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    /// Pairs of pointer and object.
    pub facts: u64,
    pub steps: u64,
    /// Bytes that the tables of the analysis hold.
    pub bytes: u64,
}

/// The limit that ended a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exhausted {
    Facts(u64),
    Steps(u64),
    Bytes(u64),
}

impl Default for Budget {
    fn default() -> Self {
        Self { facts: 1_000_000_000, steps: 60_000_000, bytes: 3_600_000_000 }
    }
}

impl Budget {
    /// The parts of it at which what must not be missing begins, see [`Model::on_pressure`](crate::pointsto::Model). Memory is
    /// used up more slowly the more there is in it.
    pub(crate) fn parts(&self) -> [Self; 2] {
        let Self { facts, steps, bytes } = *self;
        [
            Self { facts: facts / 4, steps: steps / 4, bytes: bytes / 2 },
            Self { facts: facts / 2, steps: steps / 2, bytes: bytes / 4 * 3 },
        ]
    }

    /// So many times as much, and at least that.
    pub fn times(&self, factor: u64, least: &Self) -> Self {
        let of = |part: fn(&Self) -> u64| part(self).saturating_mul(factor).max(part(least));
        Self { facts: of(|budget| budget.facts), steps: of(|budget| budget.steps), bytes: of(|budget| budget.bytes) }
    }

    /// The limit that so much is over.
    pub(crate) fn over(&self, used: &Budget) -> Option<Exhausted> {
        match *self {
            Self { facts, .. } if used.facts > facts => Some(Exhausted::Facts(facts)),
            Self { steps, .. } if used.steps > steps => Some(Exhausted::Steps(steps)),
            Self { bytes, .. } if used.bytes > bytes => Some(Exhausted::Bytes(bytes)),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_limit_that_is_passed_is_named() {
        let budget = Budget { facts: 10, steps: 20, bytes: 40 };
        let used = |facts, steps, bytes| budget.over(&Budget { facts, steps, bytes });
        assert_eq!((used(10, 20, 40), used(11, 99, 99)), (None, Some(Exhausted::Facts(10))));
        assert_eq!((used(0, 21, 99), used(0, 0, 41)), (Some(Exhausted::Steps(20)), Some(Exhausted::Bytes(40))));
        let [first, second] = budget.parts();
        let least = Budget { facts: 25, steps: 50, bytes: 100 };
        let Budget { facts, steps, bytes } = budget.times(3, &least);
        assert_eq!((facts, steps, bytes), (30, 60, 120));
        let Budget { facts, steps, bytes } = budget.times(2, &least);
        assert_eq!((facts, steps, bytes), (25, 50, 100));
        assert_eq!((first.facts, first.bytes, second.steps, second.bytes), (2, 20, 10, 30));
    }
}
