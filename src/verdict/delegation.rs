//! Calls that hand on what proxies are asked: the member is a parameter, and all that it can be are methods of the interfaces that
//! proxies are made for, or of `Object`. However many these are, the list is what an interface says, and no look-up could be
//! narrower. Must not know findings.

use super::rows::Row;
use super::view::View;
use crate::base::FxHashSet;
use crate::heap::MemberKind;
use crate::ir::facts::{Def, Facts};
use crate::program::ClassId;
use crate::reflection::{Effect, Role, SiteKey};
use crate::result::Tier;

/// Marks the rows of such calls.
pub(super) fn mark(rows: &mut [Row], view: &View<'_, '_>) {
    let proxied = proxied(view);
    for row in rows.iter_mut().filter(|row| matches!(row.row.tier, Tier::Proven | Tier::Sound)) {
        row.row.hands_on = !proxied.is_empty() && row.key.is_some_and(|key| hands_on(view, key, &proxied));
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
