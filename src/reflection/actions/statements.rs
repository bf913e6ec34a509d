//! `java.beans.Statement` and `Expression`: what they are made of, and that it is called when they are executed
//! (docs/analysis.md, Beans). Must not know how methods are found.

use crate::classpath::Origin;
use crate::heap::{ObjId, ObjKind, Site};
use crate::pointsto::{Cx, Outcome, Receivers};
use crate::program::{MethodId, Program};

use super::super::calls::arguments;
use super::super::calls::making::{tell, type_named};
use super::super::rule::Rule;
use super::super::state::State;
use super::super::state::call::{ApiCallId, NamedPart, Node};
use super::super::terms::method::NO_METHOD;
use super::super::terms::rules::RuleName;
use super::super::terms::site::{Problem, Role};
use super::by_name::Finds;

/// What is done with a statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::reflection) enum Statements {
    /// It is made of a target, a name and an array, and may have its value from the beginning.
    Make,
    /// It is given its value.
    Set,
    Execute,
}

impl Rule for Statements {
    fn name(&self) -> RuleName {
        RuleName("statements")
    }

    fn outcome(&self, _: &Program, _: MethodId) -> Outcome {
        Outcome::AlsoAnalyse
    }

    /// What the JDK's own statements do is all that is said here; subclasses may answer themselves.
    fn outcome_in(&self, origin: Origin, program: &Program, method: MethodId) -> Outcome {
        match self {
            Statements::Execute if origin != Origin::Jdk => Outcome::HandledOf(Receivers::OfJdk),
            _ => self.outcome(program, method),
        }
    }

    /// What the JDK makes and executes itself stays with it.
    fn met(&self, state: &mut State, cx: &mut Cx<'_, '_>, call: ApiCallId, _: MethodId) {
        if *self != Statements::Execute || state.calls[call].origin == Origin::Jdk {
            return;
        }
        state.watch_named(cx, call);
        state.refuse(cx, call);
        if let Some(dst) = state.calls[call].view.dst {
            let value = state.node(cx, Node::NamedAt(call, NamedPart::Value));
            cx.edge(value, dst);
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
            Role::Mirror => {
                for &(obj, kind) in objects {
                    state.statement(cx, call, *self, (obj, kind));
                }
            }
            Role::Arguments => state.add_arrays(cx, call, objects),
            Role::Member => state.note_named(cx, call),
            _ => {
                state.note_named(cx, call);
                state.execute(cx, call);
            }
        }
    }

    fn specified(&self, state: &mut State, cx: &mut Cx<'_, '_>, call: ApiCallId, objects: &[(ObjId, ObjKind)]) {
        state.run_specified(cx, call, objects);
    }
}

impl State {
    /// A statement comes to a call that makes it, gives it its value or executes it.
    fn statement(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId, how: Statements, (obj, kind): (ObjId, ObjKind)) {
        let view = &self.calls[call].view;
        let dst = view.dst;
        let given = self.calls[call].input(Role::Value);
        let value = self.node(cx, Node::Named(obj, NamedPart::Value));
        match how {
            Statements::Make => {
                // The array is the last one.
                let count = arguments::elements(cx, &self.calls[call].view, None);
                let count = count.map(|elements| elements.slots.len());
                let is_new = self.statements.counts.entry(obj).or_default().insert(count);
                let executing = self.statements.executing.get(&obj).cloned().unwrap_or_default();
                executing.into_iter().filter(|_| is_new).for_each(|call| self.execute(cx, call));
                let parts = [NamedPart::Target, NamedPart::Name, NamedPart::Arguments];
                for (part, argument) in parts.into_iter().zip(self.calls[call].passed().to_vec()) {
                    let to = self.node(cx, Node::Named(obj, part));
                    if let Some(argument) = argument {
                        cx.edge(argument, to);
                    }
                }
                if let Some(given) = given {
                    cx.edge(given, value);
                }
            }
            Statements::Set => {
                if let Some(given) = given {
                    cx.edge(given, value);
                }
            }
            Statements::Execute => {
                // A subclass may say itself what is called (`Statement.getTarget`), and of one that is made elsewhere nothing is known.
                if !is_plain(cx, (obj, kind)) {
                    self.problem(call, Problem::NotModelled);
                    self.call_unknown(cx, call, None, Some(kind));
                }
                self.statements.executed.entry(call).or_default().insert(obj);
                self.statements.executing.entry(obj).or_default().insert(call);
                for part in [NamedPart::Target, NamedPart::Name, NamedPart::Arguments] {
                    let (from, to) = (self.node(cx, Node::Named(obj, part)), self.node(cx, Node::NamedAt(call, part)));
                    cx.edge(from, to);
                }
                let result = self.node(cx, Node::NamedAt(call, NamedPart::Value));
                cx.edge(result, value);
                if let Some(dst) = dst {
                    cx.edge(value, dst);
                }
            }
        }
    }

    /// A call may find no method.
    fn refuse(&self, cx: &mut Cx<'_, '_>, call: ApiCallId) {
        let thrown = NO_METHOD.iter().filter_map(|name| type_named(cx.program, name));
        let (Some(throw), Some(ty)) = (self.calls[call].view.throw, thrown.into_iter().next()) else { return };
        let error = cx.heap.intern(ObjKind::Merged { ty });
        tell(cx, error);
        cx.add(throw, error);
    }

    /// Calls what the statements of a call say.
    fn execute(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId) {
        let executed = self.statements.executed.get(&call).into_iter().flatten();
        let counts = executed.filter_map(|obj| self.statements.counts.get(obj)).flatten().copied();
        let counts: Vec<Option<usize>> = counts.collect();
        self.call_named(cx, call, Finds::Statement, &counts);
    }
}

/// Whether it is a statement of the JDK's own class that code outside it makes.
fn is_plain(cx: &Cx<'_, '_>, (obj, kind): (ObjId, ObjKind)) -> bool {
    let of_jdk = cx.program.class_of(cx.heap.ty(obj)).map(|class| cx.program.class(class).origin);
    let (ObjKind::Alloc { site, .. } | ObjKind::Instance { site, .. }) = kind else { return false };
    let made_at = cx.heap.site_data(site);
    matches!(made_at, Site::At(method, _) if cx.program.origin_of(method) != Origin::Jdk) && of_jdk == Some(Origin::Jdk)
}
