//! The findings and calls that a person means by a key, an id or a position. Must not know what is done with them.

use rustc_hash::FxHashSet;

use super::locate::{Location, method_of, short_place};
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
    if findings.is_empty() && sites.is_empty() {
        let file = query.rsplit_once(':').map(|(path, _)| path.rsplit('/').next().unwrap_or(path));
        let may_be = |row: &&SiteRow| file.is_some() && row.place.file.as_deref() == file;
        let is_it = |row: &&SiteRow| judged.locate(&row.place).is_some_and(|location| is_located(&location, query));
        sites = result.sites.iter().filter(may_be).filter(is_it).collect();
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
    let located = finding.location.as_ref().is_some_and(|location| is_located(location, query));
    let in_spec = f.spec_place.as_ref().is_some_and(|(path, line, _)| format!("{path}:{line}") == query);
    located || in_spec || f.spec_place.is_none() && named(&f.place, query)
}

/// Whether a query is a position in the sources, with as many of its folders as one likes. That of a call in several lines is where its
/// name stands, which the class file may have as another line.
fn is_located(location: &Location, query: &str) -> bool {
    let Some((path, line)) = query.rsplit_once(':') else { return false };
    let is_path = |path: &str| location.path.strip_suffix(path).is_some_and(|dir| dir.is_empty() || dir.ends_with('/'));
    !path.is_empty() && line == location.line.to_string() && is_path(path)
}

fn named(place: &Place, query: &str) -> bool {
    place.line.is_some() && place.file.is_some() && short_place(place) == query || method_of(place) == query
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_have_as_many_folders_as_one_likes() {
        let location = Location {
            path: "src/main/java/com/acme/Reports.java".to_owned(),
            line: 48,
            columns: None,
            line_hash: None,
            text: None,
        };
        for query in ["Reports.java:48", "acme/Reports.java:48", "src/main/java/com/acme/Reports.java:48"] {
            assert!(is_located(&location, query), "{query}");
        }
        for query in ["ports.java:48", "Reports.java:4", "Reports.java:480", "x/Reports.java:48", ":48", "48", ""] {
            assert!(!is_located(&location, query), "{query}");
        }
    }
}
