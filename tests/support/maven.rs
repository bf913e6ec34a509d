//! Jars from Maven Central for integration tests, fetched once into the target folder. Must not know what is tested.

use std::fmt::Write;
use std::path::PathBuf;
use std::process::Command;

use super::jdk::skip;

/// The jars of these `group:artifact:version` coordinates, without their dependencies, in that order. The test is
/// skipped if they cannot be had (no `mvn`, no network).
#[track_caller]
pub(crate) fn jars(coordinates: &[&str]) -> Option<Vec<PathBuf>> {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("jars");
    let parts: Vec<[&str; 3]> = coordinates
        .iter()
        .map(|text| text.split(':').collect::<Vec<_>>().try_into().expect("group:artifact:version"))
        .collect();
    let files: Vec<PathBuf> =
        parts.iter().map(|[_, artifact, version]| folder.join(format!("{artifact}-{version}.jar"))).collect();
    if files.iter().all(|file| file.is_file()) {
        return Some(files);
    }
    let mut pom = String::from(
        "<project><modelVersion>4.0.0</modelVersion><groupId>test</groupId><artifactId>jars</artifactId>\
         <version>1</version><packaging>pom</packaging><dependencies>",
    );
    for [group, artifact, version] in &parts {
        write!(
            pom,
            "<dependency><groupId>{group}</groupId><artifactId>{artifact}</artifactId><version>{version}</version>\
             <exclusions><exclusion><groupId>*</groupId><artifactId>*</artifactId></exclusion></exclusions></dependency>"
        )
        .unwrap();
    }
    pom.push_str("</dependencies></project>");
    // A folder of its own, so that tests in parallel never see half a jar.
    let work = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    std::fs::write(work.path().join("pom.xml"), pom).unwrap();
    let mut command = Command::new("mvn");
    command.args(["-q", "-B", "dependency:copy-dependencies", "-DoutputDirectory=out"]).current_dir(work.path());
    match command.output() {
        Ok(done) if done.status.success() => {}
        Ok(done) => {
            skip(&format!("mvn cannot resolve the jars: {}", String::from_utf8_lossy(&done.stdout)));
            return None;
        }
        Err(error) => {
            skip(&format!("mvn cannot be run: {error}"));
            return None;
        }
    }
    std::fs::create_dir_all(&folder).unwrap();
    for file in &files {
        let name = file.file_name().expect("jars have names");
        std::fs::rename(work.path().join("out").join(name), file).unwrap();
    }
    Some(files)
}
