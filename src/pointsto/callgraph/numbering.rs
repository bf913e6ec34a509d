//! Which reference variables of a body get a node of their own. Variables that nothing flows on from need none (results
//! nobody uses: of `Map.put`, of casts before a comparison), and loads of one field or array from one variable give equal
//! sets, as fields have no order here. Must not know objects.

use super::super::summaries::shortcuts::Shortcuts;
use crate::base::{FxHashMap, IndexVec};
use crate::classfile::Kind;
use crate::ir::{Body, Op, Terminator, Var};
use crate::program::{FieldRef, TypeId};

crate::define_id!(
    /// The dense number of a variable that has a node; variables that hold the same share one.
    VarIndex
);

/// The dense numbering of a body's variables.
#[derive(Debug)]
pub(crate) struct VarNumbering {
    /// By variable; none for those without a node.
    indices: Vec<Option<VarIndex>>,
    /// The variable that is defined first, by index.
    owners: IndexVec<VarIndex, Var>,
    /// Variables of which nothing but one cast is made: the result and the type of the cast.
    only_casts: FxHashMap<Var, (Var, TypeId)>,
    returns: usize,
}

/// What a load reads; equal loads give equal sets.
#[derive(PartialEq, Eq, Hash)]
enum Load {
    Field(VarIndex, FieldRef),
    Static(FieldRef),
    Element(VarIndex),
}

impl VarNumbering {
    pub(crate) fn new(body: &Body, shortcuts: &Shortcuts) -> Self {
        let live = live(body, shortcuts);
        let returns = body.blocks.iter().filter(|block| matches!(block.terminator, Terminator::Return { .. })).count();
        let only_casts = only_casts(body, &live);
        let mut numbering =
            Self { indices: vec![None; body.vars.len()], owners: IndexVec::default(), only_casts, returns };
        let mut loads: FxHashMap<Load, VarIndex> = FxHashMap::default();
        let params = (0..body.params).map(Var);
        for var in params.filter(|var| live[var.index()]) {
            numbering.own(var);
        }
        for block in body.blocks.iter() {
            let caught = block.handler.iter().map(|handler| handler.var);
            for var in caught.chain(block.phis.iter().map(|phi| phi.dst)).filter(|var| live[var.index()]) {
                numbering.own(var);
            }
            for stmt in &block.stmts {
                let Some(dst) = stmt.op.dst().filter(|dst| live[dst.index()]) else { continue };
                let index = |var: Var| numbering.index(var);
                let load = match &stmt.op {
                    Op::GetField { base, field, .. } => index(*base).map(|base| Load::Field(base, *field)),
                    Op::GetStatic { field, .. } => Some(Load::Static(*field)),
                    Op::ArrayLoad { array, .. } => index(*array).map(Load::Element),
                    _ => None,
                };
                match load {
                    Some(load) => match loads.get(&load) {
                        Some(&index) => numbering.indices[dst.index()] = Some(index),
                        None => {
                            let index = numbering.own(dst);
                            loads.insert(load, index);
                        }
                    },
                    None => {
                        numbering.own(dst);
                    }
                }
            }
        }
        numbering
    }

    fn own(&mut self, var: Var) -> VarIndex {
        let index = self.owners.push(var);
        self.indices[var.index()] = Some(index);
        index
    }

    pub(crate) fn index(&self, var: Var) -> Option<VarIndex> {
        self.indices[var.index()]
    }

    /// The variables that stand for each index.
    pub(crate) fn owners(&self) -> impl Iterator<Item = Var> + '_ {
        self.owners.iter().copied()
    }

    /// Whether one instruction gives all that the method returns.
    pub(crate) fn returns_once(&self) -> bool {
        self.returns == 1
    }

    /// The result and the type of the cast through which everything goes that a variable holds, if it is used for nothing
    /// else.
    pub(crate) fn only_cast(&self, var: Var) -> Option<(Var, TypeId)> {
        self.only_casts.get(&var).copied()
    }

    /// Whether the variable has an index that another one stands for.
    pub(crate) fn is_copy(&self, var: Var) -> bool {
        self.index(var).is_some_and(|index| self.owners[index] != var)
    }
}

fn only_casts(body: &Body, live: &[bool]) -> FxHashMap<Var, (Var, TypeId)> {
    let mut casts: FxHashMap<Var, (Var, TypeId)> = FxHashMap::default();
    for stmt in body.blocks.iter().flat_map(|block| &block.stmts) {
        if let Op::Cast { dst, src, ty } = stmt.op
            && live[dst.index()]
        {
            casts.insert(src, (dst, ty));
        }
    }
    if casts.is_empty() {
        return casts;
    }
    let mut uses: FxHashMap<Var, usize> = FxHashMap::default();
    let mut used = |var: Var| *uses.entry(var).or_default() += 1;
    for block in body.blocks.iter() {
        for phi in block.phis.iter().filter(|phi| live[phi.dst.index()]) {
            phi.args.iter().copied().for_each(&mut used);
        }
        for stmt in &block.stmts {
            let dead = stmt.op.dst().is_some_and(|dst| !live[dst.index()]);
            match stmt.op {
                Op::InstanceOf { .. } | Op::Monitor { .. } => {}
                Op::Cast { .. } | Op::GetField { .. } | Op::ArrayLoad { .. } if dead => {}
                _ => stmt.op.for_each_use(&mut used),
            }
        }
        if matches!(block.terminator, Terminator::Return { .. } | Terminator::Throw { .. }) {
            block.terminator.for_each_use(&mut used);
        }
    }
    casts.retain(|src, _| uses.get(src) == Some(&1));
    casts
}

/// The reference variables whose objects go somewhere.
fn live(body: &Body, shortcuts: &Shortcuts) -> Vec<bool> {
    let mut live = vec![false; body.vars.len()];
    let mut pending: Vec<Var> = Vec::new();
    // Variables a variable is made of: they live if it does.
    let mut sources: FxHashMap<Var, Vec<Var>> = FxHashMap::default();
    for block in body.blocks.iter() {
        for phi in &block.phis {
            sources.entry(phi.dst).or_default().extend(&phi.args);
        }
        for stmt in &block.stmts {
            match &stmt.op {
                Op::Cast { dst, src, .. } => sources.entry(*dst).or_default().push(*src),
                Op::GetField { dst, base, .. } => sources.entry(*dst).or_default().push(*base),
                Op::ArrayLoad { dst, array, .. } => sources.entry(*dst).or_default().push(*array),
                Op::PutField { base, value, field } if !shortcuts.keeps(*base, *field, *value) => {
                    pending.extend([*base, *value]);
                }
                Op::ArrayStore { array, value, .. } => pending.extend([*array, *value]),
                Op::PutStatic { value, .. } => pending.push(*value),
                Op::Invoke { args, .. } | Op::InvokeDynamic { args, .. } => pending.extend(args),
                Op::Const { .. }
                | Op::New { .. }
                | Op::NewArray { .. }
                | Op::InstanceOf { .. }
                | Op::PutField { .. }
                | Op::GetStatic { .. }
                | Op::ArrayLength { .. }
                | Op::Prim { .. }
                | Op::Monitor { .. } => {}
            }
        }
        match &block.terminator {
            Terminator::Return { .. } if shortcuts.given.is_some() => {}
            Terminator::Return { value: Some(value), .. } | Terminator::Throw { value, .. } => pending.push(*value),
            _ => {}
        }
    }
    while let Some(var) = pending.pop() {
        if body.vars[var].kind == Kind::Ref && !std::mem::replace(&mut live[var.index()], true) {
            pending.extend(sources.get(&var).into_iter().flatten());
        }
    }
    live
}
