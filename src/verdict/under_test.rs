//! Tests on the way to a call: of what the program runs on, and of what the call itself works with. Must not know findings.

use crate::base::FxHashSet;
use crate::classfile::InvokeKind;
use crate::classpath::Origin;
use crate::ir::dominance::Dominators;
use crate::ir::facts::{Def, Facts, statement_at};
use crate::ir::{self, BlockId, Body, ConstValue, Op, Terminator, Var};
use crate::pointsto::EdgeKind;
use crate::program::{FieldRef, MethodId, MethodRef, Program, access};
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
/// A method of at most so many blocks decides by all that it does.
const SMALL: usize = 64;
/// Most methods of one library class behind each other that are read for a condition.
const HELPERS: usize = 2;
/// Most methods of a class that are asked what they leave in a field.
const METHODS: usize = 256;
/// Most methods on the ways to a call that are asked under what they run.
const CALLERS: usize = 32;
/// Bodies with more blocks are not looked at: their calls count as tested.
const BLOCKS: usize = 4096;

/// The tests that decide whether the call at an offset runs: in its method, and in those that call it.
pub(super) fn under(asker: &Asker<'_, '_>, method: MethodId, offset: u32, inputs: &[Var]) -> Under {
    judge(asker, method, offset, (inputs, true))
}

/// The same, but an input counts only where it is handed to somebody else who is asked: tests of the text itself are understood
/// elsewhere.
pub(super) fn under_others(asker: &Asker<'_, '_>, method: MethodId, offset: u32, inputs: &[Var]) -> Under {
    judge(asker, method, offset, (inputs, false))
}

/// With whether tests of the inputs themselves count.
fn judge(asker: &Asker<'_, '_>, method: MethodId, offset: u32, inputs: (&[Var], bool)) -> Under {
    let here = in_method(asker, method, offset, inputs);
    if here == Under::Environment {
        return here;
    }
    if is_called_under_test(asker, method, &mut FxHashSet::default()) { Under::Environment } else { here }
}

/// Whether a method runs under a test of the environment only: all that calls it stands under one, or is called so itself, as a
/// helper of a constructor is. One that was asked before, as where methods call each other, counts as called otherwise.
fn is_called_under_test(asker: &Asker<'_, '_>, method: MethodId, asked: &mut FxHashSet<MethodId>) -> bool {
    if asked.len() >= CALLERS || !asked.insert(method) {
        return false;
    }
    let callers = asker.callers(method);
    // A lambda is called from where it is made.
    let is_lambda = asker.view.program.method(method).access & access::SYNTHETIC != 0;
    let is_call = |kind| kind == EdgeKind::Call || is_lambda && kind == EdgeKind::Model;
    let is_tested = !callers.is_empty()
        && callers.iter().all(|caller| {
            is_call(caller.kind)
                && (in_method(asker, caller.method, caller.offset, NONE) == Under::Environment
                    || is_called_under_test(asker, caller.method, asked))
        });
    is_tested || is_made_under_test(asker, method)
}

/// Whether the objects that have the method are made under a test of the environment only, wherever they are:
/// `Codec codec = HAS_FAST ? new Fast() : new Slow()`.
fn is_made_under_test(asker: &Asker<'_, '_>, method: MethodId) -> bool {
    let program = asker.view.program;
    let data = program.method(method);
    let (class, is_init) = (program.class(data.class), program.str(data.name) == "<init>");
    if data.access & access::STATIC != 0 || is_init {
        return false;
    }
    let inits = class.methods.iter().filter(|&&method| program.str(program.method(method).name) == "<init>");
    let mut makers = inits.flat_map(|&init| asker.callers(init)).peekable();
    makers.peek().is_some()
        && makers.all(|maker| {
            maker.kind == EdgeKind::Call && in_method(asker, maker.method, maker.offset, NONE) == Under::Environment
        })
}

/// No inputs.
const NONE: (&[Var], bool) = (&[], false);

fn in_method(asker: &Asker<'_, '_>, method: MethodId, offset: u32, (inputs, themselves): (&[Var], bool)) -> Under {
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
        let tested = tested(&block.terminator);
        if tested.is_empty() || id == at || !dominators.dominates(id, at) || !decides(body, id, at) {
            continue;
        }
        let mut condition = Condition {
            asker,
            inputs: &inputs,
            themselves,
            found: Under::Nothing,
            seen: FxHashSet::default(),
            seen_whole: FxHashSet::default(),
        };
        tested.iter().for_each(|&var| condition.of_var(method, &facts, var, 0));
        found = found.max(condition.found);
    }
    found
}

/// What a branch asks.
fn tested(terminator: &Terminator) -> &[Var] {
    match terminator {
        Terminator::If { args, .. } => args,
        Terminator::Switch { value, .. } => std::slice::from_ref(value),
        _ => &[],
    }
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

/// What is stored into an array in the method that makes it.
fn stored(body: &Body, made: Var) -> impl Iterator<Item = Var> {
    body.blocks.iter().flat_map(|block| &block.stmts).filter_map(move |stmt| match stmt.op {
        Op::ArrayStore { array, value, .. } if array == made => Some(value),
        _ => None,
    })
}

/// The inputs with what reflective look-ups made them of; numbers and classes that the code writes aside.
fn slice(program: &Program, facts: &Facts<'_>, inputs: &[Var]) -> FxHashSet<Var> {
    let mut found = FxHashSet::default();
    let mut todo: Vec<Var> = inputs.to_vec();
    while let Some(var) = todo.pop() {
        let var = facts.behind_casts(var);
        // A text or null that is asked itself is kept in a variable.
        let is_asked = |constant: &ConstValue| matches!(constant, ConstValue::Str { .. } | ConstValue::Null);
        if facts.constant_of(var).is_some_and(|constant| !is_asked(constant)) || !found.insert(var) {
            continue;
        }
        match facts.def(var) {
            Def::Phi(block, nth) => todo.extend(&facts.body().blocks[block].phis[nth as usize].args),
            Def::Stmt(block, nth) => match &facts.body().blocks[block].stmts[nth as usize].op {
                Op::Invoke { method, args, .. } if is_reflective(program, *method) => todo.extend(args),
                Op::NewArray { .. } => todo.extend(stored(facts.body(), var)),
                _ => {}
            },
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
    /// A test of an input itself counts, not only one by somebody else.
    themselves: bool,
    found: Under,
    seen: FxHashSet<(MethodId, Var)>,
    /// Methods that were looked at as a whole.
    seen_whole: FxHashSet<MethodId>,
}

impl Condition<'_, '_, '_> {
    fn of_var(&mut self, method: MethodId, facts: &Facts<'_>, var: Var, depth: usize) {
        let var = facts.behind_casts(var);
        if depth == 0 && self.themselves && self.inputs.contains(&var) {
            self.found = self.found.max(Under::Input);
        }
        if self.found == Under::Environment || !self.seen.insert((method, var)) {
            return;
        }
        match facts.def(var) {
            Def::Phi(block, nth) => {
                let args = &facts.body().blocks[block].phis[nth as usize].args;
                // `true` and `false` on ways that something else decides; the case of a switch over texts.
                if args.iter().all(|&arg| facts.constant_of(arg).is_some()) {
                    self.of_body(facts.body(), method, depth);
                    self.of_choices(method, facts, block, depth);
                }
                args.iter().for_each(|&arg| self.of_var(method, facts, arg, depth));
            }
            Def::Stmt(block, nth) => match &facts.body().blocks[block].stmts[nth as usize].op {
                Op::Invoke { method: called, kind, args, .. } => {
                    self.of_call(*called, depth);
                    if depth == 0 && self.hands_on(facts, *kind, *called, args) {
                        self.found = self.found.max(Under::Input);
                    }
                    args.iter().for_each(|&arg| self.of_var(method, facts, arg, depth));
                }
                Op::Prim { args, .. } => args.iter().for_each(|&arg| self.of_var(method, facts, arg, depth)),
                Op::InstanceOf { src, .. } => self.of_var(method, facts, *src, depth),
                Op::GetField { base, field, .. } => {
                    self.of_field(*field, depth);
                    self.of_var(method, facts, *base, depth);
                }
                Op::ArrayLength { array, .. } => self.of_var(method, facts, *array, depth),
                // `switch` over an enum asks a table for its ordinal.
                Op::ArrayLoad { array, index, .. } => {
                    self.of_var(method, facts, *array, depth);
                    self.of_var(method, facts, *index, depth);
                }
                Op::GetStatic { field, .. } => self.of_field(*field, depth),
                _ => {}
            },
            Def::Param | Def::Caught(_) => {}
        }
    }

    /// Whether a call hands an input to somebody but the input itself.
    fn hands_on(&self, facts: &Facts<'_>, kind: InvokeKind, called: MethodRef, args: &[Var]) -> bool {
        let program = self.asker.view.program;
        let others = args.iter().skip(usize::from(kind != InvokeKind::Static));
        let is_of_text = program.method_ref_data(called).owner == program.class_type(program.well_known().string);
        !is_of_text && others.into_iter().any(|&arg| self.inputs.contains(&facts.behind_casts(arg)))
    }

    /// The branches between what all ways to a block have in common and the block: they choose among its values.
    fn of_choices(&mut self, method: MethodId, facts: &Facts<'_>, to: BlockId, depth: usize) {
        let body = facts.body();
        if body.blocks.len() > BLOCKS {
            return;
        }
        let dominators = Dominators::of(body);
        let Some(above) = dominators.immediate(to) else { return };
        for (id, block) in body.blocks.iter_enumerated() {
            if !dominators.dominates(above, id) || dominators.dominates(to, id) {
                continue;
            }
            tested(&block.terminator).iter().for_each(|&var| self.of_var(method, facts, var, depth));
        }
    }

    /// A condition that a method computes.
    fn of_call(&mut self, called: MethodRef, depth: usize) {
        let program = self.asker.view.program;
        let of_library = program.resolve_method(called).filter(|&method| self.is_of_library(method));
        if is_of_environment(program, called)
            || of_library.is_some_and(|method| self.is_helper_of_environment(method, HELPERS))
        {
            self.found = Under::Environment;
        } else if depth < DEPTH
            && let Some(method) = program.resolve_method(called)
            && let Some(body) = self.asker.body(method)
        {
            // Its result decides, and of a small method all that it does may decide that.
            self.of_body(body, method, depth + 1);
            self.of_results(body, method, depth + 1);
        }
    }

    /// Whether it is a method of a library: these are read where they decide a condition, looked at or not.
    fn is_of_library(&self, method: MethodId) -> bool {
        let program = self.asker.view.program;
        program.method(method).has_code && program.origin_of(method) == Origin::Library
    }

    /// Whether a small method asks the environment, perhaps through others of its class: `ClassUtils.isPresent` of Spring does.
    fn is_helper_of_environment(&self, method: MethodId, depth: usize) -> bool {
        let program = self.asker.view.program;
        let body = ir::lower(program, method);
        let mut stmts = body.blocks.iter().flat_map(|block| &block.stmts);
        body.blocks.len() <= SMALL
            && stmts.any(|stmt| match stmt.op {
                Op::Invoke { method: called, .. } => {
                    let is_next = |&next: &MethodId| {
                        depth > 0
                            && program.method(next).class == program.method(method).class
                            && self.is_of_library(next)
                    };
                    is_of_environment(program, called)
                        || program
                            .resolve_method(called)
                            .filter(is_next)
                            .is_some_and(|next| self.is_helper_of_environment(next, depth - 1))
                }
                _ => false,
            })
    }

    /// What a method gives, be it through others: `return isThere("p.Optional");`.
    fn of_results(&mut self, body: &Body, method: MethodId, depth: usize) {
        if body.blocks.len() > SMALL {
            return;
        }
        let facts = Facts::of(body);
        for block in body.blocks.iter() {
            if let Terminator::Return { value: Some(value), .. } = block.terminator {
                self.of_var(method, &facts, value, depth);
            }
        }
    }

    fn of_body(&mut self, body: &Body, method: MethodId, depth: usize) {
        if body.blocks.len() > SMALL || !self.seen_whole.insert(method) {
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

    /// A field that methods of its class fill.
    fn of_field(&mut self, field: FieldRef, depth: usize) {
        let program = self.asker.view.program;
        if depth >= DEPTH {
            return;
        }
        let Some(field) = program.resolve_field(field) else { return };
        let methods = &program.class(program.field(field).class).methods;
        for &method in methods.iter().take(METHODS) {
            let Some(body) = self.asker.body(method) else { continue };
            let mut facts = None;
            for stmt in body.blocks.iter().flat_map(|block| &block.stmts) {
                if let Op::PutStatic { field: put, value } | Op::PutField { field: put, value, .. } = &stmt.op
                    && program.resolve_field(*put) == Some(field)
                {
                    let facts = facts.get_or_insert_with(|| Facts::of(body));
                    self.of_var(method, facts, *value, depth + 1);
                }
            }
        }
    }
}

fn is_of_environment(program: &Program, method: MethodRef) -> bool {
    let owner = program.binary_name(program.method_ref_data(method).owner);
    is_of_surroundings(&owner)
        || ApiTable::get().named(program, method).is_some_and(|row| row.gives == Some(Gives::Surroundings))
}
