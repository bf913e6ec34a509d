//! The table of Smaragdakis et al. (APLAS 2015, section 4): calls that a run made by reflection and the answer has not. Must not know the
//! other papers.

use super::table::{Cell, Table, names};
use crate::config::Mode;
use crate::result::{Counter, PaperRun, RecordedEdges, Work};

/// The paper's base line, its three settings, and what else there is.
pub(super) const MODES: [Mode; 7] = [
    Mode::None,
    Mode::LivshitsPointsTo,
    Mode::SmaragdakisSubstring,
    Mode::SmaragdakisBack,
    Mode::SmaragdakisInvent,
    Mode::Solar,
    Mode::Union,
];

/// `None` without recordings.
pub(super) fn table(runs: &[&PaperRun]) -> Option<Table> {
    let recorded = runs.iter().map(|run| run.recorded).collect::<Option<Vec<_>>>()?;
    let mut table = Table::new("Smaragdakis et al. 2015: calls by reflection that recorded runs made", names(runs));
    for (name, edges) in [
        ("application to application", recorded.iter().map(|run| run.to_application).collect::<Vec<RecordedEdges>>()),
        ("application to other code", recorded.iter().map(|run| run.to_library).collect()),
    ] {
        table.row(&format!("{name}, recorded"), edges.iter().map(|edges| Cell::Count(edges.recorded)));
        table.row(&format!("{name}, missing"), edges.iter().map(|edges| Cell::Count(edges.missing)));
    }
    table.row("calls by reflection in the answer", recorded.iter().map(|recorded| Cell::Count(recorded.in_answer)));
    table.row("call edges in the answer", runs.iter().map(|run| call_edges(run)));
    table.row("seconds", runs.iter().map(|run| Cell::Number(run.seconds)));
    table.note(
        "Pairs of a method of the application and one that it called; no static initialisers, no calls that failed.",
    );
    table.note("The paper's settings: partial strings, and with them back-propagation or invented objects.");
    Some(table)
}

fn call_edges(run: &PaperRun) -> Cell {
    let counters = run.statistics.counters.iter();
    counters
        .filter(|(counter, _)| *counter == Counter::Work(Work::CallEdges))
        .map(|(_, count)| Cell::Count(*count))
        .next()
        .unwrap_or(Cell::Absent)
}
