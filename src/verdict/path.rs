//! The journey of an unknown from its birth to a site, in steps a person can follow. Must not know findings.

use crate::heap::{ObjKind, SiteId};
use crate::pointsto::{Hop, NodeInfo, Paths};
use crate::reflection::Role;

use super::rows::{Row, line_of, place, place_of};
use super::tiers::Judge;
use super::{Place, Step};

/// Most nodes one search looks at.
const LIMIT: usize = 20_000;
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
        let site = &judge.sites[&key];
        for &(role, node) in site.roles.iter().filter(|(role, _)| !matches!(role, Role::Arguments | Role::Mirror)) {
            let Some(&(_, obj)) = j.unknown.iter().find(|(r, _)| *r == role) else { continue };
            if matches!(
                judge.heap.kind(obj),
                ObjKind::UnkStr { .. } | ObjKind::ClassToken { .. } | ObjKind::MemberToken { .. }
            ) {
                for hop in paths.shortest(obj, node, LIMIT) {
                    steps.extend(step(judge, hop));
                }
                break;
            }
        }
    }
    steps.truncate(STEPS);
    let short = row.row.id.rsplit('#').nth(1).unwrap_or("");
    steps.push(Step { place: row.row.place.clone(), message: format!("\"{short}\" uses it") });
    steps.dedup_by(|a, b| a.place == b.place && a.message == b.message);
    steps
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
