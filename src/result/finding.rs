//! Findings, and the one way to make them: a builder that starts at the place a finding is shown at, so that each has exactly
//! one. Must not know rules apart from their ids, nor levels.

use serde::{Deserialize, Serialize};

use super::advice::Advice;
use super::bound::Bound;
use super::cut::CutKind;
use super::origin::OriginKind;
use super::place::{CodeOrigin, Place, Target, TraceStep};
use super::rules::RuleId;
use super::site::SiteRow;
use super::tier::{Assumption, Certainty, Tier};
use crate::base::FxHashMap;

/// A place in a file of specifications: its path as given (relative), 1-based line and column.
pub type SpecPlace = (String, u32, u32);

/// Most targets a finding names; all are in `sites`.
const TARGETS: usize = 10;

/// One cause: what a user would fix in one place. Policy decides later whether it counts and at which level.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Finding {
    pub rule: RuleId,
    /// Stable, line-free key for fingerprints and `explain`: rule, source method, API, and what the headline says where that is
    /// the code's own. Findings of which all this is equal are numbered ([`number_equal_keys`]).
    pub key: String,
    pub origin: CodeOrigin,
    pub artifact: String,
    /// Site id of the primary location (empty for spec findings).
    pub site: String,
    /// Where the finding is shown: the first action.
    pub place: Place,
    /// For findings in a spec file instead of a class: path as given (relative), 1-based line and column.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spec_place: Option<SpecPlace>,
    /// RC1001: the tier; others: tier of the site.
    pub tier: Tier,
    /// Assumptions the site rests on: if policy rejects one, the finding counts at the next lower tier. RC1001 is also
    /// emitted for `sound` sites so that policy can decide; `report` drops those that are fine.
    pub assumptions: Vec<Assumption>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub certainty: Option<Certainty>,
    /// What bounds the unknown that it is about.
    #[serde(default, skip_serializing_if = "Bound::is_nothing")]
    pub bound: Bound,
    /// What kind of cut it is about, if it is about one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cut: Option<CutKind>,
    /// Headline without a final period: `"report.engine" names the class and nothing was found that bounds it`. Dynamic parts in double quotes.
    pub summary: String,
    /// The call as one reads it: `Class.forName(name).newInstance()`.
    pub call: String,
    /// The input that decides, and where it came from: `name <- System.getProperty("report.engine")` at a place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input: Option<Input>,
    pub advice: Advice,
    /// A cast that would bound the answer (`.asSubclass(Engine.class)`). `report` offers it only in modes that use casts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cast: Option<String>,
    /// Classes of the type that what is made is cast to: what an entry may have to list. Sorted; empty where they are too many
    /// to say much.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub suggestions: Vec<String>,
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
    /// Where the value comes from that decides; empty text if the finding is not about one.
    #[serde(with = "super::origin::or_empty")]
    pub origin_kind: Option<OriginKind>,
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

/// A finding in the making. Each way to begin gives it its place; there is no other way to give one.
#[derive(Debug, Clone)]
#[must_use]
pub struct FindingBuilder(Finding);

impl FindingBuilder {
    /// At a reflective call. The key is made of rule, source method, API and summary, which are stable and free of lines.
    pub fn at_site(rule: RuleId, row: &SiteRow, summary: String) -> Self {
        let key = format!("{rule} {} {} {summary}", row.source_method(), row.short_api());
        let finding = Finding {
            origin: row.origin,
            artifact: row.artifact.clone(),
            site: row.id.clone(),
            tier: row.tier,
            target_count: row.targets.len().try_into().unwrap_or(u32::MAX),
            targets: row.targets.iter().take(TARGETS).cloned().collect(),
            ..empty(rule, key, row.place.clone(), summary)
        };
        Self(finding)
    }

    /// At an instruction of the application that is no reflective call.
    pub fn in_code(rule: RuleId, place: Place, key: String, summary: String) -> Self {
        Self(empty(rule, key, place, summary))
    }

    /// In a file of specifications.
    pub fn in_spec(rule: RuleId, place: SpecPlace, key: String, summary: String) -> Self {
        Self(Finding { spec_place: Some(place), ..empty(rule, key, Place::default(), summary) })
    }

    /// Of the run as a whole.
    pub fn of_run(rule: RuleId, key: String, summary: String) -> Self {
        Self(empty(rule, key, Place::default(), summary))
    }

    /// Another key than the usual one, which has to be stable as well.
    pub fn key(mut self, key: String) -> Self {
        self.0.key = key;
        self
    }

    /// A key of rule, source method and API alone, for a finding whose headline names one of several things.
    pub fn keyed_by_method(mut self) -> Self {
        let of_call = self.0.site.rsplit_once('#').map_or(self.0.site.as_str(), |(of_call, _)| of_call);
        self.0.key = format!("{} {}", self.0.rule, of_call.replace('#', " "));
        self
    }

    pub fn rule(&self) -> RuleId {
        self.0.rule
    }

    pub fn advice(mut self, advice: impl Into<Advice>) -> Self {
        self.0.advice = advice.into();
        self
    }

    /// The call as one reads it.
    pub fn call(mut self, call: impl Into<String>) -> Self {
        self.0.call = call.into();
        self
    }

    /// If the policy rejects one of these, the finding counts at the next lower tier.
    pub fn assumptions(mut self, assumptions: &[Assumption]) -> Self {
        self.0.assumptions = assumptions.to_vec();
        self
    }

    pub fn certainty(mut self, certainty: Certainty) -> Self {
        self.0.certainty = Some(certainty);
        self
    }

    pub fn bound(mut self, bound: Bound) -> Self {
        self.0.bound = bound;
        self
    }

    /// The finding is about a cut.
    pub fn cut(mut self, kind: CutKind) -> Self {
        self.0.cut = Some(kind);
        self
    }

    /// Other calls that the same fix closes.
    pub fn related(mut self, related: Vec<Related>) -> Self {
        self.0.related = related;
        self
    }

    /// The input that decides, and what kind of place it came from.
    pub fn input(mut self, input: Option<Input>, kind: OriginKind) -> Self {
        self.0.input = input;
        self.0.origin_kind = Some(kind);
        self
    }

    /// The cast that would bound the answer.
    pub fn cast(mut self, cast: Option<String>) -> Self {
        self.0.cast = cast;
        self
    }

    /// Classes that an entry may have to list.
    pub fn suggestions(mut self, classes: Vec<String>) -> Self {
        self.0.suggestions = classes;
        self
    }

    /// Ready TOML to paste.
    pub fn spec_entry(mut self, entry: String) -> Self {
        self.0.spec_entry = Some(entry);
        self
    }

    /// How what decides came to the call.
    pub fn path(mut self, path: Vec<TraceStep>) -> Self {
        self.0.path = path;
        self
    }

    /// How more of what decides came, as positions in the result's `steps`.
    pub fn more_paths(mut self, paths: Vec<Vec<u32>>) -> Self {
        self.0.more_paths = paths;
        self
    }

    pub fn build(self) -> Finding {
        self.0
    }
}

/// Numbers findings whose keys are equal, in the order of their calls in the source method: `KEY`, `KEY 2`, `KEY 3`. Calls that
/// have no such finding do not count, so that none of them, added above, changes a key.
pub fn number_equal_keys(findings: &mut [Finding]) {
    let ordinal = |finding: &Finding| finding.site.rsplit('#').next().and_then(|number| number.parse::<u32>().ok());
    let mut order: Vec<usize> = (0..findings.len()).collect();
    order.sort_by_key(|&at| (ordinal(&findings[at]), &findings[at].place));
    let mut seen: FxHashMap<String, u32> = FxHashMap::default();
    for at in order {
        let key = &mut findings[at].key;
        let number = seen.entry(key.clone()).or_default();
        *number += 1;
        if *number > 1 {
            *key = format!("{key} {number}");
        }
    }
}

fn empty(rule: RuleId, key: String, place: Place, summary: String) -> Finding {
    Finding {
        rule,
        key,
        origin: CodeOrigin::Application,
        artifact: String::new(),
        site: String::new(),
        place,
        spec_place: None,
        tier: Tier::None,
        assumptions: Vec::new(),
        certainty: None,
        bound: Bound::Nothing,
        cut: None,
        summary,
        call: String::new(),
        input: None,
        advice: Advice::default(),
        cast: None,
        suggestions: Vec::new(),
        spec_entry: None,
        related: Vec::new(),
        path: Vec::new(),
        more_paths: Vec::new(),
        target_count: 0,
        targets: Vec::new(),
        origin_kind: None,
        test: false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_finding_has_the_one_place_it_began_at() {
        let in_spec = FindingBuilder::in_spec(RuleId::RC4001, ("a.toml".into(), 3, 1), "k".into(), "s".into()).build();
        assert_eq!((in_spec.spec_place, in_spec.place), (Some(("a.toml".to_owned(), 3, 1)), Place::default()));
        let place = Place { class: "com.acme.A".into(), ..Place::default() };
        let in_code = FindingBuilder::in_code(RuleId::RC1003, place.clone(), "k".into(), "s".into()).build();
        assert_eq!((in_code.spec_place, in_code.place), (None, place));
        let of_run = FindingBuilder::of_run(RuleId::RC1003, "k".into(), "s".into()).build();
        assert_eq!((of_run.spec_place, of_run.place, of_run.site), (None, Place::default(), String::new()));
    }

    #[test]
    fn equal_keys_are_numbered_in_the_order_of_the_calls() {
        let at = |ordinal: u32, key: &str| {
            let finding = FindingBuilder::of_run(RuleId::RC1003, key.into(), "s".into()).build();
            Finding { site: format!("A.m()#Method.invoke#{ordinal}"), ..finding }
        };
        let mut found = [at(10, "k"), at(9, "k"), at(11, "other"), at(12, "k")];
        number_equal_keys(&mut found);
        assert_eq!(found.map(|finding| finding.key), ["k 2", "k", "other", "k 3"]);
    }

    #[test]
    fn what_a_finding_says_is_read_as_it_was_written() {
        let made = FindingBuilder::of_run(RuleId::RC1003, "k".into(), "s".into()).advice("rebuild the class").build();
        let written = serde_json::to_value(&made).expect("serialises");
        assert_eq!((&written["rule"], &written["origin-kind"]), (&"RC1003".into(), &"".into()));
        let read: Finding = serde_json::from_value(written.clone()).expect("reads back");
        assert_eq!((read.rule, read.origin_kind), (RuleId::RC1003, None));
        let strange = |key: &str, value: &str| {
            let mut strange = written.clone();
            strange[key] = value.into();
            serde_json::from_value::<Finding>(strange).expect_err("refused").to_string()
        };
        assert!(strange("rule", "RC9999").contains("RC9999"));
        assert!(strange("origin-kind", "moon").contains("moon"));
    }
}
