//! The rows of `sites`: what is said of each reflective call. Must not know findings.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::cut::CutKind;
use super::place::{CodeOrigin, Place, Target, TraceStep};
use super::tier::{Assumption, Resolution, Tier};

/// Kind of a reflective site.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SiteKind {
    ClassSource,
    Member,
    Action,
    Other,
}

/// What the method of a call finds or acts on, as its row of the API has it. It stands in no result: who knows the rows tells who
/// reads results only.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ActsOn {
    /// The class that it is called on, of which it makes an object.
    Class,
    /// Methods that it finds in the class, or the one that it is called on; so with the next two.
    Method,
    Constructor,
    Field,
    /// Providers of a service.
    Providers,
}

/// One reflective site: the row of the `sites` report before policy is applied.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct SiteRow {
    /// `com.acme.A.load(java.lang.String)#Class.forName#2`
    pub id: String,
    pub place: Place,
    /// `java.lang.Class.forName(Ljava/lang/String;)Ljava/lang/Class;`
    pub api: String,
    pub kind: SiteKind,
    pub origin: CodeOrigin,
    pub artifact: String,
    pub reachable: bool,
    /// Nobody looked at the call: it stands in code of a library that nothing asked for or that is called by none of what was
    /// looked at, or is the compiler's own in an application that makes no other.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub closed: bool,
    pub tier: Tier,
    pub resolution: Resolution,
    /// Sorted.
    pub assumptions: Vec<Assumption>,
    /// Why the tier is not better; empty for proven. Sorted.
    pub reasons: Vec<String>,
    /// Complete, sorted.
    pub targets: Vec<Target>,
    /// Where unknown inputs come from: `com.acme.C.load(Ljava/lang/String;)V@7`, sorted.
    pub origins: Vec<String>,
    pub cuts: Vec<CutKind>,
    /// How what names some of the targets came to the call; for calls of the application.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub flows: Vec<Flow>,
    /// Look-ups that contribute targets to this action, most targets first, then by site id; may be left empty where
    /// there are few targets.
    #[serde(rename = "fed-by", default, skip_serializing_if = "Vec::is_empty")]
    pub contributors: Vec<Contributor>,
    /// Code the compiler wrote: analysed, never a finding, not in the `sites` report.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub compiler_generated: bool,
    /// A handler in the same method expects the failure.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub guarded: bool,
    /// However many targets it has, that is no finding: it calls what a proxy is asked for, which no look-up gives, or runs no code of them.
    #[serde(rename = "may-be-many", default, skip_serializing_if = "std::ops::Not::not")]
    pub may_be_many: bool,
    /// What a proven answer follows from: positions in the result's `steps`, origin first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub proof: Vec<u32>,
}

/// The trace of a value that names targets: from where it is written or read to the call, which is no step of its own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Flow {
    pub of: FlowOf,
    /// Positions in the row's `targets` of those that came this way.
    pub targets: Vec<u32>,
    /// Positions in the result's `steps`, origin first.
    pub steps: Vec<u32>,
}

/// What a value names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FlowOf {
    Class,
    /// The name of a method or field.
    Member,
}

/// A retrieval site and how many of an action's targets come from it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Contributor {
    pub site: String,
    pub targets: u32,
}

/// How spec files name a call.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CallName {
    /// Source method, `com.acme.A.load(java.lang.String)`.
    pub at: String,
    /// `Class.forName`
    pub api: String,
    /// Which of several calls of the API in the method, from 1; `None` if there is one.
    pub ordinal: Option<u32>,
}

/// Whether an answer of this tier with these cuts may be incomplete whatever is assumed.
pub fn may_be_incomplete(tier: Tier, cuts: &[CutKind]) -> bool {
    tier.is_incomplete() || !cuts.is_empty()
}

impl SiteRow {
    /// The answer may be incomplete under the accepted assumptions: `flagged` of the `sites` report. `other-calls` says
    /// something of the program, not of one site, so it flags none. A call that was not reached is flagged only where a cut
    /// may have kept it from being reached.
    pub fn is_flagged(&self, accepted: &BTreeSet<Assumption>) -> bool {
        let excused = |assumption: &Assumption| *assumption == Assumption::OtherCalls || accepted.contains(assumption);
        may_be_incomplete(self.tier, &self.cuts) || !self.assumptions.iter().all(excused)
    }

    /// The call at the end of a trace to it.
    pub fn last_step(&self) -> TraceStep {
        TraceStep { place: self.place.clone(), message: format!("\"{}\" uses it", self.short_api()) }
    }

    /// `Class.forName`
    pub fn short_api(&self) -> &str {
        self.id.rsplit('#').nth(1).unwrap_or_default()
    }

    /// Which of the calls of its API in the source method it is, from 1.
    pub fn ordinal(&self) -> Option<u32> {
        self.id.rsplit('#').next().and_then(|number| number.parse().ok())
    }

    /// `com.acme.A.load(java.lang.String)`: the method whose source the call stands in.
    pub fn source_method(&self) -> &str {
        self.id.split('#').next().unwrap_or_default()
    }
}
