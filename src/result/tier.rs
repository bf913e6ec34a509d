//! How far an answer can be trusted, and what it rests on. Must not know how that is found out.

use serde::{Deserialize, Serialize};

use crate::base::choices;

choices! {
    /// How far a site's answer can be trusted, strongest first.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Tier {
        Proven = "proven",
        Sound = "sound",
        Partial = "partial",
        Open = "open",
        /// Unreachable site.
        None = "none",
    }
}

impl Tier {
    /// Targets may be missing.
    pub fn is_incomplete(self) -> bool {
        matches!(self, Tier::Partial | Tier::Open)
    }
}

choices! {
    /// How many of a site's targets the answer names.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Resolution {
        Full = "full",
        Partial = "partial",
        None = "none",
    }
}

/// How sure a broken-call finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Certainty {
    Proven,
    Likely,
    Possible,
    Guarded,
}

choices! {
    /// Assumption of the ledger, serialised by its name in reports and configuration.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Assumption {
        ClosedWorld = "closed-world",
        ClosedCode = "closed-code",
        ClassLoaders = "class-loaders",
        Casts = "casts",
        ObjectReachability = "object-reachability",
        InstanceReceivers = "instance-receivers",
        NoUnmodelledCode = "no-unmodelled-code",
        RaceFree = "race-free",
        NoUnsafeWrites = "no-unsafe-writes",
        Generics = "generics",
        Specification = "specification",
        OtherCalls = "other-calls",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_the_schema() {
        for assumption in Assumption::ALL {
            assert_eq!(serde_json::to_value(assumption).ok(), Some(assumption.name().into()));
            assert_eq!(Assumption::parse(assumption.name()), Some(assumption));
        }
        assert!(Assumption::ALL.is_sorted());
        for tier in Tier::ALL {
            assert_eq!(serde_json::to_value(tier).ok(), Some(tier.name().into()));
        }
    }
}
