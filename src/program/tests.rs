//! Tests of the part as a whole: loading, hierarchy, resolution and selection.

mod class_writer;
mod hierarchy;
mod hints;
mod references;
mod selection;

use std::path::Path;

use super::*;
use crate::classpath::testing;

pub(crate) use class_writer::ClassWriter;

/// A program of these class files (internal name, bytes) as application, on JDK 17.
pub(crate) fn program_of<'n>(classes: impl IntoIterator<Item = (&'n str, Vec<u8>)>) -> (Program, tempfile::TempDir) {
    let dir = tempfile::tempdir().unwrap();
    for (name, bytes) in classes {
        testing::write(&dir.path().join("classes").join(format!("{name}.class")), bytes);
    }
    (open(dir.path()), dir)
}

/// The program of the class files in `classes` below `dir`.
pub(crate) fn open(dir: &Path) -> Program {
    Program::new(testing::open(dir, &["classes"], &[]).0)
}
