//! Who takes what is thrown in a part of a body: its handlers by their types, and what leaves the method (JVMS 2.10). Where
//! exceptions of the JVM's own are kept, as data. Must not know what is thrown where.

use std::rc::Rc;

use super::super::graph::filter::Filter;
use super::super::ids::NodeId;
use crate::base::FxHashSet;
use crate::heap::ObjId;
use crate::ir::{BlockId, Body, Raised, Terminator, Var};
use crate::program::{Program, TypeId};

/// What the JVM throws, and where it is kept for those who take it.
pub(super) struct ByJvm {
    pub(super) objects: Vec<(ObjId, Raised)>,
    /// The same objects, as filters know them.
    pub(super) all: Rc<[ObjId]>,
    /// All of them, and the errors that static initialisers throw.
    pub(super) any: NodeId,
    /// Those of them that are errors.
    pub(super) errors: NodeId,
    /// What static initialisers throw.
    pub(super) initialisers: NodeId,
    /// What nothing takes: it ends its thread.
    pub(super) uncaught: NodeId,
}

/// What becomes of what is thrown where some handlers cover the code.
pub(super) struct Taken {
    /// Variables of handlers, each with what it takes.
    pub(super) by: Vec<(Var, Filter)>,
    /// The types that are caught before anything leaves the method; none where nothing leaves it.
    pub(super) leaves_after: Option<Box<[TypeId]>>,
}

/// What handlers take, innermost first. Where exception-table rows of one handler cover different instructions it is not
/// taken to stop anything.
pub(super) fn taken(program: &Program, body: &Body, covered_by: &[BlockId]) -> Taken {
    let mut by = Vec::new();
    let mut caught: Vec<TypeId> = Vec::new();
    for &id in covered_by {
        let Some(handler) = &body.blocks[id].handler else { continue };
        if handler.catches_all {
            let filter = if caught.is_empty() { Filter::All } else { Filter::Uncaught(caught.as_slice().into()) };
            by.push((handler.var, filter));
            if handler.uneven {
                continue;
            }
            return Taken { by, leaves_after: None };
        }
        for &ty in &handler.types {
            if caught.iter().any(|&earlier| program.is_subtype(ty, earlier)) {
                continue;
            }
            // Catch types are classes: only those below `ty` take anything away from it.
            let below = |&earlier: &TypeId| program.is_subtype(earlier, ty);
            let after: Box<[TypeId]> = caught.iter().copied().filter(below).collect();
            by.push((handler.var, if after.is_empty() { Filter::Cast(ty) } else { Filter::Caught { ty, after } }));
            if !handler.uneven {
                caught.push(ty);
            }
        }
    }
    Taken { by, leaves_after: Some(caught.into()) }
}

/// Variables of handlers that do more with what they catch than throw it on, as `finally` does and what unlocks a monitor.
pub(super) fn looked_at(body: &Body) -> FxHashSet<Var> {
    let mut caught: FxHashSet<Var> = body.blocks.iter().filter_map(|block| Some(block.handler.as_ref()?.var)).collect();
    let mut used = FxHashSet::default();
    if caught.is_empty() {
        return used;
    }
    let mut note = |var: Var| {
        if caught.remove(&var) {
            used.insert(var);
        }
    };
    for block in body.blocks.iter() {
        block.phis.iter().flat_map(|phi| &phi.args).copied().for_each(&mut note);
        block.stmts.iter().for_each(|stmt| stmt.op.for_each_use(&mut note));
        if !matches!(block.terminator, Terminator::Throw { .. }) {
            block.terminator.for_each_use(&mut note);
        }
    }
    used
}
