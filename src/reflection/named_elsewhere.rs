//! Calls that make objects of classes which a configuration, an environment or a property names: which, is not followed, but they
//! are of known types, and what the application has of these may be made and called. Must not know where names come from.

use super::call::ApiCallId;
use super::making::type_named;
use super::reported::NotModelled;
use super::rule::{Answer, Rule};
use super::rules::RuleName;
use super::site::Role;
use super::state::State;
use crate::classpath::Origin;
use crate::heap::{NO_CTX, ObjId, ObjKind};
use crate::pointsto::{Args, Cx, EdgeKind, Outcome, Receiver, ReflectiveCall};
use crate::program::{MethodId, Program, access, lookup};

/// As [`NotModelled`]; the objects that may be made are of these types.
#[derive(Debug)]
pub(super) struct NamedElsewhere(pub(super) &'static [&'static str]);

impl Rule for NamedElsewhere {
    fn name(&self) -> RuleName {
        NotModelled.name()
    }

    fn answer(&self) -> Answer {
        Answer::Reported
    }

    fn outcome(&self, _: &Program, _: MethodId) -> Outcome {
        Outcome::AlsoAnalyse
    }

    fn met(&self, state: &mut State, cx: &mut Cx<'_, '_>, call: ApiCallId, method: MethodId) {
        NotModelled.met(state, cx, call, method);
        if state.calls[call].origin != Origin::Jdk {
            for &name in self.0 {
                state.may_make(cx, call, name);
            }
        }
    }

    fn objects(
        &self,
        state: &mut State,
        cx: &mut Cx<'_, '_>,
        call: ApiCallId,
        role: Role,
        objects: &[(ObjId, ObjKind)],
    ) {
        NotModelled.objects(state, cx, call, role, objects);
    }
}

impl State {
    /// Each class of the application below a type that can be made without arguments, with the methods of the type called.
    fn may_make(&self, cx: &mut Cx<'_, '_>, call: ApiCallId, name: &str) {
        let (program, view) = (cx.program, &self.calls[call].view);
        let (caller, site) = (view.caller, view.site);
        let Some(ty) = type_named(program, name) else { return };
        for &class in program.class_of(ty).map(|class| program.subtypes_outside_jdk(class)).unwrap_or_default() {
            let data = program.class(class);
            let is_made = data.access & (access::ABSTRACT | access::INTERFACE) == 0;
            let own = program.class_type(class);
            let constructor = lookup::get_constructor(program, own, &[]);
            let (Some(constructor), true) = (constructor, is_made && data.origin == Origin::Application) else {
                continue;
            };
            cx.initialise(class);
            let obj = cx.heap.intern(ObjKind::Instance { site, ty: own, ctx: NO_CTX });
            let methods = lookup::public_methods(program, ty).iter().copied();
            let called = methods.filter(|&method| program.origin_of(method) == Origin::Jdk);
            let selected = called.filter_map(|method| program.select(class, method));
            let selected = selected.filter(|&method| program.origin_of(method) != Origin::Jdk);
            for callee in [constructor].into_iter().chain(selected) {
                cx.call(ReflectiveCall {
                    caller,
                    site,
                    callee,
                    receiver: Receiver::Obj(obj),
                    args: Args::Unknown,
                    ret: None,
                    throw: None,
                    kind: EdgeKind::Model,
                });
            }
        }
    }
}
