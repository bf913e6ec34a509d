//! How precise an answer is, by the two counts the literature compares analyses with: virtual calls with several targets and
//! casts that may fail (Smaragdakis et al., PLDI 2014, section 4). Contexts are projected away: an instruction counts once.
//! Must not know what contexts are.

use super::callgraph::calls::EdgeKind;
use super::callgraph::state::State;
use super::graph::core::Core;
use super::graph::filter::Filter;
use super::graph::flow::FlowEdge;
use super::graph::node::NodeInfo;
use crate::base::{FxHashMap, FxHashSet};
use crate::heap::{ObjId, SiteId, Typing};
use crate::ir::{Op, Var};
use crate::program::{MethodId, TypeId};

/// Counts over reached code.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Precision {
    /// Virtual and interface calls that have a target.
    pub virtual_calls: u64,
    /// Those with more than one.
    pub poly_calls: u64,
    /// Casts that an object reaches.
    pub casts: u64,
    /// Those that an object of another type reaches.
    pub may_fail_casts: u64,
}

impl Precision {
    /// Counts in a finished run.
    pub fn of(core: &Core<'_>, state: &State) -> Self {
        let mut precision = Self::default();
        precision.count_calls(state);
        precision.count_casts(core, state);
        precision
    }

    fn count_calls(&mut self, state: &State) {
        let mut targets: FxHashMap<(SiteId, MethodId), u64> = FxHashMap::default();
        for (site, caller, _, kind) in state.call_edges() {
            if kind == EdgeKind::Call {
                *targets.entry((site, caller)).or_default() += 1;
            }
        }
        let mut seen = FxHashSet::default();
        for call in state.calls().filter(|call| !call.direct && !call.vars.is_empty()) {
            let key = (call.site, state.instance(call.caller).method);
            let count = targets.get(&key).copied().unwrap_or(0);
            if count > 0 && seen.insert(key) {
                self.virtual_calls += 1;
                self.poly_calls += u64::from(count > 1);
            }
        }
    }

    fn count_casts(&mut self, core: &Core<'_>, state: &State) {
        let mut results: FxHashMap<MethodId, FxHashSet<Var>> = FxHashMap::default();
        let mut casts: FxHashMap<(MethodId, Var), bool> = FxHashMap::default();
        for &FlowEdge { from, to, filter, .. } in core.edge_log() {
            let (Filter::Cast(ty) | Filter::LibraryCast(ty)) = *core.filter_data(filter) else { continue };
            let NodeInfo::Var(inst, var) = core.info(to) else { continue };
            let method = state.instance(inst).method;
            let Some(code) = state.code_of(method) else { continue };
            let vars = results.entry(method).or_insert_with(|| {
                let stmts = code.body.blocks.iter().flat_map(|block| &block.stmts);
                let cast = |op: &Op| if let Op::Cast { dst, .. } = op { Some(*dst) } else { None };
                stmts.filter_map(|stmt| cast(&stmt.op)).collect()
            });
            if !vars.contains(&var) || core.pts(from).is_empty() {
                continue;
            }
            let may_fail = casts.entry((method, var)).or_default();
            *may_fail = *may_fail || core.pts(from).iter().any(|obj| fails(core, ObjId(obj), ty));
        }
        self.casts = casts.len() as u64;
        self.may_fail_casts = casts.values().filter(|may_fail| **may_fail).count() as u64;
    }
}

/// Whether an object of known class is no instance of the type.
fn fails(core: &Core<'_>, obj: ObjId, ty: TypeId) -> bool {
    let kind = core.heap.kind(obj);
    let of_known_class = matches!(kind.typing(), Typing::Exact | Typing::Several);
    let implements = |interface: &TypeId| core.program.is_subtype(*interface, ty);
    of_known_class && !core.program.is_subtype(core.heap.ty(obj), ty) && !core.heap.markers(obj).iter().any(implements)
}
