//! What a run found, as data: the schema of `result.json`, the table of rules, the figures of `stats`. Every later part reads
//! it, `verdict` fills it. Must not know the analysis, policy, formats or sources.

mod advice;
mod bound;
mod counter;
mod coverage;
mod cut;
mod finding;
mod origin;
mod papers;
mod place;
mod rule;
pub mod rules;
mod run;
mod site;
mod statistics;
mod tier;

pub use advice::{Advice, NAME_TARGETS};
pub use bound::{Bound, Unknown};
pub use counter::{Counter, Work};
pub use coverage::{Claimed, Coverage};
pub use cut::{Cut, CutKind};
pub use finding::{Finding, FindingBuilder, Input, Related, SpecPlace, number_equal_keys};
pub use origin::OriginKind;
pub use papers::{PaperRun, Recorded, RecordedEdges};
pub use place::{CodeOrigin, Place, Target, TraceStep};
pub use rule::{Fails, Grounds, Level, Levels, Rule};
pub use rules::RuleId;
pub use run::{
    Accept, AnalysisResult, EntryRound, InputCounts, JdkInfo, LibraryRow, MissingPackage, RESULT_VERSION, Reach,
    RoundKind, Solved,
};
pub use site::{ActsOn, CallName, Contributor, Flow, FlowOf, SiteKind, SiteRow, may_be_incomplete};
pub use statistics::{FactsRow, IntrospectionRow, MetricRow, Spread, Statistics};
pub use tier::{Assumption, Certainty, Resolution, Tier};
