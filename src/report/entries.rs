//! What becomes of each entry of the spec files: it takes effect, or a finding says why not. Must not know how spec files are
//! read.

use std::fmt::Write as _;

use super::locate::long_place;
use super::text::clean;
use super::{Judged, JudgedFinding};
use crate::result::{RuleId, SpecPlace};

/// What `spec verify` says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verified {
    pub text: String,
    /// 1 if a finding about an entry is at or above the policy's `fail_on`, else 0.
    pub status: u8,
}

/// Goes through the entries, each with its place and a few words for it, in the order of files and lines.
pub fn verify(judged: &Judged<'_>, entries: &[(SpecPlace, String)]) -> Verified {
    let mut found: Vec<(&SpecPlace, &JudgedFinding<'_>)> =
        judged.findings.iter().filter_map(|f| Some((f.finding.spec_place.as_ref()?, f))).collect();
    found.sort_by_key(|(place, f)| (*place, f.finding.rule));
    let mut text = String::new();
    let mut fine = 0;
    for (index, (place, what)) in entries.iter().enumerate() {
        let (file, line, _) = place;
        let next = entries.get(index + 1).filter(|(next, _)| next.0 == *file).map_or(u32::MAX, |(next, _)| next.1);
        let own = |at: &SpecPlace| at.0 == *file && (*line..next).contains(&at.1);
        let problems: Vec<_> = found.iter().filter(|(at, _)| own(at)).collect();
        let verdict = if problems.is_empty() { "takes effect" } else { "look at this" };
        fine += usize::from(problems.is_empty());
        let _ = writeln!(text, "{verdict}  {}:{line}  {}", clean(file), clean(what));
        for (at, problem) in problems {
            let (level, rule, f) = (problem.level.name(), problem.rule.id, &problem.finding);
            let _ = writeln!(text, "  {level} {rule} at line {}: {}", at.1, clean(&f.summary));
            if !f.advice.text().is_empty() {
                let _ = writeln!(text, "    do: {}", clean(f.advice.text()));
            }
        }
    }
    let contradicted: Vec<&JudgedFinding<'_>> =
        judged.findings.iter().filter(|f| f.finding.rule == RuleId::RC4004).collect();
    for f in &contradicted {
        let (level, rule) = (f.level.name(), f.rule.id);
        let place = long_place(&f.finding.place, f.location.as_ref());
        let _ = writeln!(text, "{level} {rule} at {}: {}", clean(&place), clean(&f.finding.summary));
    }
    let all = entries.len();
    let plural = if all == 1 { "entry" } else { "entries" };
    let _ = match all {
        0 => writeln!(text, "There are no entries: no spec file of yours has any."),
        _ => writeln!(text, "{all} {plural}: {fine} in effect, {} to look at", all - fine),
    };
    if !contradicted.is_empty() {
        let calls = if contradicted.len() == 1 { "call" } else { "calls" };
        let _ = writeln!(text, "At {} {calls} a run reached what no entry lists.", contradicted.len());
    }
    if judged.gave_up {
        text.push_str("The analysis ended early (RC1003): entries may take effect where it did not look.\n");
    }
    let mut said = found.iter().map(|(_, f)| *f).chain(contradicted);
    let fails = said.any(|f| judged.input.policy.fail_on.fails(f.level));
    Verified { text, status: u8::from(fails) }
}
