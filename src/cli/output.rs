//! Report files: probed before the analysis, written whole or not at all. Owns temporary files and renames; must not
//! know what is in a report.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Checks that `path` can be written, making its parent directories: the error names it and the reason.
pub(crate) fn probe(path: &Path) -> Result<(), String> {
    let fail = |error: io::Error| not_written(path, &plain(&error));
    match kind_of(path) {
        Kind::Directory => Err(not_written(path, IS_DIRECTORY)),
        Kind::Special => fs::OpenOptions::new().write(true).open(path).map(drop).map_err(fail),
        Kind::File => {
            let target = resolved(path);
            if let Some(parent) = target.parent().filter(|parent| !parent.as_os_str().is_empty()) {
                fs::create_dir_all(parent).map_err(fail)?;
            }
            let temporary = temporary(&target, 0);
            fs::File::create(&temporary).map_err(fail)?;
            fs::remove_file(&temporary).map_err(fail)
        }
    }
}

/// Writes every file: first all of them under temporary names, then each is renamed over the old one. A failure leaves
/// no partial file, and no temporary one.
pub(crate) fn write_all(files: &[(PathBuf, Vec<u8>)]) -> Result<(), String> {
    let mut ready: Vec<(PathBuf, PathBuf)> = Vec::new();
    let outcome = files.iter().try_for_each(|(path, bytes)| {
        let fail = |error: io::Error| not_written(path, &plain(&error));
        match kind_of(path) {
            Kind::Directory => Err(not_written(path, IS_DIRECTORY)),
            Kind::Special => fs::write(path, bytes).map_err(fail),
            Kind::File => {
                let target = resolved(path);
                let temporary = temporary(&target, ready.len());
                ready.push((temporary.clone(), target));
                fs::File::create(&temporary).and_then(|mut file| file.write_all(bytes)).map_err(fail)
            }
        }
    });
    let outcome = outcome.and_then(|()| {
        ready.iter().try_for_each(|(temporary, target)| {
            fs::rename(temporary, target).map_err(|error| not_written(target, &plain(&error)))
        })
    });
    if outcome.is_err() {
        for (temporary, _) in &ready {
            // Best effort: the error that led here is the one to report.
            let _ = fs::remove_file(temporary);
        }
    }
    outcome
}

const IS_DIRECTORY: &str = "it is a directory";

fn not_written(path: &Path, why: &str) -> String {
    format!("cannot write {}: {why}", path.display())
}

enum Kind {
    /// A regular file, or nothing yet.
    File,
    Directory,
    /// A device or pipe: renaming a file over it would replace it.
    Special,
}

fn kind_of(path: &Path) -> Kind {
    match fs::metadata(path) {
        Ok(meta) if meta.is_dir() => Kind::Directory,
        Ok(meta) if !meta.is_file() => Kind::Special,
        _ => Kind::File,
    }
}

/// The file behind a link, so that the link stays one.
fn resolved(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_path_buf())
}

fn temporary(target: &Path, number: usize) -> PathBuf {
    let mut name = std::ffi::OsString::from(".");
    // The names stay within the 255 bytes that file systems allow.
    name.push(target.file_name().filter(|name| name.len() <= 200).unwrap_or("reflection-check".as_ref()));
    name.push(format!(".{}.{number}.tmp", std::process::id()));
    target.with_file_name(name)
}

/// The error without the number of the operating system's call.
pub(crate) fn plain(error: &io::Error) -> String {
    if matches!(error.kind(), io::ErrorKind::AlreadyExists | io::ErrorKind::NotADirectory) {
        return "its parent is not a directory".to_owned();
    }
    let text = error.to_string();
    match text.find(" (os error") {
        Some(at) => text[..at].to_lowercase(),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(dir: &Path) -> Vec<String> {
        let mut names: Vec<String> =
            fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn probing_leaves_nothing_but_the_parent() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("deep/er/out.sarif");
        probe(&path).unwrap();
        assert!(names(path.parent().unwrap()).is_empty());
        fs::write(&path, "old").unwrap();
        probe(&path).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
    }

    #[test]
    fn what_cannot_be_written_is_named() {
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join("file"), "").unwrap();
        let below_a_file = dir.path().join("file/out.json");
        assert!(probe(&below_a_file).unwrap_err().ends_with("out.json: its parent is not a directory"));
        assert!(probe(dir.path()).unwrap_err().ends_with("it is a directory"));
    }

    #[test]
    fn one_failure_writes_nothing() {
        let dir = tempfile::tempdir().unwrap();
        let (good, bad) = (dir.path().join("good"), dir.path().join("none/bad"));
        fs::write(&good, "old").unwrap();
        let outcome = write_all(&[(good.clone(), b"new".to_vec()), (bad, b"new".to_vec())]);
        assert!(outcome.unwrap_err().contains("bad"));
        assert_eq!(fs::read_to_string(&good).unwrap(), "old");
        assert_eq!(names(dir.path()), ["good"]);
        let long = dir.path().join("x".repeat(250));
        write_all(&[(good.clone(), b"new".to_vec()), (long.clone(), b"long".to_vec())]).unwrap();
        assert_eq!(
            (fs::read_to_string(&good).unwrap(), fs::read_to_string(&long).unwrap()),
            ("new".into(), "long".into())
        );
    }

    #[cfg(unix)]
    #[test]
    fn links_and_devices_stay_what_they_are() {
        let dir = tempfile::tempdir().unwrap();
        let (file, link) = (dir.path().join("file"), dir.path().join("link"));
        fs::write(&file, "old").unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        write_all(&[(link.clone(), b"new".to_vec()), ("/dev/null".into(), b"new".to_vec())]).unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "new");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
        probe(Path::new("/dev/null")).unwrap();
    }
}
