//! The whole of `result.json`: everything `report` needs, nothing that depends on policy, sources, place or time.
//! Vectors are sorted as their comments say, so that equal analyses give equal bytes.

use serde::{Deserialize, Serialize};

use super::counter::Counter;
use super::cut::Cut;
use super::finding::{Finding, SpecPlace};
use super::place::{CodeOrigin, TraceStep};
use super::rules::RuleId;
use super::site::{CallName, Flow, SiteRow};
use crate::base::choices;
use crate::diag::Diag;

/// Version of this schema; `report` refuses another one.
pub const RESULT_VERSION: u32 = 2;

#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct AnalysisResult {
    pub version: u32,
    /// reflection-check's own version.
    pub tool: String,
    pub jdk: JdkInfo,
    pub mode: String,
    pub context: String,
    /// `auto`, `main` or `public`.
    pub entry: String,
    /// `demand` or `whole`: how much of the libraries was looked at.
    #[serde(default = "whole")]
    pub scope: String,
    /// This module is a library (entries as `public`).
    pub library: bool,
    pub inputs: InputCounts,
    /// What the solver did. `None` if it was not run: the application makes no reflective call, so that its class files are
    /// the whole answer, and nobody knows which code is reached.
    pub solved: Option<Solved>,
    /// One row per reflective site present in application and library classes (JDK: only when asked), sorted by
    /// (class, method, descriptor, offset).
    pub sites: Vec<SiteRow>,
    /// Trace steps of the flows of `sites` and of the `more_paths` of `findings`, which share many; in the order of their first use.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<TraceStep>,
    /// Sorted by (file or class, line, rule, key).
    pub findings: Vec<Finding>,
    /// Cuts, budgets, unmodelled APIs: each a reason an answer may be incomplete. Sorted.
    pub cuts: Vec<Cut>,
    /// Sorted, deduplicated.
    pub diagnostics: Vec<Diag>,
    pub libraries: Vec<LibraryRow>,
    /// `[[accept]]` entries of the specifications, in the order of their places. `report` applies them: dates are policy.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub accepts: Vec<Accept>,
    /// Digest of all that decided this result (program, settings, specs, bytes of the class path), in hexadecimal: a run on
    /// the same inputs takes the result as it is. `None` where nobody keeps it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inputs_digest: Option<String>,
}

/// What a run of the solver found out besides the answers.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Solved {
    pub rounds: Vec<EntryRound>,
    pub reach: Reach,
    /// Counters for `stats` and benchmarks: name and value.
    pub counters: Vec<(Counter, u64)>,
}

impl AnalysisResult {
    /// Which code is reached, if that was computed.
    pub fn reach(&self) -> Option<&Reach> {
        self.solved.as_ref().map(|solved| &solved.reach)
    }

    /// The trace of a flow of `row`, the call at its end.
    pub fn trace(&self, row: &SiteRow, flow: &Flow) -> Vec<TraceStep> {
        self.steps_at(&flow.steps).cloned().chain([row.last_step()]).collect()
    }

    /// The steps at positions of `steps`; what names none is left out.
    pub fn steps_at<'r>(&'r self, positions: &'r [u32]) -> impl Iterator<Item = &'r TraceStep> {
        positions.iter().filter_map(|&at| self.steps.get(at as usize))
    }

    /// How spec files name the call of a row.
    pub fn call_name(&self, row: &SiteRow) -> CallName {
        let (at, api) = (row.source_method(), row.short_api());
        let alike = self.sites.iter().filter(|other| other.source_method() == at && other.short_api() == api);
        let ordinal = row.ordinal().filter(|_| alike.take(2).count() > 1);
        CallName { at: at.to_owned(), api: api.to_owned(), ordinal }
    }

    /// Cuts outside the JDK: those a reader can do something about. The rest, such as natives whose result nobody knows, is
    /// what the assumption `no-unmodelled-code` is about.
    pub fn own_cuts(&self) -> impl Iterator<Item = &Cut> {
        self.cuts.iter().filter(|cut| cut.origin != Some(CodeOrigin::Jdk))
    }
}

#[derive(Debug, Clone, Default, Serialize, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct JdkInfo {
    /// `17`
    pub feature: u32,
    /// `17.0.15`
    pub version: String,
    /// `Debian`, `Eclipse Adoptium`, ... (IMPLEMENTOR of the release file)
    pub vendor: String,
}

#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct InputCounts {
    pub application_classes: u64,
    pub library_jars: u64,
    pub library_classes: u64,
    /// Of these, the ones that were looked at; absent where all were.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opened_classes: Option<u64>,
    /// Inner parts of the JDK (security, networks, formats, desktop, ...) were not looked at either.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub closes_jdk: bool,
    /// Open calls asked for more code, and looking into it was given up: it cost many times as much, or more than the budget.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub opening_given_up: bool,
    /// Packages that a container is assumed to supply at run time, as `jakarta.servlet.*`, sorted; their code was not
    /// looked at.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub supplied_packages: Vec<String>,
    /// Names of the class-path entries that it is assumed to supply, in class-path order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub supplied_artifacts: Vec<String>,
    /// Where classes belong that the application names and that are on no class path, sorted. What a container supplies is
    /// not among them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub missing_packages: Vec<MissingPackage>,
}

/// A package of which classes are missing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct MissingPackage {
    /// As `net.sf.cglib.proxy`; empty for the unnamed one.
    pub package: String,
    /// How many of its classes the application names.
    pub classes: u64,
}

choices! {
    /// What a round enters.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum RoundKind {
        /// All that is public, of a library.
        Public = "public",
        /// Main methods and agents.
        Main = "main",
        /// What specifications of the user list.
        Specification = "specification",
        Frameworks = "frameworks",
        Unreached = "unreached",
    }
}

/// One round of entry points.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct EntryRound {
    pub kind: RoundKind,
    pub entries: u64,
    /// Of the classes that declare them the first by name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<String>,
    /// Methods of all origins reached when the round's fixpoint was there (cumulative), and those of the application.
    pub methods_reached: u64,
    pub application_methods_reached: u64,
}

#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Reach {
    /// Concrete application methods (with code) and how many of them were reached.
    pub application_methods: u64,
    pub application_methods_reached: u64,
    /// Ids of those never reached (`com.acme.A.m(int)`), sorted.
    pub unreached: Vec<String>,
    pub methods_reached: u64,
    /// Calls inside the JDK that code of the application or of libraries leads to, by name or reflection, and whose targets are not
    /// all known.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub open_jdk_calls: u64,
}

fn whole() -> String {
    "whole".to_owned()
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// A finding that the team has judged: an `[[accept]]` entry. Matched by `report`, as it depends on the date.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Accept {
    /// Where the entry is: path as given (relative), 1-based line and column.
    pub spec_place: SpecPlace,
    /// Source method, `com.acme.Debug.dump(java.lang.Object)`; without parameter types: every overload.
    pub at: String,
    /// `None`: every rule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<RuleId>,
    /// API as in site ids (`Class.forName`) or with its package (`java.lang.Class.forName`); `None`: every call.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub api: Option<String>,
    /// 1-based ordinal as in site ids; needs `api`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ordinal: Option<u32>,
    pub reason: String,
    /// Last day it holds, `2027-06-30`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<String>,
}

/// Row of the library table.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct LibraryRow {
    pub artifact: String,
    pub calls: u64,
    pub resolved: u64,
    pub open: u64,
}
