//! Figures of a run for those who tune it: what the solver did, how precise its answer is, what contexts cost and which of them
//! were left out, and why. Must not know findings.

use crate::base::FxHashMap;
use crate::heap::{Site, SiteId};
use crate::pointsto::context::{Introspection, METRICS, Reason};
use crate::pointsto::{Figures, Precision, Solver};
use crate::program::{MethodId, TypeId};
use crate::result::{FactsRow, IntrospectionRow, MetricRow, Spread, Statistics};

use super::places::line_of;

/// Figures of a solver that ran to its end.
pub fn statistics(solver: &Solver<'_>) -> Statistics {
    let precision = Precision::of(&solver.core, &solver.state);
    let (collections, opened_collections) = solver.collections();
    let figures = Figures::of(&solver.core);
    Statistics {
        virtual_calls: precision.virtual_calls,
        poly_calls: precision.poly_calls,
        casts: precision.casts,
        may_fail_casts: precision.may_fail_casts,
        collections,
        opened_collections,
        methods: solver.state.reached().count() as u64,
        method_instances: solver.state.instances().count() as u64,
        contexts: solver.contexts.table.len() as u64,
        most_contexts: most_contexts(solver),
        objects: facts_rows(figures.objects),
        nodes: facts_rows(figures.nodes),
        edges: figures.edges.into_iter().map(|(kind, count)| (kind.to_owned(), count)).collect(),
        large_sets: figures.large,
        distinct_sets: figures.distinct,
        distinct_facts: figures.distinct_facts,
        counters: Vec::new(),
        introspection: solver.introspection.as_ref().map(|introspection| row(solver, introspection)),
    }
}

fn facts_rows(rows: Vec<(&'static str, u64, u64)>) -> Vec<FactsRow> {
    rows.into_iter().map(|(kind, facts, count)| FactsRow { kind: kind.to_owned(), facts, count }).collect()
}

/// How many methods `most_contexts` names.
const MOST: usize = 10;

fn most_contexts(solver: &Solver<'_>) -> Vec<(String, u64)> {
    let mut counts: FxHashMap<MethodId, u64> = FxHashMap::default();
    for (_, instance) in solver.state.instances() {
        *counts.entry(instance.method).or_default() += 1;
    }
    let mut several: Vec<(u64, MethodId)> =
        counts.into_iter().filter(|&(_, count)| count > 1).map(|(method, count)| (count, method)).collect();
    several.sort_unstable_by(|a, b| b.cmp(a));
    several.truncate(MOST);
    several.into_iter().map(|(count, method)| (solver.program.method_id(method), count)).collect()
}

fn row(solver: &Solver<'_>, introspection: &Introspection) -> IntrospectionRow {
    let (functional, all) = (introspection.metrics.sorted(), introspection.with_tokens.sorted());
    let metrics = METRICS.iter().enumerate().map(|(index, name)| MetricRow {
        name: (*name).to_owned(),
        functional: Spread::of(&functional[index]),
        all: Spread::of(&all[index]),
    });
    let mut by_metric: Vec<(String, u64, u64)> = Vec::new();
    for reason in introspection.calls.values().chain(introspection.objects.values()) {
        match by_metric.iter_mut().find(|(name, ..)| name == reason.metric) {
            Some((_, _, count)) => *count += 1,
            None => by_metric.push((reason.metric.to_owned(), reason.limit, 1)),
        }
    }
    by_metric.sort();
    let calls = introspection.calls.iter().map(|(&(site, callee), reason)| call_text(solver, site, callee, reason));
    let objects = introspection.objects.iter().map(|(&(site, ty), reason)| object_text(solver, site, ty, reason));
    let mut excluded: Vec<String> = calls.chain(objects).collect();
    excluded.sort();
    IntrospectionRow {
        metrics: metrics.collect(),
        calls: introspection.of_calls as u64,
        excluded_calls: introspection.calls.len() as u64,
        objects: introspection.of_objects as u64,
        excluded_objects: introspection.objects.len() as u64,
        by_metric,
        excluded,
    }
}

fn call_text(solver: &Solver<'_>, site: SiteId, callee: MethodId, reason: &Reason) -> String {
    format!("call of {} in {}: {}", solver.program.method_id(callee), place(solver, site), why(reason))
}

fn object_text(solver: &Solver<'_>, site: SiteId, ty: TypeId, reason: &Reason) -> String {
    format!("object {} made in {}: {}", solver.program.binary_name(ty), place(solver, site), why(reason))
}

fn why(reason: &Reason) -> String {
    format!("{} is {}, more than {}", reason.metric, reason.value, reason.limit)
}

fn place(solver: &Solver<'_>, site: SiteId) -> String {
    match solver.heap.site_data(site) {
        Site::At(method, offset) => {
            let code = solver.state.code_of(method);
            let line = code.and_then(|code| line_of(&code.body.lines, offset));
            let line = line.map_or_else(String::new, |line| format!(":{line}"));
            format!("{}{line}", solver.program.method_id(method))
        }
        Site::Within(method, _) => solver.program.method_id(method),
        Site::Param(method, _) => format!("a caller of {}", solver.program.method_id(method)),
        Site::Field(field) => solver.program.field_id(field),
        Site::Jdk | Site::Outside | Site::Saturated | Site::Unknowns { .. } | Site::Vm(_) => {
            "the JVM or a container".to_owned()
        }
    }
}
