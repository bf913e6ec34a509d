//! Java for integration tests: the compiler and the launcher of a JDK. Must not know what is tested.

use std::ffi::OsStr;
use std::path::Path;
use std::process::Command;

use super::jdk;

/// Compiles `sources` into `out`.
pub(crate) fn javac(home: &Path, arguments: &[&str], sources: &[&Path], out: &Path) {
    std::fs::create_dir_all(out).unwrap();
    run(jdk::javac(home).args(arguments).arg("-nowarn").arg("-d").arg(out).args(sources));
}

/// Runs a program of the JDK's `java` to its end and gives its standard output.
pub(crate) fn java<A: AsRef<OsStr>>(home: &Path, arguments: impl IntoIterator<Item = A>) -> String {
    run(jdk::java(home).args(arguments))
}

fn run(command: &mut Command) -> String {
    let done = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let (out, err) = (String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
    assert!(done.status.success(), "{command:?}\n{out}{err}");
    out.into_owned()
}
