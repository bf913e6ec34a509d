//! `java.beans.EventHandler.create`: an object whose methods call one of a target by its name (docs/analysis.md, Beans). It is called
//! where it is made: who calls the object is not asked. Must not know how methods are found.

use crate::classpath::Origin;
use crate::heap::{ObjId, ObjKind};
use crate::ir::{ConstValue, facts};
use crate::pointsto::{Cx, Outcome};
use crate::program::{MethodId, Program, access, lookup};

use super::super::rule::Rule;
use super::super::state::State;
use super::super::state::call::{ApiCallId, NamedPart, Node};
use super::super::terms::rules::RuleName;
use super::super::terms::site::{Problem, Role};
use super::by_name::Finds;

#[derive(Debug)]
pub(in crate::reflection) struct EventHandlers;

impl Rule for EventHandlers {
    fn name(&self) -> RuleName {
        RuleName("event-handlers")
    }

    /// The object is a proxy, which its body makes.
    fn outcome(&self, _: &Program, _: MethodId) -> Outcome {
        Outcome::AlsoAnalyse
    }

    fn met(&self, state: &mut State, cx: &mut Cx<'_, '_>, call: ApiCallId, _: MethodId) {
        if state.calls[call].origin == Origin::Jdk {
            return;
        }
        state.watch_named(cx, call);
        for (role, part) in [(Role::Receiver, NamedPart::Target), (Role::Name, NamedPart::Name)] {
            let to = state.node(cx, Node::NamedAt(call, part));
            if let Some(from) = state.calls[call].input(role) {
                cx.edge(from, to);
            }
        }
        if state.passes_event(cx, call) != [Some(0)] {
            // The event, or what its properties have.
            let (site, bound) = (state.calls[call].view.site, cx.heap.types().object);
            let bag = state.bag(cx, call);
            cx.add(bag, cx.heap.intern(ObjKind::Opaque { site, bound }));
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
        if state.calls[call].origin == Origin::Jdk {
            return;
        }
        match role {
            // What the object gives back is not followed.
            Role::Mirror => {
                if !objects.iter().all(|&(_, kind)| gives_nothing(cx.program, kind)) {
                    state.problem(call, Problem::NotModelled);
                }
            }
            Role::Member => state.note_named(cx, call),
            _ => {
                let counts = state.passes_event(cx, call);
                state.call_named(cx, call, Finds::Event, &counts);
            }
        }
    }

    fn specified(&self, state: &mut State, cx: &mut Cx<'_, '_>, call: ApiCallId, objects: &[(ObjId, ObjKind)]) {
        state.run_specified(cx, call, objects);
    }
}

impl State {
    /// With how many arguments the method is called: with one if a property of the event is named.
    fn passes_event(&self, cx: &Cx<'_, '_>, call: ApiCallId) -> Vec<Option<usize>> {
        let this = &self.calls[call];
        // Not each overload takes one.
        if this.api.argument(Role::Property, &this.view.args).is_none() {
            return vec![Some(0)];
        }
        let code = cx.code(this.view.caller);
        match this.var(Role::Property).and_then(|var| facts::constant_of(&code.as_ref()?.body, var)) {
            Some(ConstValue::Null) => vec![Some(0)],
            Some(ConstValue::Str { .. }) => vec![Some(1)],
            _ => vec![Some(0), Some(1)],
        }
    }
}

/// Whether the methods of an interface give nothing.
fn gives_nothing(program: &Program, kind: ObjKind) -> bool {
    let ObjKind::Class { ty } = kind else { return false };
    lookup::public_methods(program, ty).iter().all(|&method| {
        let data = program.method(method);
        data.access & access::ABSTRACT == 0 || program.method_desc(data.desc).ret == program.void()
    })
}
