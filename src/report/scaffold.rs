//! What entries would answer findings, most useful first, each with the words that say what it is about. Must not know in which
//! file they end up.

use indexmap::IndexMap;
use rustc_hash::FxHashSet;

use super::locate::long_place;
use super::text::{clean, number};
use super::{Judged, JudgedFinding};
use crate::result::{Level, RuleId, SiteRow};

/// Most findings that are named above one entry.
const NAMED: usize = 3;

/// Most classes that are suggested; more say nothing.
const SUGGESTED: usize = 30;

/// An entry that would answer findings once it is filled in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proposal {
    /// TOML; it ends with a line end.
    pub entry: String,
    /// Lines that say what it is about, without comment signs.
    pub about: Vec<String>,
    /// Calls whose answers are incomplete for the same reason.
    pub rests: usize,
}

/// The entries for all findings that have one and are not accepted: those on which most answers rest come first. That those who
/// start the program choose code asks for no entry: the one that lists what they can choose is another finding's.
pub fn proposals(judged: &Judged<'_>) -> Vec<Proposal> {
    let mut by_entry: IndexMap<&str, Vec<&JudgedFinding<'_>>> = IndexMap::new();
    let is_asked = |f: &&JudgedFinding<'_>| f.finding.rule != RuleId::RC1005 || f.level > Level::Note;
    for finding in judged.findings.iter().filter(is_asked) {
        if let Some(entry) = finding.finding.spec_entry.as_deref() {
            by_entry.entry(entry.trim()).or_default().push(finding);
        }
    }
    let open: Vec<&SiteRow> =
        judged.input.result.sites.iter().filter(|row| row.reachable && judged.is_flagged(row)).collect();
    let mut proposals: Vec<Proposal> =
        by_entry.into_iter().map(|(entry, findings)| proposal(&open, entry, &findings)).collect();
    proposals.sort_by_key(|proposal| std::cmp::Reverse(proposal.rests));
    proposals
}

fn proposal(open: &[&SiteRow], entry: &str, findings: &[&JudgedFinding<'_>]) -> Proposal {
    let ids = |f: &JudgedFinding<'_>| {
        let related: Vec<String> = f.finding.related.iter().map(|related| related.site.clone()).collect();
        std::iter::once(f.finding.site.clone()).chain(related).collect::<Vec<String>>()
    };
    let mut calls: FxHashSet<String> = findings.iter().flat_map(|f| ids(f)).collect();
    // What comes from the same place is open for the same reason, whether or not it is a finding.
    let own: Vec<&SiteRow> = open.iter().copied().filter(|row| calls.contains(&row.id)).collect();
    let origins: FxHashSet<&String> = own.iter().flat_map(|row| &row.origins).collect();
    let shares = |row: &&&SiteRow| row.origins.iter().any(|origin| origins.contains(origin));
    calls.extend(open.iter().filter(shares).map(|row| row.id.clone()));
    let mut about = Vec::new();
    for finding in findings.iter().take(NAMED) {
        let f = &finding.finding;
        about.push(format!("{} {}: {}", finding.level.name(), finding.rule.id, clean(&f.summary)));
        about.push(format!("  at {}", clean(&long_place(&f.place, finding.location.as_ref()))));
    }
    if findings.len() > NAMED {
        about.push(format!("and {} more findings", number((findings.len() - NAMED) as u64)));
    }
    if calls.len() > 1 {
        about.push(format!("{} calls are not known completely for the same reason", number(calls.len() as u64)));
    }
    // What an answer lists that is not complete came from casts, parts of names and uses.
    let guessed = own.iter().filter(|row| row.tier.is_incomplete()).flat_map(|row| &row.targets);
    let guessed = guessed.filter(|target| target.member.is_none()).map(|target| target.class.as_str());
    let cast_to = findings.iter().flat_map(|f| &f.finding.suggestions).map(String::as_str);
    let mut suggested: Vec<&str> = guessed.chain(cast_to).collect();
    suggested.sort_unstable();
    suggested.dedup();
    if (1..=SUGGESTED).contains(&suggested.len()) {
        about.push("casts and uses speak for these classes; list those that can be meant:".to_owned());
        about.extend(suggested.iter().map(|class| format!("  \"{}\"", clean(class))));
    }
    Proposal { entry: format!("{entry}\n"), about, rests: calls.len() }
}

#[cfg(test)]
mod tests {
    use super::super::{NoSources, judge, sample};
    use super::*;
    use crate::config::Policy;

    #[test]
    fn what_most_answers_rest_on_comes_first() {
        let mut result = sample::result();
        let mut findings: Vec<_> = result.findings.iter().filter(|f| !f.site.is_empty()).cloned().collect();
        findings.truncate(2);
        for (at, finding) in findings.iter_mut().enumerate() {
            finding.spec_entry = Some(format!("[[source]] # {at}\n"));
            finding.suggestions = vec!["p.B".into(), "p.A".into()];
        }
        findings[0].related.clear();
        let closes = findings[1].related.len() + 1;
        findings.push(crate::result::Finding { key: "again".into(), ..findings[1].clone() });
        result.findings = findings;
        let policy = Policy::default();
        let judged = judge(sample::input(&result, &policy, &NoSources));
        let found = proposals(&judged);
        assert!(found.is_sorted_by_key(|proposal| std::cmp::Reverse(proposal.rests)), "{found:?}");
        let second = found.iter().find(|proposal| proposal.entry == "[[source]] # 1\n").unwrap();
        assert!(second.rests >= closes && second.about.iter().filter(|line| line.starts_with("  at ")).count() == 2);
        assert_eq!(second.about[second.about.len() - 2..], ["  \"p.A\"".to_owned(), "  \"p.B\"".to_owned()]);
    }
}
