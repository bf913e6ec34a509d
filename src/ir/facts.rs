//! Facts of one body that need no other: what defines and uses a variable, constants, argument arrays built in place, and
//! handlers around an instruction. Must not know objects.

use super::dominance::Dominators;
use super::{BlockId, Body, ConstValue, Op, Stmt, Terminator, Var};
use crate::base::IndexVec;
use crate::program::TypeId;

/// Arrays longer than this are not followed slot by slot; a call has at most 255 arguments (JVMS 4.3.3).
const MAX_ARGUMENTS: i32 = 255;

/// Where a variable gets its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Def {
    Param,
    /// The exception a handler block catches.
    Caught(BlockId),
    /// Block and position among its phis.
    Phi(BlockId, u32),
    /// Block and position among its statements.
    Stmt(BlockId, u32),
}

/// Where a variable is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Use {
    Phi(BlockId, u32),
    Stmt(BlockId, u32),
    Terminator(BlockId),
}

/// An array of arguments made for one call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArgsArray {
    pub length: u32,
    /// Per slot every value stored there; none: the slot stays null.
    pub slots: Vec<Vec<Var>>,
}

/// A handler around an instruction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HandlerAt {
    pub block: BlockId,
    /// See [`super::Handler`].
    pub types: Vec<TypeId>,
    pub catches_all: bool,
    /// Whether the handler's own code (the blocks it dominates) can end in a throw.
    pub throws: bool,
    /// Whether the handler's own code can go on: return, or flow back into the method.
    pub continues: bool,
}

/// Definitions and uses of a body, made once and asked often.
pub struct Facts<'b> {
    body: &'b Body,
    defs: IndexVec<Var, Def>,
    /// Sorted by variable; `starts` has one entry more than there are variables.
    uses: Vec<Use>,
    starts: Vec<u32>,
}

impl<'b> Facts<'b> {
    pub fn of(body: &'b Body) -> Self {
        let mut defs: IndexVec<Var, Def> = body.vars.iter().map(|_| Def::Param).collect();
        let mut uses = Vec::new();
        for (id, block) in body.blocks.iter_enumerated() {
            if let Some(handler) = &block.handler {
                defs[handler.var] = Def::Caught(id);
            }
            for (nth, phi) in (0..).zip(&block.phis) {
                defs[phi.dst] = Def::Phi(id, nth);
                uses.extend(phi.args.iter().map(|&arg| (arg, Use::Phi(id, nth))));
            }
            for (nth, stmt) in (0..).zip(&block.stmts) {
                if let Some(dst) = stmt.op.dst() {
                    defs[dst] = Def::Stmt(id, nth);
                }
                stmt.op.for_each_use(|var| uses.push((var, Use::Stmt(id, nth))));
            }
            block.terminator.for_each_use(|var| uses.push((var, Use::Terminator(id))));
        }
        let mut starts = vec![0u32; body.vars.len() + 1];
        uses.iter().for_each(|&(var, _)| starts[var.index() + 1] += 1);
        for var in 0..body.vars.len() {
            starts[var + 1] += starts[var];
        }
        uses.sort();
        Self { body, defs, uses: uses.into_iter().map(|(_, at)| at).collect(), starts }
    }

    pub fn body(&self) -> &'b Body {
        self.body
    }

    pub fn def(&self, var: Var) -> Def {
        self.defs[var]
    }

    /// The statement that defines the variable.
    pub fn stmt(&self, var: Var) -> Option<&'b Stmt> {
        match self.defs[var] {
            Def::Stmt(block, nth) => Some(&self.body.blocks[block].stmts[nth as usize]),
            Def::Param | Def::Caught(_) | Def::Phi(..) => None,
        }
    }

    /// Every use: phis, then statements, then terminators; a statement that reads the variable twice is there twice.
    pub fn uses(&self, var: Var) -> &[Use] {
        &self.uses[self.starts[var.index()] as usize..self.starts[var.index() + 1] as usize]
    }

    /// The variable behind casts.
    pub fn behind_casts(&self, mut var: Var) -> Var {
        while let Some(Stmt { op: Op::Cast { src, .. }, .. }) = self.stmt(var) {
            var = *src;
        }
        var
    }

    /// The constant the variable is, seen through casts; phis are not followed.
    pub fn constant_of(&self, var: Var) -> Option<&'b ConstValue> {
        match self.stmt(self.behind_casts(var))?.op {
            Op::Const { ref value, .. } => Some(value),
            _ => None,
        }
    }

    /// The constant length of an array of one dimension, or of the outermost one, that is made with these lengths.
    pub fn length_of(&self, lens: &[Var]) -> Option<u32> {
        match self.constant_of(*lens.first()?)? {
            ConstValue::Int(length) => u32::try_from(*length).ok(),
            _ => None,
        }
    }

    /// The array behind `var`, if it is made in this body with a constant length, filled at constant indexes only, and
    /// used for nothing but that, its length, reading, and one argument of the call at `call`. Null is an array of length 0.
    pub fn args_array(&self, var: Var, call: (BlockId, u32)) -> Option<ArgsArray> {
        self.array(var, Some(call))
    }

    /// As [`Self::args_array`], of an array that may go anywhere: what this body puts into it where it has it by this variable.
    pub fn filled_array(&self, var: Var) -> Option<ArgsArray> {
        self.array(var, None)
    }

    fn array(&self, var: Var, call: Option<(BlockId, u32)>) -> Option<ArgsArray> {
        let array = self.behind_casts(var);
        let lens = match &self.stmt(array)?.op {
            Op::Const { value: ConstValue::Null, .. } => return Some(ArgsArray { length: 0, slots: Vec::new() }),
            Op::NewArray { lens, .. } => lens,
            _ => return None,
        };
        let &[length] = lens.as_slice() else { return None };
        let length = match self.constant_of(length)? {
            &ConstValue::Int(length @ 0..=MAX_ARGUMENTS) => length as usize,
            _ => return None,
        };
        let mut slots = vec![Vec::new(); length];
        let mut passed = 0;
        let mut aliases = vec![array];
        while let Some(alias) = aliases.pop() {
            for &at in self.uses(alias) {
                let Use::Stmt(block, nth) = at else {
                    // Comparing with null does not let it go; returning, throwing and joining do.
                    match at {
                        Use::Terminator(block)
                            if matches!(self.body.blocks[block].terminator, Terminator::If { .. }) =>
                        {
                            continue;
                        }
                        _ if call.is_none() => continue,
                        _ => return None,
                    }
                };
                match &self.body.blocks[block].stmts[nth as usize].op {
                    Op::ArrayStore { array, index, value, .. } => {
                        if *array != alias && call.is_none() {
                            continue;
                        }
                        if *value == alias || *array != alias {
                            return None;
                        }
                        let &ConstValue::Int(index) = self.constant_of(*index)? else { return None };
                        // Outside the array the store throws.
                        if let Some(slot) = usize::try_from(index).ok().and_then(|index| slots.get_mut(index)) {
                            slot.push(*value);
                        }
                    }
                    Op::ArrayLoad { .. } | Op::ArrayLength { .. } | Op::InstanceOf { .. } | Op::Monitor { .. } => {}
                    Op::Cast { dst, .. } => aliases.push(*dst),
                    Op::Invoke { .. } if call == Some((block, nth)) => passed += 1,
                    _ if call.is_none() => {}
                    _ => return None,
                }
            }
        }
        (passed == 1 || call.is_none()).then_some(ArgsArray { length: length as u32, slots })
    }

    /// The handlers that cover the instruction at `offset`, innermost first; copies of a subroutine count together.
    pub fn handlers_at(&self, offset: u32) -> Vec<HandlerAt> {
        let mut found: Vec<BlockId> = Vec::new();
        for block in self.body.blocks.iter() {
            if block.stmts.iter().any(|stmt| stmt.offset == offset) || block.terminator.offset() == Some(offset) {
                found.extend(block.covered_by.iter().filter(|handler| !found.contains(handler)).collect::<Vec<_>>());
            }
        }
        self.handlers_of(found)
    }

    /// All handlers of the body.
    pub fn handlers(&self) -> Vec<HandlerAt> {
        let is_handler = |&block: &BlockId| self.body.blocks[block].handler.is_some();
        self.handlers_of(self.body.blocks.ids().filter(is_handler).collect())
    }

    fn handlers_of(&self, blocks: Vec<BlockId>) -> Vec<HandlerAt> {
        if blocks.is_empty() {
            return Vec::new();
        }
        let dominators = Dominators::of(self.body);
        blocks.into_iter().map(|block| self.handler(block, &dominators)).collect()
    }

    fn handler(&self, block: BlockId, dominators: &Dominators) -> HandlerAt {
        let (types, catches_all) = match &self.body.blocks[block].handler {
            Some(handler) => (handler.types.clone(), handler.catches_all),
            None => (Vec::new(), false),
        };
        let (mut throws, mut continues) = (false, false);
        let mut seen = vec![false; self.body.blocks.len()];
        seen[block.index()] = true;
        let mut todo = vec![block];
        while let Some(at) = todo.pop() {
            match &self.body.blocks[at].terminator {
                Terminator::Throw { .. } => throws = true,
                Terminator::Return { .. } => continues = true,
                _ => {}
            }
            self.body.blocks[at].terminator.for_each_target(|target| {
                if !dominators.dominates(block, target) {
                    continues = true;
                } else if !std::mem::replace(&mut seen[target.index()], true) {
                    todo.push(target);
                }
            });
        }
        HandlerAt { block, types, catches_all, throws, continues }
    }
}

/// The operation that defines a variable, for a single question; [`Facts`] answers many.
pub fn definition(body: &Body, var: Var) -> Option<&Op> {
    body.blocks.iter().flat_map(|block| &block.stmts).map(|stmt| &stmt.op).find(|op| op.dst() == Some(var))
}

/// The constant a variable holds, through casts, for a single question.
pub fn constant_of(body: &Body, var: Var) -> Option<&ConstValue> {
    Facts::of(body).constant_of(var)
}

/// Block and position of the statement at a bytecode offset.
pub fn statement_at(body: &Body, offset: u32) -> Option<(BlockId, u32)> {
    body.blocks.iter_enumerated().find_map(|(id, block)| {
        let at = block.stmts.iter().position(|stmt| stmt.offset == offset)?;
        Some((id, at as u32))
    })
}

/// The block that has the instruction at a bytecode offset; `None` if several do: copies of a subroutine are places with variables of
/// their own.
pub fn only_block_at(body: &Body, offset: u32) -> Option<BlockId> {
    let has_it = |block: &BlockId| {
        let block = &body.blocks[*block];
        block.stmts.iter().any(|stmt| stmt.offset == offset) || block.terminator.offset() == Some(offset)
    };
    let mut at = body.blocks.iter_enumerated().map(|(id, _)| id).filter(has_it);
    let found = at.next();
    found.filter(|_| at.next().is_none())
}

impl Terminator {
    /// Bytecode offset of the instruction; `None` where there is none of its own.
    pub fn offset(&self) -> Option<u32> {
        match *self {
            Terminator::If { offset, .. }
            | Terminator::Switch { offset, .. }
            | Terminator::Return { offset, .. }
            | Terminator::Throw { offset, .. } => Some(offset),
            Terminator::Goto(_) | Terminator::Unreachable => None,
        }
    }
}

impl Body {
    /// The source line of an instruction, as the JVM takes it for stack traces: the table entry that starts at the offset,
    /// else the last of those that start nearest before.
    pub fn line_of(&self, offset: u32) -> Option<u32> {
        let after = self.lines.partition_point(|&(start, _)| u32::from(start) <= offset);
        let (nearest, line) = *self.lines[..after].last()?;
        if u32::from(nearest) < offset {
            return Some(line.into());
        }
        let first = self.lines.partition_point(|&(start, _)| start < nearest);
        Some(self.lines[first].1.into())
    }
}
