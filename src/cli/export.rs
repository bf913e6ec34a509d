//! `export`: the analysis, and what is written of it for other tools. Owns destinations; must not know formats.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use super::args::CallGraphArgs;
use super::failure::Failure;
use super::output;
use super::setup::Job;
use crate::classpath::Origin;
use crate::config::ReportScope;
use crate::export::CallGraph;

const STDOUT: &str = "-";

/// Analyses and writes the call graph. The exit status does not depend on findings.
pub(crate) fn call_graph(arguments: CallGraphArgs) -> Result<ExitCode, Failure> {
    let (edges, methods, run) = arguments.into_run();
    if methods.as_deref() == Some(Path::new(STDOUT)) && edges.is_none() {
        return Err(Failure::Usage(
            "methods: the edges go to standard output; write them with --output FILE".to_owned(),
        ));
    }
    let job = Job::to_analyze(run)?;
    let edges = edges.unwrap_or_else(|| PathBuf::from(STDOUT));
    if methods.as_ref() == Some(&edges) {
        return Err(Failure::Usage(format!("output: {} is written twice", edges.display())));
    }
    let to_file = |path: &PathBuf| (path.as_os_str() != STDOUT).then(|| job.path(path));
    for path in [Some(&edges), methods.as_ref()].into_iter().flatten().filter_map(to_file) {
        output::probe(&path).map_err(Failure::Internal)?;
    }
    let scope = job.settings.policy.report_scope;
    let keep = |origin| match origin {
        Origin::Application => true,
        Origin::Library => scope != ReportScope::Application,
        Origin::Jdk => scope == ReportScope::All,
    };
    let mut graph = CallGraph::default();
    super::Analysis::open(&job)?
        .run_and_look(|solver| graph = CallGraph::new(solver.program, solver.heap, &solver.state, keep))?;
    let mut written = Vec::new();
    let mut put = |path: &PathBuf, bytes: Vec<u8>| match to_file(path) {
        Some(file) => {
            written.push((file, bytes));
            Ok(())
        }
        None => super::print(&bytes),
    };
    let internal = |error: std::io::Error| Failure::Internal(error.to_string());
    let mut bytes = Vec::new();
    graph.write_edges(&mut bytes).map_err(internal)?;
    put(&edges, std::mem::take(&mut bytes))?;
    if let Some(methods) = &methods {
        graph.write_methods(&mut bytes).map_err(internal)?;
        put(methods, bytes)?;
    }
    output::write_all(&written).map_err(Failure::Internal)?;
    Ok(ExitCode::SUCCESS)
}
