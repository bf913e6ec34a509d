//! From what was typed to a checked job: the request, its paths, configuration, specs and JDK. Owns defaults that depend
//! on the file system; must not know what the analysis does with them.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::args::Run;
use super::failure::Failure;
use super::jdk::{self, JavaEnvironment};
use crate::classpath::{ClassPathInput, ClassPathItem};
use crate::config::{ConfigFile, Request, Settings};
use crate::spec::{self, SpecSet};
use crate::toml_doc::Mistake;

/// Name of the configuration file that is taken from the project directory, as the folder of specs is, when a command line
/// names none. A request names everything: what it reads must be known to the build that wrote it.
const CONFIG: &str = "reflection-check.toml";

/// Everything a run needs, checked.
pub(crate) struct Job {
    pub(crate) request: Request,
    pub(crate) settings: Settings,
    pub(crate) specs: SpecSet,
}

impl Job {
    /// A job that analyses: the request or flags, the configuration and the specs. All mistakes of all files are in the
    /// failure.
    pub(crate) fn to_analyze(run: Run) -> Result<Self, Failure> {
        let request = read_request(run)?;
        let specs = spec::load(&request.specs, request.project_dir.as_deref());
        Self::new(request, specs)
    }

    /// A job that reports on a result; specs are in the result already.
    pub(crate) fn to_report(run: Run) -> Result<Self, Failure> {
        Self::of_request(read_request(run)?)
    }

    /// As [`Job::to_report`], for a request that is complete.
    pub(crate) fn of_request(request: Request) -> Result<Self, Failure> {
        Self::new(request, Ok(SpecSet::default()))
    }

    fn new(request: Request, specs: Result<SpecSet, Vec<Mistake>>) -> Result<Self, Failure> {
        let (config, mut mistakes) = match read_config(&request) {
            Ok(config) => (config, Vec::new()),
            Err(mistakes) => (None, mistakes),
        };
        let specs = specs.unwrap_or_else(|found| {
            mistakes.extend(found);
            SpecSet::default()
        });
        let settings = Settings::merge(config.as_ref(), &request);
        let mut texts: Vec<String> = mistakes.iter().map(Mistake::to_string).collect();
        match settings {
            Ok(settings) if texts.is_empty() => Ok(Self { request, settings, specs }),
            Ok(_) => Err(Failure::Usage(texts.join("\n"))),
            Err(bad_values) => {
                texts.extend(bad_values.iter().map(|value| format!("error: {value}")));
                Err(Failure::Usage(texts.join("\n")))
            }
        }
    }

    /// A path of the request, as the working directory sees it.
    pub(crate) fn path(&self, path: &Path) -> PathBuf {
        resolve(&self.request, path)
    }
}

/// What the class path is opened with, the JDK found. `opaque` are the packages that a container supplies.
pub(crate) fn class_path_input(request: &Request, opaque: &[String]) -> Result<ClassPathInput, Failure> {
    let asked = request.jdk_home.as_ref().map(|home| resolve(request, home));
    let jdk_home = jdk::find_home(asked.as_deref(), &JavaEnvironment::of_process()).map_err(Failure::Usage)?;
    // The class path resolves relative paths itself; a JDK found by the environment is relative to nothing.
    let jdk_home = std::path::absolute(&jdk_home).unwrap_or(jdk_home);
    Ok(ClassPathInput {
        classes: request.classes.clone(),
        resources: request.resources.clone(),
        classpath: request
            .classpath
            .iter()
            .map(|item| ClassPathItem {
                path: item.path.clone(),
                id: item.id.clone(),
                application: item.application,
                provided: item.provided,
            })
            .collect(),
        app_packages: request.app_packages.clone(),
        opaque: opaque.to_vec(),
        jdk_home,
        jdk_release: request.jdk_release,
        add_modules: Vec::new(),
        project_dir: request.project_dir.clone(),
    })
}

fn resolve(request: &Request, path: &Path) -> PathBuf {
    match &request.project_dir {
        Some(base) => base.join(path),
        None => path.to_path_buf(),
    }
}

fn read_request(run: Run) -> Result<Request, Failure> {
    let Some(file) = &run.request else {
        let typed = run.inputs.typed_archives();
        let mut request = run.into_request(read_text).map_err(Failure::Usage)?;
        refuse_missing(&request, &typed)?;
        default_config(&mut request);
        if request.specs.is_empty() && resolve(&request, Path::new(spec::FOLDER)).is_dir() {
            request.specs.push(spec::FOLDER.into());
        }
        return Ok(request);
    };
    let text = if file.as_os_str() == "-" {
        let mut text = String::new();
        io::stdin().read_to_string(&mut text).map_err(|error| unreadable(file, &error)).map(|_| text)
    } else {
        read_text(file)
    };
    let text = text.map_err(Failure::Usage)?;
    // The reader would take a list for the fields in their order.
    if text.trim_start().starts_with('[') {
        return Err(Failure::Usage(format!("request {}: it is a list, not an object", file.display())));
    }
    serde_json::from_str(&text).map_err(|error| Failure::Usage(format!("request {}: {error}", file.display())))
}

/// Somebody who types the name of an archive, or of a folder of resources or sources, means one that is there. Folders of
/// classes may be missing, and so may what a build lists in a file or request: that is a diagnostic of the report.
pub(crate) fn refuse_missing(request: &Request, archives: &[PathBuf]) -> Result<(), Failure> {
    let typed = [
        ("--classpath", "file", archives),
        ("--resources", "directory", &request.resources),
        ("--sources", "directory", &request.sources),
    ];
    for (flag, kind, paths) in typed {
        let is_there = |path: &Path| if kind == "directory" { path.is_dir() } else { path.exists() };
        let missing = paths.iter().filter(|path| !is_there(&resolve(request, path)));
        let missing: Vec<String> = missing.map(|path| path.display().to_string()).collect();
        if !missing.is_empty() {
            return Err(Failure::Usage(format!("{flag}: there is no {kind} {}", missing.join(", "))));
        }
    }
    Ok(())
}

/// Takes the configuration of the project directory if none is named.
pub(crate) fn default_config(request: &mut Request) {
    if request.config.is_none() && resolve(request, Path::new(CONFIG)).is_file() {
        request.config = Some(CONFIG.into());
    }
}

fn read_config(request: &Request) -> Result<Option<ConfigFile>, Vec<Mistake>> {
    let Some(file) = &request.config else { return Ok(None) };
    let shown = file.display().to_string();
    match read_text(&resolve(request, file)) {
        Ok(text) => ConfigFile::parse(&shown, &text).map(Some),
        Err(reason) => Err(vec![Mistake::of_file(&shown, reason)]),
    }
}

/// The text of a file, or a message that names it.
pub(crate) fn read_text(file: &Path) -> Result<String, String> {
    fs::read_to_string(file).map_err(|error| unreadable(file, &error))
}

/// The bytes of a file, or of standard input for `-`, if they are not more than `most`; else a message that names it.
pub(crate) fn read_at_most(file: &Path, most: u64) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let read = match file.as_os_str() == "-" {
        true => io::stdin().take(most + 1).read_to_end(&mut bytes),
        false => fs::File::open(file).and_then(|file| file.take(most + 1).read_to_end(&mut bytes)),
    };
    read.map_err(|error| unreadable(file, &error))?;
    if bytes.len() as u64 > most {
        return Err(format!("cannot read {}: it is longer than {} MB", file.display(), most >> 20));
    }
    Ok(bytes)
}

/// A message for a file that cannot be read.
pub(crate) fn unreadable(file: &Path, error: &io::Error) -> String {
    let reason = match error.kind() {
        io::ErrorKind::NotFound => "there is no such file".to_owned(),
        io::ErrorKind::IsADirectory => "it is a directory".to_owned(),
        io::ErrorKind::InvalidData => "it is not UTF-8 text".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        _ => error.to_string(),
    };
    format!("cannot read {}: {reason}", file.display())
}
