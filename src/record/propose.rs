//! What `[[call]]` entries may list by what runs reached: for calls whose answer is open, targets that a spec file can name.
//! Must not know how entries are written.

use std::collections::{BTreeMap, BTreeSet};

use super::event::Recording;
use super::matching::Calls;
use super::types::{parameters, source_name};
use crate::base::FxHashMap;
use crate::diag::Diag;
use crate::result::{ActsOn, AnalysisResult, Assumption, CallName, SiteKind, SiteRow, Target};

/// Most lines of a recording that are said one by one to be of no use.
const SAID: usize = 20;

/// The targets that an entry for one call may list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProposedCall {
    pub call: CallName,
    /// As spec files write them, sorted.
    pub targets: Vec<String>,
}

/// What recordings or other files propose.
#[derive(Debug, Clone, Default)]
pub struct Proposed {
    /// In the order of the result.
    pub calls: Vec<ProposedCall>,
    /// Targets at calls whose answers are complete, so that they need no entry.
    pub known: usize,
    /// Targets that failed, that no spec file can name, or at calls that are not in the program.
    pub unused: usize,
    pub diags: Vec<Diag>,
}

/// Proposes. `accepted`: the assumptions that an answer may rest on; `acts_on`: what calls of a row find or act on.
pub fn propose(
    result: &AnalysisResult,
    accepted: &BTreeSet<Assumption>,
    recordings: &[Recording],
    acts_on: impl Fn(&SiteRow) -> Option<ActsOn>,
) -> Proposed {
    let calls = Calls::new(result);
    let mut out = Proposed::default();
    let mut found: BTreeMap<usize, BTreeSet<String>> = BTreeMap::new();
    let number: FxHashMap<&str, usize> =
        result.sites.iter().enumerate().map(|(at, row)| (row.id.as_str(), at)).collect();
    for recording in recordings {
        out.diags.extend(recording.diags.iter().cloned());
        for event in &recording.events {
            if event.failed || event.targets.is_empty() {
                out.unused += 1;
                continue;
            }
            let rows = calls.of(event);
            let (open, complete): (Vec<&SiteRow>, Vec<&SiteRow>) =
                rows.into_iter().partition(|row| row.is_flagged(accepted) || !row.reachable);
            let fits = |row: &&&SiteRow| {
                let acts_on = acts_on(row);
                event.targets.iter().all(|target| takes(row.kind, acts_on, target))
            };
            let fitting: Vec<&SiteRow> = open.iter().filter(fits).copied().collect();
            let names: Option<Vec<String>> = event.targets.iter().map(spec_name).collect();
            let why = match (&names, open.is_empty(), complete.is_empty()) {
                (_, true, false) => {
                    out.known += 1;
                    continue;
                }
                (_, true, true) => "the analysed program has no such call",
                _ if fitting.is_empty() => "no entry can list what calls of this API reach",
                (None, ..) => "a spec file cannot name what was reached",
                (Some(_), ..) if event.generated => "what was reached is made at run time, so that no list can name it",
                (Some(names), ..) => {
                    for row in fitting {
                        let at = number.get(row.id.as_str()).copied().unwrap_or_default();
                        found.entry(at).or_default().extend(names.iter().cloned());
                    }
                    continue;
                }
            };
            out.unused += 1;
            if out.unused <= SAID {
                let diag = Diag::warning("recorded-target-not-used", &recording.file, why);
                out.diags.push(Diag { position: Some((event.at, 1)), ..diag });
            }
        }
    }
    for (at, targets) in found {
        let call = result.call_name(&result.sites[at]);
        out.calls.push(ProposedCall { call, targets: targets.into_iter().collect() });
    }
    out
}

/// Whether an entry for a call of a kind that acts on this may list such a target. What lists, proxies, arrays and services are
/// recorded with is what they were asked for, and not what they gave.
pub(super) fn takes(kind: SiteKind, acts_on: Option<ActsOn>, target: &Target) -> bool {
    match (kind, &target.member) {
        (SiteKind::ClassSource, None) => true,
        (SiteKind::Action, None) => acts_on == Some(ActsOn::Class),
        (SiteKind::Member | SiteKind::Action, Some(_)) => {
            matches!(acts_on, Some(ActsOn::Method | ActsOn::Constructor | ActsOn::Field))
        }
        (SiteKind::ClassSource, Some(_)) | (SiteKind::Member, None) | (SiteKind::Other, _) => false,
    }
}

/// A target as spec files write it.
pub(super) fn spec_name(target: &Target) -> Option<String> {
    let class = source_name(&target.class)?;
    let Some(member) = &target.member else { return Some(class) };
    if member.contains(|c: char| c.is_whitespace() || c.is_control() || ".;[]/()#,".contains(c)) {
        return None;
    }
    match target.descriptor.as_deref().filter(|descriptor| descriptor.starts_with('(')) {
        Some(descriptor) => Some(format!("{class}#{member}({})", parameters(descriptor)?.join(","))),
        None => Some(format!("{class}#{member}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_are_written_as_spec_files_have_them() {
        let name = |class: &str, member: Option<&str>, descriptor: Option<&str>| {
            let (member, descriptor) = (member.map(str::to_owned), descriptor.map(str::to_owned));
            spec_name(&Target { class: class.into(), member, descriptor })
        };
        assert_eq!(name("p.A$B", None, None).as_deref(), Some("p.A$B"));
        assert_eq!(name("[Lp.A;", None, None).as_deref(), Some("p.A[]"));
        assert_eq!(name("p.A", Some("run"), Some("([ILp/B;)V")).as_deref(), Some("p.A#run(int[],p.B)"));
        assert_eq!(name("p.A", Some("<init>"), Some("()V")).as_deref(), Some("p.A#<init>()"));
        assert_eq!(name("p.A", Some("count"), Some("I")).as_deref(), Some("p.A#count"));
        assert_eq!(name("p.A$$Lambda/0x1", None, None), None);
        assert_eq!(name("p.A", Some("a b"), None), None);
    }
}
