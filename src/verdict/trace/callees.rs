//! Steps through callees whose work is done at their calls: constructors, setters and getters, as the user wrote them. Must not
//! know findings.

use super::steps::Steps;
use crate::base::{FxHashSet, FxIndexMap};
use crate::classfile::InvokeKind;
use crate::heap::Site;
use crate::ir::{Op, Stmt, Terminator, Var};
use crate::pointsto::{EdgeKind, NodeInfo, TraceNode};
use crate::program::{FieldId, FieldRef, MethodId};
use crate::result::TraceStep;

/// What calls outside the JDK run: by method and offset.
pub(super) type Callees = FxIndexMap<(MethodId, u32), Vec<MethodId>>;

/// Constructors that hand a parameter on, at most.
const DEEP: usize = 32;

impl Steps<'_, '_, '_> {
    /// How an argument of a call got into the field that the callee keeps it in; `None` if an instruction of the caller puts
    /// it there.
    pub(super) fn kept_by_callee(&self, from: TraceNode, field: FieldId) -> Option<Vec<TraceStep>> {
        let NodeInfo::Var(inst, _) = from.info else { return None };
        let instance = self.judge.state.instance(inst);
        if self.is_jdk(instance.method) {
            return None;
        }
        let is_value = |var: Var| instance.var(var) == Some(from.node);
        let body = &instance.code.as_ref()?.body;
        let stmts = || body.blocks.iter().flat_map(|block| &block.stmts);
        let stores = |stmt: &Stmt| match stmt.op {
            Op::PutField { value, field: named, .. } => is_value(value) && self.is_field(named, field),
            _ => false,
        };
        if stmts().any(stores) {
            return None;
        }
        stmts().find_map(|stmt| {
            let Op::Invoke { args, .. } = &stmt.op else { return None };
            let position = args.iter().position(|&arg| is_value(arg))?;
            let callees = self.callees().get(&(instance.method, stmt.offset))?;
            let (callee, inner) = callees.iter().find_map(|&callee| {
                Some((callee, self.keeping(callee, Var::new(position), field, DEEP, &mut FxHashSet::default())?))
            })?;
            Some([vec![self.passed_to(instance.method, stmt, callee)], inner].concat())
        })
    }

    /// How an argument of a call got into a collection.
    pub(super) fn put_in(&self, from: TraceNode) -> Option<TraceStep> {
        let NodeInfo::Var(inst, _) = from.info else { return None };
        let instance = self.judge.state.instance(inst);
        let body = &instance.code.as_ref()?.body;
        let is_value = |&arg: &Var| instance.var(arg) == Some(from.node);
        body.blocks.iter().flat_map(|block| &block.stmts).find_map(|stmt| {
            let Op::Invoke { args, .. } = &stmt.op else { return None };
            let callees =
                args.iter().skip(1).any(is_value).then(|| self.callees().get(&(instance.method, stmt.offset)));
            let callee = callees??.iter().copied().find(|&callee| self.is_jdk(callee))?;
            Some(self.passed_to(instance.method, stmt, callee))
        })
    }

    /// How a method keeps a parameter in a field, by itself or through constructors.
    fn keeping(
        &self,
        method: MethodId,
        param: Var,
        field: FieldId,
        depth: usize,
        seen: &mut FxHashSet<(MethodId, usize)>,
    ) -> Option<Vec<TraceStep>> {
        let program = self.judge.program;
        let is_constructor = |method: MethodId| program.str(program.method(method).name) == "<init>";
        let code = self.judge.state.code_of(method)?;
        let shows = !self.is_jdk(method);
        code.body.blocks.iter().flat_map(|block| &block.stmts).find_map(|stmt| match &stmt.op {
            Op::PutField { field: named, value, .. } if *value == param && self.is_field(*named, field) => {
                let message = format!("kept in field \"{}\"", program.field_id(field));
                let step = self.at(method, stmt.offset, self.token_of(&stmt.op), message);
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

    /// How the field of an argument came out of a call.
    pub(super) fn given_by_callee(&self, from: TraceNode, method: MethodId, call: &Stmt) -> Option<Vec<TraceStep>> {
        let NodeInfo::Field(_, field) = from.info else { return None };
        let program = self.judge.program;
        self.callees().get(&(method, call.offset))?.iter().filter(|&&callee| !self.is_jdk(callee)).find_map(|&callee| {
            let body = &self.judge.state.code_of(callee)?.body;
            let reads = |stmt: &&Stmt| {
                matches!(stmt.op, Op::GetField { base, field: named, .. }
                    if base.0 < body.params && self.is_field(named, field))
            };
            let read = body.blocks.iter().flat_map(|block| &block.stmts).find(reads)?;
            let returns = body.blocks.iter().find_map(|block| match block.terminator {
                Terminator::Return { offset, value: Some(_) } => Some(offset),
                _ => None,
            })?;
            let message = format!("read from field \"{}\"", program.field_id(field));
            let returned = format!("returned by \"{}\"", program.method_id(callee));
            Some(vec![
                self.at(callee, read.offset, self.token_of(&read.op), message),
                self.at(callee, returns, Some("return".to_owned()), returned),
            ])
        })
    }

    /// Whether an instruction names the field.
    pub(super) fn is_field(&self, named: FieldRef, field: FieldId) -> bool {
        self.judge.program.resolve_field(named) == Some(field)
    }

    fn passed_to(&self, method: MethodId, call: &Stmt, callee: MethodId) -> TraceStep {
        let message = format!("passed to \"{}\"", self.judge.program.method_id(callee));
        self.at(method, call.offset, self.token_of(&call.op), message)
    }

    fn callees(&self) -> &Callees {
        self.callees.get_or_init(|| {
            let mut callees = Callees::default();
            for (site, caller, callee, kind) in self.judge.state.call_edges() {
                if kind == EdgeKind::Call
                    && !self.is_jdk(caller)
                    && let Site::At(_, offset) = self.judge.heap.site_data(site)
                {
                    callees.entry((caller, offset)).or_default().push(callee);
                }
            }
            for callees in callees.values_mut() {
                callees.sort_by_key(|&callee| self.judge.program.method_id(callee));
            }
            callees
        })
    }
}
