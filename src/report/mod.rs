//! Policy applied to `result.json`, then text, SARIF, sites and JSON, and the exit status. The only part that knows the
//! date. Must not know the analysis or write files: all it reads is the result, the policy and, through [`Sources`],
//! source positions.
//!
//! ```text
//! read_result -> judge -> Judged -> render(format) -> bytes for cli to write
//! ```

mod accept;
mod accepting;
mod cause;
mod coverage;
mod date;
mod entries;
mod explain;
mod find;
mod json;
mod locate;
mod papers;
mod policy;
mod rules;
mod sarif;
mod scaffold;
mod sites;
mod statistics;
mod text;

#[cfg(test)]
mod sample;

use crate::result::{AnalysisResult, RESULT_VERSION};

pub use accepting::{Acceptable, acceptable};
pub use coverage::coverage;
pub use date::Date;
pub use entries::{Verified, verify};
pub use explain::explain;
pub use locate::{Location, NoSources, Nth, Sources};
pub use papers::{Stopwatch, papers_json, papers_text};
pub use policy::{Counts, Focus, Judged, JudgedFinding, RECORDED, ReportInput, judge};
pub use rules::{rule_page, rules_json, rules_text};
pub use scaffold::{Proposal, proposals};
pub use statistics::statistics;

/// A report format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Format {
    /// The one-screen text.
    Text,
    Sarif,
    /// JSON lines, one per reflective site.
    Sites,
    /// Findings with levels, versioned.
    Json,
}

impl Format {
    pub const NAMES: [&'static str; 4] = ["text", "sarif", "sites", "json"];

    pub fn name(self) -> &'static str {
        match self {
            Format::Text => "text",
            Format::Sarif => "sarif",
            Format::Sites => "sites",
            Format::Json => "json",
        }
    }

    /// `None` for an unknown name; see [`Format::NAMES`].
    pub fn parse(name: &str) -> Option<Self> {
        [Format::Text, Format::Sarif, Format::Sites, Format::Json].into_iter().find(|f| f.name() == name)
    }
}

/// How a report looks, apart from what it says.
#[derive(Debug, Clone, Default)]
pub struct Style {
    /// ANSI colours in text; only for a terminal that asked for them.
    pub color: bool,
    /// Report files written by this run, named at the end of the text.
    pub files: Vec<String>,
    /// The file in which this run keeps its result, for commands that are printed.
    pub result: Option<String>,
}

/// The bytes of one report.
pub fn render(format: Format, judged: &Judged<'_>, style: &Style) -> Vec<u8> {
    match format {
        Format::Text => text::render(judged, style).into_bytes(),
        Format::Sarif => sarif::render(judged),
        Format::Sites => sites::render(judged),
        Format::Json => json::render(judged),
    }
}

/// Why a `result.json` cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadResultError {
    #[error("not a result of reflection-check: {0}")]
    Malformed(#[from] serde_json::Error),
    #[error("result has version {found}, this reflection-check reads version {RESULT_VERSION}; run `analyze` again")]
    Version { found: u64 },
    #[error(
        "this is a report (--output json=FILE), not the result it was made of; give the file that --result FILE wrote"
    )]
    Report,
}

/// Reads `result.json`. A file of another schema version is refused by its number, not by the first unknown key.
pub fn read_result(bytes: &[u8]) -> Result<AnalysisResult, ReadResultError> {
    #[derive(serde::Deserialize)]
    struct Version {
        version: u64,
        /// Of a report alone.
        #[serde(rename = "exit-status")]
        exit_status: Option<u64>,
    }
    match serde_json::from_slice::<AnalysisResult>(bytes) {
        Ok(result) if result.version == RESULT_VERSION => Ok(result),
        Ok(result) => Err(ReadResultError::Version { found: u64::from(result.version) }),
        Err(error) => match serde_json::from_slice::<Version>(bytes) {
            Ok(Version { exit_status: Some(_), .. }) => Err(ReadResultError::Report),
            Ok(Version { version: found, .. }) if found != u64::from(RESULT_VERSION) => {
                Err(ReadResultError::Version { found })
            }
            _ => Err(ReadResultError::Malformed(error)),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_of_other_versions_are_refused_by_number() {
        let error = |text: &str| read_result(text.as_bytes()).expect_err("refused").to_string();
        assert_eq!(
            error(r#"{"version":7,"strange":true}"#),
            "result has version 7, this reflection-check reads version 2; run `analyze` again"
        );
        assert!(
            error(r#"{"version":2,"strange":true}"#).starts_with("not a result of reflection-check: unknown field")
        );
        let report = error(r#"{"version":1,"tool":"0.1.0","exit-status":1}"#);
        assert!(report.starts_with("this is a report (--output json=FILE)"), "{report}");
        assert!(error("").starts_with("not a result of reflection-check: EOF"));
        let bytes = serde_json::to_vec(&sample::result()).expect("serialises");
        let read = read_result(&bytes).expect("reads back");
        assert_eq!(serde_json::to_vec(&read).expect("serialises"), bytes);
    }
}
