//! Calls of the program's own methods whose code is the one that runs, whatever the receiver. Must not know what is looked for in
//! that code.

use crate::classfile::InvokeKind;
use crate::classpath::Origin;
use crate::ir::facts::Facts;
use crate::ir::{self, Body, Op, Var};
use crate::program::{ClassId, MethodId, Program, access};

/// A method that is called, with the parameter that gets a variable.
pub(in crate::reflection) struct OwnCall<'b> {
    pub(in crate::reflection) callee: MethodId,
    pub(in crate::reflection) param: Var,
    /// The arguments, receiver first, by which parameters are numbered.
    pub(in crate::reflection) args: &'b [Var],
}

impl<'b> OwnCall<'b> {
    /// Of an operation in a class that passes a variable on; `None` if it calls the JDK, or what other classes may override.
    pub(in crate::reflection) fn of(
        program: &Program,
        class: ClassId,
        facts: &Facts<'b>,
        op: &'b Op,
        var: Var,
    ) -> Option<Self> {
        let Op::Invoke { kind, method, args, .. } = op else { return None };
        let param = args.iter().position(|&arg| facts.behind_casts(arg) == var)?;
        let callee = match kind {
            InvokeKind::Special => program.resolve_special(class, *method)?,
            _ => program.resolve_method(*method)?,
        };
        let data = program.method(callee);
        let owner = program.class(data.class);
        let is_one = |flags: u16| flags & (access::STATIC | access::PRIVATE | access::FINAL) != 0;
        let is_exact = *kind == InvokeKind::Special || is_one(data.access) || owner.access & access::FINAL != 0;
        if !is_exact || !data.has_code || owner.origin == Origin::Jdk {
            return None;
        }
        Some(Self { callee, param: Var::new(param), args })
    }

    /// The code that runs.
    pub(in crate::reflection) fn body(&self, program: &Program) -> Option<Body> {
        let body = ir::lower(program, self.callee);
        // A body that no JVM accepts may have no variable for the parameter.
        let is_read = body.damaged_at.is_empty() && !body.is_too_large && self.param.index() < body.vars.len();
        is_read.then_some(body)
    }
}
