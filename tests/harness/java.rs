//! JDKs and their tools: compiles with `javac`, runs `java` under the recorder. Must not know what is compiled or run.

use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use super::suite;
use crate::support::jdk;

/// An installed JDK.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Jdk {
    pub(crate) home: PathBuf,
    pub(crate) feature: u32,
}

impl Jdk {
    /// The JDK that compiles and runs releases up to 17.
    pub(crate) fn main() -> &'static Self {
        static MAIN: OnceLock<Jdk> = OnceLock::new();
        MAIN.get_or_init(|| Self { home: jdk::jdk17(), feature: 17 })
    }

    /// JDK 25, if there is one. Each test that would use it says that it does without.
    pub(crate) fn newest() -> Option<&'static Self> {
        static NEWEST: OnceLock<Option<Jdk>> = OnceLock::new();
        NEWEST.get_or_init(|| jdk::find_installed(25).map(|home| Self { home, feature: 25 })).as_ref()
    }

    /// Compiles `sources` for `release` into `out`.
    ///
    /// # Panics
    /// With the compiler's output if it fails.
    pub(crate) fn compile(&self, release: u32, sources: &[PathBuf], class_path: &[&Path], out: &Path) {
        std::fs::create_dir_all(out).expect("the output folder can be made");
        let list = out.with_extension("sources");
        let text: String = sources.iter().map(|path| format!("\"{}\"\n", path.display())).collect();
        std::fs::write(&list, text).expect("the list of sources can be written");
        let mut javac = jdk::javac(&self.home);
        // Names of parameters and lines are in, as a build would have them.
        javac.args(["-nowarn", "-Xlint:-options", "-g", "--release", &release.to_string(), "-d"]).arg(out);
        if !class_path.is_empty() {
            javac.arg("-cp").arg(std::env::join_paths(class_path).expect("paths without a separator in them"));
        }
        let output = javac.arg(with_path("@", &list)).output().expect("javac can be started");
        assert!(
            output.status.success(),
            "javac --release {release} failed:\n{}{}",
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr)
        );
    }

    /// The classes of the recorder, and those of the JDK that it needs, as JVMs map them in place of reading, verifying and linking
    /// each once more (JEP 310). Made once for all runs of the JDK that most fixtures take; JDK 25 leaves most of the recorder's
    /// out of an archive. `None` also where the JDK makes none, as one that is built without.
    fn archive(&self) -> Option<&'static Path> {
        static ARCHIVE: OnceLock<Option<PathBuf>> = OnceLock::new();
        let main = Self::main();
        if self != main {
            return None;
        }
        ARCHIVE.get_or_init(|| main.make_archive()).as_deref()
    }

    fn make_archive(&self) -> Option<PathBuf> {
        let folder = &suite().work;
        let (list, archive) = (folder.join("recorder.classes"), folder.join("recorder.jsa"));
        // The agent starts, and weaves a class of its own, before the version is printed.
        let agent = recorder(&folder.join("nothing.tsv"));
        let listed = with_path("-XX:DumpLoadedClassList=", &list);
        let dumped = with_path("-XX:SharedArchiveFile=", &archive);
        let from = with_path("-XX:SharedClassListFile=", &list);
        for arguments in [vec![listed, agent, "-version".into()], vec!["-Xshare:dump".into(), from, dumped]] {
            let mut java = jdk::java(&self.home);
            java.arg("-cp").arg(recorder_jar()).args(arguments);
            let done = java.output().expect("java can be started");
            if !done.status.success() {
                let said = String::from_utf8_lossy(&done.stderr);
                let _ = writeln!(std::io::stderr().lock(), "no archive of classes: {java:?}\n{said}");
                return None;
            }
        }
        Some(archive)
    }

    /// Runs a main class; afterwards the recording, if asked for, is at `record`, the list of entered methods beside it
    /// with the extension `methods`, and what the calls led to with the extension `calls`.
    pub(crate) fn run(&self, run: &Run<'_>) -> Ended {
        let mut java = jdk::java(&self.home);
        java.arg("-Xmx256m");
        let mut class_path = run.class_path.to_vec();
        if let Some(record) = run.record {
            // Of what the recorder does in a short run, little is done often enough to pay for compiling it.
            java.arg("-XX:CompileThresholdScaling=5");
            if let Some(archive) = self.archive() {
                java.arg(with_path("-XX:SharedArchiveFile=", archive));
                // An archive fits class paths that begin as its own. The agent's jar is on the class path in any case.
                class_path.insert(0, recorder_jar());
            }
            java.arg(recorder(record));
        }
        let (properties, arguments): (Vec<&String>, Vec<&String>) =
            run.arguments.iter().partition(|argument| argument.starts_with("-D"));
        java.args(properties);
        java.arg("-cp").arg(std::env::join_paths(class_path).expect("paths without a separator in them"));
        java.arg(run.main).args(arguments);
        java.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // The outputs are small: a pipe holds them until the process has ended.
        let mut child = java.spawn().expect("java can be started");
        let started = Instant::now();
        while child.try_wait().expect("the state of a child can be asked").is_none() {
            if started.elapsed() > Duration::from_secs(60) {
                let _ = child.kill();
                break;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        let output = child.wait_with_output().expect("the output of a child can be read");
        let text = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        Ended { status: output.status.code().unwrap_or(-1), text }
    }
}

/// The argument that starts the recorder.
fn recorder(record: &Path) -> OsString {
    let mut agent = with_path("-javaagent:", recorder_jar());
    agent.push(with_path("=out=", record));
    agent.push(with_path(";methods=", &record.with_extension("methods")));
    agent.push(with_path(";calls=", &record.with_extension("calls")));
    agent
}

/// An argument that ends with a path.
fn with_path(option: &str, path: &Path) -> OsString {
    let mut argument = OsString::from(option);
    argument.push(path);
    argument
}

/// What to run. Arguments that start with `-D` go to the JVM.
pub(crate) struct Run<'a> {
    pub(crate) main: &'a str,
    pub(crate) class_path: &'a [&'a Path],
    pub(crate) arguments: &'a [String],
    pub(crate) record: Option<&'a Path>,
}

/// How a run ended.
#[derive(Debug)]
pub(crate) struct Ended {
    pub(crate) status: i32,
    pub(crate) text: String,
}

/// The recorder as built by Maven; built here if it is missing or older than its sources.
pub(crate) fn recorder_jar() -> &'static Path {
    static JAR: OnceLock<PathBuf> = OnceLock::new();
    JAR.get_or_init(|| {
        let module = Path::new(env!("CARGO_MANIFEST_DIR")).join("recorder");
        let jar = module.join("target/reflection-check-recorder-0.1.0.jar");
        let built = |path: &Path| path.metadata().and_then(|data| data.modified()).ok();
        let sources = walkdir::WalkDir::new(module.join("src/main")).into_iter().flatten().map(|e| e.into_path());
        let newest = sources.chain([module.join("pom.xml")]).filter_map(|path| built(&path)).max();
        if built(&jar) < newest {
            println!("building the recorder");
            let mvn = Command::new("mvn").args(["-q", "-B", "-DskipTests", "package"]).current_dir(&module).output();
            let mvn = mvn.expect("mvn can be started (Maven is needed to build the recorder)");
            assert!(mvn.status.success(), "mvn package failed:\n{}", String::from_utf8_lossy(&mvn.stdout));
        }
        jar
    })
}
