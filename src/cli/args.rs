//! The command line as typed: sub-commands and flags, and how flags become a [`Request`]. Must not know what the values
//! mean; `config` checks them.

mod figures;
mod flags;
mod spec;

use std::path::{Path, PathBuf};

use clap::{Args, Parser, Subcommand};

use crate::config::{PROTOCOL_VERSION, Request};

pub(crate) use self::figures::{CallGraphArgs, Coverage, Stats};
use self::flags::Inputs;
pub(crate) use self::flags::Run;
pub(crate) use self::spec::{Accept, Drift, FromRecord, Import, ImportForm, Scaffold, SpecCommand, Verify};

/// Finds every reflective call of a Java program, resolves it, and says how far each answer can be trusted.
#[derive(Debug, Parser)]
#[command(name = "reflection-check", disable_version_flag = true, after_help = EXIT_STATUS)]
pub(crate) struct Cli {
    /// Print the version
    #[arg(long, short = 'V')]
    pub(crate) version: bool,
    /// With --version: name, version and protocol as JSON
    #[arg(long, requires = "version")]
    pub(crate) json: bool,
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

const EXIT_STATUS: &str = "Exit status:
  0  nothing at or above the threshold (--fail-on)
  1  findings
  2  wrong usage: flags, configuration, spec files, no classes, no usable JDK
  3  internal failure, or an output that cannot be written";

const DRIFT: &str = "A recording is the table that the recorder of reflection-check writes (recorder/README.md), or a TamiFlex log. Calls
whose answer is said to be incomplete are no findings. The program is analysed with all its libraries (--scope whole), or
taken from an earlier run (--result FILE without --classes).

Example:
  java -javaagent:reflection-check-recorder-0.1.0.jar=out=record.tsv -jar app.jar
  reflection-check drift record.tsv --classes app.jar";

const COVERAGE: &str = "A variable counts as proven if its values are known whatever code does that nobody looked at: classes loaded later,
reflection, callers. The shares are of the variables that hold something in an analysis of the whole program with contexts
(--context 2-obj+heap); where that does not end within its budget, a coarser one is taken, and named.

It takes minutes and gigabytes: give --scope demand to look at the application and what it asks for, and --context to
choose what to compare with.";

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Analyse and report: `analyze` and `report` in one step
    Check(Run),
    /// Read classes, resources and specs and write result.json; never fails on findings
    Analyze(Run),
    /// Apply the policy to a result.json, write the reports and set the exit status
    Report(Run),
    /// Compare recordings of real runs with the answers: what a run reached and no answer lists is a finding
    #[command(after_help = DRIFT)]
    Drift(Drift),
    /// Explain a rule (RC1001), a finding or a site of a result.json
    Explain(Explain),
    /// Work on spec files: write entries for findings, check those that are there
    #[command(subcommand)]
    Spec(SpecCommand),
    /// Print the intermediate representation of a class or method
    Ir(Ir),
    /// Analyse and write what was found for other tools
    #[command(subcommand)]
    Export(ExportKind),
    /// Analyse and print figures: what it cost, how precise it is, what contexts were left out
    Stats(Stats),
    /// Print how much is proven of all variables, beside what an analysis with contexts finds for them
    #[command(after_help = COVERAGE)]
    Coverage(Coverage),
    /// List the rules
    Rules {
        /// As JSON
        #[arg(long)]
        json: bool,
    },
}

#[derive(Debug, Subcommand)]
pub(crate) enum ExportKind {
    /// The call graph, one JSON line per edge
    Callgraph(CallGraphArgs),
}

#[derive(Debug, Args)]
pub(crate) struct Explain {
    /// Rule id or name, finding key, site id, or a position such as Reports.java:48
    pub(crate) what: String,
    /// The result.json that has the finding or site
    #[arg(long, value_name = "FILE")]
    result: Option<PathBuf>,
    /// Configuration [default: reflection-check.toml in the project directory, if it is there]
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Source directory (repeatable)
    #[arg(long, value_name = "DIR")]
    sources: Vec<PathBuf>,
    /// Root that reported paths are relative to [default: the working directory]
    #[arg(long, value_name = "DIR")]
    project_dir: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct Ir {
    /// CLASS, CLASS.METHOD or CLASS.METHOD(TYPES), by binary names
    pub(crate) what: String,
    #[command(flatten)]
    pub(crate) inputs: Inputs,
}

impl Ir {
    /// What is asked, and the request whose class path it is looked up on.
    pub(crate) fn into_request(
        self,
        read: impl Fn(&Path) -> Result<String, String>,
    ) -> Result<(String, Request), String> {
        let mut request = Request { version: PROTOCOL_VERSION, ..Request::default() };
        self.inputs.fill(&mut request, read)?;
        Ok((self.what, request))
    }
}

impl Explain {
    /// What is asked, and the request of the report to look into.
    pub(crate) fn into_request(self) -> (String, Request) {
        let request = Request {
            version: PROTOCOL_VERSION,
            result: self.result,
            config: self.config,
            sources: self.sources,
            project_dir: self.project_dir,
            ..Request::default()
        };
        (self.what, request)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(line: &str) -> Request {
        let cli = Cli::try_parse_from(line.split(' ')).unwrap();
        let Some(Command::Analyze(run)) = cli.command else { panic!("not an analysis: {line}") };
        run.into_request(|_| Ok("org.a:b:1=lib/b.jar\r\n\nlib/c.jar\n=odd=name.jar\n".to_owned())).unwrap()
    }

    #[test]
    fn the_definition_is_consistent() {
        use clap::CommandFactory;
        Cli::command().debug_assert();
    }

    #[test]
    fn flags_become_a_request() {
        let request = request(
            "x analyze --classes a b.jar --classpath-file cp --app-package p.q --opaque q.* --provided s.jar --jdk-release 17 --library --mode local --without cut-shortcut \
             --output text=- --output sarif=o.sarif --level RC2001=note --level RC1001=off --threads 2 --fail-on never",
        );
        assert_eq!(request.classes, [PathBuf::from("a"), PathBuf::from("b.jar")]);
        let ids: Vec<_> = request.classpath.iter().map(|item| (item.id.as_deref(), item.path.to_str())).collect();
        let expected = [(Some("org.a:b:1"), "lib/b.jar"), (None, "lib/c.jar"), (None, "odd=name.jar"), (None, "s.jar")];
        assert_eq!(ids, expected.map(|(id, path)| (id, Some(path))));
        assert_eq!(request.classpath.iter().map(|item| item.provided).collect::<Vec<_>>(), [false, false, false, true]);
        assert_eq!(request.opaque, ["q.*"]);
        assert_eq!(request.without, ["cut-shortcut"]);
        assert_eq!((request.version, request.jdk_release, request.library), (1, Some(17), Some(true)));
        assert_eq!(request.outputs.len(), 2);
        assert_eq!(request.levels.len(), 2);
        assert_eq!((request.mode.as_deref(), request.fail_on.as_deref()), (Some("local"), Some("never")));
    }

    #[test]
    fn a_request_file_stands_alone() {
        let both = Cli::try_parse_from(["x", "analyze", "--request", "r.json", "--mode", "local"]);
        assert_eq!(both.unwrap_err().exit_code(), 2);
        for bad in [
            &["x", "analyze", "--output", "sarif"][..],
            &["x", "analyze", "--level", "RC1"],
            &["x", "drift"],
            &["x", "spec", "import", "f"],
        ] {
            assert_eq!(Cli::try_parse_from(bad).unwrap_err().exit_code(), 2);
        }
    }
}
