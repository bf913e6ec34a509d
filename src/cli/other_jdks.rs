//! What fails on one JDK and not on another: a finding about a call that fails says so where a second JDK is given. Must not know
//! why a call fails.

use std::collections::BTreeSet;

use crate::result::{AnalysisResult, Finding, may_be_incomplete};

/// Says of what fails on one of two JDKs alone on which it does, and adds what fails only on the other one. Where it is not known
/// that the call is run on both and what it reaches there, nothing is said.
pub(super) fn compare(result: &mut AnalysisResult, mut other: AnalysisResult) {
    for diag in std::mem::take(&mut other.diagnostics) {
        if !result.diagnostics.contains(&diag) {
            result.diagnostics.push(diag);
        }
    }
    let (here, there) = (java(result, &other), java(&other, result));
    let (fail_here, fail_there) = (failing(result), failing(&other));
    let (sound_here, sound_there) = (sound(result), sound(&other));
    let says = |finding: &mut Finding, on: &str, not_on: &str| {
        finding.summary = format!("{} (on {on}, not on {not_on})", finding.summary);
    };
    for finding in result.findings.iter_mut().filter(|finding| is_failure(finding)) {
        if !fail_there.contains(&finding.site) && sound_there.contains(&finding.site) {
            says(finding, &here, &there);
        }
    }
    for mut finding in other.findings.into_iter().filter(is_failure) {
        if !fail_here.contains(&finding.site) && sound_here.contains(&finding.site) {
            says(&mut finding, &there, &here);
            // They are numbers of the other result's steps.
            finding.more_paths.clear();
            result.findings.push(finding);
        }
    }
    result.findings.sort_by(|a, b| {
        let key = |f: &Finding| (f.place.file.clone(), f.place.class.clone(), f.place.line, f.rule, f.key.clone());
        key(a).cmp(&key(b))
    });
}

/// Whether it is about a call that fails.
fn is_failure(finding: &Finding) -> bool {
    finding.rule.is_about_failure() && !finding.site.is_empty()
}

fn failing(result: &AnalysisResult) -> BTreeSet<String> {
    let failures = result.findings.iter().filter(|finding| is_failure(finding));
    failures
        .flat_map(|finding| finding.related.iter().map(|related| &related.site).chain([&finding.site]))
        .cloned()
        .collect()
}

/// Calls that are run, and of which it is known what they reach.
fn sound(result: &AnalysisResult) -> BTreeSet<String> {
    let known = result.sites.iter().filter(|row| row.reachable && !may_be_incomplete(row.tier, &row.cuts));
    known.map(|row| row.id.clone()).collect()
}

/// As users call it; two of one release by their versions.
fn java(of: &AnalysisResult, beside: &AnalysisResult) -> String {
    match of.jdk.feature == beside.jdk.feature {
        true => format!("Java {} ({})", of.jdk.version, of.jdk.vendor),
        false => format!("Java {}", of.jdk.feature),
    }
}
