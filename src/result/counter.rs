//! The counters of a run, as results name them. Must not know how they are counted.

use serde::{Deserialize, Serialize};

use crate::base::choices;

choices! {
    /// What the run of the solver took and made.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Work {
        ReachableMethods = "reachable-methods",
        CallEdges = "call-edges",
        Facts = "facts",
        Nodes = "nodes",
        Edges = "edges",
        Objects = "objects",
        Steps = "steps",
        Propagations = "propagations",
        CollapsedNodes = "collapsed-nodes",
        SetBytes = "set-bytes",
        Bytes = "bytes",
    }
}

/// What is counted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum Counter {
    Work(Work),
    /// The calls for an unknown of which the rule of that name answers.
    CoveredBy(String),
}

const COVERED_BY: &str = "covered-by-";

impl Counter {
    /// Whether `stats` shows it among the counters: methods have a line of their own there, and rules say nothing of what a run
    /// took.
    pub fn is_shown(&self) -> bool {
        match self {
            Self::Work(Work::ReachableMethods) | Self::CoveredBy(_) => false,
            Self::Work(_) => true,
        }
    }

    /// The name in results.
    pub fn name(&self) -> String {
        match self {
            Self::Work(work) => work.name().to_owned(),
            Self::CoveredBy(rule) => format!("{COVERED_BY}{rule}"),
        }
    }
}

impl From<Counter> for String {
    fn from(counter: Counter) -> Self {
        counter.name()
    }
}

impl TryFrom<String> for Counter {
    type Error = String;

    fn try_from(name: String) -> Result<Self, Self::Error> {
        let work = || Work::parse(&name).map(Self::Work);
        let covered = name.strip_prefix(COVERED_BY).map(|rule| Self::CoveredBy(rule.to_owned()));
        covered.or_else(work).ok_or_else(|| format!("no counter \"{name}\""))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_are_written_by_name_and_read_back() {
        let all = Work::ALL.map(Counter::Work).into_iter().chain([Counter::CoveredBy("for-name".to_owned())]);
        for counter in all {
            assert_eq!(Counter::try_from(counter.name()), Ok(counter.clone()));
            assert_eq!(serde_json::to_value(&counter).ok(), Some(counter.name().into()));
        }
        assert!(Counter::try_from("covered".to_owned()).is_err());
    }
}
