//! What a body does with its parameters alone, so that each call can do it with its own arguments: parameters and fields of
//! parameters that it returns, parameters that it keeps in fields of parameters (the patterns of Cut-Shortcut, Ma et al.
//! 2023). Must not know what calls it.

use super::{Body, Op, Stmt, Terminator, Var};
use crate::base::{FxHashSet, FxIndexSet};
use crate::classfile::Kind;
use crate::program::FieldRef;

/// Values that are followed back: a body that passes parameters on has few.
const MOST: usize = 16;

/// What a body gives back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Given {
    /// The parameter at this position, receiver included.
    Param(u32),
    /// A field of the parameter at this position.
    Field(u32, FieldRef),
}

/// `base.field = value`, of parameters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Kept {
    pub base: u32,
    pub field: FieldRef,
    pub value: u32,
}

impl Body {
    fn stmts(&self) -> impl Iterator<Item = &Stmt> {
        self.blocks.iter().flat_map(|block| &block.stmts)
    }

    /// All that this body can return, ascending; `None` if it returns anything else than parameters and fields of them, or
    /// nothing.
    pub fn given(&self) -> Option<Vec<Given>> {
        let mut open: Vec<Var> = Vec::new();
        for block in self.blocks.iter() {
            if let Terminator::Return { value, .. } = &block.terminator {
                open.push((*value)?);
            }
        }
        let mut seen: FxHashSet<Var> = open.iter().copied().collect();
        let mut found = Vec::new();
        while let Some(var) = open.pop() {
            if var.0 < self.params {
                found.push(Given::Param(var.0));
                continue;
            }
            if seen.len() > MOST {
                return None;
            }
            if let Some(phi) = self.blocks.iter().flat_map(|block| &block.phis).find(|phi| phi.dst == var) {
                open.extend(phi.args.iter().copied().filter(|&arg| seen.insert(arg)));
                continue;
            }
            match self.stmts().find(|stmt| stmt.op.dst() == Some(var))?.op {
                Op::GetField { base, field, .. } if base.0 < self.params => found.push(Given::Field(base.0, field)),
                _ => return None,
            }
        }
        found.sort_unstable();
        found.dedup();
        (!found.is_empty() && self.damaged_at.is_empty()).then_some(found)
    }

    /// The reference parameters that this body keeps in fields of parameters, each once, in the order of their statements.
    pub fn kept(&self) -> Vec<Kept> {
        let mut found: FxIndexSet<Kept> = FxIndexSet::default();
        for stmt in self.stmts() {
            if let Op::PutField { base, field, value } = stmt.op
                && base.0 < self.params
                && value.0 < self.params
                && self.vars[value].kind == Kind::Ref
            {
                found.insert(Kept { base: base.0, field, value: value.0 });
            }
        }
        found.into_iter().collect()
    }
}
