//! From a result to written reports and an exit status: which formats go where, what is probed, what the terminal gets.
//! Owns destinations; must not know what a report says.

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use super::failure::Failure;
use super::output;
use super::setup::Job;
use crate::report::{self, Date, Focus, Format, Judged, ReportInput, Sources, Style};
use crate::result::AnalysisResult;
use crate::source::SourceMap;

/// Destinations of a run's reports, checked and probed.
pub(crate) struct Reports {
    files: Vec<(Format, PathBuf)>,
    stdout: Option<Format>,
    /// The files as the user knows them.
    named: Vec<String>,
}

impl Reports {
    /// Checks formats and probes every file. Standard output gets the text unless another report is sent there or the
    /// text elsewhere.
    pub(crate) fn plan(job: &Job) -> Result<Self, Failure> {
        let mut reports = Self { files: Vec::new(), stdout: None, named: Vec::new() };
        let mut to_stdout = 0;
        for item in &job.request.outputs {
            let Some(format) = Format::parse(&item.format) else {
                let known = Format::NAMES.join(", ");
                return Err(Failure::Usage(format!("output: {:?} is none of: {known}", item.format)));
            };
            if item.path.as_os_str() == "-" {
                reports.stdout = Some(format);
                to_stdout += 1;
            } else {
                if format != Format::Text {
                    reports.named.push(shown(job, &item.path));
                }
                reports.files.push((format, job.path(&item.path)));
            }
        }
        if to_stdout > 1 {
            return Err(Failure::Usage("output: only one report can go to standard output".to_owned()));
        }
        for (index, (_, path)) in reports.files.iter().enumerate() {
            if reports.files[..index].iter().any(|(_, other)| other == path) {
                return Err(Failure::Usage(format!("output: {} is written twice", path.display())));
            }
        }
        if to_stdout == 0 && !reports.files.iter().any(|(format, _)| *format == Format::Text) {
            reports.stdout = Some(Format::Text);
        }
        for (_, path) in &reports.files {
            output::probe(path).map_err(Failure::Internal)?;
        }
        Ok(reports)
    }

    /// As [`Self::about`], about all findings.
    pub(crate) fn write(
        &self,
        job: &Job,
        result: &AnalysisResult,
        extra: Option<(PathBuf, Vec<u8>)>,
    ) -> Result<ExitCode, Failure> {
        self.about(None, job, result, extra)
    }

    /// Judges the result, writes every file (and `extra`, all or none), prints the text and gives the exit status.
    pub(crate) fn about(
        &self,
        focus: Option<&Focus>,
        job: &Job,
        result: &AnalysisResult,
        extra: Option<(PathBuf, Vec<u8>)>,
    ) -> Result<ExitCode, Failure> {
        let build_file = job.request.build_file.as_ref().map(|file| shown(job, file));
        let sources = sources(job);
        let judged = judge(job, result, &sources, build_file.as_deref(), focus);
        let mut written: Vec<(PathBuf, Vec<u8>)> = extra.into_iter().collect();
        let kept = job.request.result.as_ref().map(|path| pasted(job.request.project_dir.as_deref(), path));
        let in_files = Style { color: false, files: self.named.clone(), result: kept };
        for (format, path) in &self.files {
            written.push((path.clone(), report::render(*format, &judged, &in_files)));
        }
        output::write_all(&written).map_err(Failure::Internal)?;
        if let Some(format) = self.stdout {
            let color = io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
            super::print(&report::render(format, &judged, &Style { color, ..in_files }))?;
        }
        Ok(if job.request.exit_zero { ExitCode::SUCCESS } else { ExitCode::from(judged.exit_status()) })
    }
}

/// A file in a command that can be pasted where this one was: as it was given, below a project directory that is relative to
/// the same place; quoted for shells that would take it apart.
fn pasted(project_dir: Option<&Path>, file: &Path) -> String {
    let file = match project_dir.filter(|dir| dir.is_relative()) {
        Some(dir) => dir.join(file),
        None => file.to_path_buf(),
    };
    let text = file.display().to_string();
    let is_plain = |c: char| c.is_alphanumeric() || "/\\._-+:@,=%~".contains(c);
    if text.chars().all(is_plain) { text } else { format!("\"{text}\"") }
}

/// Reads the result the request names.
pub(crate) fn read_result(job: &Job) -> Result<AnalysisResult, Failure> {
    let Some(named) = &job.request.result else {
        return Err(Failure::Usage("a result is needed: --result FILE, as written by analyze".to_owned()));
    };
    let bytes =
        std::fs::read(job.path(named)).map_err(|error| Failure::Usage(super::setup::unreadable(named, &error)))?;
    report::read_result(&bytes).map_err(|error| Failure::Usage(format!("{}: {error}", named.display())))
}

/// What `explain` prints about a rule, or about a finding or site of the result, if one is given.
pub(crate) fn explain(what: &str, job: &Job) -> Result<String, Failure> {
    let answer = if job.request.result.is_some() {
        let (result, mut sources) = (read_result(job)?, sources(job));
        // A result does not say where its sources were. Of a copy elsewhere in the project nobody could tell that it is one.
        if job.request.sources.is_empty() {
            let path = what.rsplit_once(':').map_or("", |(path, _)| path);
            sources = sources.meaning(path);
        }
        report::explain(what, Some(&judge(job, &result, &sources, None, None)))
    } else {
        report::explain(what, None)
    };
    answer.map_err(Failure::Usage)
}

pub(super) fn judge<'a>(
    job: &'a Job,
    result: &'a AnalysisResult,
    sources: &'a dyn Sources,
    build_file: Option<&'a str>,
    focus: Option<&'a Focus>,
) -> Judged<'a> {
    report::judge(ReportInput {
        result,
        policy: &job.settings.policy,
        sources,
        module: job.request.module.as_deref(),
        source_set: job.request.source_set.as_deref(),
        build_file,
        test: job.request.test,
        today: Date::today(),
        focus,
    })
}

/// The sources that reports show; roots of which they cannot show any are named to the user.
pub(super) fn sources(job: &Job) -> SourceMap {
    let sources = SourceMap::new(&job.request.sources, job.request.project_dir.as_deref());
    let outside: Vec<String> = sources.outside().into_iter().map(|root| root.display().to_string()).collect();
    if !outside.is_empty() {
        super::say_error(&format!(
            "note: no file of {} is shown: paths in reports are relative to the project, which lies elsewhere (--project-dir \
             names a directory that holds both)",
            outside.join(", ")
        ));
    }
    sources
}

/// A path as reports have it: relative to the project where it is inside, with `/`.
pub(super) fn shown(job: &Job, path: &Path) -> String {
    let project = job.request.project_dir.as_deref();
    let path = project.and_then(|project| path.strip_prefix(project).ok()).unwrap_or(path);
    path.to_string_lossy().replace(std::path::MAIN_SEPARATOR, "/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_name_files_so_that_they_can_be_pasted() {
        let named = |dir: Option<&str>, file: &str| pasted(dir.map(Path::new), Path::new(file));
        assert_eq!(named(None, "build/main.result.json"), "build/main.result.json");
        assert_eq!(named(Some("app"), "p.json"), Path::new("app").join("p.json").display().to_string());
        assert_eq!(named(None, "my results/p.json"), "\"my results/p.json\"");
        let absolute = std::env::temp_dir();
        assert_eq!(named(absolute.to_str(), "p.json"), "p.json");
    }
}
