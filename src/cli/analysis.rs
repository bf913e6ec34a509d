//! From a checked job to a result: the class path opened, what an earlier run left looked at, the engine run. Must not know
//! reports.

use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::thread;

use super::cache::{Cache, CacheEnvironment};
use super::failure::Failure;
use super::progress::Progress;
use super::setup::{self, Job};
use super::{other_jdks, output, reuse};
use crate::base::stack::OF_WORKERS;
use crate::classpath::ClassPath;
use crate::config::Request;
use crate::diag::Diag;
use crate::engine;
use crate::index::Shelf;
use crate::pointsto::Solver;
use crate::program::Program;
use crate::result::AnalysisResult;
use crate::spec::SpecSet;
use crate::verdict::inventory;

/// What is to be done with a result.
pub(super) enum Outcome {
    /// Nothing has changed since the result file was written.
    Same(Box<AnalysisResult>),
    New(Box<AnalysisResult>),
}

/// The result for the file `path`: the one that is there if it is of the same inputs, else a new one.
pub(super) fn analyze_into(job: &Job, path: &Path) -> Result<Outcome, Failure> {
    output::probe(path).map_err(Failure::Internal)?;
    let analysis = Analysis::open(job)?;
    let Some(earlier) = reuse::earlier(path).filter(|_| !job.request.fresh) else {
        return analysis.run(Some(Digest::Wanted)).map(Box::new).map(Outcome::New);
    };
    let digest = reuse::digest(job, &analysis.class_path);
    if digest.is_some() && digest == earlier.inputs_digest {
        return Ok(Outcome::Same(Box::new(earlier)));
    }
    analysis.run(Some(Digest::Known(digest))).map(Box::new).map(Outcome::New)
}

/// The result that a command works on: that of an analysis where there are classes to analyse, kept if the job names a file for
/// it; else the one that is in this file.
pub(super) fn result_of(job: &Job) -> Result<AnalysisResult, Failure> {
    let Some(path) = job.request.result.as_ref().map(|path| job.path(path)) else {
        return Analysis::open(job)?.run(None);
    };
    if job.request.classes.is_empty() {
        return super::reports::read_result(job);
    }
    match analyze_into(job, &path)? {
        Outcome::Same(result) => Ok(*result),
        Outcome::New(result) => {
            output::write_all(&[(path, super::encode(&result)?)]).map_err(Failure::Internal)?;
            Ok(*result)
        }
    }
}

/// The digest of the inputs, for a result that is kept.
pub(super) enum Digest {
    Known(Option<String>),
    Wanted,
}

/// Classes and resources opened, for one analysis.
pub(super) struct Analysis<'j> {
    job: &'j Job,
    class_path: ClassPath,
    diags: Vec<Diag>,
    progress: Progress,
}

impl<'j> Analysis<'j> {
    pub(super) fn open(job: &'j Job) -> Result<Self, Failure> {
        let threads = job.request.threads.unwrap_or(0);
        // A second pool in one process is refused; the first one serves as well.
        let _ = rayon::ThreadPoolBuilder::new().num_threads(threads).stack_size(OF_WORKERS).build_global();
        Self::read(job, &job.request, "reading the class path")
    }

    /// The same program on another JDK.
    fn on(job: &'j Job, home: &Path) -> Result<Self, Failure> {
        let request = Request { jdk_home: Some(home.to_owned()), ..job.request.clone() };
        Self::read(job, &request, &format!("reading the class path for {}", home.display()))
    }

    fn read(job: &'j Job, request: &Request, phase: &str) -> Result<Self, Failure> {
        let progress = Progress::new(request.progress);
        progress.phase(phase);
        let (class_path, diags) = open(request, &job.settings.analysis.opaque)?;
        Ok(Self { job, class_path, diags, progress })
    }

    /// Classes, resources and specs in, the result out.
    pub(super) fn run(self, digest: Option<Digest>) -> Result<AnalysisResult, Failure> {
        let job = self.job;
        let mut result = self.with(digest, engine::analyze)?;
        for home in &job.request.other_jdk_homes {
            other_jdks::compare(&mut result, Self::on(job, home)?.with(None, engine::analyze)?);
        }
        Ok(result)
    }

    /// As [`Self::run`] for a result that nobody keeps; `look` sees the solver at its end.
    pub(super) fn run_and_look(self, look: impl FnOnce(&mut Solver<'_>)) -> Result<AnalysisResult, Failure> {
        self.with(None, |program, specs, options| engine::analyze_and_look(program, specs, options, look))
    }

    fn with(
        self,
        digest: Option<Digest>,
        engine: impl FnOnce(&Program, &SpecSet, &engine::Options) -> AnalysisResult,
    ) -> Result<AnalysisResult, Failure> {
        let Self { job, class_path, diags, progress } = self;
        progress.phase(&format!("analysing {} classes", class_path.class_count()));
        let cache = Cache::of(job, &CacheEnvironment::of_process()).map(Arc::new);
        let shelf = cache.clone().map(|cache| cache as Arc<dyn Shelf>);
        let program = Program::with_outlines(class_path, inventory::wanted(), shelf);
        if let Some((class, path)) = program.misplaced() {
            return Err(Failure::Usage(format!(
                "classes: {class} lies in the given folder as {path}: give the folder above its packages"
            )));
        }
        let options = engine::Options {
            analysis: job.settings.analysis.clone(),
            threads: job.request.threads.unwrap_or(0),
            test: job.request.test,
            survives_faults: !cfg!(debug_assertions),
            ..engine::Options::default()
        };
        let class_path = program.class_path();
        let mut result = thread::scope(|scope| {
            // Beside the analysis, which leaves the other processors alone most of the time.
            let digest = digest.map(|digest| {
                scope.spawn(move || match digest {
                    Digest::Known(digest) => digest,
                    Digest::Wanted => reuse::digest(job, class_path),
                })
            });
            let mut result = engine(&program, &job.specs, &options);
            result.inputs_digest = digest.and_then(|digest| digest.join().ok().flatten());
            result
        });
        program.keep_outlines();
        drop(progress);
        if let Some(note) = cache.and_then(|cache| cache.finish()) {
            // There is no other place to say it.
            let _ = writeln!(io::stderr(), "{note}");
        }
        result.diagnostics.extend(diags);
        result.diagnostics.sort();
        result.diagnostics.dedup();
        Ok(result)
    }
}

pub(super) fn open(request: &Request, opaque: &[String]) -> Result<(ClassPath, Vec<Diag>), Failure> {
    ClassPath::open(&setup::class_path_input(request, opaque)?).map_err(|error| Failure::Usage(error.to_string()))
}
