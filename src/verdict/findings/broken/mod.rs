//! RC3003 to RC3011: calls whose class or member is there, and that fail for what it is or for what they are given
//! (docs/analysis.md, Calls that can only fail). Owns which calls are looked at; each file beside it knows the failures of some. Must not know policy or formats.
//!
//! A failure is said where everything that can arrive fails. Where something unknown can arrive besides it is possible, and
//! where a known input works nothing is said: sets are of all contexts together, so which goes with which is not known.

mod access;
mod accessible;
mod call;
mod casts;
mod elsewhere;
mod fields;
mod fit;
mod handles;
mod look_ups;
mod members;
mod named;
mod proxies;
mod throws;

use super::super::rows::Row;
use super::super::values::Asker;
use super::super::view::View;
use super::case::{Case, at};
use crate::base::FxHashMap;
use crate::heap::SiteId;
use crate::result::{CodeOrigin, Finding, Tier};
use accessible::Accessible;
use call::{Call, Failure, certainty};

/// What is looked for at calls of an API.
type Check = fn(&Call<'_, '_, '_>) -> Option<Failure>;

/// By class and the beginning of the method's name.
const CHECKS: &[(&str, &str, Check)] = &[
    ("java/lang/Class", "newInstance", members::class_new_instance),
    ("java/lang/Class", "getMethod", look_ups::find),
    ("java/lang/Class", "getDeclaredMethod", look_ups::find),
    ("java/lang/Class", "getConstructor", look_ups::find),
    ("java/lang/Class", "getDeclaredConstructor", look_ups::find),
    ("java/lang/reflect/Constructor", "newInstance", members::constructor_new_instance),
    ("java/lang/reflect/Method", "invoke", members::invoke),
    ("java/lang/reflect/Field", "get", fields::access),
    ("java/lang/reflect/Field", "set", fields::access),
    ("java/lang/reflect/Array", "newInstance", members::array_new_instance),
    ("java/lang/reflect/Proxy", "newProxyInstance", proxies::make),
    ("java/lang/reflect/Proxy", "getProxyClass", proxies::make),
    ("java/lang/Enum", "valueOf", named::enum_value_of),
    ("java/util/concurrent/atomic/AtomicIntegerFieldUpdater", "newUpdater", named::updater),
    ("java/util/concurrent/atomic/AtomicLongFieldUpdater", "newUpdater", named::updater),
    ("java/util/concurrent/atomic/AtomicReferenceFieldUpdater", "newUpdater", named::updater),
    ("java/util/ResourceBundle", "getBundle", named::bundle),
    ("java/lang/invoke/MethodHandles$Lookup", "find", handles::find),
    ("java/lang/invoke/MethodHandle", "invoke", handles::invoke),
];

pub(super) fn find(case: &Case<'_, '_, '_>) -> Vec<Finding> {
    let view: &View<'_, '_> = case.judge;
    if view.exhausted.is_some() || !view.rules.are_on() {
        return Vec::new();
    }
    let ask = Asker::new(view);
    let accessible = Accessible::read(&ask);
    let mut out = Vec::new();
    let own = || case.rows().filter(|row| row.row.origin == CodeOrigin::Application);
    for row in own() {
        let Some(key) = row.key else { continue };
        let (site, api) = (&view.sites[&key], View::api(key));
        if !site.written || site.specified {
            continue;
        }
        let check = CHECKS.iter().find(|(class, name, _)| *class == api.class && api.name.starts_with(name));
        let Some((_, _, check)) = check else { continue };
        let call = Call { ask: &ask, accessible: &accessible, row, site, api };
        if let Some(failure) = check(&call) {
            out.push(said(&call, failure));
        }
    }
    let by_site: FxHashMap<SiteId, &Row> = own().filter_map(|row| Some((row.key?.site, row))).collect();
    casts::find(&ask, &by_site, &mut out);
    elsewhere::find(&ask, &mut out);
    out
}

fn said(call: &Call<'_, '_, '_>, failure: Failure) -> Finding {
    let Call { ask, row, site, .. } = call;
    let place = (site.method, site.offset);
    let certainty = certainty(ask, place, &site.vars, &failure, row.row.tier == Tier::Proven || !call.is_resolved());
    at(failure.rule, row, failure.summary).advice(failure.advice).certainty(certainty).build()
}
