//! Why a claim holds: the instructions that it follows from, read off the evaluation backwards. Must not know words.

use super::bound::{Bound, Item};
use super::call::Call;
use super::claims::Claims;
use super::frame::Frame;
use super::summary::{Entry, Shared};
use super::told;
use crate::base::FxHashSet;
use crate::classpath::Origin;
use crate::ir::facts::Def;
use crate::ir::{BlockId, Op, Terminator, Var};
use crate::program::{FieldId, MethodId, TypeId};

/// Most instructions that are named.
const STEPS: usize = 12;
/// Most methods that are gone into, one from the other.
const DEPTH: u8 = 4;

/// An instruction that a claim follows from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reason {
    pub method: MethodId,
    pub offset: u32,
    pub what: What,
}

/// What the instruction does with the value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum What {
    /// It is a constant.
    Written(Vec<Item>),
    /// It makes an object.
    Made(TypeId),
    /// It stores the value into a field, an array.
    StoredField(FieldId),
    StoredElement,
    /// It reads the value from a field or an array that nobody else can have changed since.
    Read(FieldId),
    ReadElement,
    /// It reads a static final field.
    ReadFinal(FieldId),
    /// It calls what makes these of what it is handed.
    Computed(Vec<Item>),
    /// It calls a method that returns these.
    Returned(MethodId, Vec<Item>),
}

impl Claims<'_> {
    /// What the claims about variables at a place follow from, the first origin first; the place itself is no step. Some of it,
    /// where that is long.
    pub fn derivation(&self, (method, offset): (MethodId, u32), vars: &[Var]) -> Vec<Reason> {
        let shared = self.shared();
        shared.begin();
        let Some(body) = shared.body(method) else { return Vec::new() };
        let entry = Entry::of_anybody(method, &body);
        let mut all = Derivation { shared, steps: Vec::new() };
        let run = || {
            let frame = Frame::run(shared, &body, &entry, vars);
            if frame.is_met(offset) {
                let mut at = At { frame: &frame, entry: &entry, depth: 0, seen: FxHashSet::default() };
                vars.iter().for_each(|&var| all.value(&mut at, var));
            }
        };
        let _ = shared.nested(method, run);
        all.steps
    }
}

/// A body under one entry, evaluated.
struct At<'a, 'f, 'p> {
    frame: &'a Frame<'f, 'p>,
    entry: &'a Entry,
    depth: u8,
    seen: FxHashSet<Var>,
}

struct Derivation<'d, 'p> {
    shared: &'d Shared<'p>,
    steps: Vec<Reason>,
}

impl Derivation<'_, '_> {
    fn step(&mut self, at: &At<'_, '_, '_>, offset: u32, what: What) {
        let step = Reason { method: at.frame.method, offset, what };
        if self.steps.len() < STEPS && !self.steps.contains(&step) {
            self.steps.push(step);
        }
    }

    /// What gives a variable its value, then the instruction that does.
    fn value(&mut self, at: &mut At<'_, '_, '_>, var: Var) {
        if !at.seen.insert(var) || self.steps.len() >= STEPS || self.shared.is_spent() {
            return;
        }
        let frame = at.frame;
        let program = self.shared.program;
        let (block, nth) = match frame.facts.def(var) {
            // Callers' instructions come before.
            Def::Param | Def::Caught(_) => return,
            Def::Phi(block, nth) => {
                let args = frame.facts.body().blocks[block].phis[nth as usize].args.clone();
                return args.into_iter().for_each(|arg| self.value(at, arg));
            }
            Def::Stmt(block, nth) => (block, nth),
        };
        let stmt = &frame.facts.body().blocks[block].stmts[nth as usize];
        let Bound::Within(items, _) = &frame.bounds[var] else { return };
        match &stmt.op {
            Op::Const { .. } => self.step(at, stmt.offset, What::Written(items.to_vec())),
            Op::New { class, .. } => self.step(at, stmt.offset, What::Made(*class)),
            Op::Cast { src, .. } => self.value(at, *src),
            Op::GetStatic { field, .. } => {
                let Some(field) = program.resolve_field(*field) else { return };
                if told::is_final(program, field) {
                    self.initialised(at, field);
                    self.step(at, stmt.offset, What::ReadFinal(field));
                } else {
                    self.stores(at, None, Some(field));
                    self.step(at, stmt.offset, What::Read(field));
                }
            }
            Op::GetField { base, field, .. } => {
                let Some(field) = program.resolve_field(*field) else { return };
                self.value(at, *base);
                self.stores(at, Some(frame.origin(*base)), Some(field));
                self.step(at, stmt.offset, What::Read(field));
            }
            Op::ArrayLoad { array, .. } => {
                self.stores(at, Some(frame.origin(*array)), None);
                self.step(at, stmt.offset, What::ReadElement);
            }
            Op::Invoke { dst, kind, method, args } => {
                let call = Call { at: (block, nth), dst: *dst, kind: *kind, reference: *method, args };
                match frame.one_target(&call) {
                    // What it holds was handed over where it was made.
                    Some((target, true)) => {
                        args.iter().for_each(|&arg| self.value(at, arg));
                        self.step(at, stmt.offset, What::Returned(target, items.to_vec()));
                    }
                    Some((target, false)) => {
                        self.inside(at, (stmt.offset, target), args, &mut |derivation, inner| {
                            for value in returned(inner.frame) {
                                derivation.value(inner, value);
                            }
                        });
                        self.step(at, stmt.offset, What::Returned(target, items.to_vec()));
                    }
                    None => {
                        args.iter().for_each(|&arg| self.value(at, arg));
                        self.step(at, stmt.offset, What::Computed(items.to_vec()));
                    }
                }
            }
            Op::InvokeDynamic { args, .. } => {
                args.iter().for_each(|&arg| self.value(at, arg));
                self.step(
                    at,
                    stmt.offset,
                    match items[..] {
                        [Item::Function { ty, .. }] => What::Made(ty),
                        _ => What::Computed(items.to_vec()),
                    },
                );
            }
            _ => {}
        }
    }

    /// What stores to a field of an object, of a class, or to an array (no field), here or in what the object is handed to.
    fn stores(&mut self, at: &mut At<'_, '_, '_>, base: Option<Var>, into: Option<FieldId>) {
        let (frame, program) = (at.frame, self.shared.program);
        let mut found = Vec::new();
        let mut calls = Vec::new();
        for (id, block) in frame.facts.body().blocks.iter_enumerated() {
            for (nth, stmt) in (0..).zip(&block.stmts) {
                match &stmt.op {
                    Op::PutField { base: to, field, value }
                        if base == Some(frame.origin(*to)) && program.resolve_field(*field) == into =>
                    {
                        found.push((stmt.offset, *value));
                    }
                    Op::PutStatic { field, value } if base.is_none() && program.resolve_field(*field) == into => {
                        found.push((stmt.offset, *value));
                    }
                    Op::ArrayStore { array, value, elem: None, .. }
                        if into.is_none() && base == Some(frame.origin(*array)) =>
                    {
                        found.push((stmt.offset, *value));
                    }
                    Op::Invoke { dst, kind, method, args } => {
                        let position = args.iter().position(|&arg| base == Some(frame.origin(arg)));
                        if let Some(position) = position {
                            let call = Call { at: (id, nth), dst: *dst, kind: *kind, reference: *method, args };
                            let target = frame.one_target(&call).filter(|(_, by_function)| !by_function);
                            calls.extend(target.map(|(to, _)| (stmt.offset, to, position, args.clone())));
                        }
                    }
                    _ => {}
                }
            }
        }
        for &(offset, value) in &found {
            self.value(at, value);
            self.step(at, offset, into.map_or(What::StoredElement, What::StoredField));
        }
        if !found.is_empty() {
            return;
        }
        for (offset, target, position, args) in calls {
            self.inside(at, (offset, target), &args, &mut |derivation, inner| {
                derivation.stores(inner, Some(Var(position as u32)), into);
            });
            // What the constructor was handed is the caller's.
            args.iter().for_each(|&arg| self.value(at, arg));
        }
    }

    /// Looks into a method of the program that a call runs.
    fn inside(
        &mut self,
        at: &At<'_, '_, '_>,
        (offset, target): (u32, MethodId),
        args: &[Var],
        look: &mut dyn FnMut(&mut Self, &mut At<'_, '_, '_>),
    ) {
        let shared = self.shared;
        if at.depth >= DEPTH || shared.program.origin_of(target) == Origin::Jdk {
            return;
        }
        let (Some(body), Some(inner)) = (shared.body(at.frame.method), shared.body(target)) else { return };
        let handed = Frame::watching(shared, &body, at.entry, args, Some((offset, target))).handed;
        let Some(entry) = handed else { return };
        let run = || {
            let all: Vec<Var> = (0..inner.vars.len()).map(|var| Var(var as u32)).collect();
            let frame = Frame::run(shared, &inner, &entry, &all);
            let mut at = At { frame: &frame, entry: &entry, depth: at.depth + 1, seen: FxHashSet::default() };
            look(self, &mut at);
        };
        let _ = shared.nested(target, run);
    }

    /// What the initialiser of a class leaves in a final field.
    fn initialised(&mut self, at: &At<'_, '_, '_>, field: FieldId) {
        let (shared, program) = (self.shared, self.shared.program);
        let initialiser = program.find_method(program.field(field).class, "<clinit>", "()V");
        let Some((method, body)) = initialiser.and_then(|method| Some((method, self.shared.body(method)?))) else {
            return;
        };
        let entry = Entry::of_anybody(method, &body);
        let run = || {
            let all: Vec<Var> = (0..body.vars.len()).map(|var| Var(var as u32)).collect();
            let frame = Frame::run(shared, &body, &entry, &all);
            let mut inner = At { frame: &frame, entry: &entry, depth: at.depth + 1, seen: FxHashSet::default() };
            self.stores(&mut inner, None, Some(field));
        };
        if at.depth < DEPTH {
            let _ = shared.nested(method, run);
        }
    }
}

/// What a body returns.
fn returned(frame: &Frame<'_, '_>) -> Vec<Var> {
    let blocks = frame.facts.body().blocks.iter_enumerated();
    let value = |(id, terminator): (BlockId, &Terminator)| match terminator {
        Terminator::Return { value, .. } if frame.is_entered(id) => *value,
        _ => None,
    };
    blocks.filter_map(|(id, block)| value((id, &block.terminator))).collect()
}
