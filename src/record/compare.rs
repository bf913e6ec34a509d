//! Recordings against the answers of a result: what a run reached and an answer neither lists nor leaves open is a finding. Must
//! not know levels, nor how findings are shown.

use std::collections::{BTreeMap, BTreeSet};

use super::event::{Event, Reached, Recording, is_target, shown};
use super::matching::Calls;
use crate::base::FxHashSet;
use crate::diag::Diag;
use crate::result::{
    ActsOn, AnalysisResult, Assumption, Finding, FindingBuilder, RuleId, SiteRow, Target, number_equal_keys,
};

/// Most calls that are said one by one not to be in the program.
const STRANGERS: usize = 20;

/// What recordings say of a result. Counts are of different targets, each at its call.
#[derive(Debug, Clone, Default)]
pub struct Comparison {
    pub listed: usize,
    /// At calls whose answer is said to be incomplete.
    pub open: usize,
    /// At calls that are not known to be reached, while others are not known completely.
    pub behind_open: usize,
    /// In library code that was not looked at.
    pub not_looked_at: usize,
    /// At calls that are not in the program.
    pub strangers: usize,
    /// RC5001 and RC4004, a finding for each call; in the order of the result.
    pub missed: Vec<Finding>,
    /// Targets that the findings are about.
    pub missed_targets: usize,
    /// Lines that could not be used, and calls that are not in the program.
    pub diags: Vec<Diag>,
}

impl Comparison {
    /// All targets that were compared.
    pub fn targets(&self) -> usize {
        self.listed + self.open + self.behind_open + self.not_looked_at + self.strangers + self.missed_targets
    }
}

/// Why a target is missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Why {
    NotListed,
    /// The call itself is said never to run.
    Unreached,
    /// What made it at run time is no class file.
    Generated,
}

/// Compares. `accepted`: the assumptions that an answer may rest on; `acts_on`: what calls of a row find or act on.
pub fn compare(
    result: &AnalysisResult,
    accepted: &BTreeSet<Assumption>,
    recordings: &[Recording],
    acts_on: impl Fn(&SiteRow) -> Option<ActsOn>,
) -> Comparison {
    let calls = Calls::new(result);
    let mut all = Comparing {
        accepted,
        out: Comparison::default(),
        missed: BTreeMap::new(),
        seen: FxHashSet::default(),
        services: result.sites.iter().filter(|row| acts_on(row) == Some(ActsOn::Providers)).collect(),
        some_is_open: result.sites.iter().any(|row| row.reachable && row.is_flagged(accepted)),
    };
    for recording in recordings {
        all.out.diags.extend(recording.diags.iter().cloned());
        for event in recording.events.iter().filter(|event| !event.failed && !event.targets.is_empty()) {
            all.add(&calls, &recording.file, event);
        }
    }
    all.finish()
}

struct Comparing<'r> {
    accepted: &'r BTreeSet<Assumption>,
    /// The calls that load services.
    services: Vec<&'r SiteRow>,
    /// Some call that is reached may reach more than its answer says.
    some_is_open: bool,
    out: Comparison,
    /// By the place of the row in the result.
    missed: BTreeMap<(&'r str, Why), (&'r SiteRow, BTreeSet<Target>)>,
    /// Call and targets of what was compared already.
    seen: FxHashSet<(String, Vec<Target>)>,
}

impl<'r> Comparing<'r> {
    fn add(&mut self, calls: &Calls<'r>, file: &str, event: &Event) {
        let rows = match event.reached {
            Reached::Provider => self.service_calls(event),
            Reached::Targets | Reached::Service => calls.of(event),
        };
        let Some(first) = rows.first().copied() else { return self.stranger(file, event) };
        if !self.seen.insert((first.id.clone(), event.targets.clone())) {
            return;
        }
        let lists = |row: &&&SiteRow| {
            event.targets.iter().all(|target| row.targets.iter().any(|listed| is_target(listed, target)))
        };
        // The call that loads services lists providers, and what was recorded there is the service.
        let asks = |row: &&SiteRow| row.reachable && event.reached == Reached::Service;
        let reached = || rows.iter().filter(|row| row.reachable);
        if rows.iter().all(|row| row.closed) {
            self.out.not_looked_at += 1;
        } else if reached().any(|row| lists(&row)) || rows.iter().any(asks) {
            self.out.listed += 1;
        } else if reached().any(|row| row.is_flagged(self.accepted)) {
            self.out.open += 1;
        } else if reached().next().is_none() && self.some_is_open {
            self.out.behind_open += 1;
        } else {
            let why = match (reached().next(), event.generated) {
                (None, _) => Why::Unreached,
                (Some(_), true) => Why::Generated,
                (Some(_), false) => Why::NotListed,
            };
            let row = reached().next().copied().unwrap_or(first);
            let (_, targets) = self.missed.entry((&row.id, why)).or_insert_with(|| (row, BTreeSet::new()));
            targets.extend(event.targets.iter().cloned());
            self.out.missed_targets += 1;
        }
    }

    /// The calls that load services, those in the method that got a provider first.
    fn service_calls(&self, event: &Event) -> Vec<&'r SiteRow> {
        let mut rows = self.services.clone();
        let distance = |row: &&SiteRow| match event.class.as_ref() == Some(&row.place.class) {
            true => u8::from(row.place.method != event.method),
            false => 2,
        };
        rows.sort_by_key(distance);
        rows
    }

    fn stranger(&mut self, file: &str, event: &Event) {
        self.out.strangers += 1;
        if self.out.strangers > STRANGERS {
            return;
        }
        let by = event.class.as_deref().or(event.source.as_deref()).unwrap_or_default();
        let message = format!(
            "the analysed program has no such call of \"{}\" in \"{by}.{}\": is it the program of the run, built from the \
             same sources?",
            event.api, event.method
        );
        let diag = Diag::warning("recorded-call-not-found", file, message);
        self.out.diags.push(Diag { position: Some((event.at, 1)), ..diag });
    }

    fn finish(mut self) -> Comparison {
        if let Some(more) = self.out.strangers.checked_sub(STRANGERS).filter(|more| *more > 0) {
            let message = format!("{more} more recorded targets are at calls that the analysed program does not have");
            self.out.diags.push(Diag::warning("recorded-call-not-found", "recordings", message));
        }
        let mut found: Vec<Finding> =
            self.missed.iter().map(|((_, why), (row, targets))| finding(row, *why, targets)).collect();
        number_equal_keys(&mut found);
        self.out.missed = found;
        self.out
    }
}

fn finding(row: &SiteRow, why: Why, targets: &BTreeSet<Target>) -> Finding {
    let first = targets.first().map(shown).unwrap_or_default();
    let more = match targets.len() {
        0 | 1 => String::new(),
        count => format!(" and {} more", count - 1),
    };
    let by_spec = row.assumptions.contains(&Assumption::Specification);
    let rule = if by_spec && why == Why::NotListed { RuleId::RC4004 } else { RuleId::RC5001 };
    let rests: Vec<&str> = row.assumptions.iter().map(|assumption| assumption.name()).collect();
    let doubt = match rests.is_empty() {
        true => "if the run was of this very program, report it: the answer is wrong".to_owned(),
        false => format!(
            "see whether the answer may rest on this: {}; if so, and the run was of this very program, report it",
            rests.join(", ")
        ),
    };
    let (summary, advice) = match (why, rule) {
        (Why::Unreached, _) => (
            format!("a run made this call and reached \"{first}\"{more}, and the answer says that nothing makes it"),
            format!("name what is called from outside in an [[entry]]; {doubt}"),
        ),
        (Why::Generated, _) => (
            format!("a run reached \"{first}\"{more}, which is made at run time, and the answer lists no such class"),
            doubt,
        ),
        (_, RuleId::RC4004) => (
            format!("a run reached \"{first}\"{more}, which the spec entry that the answer rests on does not list"),
            "add it to the entry, or set complete = false".to_owned(),
        ),
        _ => (format!("a run reached \"{first}\"{more}, and the answer does not list it"), doubt),
    };
    FindingBuilder::at_site(rule, row, summary)
        .keyed_by_method()
        .call(format!("{}(...)", row.short_api()))
        .advice(advice)
        .build()
}
