//! Where in the code something is done with a value: statements, what the source shows of them, and their places. Must not know
//! traces.

use crate::classpath::Origin;
use crate::heap::{Site, SiteId};
use crate::ir::facts::{Def, Facts};
use crate::ir::{Body, Op, Stmt, Var};
use crate::program::{FieldId, FieldRef, MethodId};
use crate::result::Place;

use super::super::places::place;
use super::super::tiers::Judge;
use super::step::Step;

/// Where a variable gets its value.
pub(super) enum Definition<'b> {
    Param,
    At(&'b Stmt),
    /// Of several variables, or of a handler.
    Other,
}

/// An instruction: its method and its offset.
pub(super) type Instruction = (MethodId, u32);

/// The code that values flow through.
pub(super) struct Code<'h, 'j, 'a> {
    pub(super) judge: &'h Judge<'j, 'a>,
}

impl Code<'_, '_, '_> {
    /// The statement that an instruction became.
    pub(super) fn statement(&self, (method, offset): Instruction) -> Option<&Stmt> {
        let code = self.judge.state.code_of(method)?;
        code.body.blocks.iter().flat_map(|block| &block.stmts).find(|stmt| stmt.offset == offset)
    }

    pub(super) fn definition<'b>(&self, body: &'b Body, var: Var) -> Option<Definition<'b>> {
        let facts = Facts::of(body);
        Some(match facts.def(var) {
            Def::Param => Definition::Param,
            Def::Stmt(block, nth) => Definition::At(body.blocks[block].stmts.get(nth as usize)?),
            Def::Phi(..) | Def::Caught(_) => Definition::Other,
        })
    }

    /// What the source shows of a statement.
    pub(super) fn token_of(&self, op: &Op) -> Option<String> {
        let program = self.judge.program;
        let name = match op {
            Op::Invoke { method, .. } => program.method_ref_data(*method).name,
            Op::GetField { field, .. }
            | Op::PutField { field, .. }
            | Op::GetStatic { field, .. }
            | Op::PutStatic { field, .. } => program.field_ref_data(*field).name,
            _ => return None,
        };
        Some(program.str(name).to_owned())
    }

    /// How a read of a field is told, and its name, which the source shows.
    pub(super) fn read(&self, field: FieldRef) -> Option<(String, String)> {
        let program = self.judge.program;
        let field = program.resolve_field(field)?;
        Some((self.read_from(field), program.str(program.field(field).name).to_owned()))
    }

    // ---- What is said in several places ------------------------------------------------------------------------------

    pub(super) fn kept_in(&self, field: FieldId) -> String {
        format!("kept in field \"{}\"", self.judge.program.field_id(field))
    }

    pub(super) fn read_from(&self, field: FieldId) -> String {
        format!("read from field \"{}\"", self.judge.program.field_id(field))
    }

    pub(super) fn passed_into(&self, callee: MethodId) -> String {
        format!("passed to \"{}\"", self.judge.program.method_id(callee))
    }

    pub(super) fn returned_by(&self, callee: MethodId) -> String {
        format!("returned by \"{}\"", self.judge.program.method_id(callee))
    }

    // ---- Places ------------------------------------------------------------------------------------------------------

    pub(super) fn at(&self, method: MethodId, offset: u32, token: Option<String>, message: String) -> Step {
        let line = self.judge.state.code_of(method).and_then(|code| code.body.line_of(offset));
        Step::new(place(self.judge.program, method, offset, line, token.as_deref()), message)
    }

    /// At a call, or what stands for one.
    pub(super) fn at_call(&self, call: Instruction, message: String) -> Step {
        let token = self.statement(call).and_then(|stmt| self.token_of(&stmt.op));
        self.at(call.0, call.1, token, message)
    }

    /// The first line of a method.
    pub(super) fn entered(&self, method: MethodId, message: &str) -> Step {
        let name = self.judge.program.str(self.judge.program.method(method).name).to_owned();
        self.at(method, 0, Some(name), message.to_owned())
    }

    /// Where a field is, if no instruction is known: its class first stores something there, or it has no place but its class.
    pub(super) fn field_place(&self, field: FieldId) -> Option<Place> {
        let (program, state) = (self.judge.program, self.judge.state);
        let data = program.field(field);
        let methods = &program.class(data.class).methods;
        let is_store = |op: &Op| match op {
            Op::PutField { field: stored, .. } | Op::PutStatic { field: stored, .. } => {
                program.resolve_field(*stored) == Some(field)
            }
            _ => false,
        };
        let stored = methods.iter().find_map(|&method| {
            let body = &state.code_of(method)?.body;
            let store = body.blocks.iter().flat_map(|b| &b.stmts).find(|stmt| is_store(&stmt.op))?;
            Some((method, store.offset, body.line_of(store.offset)))
        });
        let (method, offset, line) = stored.or_else(|| Some((*methods.first()?, 0, None)))?;
        Some(place(program, method, offset, line, Some(program.str(data.name))))
    }

    /// The instruction outside the JDK that a call is made at.
    pub(super) fn own_call(&self, site: SiteId) -> Option<Instruction> {
        match self.judge.heap.site_data(site) {
            Site::At(method, offset) if !self.is_jdk(method) => Some((method, offset)),
            _ => None,
        }
    }

    pub(super) fn is_jdk(&self, method: MethodId) -> bool {
        self.judge.program.origin_of(method) == Origin::Jdk
    }
}
