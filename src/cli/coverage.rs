//! `coverage`: claims about all variables beside an analysis with contexts, a coarser one where that does not end. Must not know
//! what a claim is.

use super::analysis::Analysis;
use super::args::Coverage;
use super::failure::Failure;
use super::setup::Job;
use crate::classpath::Origin;
use crate::config::{Context, ReportScope};
use crate::report;
use crate::result;
use crate::verdict;

/// What it is compared with, the most precise first: contexts that tell something apart.
fn contexts() -> impl Iterator<Item = Context> {
    let from = |context: Context| std::iter::successors(Some(context), |context| context.coarser());
    from(Context::TwoObjectHeap).take_while(|&context| context != Context::Insensitive)
}

/// Analyses, and gives the tables as they are printed.
pub(super) fn tables(arguments: Coverage) -> Result<String, Failure> {
    let json = arguments.json;
    let (run, is_told) = arguments.into_run();
    let mut job = Job::to_analyze(run)?;
    let with_libraries = job.settings.policy.report_scope != ReportScope::Application;
    let keep = |origin| match origin {
        Origin::Application => true,
        Origin::Library => with_libraries,
        Origin::Jdk => false,
    };
    let contexts = if is_told { vec![job.settings.analysis.context] } else { contexts().collect() };
    let mut not_ended = Vec::new();
    let mut everywhere = None;
    let mut tables = result::Coverage::default();
    for context in contexts {
        job.settings.analysis.context = context;
        Analysis::open(&job)?.run_and_look(|solver| {
            let everywhere = everywhere.get_or_insert_with(|| verdict::Everywhere::of(solver.program, keep));
            tables = everywhere.beside(solver);
        })?;
        tables.compared_with = context.name().to_owned();
        if !tables.is_cut {
            break;
        }
        not_ended.push(context.name().to_owned());
    }
    if tables.is_cut {
        not_ended.pop();
    }
    tables.not_ended = not_ended;
    match json {
        true => {
            let json = serde_json::to_string_pretty(&tables).map_err(|error| Failure::Internal(error.to_string()))?;
            Ok(json + "\n")
        }
        false => Ok(report::coverage(&tables)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contexts_get_coarser() {
        let tried: Vec<&str> = contexts().map(Context::name).collect();
        assert_eq!(tried, ["2-obj+heap", "2-type+heap", "selective"]);
        for context in Context::ALL {
            let last = std::iter::successors(Some(context), |context| context.coarser()).last();
            assert_eq!(last, Some(Context::Insensitive), "{context:?}");
        }
    }
}
