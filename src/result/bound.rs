//! What bounds the unknown that a finding is about. Must not know levels, nor how bounds are found.

use serde::{Deserialize, Serialize};

/// What bounds an unknown, as the analysis knows it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Bound {
    /// Whatever it is, no code of it runs.
    NoCode,
    /// A cast, a template or a filter leaves so many candidates.
    Candidates(u32),
    /// Nothing, whatever else is listed.
    #[default]
    Nothing,
}

/// How far an unknown is bounded, the policy applied.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unknown {
    Unbounded,
    Bounded,
    NoCode,
}

impl Bound {
    /// With `many` candidates or more it might as well be anything.
    pub fn of_fewer_than(self, many: u32) -> Unknown {
        match self {
            Bound::NoCode => Unknown::NoCode,
            Bound::Candidates(candidates) if candidates < many => Unknown::Bounded,
            Bound::Candidates(_) | Bound::Nothing => Unknown::Unbounded,
        }
    }

    pub(super) fn is_nothing(&self) -> bool {
        *self == Bound::Nothing
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_candidates_bound_nothing() {
        let of = |bound: Bound| bound.of_fewer_than(50);
        assert_eq!(
            [Bound::Nothing, Bound::Candidates(50), Bound::Candidates(49), Bound::NoCode].map(of),
            [Unknown::Unbounded, Unknown::Unbounded, Unknown::Bounded, Unknown::NoCode]
        );
        // The worst of several is the last.
        assert!(Bound::NoCode < Bound::Candidates(1) && Bound::Candidates(9) < Bound::Nothing);
    }
}
