//! What one run is asked to do: the struct behind `check`'s flags and behind `--request FILE`. The JSON form is the
//! protocol of the build plugins; unknown keys are errors.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

/// Version of the request protocol (`--version --json` prints it as `protocol`).
pub const PROTOCOL_VERSION: u32 = 1;

/// All inputs of `check`, `analyze` and `report`. Relative paths are relative to `project-dir` if set, else to the
/// working directory.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Request {
    /// Protocol version, 1.
    pub version: u32,
    /// Root that reported paths are relative to (repository or project root); never printed itself.
    pub project_dir: Option<PathBuf>,
    /// Module and source set, for the SARIF category `reflection-check/<module>/<source-set>/`.
    pub module: Option<String>,
    pub source_set: Option<String>,
    /// The build file of the module: where findings without a known source file point to.
    pub build_file: Option<PathBuf>,
    /// Application class directories or jars.
    pub classes: Vec<PathBuf>,
    /// Resource directories of the application (also looked up by class-path lookups).
    pub resources: Vec<PathBuf>,
    /// Run-time class path in order, application excluded.
    pub classpath: Vec<ClassPathItem>,
    /// Packages of shaded application classes inside library jars.
    pub app_packages: Vec<String>,
    /// Packages (`jakarta.servlet.*`) that a container supplies at run time, besides those of the configuration file.
    pub opaque: Vec<String>,
    pub jdk_home: Option<PathBuf>,
    /// Further JDKs: of each call that fails on one of them and not on `jdk-home`, or the other way round, it is said where.
    pub other_jdk_homes: Vec<PathBuf>,
    pub jdk_release: Option<u32>,
    pub sources: Vec<PathBuf>,
    pub specs: Vec<PathBuf>,
    pub config: Option<PathBuf>,
    pub entry: Option<String>,
    /// How much code is looked at, see [`Scope`](crate::config::Scope).
    pub scope: Option<String>,
    pub mode: Option<String>,
    pub context: Option<String>,
    pub introspective: Option<String>,
    pub introspective_preset: Option<String>,
    /// Rules that are switched off, see [`FreeRule`](crate::config::FreeRule).
    pub without: Vec<String>,
    pub library: Option<bool>,
    /// Something starts the module, which none of its classes may show (a web archive): it is a library only if it says so.
    pub started: bool,
    /// The classes are tests: findings are warnings at most.
    pub test: bool,
    pub threads: Option<usize>,
    pub report_scope: Option<String>,
    /// Refused if it is set: it asked for what no report lists. Build plugins of the first versions write that it is not.
    pub all_sites: bool,
    /// `result.json` written by `analyze`, read by `report`; optional for `check`. One that is there already is kept if it is
    /// of the same inputs.
    pub result: Option<PathBuf>,
    /// Analyse even if the result that is there is of the same inputs.
    pub fresh: bool,
    /// Say on standard error from time to time what a long run is doing, in lines that begin with `progress: `, as it does
    /// anyway where no terminal watches.
    pub progress: bool,
    pub outputs: Vec<OutputItem>,
    pub fail_on: Option<String>,
    pub exit_zero: bool,
    /// Levels per rule, over those of the configuration file.
    pub levels: BTreeMap<String, String>,
    /// Budgets: facts, solver steps, megabytes held; unset: built-in limits.
    pub max_facts: Option<u64>,
    pub max_steps: Option<u64>,
    pub max_memory: Option<u64>,
    /// Directory in which what was read of libraries is kept for other runs; unset: that of the user. No answer depends on it.
    pub cache_dir: Option<PathBuf>,
    /// Keep nothing, and use nothing that was kept.
    pub no_cache: bool,
}

/// One class-path entry.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct ClassPathItem {
    pub path: PathBuf,
    /// Component id, `group:artifact:version` or `project :lib`; default: the file name.
    pub id: Option<String>,
    /// Built by this build: analysed as application code.
    pub application: bool,
    /// Only compiled against (`compileOnly`, scope `provided`): a container supplies it at run time.
    pub provided: bool,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct OutputItem {
    /// `text`, `sarif`, `sites`, `json`.
    pub format: String,
    /// `-` is standard output.
    pub path: PathBuf,
}
