//! APIs that are reported and not resolved, and those with nothing to find. Must not know what the others do.

use super::rule::{Answer, Rule};
use super::state::State;
use super::state::call::{ApiCall, ApiCallId, Hook};
use super::terms::rules::RuleName;
use super::terms::site::{Problem, Role};
use crate::classpath::Origin;
use crate::heap::{NO_CTX, ObjId, ObjKind};
use crate::pointsto::{Cx, Outcome, Ptr};
use crate::program::{MethodId, Program, Type, access};

/// Reported, not resolved; the JDK's own code is analysed.
#[derive(Debug)]
pub(super) struct NotModelled;

impl Rule for NotModelled {
    fn name(&self) -> RuleName {
        RuleName("not-modelled")
    }

    fn answer(&self) -> Answer {
        Answer::Reported
    }

    fn outcome(&self, _: &Program, _: MethodId) -> Outcome {
        Outcome::AlsoAnalyse
    }

    fn met(&self, state: &mut State, cx: &mut Cx<'_, '_>, call: ApiCallId, method: MethodId) {
        state.problem(call, Problem::NotModelled);
        state.note_inputs(call);
        let ApiCall { view, origin, .. } = &state.calls[call];
        for passed in view.args.iter().flatten().filter(|_| *origin != Origin::Jdk) {
            cx.escape(*passed);
        }
        if *origin != Origin::Jdk {
            let data = cx.program.method(method);
            let this = (data.access & access::STATIC == 0).then(|| cx.program.class_type(data.class));
            let types = this.into_iter().chain(cx.program.method_desc(data.desc).params.iter().copied());
            for (&arg, ty) in view.args.iter().zip(types) {
                if let (Some(handle), true) = (arg, ty == cx.heap.types().handle) {
                    cx.watch(handle, state.hooks.number(Hook::Input { call, role: Role::Handle }));
                }
            }
        }
        if let Some(handlers) = state.calls[call].input(Role::Handler) {
            state.ask_for_unknown(cx, call, Ptr::Node(handlers));
        }
        state.hook(cx, call, Role::Receiver);
        state.unknown_result(cx, call, method);
    }

    /// What is done with a handle that it is given nobody knows: it may be called. A proxy that it is called on runs its handler.
    fn objects(
        &self,
        state: &mut State,
        cx: &mut Cx<'_, '_>,
        call: ApiCallId,
        role: Role,
        objects: &[(ObjId, ObjKind)],
    ) {
        let caller = state.calls[call].view.caller;
        for &(obj, _) in objects.iter().filter(|_| role == Role::Handle) {
            if state.is_known_handle(cx, obj, caller) {
                state.let_go(cx, obj);
            }
        }
        if role != Role::Handle {
            state.ask_proxies(cx, call, objects);
        }
    }
}

/// As [`NotModelled`]; something more is known of what the call does, where the JDK does not make it.
#[derive(Debug)]
pub(super) enum NotModelledBut {
    /// What comes back is an object that the body does not show.
    GivesAny,
    /// It makes and calls objects of these types; which classes, is written elsewhere.
    Makes(&'static [&'static str]),
}

impl Rule for NotModelledBut {
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
        if state.calls[call].origin == Origin::Jdk {
            return;
        }
        match self {
            NotModelledBut::GivesAny => {
                let bound = cx.program.method_desc(cx.program.method(method).desc).ret;
                if matches!(cx.program.ty(bound), Type::Class(_)) {
                    state.make_any(cx, call, bound);
                }
            }
            NotModelledBut::Makes(types) => types.iter().for_each(|name| state.may_make(cx, call, name)),
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

/// Reported, not resolved: an object from outside.
#[derive(Debug)]
pub(super) struct ReadObject;

impl Rule for ReadObject {
    fn name(&self) -> RuleName {
        RuleName("read-object")
    }

    fn answer(&self) -> Answer {
        Answer::Listed
    }

    fn unresolved(&self) -> &'static str {
        "the bytes say which objects there are; code that reading runs is followed"
    }

    /// What reading runs is a model's business.
    fn outcome(&self, _: &Program, _: MethodId) -> Outcome {
        Outcome::AlsoAnalyse
    }

    fn met(&self, state: &mut State, cx: &mut Cx<'_, '_>, call: ApiCallId, _: MethodId) {
        state.problem(call, Problem::NotModelled);
        let ApiCall { view, origin, .. } = &state.calls[call];
        if let (Some(dst), false) = (view.dst, *origin == Origin::Jdk) {
            let bound = cx.heap.types().object;
            cx.add(dst, cx.heap.intern(ObjKind::Opaque { site: view.site, bound }));
        }
    }
}

/// Nothing but primitives comes back.
#[derive(Debug)]
pub(super) struct Plain;

impl Rule for Plain {
    fn name(&self) -> RuleName {
        RuleName("plain")
    }

    fn answer(&self) -> Answer {
        Answer::Nothing
    }

    fn unresolved(&self) -> &'static str {
        "gives neither class, member nor name"
    }

    /// Nothing but the call itself matters: it is of the method that the receiver selects.
    fn is_of_receiver(&self, program: &Program, method: MethodId) -> bool {
        !is_final(program, method)
    }
}

impl State {
    /// What comes back from an API that no rule covers: an unknown class, member or string is a token whose origin is the
    /// call, so that what is done with it shows as unknown. An instance is what the API's body gives, if that is analysed.
    fn unknown_result(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId, method: MethodId) {
        let ApiCall { is_off, view, origin, .. } = &self.calls[call];
        let jdk = *origin == Origin::Jdk;
        let switched_off = *is_off;
        let (Some(dst), false) = (view.dst, jdk && !switched_off) else { return };
        let ty = cx.program.method_desc(cx.program.method(method).desc).ret;
        let (value, to) = match cx.program.ty(ty) {
            Type::Array(element) => {
                let array = cx.heap.alloc(view.site, ty, NO_CTX);
                (element, Some(array))
            }
            _ => (ty, None),
        };
        let unknown = match cx.heap.unknown(view.site, value, matches!(cx.program.ty(value), Type::Class(_))) {
            // Instances: where a rule is switched off its answer is unknown as a whole.
            Some(obj) if matches!(cx.heap.kind(obj), ObjKind::Opaque { .. }) => {
                let bound = cx.heap.types().object;
                let instance = switched_off && !jdk;
                instance.then(|| {
                    cx.heap.intern(ObjKind::UnknownInstance { site: view.site, bound, lazy: false, outside: false })
                })
            }
            other => other,
        };
        let Some(unknown) = unknown else { return };
        match to {
            Some(array) => {
                cx.add(dst, array);
                cx.add(Ptr::Elements(array), unknown);
            }
            None => cx.add(dst, unknown),
        }
    }
}

fn is_final(program: &Program, method: MethodId) -> bool {
    let data = program.method(method);
    data.access & (access::FINAL | access::STATIC) != 0 || program.class(data.class).access & access::FINAL != 0
}
