//! The bytes that a run holds, for its budget: the graph's, those of the call graph and of what waits to be done, and the
//! program's. Calibrated with the memory that the system gives to whole runs (docs/analysis.md, Budget). Must not know limits.

use super::super::callgraph::calls::{CallNote, CallSite, EdgeKind};
use super::super::callgraph::instance::Instance;
use super::super::command::{Command, Outcome};
use super::super::ids::{CallId, InstId, ModelId, ModelNode, NodeId};
use super::solve::{Solver, Watch};
use crate::base::held;
use crate::heap::SiteId;
use crate::program::{MethodId, TypeId};

/// What a process took for three bytes that are counted here, in runs from half a gigabyte to three (six programs, 3.7 to 4.4):
/// models and judging keep tables of their own, and the allocator room.
const MEASURED: u64 = 4;
/// What lies behind a call site or an instance: lists of arguments and parameters.
const LISTS: usize = 64;
/// What a model keeps for a pointer that it watches: a key, what it found there, what it did about it.
const WATCHED: usize = 96;

impl Solver<'_> {
    /// Bytes held. Asked often: it goes through nothing.
    pub fn bytes(&self) -> u64 {
        let state = &self.state;
        let calls = held::vector::<CallSite>(state.calls.len());
        let instances = held::vector::<Instance>(state.instances.len());
        let lists = ((state.calls.len() + state.instances.len()) * LISTS) as u64;
        let call_edges = held::ordered::<(SiteId, MethodId, MethodId, EdgeKind)>(state.call_edges.len())
            + held::ordered::<(SiteId, MethodId, CallNote)>(state.call_notes.len());
        let linked = held::table::<(CallId, InstId)>(self.call_insts.len())
            + held::table::<(CallId, MethodId, Outcome)>(self.handled_calls.len());
        let hooks = held::vector::<Watch>(self.hooks.len())
            + held::table::<(NodeId, ModelId, u32)>(self.watched.len())
            + held::table::<(ModelId, ModelNode, NodeId)>(state.model_nodes.len())
            + ((self.watched.len() + state.model_nodes.len()) * WATCHED) as u64;
        let selections = held::table::<(TypeId, MethodId, Option<MethodId>)>(self.selections.len());
        let waiting = held::vector::<Command>(self.commands.len());
        let calls = calls + instances + lists + call_edges + linked + selections;
        let counted = self.core.bytes() + calls + hooks + waiting + state.code_bytes + self.program.bytes();
        counted / 3 * MEASURED
    }
}
