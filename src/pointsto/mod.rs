//! The whole-program points-to solver (Andersen, on-the-fly call graph): pointer flow graph, method instances with a
//! context, call graph, traces that explain, and the hook trait through which models and reflection take part. From the
//! bottom up: `ids`, `graph`, `summaries` (what calls do in place of bodies, as data), `callgraph`, `command` and `hook`
//! (how models see it), `solver`; `explain`, `paths` and `precision` read what it found. Must not know reflection, entry points,
//! specs or IO.

mod callgraph;
mod command;
pub mod context;
mod explain;
mod given;
mod graph;
mod hook;
mod ids;
mod paths;
mod precision;
mod solver;
mod summaries;
#[cfg(test)]
pub(crate) mod tests;

pub use self::callgraph::calls::{CallNote, CallSite, EdgeKind};
pub use self::callgraph::instance::{Code, Instance};
pub use self::callgraph::state::State;
pub use self::command::{
    Args, CallView, Claim, Command, GivenResult, IndyView, Outcome, Ptr, Receiver, Receivers, ReflectiveCall,
    StaticCall, SummaryCall, ValueUse, VirtualCall,
};
pub use self::explain::{Trace, TraceNode, Tracer};
pub use self::graph::budget::{Budget, Exhausted};
pub use self::graph::core::{Core, Record, Stats};
pub use self::graph::figures::Figures;
pub use self::graph::filter::{Fate, Filter, Passed};
pub use self::graph::flow::{FlowKind, Shortcut};
pub use self::graph::node::NodeInfo;
pub use self::graph::shuffle::Shuffle;
pub use self::hook::{Cx, Model};
pub use self::ids::{CallId, CalleesId, ClaimTag, FilterId, HookData, InstId, ModelId, ModelNode, NodeId, ShortcutId};
pub use self::paths::UNMATCHED;
pub use self::precision::Precision;
pub use self::solver::solve::Solver;
pub use self::summaries::containers::{Act, Collections, Entrance, Made};
pub use self::summaries::keys::constant_key;
