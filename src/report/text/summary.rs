//! The lines around the causes: what was analysed, how many calls there are, notes, libraries and totals. Must not know
//! how a cause is shown.

use std::fmt::Write as _;

use indexmap::IndexMap;
use rustc_hash::FxHashSet;

use super::super::explain::POSSIBLY_BROKEN;
use super::super::locate::short_place;
use super::super::{Judged, JudgedFinding, Style};
use super::words::{clean, clip, count, number};
use crate::config::{Context, ReportScope};
use crate::diag::Severity;
use crate::result::{Assumption, CodeOrigin, CutKind, Level, MissingPackage, RuleId, SiteRow, Solved};

/// Most packages and jars that are named as supplied, or missing.
const SUPPLIED: usize = 3;

pub(super) fn head(judged: &Judged<'_>) -> Vec<String> {
    let result = judged.input.result;
    let looked_at = result.solved.as_ref().map_or_else(|| "nothing solved".to_owned(), looked_at_from);
    let library = if result.library { " of a library" } else { "" };
    let context = if result.context == Context::default().name() {
        String::new()
    } else {
        format!(", context {}", result.context)
    };
    let mut lines = vec![clip(&format!(
        "reflection-check {}   {}, {}, JDK {} {}   mode {}{context}   {looked_at}{library}",
        result.tool,
        count(result.inputs.application_classes, "class", "classes"),
        count(result.inputs.library_jars, "jar", "jars"),
        result.jdk.version,
        result.jdk.vendor,
        result.mode,
    ))];
    // What is to look at is another question than the one that a report of its own answers.
    let is_listed = |row: &&SiteRow| row.origin == CodeOrigin::Application && judged.lists(row);
    let calls = match judged.input.focus {
        Some(_) => count(result.sites.iter().filter(is_listed).count() as u64, "reflective call", "reflective calls"),
        None => site_line(judged),
    };
    lines.push(clip(&match result.reach() {
        Some(reach) => format!(
            "Your code: {} of {} methods reached; {}",
            number(reach.application_methods_reached),
            number(reach.application_methods),
            calls
        ),
        None => {
            format!("Your code: {calls}, so what it reaches, inside the JDK too, was not computed (--scope whole does)")
        }
    }));
    if let Some(focus) = judged.input.focus {
        lines.push(clip(&clean(&focus.line)));
    }
    if let Some(cut) = result.cuts.iter().find(|cut| cut.kind == CutKind::Budget) {
        let touched = match judged.gave_up {
            true => "answers that are not proven may be incomplete (RC1003)",
            false => "all of your code was looked at, and no call in it depends on the rest",
        };
        lines.push(clip(&clean(&format!("Ended early: {}; {touched}", cut.what))));
    }
    lines.extend(result.solved.as_ref().filter(|_| !result.library).and_then(taken_line).map(|line| clip(&line)));
    lines.extend(jdk_line(judged));
    lines.extend(closed_line(judged));
    lines.extend(supplied_line(judged));
    lines.extend(missing_line(judged));
    lines.extend(other_calls_line(judged));
    lines.extend(diagnostics_line(judged));
    lines
}

/// `looked at from 1 main method, 3 methods that specs list`
fn looked_at_from(solved: &Solved) -> String {
    let mut entries: Vec<String> = Vec::new();
    for round in solved.rounds.iter().filter(|round| round.entries > 0) {
        let (one, many) = match round.kind.as_str() {
            "main" => ("main method", "main methods"),
            "frameworks" => ("method that frameworks call", "methods that frameworks call"),
            "unreached" => ("method that nothing else calls", "methods that nothing else calls"),
            "public" => ("public method", "public methods"),
            "specification" => ("method that specs list", "methods that specs list"),
            other => (other, other),
        };
        entries.push(count(round.entries, one, many));
    }
    let entries = if entries.is_empty() { "nothing".to_owned() } else { entries.join(", ") };
    format!("looked at from {entries}")
}

/// Fewer methods that nothing calls are forgotten code.
const CALLED_BY_NOBODY: u64 = 20;

/// What has a main method is taken for an application. Where more of it is called by nobody than starts by itself, it may be a
/// library, of which others decide.
fn taken_line(solved: &Solved) -> Option<String> {
    let entered = |is_it: fn(&str) -> bool| {
        solved.rounds.iter().filter(|round| is_it(&round.kind)).map(|round| round.entries).sum::<u64>()
    };
    let starts = solved.rounds.iter().any(|round| round.kind == "main" && round.entries > 0);
    let by_nobody = entered(|kind| kind == "unreached");
    let is_library = by_nobody >= CALLED_BY_NOBODY && by_nobody > entered(|kind| kind != "unreached");
    (starts && is_library).then(|| {
        "Taken for an application, as it has a main method; if others call it, check it as a library (--library)"
            .to_owned()
    })
}

/// `14 reflective calls = 9 resolved, 1 guarded probe, 4 to look at`: the last are the calls of the findings below. Calls whose
/// answers may be incomplete are counted apart where no finding is about them, as for look-ups that nothing acts on.
fn site_line(judged: &Judged<'_>) -> String {
    let ids = |findings: &'_ [JudgedFinding<'_>]| -> FxHashSet<String> {
        findings
            .iter()
            .flat_map(|f| std::iter::once(&f.finding.site).chain(f.finding.related.iter().map(|r| &r.site)))
            .cloned()
            .collect()
    };
    let (found, accepted) = (ids(&judged.findings), ids(&judged.accepted));
    let [mut resolved, mut guarded, mut look, mut judged_fine, mut unreached] = [0u64; 5];
    let [mut incomplete, mut unmodelled] = [0u64; 2];
    let rows = judged.input.result.sites.iter();
    for row in rows.filter(|row| row.origin == CodeOrigin::Application && judged.lists(row)) {
        let bucket = if found.contains(&row.id) {
            &mut look
        } else if accepted.contains(&row.id) {
            &mut judged_fine
        } else if !row.reachable {
            &mut unreached
        } else if row.cuts.contains(&CutKind::UnmodelledApi) {
            &mut unmodelled
        } else if judged.is_flagged(row) {
            &mut incomplete
        } else if row.guarded && row.targets.is_empty() {
            &mut guarded
        } else {
            &mut resolved
        };
        *bucket += 1;
    }
    let all = resolved + guarded + look + judged_fine + unreached + incomplete + unmodelled;
    if all == 0 {
        return "no reflective calls".to_owned();
    }
    let mut parts = vec![format!("{} resolved", number(resolved))];
    if guarded > 0 {
        parts.push(count(guarded, "guarded probe", "guarded probes"));
    }
    let others = [
        (judged_fine, "accepted"),
        (unreached, "not reached"),
        (incomplete, "incomplete without a finding"),
        (unmodelled, "of APIs not modelled yet"),
        (look, "to look at"),
    ];
    for (n, what) in others {
        if n > 0 {
            parts.push(format!("{} {what}", number(n)));
        }
    }
    format!("{} = {}", count(all, "reflective call", "reflective calls"), parts.join(", "))
}

/// Says that calls inside the JDK, which are not listed, may run code of the program by name.
fn jdk_line(judged: &Judged<'_>) -> Option<String> {
    let open = judged.input.result.reach()?.open_jdk_calls;
    let calls = count(open, "call", "calls");
    (open > 0).then(|| {
        format!("Inside the JDK: {calls} by name whose targets are not all known, led to by yours; not listed")
    })
}

/// Says how much of the libraries was looked at.
fn closed_line(judged: &Judged<'_>) -> Option<String> {
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
    let more = if given_up { "; open calls of yours ask for more, which cost too much and was given up" } else { "" };
    Some(format!("Assumed (closed-code): {said}{more}"))
}

/// Says what is assumed to be there at run time although nobody looked at it.
fn supplied_line(judged: &Judged<'_>) -> Option<String> {
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

/// Says of which libraries the class path has nothing: what calls do with their classes is not known.
fn missing_line(judged: &Judged<'_>) -> Option<String> {
    let mut missing: Vec<&MissingPackage> = judged.input.result.inputs.missing_packages.iter().collect();
    missing.sort_by_key(|missing| std::cmp::Reverse(missing.classes));
    let all: u64 = missing.iter().map(|missing| missing.classes).sum();
    let name = |missing: &MissingPackage| match missing.package.as_str() {
        "" => "no package".to_owned(),
        package => package.to_owned(),
    };
    let mut places: Vec<String> = missing
        .iter()
        .take(SUPPLIED)
        .map(|missing| format!("{} ({})", name(missing), number(missing.classes)))
        .collect();
    if missing.len() > SUPPLIED {
        places.push(count((missing.len() - SUPPLIED) as u64, "more package", "more packages"));
    }
    let classes = count(all, "class", "classes");
    (all > 0).then(|| {
        clip(&clean(&format!("Not on the class path: {classes} that your code names, of {}", places.join(", "))))
    })
}

/// Says when the answers of resolved calls rest on the others.
fn other_calls_line(judged: &Judged<'_>) -> Option<String> {
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

fn diagnostics_line(judged: &Judged<'_>) -> Option<String> {
    let mut problems = judged.input.result.diagnostics.iter().filter(|d| d.severity == Severity::Warning);
    let first = problems.next()?;
    let others = problems.count() as u64;
    let more =
        if others > 0 { format!("   and {}", count(others, "more problem", "more problems")) } else { String::new() };
    let text = format!("Not used: {}: {} ({})", first.place, first.message, first.code);
    Some(clip(&clean(&text)) + &more)
}

/// The last lines, with the number of causes that the errors and warnings have.
pub(super) fn tail(judged: &Judged<'_>, style: &Style, causes: usize) -> Vec<String> {
    let mut lines = note_lines(judged);
    lines.extend(library_line(judged));
    let counts = judged.counts;
    let of_causes = match causes < counts.errors + counts.warnings {
        true => format!(" ({})", count(causes as u64, "cause", "causes")),
        false => String::new(),
    };
    let mut last = format!(
        "{}, {}{of_causes}, {}, {}",
        count(counts.errors as u64, "error", "errors"),
        count(counts.warnings as u64, "warning", "warnings"),
        count(counts.notes as u64, "note", "notes"),
        count(judged.input.result.own_cuts().count() as u64, "cut", "cuts"),
    );
    if counts.accepted > 0 {
        let _ = write!(last, ", {} accepted", number(counts.accepted as u64));
    }
    if counts.possibly_broken > 0 {
        let _ = write!(last, ", {} possibly broken", number(counts.possibly_broken as u64));
        if let Some(file) = &style.result {
            let _ = write!(last, " (reflection-check explain {POSSIBLY_BROKEN} --result {file})");
        }
    }
    for file in &style.files {
        let _ = write!(last, "   {}", clean(file));
    }
    let _ = write!(last, "   fails on: {}", judged.input.policy.fail_on.name());
    lines.push(last);
    lines
}

/// Most calls that are listed where callers decide and nothing else is found: it is all that a library's report says.
const LISTED: usize = 12;

/// One line per rule with notes.
fn note_lines(judged: &Judged<'_>) -> Vec<String> {
    let mut by_rule: IndexMap<RuleId, Vec<&JudgedFinding<'_>>> = IndexMap::new();
    for finding in judged.findings.iter().filter(|f| f.level == Level::Note) {
        by_rule.entry(finding.finding.rule).or_default().push(finding);
    }
    by_rule.sort_keys();
    let is_all = judged.counts.errors + judged.counts.warnings == 0;
    let line = |(rule, findings): (&RuleId, &Vec<&JudgedFinding<'_>>)| {
        let calls = findings.iter().map(|f| f.closes() as u64).sum();
        let place = |f: &JudgedFinding<'_>| match &f.finding.spec_place {
            Some((path, line, _)) => format!("{path}:{line}"),
            None => short_place(&f.finding.place),
        };
        let places = findings.iter().take(3).map(|&f| place(f));
        let mut places: Vec<String> = places.collect();
        if findings.len() > places.len() {
            places.push(format!("{} more", number((findings.len() - places.len()) as u64)));
        }
        let (name, calls) = (findings[0].rule.name, count(calls, "call", "calls"));
        let what = match rule {
            RuleId::RC1004 => format!("users of this library choose the class or member of {calls}"),
            _ => format!("{calls}, {name}"),
        };
        if is_all && *rule == RuleId::RC1004 {
            let told = |f: &&JudgedFinding<'_>| clip(&clean(&format!("  {}   {}", place(f), f.finding.summary)));
            let listed = findings.iter().take(LISTED).map(told);
            let more = findings.len().saturating_sub(LISTED) as u64;
            let more = (more > 0).then(|| format!("  {} more", number(more)));
            return std::iter::once(format!("note {rule}  {what}:")).chain(listed).chain(more).collect();
        }
        vec![clip(&clean(&format!("note {rule}  {what}: {}", places.join(", "))))]
    };
    by_rule.iter().flat_map(line).collect()
}

fn library_line(judged: &Judged<'_>) -> Option<String> {
    let rows = &judged.input.result.libraries;
    let calls: u64 = rows.iter().map(|row| row.calls).sum();
    if calls == 0 {
        return None;
    }
    let mut most: Vec<_> = rows.iter().filter(|row| row.open > 0).collect();
    most.sort_by(|a, b| b.open.cmp(&a.open).then_with(|| a.artifact.cmp(&b.artifact)));
    let names: Vec<&str> = most.iter().take(3).map(|row| short_artifact(&row.artifact)).collect();
    let most = if names.is_empty() { String::new() } else { format!("; most open: {}", names.join(", ")) };
    let listed = if judged.input.policy.report_scope == ReportScope::Application { ", not listed" } else { "" };
    let jars = count(rows.iter().filter(|row| row.calls > 0).count() as u64, "jar", "jars");
    Some(clip(&clean(&format!("Libraries{listed}: {} in {jars}{most}", count(calls, "call", "calls")))))
}

/// `hibernate-core` of `org.hibernate:hibernate-core:6.1` and of `lib/hibernate-core-6.1.jar`.
pub(super) fn short_artifact(artifact: &str) -> &str {
    let mut parts = artifact.split(':');
    if let (Some(_), Some(name), Some(_)) = (parts.next(), parts.next(), parts.next()) {
        return name;
    }
    let file = artifact.rsplit(['/', '\\']).next().unwrap_or(artifact);
    let stem = file.strip_suffix(".jar").unwrap_or(file);
    let bytes = stem.as_bytes();
    let version = (1..bytes.len()).find(|i| bytes[i - 1] == b'-' && bytes[*i].is_ascii_digit());
    version.map_or(stem, |start| &stem[..start - 1])
}
