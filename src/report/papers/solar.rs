//! The table of Solar (Li, Tan, Xue, SAS 2015, section 4): recall, targets, precision, and which calls are not sound. Must not know the other
//! papers.

use super::table::{Cell, Table, mode, names};
use crate::config::Mode;
use crate::result::{Assumption, CodeOrigin, PaperRun, Resolution, SiteKind, SiteRow};

/// Most unsound calls that are named.
const NAMED: usize = 20;

/// The paper's analysis and its fallback, what they are compared with, and what else there is.
pub(super) const MODES: [Mode; 6] =
    [Mode::None, Mode::Local, Mode::LivshitsPointsTo, Mode::Probe, Mode::Solar, Mode::Union];

pub(super) fn table(runs: &[&PaperRun]) -> Table {
    let mut table = Table::new("Solar 2015: targets, recall, precision and soundness", names(runs));
    let all = |run: &PaperRun, of: &[&str]| -> u64 {
        actions(run).filter(|row| of.contains(&row.short_api())).map(|row| row.targets.len() as u64).sum()
    };
    table.row(
        "targets of newInstance",
        runs.iter().map(|run| Cell::Count(all(run, &["Class.newInstance", "Constructor.newInstance"]))),
    );
    table.row("targets of invoke", runs.iter().map(|run| Cell::Count(all(run, &["Method.invoke"]))));
    if let Some(recorded) = runs.iter().map(|run| run.recorded).collect::<Option<Vec<_>>>() {
        table.row("recorded targets", recorded.iter().map(|run| Cell::Count(run.targets)));
        table.row("  listed, % (recall)", recorded.iter().map(|run| Cell::ratio(run.listed, run.targets, 100.0)));
        let known = |run: &crate::result::Recorded| {
            let edges = [run.to_application, run.to_library];
            Cell::Count(edges.iter().map(|edges| edges.recorded - edges.missing).sum())
        };
        table.row("true call edges", recorded.iter().map(known));
    }
    table.row(
        "devirtualised calls, %",
        runs.iter().map(|run| {
            let of = &run.statistics;
            Cell::ratio(of.virtual_calls - of.poly_calls, of.virtual_calls, 100.0)
        }),
    );
    table.row(
        "safe casts, %",
        runs.iter().map(|run| {
            let of = &run.statistics;
            Cell::ratio(of.casts - of.may_fail_casts, of.casts, 100.0)
        }),
    );
    table.row("calls that make objects of unknown classes", runs.iter().map(|run| Cell::count(lazy(run).count())));
    table.row(
        "  whose uses all say of which class (assumption 4), %",
        runs.iter().map(|run| {
            let (all, holds) = (lazy(run).count(), lazy(run).filter(|row| is_covered(row)).count());
            Cell::ratio(holds as u64, all as u64, 100.0)
        }),
    );
    table.row("unsound actions of the application", runs.iter().map(|run| Cell::count(unsound(run).count())));
    table.note("Assumption 4: what is made reflectively reaches a cast or a reflective use on every path.");
    table.note("Probe is the paper's fallback of higher precision: it asks receivers, and no casts.");
    if let Some(run) = runs.iter().rfind(|run| mode(run) == Some(Mode::Solar)) {
        let named: Vec<&str> = unsound(run).map(|row| row.id.as_str()).collect();
        for id in named.iter().take(NAMED) {
            table.note(format!("unsound in {}: {id}", run.name));
        }
        if named.len() > NAMED {
            table.note(format!(
                "and {} more: `check --output sites=FILE` lists all with their reasons",
                named.len() - NAMED
            ));
        }
    }
    table
}

fn actions(run: &PaperRun) -> impl Iterator<Item = &SiteRow> {
    let rows = run.result.sites.iter().filter(|row| row.reachable && row.kind == SiteKind::Action);
    rows.filter(|row| row.origin != CodeOrigin::Jdk && !row.compiler_generated)
}

/// Calls that make objects of classes that no name tells.
fn lazy(run: &PaperRun) -> impl Iterator<Item = &SiteRow> {
    let makes = |row: &&SiteRow| ["Class.newInstance", "Constructor.newInstance"].contains(&row.short_api());
    actions(run).filter(makes).filter(|row| row.resolution != Resolution::Full)
}

fn is_covered(row: &SiteRow) -> bool {
    !row.tier.is_incomplete() && row.assumptions.contains(&Assumption::ObjectReachability)
}

fn unsound(run: &PaperRun) -> impl Iterator<Item = &SiteRow> {
    actions(run).filter(|row| row.origin == CodeOrigin::Application && row.tier.is_incomplete())
}
