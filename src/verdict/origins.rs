//! Origins of unknowns: what a look-up made of an unknown input has the origin of that input. Must not know tiers.

use crate::base::{FxHashMap, FxHashSet, FxIndexSet, PtsSet};
use crate::heap::{Heap, ObjId, ObjKind, SiteId};
use crate::pointsto::{Core, NodeId};
use crate::reflection::{RSite, Role, SiteKey};
use crate::strings::Listed;

/// Origins of the tokens that look-ups made.
pub(super) struct Origins {
    /// A look-up with unknown inputs -> the origins of these.
    of: FxHashMap<SiteId, PtsSet>,
}

impl Origins {
    /// Follows inputs from look-up to look-up to the fixpoint; a cycle of look-ups that nothing enters is its own origin.
    pub(super) fn new(
        core: &Core<'_>,
        heap: &Heap,
        sites: &crate::base::FxIndexMap<SiteKey, RSite>,
        listed: &Listed,
    ) -> Self {
        let inputs: Vec<(SiteId, FxIndexSet<SiteId>)> =
            sites.iter().map(|(key, site)| (key.site, inputs(core, heap, key.site, site, listed))).collect();
        let looks_up: FxHashSet<SiteId> =
            inputs.iter().filter(|(_, inputs)| !inputs.is_empty()).map(|(site, _)| *site).collect();
        let mut of: FxHashMap<SiteId, PtsSet> = looks_up.iter().map(|&site| (site, PtsSet::new())).collect();
        let mut changed = true;
        while changed {
            changed = false;
            for (site, inputs) in &inputs {
                let Some(mut set) = of.remove(site) else { continue };
                let before = set.len();
                for &input in inputs {
                    match of.get(&input) {
                        Some(more) => set.or(more),
                        None if input != *site && !looks_up.contains(&input) => {
                            set.insert(input.0);
                        }
                        None => {}
                    }
                }
                changed |= set.len() != before;
                of.insert(*site, set);
            }
        }
        Self { of }
    }

    /// Whether the unknown `obj` originates at a place, or was made from one that does.
    pub(super) fn is_at(&self, heap: &Heap, obj: ObjId, place: SiteId) -> bool {
        let Some(site) = heap.kind(obj).origin() else { return false };
        match self.of.get(&site) {
            Some(set) if !set.is_empty() => set.contains(place.0),
            _ => site == place,
        }
    }

    /// The origins of the unknown `obj`; none for what is no unknown.
    pub(super) fn of(&self, heap: &Heap, obj: ObjId) -> Vec<SiteId> {
        let Some(site) = heap.kind(obj).origin() else { return Vec::new() };
        match self.of.get(&site) {
            Some(set) if !set.is_empty() => set.iter().map(SiteId).collect(),
            _ => vec![site],
        }
    }
}

/// Origins of the unknowns that reach the roles a look-up depends on.
fn inputs(core: &Core<'_>, heap: &Heap, own: SiteId, site: &RSite, listed: &Listed) -> FxIndexSet<SiteId> {
    let roles = site
        .roles
        .iter()
        .filter(|(role, _)| !matches!(role, Role::Arguments | Role::Receiver | Role::Handle | Role::Type));
    let in_role = |&(role, node): &(Role, NodeId)| core.pts(node).iter().map(move |obj| (role, heap.kind(ObjId(obj))));
    // An unknown that names nothing gives nothing, and one of which all is given nothing more.
    let kinds = roles.flat_map(in_role).filter(|&(role, kind)| !site.is_settled(role, kind)).map(|(_, kind)| kind);
    // What a specification lists is not unknown.
    let unknown = kinds.filter(|&kind| !listed.covers(kind));
    unknown.filter_map(ObjKind::origin).filter(|&origin| origin != own).collect()
}
