//! Where a body's basic blocks begin and end and which handlers cover each, before anything is known about stacks.
//! Blocks are cut at the bounds of exception ranges too, so that one list of handlers holds for a whole block.

use std::ops::Range;

use super::Damage;
use crate::classfile::{Insn, RawCode, RawConst};

pub(super) const NONE: u32 = u32::MAX;

/// Covered (block, handler) pairs beyond which a body is given up: real code stays below 1 % of it.
const MAX_COVERAGE: usize = 4_000_000;
/// Bound on the work of finding those pairs.
const MAX_COVERAGE_TESTS: usize = 64_000_000;

#[derive(Clone)]
pub(super) struct StaticBlock {
    /// Instruction indexes.
    pub(super) insns: Range<u32>,
    /// Whether an instruction in it can throw.
    pub(super) throws: bool,
    /// Whether a jump leads here or the block before falls into it.
    pub(super) entered: bool,
    /// Range of [`Blocks::handler_lists`].
    pub(super) handlers: Range<u32>,
}

#[derive(Default)]
pub(super) struct Blocks {
    /// Byte offset -> instruction index.
    insn_at: Vec<u32>,
    /// Instruction index -> block; only right for the first instruction of a block.
    block_at: Vec<u32>,
    pub(super) list: Vec<StaticBlock>,
    /// Blocks where handlers start, innermost first, per covered block.
    pub(super) handler_lists: Vec<u32>,
    pub(super) has_jsr: bool,
    /// Handler offsets of the exception table that are no instruction.
    pub(super) bad_handlers: Vec<u32>,
}

impl Blocks {
    pub(super) fn reset(&mut self) {
        self.insn_at.clear();
        self.block_at.clear();
        self.list.clear();
        self.handler_lists.clear();
        self.has_jsr = false;
        self.bad_handlers.clear();
    }

    /// The block that starts at a byte offset.
    pub(super) fn at_offset(&self, offset: u32) -> Option<u32> {
        let insn = *self.insn_at.get(offset as usize)?;
        let block = *self.block_at.get(insn as usize)?;
        (block != NONE && self.list[block as usize].insns.start == insn).then_some(block)
    }

    pub(super) fn handlers(&self, block: u32) -> &[u32] {
        let range = &self.list[block as usize].handlers;
        &self.handler_lists[range.start as usize..range.end as usize]
    }

    /// Finds all blocks. Jump targets that are no instruction start no block.
    pub(super) fn find(
        &mut self,
        code: &RawCode,
        is_throwable: impl Fn(crate::base::Sym) -> bool,
    ) -> Result<(), Damage> {
        let count = code.insns.len();
        let length = code.insns.last().map_or(0, |&(at, _)| at as usize + 1);
        self.insn_at.resize(length, NONE);
        for (index, &(at, _)) in code.insns.iter().enumerate() {
            self.insn_at[at as usize] = index as u32;
        }
        // Marks: 1 is a leader, 2 is entered by a jump or from above.
        let mut marks = std::mem::take(&mut self.block_at);
        marks.resize(count, 0);
        let index_of = |offset: u32| self.insn_at.get(offset as usize).copied().filter(|&index| index != NONE);
        let jump = |marks: &mut Vec<u32>, offset: u32| {
            if let Some(index) = index_of(offset) {
                marks[index as usize] |= 3;
            }
        };
        if let Some(first) = marks.first_mut() {
            *first |= 1;
        }
        for (index, (_, insn)) in code.insns.iter().enumerate() {
            let falls = match insn {
                Insn::If { target, .. } | Insn::IfCmp { target, .. } => {
                    jump(&mut marks, *target);
                    true
                }
                Insn::Goto(target) => {
                    jump(&mut marks, *target);
                    false
                }
                Insn::Jsr(target) => {
                    self.has_jsr = true;
                    jump(&mut marks, *target);
                    // The return point.
                    true
                }
                Insn::Switch { default, targets } => {
                    jump(&mut marks, *default);
                    targets.iter().for_each(|&(_, target)| jump(&mut marks, target));
                    false
                }
                Insn::Ret(_) | Insn::Return(_) | Insn::Throw => false,
                _ => continue,
            };
            if let Some(next) = marks.get_mut(index + 1) {
                *next |= if falls { 3 } else { 1 };
            }
        }
        let boundary = |offset: u32| code.insns.partition_point(|&(at, _)| at < offset);
        for row in &code.handlers {
            for index in [boundary(row.start), boundary(row.end)] {
                if let Some(mark) = marks.get_mut(index) {
                    *mark |= 1;
                }
            }
            match index_of(row.handler) {
                Some(index) => marks[index as usize] |= 1,
                None => self.bad_handlers.push(row.handler),
            }
            // JVMS 4.7.3: `start_pc` is less than `end_pc`, which is at most the length of the code.
            if row.start >= row.end || row.end > code.length {
                self.bad_handlers.push(row.start);
            }
        }
        self.cut(code, &mut marks);
        self.block_at = marks;
        self.cover(code, is_throwable)
    }

    /// Makes the blocks; `marks` becomes the map from instructions to blocks.
    fn cut(&mut self, code: &RawCode, marks: &mut [u32]) {
        for (index, (_, insn)) in code.insns.iter().enumerate() {
            let mark = marks[index];
            marks[index] = NONE;
            if mark & 1 != 0 {
                let falls_in = index > 0 && !ends_flow(&code.insns[index - 1].1);
                marks[index] = self.list.len() as u32;
                self.list.push(StaticBlock {
                    insns: index as u32..index as u32,
                    throws: false,
                    entered: mark & 2 != 0 || falls_in,
                    handlers: 0..0,
                });
            }
            if let Some(block) = self.list.last_mut() {
                block.insns.end = index as u32 + 1;
                block.throws |= can_throw(insn);
            }
        }
    }

    fn cover(&mut self, code: &RawCode, is_throwable: impl Fn(crate::base::Sym) -> bool) -> Result<(), Damage> {
        if code.handlers.is_empty() {
            return Ok(());
        }
        if self.list.len().saturating_mul(code.handlers.len()) > MAX_COVERAGE_TESTS {
            return Err(Damage::Size);
        }
        for block in 0..self.list.len() {
            let at = code.insns[self.list[block].insns.start as usize].0;
            let start = self.handler_lists.len();
            if self.list[block].throws {
                for row in code.handlers.iter().filter(|row| row.start <= at && at < row.end) {
                    let Some(handler) = self.at_offset(row.handler) else { continue };
                    if !self.handler_lists[start..].contains(&handler) {
                        self.handler_lists.push(handler);
                    }
                    if row.catch_type.is_none_or(&is_throwable) {
                        break;
                    }
                }
            }
            if self.handler_lists.len() > MAX_COVERAGE {
                return Err(Damage::Size);
            }
            self.list[block].handlers = start as u32..self.handler_lists.len() as u32;
        }
        Ok(())
    }
}

/// Whether control never goes from the instruction to the one after it. A `jsr` does come back there, but not on its own.
pub(super) fn ends_flow(insn: &Insn) -> bool {
    matches!(insn, Insn::Goto(_) | Insn::Jsr(_) | Insn::Switch { .. } | Insn::Ret(_) | Insn::Return(_) | Insn::Throw)
}

/// Whether JVMS 6.5 lists an exception for the instruction, linkage errors included. Running out of memory while a string
/// constant is resolved and asynchronous exceptions (JVMS 2.10) are left out.
pub(super) fn can_throw(insn: &Insn) -> bool {
    match insn {
        Insn::Const(value) => match value {
            RawConst::Int(_) | RawConst::Long(_) | RawConst::Float(_) | RawConst::Double(_) | RawConst::Str { .. } => {
                false
            }
            RawConst::Class(_) | RawConst::MethodType(_) | RawConst::MethodHandle(_) | RawConst::Dynamic { .. } => true,
        },
        Insn::Binary(_, op) => matches!(*op, "idiv" | "irem" | "ldiv" | "lrem"),
        Insn::ArrayLoad(_)
        | Insn::ArrayStore(_)
        | Insn::GetStatic(_)
        | Insn::PutStatic(_)
        | Insn::GetField(_)
        | Insn::PutField(_)
        | Insn::Invoke(..)
        | Insn::InvokeDynamic { .. }
        | Insn::New(_)
        | Insn::NewPrimArray(_)
        | Insn::NewRefArray(_)
        | Insn::MultiNewArray(..)
        | Insn::ArrayLength
        | Insn::Throw
        | Insn::CheckCast(_)
        | Insn::InstanceOf(_)
        | Insn::MonitorEnter
        | Insn::MonitorExit => true,
        Insn::Nop
        | Insn::Null
        | Insn::Load(..)
        | Insn::Store(..)
        | Insn::Pop
        | Insn::Pop2
        | Insn::Dup
        | Insn::DupX1
        | Insn::DupX2
        | Insn::Dup2
        | Insn::Dup2X1
        | Insn::Dup2X2
        | Insn::Swap
        | Insn::Neg(..)
        | Insn::Convert { .. }
        | Insn::Iinc { .. }
        | Insn::Compare(..)
        | Insn::If { .. }
        | Insn::IfCmp { .. }
        | Insn::Goto(_)
        | Insn::Jsr(_)
        | Insn::Ret(_)
        | Insn::Switch { .. }
        | Insn::Return(_) => false,
    }
}
