//! Java for integration tests: installed JDKs, the compiler and the launcher. Must not know what is tested.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Home of an installed JDK of that feature release: `JDK<feature>_HOME`, `JAVA<feature>_HOME`, `JAVA_HOME`, then those
/// below `/usr/lib/jvm`. Prints why a test is skipped if there is none.
pub(crate) fn jdk(feature: u32) -> Option<PathBuf> {
    let variables = [format!("JDK{feature}_HOME"), format!("JAVA{feature}_HOME"), "JAVA_HOME".to_owned()];
    let named = variables.iter().filter_map(std::env::var_os).map(PathBuf::from);
    let mut installed: Vec<PathBuf> =
        std::fs::read_dir("/usr/lib/jvm").into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    installed.sort();
    let is_release = |home: &PathBuf| {
        let release = std::fs::read_to_string(home.join("release")).unwrap_or_default();
        let version = release.lines().find_map(|line| line.strip_prefix("JAVA_VERSION=\"")).unwrap_or_default();
        version.split(|c: char| !c.is_ascii_digit()).next() == Some(&feature.to_string())
            && home.join("lib/modules").is_file()
    };
    let found = named.chain(installed).find(is_release);
    if found.is_none() {
        println!("skipped: no JDK {feature} found (set JDK{feature}_HOME)");
    }
    found
}

/// Compiles `sources` into `out`.
pub(crate) fn javac(home: &Path, arguments: &[&str], sources: &[&Path], out: &Path) {
    std::fs::create_dir_all(out).unwrap();
    let mut command = Command::new(home.join("bin/javac"));
    run(command.args(arguments).arg("-nowarn").arg("-d").arg(out).args(sources));
}

/// Runs a program of the JDK's `java` to its end and gives its standard output.
pub(crate) fn java<A: AsRef<OsStr>>(home: &Path, arguments: impl IntoIterator<Item = A>) -> String {
    run(Command::new(home.join("bin/java")).args(arguments))
}

fn run(command: &mut Command) -> String {
    let done = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let (out, err) = (String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
    assert!(done.status.success(), "{command:?}\n{out}{err}");
    out.into_owned()
}
