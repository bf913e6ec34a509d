//! The findings and calls that a person means by a key, an id or a position. Must not know what is done with them.

use rustc_hash::FxHashSet;

use super::locate::{method_of, short_place};
use super::text::clean;
use super::{Judged, JudgedFinding};
use crate::result::{Place, SiteRow};

/// What a query names.
pub(super) struct Found<'j> {
    /// Accepted ones as well.
    pub(super) findings: Vec<&'j JudgedFinding<'j>>,
    pub(super) sites: Vec<&'j SiteRow>,
}

/// What has this key, site id or position, or else what one call alone has in its id.
///
/// # Errors
/// The calls that may be meant, if there are several.
pub(super) fn find<'j>(query: &str, judged: &'j Judged<'_>) -> Result<Found<'j>, String> {
    let exact = |f: &&JudgedFinding<'_>| f.finding.key == query || f.finding.site == query || is_at(f, query);
    let mut findings: Vec<&JudgedFinding<'_>> = findings(judged).filter(exact).collect();
    let result = judged.input.result;
    let mut sites: Vec<&SiteRow> = result.sites.iter().filter(|row| row.id == query).collect();
    if findings.is_empty() && sites.is_empty() {
        sites = result.sites.iter().filter(|row| named(&row.place, query)).collect();
    }
    if findings.is_empty() && sites.is_empty() && query.len() >= 3 {
        sites = result.sites.iter().filter(|row| row.id.contains(query)).collect();
        if sites.len() > 1 {
            let ids: Vec<String> = sites.iter().take(10).map(|row| clean(&row.id)).collect();
            let more = if sites.len() > 10 { format!("\n  and {} more", sites.len() - 10) } else { String::new() };
            return Err(format!("\"{}\" may be one of\n  {}{more}", clean(query), ids.join("\n  ")));
        }
    }
    for row in &sites {
        findings.extend(self::findings(judged).filter(|f| is_about(f, &row.id)));
    }
    let mut seen = FxHashSet::default();
    findings.retain(|f| seen.insert((&f.finding.key, &f.finding.site)));
    Ok(Found { findings, sites })
}

fn findings<'j>(judged: &'j Judged<'_>) -> impl Iterator<Item = &'j JudgedFinding<'j>> {
    judged.findings.iter().chain(&judged.accepted)
}

fn is_about(finding: &JudgedFinding<'_>, site: &str) -> bool {
    finding.finding.site == site || finding.finding.related.iter().any(|r| r.site == site)
}

/// `Reports.java:48`, `src/main/java/com/acme/Reports.java:48`, `reflection-specs/app.toml:3`
fn is_at(finding: &JudgedFinding<'_>, query: &str) -> bool {
    let f = &finding.finding;
    let located = finding.location.as_ref().is_some_and(|l| format!("{}:{}", l.path, l.line) == query);
    let in_spec = f.spec_place.as_ref().is_some_and(|(path, line, _)| format!("{path}:{line}") == query);
    located || in_spec || f.spec_place.is_none() && named(&f.place, query)
}

fn named(place: &Place, query: &str) -> bool {
    place.line.is_some() && place.file.is_some() && short_place(place) == query || method_of(place) == query
}
