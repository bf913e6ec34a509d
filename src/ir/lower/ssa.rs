//! Values of slots (locals, and operand-stack places that live across blocks) at block entries and exits. A phi is made
//! where a slot is read at a join, its operands are filled in when every block has been walked, and phis that stand for
//! one value are dissolved (after Braun et al., "Simple and Efficient Construction of Static Single Assignment Form").
//! Nothing recurses. Must not know instructions.

use std::collections::VecDeque;

use super::Damage;
use super::blocks::NONE;
use super::graph::{Graph, InstanceId, Role};
use crate::base::FxHashMap;
use crate::classfile::Kind;
use crate::ir::{Var, VarInfo};

crate::define_id!(
    /// A local, or a place of the operand stack; these come after the locals.
    Slot
);

/// Nothing was entered.
const UNKNOWN: Var = Var(NONE);
/// The slot was looked up and nothing defines it.
pub(super) const UNDEFINED: Var = Var(u32::MAX - 1);

/// Table cells kept in one dense vector; larger bodies use a hash map.
const MAX_DENSE: usize = 1 << 20;
/// Phi operands beyond which a body is given up.
const MAX_OPERANDS: usize = 8_000_000;

/// Instance x slot -> variable, [`UNKNOWN`] where nothing was entered.
#[derive(Default)]
struct Table {
    width: usize,
    dense: Vec<Var>,
    sparse: Option<FxHashMap<(InstanceId, Slot), Var>>,
}

impl Table {
    fn reset(&mut self, instances: usize, width: usize) {
        self.width = width;
        self.dense.clear();
        self.sparse = None;
        match instances.checked_mul(width) {
            Some(cells) if cells <= MAX_DENSE => self.dense.resize(cells, UNKNOWN),
            _ => self.sparse = Some(FxHashMap::default()),
        }
    }

    #[inline]
    fn get(&self, instance: InstanceId, slot: Slot) -> Var {
        match &self.sparse {
            None => self.dense[instance.index() * self.width + slot.index()],
            Some(map) => map.get(&(instance, slot)).copied().unwrap_or(UNKNOWN),
        }
    }

    #[inline]
    fn set(&mut self, instance: InstanceId, slot: Slot, var: Var) {
        match &mut self.sparse {
            None => self.dense[instance.index() * self.width + slot.index()] = var,
            Some(map) => {
                map.insert((instance, slot), var);
            }
        }
    }
}

/// What an instance's instructions do to slots, as its handlers see it.
#[derive(Default, Clone, Copy)]
struct Thrown {
    /// Whether an instruction that can throw was reached.
    any: bool,
    /// Ranges of [`Ssa::written_before`] and [`Ssa::seen`].
    before: (u32, u32),
    seen: (u32, u32),
}

pub(super) struct Phi {
    pub(super) instance: InstanceId,
    slot: Slot,
    pub(super) var: Var,
    operands: (u32, u32),
}

#[derive(Default)]
pub(super) struct Ssa {
    pub(super) vars: Vec<VarInfo>,
    pub(super) phis: Vec<Phi>,
    operands: Vec<Var>,
    entry: Table,
    exit: Table,
    thrown: Vec<Thrown>,
    /// Slots written in an instance before anything in it could throw.
    written_before: Vec<Slot>,
    /// Slots and their values at an instruction that can throw, if written in the instance.
    seen: Vec<(Slot, Var)>,
    /// Slots written since the last such instruction.
    dirty: Vec<Slot>,
    /// Instances whose end is reached.
    pub(super) complete: Vec<bool>,
    /// Start offset of each instance.
    pub(super) starts: Vec<u32>,
    path: Vec<InstanceId>,
    /// What each variable stands for, after [`Ssa::dissolve`].
    value: Vec<Var>,
}

impl Ssa {
    pub(super) fn reset(&mut self, instances: usize, slots: usize) {
        self.vars.clear();
        self.phis.clear();
        self.operands.clear();
        self.entry.reset(instances, slots);
        self.exit.reset(instances, slots);
        self.thrown.clear();
        self.thrown.resize(instances, Thrown::default());
        self.written_before.clear();
        self.seen.clear();
        self.dirty.clear();
        self.complete.clear();
        self.complete.resize(instances, false);
        self.starts.clear();
        self.value.clear();
    }

    #[inline]
    pub(super) fn new_var(&mut self, kind: Kind, offset: u32) -> Var {
        self.vars.push(VarInfo { kind, offset });
        Var::new(self.vars.len() - 1)
    }

    #[inline]
    pub(super) fn kind(&self, var: Var) -> Kind {
        self.vars[var.index()].kind
    }

    /// Gives a slot its value at method entry.
    pub(super) fn define_at_entry(&mut self, slot: Slot, var: Var) {
        self.entry.set(InstanceId(0), slot, var);
    }

    /// The slot's present value while `instance` is walked; [`UNDEFINED`] if no definition reaches it.
    #[inline]
    pub(super) fn read(&mut self, graph: &Graph, instance: InstanceId, slot: Slot, kind: Kind) -> Var {
        match self.exit.get(instance, slot) {
            UNKNOWN => self.at_entry(graph, instance, slot, kind),
            var => var,
        }
    }

    #[inline]
    pub(super) fn write(&mut self, instance: InstanceId, slot: Slot, var: Var, is_covered: bool) {
        self.exit.set(instance, slot, var);
        if is_covered {
            self.dirty.push(slot);
        }
    }

    /// Called before each covered instance is walked.
    pub(super) fn begin_covered(&mut self, instance: InstanceId) {
        self.dirty.clear();
        let (before, seen) = (self.written_before.len() as u32, self.seen.len() as u32);
        self.thrown[instance.index()] = Thrown { any: false, before: (before, before), seen: (seen, seen) };
    }

    /// Called at each instruction of a covered instance that can throw, before its own effect.
    pub(super) fn throws(&mut self, instance: InstanceId) {
        let thrown = &mut self.thrown[instance.index()];
        if !thrown.any {
            thrown.any = true;
            self.written_before.extend_from_slice(&self.dirty);
            thrown.before.1 = self.written_before.len() as u32;
        }
        for &slot in &self.dirty {
            self.seen.push((slot, self.exit.get(instance, slot)));
        }
        thrown.seen.1 = self.seen.len() as u32;
        self.dirty.clear();
    }

    /// Whether an exception can leave the instance, as far as it was walked.
    pub(super) fn can_throw(&self, instance: InstanceId) -> bool {
        self.thrown[instance.index()].any
    }

    /// The slot's value where the instance begins, with a phi at joins.
    fn at_entry(&mut self, graph: &Graph, instance: InstanceId, slot: Slot, kind: Kind) -> Var {
        let mut path = std::mem::take(&mut self.path);
        path.clear();
        let mut at = instance;
        let found = loop {
            match self.entry.get(at, slot) {
                UNKNOWN => {}
                var => break var,
            }
            let preds = graph.preds(at);
            let is_handler = graph.get(at).role == Role::Handler;
            match preds {
                [] if !is_handler => break UNDEFINED,
                &[pred] if !is_handler => {
                    path.push(at);
                    match self.exit.get(pred, slot) {
                        UNKNOWN => at = pred,
                        var => break var,
                    }
                }
                _ => {
                    let var = self.new_var(kind, self.starts[at.index()]);
                    self.phis.push(Phi { instance: at, slot, var, operands: (0, 0) });
                    self.entry.set(at, slot, var);
                    break var;
                }
            }
        };
        for &at in &path {
            self.entry.set(at, slot, found);
        }
        self.path = path;
        found
    }

    /// Fills in the operands of all phis, those included that this makes necessary. Adds to `undefined` the offsets of joins
    /// where a slot is read that a path leaves undefined or of another kind, which no verifier lets pass.
    pub(super) fn fill(&mut self, graph: &Graph, undefined: &mut Vec<u32>) -> Result<(), Damage> {
        let mut next = 0;
        while next < self.phis.len() {
            let Phi { instance, slot, var, .. } = self.phis[next];
            let kind = self.kind(var);
            let start = self.operands.len();
            if graph.get(instance).role == Role::Handler {
                if !self.fill_from_covered(graph, instance, slot, kind) {
                    undefined.push(self.starts[instance.index()]);
                }
                self.operands[start..].sort_unstable();
                let mut last = UNKNOWN;
                let mut kept = start;
                for index in start..self.operands.len() {
                    if self.operands[index] != last {
                        last = self.operands[index];
                        self.operands[kept] = last;
                        kept += 1;
                    }
                }
                self.operands.truncate(kept);
            } else {
                for &pred in graph.preds(instance) {
                    if !self.complete[pred.index()] {
                        continue;
                    }
                    let value = self.read(graph, pred, slot, kind);
                    if self.is_usable(value, kind) {
                        self.operands.push(value);
                    } else {
                        self.operands.push(var);
                        undefined.push(self.starts[instance.index()]);
                    }
                }
            }
            if self.operands.len() > MAX_OPERANDS {
                return Err(Damage::Size);
            }
            self.phis[next].operands = (start as u32, self.operands.len() as u32);
            next += 1;
        }
        Ok(())
    }

    fn is_usable(&self, value: Var, kind: Kind) -> bool {
        value != UNDEFINED && self.kind(value) == kind
    }

    /// Every value the slot has where something in a covered instance can throw; false if it has none of that kind somewhere.
    fn fill_from_covered(&mut self, graph: &Graph, handler: InstanceId, slot: Slot, kind: Kind) -> bool {
        let mut is_defined = true;
        for &covered in graph.covered(handler) {
            let thrown = self.thrown[covered.index()];
            if !thrown.any {
                continue;
            }
            let before = &self.written_before[thrown.before.0 as usize..thrown.before.1 as usize];
            if !before.contains(&slot) {
                let value = self.at_entry(graph, covered, slot, kind);
                if self.is_usable(value, kind) {
                    self.operands.push(value);
                } else {
                    is_defined = false;
                }
            }
            for index in thrown.seen.0..thrown.seen.1 {
                let (written, value) = self.seen[index as usize];
                if written == slot && self.kind(value) == kind {
                    self.operands.push(value);
                } else if written == slot {
                    is_defined = false;
                }
            }
        }
        is_defined
    }

    pub(super) fn operands(&self, phi: &Phi) -> &[Var] {
        &self.operands[phi.operands.0 as usize..phi.operands.1 as usize]
    }

    /// Finds the phis that stand for one value: any set of phis with a single operand from outside the set is that operand.
    pub(super) fn dissolve(&mut self) {
        if self.phis.is_empty() {
            return;
        }
        self.value.extend((0..self.vars.len()).map(Var::new));
        self.assume_equal();
        // What the optimistic pass split on a value that later turned out the same.
        let mut changed = true;
        while changed {
            changed = false;
            for index in 0..self.phis.len() {
                let var = self.phis[index].var;
                if self.value[var.index()] == var
                    && let Some(other) = self.only_operand(&self.phis[index])
                {
                    self.value[var.index()] = other;
                    changed = true;
                }
            }
        }
        for var in 0..self.value.len() {
            self.value[var] = self.resolve(Var::new(var));
        }
    }

    /// Optimistic: phis agree with their operands until two of these differ.
    fn assume_equal(&mut self) {
        let mut phi_of = vec![NONE; self.vars.len()];
        for (index, phi) in self.phis.iter().enumerate() {
            phi_of[phi.var.index()] = index as u32;
            self.value[phi.var.index()] = UNKNOWN;
        }
        // For each phi the phis that use it, in one vector.
        let count = self.phis.len();
        let mut starts = vec![0u32; count + 2];
        let used: Vec<u32> = self.operands.iter().map(|&operand| phi_of[operand.index()]).collect();
        for &phi in used.iter().filter(|&&phi| phi != NONE) {
            starts[phi as usize + 2] += 1;
        }
        for index in 2..starts.len() {
            starts[index] += starts[index - 1];
        }
        let mut users = vec![0u32; starts[count + 1] as usize];
        for (index, phi) in self.phis.iter().enumerate() {
            for &used in &used[phi.operands.0 as usize..phi.operands.1 as usize] {
                if used != NONE {
                    let at = &mut starts[used as usize + 1];
                    users[*at as usize] = index as u32;
                    *at += 1;
                }
            }
        }
        let mut queued = vec![true; count];
        let mut queue: VecDeque<u32> = (0..count as u32).collect();
        while let Some(index) = queue.pop_front() {
            queued[index as usize] = false;
            let phi = &self.phis[index as usize];
            let old = self.value[phi.var.index()];
            if old == phi.var {
                continue;
            }
            let mut new = UNKNOWN;
            for &operand in self.operands(phi) {
                let value = self.value[operand.index()];
                if operand == phi.var || value == UNKNOWN || value == new {
                    continue;
                }
                if new != UNKNOWN {
                    new = phi.var;
                    break;
                }
                new = value;
            }
            if new != old {
                self.value[phi.var.index()] = new;
                for &user in &users[starts[index as usize] as usize..starts[index as usize + 1] as usize] {
                    if !std::mem::replace(&mut queued[user as usize], true) {
                        queue.push_back(user);
                    }
                }
            }
        }
        for phi in &self.phis {
            if self.value[phi.var.index()] == UNKNOWN {
                self.value[phi.var.index()] = phi.var;
            }
        }
    }

    /// The one value a phi's operands stand for, itself left aside.
    fn only_operand(&self, phi: &Phi) -> Option<Var> {
        let mut others = self.operands(phi).iter().map(|&operand| self.resolve(operand)).filter(|&v| v != phi.var);
        let first = others.next()?;
        others.all(|other| other == first).then_some(first)
    }

    /// What the variable stands for once superfluous phis are gone.
    #[inline]
    pub(super) fn resolve(&self, mut var: Var) -> Var {
        while let Some(&value) = self.value.get(var.index())
            && value != var
        {
            var = value;
        }
        var
    }

    /// Whether a phi is still a definition of its own.
    pub(super) fn survives(&self, phi: &Phi) -> bool {
        self.value[phi.var.index()] == phi.var
    }
}
