//! What is kept of libraries between runs: it changes no byte of an answer, whatever is wrong with it.

use std::fs;
use std::path::PathBuf;

use super::project::{Project, Run};

const APP: &str = r#"package app;
public class Main {
    public static void main(String[] args) throws Exception {
        new lib.Plugins().load(args[0]);
        Class.forName(System.getProperty("engine")).getDeclaredConstructor().newInstance();
    }
}
"#;

fn library(call: &str) -> String {
    format!(
        r#"package lib;
public class Plugins implements Plugin {{
    public Object load(String name) throws Exception {{
        return {call};
    }}
}}
class Other extends Plugins {{
}}
"#
    )
}

const FOR_NAME: &str = "Class.forName(name).getDeclaredConstructor().newInstance()";

/// An application, and a library in `lib.jar`.
fn project(call: &str) -> Project {
    let project = Project::new();
    project.write("src/lib/Plugin.java", "package lib; public interface Plugin { }");
    project.write("src/lib/Plugins.java", library(call));
    project.write("src/app/Main.java", APP);
    let files = ["src/lib/Plugin.java", "src/lib/Plugins.java", "src/app/Main.java"];
    project.javac(&files);
    pack(&project);
    project
}

/// Moves the classes of the library into its jar.
fn pack(project: &Project) {
    let names = ["lib/Plugin.class", "lib/Plugins.class", "lib/Other.class"];
    let bytes = names.map(|name| fs::read(project.path(&format!("classes/{name}"))).unwrap());
    let entries: Vec<(&str, &[u8])> = names.into_iter().zip(bytes.iter().map(Vec::as_slice)).collect();
    project.jar("lib.jar", &entries);
    fs::remove_dir_all(project.path("classes/lib")).unwrap();
}

/// A run with all its outputs, which are removed.
fn check(project: &Project, more: &str) -> (Run, Vec<Vec<u8>>) {
    let files = ["r.json", "s.jsonl", "o.sarif", "o.json", "o.txt"];
    let run = project.run(&format!(
        "check --classes classes --classpath lib.jar --result r.json -o sites=s.jsonl -o sarif=o.sarif -o json=o.json \
         -o text=o.txt {more}"
    ));
    let outputs = files.map(|file| fs::read(project.path(file)).unwrap_or_else(|_| panic!("{file}: {}", run.err)));
    files.iter().for_each(|file| fs::remove_file(project.path(file)).unwrap());
    (run, outputs.to_vec())
}

fn kept(project: &Project) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> =
        fs::read_dir(project.path("cache")).into_iter().flatten().map(|file| file.unwrap().path()).collect();
    files.sort();
    files
}

#[test]
fn no_byte_depends_on_what_is_kept() {
    let project = project(FOR_NAME);
    let (plain, expected) = check(&project, "--no-cache");
    assert_eq!((plain.status, plain.err.as_str()), (1, ""));
    let check = |arguments: &str| {
        let (run, outputs) = check(&project, arguments);
        assert_eq!((run.status, run.err.as_str()), (1, ""), "{arguments}");
        assert!(outputs == expected, "{arguments}: another answer");
    };
    check("");
    assert_eq!(kept(&project).len(), 0, "there is no home");
    check("--cache-dir cache");
    let files = kept(&project);
    assert_eq!(files.len(), 1, "{files:?}");
    let bytes = fs::read(&files[0]).unwrap();
    check("--cache-dir cache");
    check("--cache-dir cache --threads 1");
    for damaged in [&bytes[..bytes.len() / 2], &[], b"something else", &[&bytes[..], b"more"].concat()] {
        fs::write(&files[0], damaged).unwrap();
        check("--cache-dir cache");
        assert!(fs::read(&files[0]).unwrap() == bytes, "a damaged file stays");
    }
    fs::remove_file(&files[0]).unwrap();
    fs::create_dir(&files[0]).unwrap();
    let run = self::check(&project, "--cache-dir cache");
    assert!(run.1 == expected && run.0.status == 1);
}

#[test]
fn the_user_s_directory_is_the_default() {
    let project = project(FOR_NAME);
    let home = project.path("home").display().to_string();
    let run = project.run_with(
        "check --classes classes --classpath lib.jar --exit-zero",
        "",
        &[("HOME", &home), ("XDG_CACHE_HOME", &home), ("LOCALAPPDATA", &home)],
    );
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    let is_kept = |file: &String| file.starts_with("home/") && file.ends_with(".outlines");
    assert_eq!(project.files().into_iter().filter(is_kept).count(), 1);
    let both = project.run("check --classes classes --no-cache --cache-dir cache");
    assert_eq!(both.status, 2, "{}", both.err);
}

#[test]
fn a_library_that_changed_is_read_anew() {
    let project = project(FOR_NAME);
    let (_, before) = check(&project, "--cache-dir cache");
    project.write("src/lib/Plugins.java", library("ClassLoader.getSystemClassLoader().loadClass(name)"));
    project.javac(&["src/lib/Plugin.java", "src/lib/Plugins.java"]);
    pack(&project);
    let (_, after) = check(&project, "--cache-dir cache");
    assert!(after == check(&project, "--no-cache").1, "what was kept of the old one was used");
    assert!(after[0] != before[0], "nothing has changed");
    assert_eq!(kept(&project).len(), 2);
}

#[test]
fn a_directory_that_cannot_be_written_is_a_note() {
    let project = project(FOR_NAME);
    let (_, expected) = check(&project, "--no-cache");
    project.write("cache", "a file");
    let (run, outputs) = check(&project, "--cache-dir cache");
    assert_eq!(run.status, 1);
    assert!(outputs == expected, "another answer");
    assert!(run.err.starts_with("note: nothing is kept for the next run in cache: "), "{}", run.err);
    assert_eq!(run.err.lines().count(), 1, "{}", run.err);
}
