//! What a variable can hold where a call stands: what instructions of the method give it, what known callers pass, else what
//! the solver found. Must not know what follows from that.
//!
//! The solver knows nothing of null. A value that only it knows may therefore be null besides, unless it knows of no object:
//! then it is nothing else.

use std::cell::OnceCell;

use crate::base::{FxHashMap, FxHashSet, FxIndexMap, Sym};
use crate::classfile::InvokeKind;
use crate::classpath::Origin;
use crate::heap::{ObjId, ObjKind, Site};
use crate::ir::facts::{Def, Facts, statement_at};
use crate::ir::{Block, Body, ConstValue, Op, Terminator, Var};
use crate::pointsto::{CallNote, EdgeKind, InstId};
use crate::program::{MethodId, Program, TypeId};
use crate::reflection::{is_boxing, primitive_type};

use super::view::View;

/// Most calls that a parameter is followed through.
const DEPTH: usize = 4;
/// Most values told apart.
const VALUES: usize = 64;

/// One thing that a variable can hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Value {
    Null,
    Class(TypeId),
    Text(Sym),
    /// An object of just this class.
    Exact(TypeId),
    /// An array of this type; its length, if that is known, and the instruction that makes it.
    Array(TypeId, Option<u32>, Option<(MethodId, u32)>),
    Unknown,
}

impl Value {
    /// By what it is, whatever its number.
    fn order(self, program: &Program) -> (u8, String, Option<u32>, Option<(String, u32)>) {
        let type_name = |ty| program.type_name(ty);
        match self {
            Self::Null => (0, String::new(), None, None),
            Self::Class(ty) => (1, type_name(ty), None, None),
            Self::Text(text) => (2, program.str(text).to_owned(), None, None),
            Self::Exact(ty) => (3, type_name(ty), None, None),
            Self::Array(ty, length, made) => {
                let made = made.map(|(method, offset)| (program.method_id(method), offset));
                (4, type_name(ty), length, made)
            }
            Self::Unknown => (5, String::new(), None, None),
        }
    }
}

/// All that a variable can hold.
#[derive(Debug, Clone)]
pub(super) struct Values {
    pub(super) all: Vec<Value>,
    /// Instructions of the method alone say so.
    pub(super) literal: bool,
}

impl Values {
    fn add(&mut self, value: Value) {
        let told = if self.all.len() < VALUES { value } else { Value::Unknown };
        if !self.all.contains(&value) && !self.all.contains(&told) {
            self.all.push(told);
        }
    }

    /// Whether no value changes them any more: sets of the solver have thousands.
    fn is_full(&self) -> bool {
        self.all.len() >= VALUES && self.all.contains(&Value::Unknown)
    }
}

/// An instruction.
type Place = (MethodId, u32);

/// Asks for values, and who calls whom.
pub(super) struct Asker<'v, 'a> {
    pub(super) view: &'v View<'v, 'a>,
    instances: OnceCell<FxIndexMap<MethodId, Vec<InstId>>>,
    callers: OnceCell<FxHashMap<MethodId, Vec<Caller>>>,
    /// By where function objects are made: the calls that run them.
    runners: OnceCell<FxHashMap<Place, Vec<Place>>>,
    /// See [`super::filled`].
    pub(super) changed: OnceCell<FxHashSet<(MethodId, u32)>>,
}

/// A call of a method.
#[derive(Debug, Clone, Copy)]
pub(super) struct Caller {
    pub(super) method: MethodId,
    pub(super) offset: u32,
    pub(super) kind: EdgeKind,
    /// The call runs no other method.
    pub(super) alone: bool,
}

impl<'v, 'a> Asker<'v, 'a> {
    pub(super) fn new(view: &'v View<'v, 'a>) -> Self {
        Self {
            view,
            instances: OnceCell::new(),
            callers: OnceCell::new(),
            runners: OnceCell::new(),
            changed: OnceCell::new(),
        }
    }

    /// Who calls a method outside the JDK.
    pub(super) fn callers(&self, method: MethodId) -> &[Caller] {
        let view = self.view;
        let made = || {
            let mut callers: FxHashMap<MethodId, Vec<Caller>> = FxHashMap::default();
            // By call: what it runs, if that is one method.
            let mut runs: FxHashMap<(MethodId, u32), Option<MethodId>> = FxHashMap::default();
            for (site, method, callee, _) in view.state.call_edges() {
                let one = runs.entry((method, view.heap.offset_of(site))).or_insert(Some(callee));
                *one = one.filter(|&one| one == callee);
            }
            for (site, method, callee, kind) in view.state.call_edges() {
                if view.program.origin_of(callee) != Origin::Jdk {
                    let offset = view.heap.offset_of(site);
                    let alone = runs[&(method, offset)].is_some();
                    callers.entry(callee).or_default().push(Caller { method, offset, kind, alone });
                }
            }
            callers.values_mut().for_each(|of| of.sort_unstable_by_key(|caller| (caller.method, caller.offset)));
            callers
        };
        self.callers.get_or_init(made).get(&method).map_or(&[], Vec::as_slice)
    }

    /// The calls that run a lambda: those of the function objects that are made where it is called from.
    pub(super) fn runners(&self, lambda: MethodId) -> Vec<Place> {
        let view = self.view;
        let made = || {
            let mut runners: FxHashMap<Place, Vec<Place>> = FxHashMap::default();
            for (site, caller, note) in view.state.call_notes() {
                if let CallNote::Runs(of) = note
                    && let Site::At(method, at) = view.heap.site_data(of)
                {
                    runners.entry((method, at)).or_default().push((caller, view.heap.offset_of(site)));
                }
            }
            runners
        };
        let runners = self.runners.get_or_init(made);
        let places = self.callers(lambda).iter().filter_map(|caller| runners.get(&(caller.method, caller.offset)));
        places.flatten().copied().collect()
    }

    fn instances(&self, method: MethodId) -> &[InstId] {
        self.all_instances().get(&method).map_or(&[], Vec::as_slice)
    }

    /// The instances of every method outside the JDK.
    pub(super) fn all_instances(&self) -> &FxIndexMap<MethodId, Vec<InstId>> {
        let state = self.view.state;
        let made = || {
            let mut instances: FxIndexMap<MethodId, Vec<InstId>> = FxIndexMap::default();
            for (id, instance) in state.instances() {
                if self.view.program.origin_of(instance.method) != Origin::Jdk {
                    instances.entry(instance.method).or_default().push(id);
                }
            }
            instances
        };
        self.instances.get_or_init(made)
    }

    pub(super) fn body(&self, method: MethodId) -> Option<&'v Body> {
        self.view.state.code_of(method).map(|code| &code.body)
    }

    /// The statement of a method at an offset.
    pub(super) fn op_at(&self, method: MethodId, offset: u32) -> Option<&'v Op> {
        let body = self.body(method)?;
        let (block, nth) = statement_at(body, offset)?;
        Some(&body.blocks[block].stmts[nth as usize].op)
    }

    pub(super) fn values(&self, method: MethodId, var: Var) -> Values {
        self.values_of(method, &[var])
    }

    /// What one of several variables can hold; null if there is none.
    pub(super) fn values_of(&self, method: MethodId, vars: &[Var]) -> Values {
        let mut out = Values { all: Vec::new(), literal: true };
        if vars.is_empty() {
            out.add(Value::Null);
        }
        for &var in vars {
            self.gather(method, var, 0, &mut FxHashSet::default(), &mut out);
        }
        out
    }

    fn gather(
        &self,
        method: MethodId,
        var: Var,
        depth: usize,
        seen: &mut FxHashSet<(MethodId, Var)>,
        out: &mut Values,
    ) {
        let Some(body) = self.body(method) else { return out.add(Value::Unknown) };
        let facts = Facts::of(body);
        self.follow(&facts, method, var, depth, seen, out);
    }

    fn follow(
        &self,
        facts: &Facts<'_>,
        method: MethodId,
        var: Var,
        depth: usize,
        seen: &mut FxHashSet<(MethodId, Var)>,
        out: &mut Values,
    ) {
        let program = self.view.program;
        let var = facts.behind_casts(var);
        if !seen.insert((method, var)) {
            return;
        }
        match facts.def(var) {
            Def::Phi(block, nth) => {
                for &arg in &facts.body().blocks[block].phis[nth as usize].args {
                    self.follow(facts, method, arg, depth, seen, out);
                }
            }
            Def::Param => self.passed(method, var, depth, seen, out),
            Def::Caught(_) => out.add(Value::Unknown),
            Def::Stmt(block, nth) => match &facts.body().blocks[block].stmts[nth as usize].op {
                Op::Const { value, .. } => out.add(match *value {
                    ConstValue::Null => Value::Null,
                    ConstValue::Class(ty) => Value::Class(ty),
                    ConstValue::Str { text, lossy: false } => Value::Text(text),
                    ConstValue::Str { .. } => Value::Exact(self.view.heap.types().string),
                    _ => Value::Unknown,
                }),
                Op::New { class, .. } => out.add(Value::Exact(*class)),
                Op::NewArray { ty, lens, .. } => {
                    let at = facts.body().blocks[block].stmts[nth as usize].offset;
                    out.add(Value::Array(*ty, facts.length_of(lens), Some((method, at))));
                }
                Op::Invoke { method: called, .. } if is_boxing(program, *called) => {
                    out.add(Value::Exact(program.method_ref_data(*called).owner));
                }
                Op::Invoke { kind: InvokeKind::Static, method: called, .. } if depth < DEPTH => {
                    match program.resolve_method(*called).and_then(|called| Some((called, self.returned(called)?))) {
                        Some((called, values)) => {
                            out.literal = false;
                            values.into_iter().for_each(|value| self.gather(called, value, depth + 1, seen, out));
                        }
                        None => self.solved(method, var, false, out),
                    }
                }
                Op::GetStatic { field, .. } => match primitive_type(program, *field) {
                    Some(ty) => out.add(Value::Class(ty)),
                    None => self.solved(method, var, true, out),
                },
                Op::GetField { .. } => self.solved(method, var, true, out),
                _ => self.solved(method, var, false, out),
            },
        }
    }

    /// The variables that a method outside the JDK returns.
    fn returned(&self, method: MethodId) -> Option<Vec<Var>> {
        let body = self.body(method).filter(|body| body.damaged_at.is_empty())?;
        let value = |block: &Block| match block.terminator {
            Terminator::Return { value, .. } => value,
            _ => None,
        };
        let values: Vec<Var> = body.blocks.iter().filter_map(value).collect();
        (self.view.program.origin_of(method) != Origin::Jdk && !values.is_empty()).then_some(values)
    }

    /// What callers pass for a parameter: each of them, if all are instructions of known methods.
    fn passed(
        &self,
        method: MethodId,
        var: Var,
        depth: usize,
        seen: &mut FxHashSet<(MethodId, Var)>,
        out: &mut Values,
    ) {
        out.literal = false;
        let callers = self.callers(method);
        let pass = |caller: &Caller| match self.op_at(caller.method, caller.offset) {
            Some(Op::Invoke { args, .. }) if caller.kind == EdgeKind::Call => args.get(var.index()).copied(),
            _ => None,
        };
        let args: Option<Vec<Var>> = callers.iter().map(pass).collect();
        let mut solved = Values { all: Vec::new(), literal: true };
        self.solved(method, var, true, &mut solved);
        match args.filter(|args| !args.is_empty() && depth < DEPTH) {
            Some(args) if solved.all.iter().all(|value| *value != Value::Unknown) => {
                for (caller, arg) in callers.iter().zip(args) {
                    self.gather(caller.method, arg, depth + 1, seen, out);
                }
            }
            _ => solved.all.into_iter().for_each(|value| out.add(value)),
        }
    }

    /// What the solver has for a variable. `is_read`: out of a field or from a caller, where nothing at all means null.
    fn solved(&self, method: MethodId, var: Var, is_read: bool, out: &mut Values) {
        out.literal = false;
        let (view, instances) = (self.view, self.instances(method));
        if instances.is_empty() || view.exhausted.is_some() {
            return out.add(Value::Unknown);
        }
        let mut found = Values { all: Vec::new(), literal: false };
        for &id in instances {
            let Some(node) = view.state.instance(id).var(var) else { return out.add(Value::Unknown) };
            for (obj, kind) in view.values(node) {
                if found.is_full() {
                    break;
                }
                found.add(self.value(obj, kind));
            }
        }
        if found.all.is_empty() {
            found.add(if is_read { Value::Null } else { Value::Unknown });
        }
        // Objects are numbered as they are met, and what is said names the first.
        found.all.sort_by_cached_key(|value| value.order(view.program));
        found.all.into_iter().for_each(|value| out.add(value));
    }

    fn value(&self, obj: ObjId, kind: ObjKind) -> Value {
        let (heap, program) = (self.view.heap, self.view.program);
        match kind {
            ObjKind::Null => Value::Null,
            ObjKind::Class { ty } => Value::Class(ty),
            ObjKind::Str { text } => Value::Text(text),
            ObjKind::OtherStr | ObjKind::UnknownString { .. } => Value::Exact(heap.types().string),
            ObjKind::Alloc { site, ty, .. } if program.dimensions(ty).0 > 0 => {
                let made = match heap.site_data(site) {
                    Site::At(method, offset) => Some((method, offset)),
                    _ => None,
                };
                // What the JDK makes by a class object is an array of something.
                let is_made = |(method, offset)| matches!(self.op_at(method, offset), Some(Op::NewArray { .. }));
                if made.is_some_and(|made| program.origin_of(made.0) == Origin::Jdk && !is_made(made)) {
                    return Value::Unknown;
                }
                Value::Array(ty, made.and_then(|(method, offset)| self.length_at(method, offset)), made)
            }
            ObjKind::Instance { site, ty, .. } if matches!(heap.site_data(site), Site::At(..)) => Value::Exact(ty),
            // Arrays of primitives are not told apart.
            ObjKind::Merged { ty } if program.dimensions(ty).0 > 0 => Value::Array(ty, None, None),
            ObjKind::Alloc { ty, .. } | ObjKind::Merged { ty } => Value::Exact(ty),
            ObjKind::Method { .. } | ObjKind::Constructor { .. } | ObjKind::Field { .. } => Value::Exact(heap.ty(obj)),
            _ => Value::Unknown,
        }
    }

    fn length_at(&self, method: MethodId, offset: u32) -> Option<u32> {
        let Op::NewArray { lens, .. } = self.op_at(method, offset)? else { return None };
        Facts::of(self.body(method)?).length_of(lens)
    }
}
