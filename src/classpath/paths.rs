//! Paths as this part compares and shows them, and bounded reading of plain files. Must not know the class path.

use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};

/// Reads a file of at most `limit` bytes.
///
/// # Errors
/// What the system says, `InvalidInput` for a pipe or device, `InvalidData` for a longer file.
pub(super) fn read_file(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    if !std::fs::metadata(path)?.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "not a regular file"));
    }
    let mut bytes = Vec::new();
    std::fs::File::open(path)?.take(limit + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit {
        return Err(io::Error::new(
            io::ErrorKind::InvalidData,
            format!("it is longer than the limit of {limit} bytes"),
        ));
    }
    Ok(bytes)
}

pub(super) fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

/// The path with its links resolved; a missing one only without `.` and `..`.
pub(super) fn canonical(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| normal(&std::path::absolute(path).unwrap_or_else(|_| path.to_owned())))
}

/// Removes `.` and resolves `..` by name, as URLs do.
pub(super) fn normal(path: &Path) -> PathBuf {
    let mut result = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir if matches!(result.components().next_back(), Some(Component::Normal(_))) => {
                result.pop();
            }
            other => result.push(other),
        }
    }
    result
}

/// A relative path with `/`, `None` if it is not UTF-8.
pub(super) fn slashed(path: &Path) -> Option<String> {
    let parts: Option<Vec<&str>> = path.components().map(|component| component.as_os_str().to_str()).collect();
    parts.map(|parts| parts.join("/"))
}
