//! `spec accept`, `verify` and `scaffold`: from a result to changed spec files. Owns which file is changed; must not know what
//! entries look like.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use super::analysis::result_of;
use super::args::{Accept, Scaffold, Verify};
use super::failure::Failure;
use super::records::{read_all, say};
use super::setup::{Job, read_at_most};
use super::{output, print, reports};
use crate::base::did_you_mean;
use crate::config::FailOn;
use crate::engine::acts_on;
use crate::record;
use crate::report::{self, Acceptable, Date};
use crate::result::{CallName, RuleId};
use crate::spec::{self, Change, NewAccept, SpecDocument};
use crate::toml_doc::{self, Mistake};

/// Writes entries that accept a finding.
pub(super) fn accept(mut accept: Accept) -> Result<ExitCode, Failure> {
    let reason = accept.reason.trim();
    if reason.is_empty() || reason == spec::LEFT_OPEN {
        return Err(Failure::Usage("reason: say why the finding is no problem".to_owned()));
    }
    let until = accept.until.as_deref().map(until).transpose()?;
    let rule = accept.rule.as_deref().map(rule).transpose()?;
    let job = Job::to_analyze(accept.take_run())?;
    let mut file = SpecFile::open(&job, accept.file.as_deref())?;
    let (result, sources) = (result_of(&job)?, reports::sources(&job));
    let judged = reports::judge(&job, &result, &sources, None, None);
    let found = report::acceptable(&accept.what, rule, &judged).map_err(Failure::Usage)?;
    let Acceptable { rule, summary, place, calls, accepted_by } = found;
    let mut text = format!("{rule} {summary}\n  at {place}\n");
    if let Some(entry) = accepted_by {
        print(format!("{text}  is accepted already: {entry}\n").as_bytes())?;
        return Ok(ExitCode::SUCCESS);
    }
    let today = calendar(Date::today());
    for CallName { at, api, ordinal } in calls {
        let entry = NewAccept { at, rule, api, ordinal, reason: accept.reason.trim().to_owned(), until };
        let change = file.document.accept(&entry, today).map_err(|mistakes| mistaken(&mistakes))?;
        let nth = entry.ordinal.map_or(String::new(), |ordinal| format!(" (call {ordinal})"));
        text.push_str(&format!("  {}: {} in {}{nth}\n", said(change), entry.api, entry.at));
    }
    text.push_str(&file.write(&job)?);
    print(text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

/// Says of each entry whether it takes effect.
pub(super) fn verify(mut verify: Verify) -> Result<ExitCode, Failure> {
    let mut job = Job::to_analyze(verify.take_run())?;
    if let Some(fail_on) = FailOn::parse(&verify.fail_on) {
        job.settings.policy.fail_on = fail_on;
    }
    if job.request.classes.is_empty() {
        return Err(Failure::Usage("entries are checked against a program: name it with --classes".to_owned()));
    }
    let recordings = read_all(&verify.record, None)?;
    let (mut result, sources) = (result_of(&job)?, reports::sources(&job));
    let compared = record::compare(&result, &job.settings.policy.accept_assumptions, &recordings, acts_on);
    result.findings.extend(compared.missed.into_iter().filter(|finding| finding.rule == RuleId::RC4004));
    say(&compared.diags);
    let judged = reports::judge(&job, &result, &sources, None, None);
    let entries = job.specs.written().into_iter();
    let entries: Vec<_> =
        entries.map(|(place, what)| ((place.file.to_string(), place.line, place.column), what)).collect();
    let verified = report::verify(&judged, &entries);
    print(verified.text.as_bytes())?;
    Ok(ExitCode::from(verified.status))
}

/// Writes entries to fill in.
pub(super) fn scaffold(mut scaffold: Scaffold) -> Result<ExitCode, Failure> {
    let job = Job::to_analyze(scaffold.take_run())?;
    let to_stdout = scaffold.file.as_deref() == Some(Path::new("-"));
    let mut file = match to_stdout {
        true => None,
        false => Some(SpecFile::open(&job, scaffold.file.as_deref())?),
    };
    let (result, sources) = (result_of(&job)?, reports::sources(&job));
    let judged = reports::judge(&job, &result, &sources, None, None);
    let proposals = report::proposals(&judged);
    let [mut ready, mut open, mut there] = [0_usize; 3];
    let mut printed = Vec::new();
    for proposal in &proposals {
        let block = spec::scaffolded(&proposal.entry, &proposal.about);
        match &mut file {
            Some(file) if file.document.has_block(&spec::entry_lines(&proposal.entry)) => {
                there += 1;
                continue;
            }
            Some(file) => file.document.append(&block).map_err(|mistakes| mistaken(&mistakes))?,
            None => printed.push(block),
        }
        *if spec::is_left_open(&proposal.entry) { &mut open } else { &mut ready } += 1;
    }
    let Some(file) = file else {
        print(printed.join("\n").as_bytes())?;
        return Ok(ExitCode::SUCCESS);
    };
    let text = match (ready + open, there) {
        (0, 0) => "Nothing to write: no finding has an entry that would answer it.\n".to_owned(),
        (0, _) => format!("Nothing to write: {} has all {there} entries already.\n", file.shown),
        (new, _) => {
            let plural = if new == 1 { "entry" } else { "entries" };
            let mut text = format!("{}: {new} {plural} added", file.shown);
            if open > 0 {
                text.push_str(&format!(", {open} of them as comments: fill in what is left open, and take the # away"));
            }
            text + "\n"
        }
    };
    file.write(&job)?;
    print(text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

/// A spec file that is to be changed.
pub(super) struct SpecFile {
    path: PathBuf,
    /// As the user knows it.
    pub(super) shown: String,
    pub(super) document: SpecDocument,
    /// What is on the disk.
    before: String,
}

impl SpecFile {
    /// The file that is named, or the one that new entries go to; it need not be there.
    pub(super) fn open(job: &Job, named: Option<&Path>) -> Result<Self, Failure> {
        let path = match named {
            Some(named) => job.path(named),
            None => spec::file_to_write(&job.request.specs, job.request.project_dir.as_deref()),
        };
        let shown = reports::shown(job, &path);
        let before = match fs::metadata(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            _ => {
                let bytes = read_at_most(&path, spec::MAX_FILE).map_err(Failure::Usage)?;
                let no_text = |_| Failure::Usage(format!("cannot read {}: it is not UTF-8 text", path.display()));
                String::from_utf8(bytes).map_err(no_text)?
            }
        };
        let document = SpecDocument::parse(&shown, &before).map_err(|mistakes| mistaken(&mistakes))?;
        output::probe(&path).map_err(Failure::Internal)?;
        Ok(Self { path, shown, document, before })
    }

    /// Writes the file, whole or not at all; one that says the same as before is left alone. What it gives is a line for the user.
    pub(super) fn write(&self, job: &Job) -> Result<String, Failure> {
        let text = self.document.text();
        if text == self.before {
            return Ok(format!("{} stays as it is\n", self.shown));
        }
        output::write_all(&[(self.path.clone(), text.as_bytes().to_vec())]).map_err(Failure::Internal)?;
        let mut line = format!("{} was written\n", self.shown);
        if !self.is_read(job) {
            line.push_str("It is in no folder that checks read: name it with --specs\n");
        }
        Ok(line)
    }

    /// Whether a check with the same flags reads the file.
    fn is_read(&self, job: &Job) -> bool {
        let (folder, specs) = (self.path.parent(), &job.request.specs);
        let same = |a: &Path, b: &Path| {
            a == b || fs::canonicalize(a).ok().is_some_and(|a| fs::canonicalize(b).ok() == Some(a))
        };
        let default = [PathBuf::from(spec::FOLDER)];
        let folders = if specs.is_empty() { &default } else { &specs[..] };
        folders.iter().map(|read| job.path(read)).any(|read| {
            same(&read, &self.path)
                || folder.is_some_and(|folder| same(&read, folder))
                    && self.path.extension().is_some_and(|of| of == "toml")
        })
    }
}

/// All mistakes of a spec file.
pub(super) fn mistaken(mistakes: &[Mistake]) -> Failure {
    Failure::Usage(mistakes.iter().map(Mistake::to_string).collect::<Vec<_>>().join("\n"))
}

/// What became of an entry, in a word.
pub(super) fn said(change: Change) -> &'static str {
    match change {
        Change::Added => "added",
        Change::Updated => "brought up to date",
        Change::Unchanged => "there already",
    }
}

fn until(text: &str) -> Result<toml_doc::Date, Failure> {
    let Some(date) = Date::parse(text) else {
        return Err(Failure::Usage(format!("until: {text:?} is no date, such as 2027-06-30")));
    };
    if date < Date::today() {
        return Err(Failure::Usage(format!("until: {date} is past: the entry would never hold")));
    }
    Ok(calendar(date))
}

fn calendar(date: Date) -> toml_doc::Date {
    let Date { year, month, day } = date;
    toml_doc::Date { year, month, day }
}

fn rule(text: &str) -> Result<RuleId, Failure> {
    RuleId::find(text).ok_or_else(|| {
        let hint = did_you_mean(RuleId::nearest(text));
        Failure::Usage(format!("rule: no rule {text:?}{hint}"))
    })
}
