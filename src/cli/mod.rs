//! Arguments, sub-commands, the pipeline on one screen and exit codes. Must not know analysis details.

mod analysis;
mod args;
mod cache;
mod coverage;
mod export;
mod failure;
mod ir;
mod jdk;
mod other_jdks;
mod output;
mod papers;
mod progress;
mod records;
mod reports;
mod reuse;
mod setup;
mod specs;

use std::io::{self, Write};
use std::panic::{self, AssertUnwindSafe};
use std::process::ExitCode;

use clap::{CommandFactory, Parser};

use self::analysis::{Analysis, Outcome, analyze_into, open};
use self::args::{Cli, Command, ExportKind, Run, SpecCommand, Stats};
use self::failure::Failure;
use self::reports::Reports;
use self::setup::Job;
use crate::base::stack::on_deep_stack;
use crate::config::PROTOCOL_VERSION;
use crate::program::Program;
use crate::report;
use crate::result::{AnalysisResult, Statistics};
use crate::verdict;

/// Runs the command line of this process and gives its exit status: 0 clean, 1 findings, 2 wrong usage, 3 internal failure.
pub fn main() -> ExitCode {
    panic::set_hook(Box::new(|info| {
        let place = info.location().map_or(String::new(), |at| format!(" at {}:{}", at.file(), at.line()));
        let payload = info.payload();
        let text = payload.downcast_ref::<&str>().copied().or(payload.downcast_ref::<String>().map(String::as_str));
        say_error(&format!("error: internal failure: {}{place}; please report it", text.unwrap_or("unknown reason")));
        if std::env::var_os("RUST_BACKTRACE").is_some_and(|value| value != "0") {
            say_error(&std::backtrace::Backtrace::force_capture().to_string());
        }
    }));
    on_big_stack(run)
}

/// Does the work on a deep stack. A panic, which the hook has reported, is status 3.
fn on_big_stack(work: impl FnOnce() -> ExitCode + Send) -> ExitCode {
    match panic::catch_unwind(AssertUnwindSafe(|| on_deep_stack(work))) {
        Ok(Ok(status)) => status,
        Err(_) => ExitCode::from(3),
        Ok(Err(error)) => {
            say_error(&format!("error: internal failure: cannot start a thread: {error}"));
            ExitCode::from(3)
        }
    }
}

fn run() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // Help and usage errors go where clap sends them; a closed pipe is no failure.
            let _ = error.print();
            return ExitCode::from(if error.use_stderr() { 2 } else { 0 });
        }
    };
    execute(cli).unwrap_or_else(|failure| {
        say_error(&failure.to_string());
        failure.status()
    })
}

fn execute(cli: Cli) -> Result<ExitCode, Failure> {
    if cli.version {
        return print_version(cli.json);
    }
    match cli.command {
        Some(Command::Check(run)) => check(run),
        Some(Command::Analyze(run)) => analyze_only(run),
        Some(Command::Report(run)) => report_only(run),
        Some(Command::Explain(explain)) => {
            let (what, mut request) = explain.into_request();
            setup::refuse_missing(&request, &[])?;
            setup::default_config(&mut request);
            print(reports::explain(&what, &Job::of_request(request)?)?.as_bytes())?;
            Ok(ExitCode::SUCCESS)
        }
        Some(Command::Ir(ir)) => {
            let (what, request) = ir.into_request(setup::read_text).map_err(Failure::Usage)?;
            setup::refuse_missing(&request, &[])?;
            let program = Program::new(open(&request, &request.opaque)?.0);
            print(ir::print(&program, &what).map_err(Failure::Usage)?.as_bytes())?;
            Ok(ExitCode::SUCCESS)
        }
        Some(Command::Export(ExportKind::Callgraph(arguments))) => export::call_graph(arguments),
        Some(Command::Spec(SpecCommand::Accept(accept))) => specs::accept(accept),
        Some(Command::Spec(SpecCommand::Verify(verify))) => specs::verify(verify),
        Some(Command::Spec(SpecCommand::Scaffold(scaffold))) => specs::scaffold(scaffold),
        Some(Command::Spec(SpecCommand::FromRecord(arguments))) => records::from_record(arguments),
        Some(Command::Spec(SpecCommand::Import(arguments))) => records::import(arguments),
        Some(Command::Drift(arguments)) => records::drift(arguments),
        Some(Command::Stats(stats)) if stats.paper => papers::print_papers(stats),
        Some(Command::Stats(stats)) => print_statistics(stats),
        Some(Command::Coverage(arguments)) => {
            // What they say decides nothing.
            print(coverage::tables(arguments)?.as_bytes())?;
            Ok(ExitCode::SUCCESS)
        }
        Some(Command::Rules { json }) => {
            print(if json { report::rules_json() } else { report::rules_text() }.as_bytes())?;
            Ok(ExitCode::SUCCESS)
        }
        None => {
            let usage = Cli::command().render_help().to_string();
            Err(Failure::Usage(format!("a command is needed\n\n{usage}")))
        }
    }
}

fn print_version(json: bool) -> Result<ExitCode, Failure> {
    let (name, version) = (env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"));
    let text = if json {
        format!("{{\"name\":\"{name}\",\"version\":\"{version}\",\"protocol\":{PROTOCOL_VERSION}}}\n")
    } else {
        format!("{name} {version}\n")
    };
    print(text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

fn check(run: Run) -> Result<ExitCode, Failure> {
    let job = Job::to_analyze(run)?;
    let reports = Reports::plan(&job)?;
    let Some(path) = job.request.result.as_ref().map(|path| job.path(path)) else {
        return reports.write(&job, &Analysis::open(&job)?.run(None)?, None);
    };
    match analyze_into(&job, &path)? {
        Outcome::Same(result) => reports.write(&job, &result, None),
        Outcome::New(result) => reports.write(&job, &result, Some((path, encode(&result)?))),
    }
}

fn analyze_only(run: Run) -> Result<ExitCode, Failure> {
    let job = Job::to_analyze(run)?;
    let Some(path) = &job.request.result else {
        return Err(Failure::Usage("analyze writes its result to --result FILE".to_owned()));
    };
    let path = job.path(path);
    if let Outcome::New(result) = analyze_into(&job, &path)? {
        output::write_all(&[(path, encode(&result)?)]).map_err(Failure::Internal)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn report_only(run: Run) -> Result<ExitCode, Failure> {
    let job = Job::to_report(run)?;
    let reports = Reports::plan(&job)?;
    reports.write(&job, &reports::read_result(&job)?, None)
}

fn print_statistics(stats: Stats) -> Result<ExitCode, Failure> {
    let (why, json) = (stats.why.clone(), stats.json);
    let job = Job::to_analyze(stats.into_run())?;
    let mut figures = Statistics::default();
    let result = Analysis::open(&job)?.run_and_look(|solver| figures = verdict::statistics(solver))?;
    figures.counters = result.solved.map(|solved| solved.counters).unwrap_or_default();
    let text = match json {
        true => serde_json::to_string_pretty(&figures).map_err(|error| Failure::Internal(error.to_string()))? + "\n",
        false => report::statistics(&figures, why.as_deref()).map_err(Failure::Usage)?,
    };
    print(text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

fn encode(result: &AnalysisResult) -> Result<Vec<u8>, Failure> {
    let mut bytes = serde_json::to_vec(result).map_err(|error| Failure::Internal(error.to_string()))?;
    bytes.push(b'\n');
    Ok(bytes)
}

/// Writes to standard output. A reader that has gone away is no failure.
fn print(bytes: &[u8]) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failure::Internal(format!("cannot write to standard output: {error}")))
        }
        _ => Ok(()),
    }
}

fn say_error(text: &str) {
    // There is no other place to say it.
    let _ = writeln!(io::stderr(), "{text}");
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Uses some 200 MiB of stack.
    fn deep(levels: u32) -> u32 {
        let block = std::hint::black_box([levels; 1024]);
        if levels == 0 { block[0] } else { deep(levels - 1) + block[7] - levels + 1 }
    }

    #[test]
    fn a_fault_of_the_program_is_status_3_and_walks_may_be_deep() {
        let shown = |status: ExitCode| format!("{status:?}");
        assert_eq!(shown(on_big_stack(|| panic!("a fault made on purpose"))), shown(ExitCode::from(3)));
        let levels = 50_000;
        let status = on_big_stack(move || if deep(levels) == levels { ExitCode::SUCCESS } else { ExitCode::FAILURE });
        assert_eq!(shown(status), shown(ExitCode::SUCCESS));
    }
}
