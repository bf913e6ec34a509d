//! Policy applied to a result: which findings count, at which level and tier, which sites are flagged, and the exit
//! status. Must not know output formats.

mod incomplete;
mod made;
#[cfg(test)]
mod tests;

use std::borrow::Cow;

use rustc_hash::FxHashSet;

use self::incomplete::add_incomplete;
use self::made::{accept_findings, imprecise_findings};
use super::accept::{Accepts, SiteId};
use super::locate::CallOrder;
use super::{Date, Location, Sources};
use crate::config::{Policy, ReportScope};
use crate::result::{
    Accept, AnalysisResult, Assumption, Bound, Certainty, CodeOrigin, CutKind, Finding, Grounds, Level, Place, Related,
    Rule, RuleId, SiteRow, Tier,
};

/// Everything `report` reads.
#[derive(Clone, Copy)]
pub struct ReportInput<'a> {
    pub result: &'a AnalysisResult,
    pub policy: &'a Policy,
    pub sources: &'a dyn Sources,
    /// For the SARIF category `reflection-check/<module>/<source-set>/`.
    pub module: Option<&'a str>,
    pub source_set: Option<&'a str>,
    /// The build file (repository-relative, `/`): where SARIF shows findings whose source file is unknown.
    pub build_file: Option<&'a str>,
    /// The classes are tests: findings are warnings at most.
    pub test: bool,
    pub today: Date,
    /// The report is about something of its own; `None`: about all findings.
    pub focus: Option<&'a Focus>,
}

/// What a report is about, if not about all findings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Focus {
    /// The rules whose findings count; others are not reported.
    pub rules: &'static [RuleId],
    /// What was looked at, a line for the head of the text.
    pub line: String,
}

/// The rules that only recordings decide about: a report without them says nothing of these.
pub const RECORDED: &[RuleId] = &[RuleId::RC4004, RuleId::RC5001];

/// A finding at the level the policy gives it.
#[derive(Debug, Clone)]
pub struct JudgedFinding<'a> {
    pub finding: Cow<'a, Finding>,
    pub rule: &'static Rule,
    /// Never `Off`.
    pub level: Level,
    /// The tier it counts at: one lower than the finding's if `rejected` is not empty.
    pub tier: Tier,
    /// Assumptions the finding's tier rests on and the policy does not accept.
    pub rejected: Vec<Assumption>,
    /// The call has at least as many targets as the policy's threshold.
    pub imprecise: bool,
    /// Where it is in the repository.
    pub location: Option<Location>,
    /// The entry that covers it, for the findings in [`Judged::accepted`].
    pub accepted_by: Option<&'a Accept>,
}

impl JudgedFinding<'_> {
    /// Calls that one fix closes.
    pub fn closes(&self) -> usize {
        1 + self.finding.related.len()
    }
}

/// Totals of a report.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    pub errors: usize,
    pub warnings: usize,
    pub notes: usize,
    /// Findings covered by an accept entry.
    pub accepted: usize,
    /// Calls some of whose targets may throw; counted, not listed.
    pub possibly_broken: usize,
}

/// A result with the policy applied.
pub struct Judged<'a> {
    pub input: ReportInput<'a>,
    /// Errors first, then those that close most calls, then by place.
    pub findings: Vec<JudgedFinding<'a>>,
    /// Covered by an accept entry; in the same order.
    pub accepted: Vec<JudgedFinding<'a>>,
    /// Calls some of whose targets may throw: not reported, by place.
    pub possibly_broken: Vec<Cow<'a, Finding>>,
    pub counts: Counts,
    /// A budget or a limit cut short what is said of code in scope, whatever level the policy gives that.
    pub gave_up: bool,
    calls: CallOrder<'a>,
}

impl Judged<'_> {
    /// Where a place is in the repository.
    pub fn locate(&self, place: &Place) -> Option<Location> {
        self.input.sources.locate(place, self.calls.of(place))
    }

    /// 1 if a finding is at or above the policy's `fail_on`, else 0.
    pub fn exit_status(&self) -> u8 {
        u8::from(self.findings.iter().any(|f| self.input.policy.fail_on.fails(f.level)))
    }

    /// The answer of this site may be incomplete under the accepted assumptions (`flagged` of the `sites` report).
    pub fn is_flagged(&self, row: &SiteRow) -> bool {
        row.is_flagged(&self.input.policy.accept_assumptions)
    }

    /// Reached calls in the application of APIs that have no model: a gap of the analysis, counted and no task of the user's.
    pub fn unmodelled(&self) -> impl Iterator<Item = &SiteRow> {
        let rows =
            self.input.result.sites.iter().filter(|row| row.origin == CodeOrigin::Application && self.lists(row));
        rows.filter(|row| row.reachable && row.cuts.contains(&CutKind::UnmodelledApi))
    }

    /// Is this row part of the `sites` report?
    pub fn lists(&self, row: &SiteRow) -> bool {
        let policy = self.input.policy;
        !row.compiler_generated && (row.origin != CodeOrigin::Jdk || policy.report_scope == ReportScope::All)
    }
}

/// Those of the assumptions that the policy does not accept.
fn rejected(policy: &Policy, assumptions: &[Assumption]) -> Vec<Assumption> {
    assumptions.iter().filter(|a| !policy.accept_assumptions.contains(a)).copied().collect()
}

/// Applies the policy.
pub fn judge<'a>(input: ReportInput<'a>) -> Judged<'a> {
    let mut all: Vec<Cow<'a, Finding>> = input.result.findings.iter().map(Cow::Borrowed).collect();
    match input.focus {
        Some(focus) => all.retain(|finding| focus.rules.contains(&finding.rule)),
        None => add_incomplete(&input, &mut all),
    }
    let accepts = Accepts::on(input.today, &input.result.accepts);

    let mut judging = Judging {
        input,
        accepts,
        needed: FxHashSet::default(),
        listed: Vec::new(),
        accepted: Vec::new(),
        possibly_broken: Vec::new(),
        gave_up: false,
    };
    let (imprecise, others): (Vec<_>, Vec<_>) = all.into_iter().partition(|f| f.rule == RuleId::RC2001);
    for finding in others {
        judging.add(finding);
    }
    if input.focus.is_some() {
        return judging.finish();
    }
    // Whose class or member nobody knows is not imprecise, whatever is listed.
    let mut known = judging.sites_of(RuleId::RC1001);
    known.extend(judging.sites_of(RuleId::RC1004));
    for finding in imprecise {
        if !known.contains(&finding.site) {
            judging.add(finding);
        }
    }
    known.extend(judging.sites_of(RuleId::RC2001));
    for finding in imprecise_findings(&input, &known) {
        judging.add(Cow::Owned(finding));
    }
    // A budget may have kept a call from being reached that has a finding otherwise.
    let needed = (!judging.gave_up).then_some(&judging.needed);
    for finding in accept_findings(&input, &judging.accepts.expired, needed) {
        judging.add(Cow::Owned(finding));
    }
    judging.finish()
}

struct Judging<'a> {
    input: ReportInput<'a>,
    accepts: Accepts<'a>,
    /// The accept entries that answer a finding, or would if their day were not past.
    needed: FxHashSet<&'a Accept>,
    listed: Vec<JudgedFinding<'a>>,
    accepted: Vec<JudgedFinding<'a>>,
    possibly_broken: Vec<Cow<'a, Finding>>,
    gave_up: bool,
}

impl<'a> Judging<'a> {
    fn add(&mut self, finding: Cow<'a, Finding>) {
        let policy = self.input.policy;
        let rule = finding.rule.row();
        // A budget keeps calls from being reached: that they were not is the finding. A recorded call was reached.
        let is_known = finding.cut.is_none() && !RECORDED.contains(&finding.rule);
        let is_unreached = finding.tier == Tier::None && !finding.site.is_empty() && is_known;
        if !policy.report_scope.covers(finding.origin) || is_unreached {
            return;
        }
        let imprecise = finding.target_count >= policy.imprecise_threshold;
        if finding.rule == RuleId::RC2001 && !imprecise {
            return;
        }
        let rejected = rejected(policy, &finding.assumptions);
        let (tier, certainty) = match rejected.is_empty() {
            true => (finding.tier, finding.certainty),
            false => (lower_tier(finding.tier), finding.certainty.map(lower_certainty)),
        };
        if certainty == Some(Certainty::Possible) {
            self.possibly_broken.push(finding.clone());
        }
        // What an assumption bounds that is not accepted is bounded all the same.
        let bound = if finding.tier == Tier::Sound { Bound::Candidates(0) } else { finding.bound };
        let unknown = bound.of_fewer_than(policy.imprecise_threshold);
        let gave_up = finding.cut.is_some_and(CutKind::gives_up);
        self.gave_up |= gave_up;
        let Some(default) =
            rule.default_level(Grounds { tier, certainty, unknown, gave_up, origin: finding.origin_kind })
        else {
            return;
        };
        let class = if finding.spec_place.is_some() { "" } else { finding.place.class.as_str() };
        let mut level = policy.level_for(finding.rule, class).unwrap_or(default);
        if self.input.test || finding.test {
            level = level.min(Level::Warning);
        }
        if level == Level::Off {
            return;
        }
        let mut judged =
            JudgedFinding { finding, rule, level, tier, rejected, imprecise, location: None, accepted_by: None };
        let sites = std::iter::once(&judged.finding.site).chain(judged.finding.related.iter().map(|r| &r.site));
        self.needed.extend(sites.flat_map(|site| self.accepts.needed(judged.finding.rule, site)));
        judged.accepted_by = self.take_accepted_sites(&mut judged);
        if judged.accepted_by.is_some() { &mut self.accepted } else { &mut self.listed }.push(judged);
    }

    /// Takes accepted sites out of a cause. If none is left, the cause stays as it was and its entry is the answer.
    fn take_accepted_sites(&self, judged: &mut JudgedFinding<'a>) -> Option<&'a Accept> {
        let rule = judged.finding.rule;
        let covered = |site: &str| self.accepts.covering(rule, site).is_some();
        let primary = self.accepts.covering(rule, &judged.finding.site);
        let related = judged.finding.related.iter().filter(|r| covered(&r.site)).count();
        if primary.is_some() && related == judged.finding.related.len() {
            return primary;
        }
        if primary.is_some() || related > 0 {
            let finding = judged.finding.to_mut();
            finding.related.retain(|r| !covered(&r.site));
            if primary.is_some() {
                let Related { site, place, message } = finding.related.remove(0);
                if matches!(finding.rule, RuleId::RC1001 | RuleId::RC1002) || finding.input.is_some() {
                    say_of_other(finding, &site);
                }
                (finding.site, finding.place, finding.call) = (site, place, message);
            }
        }
        None
    }

    /// The sites that findings of this rule are about.
    fn sites_of(&self, rule: RuleId) -> FxHashSet<String> {
        let of_rule = self.listed.iter().chain(&self.accepted).filter(|f| f.finding.rule == rule);
        of_rule
            .flat_map(|f| std::iter::once(&f.finding.site).chain(f.finding.related.iter().map(|r| &r.site)))
            .cloned()
            .collect()
    }

    fn finish(mut self) -> Judged<'a> {
        let sources = self.input.sources;
        let calls = CallOrder::new(self.input.result);
        for judged in self.listed.iter_mut().chain(&mut self.accepted) {
            judged.location = match &judged.finding.spec_place {
                Some((path, line, column)) => sources.locate_in_file(path, *line, *column),
                None => sources.locate(&judged.finding.place, calls.of(&judged.finding.place)),
            };
        }
        for list in [&mut self.listed, &mut self.accepted] {
            list.sort_by(|a, b| order(a).cmp(&order(b)));
        }
        let count = |level| self.listed.iter().filter(|f| f.level == level).count();
        let counts = Counts {
            errors: count(Level::Error),
            warnings: count(Level::Warning),
            notes: count(Level::Note),
            accepted: self.accepted.len(),
            possibly_broken: self.possibly_broken.len(),
        };
        let Self { input, listed, accepted, mut possibly_broken, gave_up, .. } = self;
        possibly_broken.sort_by(|a, b| (&a.place, a.rule, &a.key).cmp(&(&b.place, b.rule, &b.key)));
        Judged { input, findings: listed, accepted, possibly_broken, counts, gave_up, calls }
    }
}

/// What is said of a call that has the cause of an accepted one: what its own code reads may be something else.
fn say_of_other(finding: &mut Finding, site: &str) {
    let api = SiteId::parse(site).map_or(site, |id| id.api);
    finding.summary =
        format!("what is unknown at \"{api}\" comes from where that of an accepted call does, and nothing bounds it");
    (finding.input, finding.cast, finding.spec_entry) = (None, None, None);
    finding.path.clear();
    finding.more_paths.clear();
}

type Order<'f> = (std::cmp::Reverse<Level>, std::cmp::Reverse<usize>, &'f str, u32, &'static str, &'f str, &'f str);

fn order<'f>(judged: &'f JudgedFinding<'_>) -> Order<'f> {
    use std::cmp::Reverse;
    let finding = &judged.finding;
    let (place, line) = match (&judged.location, &finding.spec_place) {
        (Some(location), _) => (location.path.as_str(), location.line),
        (None, Some((path, line, _))) => (path.as_str(), *line),
        (None, None) => (finding.place.class.as_str(), finding.place.line.unwrap_or(0)),
    };
    (Reverse(judged.level), Reverse(judged.closes()), place, line, judged.rule.id, &finding.site, &finding.key)
}

/// The tier at which a claim counts that rests on an assumption the policy does not accept. A partial answer claims
/// nothing of what it does not list, so it stays partial.
fn lower_tier(tier: Tier) -> Tier {
    match tier {
        Tier::Proven => Tier::Sound,
        Tier::Sound | Tier::Partial => Tier::Partial,
        Tier::Open => Tier::Open,
        Tier::None => Tier::None,
    }
}

fn lower_certainty(certainty: Certainty) -> Certainty {
    match certainty {
        Certainty::Proven => Certainty::Likely,
        Certainty::Likely | Certainty::Possible => Certainty::Possible,
        Certainty::Guarded => Certainty::Guarded,
    }
}
