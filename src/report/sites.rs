//! The `sites` report: JSON lines, one per reflective site, for scripts. Owns its format (docs/sites.md); must not know
//! findings.

use serde::Serialize;

use super::Judged;
use crate::result::{Assumption, CodeOrigin, CutKind, Resolution, SiteKind, Target, Tier};

/// Version of the format, `v` of each line.
const VERSION: u32 = 1;

/// One line. The order of fields is part of the format.
#[derive(Serialize)]
struct Line<'a> {
    v: u32,
    site: &'a str,
    class: &'a str,
    method: &'a str,
    descriptor: &'a str,
    offset: u32,
    line: Option<u32>,
    file: Option<&'a str>,
    api: &'a str,
    kind: SiteKind,
    origin: CodeOrigin,
    artifact: &'a str,
    reachable: bool,
    /// Said where it is not so.
    #[serde(rename = "looked-at", skip_serializing_if = "Option::is_none")]
    looked_at: Option<bool>,
    tier: Tier,
    resolution: Resolution,
    assumptions: &'a [Assumption],
    flagged: bool,
    reasons: &'a [String],
    targets: &'a [Target],
    target_count: usize,
    origins: &'a [String],
    cuts: &'a [CutKind],
}

/// The whole report, in the order of the result: by class, method, descriptor and offset.
pub(super) fn render(judged: &Judged<'_>) -> Vec<u8> {
    let mut out = Vec::with_capacity(judged.input.result.sites.len() * 512);
    for row in judged.input.result.sites.iter().filter(|row| judged.lists(row)) {
        let line = Line {
            v: VERSION,
            site: &row.id,
            class: &row.place.class,
            method: &row.place.method,
            descriptor: &row.place.descriptor,
            offset: row.place.offset,
            line: row.place.line,
            file: row.place.file.as_deref(),
            api: &row.api,
            kind: row.kind,
            origin: row.origin,
            artifact: &row.artifact,
            reachable: row.reachable,
            looked_at: row.closed.then_some(false),
            tier: row.tier,
            resolution: row.resolution,
            assumptions: &row.assumptions,
            flagged: judged.is_flagged(row),
            reasons: &row.reasons,
            targets: &row.targets,
            target_count: row.targets.len(),
            origins: &row.origins,
            cuts: &row.cuts,
        };
        serde_json::to_writer(&mut out, &line).expect("internal error: strings and numbers serialise");
        out.push(b'\n');
    }
    out
}

#[cfg(test)]
mod tests;
