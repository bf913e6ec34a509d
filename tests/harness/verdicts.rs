//! What a result says about one call: its site, targets as recordings write them, whether it is flagged, its findings.

use std::collections::{BTreeMap, BTreeSet};

use reflection_check::config::{Policy, ReportScope};
use reflection_check::report::{Date, Judged, NoSources, ReportInput, judge};
use reflection_check::result::{AnalysisResult, Finding, SiteRow, Target};

/// A call instruction, as result and recordings name it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct At {
    pub(crate) class: String,
    pub(crate) method: String,
    pub(crate) descriptor: String,
    pub(crate) offset: u32,
}

/// The site at a call.
pub(crate) fn site<'a>(result: &'a AnalysisResult, at: &At) -> Option<&'a SiteRow> {
    result.sites.iter().find(|site| is_at(site, at))
}

/// Whether a site is that of a call.
pub(crate) fn is_at(site: &SiteRow, at: &At) -> bool {
    let place = &site.place;
    place.offset == at.offset
        && place.class == at.class
        && place.method == at.method
        && place.descriptor == at.descriptor
}

/// `p.A`, `p.A.run(I)V` or `p.A.field:I`.
pub(crate) fn target_text(target: &Target) -> String {
    let Some(member) = &target.member else { return target.class.clone() };
    let descriptor = target.descriptor.as_deref().unwrap_or_default();
    let colon = if descriptor.starts_with('(') { "" } else { ":" };
    format!("{}.{member}{colon}{descriptor}", target.class)
}

/// Whether the site says that its answer may be incomplete under the assumptions accepted by default (`flagged` of the
/// `sites` report).
pub(crate) fn flagged(site: &SiteRow) -> bool {
    site.is_flagged(&Policy::default().accept_assumptions)
}

/// Whether the site lists a recorded target.
pub(crate) fn lists(site: &SiteRow, api: &str, target: &str) -> bool {
    let all: Vec<String> = site.targets.iter().map(target_text).collect();
    if api.starts_with("Proxy.") {
        return target.split(',').all(|interface| all.iter().any(|t| t == interface));
    }
    all.iter().any(|listed| listed == target)
}

/// Findings whose primary or related place is this site, whatever their certainty.
pub(crate) fn findings<'a>(result: &'a AnalysisResult, site: &SiteRow) -> Vec<&'a Finding> {
    let here = |finding: &&Finding| finding.site == site.id || finding.related.iter().any(|r| r.site == site.id);
    result.findings.iter().filter(here).collect()
}

/// What a user who accepts every default sees, in code of any origin.
pub(crate) fn judged<'a>(result: &'a AnalysisResult, policy: &'a Policy) -> Judged<'a> {
    judge(ReportInput {
        result,
        policy,
        sources: &NoSources,
        module: None,
        source_set: None,
        build_file: None,
        test: false,
        today: Date::parse("2000-01-01").expect("a date"),
        focus: None,
    })
}

/// The rules of the findings at this site, and their levels, as a user who accepts every default sees them.
pub(crate) fn rules(result: &AnalysisResult, site: &SiteRow) -> BTreeMap<String, BTreeSet<&'static str>> {
    let policy = Policy { report_scope: ReportScope::All, ..Policy::default() };
    let here = |finding: &Finding| finding.site == site.id || finding.related.iter().any(|r| r.site == site.id);
    let judged = judged(result, &policy);
    let mut found: BTreeMap<String, BTreeSet<&'static str>> = BTreeMap::new();
    for finding in judged.findings.iter().filter(|found| here(&found.finding)) {
        found.entry(finding.rule.id.to_owned()).or_default().insert(finding.level.name());
    }
    found
}

/// The name of a value as it is serialised.
pub(crate) fn name(value: &impl serde::Serialize) -> String {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(text)) => text,
        other => panic!("not a plain name: {other:?}"),
    }
}
