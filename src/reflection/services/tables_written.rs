//! Tables of properties that are written as a whole, or by what nobody knows: if it is that of the system, factories may find any
//! name of a class there. Must not know who reads it.

use super::super::rule::{Answer, Rule};
use super::super::state::State;
use super::super::state::call::{ApiCallId, Hook};
use super::super::terms::rules::{NAMED_BY_KEY, RuleName};
use super::super::terms::site::Role;
use crate::classpath::Origin;
use crate::heap::{ObjId, ObjKind};
use crate::pointsto::{Cx, Outcome, Ptr};
use crate::program::{MethodId, Program};

/// Writes properties without saying which.
#[derive(Debug, Clone, Copy)]
pub(in crate::reflection) enum WriteMany {
    /// `System.setProperties`.
    System,
    /// A table, which may be that of the system.
    Table,
}

impl Rule for WriteMany {
    fn name(&self) -> RuleName {
        NAMED_BY_KEY
    }

    fn answer(&self) -> Answer {
        Answer::Nothing
    }

    fn unresolved(&self) -> &'static str {
        "writes properties without saying which; factories of parsers may find the name of any class there"
    }

    fn outcome(&self, _: &Program, _: MethodId) -> Outcome {
        match self {
            WriteMany::System => Outcome::AlsoAnalyse,
            // What they do to the table as a collection is said of all collections.
            WriteMany::Table => Outcome::Left,
        }
    }

    fn met(&self, state: &mut State, cx: &mut Cx<'_, '_>, call: ApiCallId, _: MethodId) {
        match self {
            WriteMany::System if state.calls[call].origin != Origin::Jdk => state.property_written(cx, None, None),
            WriteMany::System => {}
            WriteMany::Table => {
                if let Some(table) = table_of_system(cx.program) {
                    cx.watch(table, state.hooks.number(Hook::Input { call, role: Role::Value }));
                }
            }
        }
    }

    fn objects(&self, state: &mut State, cx: &mut Cx<'_, '_>, call: ApiCallId, _: Role, _: &[(ObjId, ObjKind)]) {
        let own = table_of_system(cx.program).and_then(|table| cx.resolve(table));
        let (own, asked) = (State::objects(cx, own), State::objects(cx, state.calls[call].input(Role::Mirror)));
        if state.calls[call].origin != Origin::Jdk && asked.iter().any(|table| own.contains(table)) {
            state.property_written(cx, None, None);
        }
    }
}

/// What `System.getProperties` gives.
fn table_of_system(program: &Program) -> Option<Ptr> {
    let system = program.find_class("java/lang/System")?;
    program.find_field(system, "props", "Ljava/util/Properties;").map(Ptr::Static)
}
