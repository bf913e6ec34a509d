//! Claims about all variables beside what the solver found for them (ECOOP 2018, section 5). Must not know findings.

use std::collections::BTreeMap;

use crate::base::{FxHashMap, FxHashSet};
use crate::classpath::Origin;
use crate::defensive::{self, Holds, OfMethod, OfVar, Source, class_key};
use crate::heap::{ObjId, ObjKind, SiteId, Typing};
use crate::ir::Var;
use crate::pointsto::{EdgeKind, InstId, NodeId, Solver};
use crate::program::{MethodId, Program, TypeId};
use crate::result::Coverage;

/// Most contradictions that are named.
const NAMED: usize = 10;

/// What is claimed of all variables of some classes.
pub struct Everywhere {
    /// By internal names.
    classes: Vec<String>,
    claims: defensive::Everywhere,
}

impl Everywhere {
    /// Of the classes of wanted origins.
    pub fn of(program: &Program, keep: impl Fn(Origin) -> bool) -> Self {
        let class_path = program.shared_class_path();
        let classes = class_path.classes().filter(|&class| keep(class_path.origin(class)));
        let classes: Vec<String> = classes.map(|class| class_path.name(class).to_owned()).collect();
        let claims = defensive::everywhere(&class_path, &classes);
        Self { classes, claims }
    }

    /// The tables of `coverage`: the claims beside what a solver found.
    pub fn beside(&self, solver: &Solver<'_>) -> Coverage {
        shares(solver, &self.classes, &self.claims)
    }
}

fn shares(solver: &Solver<'_>, classes: &[String], claims: &defensive::Everywhere) -> Coverage {
    let mut instances: FxHashMap<MethodId, Vec<InstId>> = FxHashMap::default();
    for (inst, instance) in solver.state.instances() {
        instances.entry(instance.method).or_default().push(inst);
    }
    let targets = targets(solver);
    let mut tables = Coverage {
        compared_with: String::new(),
        is_cut: solver.exhausted.is_some(),
        classes: classes.len() as u64,
        ..Coverage::default()
    };
    let mut without = Without::default();
    for (&(class, nth), of) in claims {
        let Some(class) = solver.program.find_class(&classes[class as usize]) else { continue };
        let Some(&method) = solver.program.class(class).methods.get(nth as usize) else { continue };
        let Some(instances) = instances.get(&method) else { continue };
        tables.methods += 1;
        variables(solver, (method, instances), of, (&mut tables, &mut without));
        for &(offset, holds) in &of.calls {
            let Some(&count) = targets.get(&(method, offset)) else { continue };
            tables.virtual_calls += 1;
            if count == 1 {
                tables.one_target += 1;
                tables.one_target_guarded += u64::from(holds.has(Holds::FOR_ALL));
                tables.one_target_relaxed += u64::from(holds.has(Holds::FOR_ALL_RELAXED));
                tables.one_target_alone += u64::from(holds.has(Holds::ALONE));
            }
        }
    }
    tables.without = without.into_iter().map(|(source, count)| (in_words(source).to_owned(), count)).collect();
    tables.without.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    tables.contradictions.sort();
    tables.contradictions.truncate(NAMED);
    tables
}

/// How many variables have no claim, by what gives them their value.
type Without = BTreeMap<Source, u64>;

fn in_words(source: Source) -> &'static str {
    match source {
        Source::Instruction => "other instructions",
        Source::Receiver => "this",
        Source::Parameter => "parameters",
        Source::Caught => "exceptions that are caught",
        Source::Join => "values of several branches",
        Source::Field => "fields of objects",
        Source::StaticField => "fields of classes",
        Source::Element => "elements of arrays",
        Source::NamedCall => "results of methods that are named",
        Source::SelectedCall => "results of methods that a receiver selects",
        Source::JdkCall => "results of methods of the JDK",
    }
}

fn variables(
    solver: &Solver<'_>,
    (method, instances): (MethodId, &[InstId]),
    of: &OfMethod,
    (tables, without): (&mut Coverage, &mut Without),
) {
    for (var, of) in (0..).map(Var).zip(&of.vars) {
        let nodes: Vec<NodeId> = instances.iter().filter_map(|&inst| solver.state.instance(inst).var(var)).collect();
        if nodes.iter().all(|&node| solver.core.pts(node).is_empty()) {
            continue;
        }
        tables.variables += 1;
        let holds = of.holds;
        tables.guarded.for_all_callers += u64::from(holds.has(Holds::FOR_ALL));
        tables.guarded.for_some_caller += u64::from(holds.has(Holds::FOR_SOME));
        tables.relaxed.for_all_callers += u64::from(holds.has(Holds::FOR_ALL_RELAXED));
        tables.relaxed.for_some_caller += u64::from(holds.has(Holds::FOR_SOME_RELAXED));
        tables.with_finals.for_all_callers += u64::from(holds.has(Holds::FOR_ALL_FINALS));
        tables.with_finals.for_some_caller += u64::from(holds.has(Holds::FOR_SOME_FINALS));
        tables.alone += u64::from(holds.has(Holds::ALONE));
        if !holds.has(Holds::FOR_ALL) {
            *without.entry(of.source).or_default() += 1;
        } else {
            tables.claimed_values += u64::from(of.size);
            tables.found_values += found(solver, &nodes);
            if contradicts(solver, &nodes, of) {
                tables.contradictions.push(format!("{} variable {}", solver.program.method_id(method), var.0));
            }
        }
    }
}

/// How many objects there are in the sets, their contexts aside.
fn found(solver: &Solver<'_>, nodes: &[NodeId]) -> u64 {
    let without_context = |obj: ObjId| match solver.heap.kind(obj) {
        ObjKind::Alloc { site, ty, .. }
        | ObjKind::Instance { site, ty, .. }
        | ObjKind::Closure { site, ty, .. }
        | ObjKind::Handle { site, ty, .. } => Seen::Made(site, ty),
        _ => Seen::Other(obj),
    };
    let objects = nodes.iter().flat_map(|&node| solver.core.pts(node).iter().map(ObjId));
    objects.map(without_context).collect::<FxHashSet<_>>().len() as u64
}

#[derive(PartialEq, Eq, Hash)]
enum Seen {
    Made(SiteId, TypeId),
    Other(ObjId),
}

/// Whether no object of the sets is of a class that the claim allows. Sets know nothing of null.
fn contradicts(solver: &Solver<'_>, nodes: &[NodeId], of: &OfVar) -> bool {
    if of.may_be_null || of.classes.len() < of.size as usize {
        return false;
    }
    let fits = |obj: ObjId| {
        solver.heap.kind(obj).typing() != Typing::Exact
            || of.classes.contains(&class_key(&solver.program.binary_name(solver.heap.ty(obj))))
    };
    !nodes.iter().any(|&node| solver.core.pts(node).iter().map(ObjId).any(fits))
}

/// How many methods calls run, contexts aside, by method and offset.
fn targets(solver: &Solver<'_>) -> BTreeMap<(MethodId, u32), usize> {
    let mut targets = BTreeMap::new();
    for (site, caller, _, kind) in solver.state.call_edges() {
        if kind == EdgeKind::Call {
            *targets.entry((caller, solver.heap.offset_of(site))).or_default() += 1;
        }
    }
    targets
}
