//! The whole-program points-to solver (Andersen, on-the-fly call graph): pointer flow graph, method instances with a
//! context slot, call graph, explanation paths, and the hook trait through which models and reflection take part.
//! Must not know reflection, entry points, specs or IO.

mod calls;
mod commands;
mod containers;
pub mod context;
mod core;
mod crowd;
mod edges;
mod explain;
mod filter;
mod gaps;
mod hook;
mod hubs;
mod instance;
mod merge;
mod node;
mod precision;
mod results;
mod shared;
mod shortcuts;
mod slots;
mod solve;
mod statements;
#[cfg(test)]
mod tests;
mod unknown;

pub use self::calls::{CallId, CallNote, CallSite, EdgeKind};
pub use self::containers::{Act, Collections};
pub use self::core::{Budget, Core, Record, Stats};
pub use self::explain::{Trace, TraceNode, Tracer};
pub use self::filter::{Fate, Filter, FilterId};
pub use self::hook::{
    Args, CallView, Claim, Command, Cx, HookData, IndyView, Model, ModelId, Outcome, Ptr, Receiver, ReflectiveCall,
    SharedCall, VirtualCall,
};
pub use self::instance::{Code, InstId, Instance};
pub use self::node::{NodeId, NodeInfo};
pub use self::precision::Precision;
pub use self::solve::{Solver, State};
