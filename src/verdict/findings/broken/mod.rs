//! RC3003 to RC3011: calls whose class or member is there, and that fail for what it is or for what they are given
//! (docs/analysis.md, Calls that can only fail). Owns which calls are looked at; each file beside it knows the failures of some. Must not know policy or formats.
//!
//! A failure is said where everything that can arrive fails. Where something unknown can arrive besides it is possible, and
//! where a known input works nothing is said: sets are of all contexts together, so which goes with which is not known.

mod access;
mod accessible;
mod arrays;
mod call;
mod casts;
mod elsewhere;
mod fields;
mod fit;
mod handle_types;
mod handles;
mod look_ups;
mod members;
mod named;
mod proxies;
mod throws;

use super::super::rows::Row;
use super::super::view::View;
use super::case::{Case, at};
use crate::base::FxHashMap;
use crate::heap::{MemberKind, SiteId};
use crate::reflection::Attempt;
use crate::result::{CodeOrigin, Finding, Tier};
use accessible::Accessible;
use call::{Call, Failure, certainty};

/// The failure of a call by what it attempts.
fn failure(call: &Call<'_, '_, '_>, attempt: Attempt) -> Option<Failure> {
    match attempt {
        Attempt::NewInstance => members::class_new_instance(call),
        Attempt::Construct => members::constructor_new_instance(call),
        Attempt::Invoke => members::invoke(call),
        Attempt::ReadField(of) => fields::access(call, of, false),
        Attempt::WriteField(of) => fields::access(call, of, true),
        Attempt::NewArray => members::array_new_instance(call),
        Attempt::NewProxy => proxies::make(call),
        Attempt::WrapHandle => proxies::wrap_handle(call),
        Attempt::Unreflect(sought) => handles::unreflect(call, sought),
        Attempt::EnumConstant => named::enum_value_of(call),
        Attempt::FieldUpdater(of) => named::updater(call, of),
        Attempt::FieldOffset { is_static } => fields::offset(call, is_static),
        Attempt::Bundle => named::bundle(call),
        Attempt::FindFactory => named::factory(call),
        // The look-up of a field by its name alone is the business of the look-up itself.
        Attempt::FindMember { kind: MemberKind::Field, .. } => None,
        Attempt::FindMember { kind, declared } => look_ups::find(call, kind, declared),
        Attempt::FindHandle(_) => handles::find(call),
        Attempt::CallHandle => handles::invoke(call, false),
        Attempt::CallHandleExactly => handles::invoke(call, true),
        Attempt::CallHandleWithArray => handles::invoke_with_array(call),
        // Of calls that are no sites, or not all of whose are.
        Attempt::ArrayLength
        | Attempt::ReadElement(_)
        | Attempt::WriteElement(_)
        | Attempt::BindHandle
        | Attempt::PrivateLookup
        | Attempt::ReadDescriptor
        | Attempt::MakeAccessible
        | Attempt::TryMakeAccessible
        | Attempt::AsSubclass
        | Attempt::CastObject => None,
    }
}

pub(super) fn find(case: &Case<'_, '_, '_>) -> Vec<Finding> {
    let view: &View<'_, '_> = case.judge;
    if view.exhausted.is_some() || !view.rules.are_on() {
        return Vec::new();
    }
    let ask = case.ask;
    let accessible = Accessible::read(ask);
    let mut out = Vec::new();
    let own = || case.rows().filter(|row| row.row.origin == CodeOrigin::Application);
    for row in own() {
        let Some(key) = row.key else { continue };
        let (site, api) = (&view.sites[&key], View::api(key));
        if !site.written || site.specified || case.guessed.reach(case.judge, key) {
            continue;
        }
        let call = Call { ask, accessible: &accessible, row, site, api };
        if let Some(failure) = api.attempt().and_then(|attempt| failure(&call, attempt)) {
            out.push(said(&call, failure));
        }
    }
    let by_site: FxHashMap<SiteId, &Row> = own().filter_map(|row| Some((row.key?.site, row))).collect();
    casts::find(case, &by_site, &mut out);
    elsewhere::find(ask, &mut out);
    out
}

fn said(call: &Call<'_, '_, '_>, failure: Failure) -> Finding {
    let Call { ask, row, site, .. } = call;
    let place = (site.method, site.offset);
    let certainty = certainty(ask, place, &site.vars, &failure, row.row.tier == Tier::Proven || !call.is_resolved());
    at(failure.rule, row, failure.summary).advice(failure.advice).certainty(certainty).build()
}
