//! A small project on disk for tests of the command line, and runs of the executable on it.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use flate2::Compression;
use flate2::write::DeflateEncoder;
use rawzip::path::EntryPath;
use rawzip::{CompressionMethod, ZipArchiveWriter};

use crate::support::jdk::{javac, jdk17};
use crate::support::tool::tool;

/// A directory with what a test puts there.
pub(crate) struct Project {
    dir: tempfile::TempDir,
}

/// What a run of the executable did.
pub(crate) struct Run {
    pub(crate) status: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Project {
    pub(crate) fn new() -> Self {
        Self { dir: tempfile::tempdir().unwrap() }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, content).unwrap();
        path
    }

    /// Compiles one source file, given by its path below `src/`, into `classes/`.
    pub(crate) fn compile(&self, name: &str, source: &str) {
        self.write(&format!("src/{name}"), source);
        self.javac(&[&format!("src/{name}")]);
    }

    /// Compiles files of the project into `classes/`.
    pub(crate) fn javac(&self, files: &[&str]) {
        let mut javac = javac(&jdk17());
        let done = javac.args(["-g", "-d", "classes"]).args(files).current_dir(self.dir.path()).output().unwrap();
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    }

    /// Writes a jar of deflated entries.
    pub(crate) fn jar(&self, name: &str, entries: &[(&str, &[u8])]) -> PathBuf {
        let mut bytes = Vec::new();
        let mut archive = ZipArchiveWriter::new(&mut bytes);
        for (name, content) in entries {
            let path = EntryPath::verbatim(name.as_bytes().to_vec());
            let file = archive.new_file(path).compression_method(CompressionMethod::DEFLATE);
            let (mut entry, config) = file.start().unwrap();
            let mut writer = config.wrap(DeflateEncoder::new(&mut entry, Compression::fast()));
            writer.write_all(content).unwrap();
            let (encoder, descriptor) = writer.finish().unwrap();
            encoder.finish().unwrap();
            entry.finish(descriptor).unwrap();
        }
        archive.finish().unwrap();
        self.write(name, bytes)
    }

    /// Runs the executable in the project with arguments separated by blanks.
    pub(crate) fn run(&self, arguments: &str) -> Run {
        self.run_with(arguments, "", &[])
    }

    /// As [`Project::run`], with text on standard input and changed environment variables.
    pub(crate) fn run_with(&self, arguments: &str, input: &str, variables: &[(&str, &str)]) -> Run {
        let mut command = tool();
        command.args(arguments.split_whitespace()).current_dir(self.dir.path());
        command.env("JAVA_HOME", jdk17()).env_remove("RUST_BACKTRACE");
        command.envs(variables.iter().copied());
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        // A program that fails early does not read its input.
        let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
        let done = child.wait_with_output().unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        Run { status: done.status.code().unwrap_or(-1), out: text(done.stdout), err: text(done.stderr) }
    }

    /// Names of all files, relative to the project, sorted.
    pub(crate) fn files(&self) -> Vec<String> {
        let mut found = Vec::new();
        let mut folders = vec![self.dir.path().to_path_buf()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else {
                    found.push(path.strip_prefix(self.dir.path()).unwrap().to_str().unwrap().to_owned());
                }
            }
        }
        found.sort();
        found
    }
}

/// A directory that looks like a JDK but whose run-time image ends early.
pub(crate) fn truncated_jdk(project: &Project) -> PathBuf {
    let home = jdk17();
    let image = fs::read(home.join("lib/modules")).unwrap();
    project.write("broken-jdk/lib/modules", &image[..100_000]);
    project.write("broken-jdk/release", fs::read(home.join("release")).unwrap());
    project.path("broken-jdk")
}

/// The executable's own view of a path.
pub(crate) fn shown(path: &Path) -> String {
    path.display().to_string()
}
