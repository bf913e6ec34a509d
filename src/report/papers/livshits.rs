//! The tables of Livshits, Whaley and Lam (APLAS 2005, section 6): how many calls are resolved, what is left to specify, how much the call
//! graph grows. Must not know the other papers.

use std::collections::{BTreeMap, BTreeSet};

use super::table::{Cell, Table, mode, names};
use crate::config::Mode;
use crate::result::{CodeOrigin, PaperRun, Resolution, SiteKind, SiteRow};

const KINDS: [(SiteKind, &str); 4] = [
    (SiteKind::ClassSource, "class look-ups"),
    (SiteKind::Member, "member look-ups"),
    (SiteKind::Action, "actions"),
    (SiteKind::Other, "services and the like"),
];

/// The paper's own, and what came after it.
pub(super) const MODES: [Mode; 6] =
    [Mode::None, Mode::Local, Mode::LivshitsPointsTo, Mode::LivshitsCasts, Mode::Solar, Mode::Union];

pub(super) fn tables(runs: &[&PaperRun]) -> Vec<Table> {
    let resolving: Vec<&PaperRun> = runs.iter().copied().filter(|run| mode(run) != Some(Mode::None)).collect();
    let mut tables: Vec<Table> = resolving.iter().map(|run| resolution(run)).collect();
    tables.push(specification(&resolving));
    tables.push(growth(runs));
    tables
}

fn rows(run: &PaperRun) -> impl Iterator<Item = &SiteRow> {
    run.result.sites.iter().filter(|row| !row.compiler_generated && row.origin != CodeOrigin::Jdk)
}

fn resolution(run: &PaperRun) -> Table {
    let title = format!("Livshits et al. 2005: calls by kind and resolution, {}", run.name);
    let columns = ["reached", "full", "partial", "none", "unreached"].map(str::to_owned);
    let mut table = Table::new(&title, columns);
    for (origin, whose) in [(CodeOrigin::Application, "application"), (CodeOrigin::Library, "libraries")] {
        for (kind, what) in KINDS {
            let of: Vec<&SiteRow> = rows(run).filter(|row| row.origin == origin && row.kind == kind).collect();
            if of.is_empty() {
                continue;
            }
            let reached = of.iter().filter(|row| row.reachable).count();
            let resolved = |resolution: Resolution| {
                Cell::count(of.iter().filter(|row| row.reachable && row.resolution == resolution).count())
            };
            let cells = [
                Cell::count(reached),
                resolved(Resolution::Full),
                resolved(Resolution::Partial),
                resolved(Resolution::None),
                Cell::count(of.len() - reached),
            ];
            table.row(&format!("{whose}, {what}"), cells);
        }
    }
    table
}

/// Reached class look-ups.
fn class_sources(run: &PaperRun) -> Vec<&SiteRow> {
    rows(run).filter(|row| row.reachable && row.kind == SiteKind::ClassSource).collect()
}

/// Those that are not fully resolved.
fn open(run: &PaperRun) -> Vec<&SiteRow> {
    class_sources(run).into_iter().filter(|row| row.resolution != Resolution::Full).collect()
}

fn specification(runs: &[&PaperRun]) -> Table {
    let title = "Livshits et al. 2005: what is left to specify at class look-ups, and classes found at them";
    let mut table = Table::new(title, runs.iter().map(|run| run.name.clone()));
    table.row("look-ups not fully resolved", runs.iter().map(|run| Cell::count(open(run).len())));
    let points = |run: &PaperRun| open(run).iter().flat_map(|row| &row.origins).collect::<BTreeSet<_>>().len();
    table.row("specification points", runs.iter().map(|run| Cell::count(points(run))));
    let per_call = |run: &&PaperRun| {
        let open = open(run);
        Cell::ratio(open.iter().map(|row| row.origins.len() as u64).sum(), open.len() as u64, 1.0)
    };
    table.row("specification points per look-up", runs.iter().map(per_call));
    let strings: BTreeMap<&str, usize> = runs
        .iter()
        .filter(|run| mode(run) == Some(Mode::LivshitsPointsTo))
        .take(1)
        .flat_map(|run| class_sources(run))
        .map(|row| (row.id.as_str(), row.targets.len()))
        .collect();
    let per_resolved = |run: &&PaperRun| {
        let found: Vec<usize> =
            class_sources(run).iter().map(|row| row.targets.len()).filter(|count| *count > 0).collect();
        Cell::ratio(found.iter().sum::<usize>() as u64, found.len() as u64, 1.0)
    };
    table.row("classes per look-up that has some", runs.iter().map(per_resolved));
    let casts = |run: &&PaperRun| match mode(run) {
        Some(Mode::LivshitsCasts | Mode::Solar | Mode::Union) => {
            let more = class_sources(run)
                .into_iter()
                .map(|row| row.targets.len().saturating_sub(strings.get(row.id.as_str()).copied().unwrap_or(0)) as u64);
            let more: Vec<u64> = more.filter(|count| *count > 0).collect();
            Cell::ratio(more.iter().sum(), more.len() as u64, 1.0)
        }
        _ => Cell::Absent,
    };
    table.row("  of these from casts and uses, where there are any", runs.iter().map(casts));
    table
}

fn growth(runs: &[&PaperRun]) -> Table {
    let mut table = Table::new("Livshits et al. 2005: growth of the call graph, and time", names(runs));
    let methods = |run: &PaperRun| run.statistics.methods;
    let none = runs.iter().find(|run| mode(run) == Some(Mode::None));
    let over = |of: fn(&PaperRun) -> u64| {
        let base = none.map_or(0, |run| of(run));
        runs.iter().map(move |run| Cell::ratio(of(run), base, 1.0)).collect::<Vec<_>>()
    };
    table.row("classes with a reached method", runs.iter().map(|run| Cell::Count(run.classes)));
    table.row("  times those of none", over(|run| run.classes));
    table.row("methods reached", runs.iter().map(|run| Cell::Count(methods(run))));
    table.row("  times those of none", over(|run| run.statistics.methods));
    table.row("seconds", runs.iter().map(|run| Cell::Number(run.seconds)));
    if !runs.iter().any(|run| run.name.ends_with("specs")) {
        table.note("No spec files were given: the paper's column of specified names is that of livshits-points-to with --specs.");
    }
    table
}
