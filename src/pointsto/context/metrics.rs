//! The six metrics of introspective analysis (Smaragdakis, Kastrinis & Balatsouras, PLDI 2014, section 3), read off the result
//! of an insensitive run in one pass over its sets. Must not know what they decide.

use crate::base::{FxHashMap, FxIndexMap};
use crate::heap::{ObjId, SiteId};
use crate::pointsto::callgraph::state::State;
use crate::pointsto::graph::core::Core;
use crate::pointsto::graph::node::NodeInfo;
use crate::pointsto::ids::NodeId;
use crate::program::{MethodId, access};

/// Costs that contexts would multiply. Every number counts (pointer, object) pairs of functional objects, or of all.
#[derive(Debug, Default)]
pub struct Metrics {
    /// #1: objects that arrive at a call's arguments, receiver excluded.
    pub in_flow: FxHashMap<SiteId, u64>,
    /// #2: objects the variables of a method hold together.
    pub volume: FxHashMap<MethodId, u64>,
    /// #3, by object: objects that its fields hold together.
    pub field_total: Vec<u64>,
    /// #3, by object: objects that one of its fields holds at most.
    pub field_max: Vec<u64>,
    /// #4: the greatest `field_max` of the objects that a method's variables hold.
    pub method_field_max: FxHashMap<MethodId, u64>,
    /// #5, by object: variables that hold it.
    pub by_variables: Vec<u64>,
    /// #6, by object: fields, of each object one, that hold it.
    pub by_fields: Vec<u64>,
}

/// Names of the metrics, in the order of [`Metrics::sorted`].
pub const METRICS: [&str; 6] =
    ["in-flow", "volume", "field-points-to", "largest-field", "pointed-by-variables", "pointed-by-objects"];

impl Metrics {
    /// Measures a finished run. Unknowns count only if `tokens` is set: they do not cost contexts, as they have none.
    pub fn of(core: &Core<'_>, state: &State, tokens: bool) -> Self {
        let objects = core.heap.len();
        let counted: Vec<bool> = (0..objects as u32)
            .map(|obj| {
                let kind = core.heap.kind(ObjId(obj));
                tokens || !(kind.is_token() || kind.is_string() || kind.is_metaobject())
            })
            .collect();
        let mut metrics = Self {
            field_total: vec![0; objects],
            field_max: vec![0; objects],
            by_variables: vec![0; objects],
            by_fields: vec![0; objects],
            ..Self::default()
        };
        // Merged nodes share a set: it is gone through once for all of them.
        let mut sets: FxIndexMap<NodeId, Shared> = FxIndexMap::default();
        let shared = |node: NodeId, sets: &mut FxIndexMap<NodeId, Shared>| {
            let rep = core.find_shared(node);
            let entry = sets.entry(rep).or_insert_with(|| Shared {
                size: core.pts(rep).iter().filter(|&obj| counted[obj as usize]).count() as u64,
                ..Shared::default()
            });
            entry.size
        };
        for node in (0..core.node_count()).map(NodeId::new) {
            match core.info(node) {
                NodeInfo::Var(inst, _) => {
                    let size = shared(node, &mut sets);
                    *metrics.volume.entry(state.instance(inst).method).or_default() += size;
                    sets.entry(core.find_shared(node)).or_default().variables += 1;
                }
                NodeInfo::Field(obj, _) | NodeInfo::Elements(obj) => {
                    let size = shared(node, &mut sets);
                    let index = obj.index();
                    metrics.field_total[index] += size;
                    metrics.field_max[index] = metrics.field_max[index].max(size);
                    sets.entry(core.find_shared(node)).or_default().fields += 1;
                }
                _ => {}
            }
        }
        for (&node, shared) in &mut sets {
            for obj in core.pts(node).iter().filter(|&obj| counted[obj as usize]) {
                metrics.by_variables[obj as usize] += shared.variables;
                metrics.by_fields[obj as usize] += shared.fields;
                shared.largest = shared.largest.max(metrics.field_max[obj as usize]);
            }
        }
        for node in (0..core.node_count()).map(NodeId::new) {
            if let NodeInfo::Var(inst, _) = core.info(node) {
                let largest = sets.get(&core.find_shared(node)).map_or(0, |shared| shared.largest);
                let of_method = metrics.method_field_max.entry(state.instance(inst).method).or_default();
                *of_method = (*of_method).max(largest);
            }
        }
        for call in state.calls() {
            let is_static = core.program.method(call.resolved).access & access::STATIC != 0;
            let args = call.args.iter().skip(usize::from(!is_static)).flatten();
            let sum = args.map(|&arg| shared(arg, &mut sets)).sum::<u64>();
            let in_flow = metrics.in_flow.entry(call.site).or_default();
            *in_flow = (*in_flow).max(sum);
        }
        metrics
    }

    /// The values of each metric, largest first.
    pub fn sorted(&self) -> [Vec<u64>; 6] {
        let largest_first = |values: Vec<u64>| {
            let mut values: Vec<u64> = values.into_iter().filter(|&value| value != 0).collect();
            values.sort_unstable_by(|a, b| b.cmp(a));
            values
        };
        [
            largest_first(self.in_flow.values().copied().collect()),
            largest_first(self.volume.values().copied().collect()),
            largest_first(self.field_total.clone()),
            largest_first(self.method_field_max.values().copied().collect()),
            largest_first(self.by_variables.clone()),
            largest_first(self.by_fields.clone()),
        ]
    }
}

/// What nodes with one set have in common.
#[derive(Default)]
struct Shared {
    size: u64,
    variables: u64,
    fields: u64,
    largest: u64,
}
