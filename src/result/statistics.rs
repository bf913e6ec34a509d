//! What `stats` prints: figures of a run for those who tune it. Must not know how they are measured.

use serde::Serialize;

use super::counter::Counter;

/// Everything `stats` prints.
#[derive(Debug, Clone, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Statistics {
    /// Call instructions with several targets, casts that may fail.
    pub virtual_calls: u64,
    pub poly_calls: u64,
    pub casts: u64,
    pub may_fail_casts: u64,
    /// Collections that the container pattern knows, and those of them that give what any such collection gives.
    pub collections: u64,
    pub opened_collections: u64,
    /// Methods reached, and how often all of them together are analysed.
    pub methods: u64,
    pub method_instances: u64,
    /// Contexts, the empty one included.
    pub contexts: u64,
    /// The methods with most contexts, and how many.
    pub most_contexts: Vec<(String, u64)>,
    /// Facts by the kind of object and of the node that holds it, those with most first.
    pub objects: Vec<FactsRow>,
    pub nodes: Vec<FactsRow>,
    /// Edges of the pointer flow graph by kind.
    pub edges: Vec<(String, u64)>,
    /// Large sets, the different ones among them, and the facts of these.
    pub large_sets: u64,
    pub distinct_sets: u64,
    pub distinct_facts: u64,
    /// What the run cost and said, by name.
    pub counters: Vec<(Counter, u64)>,
    pub introspection: Option<IntrospectionRow>,
}

/// The facts that one kind of object or node makes.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct FactsRow {
    pub kind: String,
    pub facts: u64,
    /// Objects or nodes of the kind.
    pub count: u64,
}

/// What the insensitive pass said.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct IntrospectionRow {
    pub metrics: Vec<MetricRow>,
    /// (Call site, callee) pairs, and those without a context.
    pub calls: u64,
    pub excluded_calls: u64,
    /// Allocations, and those whose objects have none.
    pub objects: u64,
    pub excluded_objects: u64,
    /// How many each metric excluded, with its limit.
    pub by_metric: Vec<(String, u64, u64)>,
    /// Everything that is excluded, and why; what `--why` asks for.
    #[serde(skip)]
    pub excluded: Vec<String>,
}

/// How a metric is spread: values above zero.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct MetricRow {
    pub name: String,
    /// Of functional objects; these decide.
    pub functional: Spread,
    /// Of all objects, unknowns and constants included.
    pub all: Spread,
}

#[derive(Debug, Clone, Copy, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Spread {
    pub count: u64,
    pub median: u64,
    pub ninety: u64,
    pub ninety_nine: u64,
    pub most: u64,
}

impl Spread {
    /// Of values sorted from the largest down.
    pub fn of(sorted: &[u64]) -> Self {
        let at = |part: usize| sorted.get(sorted.len() * part / 100).copied().unwrap_or(0);
        Self {
            count: sorted.len() as u64,
            median: at(50),
            ninety: at(10),
            ninety_nine: at(1),
            most: sorted.first().copied().unwrap_or(0),
        }
    }
}
