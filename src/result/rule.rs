//! What a rule is: its names, default levels and documentation. Must not know which rules there are.

use serde::{Deserialize, Serialize};

use super::bound::Unknown;
use super::origin::OriginKind;
use super::tier::{Certainty, Tier};

/// How much a finding counts. `Off` never does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Level {
    Off,
    Note,
    Warning,
    Error,
}

impl Level {
    pub const NAMES: [&'static str; 4] = ["error", "warning", "note", "off"];

    /// The value as it is written in configuration and reports.
    pub fn name(self) -> &'static str {
        match self {
            Level::Off => "off",
            Level::Note => "note",
            Level::Warning => "warning",
            Level::Error => "error",
        }
    }

    /// `None` for an unknown name; see [`Level::NAMES`].
    pub fn parse(name: &str) -> Option<Self> {
        [Level::Off, Level::Note, Level::Warning, Level::Error].into_iter().find(|l| l.name() == name)
    }
}

/// On what the default level of a rule depends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Levels {
    /// One level whatever the site.
    Always(Level),
    /// By what bounds the unknown of an answer that may be incomplete; nothing at better tiers. What is listed beside the
    /// unknown plays no part.
    ByBound { unbounded: Level, bounded: Level, no_code: Level },
    /// Where a budget or a limit ended the analysis, and elsewhere.
    ByCut { gave_up: Level, otherwise: Level },
    /// By certainty: proven, likely; `possible` is counted only, `guarded` is nothing.
    ByCertainty { proven: Level, likely: Level },
    /// By who can set the value that decides, and whether anything bounds what it can choose: `remote` for those who can reach the
    /// program, or write what it reads objects from.
    ByOrigin { remote: Level, otherwise: Level },
}

/// What the default level of a finding depends on, the policy applied.
#[derive(Debug, Clone, Copy)]
pub struct Grounds {
    pub tier: Tier,
    pub certainty: Option<Certainty>,
    pub unknown: Unknown,
    /// The finding is about a budget or a limit that was reached.
    pub gave_up: bool,
    /// Where the value that decides comes from.
    pub origin: Option<OriginKind>,
}

/// The calls that a rule says fail, and who says so.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fails {
    /// Kinds of calls, in Markdown: a sentence of their own, or several.
    pub what: &'static str,
    /// The methods of the JDK or sections of specifications that say so, in Markdown.
    pub source: &'static str,
}

/// One row of the findings table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rule {
    /// `RC1001`
    pub id: &'static str,
    /// `unsound-reflective-call`
    pub name: &'static str,
    pub levels: Levels,
    /// One sentence.
    pub short: &'static str,
    /// A paragraph, at most 1,024 characters (the limit of GitHub code scanning).
    pub full: &'static str,
    /// Code or specification that has the finding, without fences.
    pub bad: &'static str,
    /// The same without it.
    pub good: &'static str,
    /// Of rules about calls that fail.
    pub fails: Option<Fails>,
    /// Languages of `bad` and of `good` for the fence.
    pub language: &'static str,
    pub good_language: &'static str,
    /// What to do, as a Markdown paragraph or list.
    pub remedy: &'static str,
    /// What the default levels mean, one sentence.
    pub level_note: &'static str,
    pub tags: &'static [&'static str],
    /// `security-severity` of GitHub code scanning, over 0 and at most 10, of a rule that is about security.
    pub security_severity: Option<&'static str>,
}

impl Rule {
    /// The highest level the rule has by default.
    pub fn top_level(&self) -> Level {
        match self.levels {
            Levels::Always(level) => level,
            Levels::ByBound { unbounded, .. } => unbounded,
            Levels::ByCut { gave_up, .. } => gave_up,
            Levels::ByCertainty { proven, .. } => proven,
            Levels::ByOrigin { remote, .. } => remote,
        }
    }

    /// The default level of a finding; `None` if such a site is no finding.
    pub fn default_level(&self, grounds: Grounds) -> Option<Level> {
        match self.levels {
            Levels::Always(level) => Some(level),
            Levels::ByBound { unbounded, bounded, no_code } => {
                grounds.tier.is_incomplete().then_some(match grounds.unknown {
                    Unknown::Unbounded => unbounded,
                    Unknown::Bounded => bounded,
                    Unknown::NoCode => no_code,
                })
            }
            Levels::ByCut { gave_up, otherwise } => Some(if grounds.gave_up { gave_up } else { otherwise }),
            Levels::ByCertainty { proven, likely } => match grounds.certainty {
                Some(Certainty::Proven) => Some(proven),
                Some(Certainty::Likely) => Some(likely),
                Some(Certainty::Possible | Certainty::Guarded) | None => None,
            },
            Levels::ByOrigin { remote, otherwise } => {
                let is_remote = matches!(grounds.origin, Some(OriginKind::Network | OriginKind::Deserialised));
                Some(if is_remote && grounds.unknown == Unknown::Unbounded { remote } else { otherwise })
            }
        }
    }

    /// `problem.severity` of GitHub code scanning.
    pub fn problem_severity(&self) -> &'static str {
        match self.top_level() {
            Level::Error => "error",
            Level::Warning => "warning",
            Level::Note | Level::Off => "recommendation",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn level_names_round_trip() {
        for name in Level::NAMES {
            assert_eq!(Level::parse(name).map(Level::name), Some(name));
        }
        assert_eq!(Level::parse("fatal"), None);
    }
}
