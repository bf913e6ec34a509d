//! Introspective analysis (Smaragdakis, Kastrinis & Balatsouras, PLDI 2014): which calls and objects contexts would cost more
//! than they tell, by the metrics of an insensitive run. What is not excluded is refined by the policy inside. Must not know
//! which policy that is.

use std::rc::Rc;

use super::{ContextPolicy, Edge, Metrics, Table};
use crate::base::{FxHashMap, FxIndexMap};
use crate::heap::{CtxId, NO_CTX, ObjId, ObjKind, SiteId};
use crate::pointsto::callgraph::state::State;
use crate::pointsto::graph::core::Core;
use crate::program::{MethodId, TypeId};

/// Which rule excludes (section 3 of the paper).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Heuristic {
    /// By single numbers: aggressive, scales best.
    A,
    /// By volumes: excludes little.
    B,
}

/// The constants of both heuristics: numbers above them exclude.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Constants {
    /// K of heuristic A: variables that hold an object (#5).
    pub pointed_by_variables: u64,
    /// L of heuristic A: objects that arrive at a call's arguments (#1).
    pub in_flow: u64,
    /// M of heuristic A: objects in one field of an object that the callee holds (#4).
    pub largest_field: u64,
    /// P of heuristic B: objects the callee's variables hold together (#2).
    pub volume: u64,
    /// Q of heuristic B: objects in the fields of an object (#3) times variables that hold it (#5).
    pub field_times_variables: u64,
}

impl Constants {
    /// Those of the paper.
    pub const PAPER: Self = Self {
        pointed_by_variables: 100,
        in_flow: 100,
        largest_field: 200,
        volume: 10_000,
        field_times_variables: 10_000,
    };
    /// Those that Doop's logic uses.
    pub const LB: Self = Self {
        pointed_by_variables: 1_500,
        in_flow: 1_000,
        largest_field: 3_000,
        volume: 30_000,
        field_times_variables: 200_000,
    };
}

/// Why something keeps no context: what was measured, by the name of its metric, and the constant it exceeds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reason {
    pub metric: &'static str,
    pub value: u64,
    pub limit: u64,
}

/// What an insensitive run says about the costs of contexts, and what is not refined for that.
pub struct Introspection {
    pub heuristic: Heuristic,
    pub constants: Constants,
    /// Of functional objects; these decide.
    pub metrics: Metrics,
    /// Of all objects, for comparison.
    pub with_tokens: Metrics,
    /// Callees of call sites that keep no context.
    pub calls: FxIndexMap<(SiteId, MethodId), Reason>,
    /// Allocations whose objects keep none.
    pub objects: FxIndexMap<(SiteId, TypeId), Reason>,
    /// Number of (call site, callee) pairs and of allocations looked at.
    pub of_calls: usize,
    pub of_objects: usize,
}

impl Introspection {
    /// Decides by a finished insensitive run.
    pub fn new(heuristic: Heuristic, constants: Constants, core: &Core<'_>, state: &State) -> Self {
        let mut this = Self {
            heuristic,
            constants,
            metrics: Metrics::of(core, state, false),
            with_tokens: Metrics::of(core, state, true),
            calls: FxIndexMap::default(),
            objects: FxIndexMap::default(),
            of_calls: 0,
            of_objects: 0,
        };
        for (site, _, callee, _) in state.call_edges() {
            this.of_calls += 1;
            if let Some(reason) = this.of_call(site, callee) {
                this.calls.insert((site, callee), reason);
            }
        }
        for obj in (0..this.metrics.by_variables.len()).map(ObjId::new) {
            let (ObjKind::Alloc { site, ty, .. }
            | ObjKind::Instance { site, ty, .. }
            | ObjKind::Closure { site, ty, .. }) = core.heap.kind(obj)
            else {
                continue;
            };
            this.of_objects += 1;
            if let Some(reason) = this.of_object(obj) {
                this.objects.insert((site, ty), reason);
            }
        }
        this
    }

    fn of_call(&self, site: SiteId, callee: MethodId) -> Option<Reason> {
        let (metrics, constants) = (&self.metrics, &self.constants);
        let of_callee = |table: &FxHashMap<MethodId, u64>| table.get(&callee).copied().unwrap_or(0);
        match self.heuristic {
            Heuristic::A => {
                let in_flow = metrics.in_flow.get(&site).copied().unwrap_or(0);
                above("in-flow", in_flow, constants.in_flow)
                    .or_else(|| above("largest-field", of_callee(&metrics.method_field_max), constants.largest_field))
            }
            Heuristic::B => above("volume", of_callee(&metrics.volume), constants.volume),
        }
    }

    fn of_object(&self, obj: ObjId) -> Option<Reason> {
        let (metrics, constants) = (&self.metrics, &self.constants);
        let by_variables = metrics.by_variables[obj.index()];
        match self.heuristic {
            Heuristic::A => above("pointed-by-variables", by_variables, constants.pointed_by_variables),
            Heuristic::B => {
                let product = metrics.field_total[obj.index()].saturating_mul(by_variables);
                above("field-points-to x pointed-by-variables", product, constants.field_times_variables)
            }
        }
    }
}

fn above(metric: &'static str, value: u64, limit: u64) -> Option<Reason> {
    (value > limit).then_some(Reason { metric, value, limit })
}

/// The policy inside, where nothing is excluded; else no context.
pub struct Introspective {
    pub inner: Box<dyn ContextPolicy>,
    pub by: Rc<Introspection>,
}

impl ContextPolicy for Introspective {
    fn by_receiver(&self) -> bool {
        self.inner.by_receiver()
    }

    fn callee(&self, table: &Table<'_>, edge: &Edge) -> CtxId {
        if self.by.calls.contains_key(&(edge.site, edge.callee)) {
            return NO_CTX;
        }
        self.inner.callee(table, edge)
    }

    fn allocated(&self, table: &Table<'_>, ctx: CtxId, site: SiteId, ty: TypeId) -> CtxId {
        if self.by.objects.contains_key(&(site, ty)) {
            return NO_CTX;
        }
        self.inner.allocated(table, ctx, site, ty)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn introspection(heuristic: Heuristic, metrics: Metrics) -> Introspection {
        Introspection {
            heuristic,
            constants: Constants::PAPER,
            metrics,
            with_tokens: Metrics::default(),
            calls: FxIndexMap::default(),
            objects: FxIndexMap::default(),
            of_calls: 0,
            of_objects: 0,
        }
    }

    #[test]
    fn objects_are_excluded_above_the_constants_and_not_at_them() {
        let metrics = || Metrics {
            by_variables: vec![100, 101, 100, 1],
            field_total: vec![100, 0, 101, 10_001],
            ..Metrics::default()
        };
        let excluded = |heuristic| {
            let by = introspection(heuristic, metrics());
            (0..4).filter(|&obj| by.of_object(ObjId(obj)).is_some()).collect::<Vec<u32>>()
        };
        assert_eq!(excluded(Heuristic::A), [1]);
        assert_eq!(excluded(Heuristic::B), [2, 3]);
    }

    #[test]
    fn calls_are_excluded_above_the_constants_and_not_at_them() {
        let metrics = || Metrics {
            in_flow: FxHashMap::from_iter([(SiteId(0), 100), (SiteId(1), 101)]),
            method_field_max: FxHashMap::from_iter([(MethodId(0), 200), (MethodId(1), 201)]),
            volume: FxHashMap::from_iter([(MethodId(0), 10_000), (MethodId(1), 10_001)]),
            ..Metrics::default()
        };
        let reasons = |heuristic| {
            let by = introspection(heuristic, metrics());
            let pairs = [(0, 0), (1, 0), (0, 1), (2, 2)];
            pairs.map(|(site, callee)| by.of_call(SiteId(site), MethodId(callee)).map(|reason| reason.metric))
        };
        assert_eq!(reasons(Heuristic::A), [None, Some("in-flow"), Some("largest-field"), None]);
        assert_eq!(reasons(Heuristic::B), [None, None, Some("volume"), None]);
    }
}
