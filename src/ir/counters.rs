//! The values that the counter of a loop has at a place, where its bounds are constants: `for (int i = 0; i < 3; i++)`. Must not
//! know what is done with them.

use super::dominance::Dominators;
use super::facts::{Def, Facts};
use super::{BlockId, ConstValue, Op, Terminator, Var};
use crate::classfile::{Cond, Relation};

/// Most values of a counter.
const MOST: i64 = 64;

/// A counter by its first value, what is added in each round, and what it stays on this side of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Counter {
    first: i64,
    step: i64,
    end: i64,
}

impl Counter {
    /// Of a variable at the beginning of a block. It has a value there only behind a test against a constant; it is changed only
    /// there, too, so that it goes past the end by less than a step and never wraps.
    pub fn of(facts: &Facts<'_>, dominators: &Dominators, var: Var, at: BlockId) -> Option<Self> {
        let Def::Phi(head, nth) = facts.def(var) else { return None };
        let body = facts.body();
        let block = &body.blocks[head];
        let [one, other] = block.phis.get(nth as usize)?.args[..] else { return None };
        if block.handler.is_some() || !body.damaged_at.is_empty() {
            return None;
        }
        let of_round = |start: Var, next: Var| Some((constant(facts, start)?, step(facts, var, next)?, next));
        let (first, step, next) = of_round(one, other).or_else(|| of_round(other, one))?;
        let Def::Stmt(changed, _) = facts.def(next) else { return None };
        let ends = body.blocks.iter().filter_map(|block| {
            let (end, inside) = end(facts, &block.terminator, var, step)?;
            // The way in is the only one.
            let is_only = body.blocks[inside].preds.len() == 1 && body.blocks[inside].handler.is_none();
            let holds = |block: BlockId| is_only && dominators.dominates(inside, block);
            (holds(at) && holds(changed)).then_some(end)
        });
        let counter = ends.map(|end| Self { first, step, end }).find(|counter| counter.count() <= MOST)?;
        i32::try_from(counter.end + step).is_ok().then_some(counter)
    }

    fn count(self) -> i64 {
        let (distance, step) = ((self.end - self.first) * self.step.signum(), self.step.abs());
        if distance <= 0 { 0 } else { (distance + step - 1) / step }
    }

    pub fn values(self) -> impl Iterator<Item = i64> {
        (0..self.count()).map(move |round| self.first + round * self.step)
    }
}

fn constant(facts: &Facts<'_>, var: Var) -> Option<i64> {
    match facts.constant_of(var)? {
        ConstValue::Int(value) => Some(i64::from(*value)),
        _ => None,
    }
}

/// What is added to a variable to get its next value.
fn step(facts: &Facts<'_>, var: Var, next: Var) -> Option<i64> {
    let Op::Prim { op, args, .. } = &facts.stmt(next)?.op else { return None };
    let &[one, other] = args.as_slice() else { return None };
    let step = match *op {
        "iinc" | "iadd" if one == var => constant(facts, other)?,
        "iadd" if other == var => constant(facts, one)?,
        "isub" if one == var => -constant(facts, other)?,
        _ => return None,
    };
    (step != 0).then_some(step)
}

/// Where a variable that grows by a step is on this side of a constant, and the constant, as what it does not reach.
fn end(facts: &Facts<'_>, terminator: &Terminator, var: Var, step: i64) -> Option<(i64, BlockId)> {
    let &Terminator::If { cond, ref args, then, otherwise, .. } = terminator else { return None };
    let Cond::Int(relation) = cond else { return None };
    let (left, right) = match args[..] {
        [left, right] => (left, Some(right)),
        [left] => (left, None),
        _ => return None,
    };
    let number = |var: Option<Var>| var.map_or(Some(0), |var| constant(facts, var));
    let (relation, limit) = match right {
        Some(right) if right == var => (mirrored(relation)?, number(Some(left))?),
        _ if left == var => (relation, number(right)?),
        _ => return None,
    };
    // What is not reached, and the block where that is so.
    let (end, inside) = match (relation, step > 0) {
        (Relation::Lt, true) => (limit, then),
        (Relation::Ge, true) => (limit, otherwise),
        (Relation::Le, true) => (limit + 1, then),
        (Relation::Gt, true) => (limit + 1, otherwise),
        (Relation::Gt, false) => (limit, then),
        (Relation::Le, false) => (limit, otherwise),
        (Relation::Ge, false) => (limit - 1, then),
        (Relation::Lt, false) => (limit - 1, otherwise),
        _ => return None,
    };
    (then != otherwise).then_some((end, inside))
}

fn mirrored(relation: Relation) -> Option<Relation> {
    Some(match relation {
        Relation::Lt => Relation::Gt,
        Relation::Le => Relation::Ge,
        Relation::Gt => Relation::Lt,
        Relation::Ge => Relation::Le,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_stay_before_the_end() {
        let values = |first, step, end| Counter { first, step, end }.values().collect::<Vec<_>>();
        assert_eq!(values(0, 1, 3), [0, 1, 2]);
        assert_eq!(values(0, 2, 3), [0, 2]);
        assert_eq!(values(3, -1, 0), [3, 2, 1]);
        assert_eq!(values(3, -2, 0), [3, 1]);
        assert_eq!(values(3, 1, 3), [] as [i64; 0]);
        assert_eq!(values(i64::from(i32::MAX) - 1, 1, i64::from(i32::MAX)).len(), 1);
    }
}
