//! Jars from Maven Central for integration tests, fetched once into the target folder. Must not know what is tested.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::jdk::skip;

/// The jars of these `group:artifact:version` coordinates, without their dependencies, in that order. The test is
/// skipped if they cannot be had (no `mvn`, no network).
#[track_caller]
pub(crate) fn jars(coordinates: &[&str]) -> Option<Vec<PathBuf>> {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("jars");
    let parts = parts(coordinates);
    let files: Vec<PathBuf> =
        parts.iter().map(|[_, artifact, version]| folder.join(format!("{artifact}-{version}.jar"))).collect();
    if files.iter().all(|file| file.is_file()) {
        return Some(files);
    }
    let pom =
        pom(&parts, "<exclusions><exclusion><groupId>*</groupId><artifactId>*</artifactId></exclusion></exclusions>");
    // A folder of its own, so that tests in parallel never see half a jar.
    let work = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    std::fs::write(work.path().join("pom.xml"), pom).unwrap();
    run(work.path(), &["dependency:copy-dependencies", "-DoutputDirectory=out"])?;
    std::fs::create_dir_all(&folder).unwrap();
    for file in &files {
        let name = file.file_name().expect("jars have names");
        std::fs::rename(work.path().join("out").join(name), file).unwrap();
    }
    Some(files)
}

/// The class path of these `group:artifact:version` coordinates with all that they need at run time, in Maven's order, the
/// jars of the coordinates themselves, and the others. Skipped as [`jars`] is.
#[track_caller]
pub(crate) fn class_path(coordinates: &[&str]) -> Option<(Vec<PathBuf>, Vec<PathBuf>)> {
    let parts = parts(coordinates);
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("class-paths");
    let file = folder.join(coordinates.join("+").replace(':', "-") + ".txt");
    let known = || {
        let text = std::fs::read_to_string(&file).ok()?;
        let paths: Vec<PathBuf> = std::env::split_paths(text.trim()).collect();
        paths.iter().all(|path| path.is_file()).then_some(paths)
    };
    let paths = known().or_else(|| {
        std::fs::create_dir_all(&folder).unwrap();
        let work = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
        std::fs::write(work.path().join("pom.xml"), pom(&parts, "")).unwrap();
        let output = format!("-Dmdep.outputFile={}", file.display());
        run(work.path(), &["dependency:build-classpath", "-Dmdep.includeScope=runtime", &output])?;
        known()
    })?;
    let own: Vec<String> = parts.iter().map(|[_, artifact, version]| format!("{artifact}-{version}.jar")).collect();
    let is_own = |path: &PathBuf| own.iter().any(|name| path.file_name().is_some_and(|file| file == name.as_str()));
    Some(paths.into_iter().partition(is_own))
}

fn parts<'c>(coordinates: &[&'c str]) -> Vec<[&'c str; 3]> {
    let part = |text: &&'c str| text.split(':').collect::<Vec<_>>().try_into().expect("group:artifact:version");
    coordinates.iter().map(part).collect()
}

/// A project that depends on these; `more` stands in each dependency.
fn pom(parts: &[[&str; 3]], more: &str) -> String {
    let mut pom = String::from(
        "<project><modelVersion>4.0.0</modelVersion><groupId>test</groupId><artifactId>jars</artifactId>\
         <version>1</version><packaging>pom</packaging><dependencies>",
    );
    for [group, artifact, version] in parts {
        write!(
            pom,
            "<dependency><groupId>{group}</groupId><artifactId>{artifact}</artifactId><version>{version}</version>{more}\
             </dependency>"
        )
        .unwrap();
    }
    pom + "</dependencies></project>"
}

/// Runs Maven; `None` where it cannot do it.
#[track_caller]
fn run(folder: &Path, arguments: &[&str]) -> Option<()> {
    let mut command = Command::new("mvn");
    command.args(["-q", "-B"]).args(arguments).current_dir(folder);
    match command.output() {
        Ok(done) if done.status.success() => Some(()),
        Ok(done) => {
            skip(&format!("mvn cannot resolve the jars: {}", String::from_utf8_lossy(&done.stdout)));
            None
        }
        Err(error) => {
            skip(&format!("mvn cannot be run: {error}"));
            None
        }
    }
}
