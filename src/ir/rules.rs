//! The rules every body keeps: edges agree in both directions, each variable has one definition that runs before its uses,
//! and phis fit their predecessors. In damaged code a use may lack its definition. For tests: no analysis asks for them.

use crate::base::{FxHashSet, IndexVec};
use crate::ir::dominance::Dominators;
use crate::ir::facts::{Def, Facts};
use crate::ir::{BlockId, Body, Var};

/// Looks at one body.
///
/// # Errors
/// The rule that it breaks.
pub fn check(body: &Body) -> Result<(), String> {
    macro_rules! ensure {
        ($condition:expr, $($message:tt)*) => {
            if !$condition {
                return Err(format!($($message)*));
            }
        };
    }
    ensure!(!body.blocks.is_empty(), "no block");
    ensure!(body.blocks[BlockId(0)].preds.is_empty(), "the entry has predecessors");
    let mut into: IndexVec<BlockId, Vec<BlockId>> = body.blocks.iter().map(|_| Vec::new()).collect();
    for (id, block) in body.blocks.iter_enumerated() {
        let mut add = |target: BlockId| {
            if into[target].last() != Some(&id) {
                into[target].push(id);
            }
        };
        block.terminator.for_each_target(&mut add);
        block.covered_by.iter().copied().for_each(add);
    }
    let mut defined = vec![0u32; body.vars.len()];
    defined[..body.params as usize].fill(1);
    for (id, block) in body.blocks.iter_enumerated() {
        ensure!(block.preds == into[id], "{id:?}: predecessors {:?}, edges from {:?}", block.preds, into[id]);
        ensure!(id.0 == 0 || !block.preds.is_empty(), "{id:?} is not reached");
        for phi in &block.phis {
            defined[phi.dst.index()] += 1;
            match block.handler {
                None => ensure!(phi.args.len() == block.preds.len(), "{id:?}: operands of {:?}", phi.dst),
                Some(_) => ensure!(phi.args.is_sorted_by(|a, b| a < b), "{id:?}: repeated operands of {:?}", phi.dst),
            }
            let others: FxHashSet<Var> = phi.args.iter().copied().filter(|&arg| arg != phi.dst).collect();
            ensure!(others.len() > 1 || !body.damaged_at.is_empty(), "{id:?}: {:?} stands for one value", phi.dst);
        }
        block.handler.iter().for_each(|handler| defined[handler.var.index()] += 1);
        block.stmts.iter().filter_map(|stmt| stmt.op.dst()).for_each(|dst| defined[dst.index()] += 1);
        for (a, b) in block.stmts.iter().zip(block.stmts.iter().skip(1)) {
            ensure!(a.offset <= b.offset, "{id:?}: offsets out of order");
        }
    }
    if let Some(var) = defined.iter().position(|&count| count != 1) {
        return Err(format!("v{var} is defined {} times", defined[var]));
    }

    if !body.damaged_at.is_empty() {
        return Ok(());
    }
    let facts = Facts::of(body);
    let dominators = Dominators::of(body);
    let reaches = |var: Var, block: BlockId, stmt: u32| match facts.def(var) {
        Def::Param => true,
        Def::Caught(at) | Def::Phi(at, _) => dominators.dominates(at, block),
        Def::Stmt(at, nth) if at == block => nth < stmt,
        Def::Stmt(at, nth) => dominators.stmt_has_run((at, nth), block),
    };
    for (id, block) in body.blocks.iter_enumerated() {
        for (nth, stmt) in (0..).zip(&block.stmts) {
            let mut bad = None;
            stmt.op.for_each_use(|var| bad = bad.or((!reaches(var, id, nth)).then_some(var)));
            ensure!(bad.is_none(), "{id:?} statement {nth} uses {bad:?}");
        }
        let mut bad = None;
        block.terminator.for_each_use(|var| bad = bad.or((!reaches(var, id, u32::MAX)).then_some(var)));
        ensure!(bad.is_none(), "the end of {id:?} uses {bad:?}");
        for phi in block.phis.iter().filter(|_| block.handler.is_none()) {
            for (&arg, &pred) in phi.args.iter().zip(&block.preds) {
                ensure!(arg == phi.dst || reaches(arg, pred, u32::MAX), "{:?} of {id:?} uses {arg:?}", phi.dst);
            }
        }
    }
    Ok(())
}
