//! What counts as a finding and how much: the typed `[policy]` part of the configuration. Owns the values and their
//! defaults; must not know how they are read (files, flags) nor how `report` applies them.

use std::collections::{BTreeMap, BTreeSet};

use crate::base::choices;
use crate::result::{Assumption, CodeOrigin, Level, RuleId};

/// Lowest level that makes the exit status 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum FailOn {
    Note,
    Warning,
    #[default]
    Error,
    Never,
}

impl FailOn {
    pub const NAMES: [&'static str; 4] = ["error", "warning", "note", "never"];

    /// The value as it is written in configuration and flags.
    pub fn name(self) -> &'static str {
        match self {
            FailOn::Note => "note",
            FailOn::Warning => "warning",
            FailOn::Error => "error",
            FailOn::Never => "never",
        }
    }

    /// `None` for an unknown name; see [`FailOn::NAMES`].
    pub fn parse(name: &str) -> Option<Self> {
        [FailOn::Note, FailOn::Warning, FailOn::Error, FailOn::Never].into_iter().find(|f| f.name() == name)
    }

    /// Does a finding of this level fail the run?
    pub fn fails(self, level: Level) -> bool {
        match self {
            FailOn::Never => false,
            FailOn::Error => level >= Level::Error,
            FailOn::Warning => level >= Level::Warning,
            FailOn::Note => level >= Level::Note,
        }
    }
}

choices! {
    /// Whose calls may become findings.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
    pub enum ReportScope {
        #[default]
        Application = "application",
        Libraries = "libraries",
        All = "all",
    }
}

impl ReportScope {
    /// Whether calls in code of this origin may become findings.
    pub fn covers(self, origin: CodeOrigin) -> bool {
        match origin {
            CodeOrigin::Application => true,
            CodeOrigin::Library => self >= ReportScope::Libraries,
            CodeOrigin::Jdk => self == ReportScope::All,
        }
    }
}

/// Levels for the classes a pattern names: `com.acme.legacy.*` (the package and all below it) or one binary class name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PackageLevels {
    pub pattern: String,
    pub levels: BTreeMap<RuleId, Level>,
}

impl PackageLevels {
    /// Does the pattern name this class (binary name)?
    pub fn covers(&self, class: &str) -> bool {
        match self.pattern.strip_suffix('*') {
            Some(prefix) => class.starts_with(prefix),
            None => {
                class == self.pattern
                    || class.strip_prefix(self.pattern.as_str()).is_some_and(|rest| rest.starts_with('$'))
            }
        }
    }
}

/// What the team accepts, at which levels it wants to hear of the rest, and what fails the build.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Policy {
    /// Assumptions an answer may rest on; one that needs another counts at the next lower tier.
    pub accept_assumptions: BTreeSet<Assumption>,
    /// Number of targets from which a call is imprecise (RC2001).
    pub imprecise_threshold: u32,
    /// Over the defaults of the findings table. Levels of flags are merged in already.
    pub levels: BTreeMap<RuleId, Level>,
    /// Levels per package, over `levels`; the longest pattern that names the rule wins.
    pub package_levels: Vec<PackageLevels>,
    /// Lowest level written to SARIF.
    pub sarif_level: Level,
    pub fail_on: FailOn,
    pub report_scope: ReportScope,
}

impl Default for Policy {
    fn default() -> Self {
        use Assumption::*;
        Self {
            accept_assumptions: BTreeSet::from([
                ClosedWorld,
                ClosedCode,
                ClassLoaders,
                Casts,
                ObjectReachability,
                InstanceReceivers,
                NoUnmodelledCode,
                NoUnsafeWrites,
                OtherCalls,
                Specification,
            ]),
            imprecise_threshold: 50,
            levels: BTreeMap::new(),
            package_levels: Vec::new(),
            sarif_level: Level::Warning,
            fail_on: FailOn::Error,
            report_scope: ReportScope::Application,
        }
    }
}

impl Policy {
    /// The level the user set for this rule at this class, if any.
    pub fn level_for(&self, rule: RuleId, class: &str) -> Option<Level> {
        self.package_levels
            .iter()
            .filter(|p| p.covers(class))
            .filter_map(|p| p.levels.get(&rule).map(|level| (p.pattern.len(), *level)))
            .max_by_key(|(length, _)| *length)
            .map(|(_, level)| level)
            .or_else(|| self.levels.get(&rule).copied())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn longest_package_pattern_that_names_the_rule_wins() {
        let levels = |rule, level| BTreeMap::from([(rule, level)]);
        let policy = Policy {
            levels: levels(RuleId::RC1001, Level::Note),
            package_levels: vec![
                PackageLevels { pattern: "com.acme.*".into(), levels: levels(RuleId::RC1001, Level::Warning) },
                PackageLevels { pattern: "com.acme.legacy.*".into(), levels: levels(RuleId::RC2001, Level::Off) },
                PackageLevels { pattern: "com.acme.legacy.Old".into(), levels: levels(RuleId::RC1001, Level::Off) },
            ],
            ..Policy::default()
        };
        assert_eq!(policy.level_for(RuleId::RC1001, "org.other.A"), Some(Level::Note));
        assert_eq!(policy.level_for(RuleId::RC1001, "com.acme.legacy.New"), Some(Level::Warning));
        assert_eq!(policy.level_for(RuleId::RC1001, "com.acme.legacy.Old"), Some(Level::Off));
        assert_eq!(policy.level_for(RuleId::RC1001, "com.acme.legacy.Old$Inner"), Some(Level::Off));
        assert_eq!(policy.level_for(RuleId::RC1001, "com.acme.legacy.Older"), Some(Level::Warning));
        assert_eq!(policy.level_for(RuleId::RC2001, "com.acme.legacy.deep.X"), Some(Level::Off));
        assert_eq!(policy.level_for(RuleId::RC3001, "com.acme.legacy.deep.X"), None);
    }

    #[test]
    fn names_round_trip() {
        for name in FailOn::NAMES {
            assert_eq!(FailOn::parse(name).map(FailOn::name), Some(name));
        }
        for name in ReportScope::NAMES {
            assert_eq!(ReportScope::parse(name).map(ReportScope::name), Some(name));
        }
        assert_eq!(FailOn::parse("fatal"), None);
        assert!(FailOn::Warning.fails(Level::Error) && !FailOn::Error.fails(Level::Warning));
        assert!(!FailOn::Never.fails(Level::Error) && !FailOn::Note.fails(Level::Off));
    }
}
