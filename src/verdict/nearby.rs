//! Where what is unknown at a call comes from, back to the look-ups of its own method and no further: from look-up to look-up
//! most of a program is behind most of its calls. Must not know findings.

use super::tiers::{Judge, Judgement};
use crate::base::FxIndexSet;
use crate::heap::{ObjId, Site, SiteId};
use crate::program::MethodId;
use crate::reflection::Role;

/// The origins of the unknowns that reach a call of `method`, and of those that reach look-ups there which give them.
pub(super) fn nearby(judge: &Judge<'_, '_>, judgement: &Judgement, method: MethodId) -> FxIndexSet<SiteId> {
    let origins = |unknown: &[(Role, ObjId)]| -> Vec<SiteId> {
        unknown.iter().filter_map(|&(_, obj)| judge.heap.kind(obj).origin()).collect()
    };
    let mut found: FxIndexSet<SiteId> = origins(&judgement.unknown).into_iter().collect();
    let mut at = 0;
    while let Some(&site) = found.get_index(at) {
        at += 1;
        if let Site::At(of, offset) = judge.heap.site_data(site)
            && of == method
            && let Some(look_up) = judge.site_at(of, offset)
        {
            found.extend(origins(&judge.judge(look_up).unknown));
        }
    }
    found
}
