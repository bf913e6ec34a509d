//! The text and JSON of `stats --paper`: the tables that the papers on reflection print, in their units, of one program. Must not
//! know how runs are made.

mod livshits;
mod smaragdakis;
mod solar;
mod stopwatch;
mod table;

use std::fmt::Write;

use self::table::{Cell, Table};
use crate::config::Mode;
use crate::result::PaperRun;

pub use stopwatch::Stopwatch;

/// The tables as text.
pub fn papers_text(runs: &[PaperRun]) -> String {
    let mut out = String::new();
    for table in tables(runs) {
        let _ = writeln!(out, "{}\n", table.title);
        let names = table.rows.iter().map(|row| row.name.chars().count()).max().unwrap_or(0);
        let width = |at: usize| {
            let cells = table.rows.iter().filter_map(|row| row.cells.get(at)).map(|cell| cell.text().len());
            cells.chain([table.columns[at].chars().count()]).max().unwrap_or(0)
        };
        let mut line = |name: &str, cells: Vec<String>| {
            let _ = write!(out, "  {name:<names$}");
            for (at, cell) in cells.iter().enumerate() {
                let _ = write!(out, "  {cell:>0$}", width(at));
            }
            out.push('\n');
        };
        line("", table.columns.clone());
        for row in &table.rows {
            line(&row.name, row.cells.iter().map(Cell::text).collect());
        }
        for note in &table.notes {
            let _ = writeln!(out, "  {note}");
        }
        out.push('\n');
    }
    out
}

/// The tables as JSON: an array of them.
///
/// # Errors
/// If a figure cannot be written.
pub fn papers_json(runs: &[PaperRun]) -> Result<String, serde_json::Error> {
    Ok(serde_json::to_string_pretty(&tables(runs))? + "\n")
}

fn tables(runs: &[PaperRun]) -> Vec<Table> {
    let of = |modes: &[Mode]| -> Vec<&PaperRun> {
        runs.iter().filter(|run| Mode::parse(&run.result.mode).is_some_and(|mode| modes.contains(&mode))).collect()
    };
    let mut tables = livshits::tables(&of(&livshits::MODES));
    tables.extend(smaragdakis::table(&of(&smaragdakis::MODES)));
    tables.push(solar::table(&of(&solar::MODES)));
    for run in runs {
        if let (Some(asked), Some(last)) = (&run.instead_of, tables.last_mut()) {
            last.note(format!("{}: {asked} did not finish; these are the figures of {}", run.name, run.context));
        }
    }
    tables
}
