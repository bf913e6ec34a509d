//! `DriverManager`: the drivers that a connection is asked of are the services of the class path and what the program registers.
//! Must not know what they do.

use super::super::calls::making::type_named;
use super::super::rule::{Answer, Rule};
use super::super::state::State;
use super::super::state::call::ApiCallId;
use super::super::state::services::Candidate;
use super::super::terms::rules::RuleName;
use super::super::terms::site::{Effect, Problem, Role};
use super::providers::find_candidates;
use crate::classpath::Origin;
use crate::heap::{ObjId, ObjKind};
use crate::pointsto::{Cx, Outcome, Ptr};
use crate::program::{MethodId, Program};

const DRIVER: &str = "java/sql/Driver";

/// Asks all drivers in turn (`DriverManager.getConnection`, `getDriver`); the JDK's own code calls them.
#[derive(Debug)]
pub(in crate::reflection) struct AskDrivers;

impl Rule for AskDrivers {
    fn name(&self) -> RuleName {
        RuleName("drivers")
    }

    fn finds_declared(&self) -> bool {
        true
    }

    fn outcome(&self, _: &Program, _: MethodId) -> Outcome {
        Outcome::AlsoAnalyse
    }

    fn met(&self, state: &mut State, cx: &mut Cx<'_, '_>, call: ApiCallId, called: MethodId) {
        state.drivers.calls.push(call);
        answered_by_hidden(state, cx, call, called);
        for ty in state.drivers.registered.clone() {
            state.effect(call, Effect::Class(ty));
        }
        if state.drivers.any {
            state.problem(call, Problem::NotModelled);
        }
        let Some(service) = type_named(cx.program, DRIVER) else { return };
        for &candidate in find_candidates(cx.program, service, "java.sql.Driver", false).iter() {
            match candidate {
                Candidate::Usable { class, .. } => state.effect(call, Effect::Class(cx.program.class_type(class))),
                Candidate::Supplied(ty) => {
                    state.effect(call, Effect::Class(ty));
                    state.problem(call, Problem::Supplied);
                }
                Candidate::Unreadable => state.problem(call, Problem::OutsideWorld),
                // What cannot be loaded is passed over (`DriverManager.ensureDriversInitialized`).
                Candidate::Broken(_) => {}
            }
        }
    }
}

/// A driver whose code is not looked at registers itself where nobody sees it (its static initialiser, JDBC 4.3, 9.2.1), and what it
/// gives nobody knows.
fn answered_by_hidden(state: &State, cx: &mut Cx<'_, '_>, call: ApiCallId, called: MethodId) {
    let program = cx.program;
    let driver = program.find_class(DRIVER);
    let is_hidden = driver.is_some_and(|driver| {
        let below = program.subtypes_outside_jdk(driver);
        below.iter().any(|&class| program.class(class).origin != Origin::Application && cx.is_hidden(class))
    });
    let (view, ret) = (&state.calls[call].view, program.method_desc(program.method(called).desc).ret);
    let value = cx.heap.unknown_of(view.site, ret).filter(|_| is_hidden);
    if let (Some(dst), Some(value)) = (view.dst, value) {
        cx.add(Ptr::Node(dst), value);
    }
}

/// `DriverManager.registerDriver`.
#[derive(Debug)]
pub(in crate::reflection) struct RegisterDriver;

impl Rule for RegisterDriver {
    fn name(&self) -> RuleName {
        RuleName("drivers")
    }

    fn answer(&self) -> Answer {
        Answer::Nothing
    }

    fn unresolved(&self) -> &'static str {
        "a driver that `getConnection` may ask"
    }

    fn outcome(&self, _: &Program, _: MethodId) -> Outcome {
        Outcome::AlsoAnalyse
    }

    fn objects(&self, state: &mut State, cx: &mut Cx<'_, '_>, _: ApiCallId, _: Role, objects: &[(ObjId, ObjKind)]) {
        for &(obj, kind) in objects {
            let is_known = !kind.is_token() && !matches!(kind, ObjKind::Opaque { .. } | ObjKind::Proxy { .. });
            let ty = cx.heap.ty(obj);
            let is_new = if is_known { state.drivers.registered.insert(ty) } else { !state.drivers.any };
            state.drivers.any |= !is_known;
            for &call in state.drivers.calls.iter().filter(|_| is_new) {
                if is_known {
                    state.effect(call, Effect::Class(ty));
                } else {
                    state.problem(call, Problem::NotModelled);
                }
            }
        }
    }
}

impl State {
    /// Where there is no driver, the class path lacks the one that the program runs with.
    pub(in crate::reflection) fn note_missing_drivers(&self) {
        for &call in &self.drivers.calls {
            if self.sites.borrow().get(&self.calls[call].site).is_some_and(|site| site.effects.is_empty()) {
                self.problem(call, Problem::NotModelled);
            }
        }
    }
}
