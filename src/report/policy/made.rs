//! Findings that `report` makes itself, since they depend on policy or the date: RC1003 for cuts, RC2001 by threshold,
//! RC4001 and RC4005 for accept entries. Must not know levels.

use std::borrow::Cow;

use rustc_hash::{FxHashMap, FxHashSet};

use super::super::accept::{Accepts, SiteId, unmatched};
use super::super::locate::short_place;
use super::ReportInput;
use crate::result::{CodeOrigin, Finding, Place, Related, SiteKind, Tier};

/// A finding that `report` makes itself: everything but rule, key, place, summary and advice is empty.
fn made_here(rule: &str, key: String, place: Place, summary: String, advice: &str) -> Finding {
    Finding {
        rule: rule.to_owned(),
        key,
        origin: CodeOrigin::Application,
        artifact: String::new(),
        site: String::new(),
        place,
        spec_place: None,
        tier: Tier::None,
        assumptions: Vec::new(),
        certainty: None,
        summary,
        call: String::new(),
        input: None,
        advice: advice.to_owned(),
        cast: None,
        spec_entry: None,
        related: Vec::new(),
        path: Vec::new(),
        more_paths: Vec::new(),
        target_count: 0,
        targets: Vec::new(),
        origin_kind: String::new(),
        test: false,
    }
}

fn no_place() -> Place {
    let class = String::new();
    Place { class, method: String::new(), descriptor: String::new(), offset: 0, line: None, file: None, token: None }
}

/// RC1003 for cuts in application code and of the whole run that have no finding of their own: a run that was cut short
/// is never clean.
pub(super) fn add_incomplete<'a>(input: &ReportInput<'a>, all: &mut Vec<Cow<'a, Finding>>) {
    type At<'p> = (&'p str, &'p str, &'p str, u32);
    fn at(place: &Place) -> At<'_> {
        (&place.class, &place.method, &place.descriptor, place.offset)
    }
    let mut seen: FxHashSet<At<'_>> =
        input.result.findings.iter().filter(|f| f.rule == "RC1003").map(|f| at(&f.place)).collect();
    for cut in &input.result.cuts {
        // A call with too many targets has a finding of its own.
        if !matches!(cut.origin, None | Some(CodeOrigin::Application)) || cut.kind == "fan-out" {
            continue;
        }
        if cut.place.as_ref().is_some_and(|place| !seen.insert(at(place))) {
            continue;
        }
        let place = cut.place.clone().unwrap_or_else(no_place);
        let key = match place.class.as_str() {
            "" => format!("RC1003|{}|{}", cut.kind, cut.what),
            class => format!("RC1003|{}|{class}.{}{}|{}", cut.kind, place.method, place.descriptor, cut.what),
        };
        let advice = match cut.kind.as_str() {
            "budget" => "raise the budget (max-facts, max-steps), or bound the calls with most targets first",
            "damaged-class" => "rebuild the class",
            "internal" => "report this: it is a fault of the analysis",
            "no-entry" => "add a main method or an [[entry]], or choose other entry points (--entry)",
            _ => "name the targets in a [[call]] entry of the specification",
        };
        let summary = format!("{} ({})", cut.what.trim_end_matches('.'), cut.kind);
        all.push(Cow::Owned(made_here("RC1003", key, place, summary, advice)));
    }
}

/// RC4005 for expired accept entries, RC4001 for those that name no reflective call.
pub(super) fn add_accept_findings<'a>(input: &ReportInput<'a>, accepts: &Accepts<'a>, all: &mut Vec<Cow<'a, Finding>>) {
    let mut made = Vec::new();
    let unmatched = unmatched(input.result);
    for accept in accepts.expired.iter().filter(|accept| !unmatched.contains(accept)) {
        let until = accept.until.as_deref().unwrap_or("");
        let summary = format!("accepting the findings in \"{}\" ended on {until}", accept.at);
        let key = format!("RC4005|{}|{}", accept.at, accept.rule.as_deref().unwrap_or("*"));
        let mut finding = made_here("RC4005", key, no_place(), summary, "resolve the call, or renew the date");
        finding.spec_place = Some(accept.spec_place.clone());
        made.push(finding);
    }
    let reported: FxHashSet<&(String, u32, u32)> =
        input.result.findings.iter().filter(|f| f.rule == "RC4001").filter_map(|f| f.spec_place.as_ref()).collect();
    for accept in unmatched {
        if reported.contains(&accept.spec_place) {
            continue;
        }
        let summary = format!("no reflective call in \"{}\" matches this entry", accept.at);
        let key = format!("RC4001|{}|{}", accept.at, accept.rule.as_deref().unwrap_or("*"));
        let mut finding = made_here("RC4001", key, no_place(), summary, "correct the entry or remove it");
        finding.spec_place = Some(accept.spec_place.clone());
        made.push(finding);
    }
    all.extend(made.into_iter().map(Cow::Owned));
}

/// RC2001 for action sites with too many targets that no finding covers yet; those to which one look-up contributes most
/// are one cause.
pub(super) fn imprecise_findings(input: &ReportInput<'_>, known: &FxHashSet<String>) -> Vec<Finding> {
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
        let mut advice = "narrow the look-up, or name the targets in a [[call]] entry".to_owned();
        let mut key = format!("RC2001|{}", row.id);
        if let Some(contributor) = contributor {
            by_contributor.insert(&contributor.site, found.len());
            key = format!("RC2001|{}", contributor.site);
            let place = place_of(&contributor.site).unwrap_or_else(|| contributor.site.clone());
            advice = format!(
                "narrow the look-up at {place}, which gives {} of them, or name the targets in a [[call]] entry",
                contributor.targets
            );
        }
        let summary = format!("this \"{api}\" may reach {count} targets");
        let mut finding = made_here("RC2001", key, row.place.clone(), summary, &advice);
        finding.origin = row.origin;
        finding.artifact = row.artifact.clone();
        finding.site = row.id.clone();
        finding.tier = row.tier;
        finding.call = api.to_owned();
        finding.target_count = count.try_into().unwrap_or(u32::MAX);
        finding.targets = row.targets.iter().take(10).cloned().collect();
        found.push(finding);
    }
    found
}
