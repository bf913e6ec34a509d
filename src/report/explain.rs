//! `explain`: everything known of a rule, a finding or a site. Must not know other formats.

use std::fmt::Write as _;

use indexmap::IndexMap;
use rustc_hash::FxHashSet;

use super::cause::causes;
use super::find::{Found, find};
use super::locate::{long_place, short_place};
use super::text::{POSSIBLY_BROKEN, clean};
use super::{Judged, JudgedFinding, rule_page};
use crate::result::{FlowOf, Level, OriginKind, Place, RuleId, SiteRow, Target, TraceStep};

/// Most items of a list that says more by how long it is than by each.
const LISTED: usize = 12;

/// What a query may name, and the text about it.
///
/// A query is a rule (`RC1001` or its name), the key of a finding, a site id, a source position (`Reports.java:48`, with
/// or without directories), a part of a site id or method that only one call has, or `possibly-broken`.
///
/// # Errors
/// A message with near candidates if the query names nothing or several things.
pub fn explain(query: &str, judged: Option<&Judged<'_>>) -> Result<String, String> {
    if let Some(rule) = RuleId::find(query) {
        return Ok(rule_page(rule.row()));
    }
    let Some(judged) = judged else {
        return Err(format!(
            "no rule \"{}\"; for a finding or a call, name the result with --result FILE",
            clean(query)
        ));
    };
    if query == POSSIBLY_BROKEN {
        return Ok(possibly_broken(judged));
    }
    let Found { findings, sites } = find(query, judged)?;
    let mut out = String::new();
    for finding in &findings {
        if !out.is_empty() {
            out.push('\n');
        }
        explain_finding(&mut out, judged, finding);
    }
    for row in sites.iter().filter(|row| !findings.iter().any(|f| f.finding.site == row.id)) {
        if !out.is_empty() {
            out.push('\n');
        }
        explain_site(&mut out, judged, row);
    }
    if out.is_empty() {
        return Err(format!("no rule, finding or reflective call is named \"{}\"", clean(query)));
    }
    Ok(out)
}

/// The reasons why some targets of calls may throw, each with all its calls: those of most calls first.
fn possibly_broken(judged: &Judged<'_>) -> String {
    let mut reasons: IndexMap<(RuleId, &str), Vec<String>> = IndexMap::new();
    for finding in &judged.possibly_broken {
        reasons.entry((finding.rule, &finding.summary)).or_default().push(at(judged, &finding.place));
    }
    reasons.sort_by(|_, one, _, other| other.len().cmp(&one.len()));
    let mut out = String::new();
    for ((rule, summary), places) in &reasons {
        let calls = if places.len() > 1 { format!("{} calls at ", places.len()) } else { String::new() };
        let _ = writeln!(out, "{} {}: {calls}{}", rule.row().id, clean(summary), clean(&places.join(", ")));
    }
    if out.is_empty() { "no call is possibly broken\n".to_owned() } else { out }
}

fn explain_finding(out: &mut String, judged: &Judged<'_>, finding: &JudgedFinding<'_>) {
    let f = &finding.finding;
    let mark = if finding.accepted_by.is_some() { " (accepted)" } else { "" };
    let _ = writeln!(
        out,
        "{} {} {}{mark}: {}",
        finding.level.name(),
        finding.rule.id,
        finding.rule.name,
        clean(&f.summary)
    );
    match &f.spec_place {
        Some((path, line, column)) => field(out, "at", &format!("{path}:{line}:{column}")),
        None if f.place.class.is_empty() => {}
        None => field(out, "at", &long_place(&f.place, finding.location.as_ref())),
    }
    if let Some(accept) = finding.accepted_by {
        let (path, line, _) = &accept.spec_place;
        let until = accept.until.as_ref().map_or_else(String::new, |until| format!(", until {until}"));
        field(out, "accepted", &format!("{} ({path}:{line}{until})", accept.reason));
    }
    field(out, "call", &f.call);
    if let Some(input) = &f.input {
        field(out, "input", &format!("{} at {}", input.text, short_place(&input.place)));
    }
    field(out, "origin", f.origin_kind.map_or("", OriginKind::name));
    if !finding.rejected.is_empty() {
        let names: Vec<&str> = finding.rejected.iter().map(|a| a.name()).collect();
        field(out, "not accepted", &names.join(", "));
    }
    field(out, "do", f.advice.text());
    if let Some(cast) = super::text::cast(judged, finding) {
        field(out, "or", &format!("add {cast}"));
    }
    path(out, judged, "path", &f.path);
    for positions in &f.more_paths {
        path(out, judged, "path", &judged.input.result.steps_at(positions).cloned().collect::<Vec<_>>());
    }
    explain_cause(out, judged, finding);
    list(out, "closes", f.related.iter().map(|r| format!("{}: {}   {}", at(judged, &r.place), r.message, r.site)));
    match judged.input.result.sites.iter().find(|row| row.id == f.site) {
        Some(row) => {
            field(out, "site", &row.id);
            site_fields(out, judged, row);
        }
        None => {
            field(out, "site", &f.site);
            list(out, "targets", f.targets.iter().map(target));
        }
    }
    if let Some(entry) = &f.spec_entry {
        let _ = writeln!(out, "  entry to paste into a file of reflection-specs/:");
        for line in entry.trim().lines() {
            let _ = writeln!(out, "    {}", clean(line));
        }
    }
    field(out, "key", &f.key);
}

/// The findings of calls that values of the same origin decide.
fn explain_cause(out: &mut String, judged: &Judged<'_>, finding: &JudgedFinding<'_>) {
    let is_it = |other: &JudgedFinding<'_>| std::ptr::eq(other, finding);
    let causes = causes(judged, Level::Note);
    let all = causes.iter().map(|of| std::iter::once(of.shown).chain(of.others.iter().copied()));
    let Some(mut all) = all.map(Vec::from_iter).find(|all| all.iter().any(|other| is_it(other))) else { return };
    all.retain(|other| !is_it(other));
    let told = |f: &JudgedFinding<'_>| format!("{}   {}", at(judged, &f.finding.place), f.finding.site);
    list_some(out, "same cause", all.into_iter().map(told));
}

fn explain_site(out: &mut String, judged: &Judged<'_>, row: &SiteRow) {
    let location = judged.locate(&row.place);
    let _ = writeln!(out, "{}", clean(&row.id));
    field(out, "at", &long_place(&row.place, location.as_ref()));
    site_fields(out, judged, row);
}

/// What the row of a site says, complete.
fn site_fields(out: &mut String, judged: &Judged<'_>, row: &SiteRow) {
    let generated = if row.compiler_generated { ", written by the compiler" } else { "" };
    let unreached = match (row.reachable, row.closed) {
        (true, _) => "",
        (false, true) => ", not looked at",
        (false, false) => ", not reached",
    };
    let guarded = if row.guarded { ", a handler expects the failure" } else { "" };
    let flagged = if judged.is_flagged(row) { ", may be incomplete" } else { "" };
    field(out, "api", &row.api);
    field(out, "in", &row.artifact);
    let (tier, resolution) = (row.tier.name(), row.resolution.name());
    let status = format!("tier {tier}, resolution {resolution}{flagged}{unreached}{guarded}{generated}");
    field(out, "status", &status);
    let assumptions: Vec<&str> = row.assumptions.iter().map(|a| a.name()).collect();
    field(out, "assumes", &assumptions.join(", "));
    list(out, "reasons", row.reasons.iter().cloned());
    list_some(out, "origins", row.origins.iter().cloned());
    list(out, "cuts", row.cuts.iter().map(ToString::to_string));
    list(
        out,
        "contributors",
        row.contributors.iter().map(|contributor| format!("{} ({} targets)", contributor.site, contributor.targets)),
    );
    list(out, "targets", row.targets.iter().map(target));
    path(out, judged, "proven by", &judged.input.result.steps_at(&row.proof).cloned().collect::<Vec<_>>());
    flows(out, judged, row);
}

/// How some of the targets came to the call.
fn flows(out: &mut String, judged: &Judged<'_>, row: &SiteRow) {
    for flow in &row.flows {
        let what = match flow.of {
            FlowOf::Class => "class",
            FlowOf::Member => "member name",
        };
        let targets: Vec<String> =
            flow.targets.iter().filter_map(|&at| row.targets.get(at as usize)).map(target).collect();
        let name = format!("path of the {what} for {}", clean(&targets.join(", ")));
        path(out, judged, &name, &judged.input.result.trace(row, flow));
    }
    let is_there = |at: &u32| (*at as usize) < row.targets.len();
    let shown: FxHashSet<u32> = row.flows.iter().flat_map(|flow| &flow.targets).copied().filter(is_there).collect();
    let more = row.targets.len().saturating_sub(shown.len());
    if !shown.is_empty() && more > 0 {
        let plural = if more == 1 { "" } else { "s" };
        let _ = writeln!(out, "  paths: not kept for {more} more target{plural}");
    }
}

fn path(out: &mut String, judged: &Judged<'_>, name: &str, steps: &[TraceStep]) {
    list(out, name, steps.iter().map(|step| format!("{}: {}", at(judged, &step.place), step.message)));
}

fn at(judged: &Judged<'_>, place: &Place) -> String {
    long_place(place, judged.locate(place).as_ref())
}

fn target(target: &Target) -> String {
    match (&target.member, &target.descriptor) {
        (None, _) => target.class.clone(),
        (Some(member), None) => format!("{}.{member}", target.class),
        (Some(member), Some(d)) if d.starts_with('(') => format!("{}.{member}{d}", target.class),
        (Some(member), Some(d)) => format!("{}.{member}:{d}", target.class),
    }
}

fn field(out: &mut String, name: &str, value: &str) {
    if !value.is_empty() {
        let _ = writeln!(out, "  {name}: {}", clean(value));
    }
}

/// The first of a list that can be as long as the program is large.
fn list_some(out: &mut String, name: &str, items: impl ExactSizeIterator<Item = String>) {
    let all = items.len();
    list_first(out, (name, all), items.take(LISTED));
    if all > LISTED {
        let _ = writeln!(out, "    and {} more (--output sites=FILE and json=FILE list all)", all - LISTED);
    }
}

fn list(out: &mut String, name: &str, items: impl ExactSizeIterator<Item = String>) {
    list_first(out, (name, items.len()), items);
}

fn list_first(out: &mut String, (name, all): (&str, usize), items: impl Iterator<Item = String>) {
    if all > 0 {
        let _ = writeln!(out, "  {name} ({all}):");
    }
    for item in items {
        let _ = writeln!(out, "    {}", clean(&item));
    }
}

#[cfg(test)]
mod tests;
