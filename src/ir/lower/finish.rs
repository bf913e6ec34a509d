//! Puts the finished body together: walked instances in bytecode order, edges among them, surviving phis, dense variables.

use super::blocks::NONE;
use super::graph::{InstanceId, NOWHERE, Role};
use super::{Lowering, Walked};
use crate::base::{FxIndexMap, IndexVec, Sym};
use crate::ir::{Block, BlockId, Handler, Phi, Var, VarInfo};

impl Lowering<'_> {
    /// The body's blocks and the offsets where it was cut.
    pub(super) fn finish(&mut self) -> (IndexVec<BlockId, Block>, Vec<u32>) {
        let count = self.walked.len();
        let mut by_rank = vec![NOWHERE; count];
        for (instance, &rank) in self.graph.rank.iter().enumerate() {
            by_rank[rank as usize] = InstanceId::new(instance);
        }
        let mut ids = vec![BlockId(NONE); count];
        by_rank.retain(|instance| self.walked[instance.index()].is_done);
        for (id, &instance) in by_rank.iter().enumerate() {
            ids[instance.index()] = BlockId::new(id);
        }
        let renumbering = self.renumber_vars();
        let map = |var: Var| match renumbering.get(var.index()) {
            Some(&new) => new,
            None => var,
        };
        let to_id = |instance: &InstanceId| ids[instance.index()];
        let mut rows: Vec<(u32, usize)> =
            self.code.handlers.iter().enumerate().map(|(index, row)| (row.handler, index)).collect();
        rows.sort_unstable();

        let mut blocks = IndexVec::with_capacity(by_rank.len());
        for instance in by_rank {
            let Walked { mut stmts, mut terminator, caught, .. } = std::mem::take(&mut self.walked[instance.index()]);
            if !renumbering.is_empty() {
                stmts.iter_mut().for_each(|stmt| stmt.op.map_vars(map));
                terminator.map_vars(map);
            }
            terminator.map_targets(|target| to_id(&InstanceId(target.0)));
            let start = self.ssa.starts[instance.index()];
            let preds = if caught.is_some() {
                let covered = self.graph.covered(instance).iter();
                covered.filter(|&&covered| self.ssa.can_throw(covered)).map(to_id).collect()
            } else {
                let preds = self.graph.preds(instance).iter();
                preds.filter(|&&pred| self.ssa.complete[pred.index()]).map(to_id).collect()
            };
            let covered_by = if self.ssa.can_throw(instance) {
                self.graph.handlers(instance).iter().map(to_id).collect()
            } else {
                Vec::new()
            };
            blocks.push(Block {
                start,
                phis: Vec::new(),
                stmts,
                terminator,
                preds,
                handler: caught.map(|var| self.handler(map(var), start, &rows)),
                covered_by,
            });
        }
        for phi in self.ssa.phis.iter().filter(|phi| self.ssa.survives(phi)) {
            let dst = map(phi.var);
            let mut args: Vec<Var> = self.ssa.operands(phi).iter().map(|&operand| map(operand)).collect();
            if self.graph.get(phi.instance).role == Role::Handler {
                args.retain(|&arg| arg != dst);
                args.sort_unstable();
                args.dedup();
            }
            let block: &mut Block = &mut blocks[to_id(&phi.instance)];
            block.phis.push(Phi { dst, args });
        }
        self.damaged_at.sort_unstable();
        self.damaged_at.dedup();
        (blocks, std::mem::take(&mut self.damaged_at))
    }

    /// The body of code too damaged or too large to be read.
    pub(super) fn give_up(&mut self) -> IndexVec<BlockId, Block> {
        self.ssa.reset(0, 0);
        self.define_params();
        let mut blocks = IndexVec::new();
        blocks.push(Block::default());
        blocks
    }

    /// New numbers of all variables, phis that stand for another one mapped to it. Empty if nothing changes.
    fn renumber_vars(&mut self) -> Vec<Var> {
        if self.ssa.phis.iter().all(|phi| self.ssa.survives(phi)) {
            return Vec::new();
        }
        let count = self.ssa.vars.len();
        let mut numbers = vec![Var(NONE); count];
        let mut next = 0;
        for var in (0..count).map(Var::new) {
            if self.ssa.resolve(var) == var {
                numbers[var.index()] = Var::new(next);
                self.ssa.vars[next] = self.ssa.vars[var.index()];
                next += 1;
            }
        }
        for var in (0..count).map(Var::new) {
            let value = self.ssa.resolve(var);
            if value != var {
                numbers[var.index()] = numbers[value.index()];
            }
        }
        self.ssa.vars.truncate(next);
        numbers
    }

    pub(super) fn take_vars(&mut self) -> IndexVec<Var, VarInfo> {
        self.ssa.vars.iter().copied().collect()
    }

    /// The catch types of all exception-table rows that lead to `start`; `rows` is sorted by handler.
    fn handler(&self, var: Var, start: u32, rows: &[(u32, usize)]) -> Handler {
        let mut handler = Handler { var, types: Vec::new(), catches_all: false, uneven: false };
        let from = rows.partition_point(|&(at, _)| at < start);
        let own: Vec<usize> =
            rows[from..].iter().take_while(|&&(at, _)| at == start).map(|&(_, index)| index).collect();
        for &index in &own {
            match self.code.handlers[index].catch_type {
                Some(class) => {
                    let ty = self.program.type_of_internal(class);
                    if !handler.types.contains(&ty) {
                        handler.types.push(ty);
                    }
                }
                None => handler.catches_all = true,
            }
        }
        handler.uneven = self.is_uneven(&own);
        handler
    }

    /// Whether rows of one handler, in the order of the table, cannot be taken as one that catches all their types.
    fn is_uneven(&self, own: &[usize]) -> bool {
        let table = &self.code.handlers;
        let mut covered: FxIndexMap<Option<Sym>, Vec<(u32, u32)>> = FxIndexMap::default();
        for &index in own {
            let row = &table[index];
            covered.entry(row.catch_type).or_default().push((row.start, row.end));
        }
        if covered.len() < 2 {
            return false;
        }
        covered.values_mut().for_each(|ranges| ranges.sort_unstable());
        let (first, last) = (own[0], own[own.len() - 1]);
        let start = own.iter().map(|&index| table[index].start).min();
        let end = own.iter().map(|&index| table[index].end).max();
        let parts = table[first..=last]
            .iter()
            .any(|other| other.handler != table[first].handler && Some(other.start) < end && start < Some(other.end));
        parts || covered.values().any(|ranges| *ranges != covered[0])
    }
}
