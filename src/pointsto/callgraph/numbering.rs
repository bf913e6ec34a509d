//! Which reference variables of a body get a node of their own. Variables that nothing flows on from need none (results
//! nobody uses: of `Map.put`, of casts before a comparison), and loads of one field or array from one variable give equal
//! sets, as fields have no order here. Must not know objects.

use super::super::summaries::shortcuts::Shortcuts;
use crate::base::FxHashMap;
use crate::classfile::Kind;
use crate::ir::{Body, Op, Terminator, Var};
use crate::program::{FieldRef, TypeId};

/// Stands for "no node".
const NONE: u32 = u32::MAX;

/// The dense numbering of a body's variables.
#[derive(Debug)]
pub(crate) struct Slots {
    /// By variable.
    slots: Vec<u32>,
    /// The variable that is defined first, by slot.
    owners: Vec<Var>,
    /// Variables of which nothing but one cast is made: the result and the type of the cast.
    only_casts: FxHashMap<Var, (Var, TypeId)>,
    returns: usize,
}

/// What a load reads; equal loads give equal sets.
#[derive(PartialEq, Eq, Hash)]
enum Load {
    Field(u32, FieldRef),
    Static(FieldRef),
    Element(u32),
}

impl Slots {
    pub(crate) fn new(body: &Body, shortcuts: &Shortcuts) -> Self {
        let live = live(body, shortcuts);
        let returns = body.blocks.iter().filter(|block| matches!(block.terminator, Terminator::Return { .. })).count();
        let only_casts = only_casts(body, &live);
        let mut numbering = Self { slots: vec![NONE; body.vars.len()], owners: Vec::new(), only_casts, returns };
        let mut loads: FxHashMap<Load, u32> = FxHashMap::default();
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
                let slot = |var: Var| numbering.slot(var);
                let load = match &stmt.op {
                    Op::GetField { base, field, .. } => slot(*base).map(|base| Load::Field(base, *field)),
                    Op::GetStatic { field, .. } => Some(Load::Static(*field)),
                    Op::ArrayLoad { array, .. } => slot(*array).map(Load::Element),
                    _ => None,
                };
                match load {
                    Some(load) => match loads.get(&load) {
                        Some(&slot) => numbering.slots[dst.index()] = slot,
                        None => {
                            let slot = numbering.own(dst);
                            loads.insert(load, slot);
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

    fn own(&mut self, var: Var) -> u32 {
        let slot = self.owners.len() as u32;
        self.slots[var.index()] = slot;
        self.owners.push(var);
        slot
    }

    pub(crate) fn slot(&self, var: Var) -> Option<u32> {
        Some(self.slots[var.index()]).filter(|&slot| slot != NONE)
    }

    /// The variables that stand for each slot.
    pub(crate) fn owners(&self) -> &[Var] {
        &self.owners
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

    /// Whether the variable has a slot that another one stands for.
    pub(crate) fn is_copy(&self, var: Var) -> bool {
        self.slot(var).is_some_and(|slot| self.owners[slot as usize] != var)
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
