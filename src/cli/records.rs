//! `drift`, `spec from-record` and `spec import`: files of recordings read, handed on, and what is said of them. Must not know
//! what their lines look like.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use super::analysis::result_of;
use super::args::{Drift, FromRecord, Import, ImportForm};
use super::failure::Failure;
use super::reports::Reports;
use super::setup::{Job, read_at_most};
use super::specs::{SpecFile, said};
use super::{print, say_error};
use crate::config::{ReportScope, Scope};
use crate::diag::Diag;
use crate::engine::acts_on;
use crate::record::{self, Comparison, Form, Metadata, Proposed, ProposedCall, Recording};
use crate::report::{Focus, RECORDED};
use crate::result::CallName;
use crate::spec::{Change, NewCall};

/// Largest recording read, in bytes: that of a long run of a large program has some 10 MB.
const LARGEST: u64 = 256 << 20;
/// Most problems with lines that are shown.
const SHOWN: usize = 20;

/// Compares recordings with the answers.
pub(super) fn drift(mut drift: Drift) -> Result<ExitCode, Failure> {
    let recordings = read_all(&drift.records, None)?;
    let outputs = std::mem::take(&mut drift.output);
    let (scope, report_scope) = (drift.scope_is_given(), drift.report_scope_is_given());
    let mut job = Job::to_analyze(drift.take_run())?;
    job.request.outputs = outputs;
    if !scope {
        job.settings.analysis.scope = Scope::Whole;
    }
    if !report_scope {
        let policy = &mut job.settings.policy;
        policy.report_scope = policy.report_scope.max(ReportScope::Libraries);
    }
    // Code scanning keeps the alerts of this report apart from those of a check.
    let set = job.request.source_set.take();
    job.request.source_set = Some(set.map_or_else(|| "recorded".to_owned(), |set| format!("{set}-recorded")));
    let reports = Reports::plan(&job)?;
    let mut result = result_of(&job)?;
    let compared = record::compare(&result, &job.settings.policy.accept_assumptions, &recordings, acts_on);
    let line = summary(&recordings, &compared);
    if compared.targets() > 0 && compared.targets() == compared.strangers {
        return Err(Failure::Usage(format!("{line}: none is of a call in the program that was analysed")));
    }
    result.findings = compared.missed;
    result.diagnostics.extend(compared.diags);
    result.diagnostics.sort();
    reports.about(Some(&Focus { rules: RECORDED, line }), &job, &result, None)
}

/// `120 recorded targets in 1 recording = 100 listed, 18 at calls whose answer is said to be incomplete, 2 missed`
fn summary(recordings: &[Recording], compared: &Comparison) -> String {
    let counts = [
        (compared.listed, "listed"),
        (compared.open, "at calls whose answer is said to be incomplete"),
        (compared.behind_open, "at calls not known to be made while others are incomplete"),
        (compared.not_looked_at, "in libraries that were not looked at"),
        (compared.strangers, "at calls the program does not have"),
        (compared.missed_targets, "missed"),
    ];
    let parts = counts.iter().filter(|(count, what)| *count > 0 || *what == "missed");
    let parts: Vec<String> = parts.map(|(count, what)| format!("{count} {what}")).collect();
    let runs = plural(recordings.len(), "recording", "recordings");
    format!("{} in {runs} = {}", plural(compared.targets(), "recorded target", "recorded targets"), parts.join(", "))
}

/// Writes entries for what runs reached.
pub(super) fn from_record(mut arguments: FromRecord) -> Result<ExitCode, Failure> {
    let recordings = read_all(&arguments.records, None)?;
    let job = Job::to_analyze(arguments.take_run())?;
    let file = SpecFile::open(&job, arguments.file.as_deref())?;
    let result = result_of(&job)?;
    let proposed = record::propose(&result, &job.settings.policy.accept_assumptions, &recordings, acts_on);
    let from = names(&arguments.records);
    write(&job, file, proposed, &format!("seen in a recorded run ({from})"), &from)?;
    print(b"A run shows what happened, and not all that can: see whether the lists are complete before you rely on them.\n")?;
    Ok(ExitCode::SUCCESS)
}

/// Writes entries for what files of other tools say.
pub(super) fn import(mut arguments: Import) -> Result<ExitCode, Failure> {
    let form = match arguments.format {
        ImportForm::Tamiflex => Some(Form::TamiFlex),
        ImportForm::Livshits => Some(Form::Livshits),
        ImportForm::Graalvm => None,
    };
    let recordings = match form {
        Some(form) => read_all(&arguments.files, Some(form))?,
        None => Vec::new(),
    };
    let metadata = match form {
        Some(_) => Vec::new(),
        None => arguments.files.iter().map(|file| metadata(file)).collect::<Result<Vec<_>, _>>()?,
    };
    let job = Job::to_analyze(arguments.take_run())?;
    let file = SpecFile::open(&job, arguments.file.as_deref())?;
    let result = result_of(&job)?;
    let accepted = &job.settings.policy.accept_assumptions;
    let proposed = match form {
        Some(_) => record::propose(&result, accepted, &recordings, acts_on),
        None => record::from_metadata(&result, accepted, &metadata, acts_on),
    };
    let from = names(&arguments.files);
    write(&job, file, proposed, &format!("imported from {from}"), &from)?;
    Ok(ExitCode::SUCCESS)
}

/// Writes the entries and says what became of them and of the rest.
fn write(job: &Job, mut file: SpecFile, proposed: Proposed, reason: &str, from: &str) -> Result<(), Failure> {
    let Proposed { calls, known, unused, mut diags } = proposed;
    if calls.is_empty() && known == 0 {
        say(&diags);
        return Err(Failure::Usage(format!("nothing in {from} is about a call of the program that was analysed")));
    }
    let mut text = String::new();
    for ProposedCall { call: CallName { at, api, ordinal }, targets } in calls {
        let count = plural(targets.len(), "target", "targets");
        let entry = NewCall { at, api, ordinal, targets, reason: reason.to_owned() };
        let nth = ordinal.map_or(String::new(), |ordinal| format!(" (call {ordinal})"));
        match file.document.call(&entry) {
            Ok(change) => {
                let more = if change == Change::Unchanged { String::new() } else { format!(", {count}") };
                text.push_str(&format!("{}: {} in {}{nth}{more}\n", said(change), entry.api, entry.at));
            }
            Err(mistakes) => {
                let why = mistakes.first().map_or(String::new(), |mistake| mistake.message.clone());
                let message = format!("no entry for {} in {}: {why}", entry.api, entry.at);
                diags.push(Diag::warning("entry-not-written", from, message));
            }
        }
    }
    say(&diags);
    let written = file.write(job)?;
    let counts = [(known, "in complete answers already, without an entry"), (unused, "not used")];
    for (count, what) in counts.iter().filter(|(count, _)| *count > 0) {
        text.push_str(&format!("{} of {from}: {what}\n", plural(*count, "target", "targets")));
    }
    print((text + &written).as_bytes())
}

/// Shows what of files cannot be used, with file and line.
pub(super) fn say(diags: &[Diag]) {
    for diag in diags.iter().take(SHOWN) {
        let line = diag.position.map_or(String::new(), |(line, _)| format!(":{line}"));
        say_error(&format!("warning: {}{line}: {}", diag.place, diag.message));
    }
    if diags.len() > SHOWN {
        say_error(&format!("warning: and {} more lines", diags.len() - SHOWN));
    }
}

/// Reads recordings; `form`: as for [`record::read`].
pub(super) fn read_all(files: &[PathBuf], form: Option<Form>) -> Result<Vec<Recording>, Failure> {
    let read = |file: &PathBuf| {
        let bytes = read_at_most(file, LARGEST).map_err(Failure::Usage)?;
        let shown = file.display().to_string();
        record::read(&shown, &bytes, form).map_err(|why| Failure::Usage(format!("{shown}: {why}")))
    };
    files.iter().map(read).collect()
}

fn metadata(file: &Path) -> Result<Metadata, Failure> {
    let shown = file.display().to_string();
    let bytes = read_at_most(file, LARGEST).map_err(Failure::Usage)?;
    Metadata::read(&shown, &bytes).map_err(|why| Failure::Usage(format!("{shown}: {why}")))
}

fn names(files: &[PathBuf]) -> String {
    let name = |file: &PathBuf| file.file_name().unwrap_or(file.as_os_str()).to_string_lossy().into_owned();
    files.iter().map(name).collect::<Vec<_>>().join(", ")
}

fn plural(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}
