//! Traces: how the values that decide a reflective call came to it, in steps a person can follow. Owns which values a site's
//! traces are of and the table of the steps they share; [`walk`] follows them back to their origins, [`steps`] and
//! [`callees`] say what happens along the edges. Must not know findings.

mod callees;
mod proof;
mod statements;
mod step;
mod steps;
mod walk;

use std::cell::RefCell;

use crate::base::FxIndexSet;
use crate::classpath::Origin;
use crate::heap::{ObjId, Site, SiteId};
use crate::pointsto::UNMATCHED;
use crate::program::{MethodId, TypeId};
use crate::reflection::{Effect, Role, SiteKey};
use crate::result::{CodeOrigin, Flow, TraceStep};

use super::asked::{call_at, gives_no_object};
use super::places::{origin_text, place_of, target};
use super::rows::Row;
use super::tiers::Judge;
use step::{Step, shorten};
use walk::{Joined, Walk};

/// Origins of a site whose traces are compared.
const CANDIDATES: usize = 32;
/// Targets of a site whose flows are shown.
const TARGETS: usize = 3;

/// The traces of a run.
pub(super) struct Traces<'h, 'j, 'a> {
    judge: &'h Judge<'j, 'a>,
    walk: Walk<'h, 'j, 'a>,
    /// Steps that several traces share.
    table: RefCell<FxIndexSet<TraceStep>>,
}

impl<'h, 'j, 'a> Traces<'h, 'j, 'a> {
    pub(super) fn new(judge: &'h Judge<'j, 'a>) -> Self {
        Self { judge, walk: Walk::new(judge), table: RefCell::default() }
    }

    /// The trace of an unknown from its `origin` to the site of `row`; empty where it is not known as a whole.
    pub(super) fn of_unknown(&self, row: &Row, origin: SiteId) -> Vec<TraceStep> {
        match self.joined(row, origin).filter(|trace| trace.begins) {
            Some(trace) => self.whole(row, origin, trace),
            None => Vec::new(),
        }
    }

    /// The trace of one input of a call from its `origin`, whether or not the answer covers it; empty where it is not known as a
    /// whole.
    pub(super) fn of_input(&self, row: &Row, input: (Role, ObjId), origin: SiteId) -> Vec<TraceStep> {
        match row.key.and_then(|key| self.walk.of_unknown(key, &[input], origin)) {
            Some(trace) => self.whole(row, origin, trace),
            None => Vec::new(),
        }
    }

    /// From a place in the method of a call to the call, of which the method itself says that the one gets what the other gives.
    pub(super) fn next_to(&self, row: &Row, place: SiteId) -> Vec<TraceStep> {
        self.whole(row, place, Joined { steps: Vec::new(), length: 0, begins: true, made: None })
    }

    fn whole(&self, row: &Row, origin: SiteId, trace: Joined) -> Vec<TraceStep> {
        let mut steps = Vec::new();
        if let Some(place) = place_of(self.judge, origin) {
            let what = call_at(self.judge, origin).map_or_else(|| "a caller".to_owned(), |called| called.to_string());
            steps.push(Step::new(place, format!("\"{what}\" gives the value")));
        }
        steps.extend(trace.steps);
        finished(steps, row)
    }

    /// The call that gives the text which is a name at the site of `row`: the origin, or what makes another text of its own.
    pub(super) fn made_last(&self, row: &Row, origin: SiteId) -> SiteId {
        self.joined(row, origin).and_then(|trace| trace.made).unwrap_or(origin)
    }

    /// The origins of what is unknown at a site, that with the shortest connected trace first: those in code of the
    /// program before those inside the JDK, about which nobody can do anything.
    pub(super) fn sort_origins(&self, row: &mut Row) {
        let Some(mut origins) = row.judgement.as_mut().map(|j| std::mem::take(&mut j.origins)) else { return };
        let text = |site: SiteId| origin_text(self.judge.program, self.judge.heap, site);
        // What comes here from elsewhere by a look-up there is told last: this call is not what it says most of. So is what
        // somebody may put into an object, or into a method that is called by name, which says less than what somebody gives.
        let near = self.nearby(row);
        let says_less = |site| gives_no_object(self.judge, site) || self.judge.is_reached_by_name(site);
        let told = |site: &SiteId| (!near.contains(site), !self.is_own(*site), says_less(*site));
        let apart = |site: SiteId| (told(&site), self.apartness(row.source, site));
        origins.sort_by_cached_key(|&site| (apart(site), text(site)));
        let is_worth_it = row.row.origin == CodeOrigin::Application && self.walk.has_room();
        if let (2.., true, Some(j)) = (origins.len(), is_worth_it, &row.judgement) {
            let of_first = told(&origins[0]);
            let is_alike = |site: &SiteId| (told(site).0, told(site).2) == (of_first.0, of_first.2);
            let alike = origins.iter().copied().take_while(is_alike);
            // What has no trace is farther than all that has one.
            let length = |site: SiteId| {
                let trace = row.key.and_then(|key| self.walk.of_unknown(key, &j.unknown, site));
                trace.map_or((true, 0), |trace| (false, trace.length))
            };
            let nearest = alike.clone().take(CANDIDATES).map(|site| (length(site), site)).enumerate();
            let nearest = nearest.min_by_key(|&(at, (length, _))| (length, at)).map(|(_, nearest)| nearest);
            // Of very many it may be none of the first.
            let whole = nearest.filter(|&(length, _)| length < (false, UNMATCHED as usize)).map(|(_, site)| site);
            let of_all = || self.walk.nearest(row.key?, &j.unknown, &alike.clone().collect());
            if let Some(site) = whole.or_else(of_all).or(nearest.map(|(_, site)| site)) {
                origins.shift_remove(&site);
                origins.shift_insert(0, site);
            }
        }
        if let Some(j) = row.judgement.as_mut() {
            j.origins = origins;
        }
    }

    /// Where what is unknown at a site comes from, back to the look-ups of its own method.
    pub(super) fn nearby(&self, row: &Row) -> FxIndexSet<SiteId> {
        row.judgement.as_ref().map(|j| self.walk.nearby(&j.unknown, row.source)).unwrap_or_default()
    }

    /// How far an origin stands from a method: in it, in its class, elsewhere, nowhere that can be shown. What is near is looked
    /// at first.
    fn apartness(&self, from: MethodId, site: SiteId) -> u8 {
        let program = self.judge.program;
        match self.judge.heap.site_data(site) {
            Site::At(method, _) | Site::Param(method, _) if method == from => 0,
            Site::At(method, _) | Site::Param(method, _)
                if program.method(method).class == program.method(from).class =>
            {
                1
            }
            Site::Unknowns { .. } | Site::Saturated => 3,
            _ => 2,
        }
    }

    /// Whether nothing gets to the call only because look-ups before it, which are reported themselves, give nothing.
    pub(super) fn is_consequence(&self, row: &Row) -> bool {
        let role = row.judgement.as_ref().and_then(|j| j.empty);
        let (Some(key), Some(role)) = (row.key, role) else { return false };
        let before = self.walk.starved_by(key, role);
        let gives_nothing = |key: &SiteKey| {
            let site = &self.judge.sites[key];
            let judged = self.judge.judge(*key);
            site.effects.is_empty()
                && judged.unknown.is_empty()
                && (!site.problems.is_empty()
                    || judged.empty.is_some()
                    || site.named.values().any(|&fit| fit == Some(0)))
        };
        !before.is_empty() && before.iter().all(gives_nothing)
    }

    fn joined(&self, row: &Row, origin: SiteId) -> Option<Joined> {
        let unknown = &row.judgement.as_ref()?.unknown;
        self.walk.of_unknown(row.key?, unknown, origin)
    }

    /// How some targets of a site came to it: those of the application before those of libraries and the JDK.
    pub(super) fn flows(&self, row: &Row) -> Vec<Flow> {
        let Some(key) = row.key else { return Vec::new() };
        let program = self.judge.program;
        let mut chosen: Vec<(Origin, usize, Effect)> = Vec::new();
        for &effect in &self.judge.sites[&key].effects {
            if let Ok(at) = row.row.targets.binary_search(&target(program, effect)) {
                chosen.push((effect.origin(program), at, effect));
            }
        }
        chosen.sort_unstable_by_key(|&(origin, at, _)| (origin, at));
        chosen.truncate(TARGETS);
        let mut flows: Vec<Flow> = Vec::new();
        for (_, at, effect) in chosen {
            for (of, steps) in self.walk.of_target(key, effect) {
                let steps = self.shared(shown(steps));
                match flows.iter_mut().find(|flow| flow.of == of && flow.steps == steps) {
                    Some(flow) => flow.targets.push(at as u32),
                    None => flows.push(Flow { of, targets: vec![at as u32], steps }),
                }
            }
        }
        flows
    }

    /// The steps by their positions in the table of all that are shared.
    pub(super) fn shared(&self, steps: Vec<TraceStep>) -> Vec<u32> {
        let mut table = self.table.borrow_mut();
        steps.into_iter().map(|step| table.insert_full(step).0 as u32).collect()
    }

    pub(super) fn into_table(self) -> Vec<TraceStep> {
        self.table.into_inner().into_iter().collect()
    }

    /// Whether an origin is in code of the program itself.
    pub(super) fn is_own(&self, origin: SiteId) -> bool {
        match self.judge.heap.site_data(origin) {
            Site::At(method, _) | Site::Param(method, _) => self.judge.program.origin_of(method) != Origin::Jdk,
            _ => false,
        }
    }

    /// The trace of a name to a look-up that finds nothing by it, the look-up last.
    pub(super) fn of_name(&self, row: &Row, text: &str) -> Vec<TraceStep> {
        let Some(key) = row.key else { return Vec::new() };
        match self.walk.by_name(key, text) {
            Some(steps) => finished(steps, row),
            None => Vec::new(),
        }
    }

    /// The trace of a class to a look-up that finds no such member in it, the look-up last.
    pub(super) fn of_class(&self, row: &Row, class: TypeId) -> Vec<TraceStep> {
        let Some(key) = row.key else { return Vec::new() };
        match self.walk.by_class(key, class).into_iter().next() {
            Some((_, steps)) => finished(steps, row),
            None => Vec::new(),
        }
    }
}

/// A trace with the call at its end.
fn finished(mut steps: Vec<Step>, row: &Row) -> Vec<TraceStep> {
    shorten(&mut steps);
    let mut steps = shown(steps);
    steps.push(row.row.last_step());
    steps
}

fn shown(steps: Vec<Step>) -> Vec<TraceStep> {
    steps.into_iter().map(Step::into_shown).collect()
}
