//! The schema of `result.json`: everything `report` needs, nothing that depends on policy, sources, place or time.
//! Vectors are sorted as their comments say, so that equal analyses give equal bytes.

use serde::{Deserialize, Serialize};

use crate::diag::Diag;

/// Version of this schema; `report` refuses another one.
pub const RESULT_VERSION: u32 = 1;

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
    /// This module is a library (entries as `public`).
    pub library: bool,
    pub inputs: InputCounts,
    pub rounds: Vec<EntryRound>,
    pub reach: Reach,
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
    /// Solver counters for `stats` and benchmarks: name and value.
    pub counters: Vec<(String, u64)>,
    /// Digest of all that decided this result (program, settings, specs, bytes of the class path), in hexadecimal: a run on
    /// the same inputs takes the result as it is. `None` where nobody keeps it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inputs_digest: Option<String>,
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
    /// Packages that a container is assumed to supply at run time, as `jakarta.servlet.*`, sorted; their code was not
    /// looked at.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub supplied_packages: Vec<String>,
    /// Names of the class-path entries that it is assumed to supply, in class-path order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub supplied_artifacts: Vec<String>,
}

/// One round of entry points (design.md 4.3).
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct EntryRound {
    /// `main`, `frameworks`, `unreached`, `public`, `specification`.
    pub kind: String,
    pub entries: u64,
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
}

/// Kind of a reflective site.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SiteKind {
    ClassSource,
    Member,
    Action,
    Other,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CodeOrigin {
    Application,
    Library,
    Jdk,
}

/// How far a site's answer can be trusted, strongest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tier {
    Proven,
    Sound,
    Partial,
    Open,
    /// Unreachable site.
    None,
}

impl Tier {
    /// The name used in reports.
    pub fn name(self) -> &'static str {
        match self {
            Tier::Proven => "proven",
            Tier::Sound => "sound",
            Tier::Partial => "partial",
            Tier::Open => "open",
            Tier::None => "none",
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Resolution {
    Full,
    Partial,
    None,
}

/// Assumption of the ledger (algorithms.md section 0). Serialised by its name in reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Assumption {
    ClosedWorld,
    ClassLoaders,
    Casts,
    ObjectReachability,
    InstanceReceivers,
    NoUnmodelledCode,
    RaceFree,
    NoUnsafeWrites,
    Generics,
    Specification,
    OtherCalls,
}

impl Assumption {
    /// All of them, in the order of the ledger.
    pub const ALL: [Assumption; 11] = [
        Assumption::ClosedWorld,
        Assumption::ClassLoaders,
        Assumption::Casts,
        Assumption::ObjectReachability,
        Assumption::InstanceReceivers,
        Assumption::NoUnmodelledCode,
        Assumption::RaceFree,
        Assumption::NoUnsafeWrites,
        Assumption::Generics,
        Assumption::Specification,
        Assumption::OtherCalls,
    ];

    /// The name used in reports and configuration.
    pub fn name(self) -> &'static str {
        match self {
            Assumption::ClosedWorld => "closed-world",
            Assumption::ClassLoaders => "class-loaders",
            Assumption::Casts => "casts",
            Assumption::ObjectReachability => "object-reachability",
            Assumption::InstanceReceivers => "instance-receivers",
            Assumption::NoUnmodelledCode => "no-unmodelled-code",
            Assumption::RaceFree => "race-free",
            Assumption::NoUnsafeWrites => "no-unsafe-writes",
            Assumption::Generics => "generics",
            Assumption::Specification => "specification",
            Assumption::OtherCalls => "other-calls",
        }
    }

    /// `None` for an unknown name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|a| a.name() == name)
    }
}

/// A class, or a member of one. Order: class, member, descriptor.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Target {
    /// Binary name with dots and `$`; arrays as `[Lcom.acme.B;`; primitives by keyword.
    pub class: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub member: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub descriptor: Option<String>,
}

/// Position of an instruction, without source text.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Place {
    /// Binary name of the class that holds the instruction.
    pub class: String,
    pub method: String,
    pub descriptor: String,
    pub offset: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// SourceFile attribute.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// What the source mapper looks for on the line: simple name of the method called (`forName`), or the token of interest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
}

/// One reflective site: the row of the `sites` report (design.md 6.1) before policy is applied.
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
    pub cuts: Vec<String>,
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

/// How sure a broken-call finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Certainty {
    Proven,
    Likely,
    Possible,
    Guarded,
}

/// One cause: what a user would fix in one place. Policy decides later whether it counts and at which level.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Finding {
    /// `RC1001`; see the findings table (`rules.rs`).
    pub rule: String,
    /// Stable, line-free key for baselines and `explain`: rule, source method, API, cause.
    pub key: String,
    pub origin: CodeOrigin,
    pub artifact: String,
    /// Site id of the primary location (empty for spec findings).
    pub site: String,
    /// Where the finding is shown: the first action.
    pub place: Place,
    /// For findings in a spec file instead of a class: path as given (relative), 1-based line and column.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spec_place: Option<(String, u32, u32)>,
    /// RC1001: the tier; others: tier of the site.
    pub tier: Tier,
    /// Assumptions the site rests on: if policy rejects one, the finding counts at the next lower tier. RC1001 is also
    /// emitted for `sound` sites so that policy can decide; `report` drops those that are fine.
    pub assumptions: Vec<Assumption>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub certainty: Option<Certainty>,
    /// Headline without a final period: `"report.engine" names the class and nothing bounds it`. Dynamic parts in double quotes.
    pub summary: String,
    /// The call as one reads it: `Class.forName(name).newInstance()`.
    pub call: String,
    /// The input that decides, and where it came from: `name <- System.getProperty("report.engine")` at a place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input: Option<Input>,
    /// What to do, imperative, without `do:`; may name a spec entry (`entry below`).
    pub advice: String,
    /// A cast that would bound the answer (`.asSubclass(Engine.class)`). `report` offers it only in modes that use casts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cast: Option<String>,
    /// Ready TOML to paste.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spec_entry: Option<String>,
    /// Other sites closed by the same fix: site id and place. `closes = related + 1`.
    pub related: Vec<Related>,
    /// The trace of the string or object that decides, first step is its origin, last the site.
    pub path: Vec<TraceStep>,
    /// The traces of further values that decide, as positions in the result's `steps`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub more_paths: Vec<Vec<u32>>,
    pub target_count: u32,
    /// Up to 10 targets for the message; all are in `sites`.
    pub targets: Vec<Target>,
    /// `parameter`, `property`, `environment`, `file`, `network`, `deserialised`, `native`, `annotation`, `other`, or empty.
    pub origin_kind: String,
    /// In test sources (levels are capped at warning).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub test: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Input {
    /// `name <- System.getProperty("report.engine")`
    pub text: String,
    pub place: Place,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Related {
    pub site: String,
    pub place: Place,
    pub message: String,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct TraceStep {
    pub place: Place,
    pub message: String,
}

/// Something that was cut off, not modelled or not readable, and where. A cut in application code, or of the whole run
/// (no origin), becomes an RC1003 finding in `report` unless there is one at its place already.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Cut {
    /// `budget`, `fan-out`, `unmodelled-native`, `unmodelled-bootstrap`, `damaged-class`, `no-entry`, `internal`, ...
    pub kind: String,
    pub what: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
    /// Whose code it is in; `None` if it concerns the run as a whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<CodeOrigin>,
}

impl AnalysisResult {
    /// The trace of a flow of `row`, the call at its end.
    pub fn trace(&self, row: &SiteRow, flow: &Flow) -> Vec<TraceStep> {
        let short = row.id.rsplit('#').nth(1).unwrap_or_default();
        let end = TraceStep { place: row.place.clone(), message: format!("\"{short}\" uses it") };
        self.steps_at(&flow.steps).cloned().chain([end]).collect()
    }

    /// The steps at positions of `steps`; what names none is left out.
    pub fn steps_at<'r>(&'r self, positions: &'r [u32]) -> impl Iterator<Item = &'r TraceStep> {
        positions.iter().filter_map(|&at| self.steps.get(at as usize))
    }

    /// Cuts outside the JDK: those a reader can do something about. The rest, such as natives whose result nobody knows, is
    /// what the assumption `no-unmodelled-code` is about.
    pub fn own_cuts(&self) -> impl Iterator<Item = &Cut> {
        self.cuts.iter().filter(|cut| cut.origin != Some(CodeOrigin::Jdk))
    }
}

/// A finding that the team has judged: an `[[accept]]` entry. Matched by `report`, as it depends on the date.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Accept {
    /// Where the entry is: path as given (relative), 1-based line and column.
    pub spec_place: (String, u32, u32),
    /// Source method, `com.acme.Debug.dump(java.lang.Object)`; without parameter types: every overload.
    pub at: String,
    /// Rule id; `None`: every rule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn assumption_names_are_those_of_the_schema() {
        for assumption in Assumption::ALL {
            assert_eq!(serde_json::to_value(assumption).ok(), Some(assumption.name().into()));
            assert_eq!(Assumption::parse(assumption.name()), Some(assumption));
        }
        assert!(Assumption::ALL.is_sorted());
        assert_eq!(serde_json::to_value(Tier::Proven).ok(), Some(Tier::Proven.name().into()));
    }
}
