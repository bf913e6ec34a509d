//! The journey of an unknown from its birth to a site, in steps a person can follow. Must not know findings.

use crate::heap::{ObjId, SiteId};
use crate::pointsto::{Hop, NodeInfo, Paths};
use crate::reflection::{API, Role, SiteKey};

use super::rows::{Row, line_of, place, place_of};
use super::tiers::Judge;
use super::{Place, Step};

/// Most nodes one search looks at.
const LIMIT: usize = 20_000;
/// Most look-ups that are followed back.
const LOOK_UPS: u32 = 8;
/// Most steps that are shown.
const STEPS: usize = 20;

/// Steps from the birth place `origin` to the site of `row`.
pub(super) fn journey(judge: &Judge<'_, '_>, paths: &Paths<'_, '_>, row: &Row, origin: SiteId) -> Vec<Step> {
    let mut steps = Vec::new();
    if let Some(place) = place_of(judge, origin) {
        let what = super::spec_entry::call_at(judge, origin).unwrap_or_else(|| "a caller".to_owned());
        steps.push(Step { place, message: format!("\"{what}\" gives the value") });
    }
    if let (Some(key), Some(j)) = (row.key, &row.judgement) {
        travel(judge, paths, key, &j.unknown, origin, 0, &mut steps);
    }
    steps.truncate(STEPS);
    let short = row.row.id.rsplit('#').nth(1).unwrap_or("");
    steps.push(Step { place: row.row.place.clone(), message: format!("\"{short}\" uses it") });
    steps.dedup_by(|a, b| a.place == b.place && a.message == b.message);
    steps
}

/// Steps from `origin` to the roles of a site, through the look-ups that made something of the value on its way.
fn travel(
    judge: &Judge<'_, '_>,
    paths: &Paths<'_, '_>,
    key: SiteKey,
    unknown: &[(Role, ObjId)],
    origin: SiteId,
    depth: u32,
    steps: &mut Vec<Step>,
) {
    let nodes = &judge.sites[&key].roles;
    let from_origin = |&&(role, obj): &&(Role, ObjId)| {
        !matches!(role, Role::Arguments | Role::Mirror) && judge.is_born_at(obj, origin)
    };
    let Some(&(role, obj)) = unknown.iter().find(from_origin) else { return };
    let made_at = judge.heap.kind(obj).origin().filter(|&site| site != origin && depth < LOOK_UPS);
    let look_up = made_at.and_then(|site| judge.sites.keys().find(|other| other.site == site && **other != key));
    if let Some(&look_up) = look_up {
        travel(judge, paths, look_up, &judge.judge(look_up).unknown, origin, depth + 1, steps);
        if let Some(place) = place_of(judge, look_up.site) {
            let short = API[look_up.api as usize].short_name();
            steps.push(Step { place, message: format!("\"{short}\" looks it up") });
        }
    }
    if let Some(&(_, node)) = nodes.iter().find(|&&(r, node)| r == role && judge.core.pts(node).contains(obj.0)) {
        for hop in paths.shortest(obj, node, LIMIT) {
            steps.extend(step(judge, hop));
        }
    }
}

/// What a node on the way means to a reader; moves between variables of one method mean nothing.
fn step(judge: &Judge<'_, '_>, hop: Hop) -> Option<Step> {
    let program = judge.program;
    match hop.info {
        NodeInfo::Var(inst, var) => {
            let instance = judge.state.instance(inst);
            let code = instance.code.as_ref()?;
            if var.0 >= code.body.params {
                return None;
            }
            let id = program.method_id(instance.method);
            Some(Step { place: start(judge, inst), message: format!("passed to \"{id}\"") })
        }
        NodeInfo::Return(inst) => {
            let id = program.method_id(judge.state.instance(inst).method);
            Some(Step { place: start(judge, inst), message: format!("returned by \"{id}\"") })
        }
        NodeInfo::Field(_, field) | NodeInfo::Static(field) => {
            let data = program.field(field);
            let method = *program.class(data.class).methods.first()?;
            let mut at = place(program, method, 0, None, None);
            at.token = Some(program.str(data.name).to_owned());
            Some(Step { place: at, message: format!("kept in field \"{}\"", program.field_id(field)) })
        }
        NodeInfo::Elements(_) | NodeInfo::Exception(_) | NodeInfo::Throw(..) | NodeInfo::Synthetic(_) => None,
    }
}

fn start(judge: &Judge<'_, '_>, inst: crate::pointsto::InstId) -> Place {
    let instance = judge.state.instance(inst);
    let line = instance.code.as_ref().and_then(|code| line_of(&code.body.lines, 0));
    let name = judge.program.str(judge.program.method(instance.method).name).to_owned();
    place(judge.program, instance.method, 0, line, Some(&name))
}
