//! The one-screen text. Owns what fits on a terminal: at most ten causes of at most four lines, the rest as counts and
//! file paths. Must not know policy rules or files.

mod assumed;
mod summary;
#[cfg(test)]
mod tests;
mod words;

use std::fmt::Write as _;

use indexmap::IndexMap;

use self::summary::{head, tail};
use self::words::{Paint, WIDTH, clip, clip_to, count};
pub(super) use self::words::{clean, number};
use super::cause::{Cause, causes};
use super::locate::{long_place, short_place};
use super::{Judged, JudgedFinding, Style};
use crate::config::Mode;
use crate::result::{Level, RuleId};

/// The query for the calls some of whose targets may throw, which reports only count.
pub(super) const POSSIBLY_BROKEN: &str = "possibly-broken";

/// Lines of a normal report, entries to paste included.
const SCREEN: usize = 39;
const MOST_CAUSES: usize = 10;
/// Where "closes 2 calls" starts.
const CLOSES_COLUMN: usize = 94;

pub(super) fn render(judged: &Judged<'_>, style: &Style) -> String {
    let paint = Paint { color: style.color };
    let causes = causes(judged, Level::Warning);
    let head = head(judged);
    let tail = tail(judged, style, causes.len());

    let fixed = head.len() + tail.len();
    let shown = how_many_fit((judged, style), &causes, fixed);
    let (listed, rest) = causes.split_at(shown);
    let mut room = SCREEN.saturating_sub(fixed + usize::from(!rest.is_empty()));
    room = room.saturating_sub(listed.iter().map(|cause| cause_lines(judged, style, cause)).sum());
    let entries = entries_that_fit(listed, room);

    let below = |f: &JudgedFinding<'_>| f.finding.spec_entry.as_deref().is_some_and(|e| entries.contains(&e.trim()));
    let mut lines: Vec<String> = head;
    for of in listed {
        lines.extend(cause(judged, of, (below(of.shown), style), paint));
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
fn how_many_fit((judged, style): (&Judged<'_>, &Style), causes: &[Cause<'_, '_>], fixed: usize) -> usize {
    let most = causes.len().min(MOST_CAUSES);
    let fits = |n: usize| {
        let lines: usize = causes[..n].iter().map(|of| cause_lines(judged, style, of)).sum();
        let entry = causes[..n].iter().find_map(|of| of.shown.finding.spec_entry.as_ref());
        let entry = entry.map_or(0, |e| 1 + e.trim().lines().count());
        fixed + lines + entry + usize::from(n < causes.len()) <= SCREEN
    };
    (0..=most).rev().find(|n| fits(*n)).unwrap_or(0).max(most.min(3))
}

/// The entries that are printed: the first one always, more while there is room, equal ones once.
fn entries_that_fit<'f>(listed: &[Cause<'f, '_>], room: usize) -> Vec<&'f str> {
    let mut room = room.saturating_sub(1);
    let mut entries: Vec<&str> = Vec::new();
    for entry in listed.iter().filter_map(|of| of.shown.finding.spec_entry.as_deref()).map(str::trim) {
        let height = entry.lines().count();
        if !entries.contains(&entry) && (entries.is_empty() || height <= room) {
            room = room.saturating_sub(height);
            entries.push(entry);
        }
    }
    entries
}

fn cause_lines(judged: &Judged<'_>, style: &Style, of: &Cause<'_, '_>) -> usize {
    cause(judged, of, (false, style), Paint { color: false }).len()
}

/// At most four lines: what, where, why, and what to do.
fn cause(judged: &Judged<'_>, of: &Cause<'_, '_>, (entry_below, style): (bool, &Style), paint: Paint) -> Vec<String> {
    let finding = of.shown;
    let f = &finding.finding;
    let mut headline = clean(&f.summary);
    if !finding.rejected.is_empty() {
        let names: Vec<&str> = finding.rejected.iter().map(|a| a.name()).collect();
        let _ = write!(headline, "; not accepted: {}", names.join(", "));
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
    let call = source_line(finding).unwrap_or(&f.call);
    let place = [place.as_str(), call].iter().filter(|s| !s.is_empty()).copied().collect::<Vec<_>>().join("   ");
    if !place.is_empty() {
        lines.push(clip(&format!("  {}", clean(&place))));
    }
    // Numbers stand here and not in the headline, which stays the same when code elsewhere changes.
    let targets = finding.imprecise.then(|| format!("{} targets", number(f.target_count.into())));
    let input = f.input.as_ref().map(|input| format!("{} at {}", input.text, short_place(&input.place)));
    let more = match of.more_calls() as u64 {
        0 => None,
        n if f.rule == RuleId::RC1003 => Some(format!("as {}", count(n, "more call", "more calls"))),
        n if of.is_one_value => {
            Some(format!("values of the same origin decide {}", count(n, "more call", "more calls")))
        }
        n => Some(format!("the analysis sees the same unknown values at {}", count(n, "more call", "more calls"))),
    };
    let details = [more, input, targets].into_iter().flatten().collect::<Vec<_>>().join("; ");
    if !details.is_empty() {
        lines.push(clip(&clean(&format!("  {details}"))));
    }
    let advice = advice(judged, finding, (entry_below, style));
    if !advice.is_empty() {
        lines.push(format!("  {} {}", paint.bold("do:"), clip_to(&clean(&advice), WIDTH - 6)));
    }
    lines
}

/// The line of source with the call, where the sources are known.
fn source_line<'f>(finding: &'f JudgedFinding<'_>) -> Option<&'f str> {
    let location = finding.location.as_ref().filter(|l| finding.finding.spec_place.is_none() && l.columns.is_some())?;
    location.text.as_deref().map(str::trim).filter(|line| !line.is_empty())
}

/// The advice with the cast, where the mode uses casts, and with the way to the entry.
fn advice(judged: &Judged<'_>, finding: &JudgedFinding<'_>, (entry_below, style): (bool, &Style)) -> String {
    let f = &finding.finding;
    let mut advice = f.advice.text().to_owned();
    if f.spec_entry.is_some() && !advice.is_empty() {
        if entry_below {
            advice.push_str(" (entry below)");
        } else {
            let _ = match &style.result {
                Some(file) => {
                    write!(advice, " (entry: reflection-check explain {} --result {file})", short_place(&f.place))
                }
                None => write!(advice, " (entry: in the reports; --output json=FILE writes one)"),
            };
        }
    }
    or_cast(judged, finding, advice)
}

/// The advice with the cast that would do as well.
pub(super) fn or_cast(judged: &Judged<'_>, finding: &JudgedFinding<'_>, advice: String) -> String {
    match cast(judged, finding) {
        Some(cast) if advice.is_empty() => format!("add {cast}"),
        Some(cast) => format!("{advice} or add {cast}"),
        None => advice,
    }
}

/// The cast that would bound the answer, if the running mode would use it.
pub(super) fn cast<'f>(judged: &Judged<'_>, finding: &'f JudgedFinding<'_>) -> Option<&'f str> {
    let uses_casts = Mode::parse(&judged.input.result.mode).is_some_and(Mode::uses_casts);
    finding.finding.cast.as_deref().filter(|_| uses_casts)
}

/// `5 more: 3 RC1001, 2 RC2001 in src/A.java (4), src/B.java`
fn rest_line(rest: &[Cause<'_, '_>]) -> Option<String> {
    if rest.is_empty() {
        return None;
    }
    let mut rules: IndexMap<&str, u64> = IndexMap::new();
    let mut files: IndexMap<String, u64> = IndexMap::new();
    for finding in rest.iter().map(|of| of.shown) {
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
