//! The installed JDKs, for unit tests and integration tests alike, and what to say of a test that must do without one. Must
//! not know what is tested.
//!
//! A JDK is looked for in `JDK<feature>_HOME`, `JAVA<feature>_HOME`, `JAVA_HOME` and below `/usr/lib/jvm`, in that order;
//! `JDK<feature>_HOME` set to nothing stands for a machine without it. That either of the first two names is no JDK of that
//! release fails whoever asks.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;
use std::panic::Location;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;

/// Where the JDKs of a Linux distribution are.
const INSTALLED: &str = "/usr/lib/jvm";

/// For a JVM that ends within seconds: what the second compiler makes faster does not pay for compiling it, nor do threads
/// of a collector.
const SHORT_LIVED: [&str; 2] = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"];

/// With something of each that programs here are made of.
const SAMPLE: &str = "import java.util.*; import java.util.function.*;
    public class Sample<T extends Comparable<T>> {
        enum Kind { ONE, TWO } record Pair(String a, int b) {} interface Face { default void run() {} }
        @Deprecated static int of(Kind kind) { switch (kind) { case ONE: return 1; default: return 2; } }
        public static void main(String[] args) throws Exception {
            List<String> list = new ArrayList<>();
            for (String arg : args) list.add(arg + list.size());
            Supplier<Object> made = Object::new;
            Runnable runs = () -> System.out.println(made.get() + \"x\" + args.length);
            try (AutoCloseable closed = () -> runs.run()) { Class.forName(list.get(0)); }
            catch (IllegalStateException | NullPointerException e) { throw new Exception(e); }
            finally { new Face() {}.run(); }
        }
    }";

/// The launcher of a JDK.
pub(crate) fn java(home: &Path) -> Command {
    let mut java = Command::new(home.join("bin/java"));
    java.args(SHORT_LIVED);
    java
}

/// The compiler of a JDK.
pub(crate) fn javac(home: &Path) -> Command {
    let mut javac = plain_javac(home);
    if let Some(archive) = archive(home) {
        // Modules differ from those of the archive, of which it holds no more than classes: JDK 25 complains and goes on.
        javac.arg(joined("-J-XX:SharedArchiveFile=", &archive)).arg("-J-Xlog:disable");
    }
    javac
}

fn plain_javac(home: &Path) -> Command {
    let mut javac = Command::new(home.join("bin/javac"));
    javac.args(SHORT_LIVED.map(|option| format!("-J{option}")));
    javac
}

/// The compiler's own classes, which it then maps in place of reading, verifying and linking them each time (JEP 350): most of what
/// it does for a file or two. It takes no archive that another JDK has made. `None` where it makes none, or nobody keeps it: cargo
/// has a folder for integration tests alone.
fn archive(home: &Path) -> Option<PathBuf> {
    static MADE: Mutex<BTreeMap<PathBuf, Option<PathBuf>>> = Mutex::new(BTreeMap::new());
    let folder = Path::new(option_env!("CARGO_TARGET_TMPDIR")?);
    let mut made = MADE.lock().expect("nobody panics while it makes one");
    made.entry(home.to_path_buf()).or_insert_with(|| make_archive(home, folder)).clone()
}

fn make_archive(home: &Path, folder: &Path) -> Option<PathBuf> {
    let mut hasher = DefaultHasher::new();
    (home, std::fs::read(home.join("release")).ok()).hash(&mut hasher);
    let archive = folder.join(format!("javac-{:016x}.jsa", hasher.finish()));
    if archive.is_file() {
        return Some(archive);
    }
    // Whoever makes it at the same time makes the same.
    let place = tempfile::tempdir_in(folder).ok()?;
    let (source, own) = (place.path().join("Sample.java"), place.path().join("javac.jsa"));
    std::fs::write(&source, SAMPLE).ok()?;
    let mut javac = plain_javac(home);
    javac.arg(joined("-J-XX:ArchiveClassesAtExit=", &own)).args(["-g", "--release", "17", "-d"]);
    let done = javac.arg(place.path()).arg(&source).output().ok()?;
    (done.status.success() && std::fs::rename(&own, &archive).is_ok()).then_some(archive)
}

/// An argument that ends with a path.
fn joined(option: &str, path: &Path) -> OsString {
    let mut argument = OsString::from(option);
    argument.push(path);
    argument
}

/// Home of an installed JDK of that feature release. Without it the test is skipped, as [`skip`] says, or fails if it is the
/// one that every developer has (README).
#[track_caller]
pub(crate) fn jdk(feature: u32) -> Option<PathBuf> {
    let found = find_installed(feature);
    if found.is_none() {
        let why = format!("no JDK {feature} (set JDK{feature}_HOME)");
        assert!(feature != 17, "{why}");
        skip(&why);
    }
    found
}

/// As [`jdk`], and says nothing.
pub(crate) fn find_installed(feature: u32) -> Option<PathBuf> {
    find(feature, |name| std::env::var_os(name), Path::new(INSTALLED))
}

/// Home of the JDK 17.
#[track_caller]
pub(crate) fn jdk17() -> PathBuf {
    jdk(17).expect("without it there is a panic")
}

/// Says that this test, or a part of it, is left out for want of something on this machine. The line goes past the test
/// runner, which keeps what a passing test prints to itself: `tests/summary.py` counts the test as skipped. Continuous
/// integration has everything, so there it fails.
#[track_caller]
pub(crate) fn skip(why: &str) {
    assert!(!is_ci(std::env::var_os("CI")), "{why}; nothing may be skipped where CI is set");
    // Tests run on threads of their names, and on the main thread if there is one thread for all.
    let thread = std::thread::current();
    let place = Location::caller().to_string();
    let test = thread.name().filter(|&name| name != "main").unwrap_or(&place);
    let _ = writeln!(std::io::stderr().lock(), "\n[skipped] {test}: {why}");
}

/// Some services set it to their name.
fn is_ci(variable: Option<OsString>) -> bool {
    variable.is_some_and(|value| !["", "0", "false"].iter().any(|no| value == *no))
}

fn find(feature: u32, variable: impl Fn(&str) -> Option<OsString>, folder: &Path) -> Option<PathBuf> {
    let own = format!("JDK{feature}_HOME");
    if variable(&own).is_some_and(|home| home.is_empty()) {
        return None;
    }
    let set = |name: &str| variable(name).filter(|home| !home.is_empty()).map(PathBuf::from);
    let of_release = [own, format!("JAVA{feature}_HOME")];
    for name in &of_release {
        // Whoever sets one means it: another JDK in its place would be tested unseen.
        if let Some(home) = set(name) {
            assert!(is_release(&home, feature), "{name} is {}, which is no JDK {feature}", home.display());
        }
    }
    let variables = of_release.into_iter().chain(["JAVA_HOME".to_owned()]);
    let named = variables.filter_map(|name| set(&name));
    let mut installed: Vec<PathBuf> =
        std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    installed.sort();
    named.chain(installed).find(|home| is_release(home, feature))
}

/// Whether a folder is a JDK, with tools and run-time image, of that release.
fn is_release(home: &Path, feature: u32) -> bool {
    let release = std::fs::read_to_string(home.join("release")).unwrap_or_default();
    let version = release.lines().find_map(|line| line.strip_prefix("JAVA_VERSION=\"")).unwrap_or_default();
    version.split(|c: char| !c.is_ascii_digit()).next() == Some(&feature.to_string())
        && home.join("lib/modules").is_file()
        && home.join("bin/javac").is_file()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn make(home: &Path, version: &str) {
        for folder in ["lib", "bin"] {
            std::fs::create_dir_all(home.join(folder)).unwrap();
        }
        std::fs::write(home.join("release"), format!("IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"{version}\"\n")).unwrap();
        std::fs::write(home.join("lib/modules"), "").unwrap();
        std::fs::write(home.join("bin/javac"), "").unwrap();
    }

    #[test]
    fn a_jdk_is_named_or_installed_or_missing() {
        let place = tempfile::tempdir().unwrap();
        let (jvm, own) = (place.path().join("jvm"), place.path().join("own"));
        make(&jvm.join("b-25"), "25.0.1");
        make(&jvm.join("a-17"), "17.0.9");
        make(&own, "17.0.1");
        let unset = |_: &str| None;
        assert_eq!(find(25, unset, &jvm), Some(jvm.join("b-25")));
        assert_eq!(find(17, unset, &jvm), Some(jvm.join("a-17")));
        assert_eq!(find(2, unset, &jvm), None, "not a part of the number");
        let named = |name: &str| (name == "JDK17_HOME" || name == "JAVA_HOME").then(|| own.clone().into_os_string());
        assert_eq!(find(17, named, &jvm), Some(own.clone()));
        assert_eq!(find(25, named, &jvm), Some(jvm.join("b-25")), "JAVA_HOME is of another release");
        let wrong = |name: &str| (name == "JAVA25_HOME").then(|| own.clone().into_os_string());
        let refused = std::panic::catch_unwind(|| find(25, wrong, &jvm)).unwrap_err();
        assert!(refused.downcast_ref::<String>().unwrap().ends_with("which is no JDK 25"));
        let unsaid = |name: &str| (name == "JAVA25_HOME").then(OsString::new);
        assert_eq!(find(25, unsaid, &jvm), Some(jvm.join("b-25")), "set to nothing");
        let none = |name: &str| (name == "JDK25_HOME").then(OsString::new);
        assert_eq!(find(25, none, &jvm), None);
        assert_eq!(find(17, unset, &place.path().join("gone")), None);
        std::fs::remove_file(jvm.join("b-25/bin/javac")).unwrap();
        assert_eq!(find(25, unset, &jvm), None, "a JRE");
    }

    #[test]
    fn continuous_integration_says_so() {
        assert!(["true", "1", "yes", "woodpecker"].iter().all(|value| is_ci(Some(value.into()))));
        assert!(!is_ci(None) && !["", "0", "false"].iter().any(|value| is_ci(Some(value.into()))));
    }
}
