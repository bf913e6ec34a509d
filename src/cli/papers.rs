//! `stats --paper`: one program in each mode, and with the user's specs. Must not know what is made of the runs.

use std::collections::BTreeSet;
use std::process::ExitCode;

use super::analysis::Analysis;
use super::args::Stats;
use super::failure::Failure;
use super::print;
use super::records::read_all;
use super::setup::Job;
use crate::classpath::Origin;
use crate::config::{Mode, Scope};
use crate::engine::{acts_on, runs_its_receiver};
use crate::record::{self, Recording};
use crate::report::{Stopwatch, papers_json, papers_text};
use crate::result::{CutKind, PaperRun, Statistics};
use crate::verdict;

pub(super) fn print_papers(stats: Stats) -> Result<ExitCode, Failure> {
    let json = stats.json;
    let recordings = read_all(&stats.records, None)?;
    let mut job = Job::to_analyze(stats.into_run())?;
    if job.request.scope.is_none() {
        job.settings.analysis.scope = Scope::Whole;
    }
    let written = job.specs.clone();
    let own = written.without_written();
    let is_specified = !written.written().is_empty();
    let mut runs = Vec::new();
    for mode in Mode::ALL {
        job.specs = own.clone();
        runs.push(run(&mut job, mode, mode.name(), &recordings)?);
        if mode == Mode::LivshitsPointsTo && is_specified {
            job.specs = written.clone();
            runs.push(run(&mut job, mode, "points-to + specs", &recordings)?);
        }
    }
    let text = match json {
        true => papers_json(&runs).map_err(|error| Failure::Internal(error.to_string()))?,
        false => papers_text(&runs),
    };
    print(text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

/// One run; with coarser contexts if those asked for do not finish.
fn run(job: &mut Job, mode: Mode, name: &str, recordings: &[Recording]) -> Result<PaperRun, Failure> {
    let asked = job.settings.analysis.context;
    job.settings.analysis.mode = mode;
    let mut done = once(job, name, recordings)?;
    let has_ended = |done: &PaperRun| !done.result.cuts.iter().any(|cut| cut.kind == CutKind::Budget);
    while !has_ended(&done)
        && let Some(context) = job.settings.analysis.context.coarser()
    {
        job.settings.analysis.context = context;
        done = PaperRun { instead_of: Some(asked.name().to_owned()), ..once(job, name, recordings)? };
    }
    job.settings.analysis.context = asked;
    Ok(done)
}

fn once(job: &Job, name: &str, recordings: &[Recording]) -> Result<PaperRun, Failure> {
    let (mut classes, mut statistics) = (0, Statistics::default());
    let mut application = BTreeSet::new();
    let watch = Stopwatch::new();
    let mut seconds = 0.0;
    let result = Analysis::open(job)?.run_and_look(|solver| {
        seconds = watch.seconds();
        let program = solver.program;
        statistics = verdict::statistics(solver);
        let reached: BTreeSet<_> = solver.state.reached().map(|method| program.method(method).class).collect();
        classes = reached.len() as u64;
        let targets = recordings.iter().flat_map(|recording| &recording.events).flat_map(|event| &event.targets);
        for target in targets {
            let class = program.find_class(&target.class.replace('.', "/"));
            if class.is_some_and(|class| program.class(class).origin == Origin::Application) {
                application.insert(target.class.clone());
            }
        }
    })?;
    statistics.counters = result.solved.as_ref().map(|solved| solved.counters.clone()).unwrap_or_default();
    let accepted = &job.settings.policy.accept_assumptions;
    let recorded = (!recordings.is_empty()).then(|| {
        record::recorded(&result, accepted, recordings, |class| application.contains(class), runs_its_receiver, acts_on)
    });
    Ok(PaperRun {
        name: name.to_owned(),
        context: result.context.clone(),
        instead_of: None,
        seconds,
        classes,
        result,
        statistics,
        recorded,
    })
}
