//! Findings that `report` makes itself, since they depend on policy or the date: RC2001 by threshold, RC4001, RC4003 and RC4005
//! for accept entries. Must not know levels.

use rustc_hash::{FxHashMap, FxHashSet};

use super::super::accept::{SiteId, unmatched};
use super::super::locate::short_place;
use super::{RECORDED, ReportInput};
use crate::result::{
    Accept, Finding, FindingBuilder, FlowOf, NAME_TARGETS, Related, RuleId, SiteKind, SiteRow, number_equal_keys,
};

/// Findings about accept entries: RC4001 for those that name no reflective call, RC4003 for those that answer no finding, RC4005
/// for those whose day is past though there is one. `needed`: those that answer one, or would; `None` if findings may be missing.
pub(super) fn accept_findings(
    input: &ReportInput<'_>,
    expired: &[&Accept],
    needed: Option<&FxHashSet<&Accept>>,
) -> Vec<Finding> {
    let findings = &input.result.findings;
    let is_reported = |accept: &Accept| {
        let mut said = findings.iter().filter(|f| f.rule == RuleId::RC4001);
        said.any(|f| f.spec_place.as_ref() == Some(&accept.spec_place))
    };
    let unmatched = unmatched(input.result);
    let made = input.result.accepts.iter().filter_map(|accept| {
        let at = &accept.at;
        if unmatched.contains(&accept) {
            let summary = format!("no reflective call in \"{at}\" matches this entry");
            let finding = of_accept(RuleId::RC4001, accept, summary, "correct the entry or remove it");
            return (!is_reported(accept)).then_some(finding);
        }
        if accept.rule.is_some_and(|rule| RECORDED.contains(&rule)) {
            return None;
        }
        if needed.is_some_and(|needed| !needed.contains(accept)) {
            let rule = accept.rule.map_or(String::new(), |rule| format!(" of {rule}"));
            let summary = format!("there is no finding{rule} in \"{at}\" that only this entry answers");
            return Some(of_accept(RuleId::RC4003, accept, summary, "remove the entry"));
        }
        expired.contains(&accept).then(|| {
            let until = accept.until.as_deref().unwrap_or("");
            let summary = format!("accepting the findings in \"{at}\" ended on {until}");
            of_accept(RuleId::RC4005, accept, summary, "resolve the call, or renew the date")
        })
    });
    made.collect()
}

fn of_accept(rule: RuleId, accept: &Accept, summary: String, advice: &str) -> Finding {
    let mut key = format!("{rule}|{}|{}", accept.at, accept.rule.map_or("*", RuleId::id));
    for part in [accept.api.clone(), accept.ordinal.map(|ordinal| ordinal.to_string())].into_iter().flatten() {
        key = format!("{key}|{part}");
    }
    FindingBuilder::in_spec(rule, accept.spec_place.clone(), key, summary).advice(advice).build()
}

/// What makes an answer shorter whose names are known: a complete list comes in place of what a call returns, while targets of a
/// `[[call]]` entry come beside what these names give.
const LIST_NAMES: &str = "list the names in a [[source]] entry of the call that gives them (targets of a [[call]] entry only come beside these)";

/// What makes the answer of a call shorter: targets in place of all that a look-up lists or that fits, or the names that are known.
fn shorten(row: &SiteRow) -> &'static str {
    let makes = row.targets.iter().any(|target| target.member.as_deref().is_none_or(|member| member == "<init>"));
    let is_named = row.flows.iter().any(|flow| flow.of == FlowOf::Member || makes);
    if is_named { LIST_NAMES } else { NAME_TARGETS }
}

/// RC2001 for action sites with too many targets that no finding covers yet; those to which one look-up contributes most
/// are one cause.
pub(super) fn imprecise_findings(input: &ReportInput<'_>, known: &FxHashSet<String>) -> Vec<Finding> {
    let rule = RuleId::RC2001;
    let mut found: Vec<Finding> = Vec::new();
    let mut by_contributor: FxHashMap<&str, usize> = FxHashMap::default();
    let place_of = |site: &str| input.result.sites.iter().find(|row| row.id == site).map(|row| short_place(&row.place));
    for row in &input.result.sites {
        let count = row.targets.len();
        if row.kind != SiteKind::Action
            || !row.reachable
            || row.compiler_generated
            || row.may_be_many
            || count < input.policy.imprecise_threshold as usize
            || known.contains(&row.id)
        {
            continue;
        }
        let api = SiteId::parse(&row.id).map_or(row.api.as_str(), |id| id.api);
        // One that gives few is not the cause.
        let contributor = row.contributors.first().filter(|most| 2 * most.targets as usize >= count);
        if let Some(index) = contributor.and_then(|f| by_contributor.get(f.site.as_str())) {
            let message = format!("{api} with {count} targets");
            found[*index].related.push(Related { site: row.id.clone(), place: row.place.clone(), message });
            continue;
        }
        let mut advice = format!("narrow the look-up, or {}", shorten(row));
        let mut cause = row.id.as_str();
        if let Some(contributor) = contributor {
            by_contributor.insert(&contributor.site, found.len());
            cause = &contributor.site;
            let place = place_of(&contributor.site).unwrap_or_else(|| contributor.site.clone());
            let given = contributor.targets;
            advice = format!("narrow the look-up at {place}, which gives {given} of them, or {}", shorten(row));
        }
        let (method, called) = SiteId::parse(cause).map_or((cause, ""), |id| (id.method, id.api));
        let key = format!("{rule} {method} {called}");
        let summary = format!("this \"{api}\" may reach so many targets that the answer says little");
        let finding = FindingBuilder::at_site(rule, row, summary).key(key);
        found.push(finding.call(api).advice(advice).build());
    }
    number_equal_keys(&mut found);
    found
}
