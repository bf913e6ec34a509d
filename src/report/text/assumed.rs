//! What answers rest on that nobody looked at, as the head of the report says it. Must not know findings.

use super::super::Judged;
use super::words::{clean, clip, count, number, short_artifact};
use crate::result::{Assumption, CodeOrigin, SiteRow};

/// Most packages and jars that are named as supplied.
const SUPPLIED: usize = 3;

/// Says how much of the libraries was looked at.
pub(super) fn closed_code(judged: &Judged<'_>) -> Option<String> {
    let inputs = &judged.input.result.inputs;
    let all = count(inputs.library_classes, "library class", "library classes");
    let jdk = "inner parts of the JDK (security, networks, formats, ...)";
    let given_up = inputs.opening_given_up;
    let (unasked, asked) = match given_up {
        true => ("", ""),
        false => (", as no open call of yours depends on what they give", ", those that open calls of yours ask for"),
    };
    let said = match (inputs.opened_classes, inputs.closes_jdk) {
        (None, false) => return None,
        (None, true) => format!("{jdk} are not looked into{unasked}"),
        (Some(0), closes) => {
            let jdk = if closes { format!(" and no {jdk}") } else { String::new() };
            format!("none of {all}{jdk} looked into{unasked}")
        }
        (Some(opened), closes) => {
            let jdk = if closes { format!(", no {jdk}") } else { String::new() };
            format!("{} of {all} looked into{asked}{jdk}", number(opened))
        }
    };
    let more = if given_up {
        "; open calls of yours ask for more, which cost too much or answered nothing more, and was given up"
    } else {
        ""
    };
    Some(format!("Assumed (closed-code): {said}{more}"))
}

/// Says what is assumed to be there at run time although nobody looked at it.
pub(super) fn closed_world(judged: &Judged<'_>) -> Option<String> {
    let inputs = &judged.input.result.inputs;
    let named = |all: Vec<&str>, one: &str, many: &str| {
        let more = if all.len() > SUPPLIED { ", ..." } else { "" };
        let first: Vec<&str> = all.iter().take(SUPPLIED).copied().collect();
        (!all.is_empty()).then(|| format!("{} ({}{more})", count(all.len() as u64, one, many), first.join(", ")))
    };
    let packages = inputs.supplied_packages.iter().map(String::as_str).collect();
    let jars = inputs.supplied_artifacts.iter().map(|artifact| short_artifact(artifact)).collect();
    let parts: Vec<String> =
        [named(packages, "package", "packages"), named(jars, "jar", "jars")].into_iter().flatten().collect();
    if parts.is_empty() {
        return None;
    }
    let text = format!("Assumed (closed-world): {} supplied by the container, not looked at", parts.join(" and "));
    Some(clip(&clean(&text)))
}

/// Says of how many resolved calls not what comes to them is known, but what becomes of what they give, or what they are used on.
pub(super) fn inferred(judged: &Judged<'_>) -> impl Iterator<Item = String> {
    let resting = |on: Assumption| {
        let rests = |row: &&SiteRow| {
            let is_listed = row.origin == CodeOrigin::Application && judged.lists(row);
            is_listed && row.reachable && !row.tier.is_incomplete() && row.assumptions.contains(&on)
        };
        judged.input.result.sites.iter().filter(rests).count() as u64
    };
    let line = |on: Assumption, know: &str, what: &str| {
        let calls = resting(on);
        let which = if calls == 1 { "is" } else { "are" };
        (calls > 0).then(|| {
            format!("Assumed ({}): {} {which} resolved by {know}: {what}", on.name(), count(calls, "call", "calls"))
        })
    };
    let casts = line(
        Assumption::Casts,
        "the types that the result is cast to",
        "it is of no other, even where no such cast is run",
    );
    let receivers = line(
        Assumption::InstanceReceivers,
        "the objects that the member is used on",
        "it is one of theirs, and none of them is null",
    );
    casts.into_iter().chain(receivers)
}

/// Says when the answers of resolved calls rest on the others.
pub(super) fn other_calls(judged: &Judged<'_>) -> Option<String> {
    let sites = &judged.input.result.sites;
    let rests =
        |row: &SiteRow| row.origin == CodeOrigin::Application && row.assumptions.contains(&Assumption::OtherCalls);
    if !sites.iter().any(rests) {
        return None;
    }
    let open = sites.iter().filter(|r| r.reachable && r.tier.is_incomplete()).count() as u64;
    let cuts = judged.input.result.own_cuts().count() as u64;
    let cuts = if cuts > 0 && open > 0 { format!(" and {}", count(cuts, "cut", "cuts")) } else { String::new() };
    let calls = match open {
        0 => "what the analysis cut off".to_owned(),
        1 => "the reached call that is open or partial".to_owned(),
        n => format!("the {} reached calls that are open or partial", number(n)),
    };
    let runs = if open <= 1 && cuts.is_empty() { "runs" } else { "run" };
    Some(format!("Assumed (other-calls): {calls}{cuts} {runs} no code that feeds the resolved ones"))
}
