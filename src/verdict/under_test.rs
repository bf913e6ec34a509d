//! Tests on the way to a call: of what the program runs on, and of what the call itself works with. Must not know findings.

use crate::base::FxHashSet;
use crate::ir::dominance::Dominators;
use crate::ir::facts::{Def, Facts, statement_at};
use crate::ir::{BlockId, Body, Op, Terminator, Var};
use crate::pointsto::EdgeKind;
use crate::program::{FieldRef, MethodId, MethodRef, Program};
use crate::reflection::{ApiTable, Gives, is_of_metaobjects, is_of_surroundings};

use super::values::Asker;

/// What decides whether a call runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Under {
    Nothing,
    /// A test of an input of the call.
    Input,
    /// A test of the operating system, the Java version, a property, or of the presence of a class.
    Environment,
}

/// Most calls and fields that a condition is followed through.
const DEPTH: usize = 4;
/// Bodies with more blocks are not looked at: their calls count as tested.
const BLOCKS: usize = 4096;

/// The tests that decide whether the call at an offset runs: in its method, and in those that call it.
pub(super) fn under(asker: &Asker<'_, '_>, method: MethodId, offset: u32, inputs: &[Var]) -> Under {
    let here = in_method(asker, method, offset, inputs);
    if here == Under::Environment {
        return here;
    }
    let callers = asker.callers(method);
    let is_tested = !callers.is_empty()
        && callers.iter().all(|caller| {
            caller.kind == EdgeKind::Call && in_method(asker, caller.method, caller.offset, &[]) == Under::Environment
        });
    if is_tested { Under::Environment } else { here }
}

fn in_method(asker: &Asker<'_, '_>, method: MethodId, offset: u32, inputs: &[Var]) -> Under {
    let Some(body) = asker.body(method) else { return Under::Nothing };
    let Some((at, _)) = statement_at(body, offset) else { return Under::Nothing };
    if body.blocks.len() > BLOCKS {
        return Under::Environment;
    }
    let facts = Facts::of(body);
    let dominators = Dominators::of(body);
    let inputs = slice(asker.view.program, &facts, inputs);
    let mut found = Under::Nothing;
    for (id, block) in body.blocks.iter_enumerated() {
        let tested: &[Var] = match &block.terminator {
            Terminator::If { args, .. } => args,
            Terminator::Switch { value, .. } => std::slice::from_ref(value),
            _ => continue,
        };
        if id == at || !dominators.dominates(id, at) || !decides(body, id, at) {
            continue;
        }
        let mut condition = Condition { asker, inputs: &inputs, found: Under::Nothing, seen: FxHashSet::default() };
        tested.iter().for_each(|&var| condition.of_var(method, &facts, var, 0));
        found = found.max(condition.found);
    }
    found
}

/// Whether one of the ways from a branch does not lead to a block but through the branch again.
fn decides(body: &Body, branch: BlockId, to: BlockId) -> bool {
    let reaches = |from: BlockId| {
        let mut seen = vec![false; body.blocks.len()];
        let mut todo = vec![from];
        while let Some(block) = todo.pop() {
            if block == to {
                return true;
            }
            if block != branch && !std::mem::replace(&mut seen[block.index()], true) {
                body.blocks[block].terminator.for_each_target(|target| todo.push(target));
                todo.extend(&body.blocks[block].covered_by);
            }
        }
        false
    };
    let mut all = true;
    body.blocks[branch].terminator.for_each_target(|target| all &= reaches(target));
    !all
}

/// The inputs with what reflective look-ups made them of; constants aside.
fn slice(program: &Program, facts: &Facts<'_>, inputs: &[Var]) -> FxHashSet<Var> {
    let mut found = FxHashSet::default();
    let mut todo: Vec<Var> = inputs.to_vec();
    while let Some(var) = todo.pop() {
        let var = facts.behind_casts(var);
        if facts.constant_of(var).is_some() || !found.insert(var) {
            continue;
        }
        match facts.def(var) {
            Def::Phi(block, nth) => todo.extend(&facts.body().blocks[block].phis[nth as usize].args),
            Def::Stmt(block, nth) => {
                if let Op::Invoke { method, args, .. } = &facts.body().blocks[block].stmts[nth as usize].op
                    && is_reflective(program, *method)
                {
                    todo.extend(args);
                }
            }
            Def::Param | Def::Caught(_) => {}
        }
    }
    found
}

fn is_reflective(program: &Program, method: MethodRef) -> bool {
    let owner = program.method_ref_data(method).owner;
    program.class_type(program.well_known().object) == owner || is_of_metaobjects(&program.binary_name(owner))
}

/// What a condition is made of.
struct Condition<'c, 'v, 'a> {
    asker: &'c Asker<'v, 'a>,
    inputs: &'c FxHashSet<Var>,
    found: Under,
    seen: FxHashSet<(MethodId, Var)>,
}

impl Condition<'_, '_, '_> {
    fn of_var(&mut self, method: MethodId, facts: &Facts<'_>, var: Var, depth: usize) {
        let var = facts.behind_casts(var);
        if depth == 0 && self.inputs.contains(&var) {
            self.found = self.found.max(Under::Input);
        }
        if self.found == Under::Environment || !self.seen.insert((method, var)) {
            return;
        }
        match facts.def(var) {
            Def::Phi(block, nth) => {
                let args = &facts.body().blocks[block].phis[nth as usize].args;
                // `true` and `false` on ways that something else decides.
                if args.iter().all(|&arg| facts.constant_of(arg).is_some()) {
                    self.of_body(facts.body(), method, depth);
                }
                args.iter().for_each(|&arg| self.of_var(method, facts, arg, depth));
            }
            Def::Stmt(block, nth) => match &facts.body().blocks[block].stmts[nth as usize].op {
                Op::Invoke { method: called, args, .. } => {
                    self.of_call(*called, depth);
                    args.iter().for_each(|&arg| self.of_var(method, facts, arg, depth));
                }
                Op::Prim { args, .. } => args.iter().for_each(|&arg| self.of_var(method, facts, arg, depth)),
                Op::InstanceOf { src, .. } | Op::GetField { base: src, .. } => self.of_var(method, facts, *src, depth),
                Op::ArrayLoad { array, .. } => self.of_var(method, facts, *array, depth),
                Op::GetStatic { field, .. } => self.of_field(*field, depth),
                _ => {}
            },
            Def::Param | Def::Caught(_) => {}
        }
    }

    /// A condition that a method computes.
    fn of_call(&mut self, called: MethodRef, depth: usize) {
        let program = self.asker.view.program;
        if is_of_environment(program, called) {
            self.found = Under::Environment;
        } else if depth < DEPTH
            && let Some(method) = program.resolve_method(called)
            && let Some(body) = self.asker.body(method)
        {
            // Its result decides, and of a small method all that it does may decide that.
            self.of_body(body, method, depth + 1);
        }
    }

    fn of_body(&mut self, body: &Body, method: MethodId, depth: usize) {
        if body.blocks.len() > 64 || !self.seen.insert((method, Var(u32::MAX))) {
            return;
        }
        for stmt in body.blocks.iter().flat_map(|block| &block.stmts) {
            match &stmt.op {
                Op::Invoke { method: called, .. } if is_of_environment(self.asker.view.program, *called) => {
                    self.found = Under::Environment;
                }
                Op::GetStatic { field, .. } => self.of_field(*field, depth),
                _ => {}
            }
        }
    }

    /// A field that the initialiser of its class fills.
    fn of_field(&mut self, field: FieldRef, depth: usize) {
        let program = self.asker.view.program;
        if depth >= DEPTH {
            return;
        }
        let Some(field) = program.resolve_field(field) else { return };
        let class = program.field(field).class;
        let Some(initialiser) = program.find_method(class, "<clinit>", "()V") else { return };
        let Some(body) = self.asker.body(initialiser) else { return };
        let facts = Facts::of(body);
        for stmt in body.blocks.iter().flat_map(|block| &block.stmts) {
            if let Op::PutStatic { field: put, value } = &stmt.op
                && program.resolve_field(*put) == Some(field)
            {
                self.of_var(initialiser, &facts, *value, depth + 1);
            }
        }
    }
}

fn is_of_environment(program: &Program, method: MethodRef) -> bool {
    let owner = program.binary_name(program.method_ref_data(method).owner);
    is_of_surroundings(&owner)
        || ApiTable::get().named(program, method).is_some_and(|row| row.gives == Some(Gives::Surroundings))
}
