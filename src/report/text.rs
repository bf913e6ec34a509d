//! The one-screen text. Owns what fits on a terminal: at most ten causes of at most four lines, the rest as counts and
//! file paths. Must not know policy rules or files.

use std::fmt::Write as _;

use indexmap::IndexMap;
use rustc_hash::FxHashSet;

use super::locate::{long_place, short_place};
use super::{Judged, JudgedFinding, Style};
use crate::diag::Severity;
use crate::verdict::{Assumption, CodeOrigin, Level, SiteRow, Tier};

/// Lines of a normal report, entries to paste included.
const SCREEN: usize = 39;
const MOST_CAUSES: usize = 10;
/// Longer lines are clipped; entries to paste never are.
const WIDTH: usize = 200;
/// Where "closes 2 calls" starts.
const CLOSES_COLUMN: usize = 94;
/// What an advice says when the entry to paste is printed under the causes.
const ENTRY_BELOW: &str = "(entry below)";

pub(super) fn render(judged: &Judged<'_>, style: &Style) -> String {
    let paint = Paint { color: style.color };
    let causes: Vec<&JudgedFinding<'_>> = judged.findings.iter().filter(|f| f.level >= Level::Warning).collect();
    let head = head(judged);
    let tail = tail(judged, style);

    let fixed = head.len() + tail.len();
    let shown = how_many_fit(judged, &causes, fixed);
    let (listed, rest) = causes.split_at(shown);
    let mut room = SCREEN.saturating_sub(fixed + usize::from(!rest.is_empty()));
    room = room.saturating_sub(listed.iter().map(|f| cause_lines(judged, f)).sum());
    let entries = entries_that_fit(listed, room);

    let below = |f: &JudgedFinding<'_>| f.finding.spec_entry.as_deref().is_some_and(|e| entries.contains(&e.trim()));
    let mut lines: Vec<String> = head;
    for finding in listed {
        lines.extend(cause(judged, finding, below(finding), paint));
    }
    lines.extend(rest_line(rest));
    if !entries.is_empty() {
        let what = if entries.len() == 1 { "Entry" } else { "Entries" };
        lines.push(format!("{what} to paste into a file of reflection-specs/:"));
    }
    for entry in entries {
        lines.extend(entry.lines().map(|line| format!("  {}", clean(line)).trim_end().to_owned()));
    }
    lines.extend(tail);
    lines.join("\n") + "\n"
}

/// Number of causes such that they and the first entry to paste stay on the screen; at least three are shown.
fn how_many_fit(judged: &Judged<'_>, causes: &[&JudgedFinding<'_>], fixed: usize) -> usize {
    let most = causes.len().min(MOST_CAUSES);
    let fits = |n: usize| {
        let lines: usize = causes[..n].iter().map(|f| cause_lines(judged, f)).sum();
        let entry = causes[..n].iter().find_map(|f| f.finding.spec_entry.as_ref());
        let entry = entry.map_or(0, |e| 1 + e.trim().lines().count());
        fixed + lines + entry + usize::from(n < causes.len()) <= SCREEN
    };
    (0..=most).rev().find(|n| fits(*n)).unwrap_or(0).max(most.min(3))
}

/// The entries that are printed: the first one always, more while there is room, equal ones once.
fn entries_that_fit<'f>(listed: &'f [&JudgedFinding<'_>], room: usize) -> Vec<&'f str> {
    let mut room = room.saturating_sub(1);
    let mut entries: Vec<&str> = Vec::new();
    for entry in listed.iter().filter_map(|f| f.finding.spec_entry.as_deref()).map(str::trim) {
        let height = entry.lines().count();
        if !entries.contains(&entry) && (entries.is_empty() || height <= room) {
            room = room.saturating_sub(height);
            entries.push(entry);
        }
    }
    entries
}

fn head(judged: &Judged<'_>) -> Vec<String> {
    let result = judged.input.result;
    let mut entries: Vec<String> = Vec::new();
    for round in result.rounds.iter().filter(|round| round.entries > 0) {
        let who = match round.kind.as_str() {
            "main" => "main",
            "frameworks" => "called by frameworks",
            "unreached" => "not reached otherwise",
            "public" => "public or protected",
            "specification" => "from specifications",
            other => other,
        };
        entries.push(format!("{} {who}", number(round.entries)));
    }
    let entries = if entries.is_empty() { "none".to_owned() } else { entries.join(" + ") };
    let context = if result.context == "insensitive" { String::new() } else { format!(", context {}", result.context) };
    let mut lines = vec![clip(&format!(
        "reflection-check {}   {}, {}, JDK {} {}   mode {}{context}   entries {}: {entries}",
        result.tool,
        count(result.inputs.application_classes, "class", "classes"),
        count(result.inputs.library_jars, "jar", "jars"),
        result.jdk.version,
        result.jdk.vendor,
        result.mode,
        result.entry,
    ))];
    lines.push(clip(&format!(
        "Your code: {} of {} methods reached; {}",
        number(result.reach.application_methods_reached),
        number(result.reach.application_methods),
        site_line(judged)
    )));
    lines.extend(other_calls_line(judged));
    lines.extend(diagnostics_line(judged));
    lines
}

/// `14 reflective calls = 9 resolved, 1 guarded probe, 4 to look at`
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
    let rows = judged.input.result.sites.iter();
    for row in rows.filter(|row| row.origin == CodeOrigin::Application && judged.lists(row)) {
        let bucket = if found.contains(&row.id) {
            &mut look
        } else if accepted.contains(&row.id) {
            &mut judged_fine
        } else if !row.reachable {
            &mut unreached
        } else if judged.is_flagged(row) {
            &mut look
        } else if row.guarded && row.targets.is_empty() {
            &mut guarded
        } else {
            &mut resolved
        };
        *bucket += 1;
    }
    let all = resolved + guarded + look + judged_fine + unreached;
    if all == 0 {
        return "no reflective calls".to_owned();
    }
    let mut parts = vec![format!("{} resolved", number(resolved))];
    if guarded > 0 {
        parts.push(count(guarded, "guarded probe", "guarded probes"));
    }
    for (n, what) in [(judged_fine, "accepted"), (unreached, "not reached"), (look, "to look at")] {
        if n > 0 {
            parts.push(format!("{} {what}", number(n)));
        }
    }
    format!("{} = {}", count(all, "reflective call", "reflective calls"), parts.join(", "))
}

/// Says when the answers of resolved calls rest on the others.
fn other_calls_line(judged: &Judged<'_>) -> Option<String> {
    let sites = &judged.input.result.sites;
    let rests =
        |row: &SiteRow| row.origin == CodeOrigin::Application && row.assumptions.contains(&Assumption::OtherCalls);
    if !sites.iter().any(rests) {
        return None;
    }
    let open = sites.iter().filter(|r| r.reachable && matches!(r.tier, Tier::Partial | Tier::Open)).count() as u64;
    let cuts = judged.input.result.cuts.len() as u64;
    let cuts = if cuts > 0 && open > 0 { format!(" and {}", count(cuts, "cut", "cuts")) } else { String::new() };
    let calls = match open {
        0 => "what the analysis cut off".to_owned(),
        1 => "the reached call that is open or partial".to_owned(),
        n => format!("the {} reached calls that are open or partial", number(n)),
    };
    Some(format!("Assumed (other-calls): {calls}{cuts} run no code that feeds the resolved ones"))
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

fn cause_lines(judged: &Judged<'_>, finding: &JudgedFinding<'_>) -> usize {
    cause(judged, finding, false, Paint { color: false }).len()
}

/// At most four lines: what, where, why, and what to do.
fn cause(judged: &Judged<'_>, finding: &JudgedFinding<'_>, entry_below: bool, paint: Paint) -> Vec<String> {
    let f = &finding.finding;
    let mut headline = clean(&f.summary);
    if !finding.rejected.is_empty() {
        let names: Vec<&str> = finding.rejected.iter().map(|a| a.name()).collect();
        let _ = write!(headline, "; not accepted: {}", names.join(", "));
    }
    if finding.imprecise && finding.rule.id == "RC1001" {
        let _ = write!(headline, "; at least {} targets", number(f.target_count.into()));
    }
    let label = format!("{} {}", finding.level.name(), finding.rule.id);
    let closes = match finding.closes() as u64 {
        1 => String::new(),
        n => format!("closes {} calls", number(n)),
    };
    let headline = clip_to(&headline, WIDTH - label.len() - closes.len() - 4);
    let pad = CLOSES_COLUMN.saturating_sub(label.len() + 2 + headline.chars().count()).max(2);
    let closes = if closes.is_empty() { closes } else { format!("{:pad$}{closes}", "") };
    let mut lines = vec![format!("{}  {}{closes}", paint.level(&label, finding.level), paint.bold(&headline))];

    let place = match &f.spec_place {
        Some((path, line, column)) => format!("{path}:{line}:{column}"),
        None if f.place.class.is_empty() => String::new(),
        None => long_place(&f.place, finding.location.as_ref()),
    };
    let place =
        [place.as_str(), f.call.as_str()].iter().filter(|s| !s.is_empty()).copied().collect::<Vec<_>>().join("   ");
    if !place.is_empty() {
        lines.push(clip(&format!("  {}", clean(&place))));
    }
    if let Some(input) = &f.input {
        lines.push(clip(&clean(&format!("  {} at {}", input.text, short_place(&input.place)))));
    }
    let advice = advice(judged, finding, entry_below);
    if !advice.is_empty() {
        lines.push(format!("  {} {}", paint.bold("do:"), clip_to(&clean(&advice), WIDTH - 6)));
    }
    lines
}

/// The advice with the cast, where the mode uses casts, and with the way to the entry.
fn advice(judged: &Judged<'_>, finding: &JudgedFinding<'_>, entry_below: bool) -> String {
    let f = &finding.finding;
    let mut advice = plain_advice(&f.advice);
    if f.spec_entry.is_some() && !advice.is_empty() {
        if entry_below {
            let _ = write!(advice, " {ENTRY_BELOW}");
        } else {
            let _ = write!(advice, " (entry: reflection-check explain {})", short_place(&f.place));
        }
    }
    if let Some(cast) = cast(judged, finding) {
        advice = if advice.is_empty() { format!("add {cast}") } else { format!("{advice} or add {cast}") };
    }
    advice
}

/// The advice without a pointer to an entry that only the terminal prints.
pub(super) fn plain_advice(advice: &str) -> String {
    advice.replace(&format!(" {ENTRY_BELOW}"), "")
}

/// The cast that would bound the answer, if the running mode would use it.
pub(super) fn cast<'f>(judged: &Judged<'_>, finding: &'f JudgedFinding<'_>) -> Option<&'f str> {
    let uses_casts = !matches!(judged.input.result.mode.as_str(), "none" | "local" | "livshits-points-to");
    finding.finding.cast.as_deref().filter(|_| uses_casts)
}

/// `5 more: 3 RC1001, 2 RC2001 in src/A.java (4), src/B.java`
fn rest_line(rest: &[&JudgedFinding<'_>]) -> Option<String> {
    if rest.is_empty() {
        return None;
    }
    let mut rules: IndexMap<&str, u64> = IndexMap::new();
    let mut files: IndexMap<String, u64> = IndexMap::new();
    for finding in rest {
        *rules.entry(finding.rule.id).or_default() += 1;
        *files.entry(file_of(finding)).or_default() += 1;
    }
    files.sort_by(|a, n, b, m| m.cmp(n).then_with(|| a.cmp(b)));
    rules.sort_keys();
    let rules: Vec<String> = rules.iter().map(|(rule, n)| format!("{} {rule}", number(*n))).collect();
    let named = files.iter().take(3);
    let mut places: Vec<String> =
        named.map(|(file, n)| if *n > 1 { format!("{file} ({})", number(*n)) } else { file.clone() }).collect();
    if files.len() > places.len() {
        places.push(count((files.len() - places.len()) as u64, "more file", "more files"));
    }
    let line = format!("{} more: {} in {}", number(rest.len() as u64), rules.join(", "), places.join(", "));
    Some(clip(&clean(&line)))
}

fn file_of(finding: &JudgedFinding<'_>) -> String {
    match (&finding.location, &finding.finding.spec_place) {
        (Some(location), _) => location.path.clone(),
        (None, Some((path, ..))) => path.clone(),
        (None, None) if finding.finding.place.class.is_empty() => "the run".to_owned(),
        (None, None) => finding.finding.place.class.clone(),
    }
}

fn tail(judged: &Judged<'_>, style: &Style) -> Vec<String> {
    let mut lines = note_lines(judged);
    lines.extend(library_line(judged));
    let counts = judged.counts;
    let mut last = format!(
        "{}, {}, {}, {}",
        count(counts.errors as u64, "error", "errors"),
        count(counts.warnings as u64, "warning", "warnings"),
        count(counts.notes as u64, "note", "notes"),
        count(judged.input.result.cuts.len() as u64, "cut", "cuts"),
    );
    if counts.accepted > 0 {
        let _ = write!(last, ", {} accepted", number(counts.accepted as u64));
    }
    if counts.possibly_broken > 0 {
        let _ = write!(last, ", {} possibly broken", number(counts.possibly_broken as u64));
    }
    for file in &style.files {
        let _ = write!(last, "   {}", clean(file));
    }
    let _ = write!(last, "   fails on: {}", judged.input.policy.fail_on.name());
    lines.push(last);
    lines
}

/// One line per rule with notes.
fn note_lines(judged: &Judged<'_>) -> Vec<String> {
    let mut by_rule: IndexMap<&str, Vec<&JudgedFinding<'_>>> = IndexMap::new();
    for finding in judged.findings.iter().filter(|f| f.level == Level::Note) {
        by_rule.entry(finding.rule.id).or_default().push(finding);
    }
    by_rule.sort_keys();
    let line = |(rule, findings): (&&str, &Vec<&JudgedFinding<'_>>)| {
        let calls = findings.iter().map(|f| f.closes() as u64).sum();
        if *rule == "RC1004" {
            let calls = count(calls, "call", "calls");
            return format!("note RC1004  callers of public methods choose the class or member of {calls}");
        }
        let places = findings.iter().take(3).map(|f| match &f.finding.spec_place {
            Some((path, line, _)) => format!("{path}:{line}"),
            None => short_place(&f.finding.place),
        });
        let mut places: Vec<String> = places.collect();
        if findings.len() > places.len() {
            places.push(format!("{} more", number((findings.len() - places.len()) as u64)));
        }
        let name = findings[0].rule.name;
        clip(&clean(&format!("note {rule}  {}, {name}: {}", count(calls, "call", "calls"), places.join(", "))))
    };
    by_rule.iter().map(line).collect()
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
    let listed =
        if judged.input.policy.report_scope == crate::config::ReportScope::Application { ", not listed" } else { "" };
    let jars = count(rows.iter().filter(|row| row.calls > 0).count() as u64, "jar", "jars");
    Some(clip(&clean(&format!("Libraries{listed}: {} in {jars}{most}", count(calls, "call", "calls")))))
}

/// `hibernate-core` of `org.hibernate:hibernate-core:6.1` and of `lib/hibernate-core-6.1.jar`.
fn short_artifact(artifact: &str) -> &str {
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

/// `2,391`
fn number(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

fn count(n: u64, one: &str, many: &str) -> String {
    format!("{} {}", number(n), if n == 1 { one } else { many })
}

/// Text of the analysed program must not reach the terminal as control sequences, nor turn the direction of writing.
pub(super) fn clean(text: &str) -> String {
    let bad = |c: char| c.is_control() || matches!(c, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}');
    if !text.contains(bad) {
        return text.to_owned();
    }
    text.chars().map(|c| if bad(c) { c.escape_default().to_string() } else { c.to_string() }).collect()
}

fn clip(line: &str) -> String {
    clip_to(line, WIDTH)
}

fn clip_to(line: &str, width: usize) -> String {
    match line.char_indices().nth(width) {
        None => line.to_owned(),
        Some(_) => line.chars().take(width - 1).chain(['…']).collect(),
    }
}

/// ANSI colours, or nothing.
#[derive(Clone, Copy)]
struct Paint {
    color: bool,
}

impl Paint {
    fn level(self, text: &str, level: Level) -> String {
        let code = match level {
            Level::Error => "1;31",
            Level::Warning => "1;33",
            Level::Note | Level::Off => "1;36",
        };
        self.wrap(text, code)
    }

    fn bold(self, text: &str) -> String {
        self.wrap(text, "1")
    }

    fn wrap(self, text: &str, code: &str) -> String {
        if self.color { format!("\u{1b}[{code}m{text}\u{1b}[0m") } else { text.to_owned() }
    }
}

#[cfg(test)]
mod tests;
