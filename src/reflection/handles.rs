//! `MethodHandles.Lookup.find...`: the members that a handle is asked for by class and name. What is done with the handle no
//! rule answers for yet, so that each such call says so.

use crate::base::Sym;
use crate::heap::{MemberKind, ObjId, ObjKind};
use crate::pointsto::{Cx, Outcome};
use crate::program::{ClassId, MethodId, Program, access, lookup};

use super::call::ApiCallId;
use super::rule::{Answer, Rule};
use super::site::{Effect, Limit, Problem, Role};
use super::state::State;

/// Most pairs of classes and names of one call.
const PAIRS: usize = 256;

/// A handle of a member: listed, and what is done with it reported.
#[derive(Debug, Clone, Copy)]
pub(super) struct FindHandle {
    pub(super) kind: MemberKind,
    pub(super) is_static: bool,
}

impl Rule for FindHandle {
    fn name(&self) -> &'static str {
        "find-handle"
    }

    fn answer(&self) -> Answer {
        Answer::Listed
    }

    fn outcome(&self, _: &Program, _: MethodId) -> Outcome {
        Outcome::AlsoAnalyse
    }

    fn met(&self, state: &mut State, _: &mut Cx<'_, '_>, call: ApiCallId, _: MethodId) {
        state.problem(call, Problem::NotModelled);
    }

    fn objects(&self, state: &mut State, cx: &mut Cx<'_, '_>, call: ApiCallId, _: Role, _: &[(ObjId, ObjKind)]) {
        state.find_handle(cx, call, *self);
    }
}

impl State {
    /// Notes the members meant by what is known of class and name. Without the `MethodType`, each overload may be meant.
    fn find_handle(&mut self, cx: &Cx<'_, '_>, call: ApiCallId, FindHandle { kind, is_static }: FindHandle) {
        let input = |role: Role| Self::objects(cx, self.calls[call].input(role));
        let class = |&(_, kind): &(ObjId, ObjKind)| match kind {
            ObjKind::Class { ty } => cx.program.class_of(ty),
            _ => None,
        };
        let classes: Vec<ClassId> = input(Role::Class).iter().filter_map(class).collect();
        let literal = self.local_name(cx, call);
        let name = |&(_, kind): &(ObjId, ObjKind)| match kind {
            ObjKind::Str { text } if !self.rules.are_local() => Some(text),
            _ => None,
        };
        let mut names: Vec<_> = literal.into_iter().collect();
        if names.is_empty() && kind != MemberKind::Constructor {
            names.extend(self.facts.listed.expand(cx.heap, input(Role::Name)).iter().filter_map(name));
        }
        if classes.len() * names.len().max(1) > PAIRS {
            return self.problem(call, Problem::FanOut(Limit::Targets(PAIRS)));
        }
        for class in classes {
            if kind == MemberKind::Constructor {
                for method in lookup::declared_constructors(cx.program, cx.program.class_type(class)) {
                    self.effect(call, Effect::Constructor(method));
                }
            }
            for &name in &names {
                // `Lookup` resolves members as instructions do (JVMS 5.4.3).
                for &class in cx.program.supertypes(class) {
                    self.named_in(cx.program, call, class, kind, is_static, name);
                }
            }
        }
    }

    fn named_in(
        &self,
        program: &Program,
        call: ApiCallId,
        class: ClassId,
        kind: MemberKind,
        is_static: bool,
        name: Sym,
    ) {
        let fits = |flags: u16| (flags & access::STATIC != 0) == is_static;
        match kind {
            MemberKind::Method => {
                for method in program.methods_named(class, name) {
                    if fits(program.method(method).access) {
                        self.effect(call, Effect::Method(method));
                    }
                }
            }
            MemberKind::Field => {
                for field in program.fields_named(class, name) {
                    if fits(program.field(field).access) {
                        self.effect(call, Effect::Field(field));
                    }
                }
            }
            MemberKind::Constructor => {}
        }
    }
}
