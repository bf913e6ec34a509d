//! How a finding names the unknown value that decides a call: by what is next to the call, by what callers pass for it, or by its
//! origin. Owns which of them says most. Must not know how values are searched, or rules.

use super::super::asked::key_at;
use super::super::outside::kind_of;
use super::super::rows::Row;
use super::super::view::View;
use super::case::Case;
use super::deciding::{input, is_read, is_told, member, subject};
use super::nearest::{Decides, Value, deciding};
use super::passed::passed;
use crate::heap::{MemberKind, ObjId, Site, SiteId};
use crate::ir::Op;
use crate::ir::facts::Facts;
use crate::reflection::Role;
use crate::result::Input;

/// How a finding names what decides at a call.
pub(super) struct Told {
    pub(super) subject: String,
    /// Where it is read; none of the object that the method is called on, and of what comes from afar.
    pub(super) input: Option<Input>,
    /// The constant by which the input is asked for.
    pub(super) key: Option<String>,
    /// Nothing else decides.
    pub(super) is_alone: bool,
    /// It names nothing, but is a member itself, of this kind.
    pub(super) member: Option<MemberKind>,
}

/// What decides at a call whose first origin is `origin`: what is next to it, or the origin, where that says more or the code does
/// not say it.
pub(super) fn told(case: &Case<'_, '_, '_>, row: &Row, origin: SiteId) -> Told {
    nearest(case, row, origin).unwrap_or_else(|| {
        let is_near = !is_from_afar(case, row, origin);
        let input = is_near.then(|| input(case.judge, origin)).flatten();
        Told {
            subject: subject(case.judge, origin),
            key: input.as_ref().and_then(|_| key_at(case.judge, origin)),
            input,
            is_alone: row.judgement.as_ref().is_some_and(|j| j.origins.len() == 1),
            member: member(case.judge, origin),
        }
    })
}

/// Whether all that is unknown is what code decides that the call runs, by a value of which nobody sees how it comes there.
pub(super) fn is_from_afar(case: &Case<'_, '_, '_>, row: &Row, origin: SiteId) -> bool {
    let is_at_call = match case.judge.heap.site_data(origin) {
        Site::At(method, _) | Site::Param(method, _) => method == row.source,
        _ => false,
    };
    let is_of_others = row.judgement.as_ref().is_some_and(|j| j.unknown.is_empty());
    is_of_others && !is_at_call && !is_told(case, row, origin)
}

fn nearest(case: &Case<'_, '_, '_>, row: &Row, origin: SiteId) -> Option<Told> {
    let unknown = &row.judgement.as_ref()?.unknown;
    // The message is about what the first of them is to the call.
    let is_first =
        |role: Role| unknown.first().is_some_and(|&(first, _)| (first == Role::Handler) == (role == Role::Handler));
    let unknown: Vec<(Role, ObjId)> = unknown.iter().copied().filter(|&(role, _)| is_first(role)).collect();
    let found = deciding(case, row.key?, &unknown);
    let (decides, is_alone) = before(case, row, *found.first()?, found.len() == 1);
    let Decides { value, of_class } = decides;
    let (subject, input, key) = match value {
        Value::From(site) => (subject(case.judge, site), input(case.judge, site), key_at(case.judge, site)),
        Value::This => ("the object itself".to_owned(), None, None),
    };
    let member = match value {
        Value::From(site) if !of_class => member(case.judge, site).or_else(|| given_as_member(case, row, site)),
        _ => None,
    };
    let subject = if of_class { format!("the class of {subject}") } else { subject };
    let says_more = key.is_some() || !is_told(case, row, origin);
    let key = key.filter(|_| input.is_some());
    says_more.then_some(Told { subject, input, key, is_alone, member })
}

/// What is told in place of what is next to a call, and whether it is alone: of a parameter of a method what callers pass for it, if
/// that is one value, or if one of them has a name by which it is read from outside.
fn before(case: &Case<'_, '_, '_>, row: &Row, next: Decides, is_alone: bool) -> (Decides, bool) {
    let judge = case.judge;
    let Value::From(site) = next.value else { return (next, is_alone) };
    let Site::Param(method, index) = judge.heap.site_data(site) else { return (next, is_alone) };
    let origins: Vec<SiteId> = row.judgement.iter().flat_map(|j| &j.origins).copied().collect();
    if origins.contains(&site) {
        return (next, is_alone);
    }
    let passed = passed(case, &origins, (method, index), next.of_class);
    let is_keyed = |decides: &&Decides| match decides.value {
        Value::From(site) => key_at(judge, site).is_some() || is_read(kind_of(judge, site)),
        Value::This => false,
    };
    match (passed.found.iter().find(is_keyed), passed.found.len()) {
        (Some(&keyed), many) => (keyed, is_alone && many == 1 && passed.is_all),
        (None, 1) if passed.is_all => (passed.found[0], is_alone),
        _ => (next, is_alone),
    }
}

/// What sort of member a value is that comes to a call as the member it acts on, be it cast to that alone.
fn given_as_member(case: &Case<'_, '_, '_>, row: &Row, from: SiteId) -> Option<MemberKind> {
    let (judge, key) = (case.judge, row.key?);
    let (site, api) = (&judge.sites[&key], View::api(key));
    let &var = site.vars.get(api.position(Role::Member)?)?;
    let facts = Facts::of(judge.body_of(site)?);
    let place = match facts.stmt(facts.behind_casts(var)).map(|stmt| (&stmt.op, stmt.offset)) {
        Some((Op::Invoke { .. }, offset)) if judge.site_at(site.method, offset).is_none() => {
            Site::At(site.method, offset)
        }
        Some((Op::GetField { field, .. } | Op::GetStatic { field, .. }, _)) => {
            Site::Field(judge.program.resolve_field(*field)?)
        }
        _ => return None,
    };
    (judge.heap.site(place) == from).then(|| api.acts_on()).flatten()
}
