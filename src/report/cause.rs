//! Findings with one cause: calls that values of the same origins decide, or that are open for the same reasons. Owns which findings share a cause, and which of them is
//! shown for all. Must not know output formats.

use std::cmp::Reverse;

use indexmap::IndexMap;
use rustc_hash::FxHashMap;

use super::{Judged, JudgedFinding};
use crate::result::{Certainty, Level, RuleId, SiteRow};

/// One cause, with the finding that is shown for it.
#[derive(Debug, Clone)]
pub(super) struct Cause<'j, 'a> {
    pub(super) shown: &'j JudgedFinding<'a>,
    /// The others, in the order of all findings. The entry of the one that is shown does not close them.
    pub(super) others: Vec<&'j JudgedFinding<'a>>,
    /// One value decides at all of them; else several arrive everywhere, of which each call may mean another.
    pub(super) is_one_value: bool,
}

impl Cause<'_, '_> {
    /// All its calls.
    pub(super) fn calls(&self) -> usize {
        self.shown.closes() + self.more_calls()
    }

    /// Those beside the calls of the finding that is shown.
    pub(super) fn more_calls(&self) -> usize {
        self.others.iter().map(|finding| finding.closes()).sum()
    }
}

/// The causes of the findings at a level or above it: errors first, of these what is proven to fail, then those of most calls.
pub(super) fn causes<'j, 'a>(judged: &'j Judged<'a>, least: Level) -> Vec<Cause<'j, 'a>> {
    let rows: FxHashMap<&str, &SiteRow> = judged.input.result.sites.iter().map(|row| (row.id.as_str(), row)).collect();
    let mut groups: IndexMap<Shared<'_>, Vec<&'j JudgedFinding<'a>>> = IndexMap::new();
    for (number, finding) in judged.findings.iter().enumerate().filter(|(_, finding)| finding.level >= least) {
        let row = rows.get(finding.finding.site.as_str());
        let shared = row.and_then(|row| shared(finding, row)).unwrap_or(Shared::Nothing(number));
        groups.entry(shared).or_default().push(finding);
    }
    let cause_of = |(shared, findings): (Shared<'_>, _)| cause(findings, matches!(shared, Shared::Values(_, [_])));
    let mut causes: Vec<Cause<'_, '_>> = groups.into_iter().map(cause_of).collect();
    let is_proven = |cause: &Cause<'_, '_>| cause.shown.finding.certainty == Some(Certainty::Proven);
    causes.sort_by_key(|cause| Reverse((cause.shown.level, is_proven(cause), cause.calls())));
    causes
}

/// What findings of one cause share.
#[derive(PartialEq, Eq, Hash)]
enum Shared<'a> {
    /// The level that the policy gives them, and the values that decide.
    Values(Level, &'a [String]),
    Reasons(Level, &'a [String]),
    /// Nothing: the number of the finding.
    Nothing(usize),
}

/// What others may share with a finding. Limits and broken calls have each a cause of their own.
fn shared<'a>(finding: &JudgedFinding<'_>, row: &'a SiteRow) -> Option<Shared<'a>> {
    let (level, f) = (finding.level, &finding.finding);
    match f.rule {
        // `outside`, `jdk` and their like are no place in a program (docs/sites.md): two calls may have different ones.
        RuleId::RC1001 if row.origins.iter().any(|origin| origin.contains('.')) => {
            Some(Shared::Values(level, &row.origins))
        }
        RuleId::RC1003 if f.cut.is_none() && !row.reasons.is_empty() => Some(Shared::Reasons(level, &row.reasons)),
        _ => None,
    }
}

/// The cause of findings: that one is shown to which a value that has a place of its own comes on the shortest way, which says most.
fn cause<'j, 'a>(mut findings: Vec<&'j JudgedFinding<'a>>, is_one_value: bool) -> Cause<'j, 'a> {
    let way = |finding: &&JudgedFinding<'_>| {
        let f = &finding.finding;
        (f.input.is_none(), f.path.is_empty(), f.path.len())
    };
    let nearest = findings.iter().enumerate().min_by_key(|(_, finding)| way(finding)).map_or(0, |(at, _)| at);
    let shown = findings.remove(nearest);
    Cause { shown, others: findings, is_one_value }
}

/// By the key of a finding: the key of that which is shown for its cause, if that is another.
pub(super) fn shown_for<'j>(judged: &'j Judged<'_>) -> FxHashMap<&'j str, &'j str> {
    let causes = causes(judged, Level::Note);
    let of = |of: &Cause<'j, '_>| {
        let key = of.shown.finding.key.as_str();
        of.others.iter().map(move |other| (other.finding.key.as_str(), key)).collect::<Vec<_>>()
    };
    causes.iter().flat_map(of).collect()
}

#[cfg(test)]
mod tests;
