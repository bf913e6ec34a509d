//! Findings that `report` makes itself, since they depend on policy or the date: RC2001 by threshold, RC4001 and RC4005 for
//! accept entries. Must not know levels.

use std::borrow::Cow;

use rustc_hash::{FxHashMap, FxHashSet};

use super::super::accept::{Accepts, SiteId, unmatched};
use super::super::locate::short_place;
use super::ReportInput;
use crate::result::{Accept, Finding, FindingBuilder, NAME_TARGETS, Related, RuleId, SiteKind};

/// RC4005 for expired accept entries, RC4001 for those that name no reflective call.
pub(super) fn add_accept_findings<'a>(input: &ReportInput<'a>, accepts: &Accepts<'a>, all: &mut Vec<Cow<'a, Finding>>) {
    let mut made = Vec::new();
    let unmatched = unmatched(input.result);
    for accept in accepts.expired.iter().filter(|accept| !unmatched.contains(accept)) {
        let until = accept.until.as_deref().unwrap_or("");
        let summary = format!("accepting the findings in \"{}\" ended on {until}", accept.at);
        made.push(of_accept(RuleId::RC4005, accept, summary, "resolve the call, or renew the date"));
    }
    let reported: FxHashSet<&(String, u32, u32)> = input
        .result
        .findings
        .iter()
        .filter(|f| f.rule == RuleId::RC4001)
        .filter_map(|f| f.spec_place.as_ref())
        .collect();
    for accept in unmatched {
        if reported.contains(&accept.spec_place) {
            continue;
        }
        let summary = format!("no reflective call in \"{}\" matches this entry", accept.at);
        made.push(of_accept(RuleId::RC4001, accept, summary, "correct the entry or remove it"));
    }
    all.extend(made.into_iter().map(Cow::Owned));
}

fn of_accept(rule: RuleId, accept: &Accept, summary: String, advice: &str) -> Finding {
    let key = format!("{rule}|{}|{}", accept.at, accept.rule.map_or("*", RuleId::id));
    FindingBuilder::in_spec(rule, accept.spec_place.clone(), key, summary).advice(advice).build()
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
            || count < input.policy.imprecise_threshold as usize
            || known.contains(&row.id)
        {
            continue;
        }
        let api = SiteId::parse(&row.id).map_or(row.api.as_str(), |id| id.api);
        let contributor = row.contributors.first();
        if let Some(index) = contributor.and_then(|f| by_contributor.get(f.site.as_str())) {
            let message = format!("{api} with {count} targets");
            found[*index].related.push(Related { site: row.id.clone(), place: row.place.clone(), message });
            continue;
        }
        let mut advice = format!("narrow the look-up, or {NAME_TARGETS}");
        let mut cause = row.id.as_str();
        if let Some(contributor) = contributor {
            by_contributor.insert(&contributor.site, found.len());
            cause = &contributor.site;
            let place = place_of(&contributor.site).unwrap_or_else(|| contributor.site.clone());
            let given = contributor.targets;
            advice = format!("narrow the look-up at {place}, which gives {given} of them, or {NAME_TARGETS}");
        }
        let summary = format!("this \"{api}\" may reach {count} targets");
        let finding = FindingBuilder::at_site(rule, row, summary).key(format!("{rule}|{cause}"));
        found.push(finding.call(api).advice(advice).build());
    }
    found
}
