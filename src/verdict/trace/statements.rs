//! Where in the code something is done with a value: statements, what the source shows of them, and their places. Must not know
//! traces.

use crate::classpath::Origin;
use crate::ir::facts::{Def, Facts};
use crate::ir::{Body, Op, Stmt, Var};
use crate::pointsto::{EdgeKind, Instance, NodeId};
use crate::program::{FieldId, FieldRef, MethodId};
use crate::result::{Place, TraceStep};

use super::super::places::place;
use super::steps::{Callers, Steps};

/// Where a variable gets its value.
pub(super) enum Definition<'b> {
    Param,
    At(&'b Stmt),
    /// Of several variables, or of a handler.
    Other,
}

impl Steps<'_, '_, '_> {
    /// The first statement of a method that is what is asked for.
    pub(super) fn statement<'i>(&self, instance: &'i Instance, is_it: impl Fn(&Op) -> bool) -> Option<&'i Stmt> {
        let body = &instance.code.as_ref()?.body;
        body.blocks.iter().flat_map(|block| &block.stmts).find(|stmt| is_it(&stmt.op))
    }

    /// The first call of a method that has the value among its arguments.
    pub(super) fn call_with<'i>(&self, instance: &'i Instance, node: NodeId) -> Option<&'i Stmt> {
        self.statement(instance, |op| match op {
            Op::Invoke { args, .. } | Op::InvokeDynamic { args, .. } => {
                args.iter().any(|arg| instance.var(*arg) == Some(node))
            }
            _ => false,
        })
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

    pub(super) fn called_at(&self, method: MethodId, offset: u32) -> Option<String> {
        let code = self.judge.state.code_of(method)?;
        let mut stmts = code.body.blocks.iter().flat_map(|block| &block.stmts);
        self.token_of(&stmts.find(|stmt| stmt.offset == offset)?.op)
    }

    /// Name with its class, and name alone.
    pub(super) fn field_names(&self, field: FieldRef) -> Option<(String, String)> {
        let program = self.judge.program;
        let field = program.resolve_field(field)?;
        Some((program.field_id(field), program.str(program.field(field).name).to_owned()))
    }

    // ---- Places ------------------------------------------------------------------------------------------------------

    pub(super) fn at(&self, method: MethodId, offset: u32, token: Option<String>, message: String) -> TraceStep {
        let line = self.judge.state.code_of(method).and_then(|code| code.body.line_of(offset));
        TraceStep { place: place(self.judge.program, method, offset, line, token.as_deref()), message }
    }

    /// The first line of a method.
    pub(super) fn entered(&self, method: MethodId, message: &str) -> TraceStep {
        let name = self.judge.program.str(self.judge.program.method(method).name).to_owned();
        self.at(method, 0, Some(name), message.to_owned())
    }

    /// A field's class: no instruction is known.
    pub(super) fn field_place(&self, field: FieldId) -> Option<Place> {
        let program = self.judge.program;
        let data = program.field(field);
        let method = *program.class(data.class).methods.first()?;
        Some(place(program, method, 0, None, Some(program.str(data.name))))
    }

    pub(super) fn is_jdk(&self, method: MethodId) -> bool {
        self.judge.program.origin_of(method) == Origin::Jdk
    }

    pub(super) fn callers(&self) -> &Callers {
        self.callers.get_or_init(|| {
            let mut callers = Callers::default();
            for (site, caller, callee, kind) in self.judge.state.call_edges() {
                if kind != EdgeKind::Call && caller != callee {
                    callers.entry(callee).or_default().push((caller, self.judge.heap.offset_of(site)));
                }
            }
            callers
        })
    }
}
