//! Steps through callees whose work is done at their calls: constructors, setters, getters and methods of collections, as the
//! user wrote them. Must not know findings.

use super::statements::Code;
use super::step::Step;
use crate::base::FxHashSet;
use crate::classfile::InvokeKind;
use crate::ir::{Op, Stmt, Terminator, Var};
use crate::pointsto::{EdgeKind, FlowKind, NodeInfo, Shortcut, ShortcutId, TraceNode};
use crate::program::{FieldId, FieldRef, MethodId};

/// Constructors that hand a parameter on, at most.
const DEEP: usize = 32;

impl Code<'_, '_, '_> {
    /// How a call stores an argument in a field in place of its callee; `None` if no instruction outside the JDK makes the call.
    pub(super) fn stored_by_callee(&self, shortcut: ShortcutId, field: FieldId) -> Option<Vec<Step>> {
        let (step, Shortcut { callee, argument, .. }) = self.passed_to_callee(shortcut)?;
        let inner = self.keeping(callee, Var(argument), field, DEEP, &mut FxHashSet::default())?;
        Some([vec![step], inner].concat())
    }

    /// How a method stores what it is called with in a field, where no call of it is known that does so in its place.
    pub(super) fn stored_by_itself(&self, method: MethodId, param: Var, field: FieldId) -> Option<Vec<Step>> {
        self.keeping(method, param, field, DEEP, &mut FxHashSet::default())
    }

    /// How an argument of a call got into a collection.
    pub(super) fn put_in(&self, from: TraceNode, kind: FlowKind) -> Option<Step> {
        let (FlowKind::Entrance(shortcut), NodeInfo::Var(..)) = (kind, from.info) else { return None };
        let (step, Shortcut { callee, .. }) = self.passed_to_callee(shortcut)?;
        self.is_jdk(callee).then_some(step)
    }

    /// How a call reads a field in place of its callee; `None` if the callee is the JDK's, or no instruction makes the call.
    pub(super) fn read_by_callee(&self, shortcut: ShortcutId, field: FieldId) -> Option<Vec<Step>> {
        let (_, Shortcut { callee, .. }) = self.passed_to_callee(shortcut)?;
        let body = self.judge.state.code_of(callee).filter(|_| !self.is_jdk(callee)).map(|code| &code.body)?;
        let reads = |stmt: &&Stmt| {
            matches!(stmt.op, Op::GetField { base, field: named, .. }
                if base.0 < body.params && self.is_field(named, field))
        };
        let read = body.blocks.iter().flat_map(|block| &block.stmts).find(reads)?;
        let returns = body.blocks.iter().find_map(|block| match block.terminator {
            Terminator::Return { offset, value: Some(_) } => Some(offset),
            _ => None,
        })?;
        Some(vec![
            self.at(callee, read.offset, self.token_of(&read.op), self.read_from(field)),
            self.at(callee, returns, Some("return".to_owned()), self.returned_by(callee)),
        ])
    }

    /// How a method keeps a parameter in a field, by itself or through constructors.
    fn keeping(
        &self,
        method: MethodId,
        param: Var,
        field: FieldId,
        depth: usize,
        seen: &mut FxHashSet<(MethodId, usize)>,
    ) -> Option<Vec<Step>> {
        let program = self.judge.program;
        let is_constructor = |method: MethodId| program.str(program.method(method).name) == "<init>";
        let code = self.judge.state.code_of(method)?;
        let shows = !self.is_jdk(method);
        code.body.blocks.iter().flat_map(|block| &block.stmts).find_map(|stmt| match &stmt.op {
            Op::PutField { field: named, value, .. } if *value == param && self.is_field(*named, field) => {
                let step = self.at(method, stmt.offset, self.token_of(&stmt.op), self.kept_in(field));
                Some(if shows { vec![step] } else { Vec::new() })
            }
            Op::Invoke { kind: InvokeKind::Special, method: called, args, .. }
                if depth > 0 && is_constructor(method) && args.first() == Some(&Var(0)) =>
            {
                let position = args.iter().skip(1).position(|&arg| arg == param)?;
                let callee = program.resolve_special(program.method(method).class, *called);
                let callee = callee.filter(|&callee| is_constructor(callee) && seen.insert((callee, position)))?;
                let inner = self.keeping(callee, Var::new(position + 1), field, depth - 1, seen)?;
                let step = shows.then(|| self.passed_to(method, stmt, callee));
                Some(step.into_iter().chain(inner).collect())
            }
            _ => None,
        })
    }

    /// The call that takes a shortcut, if an instruction outside the JDK makes it.
    fn passed_to_callee(&self, shortcut: ShortcutId) -> Option<(Step, Shortcut)> {
        let shortcut = self.judge.core.shortcut_data(shortcut);
        let (method, offset) = self.own_call(shortcut.call)?;
        let kind = self.judge.state.call_kind(shortcut.call, method, shortcut.callee);
        let stmt = self.statement((method, offset)).filter(|_| kind == Some(EdgeKind::Call))?;
        Some((self.passed_to(method, stmt, shortcut.callee), shortcut))
    }

    /// Whether an instruction names the field.
    pub(super) fn is_field(&self, named: FieldRef, field: FieldId) -> bool {
        self.judge.program.resolve_field(named) == Some(field)
    }

    fn passed_to(&self, method: MethodId, call: &Stmt, callee: MethodId) -> Step {
        self.at(method, call.offset, self.token_of(&call.op), self.passed_into(callee))
    }
}
