//! Numbers that are one thing on one way and another on another: `i < 0 ? text.length() : i`. Where control came from, the
//! branches say that it passed. Must not know how expressions are evaluated.

use crate::ir::{BlockId, Var};
use crate::strings::{Alternative, Expression};

use super::Reader;

impl Reader<'_, '_, '_> {
    /// The number that a phi is. At the head of a loop it may be of an earlier round, in which other variables were something
    /// else, too.
    pub(super) fn alternatives(&mut self, var: Var, (block, nth): (BlockId, u32)) -> Option<Expression> {
        let data = &self.facts.body().blocks[block];
        let is_head = data.preds.iter().any(|&before| self.dominators().dominates(block, before));
        if is_head || data.handler.is_some() || self.joined.contains(&var) {
            return None;
        }
        self.joins_left = self.joins_left.checked_sub(1)?;
        self.joined.push(var);
        let values: Vec<Expression> = data.phis[nth as usize].args.iter().map(|&arg| self.number(arg)).collect();
        let from = self.dominators().immediate(block);
        let alternatives = data.preds.iter().zip(values).map(|(&before, value)| {
            let mut conditions = self.conditions_from(from, before);
            conditions.extend(self.condition(before, block));
            Alternative { conditions, value }
        });
        let alternatives = alternatives.collect();
        self.joined.pop();
        Some(Expression::Joined(alternatives))
    }
}
