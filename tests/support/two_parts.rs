//! A program in two parts for integration tests: the application, and what it is compiled against. Must not know what is
//! tested.

use std::path::{Path, PathBuf};

use super::java;
use super::jdk::jdk17;

/// Both parts, compiled by the JDK 17.
pub(crate) struct TwoParts {
    _place: tempfile::TempDir,
    pub(crate) home: PathBuf,
    /// Folders of classes.
    pub(crate) library: PathBuf,
    pub(crate) classes: PathBuf,
}

/// Compiles files by name and text: first those of the library, then against it those of the application.
pub(crate) fn two_parts<'s>(
    library: impl IntoIterator<Item = (&'s str, &'s str)>,
    application: impl IntoIterator<Item = (&'s str, &'s str)>,
) -> TwoParts {
    let home = jdk17();
    let place = tempfile::tempdir().unwrap();
    let compile = |files: Vec<(&str, &str)>, arguments: &[&str], out: &Path| {
        let source = |&(name, text): &(&str, &str)| {
            let path = place.path().join(name);
            std::fs::write(&path, text).unwrap();
            path
        };
        let files: Vec<PathBuf> = files.iter().map(source).collect();
        java::javac(&home, arguments, &files.iter().map(PathBuf::as_path).collect::<Vec<_>>(), out);
    };
    let (of_library, classes) = (place.path().join("library"), place.path().join("classes"));
    compile(library.into_iter().collect(), &[], &of_library);
    let path = ["-Xlint:none", "-cp", of_library.to_str().unwrap()];
    compile(application.into_iter().collect(), &path, &classes);
    TwoParts { _place: place, home, library: of_library, classes }
}
