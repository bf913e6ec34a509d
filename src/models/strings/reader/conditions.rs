//! What the branches on the way to a call say of the texts and numbers that its operation takes: a combination that would have
//! gone the other way is none (the operands are in SSA form, so that what was asked of a variable holds for the value that the
//! operation has). Must not know how expressions are read, nor what is made of conditions.

use crate::classfile::Cond;
use crate::ir::{BlockId, Terminator, Var};
use crate::strings::{Condition, Expression, Value};

use super::{Leaf, MOST, Reader};

/// Most branches that are looked at, the nearest first.
const BRANCHES: usize = 32;

impl Reader<'_, '_, '_> {
    /// What the branches say that control has passed where it enters a block, of the leaves that there are.
    pub(super) fn conditions(&mut self, at: BlockId) -> Vec<Condition> {
        self.conditions_from(None, at)
    }

    /// The same of branches behind the block `from`.
    pub(super) fn conditions_from(&mut self, from: Option<BlockId>, at: BlockId) -> Vec<Condition> {
        let body = self.facts.body();
        if self.leaves.is_empty() && self.choices.is_empty() || !body.damaged_at.is_empty() {
            return Vec::new();
        }
        let mut found = Vec::new();
        let mut block = at;
        for _ in 0..BRANCHES {
            let before = self.dominators().immediate(block).filter(|_| from != Some(block));
            let Some(before) = before else { break };
            // A block with another way in may have been entered past the branch.
            if body.blocks[block].preds == [before] && body.blocks[block].handler.is_none() {
                found.extend(self.condition(before, block));
            }
            block = before;
        }
        found
    }

    /// What the branch at the end of a block says where it leads to `after`.
    pub(super) fn condition(&mut self, before: BlockId, after: BlockId) -> Option<Condition> {
        let block = &self.facts.body().blocks[before];
        let Terminator::If { cond, args, then, otherwise, .. } = &block.terminator else { return None };
        let holds = match (*then == after, *otherwise == after) {
            (true, false) => true,
            (false, true) => false,
            _ => return None,
        };
        let (leaves, placed) = (self.leaves.len(), self.placed.len());
        let left = std::mem::replace(&mut self.left, MOST);
        let was_asked = self.choices.ask(true);
        let condition = self.compared(*cond, args, holds);
        self.choices.ask(was_asked);
        // What the operation has no operand for is not asked for.
        let is_read = self.left > 0 && self.leaves.len() == leaves;
        self.left = left;
        self.leaves.truncate(leaves);
        self.placed.truncate(placed);
        condition.filter(|condition| is_read && self.is_fixed(condition))
    }

    fn compared(&mut self, cond: Cond, args: &[Var], holds: bool) -> Option<Condition> {
        let comparison = cond.compares()?;
        let numbers = match *args {
            [number] => [self.known_number(number)?, Expression::Fixed(Value::Number(0))],
            [one, other] => [self.known_number(one)?, self.known_number(other)?],
            _ => return None,
        };
        Some(Condition::compares(comparison, numbers, holds))
    }

    fn known_number(&mut self, var: Var) -> Option<Expression> {
        self.numbers += 1;
        let number = self.computed(var);
        self.numbers -= 1;
        number
    }

    /// Whether the leaves of a condition have one value from the branch on to the call: strings and numbers have, the text of
    /// another object may change, and each of two calls may have a locale of its own.
    fn is_fixed(&self, condition: &Condition) -> bool {
        self.leaves.iter().enumerate().all(|(number, (_, leaf))| match leaf {
            Leaf::Node(_) | Leaf::Strings(_) | Leaf::Counter(_) => true,
            Leaf::TextOf(_) | Leaf::Characters(_) | Leaf::Locale | Leaf::Truth => !condition.reads(number),
        })
    }
}
