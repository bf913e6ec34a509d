//! Calls that hand on what proxies are asked: the member is a parameter, and all that it can be are methods of the interfaces that
//! proxies are made for, or of `Object`. However many these are, the list is what an interface says, and no look-up could be
//! narrower. Where the interface is not known, the call that makes the proxy is where that is told. Must not know findings.

use super::rows::Row;
use super::tiers::{Judge, Judgement};
use super::view::View;
use crate::base::FxHashSet;
use crate::heap::{MemberKind, ObjId, Site};
use crate::ir::facts::{Def, Facts};
use crate::program::{ClassId, MethodId};
use crate::reflection::{Effect, Role, SiteKey};
use crate::result::Tier;

/// Marks the rows of such calls, and of those that run no code of what they list.
pub(super) fn mark(rows: &mut [Row], judge: &Judge<'_, '_>) {
    let proxied = proxied(judge);
    for row in rows {
        let Some(key) = row.key else { continue };
        let hands_on = match (row.row.tier, &mut row.judgement) {
            (Tier::Proven | Tier::Sound, _) => !proxied.is_empty() && hands_on(judge, key, &proxied),
            (_, Some(judgement)) => {
                let is_asked = is_asked_of_proxy(judge, key, judgement, &proxied);
                judgement.told_elsewhere |= is_asked;
                is_asked
            }
            (_, None) => false,
        };
        row.row.may_be_many = hands_on || View::api(key).runs_no_code();
    }
}

/// The interfaces that proxies are made for, with those above them; and the class that answers for what all objects have.
fn proxied(view: &View<'_, '_>) -> FxHashSet<ClassId> {
    let program = view.program;
    let makes = view.sites.iter().filter(|(key, _)| View::api(**key).position(Role::Handler).is_some());
    let interfaces = makes.flat_map(|(_, site)| &site.effects).filter_map(|effect| match effect {
        Effect::Class(ty) => program.class_of(*ty),
        _ => None,
    });
    let mut found: FxHashSet<ClassId> = FxHashSet::default();
    for interface in interfaces {
        found.insert(program.well_known().object);
        found.extend(program.supertypes(interface));
    }
    found
}

fn hands_on(view: &View<'_, '_>, key: SiteKey, proxied: &FxHashSet<ClassId>) -> bool {
    let (site, api) = (&view.sites[&key], View::api(key));
    let of_proxy = |effect: &Effect| match effect {
        Effect::Method(method) => proxied.contains(&view.program.method(*method).class),
        _ => false,
    };
    let member = api.argument(Role::Member, &site.vars).filter(|_| api.acts_on() == Some(MemberKind::Method));
    let (Some(member), Some(body)) = (member, view.body_of(site)) else { return false };
    let facts = Facts::of(body);
    matches!(facts.def(facts.behind_casts(member)), Def::Param) && site.effects.iter().all(of_proxy)
}

/// Whether all that is unknown at a call of a method is which method a proxy was asked for, and of what class the object is that is asked in
/// its place: the call names nothing itself, and is as a call of the method by an instruction.
fn is_asked_of_proxy(judge: &Judge<'_, '_>, key: SiteKey, judgement: &Judgement, proxied: &FxHashSet<ClassId>) -> bool {
    if View::api(key).acts_on() != Some(MemberKind::Method) || judgement.empty.is_some() {
        return false;
    }
    let is_parameter = is_asked_method_itself(judge, key);
    let is_handed = |&(role, obj): &(Role, ObjId)| match role {
        Role::Member => is_parameter || is_given_by_proxy(judge, obj),
        Role::Receiver => true,
        _ => false,
    };
    // What calls made through it do not know is another matter.
    let is_own = |&origin| judgement.unknown.iter().any(|&(_, obj)| judge.originates_at(obj, origin));
    let is_member_unknown = judgement.unknown.iter().any(|&(role, _)| role == Role::Member);
    !judgement.unknown.is_empty()
        && judgement.unknown.iter().all(is_handed)
        && judgement.origins.iter().all(is_own)
        && (is_member_unknown || hands_on(judge, key, proxied))
}

/// Whether an unknown method is what a handler is handed: by a proxy of interfaces that nobody knows, or by proxies that others make.
fn is_given_by_proxy(view: &View<'_, '_>, obj: ObjId) -> bool {
    match view.heap.kind(obj).origin().map(|origin| view.heap.site_data(origin)) {
        Some(Site::At(method, offset)) => {
            view.site_at(method, offset).is_some_and(|key| View::api(key).position(Role::Handler).is_some())
        }
        Some(Site::Param(method, index)) => is_asked_method(view, method, index),
        _ => false,
    }
}

/// Whether the method that is called is that which the handler it stands in is told.
fn is_asked_method_itself(view: &View<'_, '_>, key: SiteKey) -> bool {
    let (site, api) = (&view.sites[&key], View::api(key));
    let (Some(member), Some(body)) = (api.argument(Role::Member, &site.vars), view.body_of(site)) else { return false };
    // `this` comes before the parameters.
    let index = Facts::of(body).behind_casts(member).0.checked_sub(1).and_then(|index| u16::try_from(index).ok());
    site.written && index.is_some_and(|index| is_asked_method(view, site.method, index))
}

/// Whether it is the parameter by which a handler is told what its proxy was asked for.
fn is_asked_method(view: &View<'_, '_>, method: MethodId, index: u16) -> bool {
    let program = view.program;
    let (known, data) = (program.well_known(), program.method(method));
    let answers = |&of: &MethodId| {
        let of = program.method(of);
        (of.name, of.desc) == (data.name, data.desc)
    };
    let given = program.method_desc(data.desc).params.get(usize::from(index)).copied();
    given == Some(program.class_type(known.method))
        && program.is_subclass(data.class, known.invocation_handler)
        && program.class(known.invocation_handler).methods.iter().any(answers)
}
