//! A table of figures: a column for each run or part of the program. Must not know what the figures are of.

use serde::Serialize;

use crate::config::Mode;
use crate::report::text::number;
use crate::result::PaperRun;

/// One table: a column for each run, or for each part of the program.
#[derive(Debug, Clone, Serialize)]
pub(super) struct Table {
    pub(super) title: String,
    pub(super) columns: Vec<String>,
    pub(super) rows: Vec<Row>,
    /// What a reader must know of it.
    pub(super) notes: Vec<String>,
}

#[derive(Debug, Clone, Serialize)]
pub(super) struct Row {
    pub(super) name: String,
    pub(super) cells: Vec<Cell>,
}

/// One figure.
#[derive(Debug, Clone, Serialize)]
#[serde(untagged)]
pub(super) enum Cell {
    Count(u64),
    /// With two digits behind the point.
    Number(f64),
    Absent,
}

impl Table {
    pub(super) fn new(title: &str, columns: impl IntoIterator<Item = String>) -> Self {
        Self { title: title.to_owned(), columns: columns.into_iter().collect(), rows: Vec::new(), notes: Vec::new() }
    }

    pub(super) fn row(&mut self, name: &str, cells: impl IntoIterator<Item = Cell>) {
        self.rows.push(Row { name: name.to_owned(), cells: cells.into_iter().collect() });
    }

    pub(super) fn note(&mut self, text: impl Into<String>) {
        self.notes.push(text.into());
    }
}

impl Cell {
    pub(super) fn count(count: usize) -> Self {
        Self::Count(count as u64)
    }

    /// The ratio of two counts; absent where there is nothing to divide by.
    pub(super) fn ratio(part: u64, whole: u64, times: f64) -> Self {
        if whole == 0 { Self::Absent } else { Self::Number(part as f64 * times / whole as f64) }
    }

    pub(super) fn text(&self) -> String {
        match self {
            Self::Count(count) => number(*count),
            Self::Number(value) => format!("{value:.2}"),
            Self::Absent => "-".to_owned(),
        }
    }
}

/// The mode of a run, if this version has it.
pub(super) fn mode(run: &PaperRun) -> Option<Mode> {
    Mode::parse(&run.result.mode)
}

/// The columns of a table of runs.
pub(super) fn names(runs: &[&PaperRun]) -> impl Iterator<Item = String> {
    runs.iter().map(|run| run.name.clone())
}
