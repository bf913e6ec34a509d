//! Places of class files in sources made for one test each.

use std::path::PathBuf;

use tempfile::TempDir;

use super::*;

fn write(dir: &TempDir, path: &str, text: &str) {
    let path = dir.path().join(path);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, text).unwrap();
}

fn map(dir: &TempDir, roots: &[&str]) -> SourceMap {
    let roots: Vec<PathBuf> = roots.iter().map(PathBuf::from).collect();
    SourceMap::new(&roots, Some(dir.path()))
}

/// `path:line:column-end`, with a `~` if not exact.
fn show(location: Option<SourceLocation>) -> String {
    location.map_or("-".to_owned(), |location| {
        let SourceLocation { path, line, column, end_column, exact, line_text, .. } = location;
        let units = line_text.encode_utf16().count() as u32;
        assert!(1 <= column && column <= end_column && end_column <= units + 1, "region outside of {line_text:?}");
        format!("{path}:{line}:{column}-{end_column}{}", if exact { "" } else { "~" })
    })
}

const JAVA: &str = "package com.acme;\n\nclass A {\n    Object load(String n) throws Exception {\n        return \
    Class.forName(n).newInstance();\n    }\n}\n";

#[test]
fn java_in_its_package_folder() {
    let dir = TempDir::new().unwrap();
    write(&dir, "src/main/java/com/acme/A.java", JAVA);
    write(&dir, "src/main/java/A.java", JAVA);
    let map = map(&dir, &["src/gone", "src/main/java"]);
    let check = |query: Query<'_>, expected: &str| assert_eq!(show(map.locate(&query)), expected, "{query:?}");
    let query = Query {
        class: "com.acme.A",
        file: Some("A.java"),
        line: Some(5),
        token: Some("newInstance"),
        ..Query::default()
    };
    check(query, "src/main/java/com/acme/A.java:5:33-46");
    check(Query { token: Some("forName"), ..query }, "src/main/java/com/acme/A.java:5:22-32");
    check(Query { class: "com.acme.A$B$1", ..query }, "src/main/java/com/acme/A.java:5:33-46");
    check(Query { file: None, ..query }, "src/main/java/com/acme/A.java:5:33-46");
    check(Query { token: Some("absent"), ..query }, "src/main/java/com/acme/A.java:5:9-47");
    check(Query { token: None, ..query }, "src/main/java/com/acme/A.java:5:9-47");
    check(Query { line: None, ..query }, "src/main/java/com/acme/A.java:3:7-8~");
    check(Query { line: Some(99), ..query }, "src/main/java/com/acme/A.java:3:7-8~");
    check(Query { line: Some(0), ..query }, "src/main/java/com/acme/A.java:3:7-8~");
    check(Query { class: "com.acme.Gone", line: None, ..query }, "src/main/java/com/acme/A.java:1:1-18~");
    check(Query { class: "com.other.A", ..query }, "-");
    check(Query { file: Some("B.java"), ..query }, "-");
    let location = map.locate(&query).unwrap();
    assert_eq!(location.line_text, "        return Class.forName(n).newInstance();");
    assert_eq!(location.line_hash, fingerprint::line_hashes(JAVA)[4]);
}

#[test]
fn positions_in_named_files() {
    let dir = TempDir::new().unwrap();
    write(&dir, "reflection-specs/app.toml", "# ä\n[[accept]]\n  at = \"com.acme.Größe\"  \n\n");
    let map = map(&dir, &["src"]);
    let check = |line, column, expected: &str| {
        assert_eq!(show(map.locate_in_file("reflection-specs/app.toml", line, column)), expected);
    };
    check(2, 1, "reflection-specs/app.toml:2:1-11");
    check(3, 3, "reflection-specs/app.toml:3:3-24");
    check(3, 9, "reflection-specs/app.toml:3:9-24");
    check(3, 25, "reflection-specs/app.toml:3:3-24");
    check(3, 0, "reflection-specs/app.toml:3:3-24");
    check(3, 999, "reflection-specs/app.toml:3:3-24");
    check(4, 1, "reflection-specs/app.toml:4:1-1");
    check(9, 1, "-");
    check(0, 1, "-");
    assert_eq!(show(map.locate_in_file("reflection-specs/gone.toml", 1, 1)), "-");
    assert_eq!(show(map.locate_in_file("../outside.toml", 1, 1)), "-");
}

#[test]
fn kotlin_outside_of_its_package_folder() {
    let dir = TempDir::new().unwrap();
    let library = "@file:JvmName(\"Tools\")\npackage com.acme.lib\n\nfun f(n: String) = Class.forName(n)\n";
    write(&dir, "lib/src/main/kotlin/Lib.kt", library);
    write(&dir, "app/src/main/kotlin/other/Lib.kt", "package com.acme.other\n\n\nval c = Class.forName(\"x\")\n");
    let roots = ["app/src/main/kotlin", "lib/src/main/kotlin"];
    let query = Query {
        class: "com.acme.lib.Tools",
        file: Some("Lib.kt"),
        line: Some(4),
        token: Some("forName"),
        ..Query::default()
    };
    assert_eq!(show(map(&dir, &roots).locate(&query)), "lib/src/main/kotlin/Lib.kt:4:26-36");
    // Inlined into a class of another package: the map in the class file names the file.
    let inlined = Query { class: "com.acme.MainKt", file: Some("com/acme/lib/Lib.kt"), ..query };
    assert_eq!(show(map(&dir, &roots).locate(&inlined)), "lib/src/main/kotlin/Lib.kt:4:26-36");
    // Without roots the project is searched.
    assert_eq!(show(map(&dir, &[]).locate(&query)), "lib/src/main/kotlin/Lib.kt:4:26-36");
    let facade = Query { class: "com.acme.lib.LibKt", file: None, ..query };
    assert_eq!(show(map(&dir, &[]).locate(&facade)), "lib/src/main/kotlin/Lib.kt:4:26-36");
}

#[test]
fn equal_names_in_several_modules() {
    let dir = TempDir::new().unwrap();
    write(&dir, "a/com/acme/A.java", "package com.acme;\nclass A {\n}\n");
    write(&dir, "b/com/acme/A.java", JAVA);
    let map = map(&dir, &["a", "b"]);
    let query =
        Query { class: "com.acme.A", file: Some("A.java"), line: Some(5), token: Some("forName"), ..Query::default() };
    assert_eq!(show(map.locate(&query)), "b/com/acme/A.java:5:22-32");
    assert_eq!(show(map.locate(&Query { line: Some(2), token: None, ..query })), "a/com/acme/A.java:2:1-10");
}

/// javac gives all calls of these arguments the line of the statement.
#[test]
fn calls_of_one_statement_are_told_apart_over_its_lines() {
    let dir = TempDir::new().unwrap();
    let text = "class A {\n  Object a = make(\n    Class.forName(x), forName(y),\n    Class.forName(z));\n  Object b = forName(q);\n}\n";
    write(&dir, "A.java", text);
    let map = map(&dir, &["."]);
    let query = |ordinal, total| Query {
        class: "A",
        file: Some("A.java"),
        line: Some(2),
        token: Some("forName"),
        ordinal,
        total,
        ..Query::default()
    };
    let shown = |ordinal, total| show(map.locate(&query(ordinal, total)));
    assert_eq!([0, 1, 2].map(|nth| shown(nth, 3)), ["A.java:3:11-21", "A.java:3:23-33", "A.java:4:11-21"]);
    // As many as on the first line that has any: what is on others has lines of its own.
    assert_eq!([0, 1].map(|nth| shown(nth, 2)), ["A.java:3:11-21", "A.java:3:23-33"]);
    // Copies of the first line's.
    assert_eq!([0, 1, 2, 3].map(|nth| shown(nth, 4)), [0, 1, 0, 1].map(|nth| shown(nth, 2)));
}

#[test]
fn class_files_cannot_lead_out_of_the_project() {
    let dir = TempDir::new().unwrap();
    write(&dir, "project/src/A.java", "class A {}");
    write(&dir, "secret/A.java", "class A {}");
    let project = dir.path().join("project");
    let sources = SourceMap::new(&["src".into(), dir.path().join("secret")], Some(&project));
    let query = Query { class: "A", file: Some("A.java"), line: Some(1), ..Query::default() };
    assert_eq!(show(sources.locate(&query)), "src/A.java:1:1-11");
    for (class, file) in [
        ("A", "../../secret/A.java"),
        ("A", "/etc/passwd"),
        ("A", "..\\A.java"),
        ("...secret.A", "A.java"),
        ("", ""),
        ("A", "src/"),
        ("\0", "\0"),
    ] {
        assert_eq!(show(sources.locate(&Query { class, file: Some(file), ..query })), "-", "{class} {file}");
    }
    let outside = SourceMap::new(&[dir.path().join("secret")], Some(&project));
    assert_eq!(show(outside.locate(&query)), "-");
    assert_eq!(outside.outside(), [dir.path().join("secret")]);
    let around = SourceMap::new(&["src".into(), "nope".into(), dir.path().into()], Some(&project));
    assert!(around.outside().is_empty(), "what is missing is said elsewhere, and the project may be below a root");
}

#[test]
#[cfg(unix)]
fn links_are_resolved() {
    let dir = TempDir::new().unwrap();
    write(&dir, "real/A.java", "class A {}");
    std::os::unix::fs::symlink("real", dir.path().join("link")).unwrap();
    let query = Query { class: "A", file: Some("A.java"), line: Some(1), ..Query::default() };
    assert_eq!(show(map(&dir, &["link"]).locate(&query)), "real/A.java:1:1-11");
}

#[test]
fn odd_files() {
    let dir = TempDir::new().unwrap();
    write(&dir, "A.java", "");
    std::fs::write(dir.path().join("B.java"), b"class \xFF { x.invoke(\xFFy); }").unwrap();
    let map = map(&dir, &["."]);
    let query = |class, token| Query { class, file: None, line: Some(1), token, ordinal: 7, ..Query::default() };
    assert_eq!(show(map.locate(&query("A", Some("x")))), "A.java:1:1-1");
    assert_eq!(show(map.locate(&query("B", Some("invoke")))), "B.java:1:13-23");
}

/// A copy elsewhere in the project is no file of the class if nobody says which is meant.
#[test]
fn of_several_files_that_fit_the_one_that_is_meant() {
    let dir = TempDir::new().unwrap();
    write(&dir, "a/com/acme/A.java", JAVA);
    write(&dir, "b/com/acme/A.java", JAVA);
    let query = Query {
        class: "com.acme.A",
        file: Some("A.java"),
        line: Some(5),
        token: Some("newInstance"),
        ..Query::default()
    };
    let meaning = |path: &str| show(map(&dir, &[]).meaning(path).locate(&query));
    assert_eq!(meaning("b/com/acme/A.java"), "b/com/acme/A.java:5:33-46");
    assert_eq!(meaning("A.java"), "-");
    std::fs::remove_file(dir.path().join("b/com/acme/A.java")).unwrap();
    assert_eq!(meaning("A.java"), "a/com/acme/A.java:5:33-46");
}
