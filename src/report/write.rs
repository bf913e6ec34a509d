//! Report files: all or nothing. Owns atomic writes; must not know formats.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::{Format, Judged, Style, render};

/// Where a report goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Sink {
    Stdout,
    File(PathBuf),
}

impl Sink {
    /// `-` is standard output.
    pub fn parse(path: &Path) -> Self {
        if path.as_os_str() == "-" { Sink::Stdout } else { Sink::File(path.to_owned()) }
    }
}

/// A report that could not be written; the file of an earlier run is untouched.
#[derive(Debug, thiserror::Error)]
#[error("cannot write {}: {cause}", path.display())]
pub struct OutputError {
    pub path: PathBuf,
    #[source]
    pub cause: io::Error,
}

/// Can this file be written? Asked before the analysis, so that minutes of work do not end in a failed write. Creates
/// missing parent directories and leaves no file behind.
pub fn probe(path: &Path) -> Result<(), OutputError> {
    let fail = |cause| OutputError { path: path.to_owned(), cause };
    let target = behind_links(path);
    if target.is_dir() {
        return Err(fail(io::Error::other("it is a directory")));
    }
    if is_special(&target) {
        return fs::OpenOptions::new().write(true).open(&target).map(drop).map_err(fail);
    }
    let temporary = create_beside(&target).map_err(fail)?.1;
    fs::remove_file(temporary).map_err(fail)
}

/// Writes a file so that readers see the old bytes or the new ones, never a part: a temporary file in the same directory,
/// renamed at the end. Creates missing parent directories.
pub fn write_atomic(path: &Path, bytes: &[u8]) -> Result<(), OutputError> {
    let fail = |cause| OutputError { path: path.to_owned(), cause };
    let target = behind_links(path);
    if is_special(&target) {
        return fs::OpenOptions::new().write(true).open(&target).and_then(|mut f| f.write_all(bytes)).map_err(fail);
    }
    let (mut file, temporary) = create_beside(&target).map_err(fail)?;
    let written = file.write_all(bytes).and_then(|()| file.flush());
    drop(file);
    written.and_then(|()| fs::rename(&temporary, &target)).map_err(|cause| {
        // The write's own error is the one to report.
        let _ = fs::remove_file(&temporary);
        fail(cause)
    })
}

/// A link to a report stays a link: what it points to is replaced.
fn behind_links(path: &Path) -> PathBuf {
    if path.is_symlink() { fs::canonicalize(path).unwrap_or_else(|_| path.to_owned()) } else { path.to_owned() }
}

/// A device or pipe (`/dev/null`) cannot be replaced, only written to.
fn is_special(path: &Path) -> bool {
    path.exists() && !path.is_file() && !path.is_dir()
}

/// A new file in the directory of `path` that no other run uses.
fn create_beside(path: &Path) -> io::Result<(fs::File, PathBuf)> {
    let name = path.file_name().ok_or_else(|| io::Error::other("it names no file"))?;
    let directory = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    fs::create_dir_all(directory)?;
    for attempt in 0..100 {
        let mut temporary = std::ffi::OsString::from(".");
        // Long names stay within the file system's limit of 255 bytes.
        temporary.push(if name.len() <= 200 { name } else { std::ffi::OsStr::new("report") });
        temporary.push(format!(".{}.{attempt}.tmp", std::process::id()));
        let temporary = directory.join(temporary);
        match fs::OpenOptions::new().write(true).create_new(true).open(&temporary) {
            Ok(file) => return Ok((file, temporary)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::Error::other("too many temporary files of earlier runs beside it"))
}

/// Renders and writes every report; standard output comes last, when all files are there.
///
/// # Errors
/// The first report that cannot be written. A reader that closed standard output early (`| head`) is no error.
pub fn write_outputs(
    judged: &Judged<'_>,
    outputs: &[(Format, Sink)],
    style: &Style,
    stdout: &mut dyn Write,
) -> Result<(), OutputError> {
    let plain = Style { color: false, ..style.clone() };
    for (format, sink) in outputs {
        if let Sink::File(path) = sink {
            write_atomic(path, &render(*format, judged, &plain))?;
        }
    }
    for (format, sink) in outputs {
        if *sink == Sink::Stdout {
            let written = stdout.write_all(&render(*format, judged, style)).and_then(|()| stdout.flush());
            match written {
                Err(cause) if cause.kind() != io::ErrorKind::BrokenPipe => {
                    return Err(OutputError { path: PathBuf::from("-"), cause });
                }
                _ => {}
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(directory: &Path) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(directory)
            .expect("directory")
            .map(|e| e.expect("entry").file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn files_appear_whole_and_alone() {
        let directory = tempfile::tempdir().expect("temporary directory");
        let path = directory.path().join("build/reports/main.sarif");
        probe(&path).expect("can be written");
        assert_eq!(names(path.parent().expect("parent")), [""; 0]);
        write_atomic(&path, b"one").expect("written");
        write_atomic(&path, b"two").expect("replaced");
        assert_eq!(fs::read(&path).expect("readable"), b"two");
        assert_eq!(names(path.parent().expect("parent")), ["main.sarif"]);
        let long = directory.path().join("x".repeat(250));
        write_atomic(&long, b"long").expect("written");
    }

    #[test]
    fn what_cannot_be_written_is_an_error_that_names_the_path() {
        let directory = tempfile::tempdir().expect("temporary directory");
        fs::write(directory.path().join("file"), b"x").expect("written");
        let below_a_file = directory.path().join("file/report.json");
        let error = probe(&below_a_file).expect_err("no directory");
        assert!(error.to_string().starts_with(&format!("cannot write {}: ", below_a_file.display())), "{error}");
        assert!(write_atomic(&below_a_file, b"").is_err());
        assert!(probe(directory.path()).is_err(), "a directory");
        assert!(write_atomic(directory.path(), b"").is_err());
        assert_eq!(names(directory.path()), ["file"]);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_a_link() {
        let directory = tempfile::tempdir().expect("temporary directory");
        let (real, link) = (directory.path().join("real"), directory.path().join("link"));
        fs::write(&real, b"old").expect("written");
        std::os::unix::fs::symlink(&real, &link).expect("linked");
        write_atomic(&link, b"new").expect("written");
        assert!(link.is_symlink());
        assert_eq!(fs::read(&real).expect("readable"), b"new");
        probe(Path::new("/dev/null")).expect("devices are written to");
        write_atomic(Path::new("/dev/null"), b"gone").expect("devices are written to");
    }

    #[test]
    fn sinks() {
        assert_eq!(Sink::parse(Path::new("-")), Sink::Stdout);
        assert_eq!(Sink::parse(Path::new("./-")), Sink::File("./-".into()));
    }
}
