//! What entries of specifications did in a run: those that changed nothing, and why. Must not know how they are written.

use crate::base::FxHashSet;
use crate::heap::{Site, SiteId};

use super::tiers::Judge;

/// Who can be asked about entries.
pub struct Specified<'s, 'j, 'a> {
    judge: &'s Judge<'j, 'a>,
    /// Origins of the unknown strings that play a part in a reflective call.
    named: FxHashSet<SiteId>,
}

impl<'s, 'j, 'a> Specified<'s, 'j, 'a> {
    pub fn new(judge: &'s Judge<'j, 'a>) -> Self {
        let roles = judge.sites.values().flat_map(|site| &site.roles);
        let objects = roles.flat_map(|&(_, node)| judge.values(node));
        let named = objects.filter(|(_, kind)| kind.is_unknown_text()).filter_map(|(_, kind)| kind.origin());
        Self { judge, named: named.collect() }
    }

    /// Why an entry for the calls at these places changes nothing; `None` if it does, or the run ended before it could.
    pub fn needless(&self, places: &[SiteId]) -> Option<&'static str> {
        let judge = self.judge;
        if judge.exhausted.is_some() || !judge.rules.are_on() {
            return None;
        }
        let is_reached = |&&place: &&SiteId| match judge.heap.site_data(place) {
            Site::At(method, _) => judge.state.is_reached(method),
            _ => false,
        };
        let reached: Vec<SiteId> = places.iter().filter(is_reached).copied().collect();
        if reached.is_empty() {
            return Some("nothing in the program runs the call");
        }
        let asked = |&place: &SiteId| judge.facts.targets(place).is_some();
        if !reached.iter().any(asked) {
            let is_named = reached.iter().any(|place| self.named.contains(place));
            return (!is_named).then_some("what the call gives names nothing in a reflective call");
        }
        let mut specified = judge.sites.keys().filter(|key| reached.contains(&key.site));
        let needed = specified.any(|&key| !judge.is_known_without_entry(key));
        (!needed).then_some("all that the call can reach is known without it")
    }
}
