//! The cross-check of claims with what the solver found at a call (docs/analysis.md, Defensive claims). Must not know how either is
//! found, nor what becomes of the call.

use crate::base::FxIndexSet;
use crate::reflection::Effect;

/// How a claim about what a call reaches goes with what the solver found there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Agreement {
    /// All that is claimed was found.
    Within,
    /// Something was not, and at the call something fails.
    Fails,
    /// Something was not: no way to it is known to the solver.
    Beyond,
    /// Both are said to be complete, and they have nothing in common.
    Contradicts,
}

impl Agreement {
    /// `fails`: the solver found something that fails at the call. `is_complete`: nothing unknown arrives there.
    pub(super) fn of(claimed: &[Effect], found: &FxIndexSet<Effect>, fails: bool, is_complete: bool) -> Self {
        let common = claimed.iter().filter(|target| found.contains(*target)).count();
        match common {
            _ if common == claimed.len() => Agreement::Within,
            // What fails is claimed and no target.
            _ if fails => Agreement::Fails,
            0 if is_complete && !found.is_empty() => Agreement::Contradicts,
            _ => Agreement::Beyond,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::MethodId;

    const A: Effect = Effect::Method(MethodId(1));
    const B: Effect = Effect::Method(MethodId(2));
    const C: Effect = Effect::Method(MethodId(3));

    #[test]
    fn a_claim_proves_what_was_found_and_nothing_else() {
        use Agreement::{Beyond, Contradicts, Fails, Within};
        // What is claimed, what was found, and the answer by whether something fails and whether all that arrives is known.
        for (claimed, found, [neither, complete, fails, both]) in [
            (&[A][..], &[A][..], [Within; 4]),
            // What else was found cannot arrive.
            (&[A], &[A, B, C], [Within; 4]),
            (&[A, B], &[A, B], [Within; 4]),
            (&[A, B], &[A], [Beyond, Beyond, Fails, Fails]),
            (&[A, B], &[A, C], [Beyond, Beyond, Fails, Fails]),
            // What the solver did not come to is no error of either.
            (&[A], &[], [Beyond, Beyond, Fails, Fails]),
            (&[A], &[B], [Beyond, Contradicts, Fails, Fails]),
            (&[A, B], &[C], [Beyond, Contradicts, Fails, Fails]),
        ] {
            let found: FxIndexSet<Effect> = found.iter().copied().collect();
            let of = |fails, is_complete| Agreement::of(claimed, &found, fails, is_complete);
            assert_eq!(
                [of(false, false), of(false, true), of(true, false), of(true, true)],
                [neither, complete, fails, both],
                "{claimed:?} and {found:?}"
            );
        }
    }
}
