//! The lines around the causes: what was analysed, how many calls there are, notes, libraries and totals. Must not know
//! how a cause is shown.

use std::fmt::Write as _;

use indexmap::IndexMap;
use rustc_hash::FxHashSet;

use super::super::locate::short_place;
use super::super::{Judged, JudgedFinding, Style};
use super::POSSIBLY_BROKEN;
use super::assumed;
use super::words::{clean, clip, count, number, short_artifact};
use crate::config::{Context, ReportScope};
use crate::diag::Severity;
use crate::result::{CodeOrigin, CutKind, Level, MissingPackage, RoundKind, RuleId, SiteRow, Solved};

/// Most packages that are named as missing.
const MISSING: usize = 3;

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
    lines.extend(assumed::closed_code(judged));
    lines.extend(assumed::closed_world(judged));
    lines.extend(missing_line(judged));
    lines.extend(assumed::inferred(judged));
    lines.extend(assumed::other_calls(judged));
    lines.extend(diagnostics_line(judged));
    lines
}

/// `looked at from 1 main method, 3 methods that specs list`
fn looked_at_from(solved: &Solved) -> String {
    let mut entries: Vec<String> = Vec::new();
    for round in solved.rounds.iter().filter(|round| round.entries > 0) {
        let (one, many) = match round.kind {
            RoundKind::Main => ("main method", "main methods"),
            RoundKind::Frameworks => ("method that frameworks call", "methods that frameworks call"),
            RoundKind::Unreached => ("method that nothing else calls", "methods that nothing else calls"),
            RoundKind::Public => ("public method", "public methods"),
            RoundKind::Specification => ("method that specs list", "methods that specs list"),
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
    let entered = |is_it: fn(RoundKind) -> bool| {
        solved.rounds.iter().filter(|round| is_it(round.kind)).map(|round| round.entries).sum::<u64>()
    };
    let starts = solved.rounds.iter().find(|round| round.kind == RoundKind::Main && round.entries > 0)?;
    let by_nobody = entered(|kind| kind == RoundKind::Unreached);
    let is_library = by_nobody >= CALLED_BY_NOBODY && by_nobody > entered(|kind| kind != RoundKind::Unreached);
    is_library.then(|| {
        let class = starts.first.as_deref().map_or_else(|| "it".to_owned(), clean);
        let others = if starts.entries > 1 { format!(", as {} more", number(starts.entries - 1)) } else { String::new() };
        format!(
            "Taken for an application, as {class} has a main method{others}; if others call it, check it as a library (--library)"
        )
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
        .take(MISSING)
        .map(|missing| format!("{} ({})", name(missing), number(missing.classes)))
        .collect();
    if missing.len() > MISSING {
        places.push(count((missing.len() - MISSING) as u64, "more package", "more packages"));
    }
    let classes = count(all, "class", "classes");
    (all > 0).then(|| {
        clip(&clean(&format!("Not on the class path: {classes} that your code names, of {}", places.join(", "))))
    })
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
