//! Documents and Rust files that files of the repository cite: each must be there, so that a reader can look it up. Must not
//! know what they say.

use super::{enforce, files, read, root, rust};

/// Names with a suffix in a text: `docs/specs.md`, `ARCHITECTURE.md`.
fn cited<'t>(text: &'t str, suffix: &str) -> Vec<(usize, &'t str)> {
    let mut found = Vec::new();
    for (number, line) in text.lines().enumerate() {
        for (end, suffix) in line.match_indices(suffix).map(|(at, suffix)| (at + suffix.len(), suffix)) {
            let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '/' | '.' | '_' | '-');
            let ends = !line[end..].starts_with(|c: char| c.is_alphanumeric() || c == '_');
            let start = line[..end].rfind(|c| !is_part(c)).map_or(0, |at| at + 1);
            // `{id}.md` names no one document, `.md` is a kind of files, and an address is not of this repository.
            let is_pattern = line[..start].ends_with(['}', '*', '>']);
            let is_address = line[..start].ends_with(':') || line[start..end].starts_with("//");
            if ends && !is_pattern && !is_address && end - start > suffix.len() {
                found.push((number + 1, &line[start..end]));
            }
        }
    }
    found
}

/// Comments of a Rust file; any other text as it is. What code names in literals are the files it works on.
fn prose(path: &str, text: &str) -> String {
    if !path.ends_with(".rs") {
        return text.to_owned();
    }
    let code = rust::code(text);
    let lines = text.lines().zip(code.lines());
    let comment = |(written, code): (&str, &str)| {
        let rest: String = written.chars().skip(code.trim_end().chars().count()).collect();
        rest.find("//").map_or(String::new(), |at| rest[at..].to_owned())
    };
    lines.map(|line| comment(line) + "\n").collect()
}

/// Documents that are cited and are neither beside the file, nor at the root, nor in `docs/`.
fn missing_documents(path: &str, text: &str, exists: impl Fn(&str) -> bool) -> Vec<String> {
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let prose = prose(path, text);
    let absent = cited(&prose, ".md").into_iter().filter(|(_, name)| {
        let name = name.trim_start_matches('/');
        !["", "docs", folder].iter().any(|base| exists(&normal(base, name)))
    });
    absent.map(|(line, name)| format!("{path}:{line}: cites {name}, which is not there")).collect()
}

/// Rust files that are cited with their folder and are neither at the root, nor in `src/`, nor in the folder or the part of
/// the file. A text that is of no part, as a document, may leave out which part it speaks of: only whole paths are looked for.
fn missing_sources(path: &str, text: &str, exists: impl Fn(&str) -> bool) -> Vec<String> {
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let part: Vec<&str> = folder.split('/').take(2).collect();
    let bases = ["", "src", folder, &part.join("/")];
    let prose = prose(path, text);
    let is_path = |name: &str| {
        let is_whole = ["src/", "tests/"].iter().any(|place| name.starts_with(place));
        is_whole || path.ends_with(".rs") && name.trim_start_matches('/').contains('/')
    };
    let absent = cited(&prose, ".rs")
        .into_iter()
        .filter(|(_, name)| is_path(name) && !bases.iter().any(|base| exists(&normal(base, name))));
    absent.map(|(line, name)| format!("{path}:{line}: cites {name}, which is not there")).collect()
}

/// `a/b` and `../c` as `a/c`.
fn normal(base: &str, name: &str) -> String {
    let mut parts: Vec<&str> = base.split('/').filter(|part| !part.is_empty()).collect();
    for part in name.split('/') {
        match part {
            ".." => drop(parts.pop()),
            "." => {}
            _ => parts.push(part),
        }
    }
    parts.join("/")
}

#[test]
fn documents_that_are_cited_are_there() {
    let there =
        |path: &str| ["README.md", "docs/specs.md", "docs/rules/RC1001.md", "examples/README.md"].contains(&path);
    let check = |path: &str, text: &str| missing_documents(path, text, there).len();
    assert_eq!(check("src/a.rs", "//! The rules (docs/specs.md 4.3).\nlet x = 1; // see README.md."), 0);
    assert_eq!(check("src/a.rs", "//! The rules (rules.md 4.3), and\n/// docs/none.md.\nlet x = \"y\"; // none.md"), 3);
    assert_eq!(check("src/a.rs", "let x = \"none.md\"; // \"specs.md\" and {id}.md, *.md, .md, a.mdx"), 0);
    assert_eq!(check("docs/rules/README.md", "[RC1001](RC1001.md), [specs](../specs.md), [b](../../none.md)"), 1);
    assert_eq!(check("examples/maven/pom.xml", "<!-- ../README.md, https://example.org/x.md -->"), 0);
    let all = files().into_iter().filter_map(|path| Some((path.clone(), read(&path)?)));
    enforce(all, |path, text| missing_documents(path, text, |cited| root().join(cited).is_file()));
}

#[test]
fn sources_that_are_cited_are_there() {
    let there = |path: &str| ["src/a/b/c.rs", "src/a/d.rs", "src/e.rs", "tests/tidy.rs"].contains(&path);
    let check = |path: &str, text: &str| missing_sources(path, text, there).len();
    assert_eq!(
        check("src/a/b/f.rs", "//! `src/a/d.rs`, a/b/c.rs and b/c.rs; tests/tidy.rs, ../d.rs\nlet x = \"a/z.rs\";"),
        0
    );
    assert_eq!(check("src/a/b/f.rs", "// src/a/z.rs, a/z.rs\nlet x = 1; // b/z.rs and a/c.rs."), 4);
    assert_eq!(check("src/a/f.rs", "// z.rs, {id}/z.rs, a/z.rst, https://example.org/z.rs"), 0);
    assert_eq!(check("docs/a.md", "`src/e.rs`, `b/c.rs` of the part, `src/z.rs`, `tests/z.rs`"), 2);
    let all = files().into_iter().filter_map(|path| Some((path.clone(), read(&path)?)));
    enforce(all, |path, text| missing_sources(path, text, |cited| root().join(cited).is_file()));
}
