//! Imports among parts: the one table of who may import whom, and that each right in it is used. Must not know what is
//! imported inside a part.

use std::collections::BTreeSet;

use super::rust;
use super::{enforce, root, sources};

/// Which parts of `src/` may import which. What is not in a row is not allowed, so data flows the way `ARCHITECTURE.md`
/// says. `engine` and `cli` put things together; everything else knows only what it is listed to know.
pub(crate) const IMPORTS: &[(&str, &[&str])] = &[
    ("base", &[]),
    ("classfile", &["base"]),
    ("classpath", &["base", "diag"]),
    ("cli", CLI),
    ("config", &["base", "result", "toml_doc"]),
    ("defensive", &["base", "classfile", "classpath", "ir", "program", "strings"]),
    ("diag", &[]),
    ("engine", ENGINE),
    ("entry", &["base", "classpath", "config", "heap", "ir", "pointsto", "program", "result"]),
    ("export", &["base", "classpath", "heap", "pointsto", "program", "reflection"]),
    ("heap", &["base", "program"]),
    ("index", &["base", "classfile", "classpath"]),
    ("interpreter", &["base", "classfile", "classpath", "ir", "program", "strings"]),
    ("ir", &["base", "classfile", "program"]),
    ("models", MODELS),
    ("pointsto", &["base", "classfile", "classpath", "heap", "ir", "program", "strings"]),
    ("program", &["base", "classfile", "classpath", "diag", "index"]),
    ("record", &["base", "diag", "result"]),
    ("reflection", REFLECTION),
    ("report", &["base", "config", "diag", "result", "source"]),
    ("resource", &["base"]),
    ("result", &["base", "diag"]),
    ("source", &["base"]),
    ("spec", &["base", "classfile", "classpath", "program", "resource", "result", "toml_doc"]),
    ("strings", &["base", "classpath", "heap", "program"]),
    ("toml_doc", &["base"]),
    ("verdict", VERDICT),
];
const MODELS: &[&str] =
    &["base", "classfile", "classpath", "heap", "interpreter", "ir", "pointsto", "program", "resource", "strings"];
const REFLECTION: &[&str] =
    &["base", "classfile", "classpath", "config", "heap", "ir", "pointsto", "program", "resource", "spec", "strings"];
const VERDICT: &[&str] = &[
    "base",
    "classfile",
    "classpath",
    "defensive",
    "entry",
    "heap",
    "index",
    "ir",
    "models",
    "pointsto",
    "program",
    "reflection",
    "result",
    "source",
    "spec",
    "strings",
];
const ENGINE: &[&str] = &[
    "config",
    "defensive",
    "entry",
    "heap",
    "models",
    "pointsto",
    "program",
    "reflection",
    "result",
    "spec",
    "verdict",
];
const CLI: &[&str] = &[
    "base",
    "classpath",
    "config",
    "diag",
    "engine",
    "export",
    "index",
    "ir",
    "pointsto",
    "program",
    "record",
    "report",
    "result",
    "source",
    "spec",
    "toml_doc",
    "verdict",
];

/// The part a file of `src/` belongs to.
fn part(path: &str) -> &str {
    let inside = path.strip_prefix("src/").unwrap();
    inside.split('/').next().unwrap().trim_end_matches(".rs")
}

fn import_direction(path: &str, text: &str) -> Vec<String> {
    let own = part(path);
    if matches!(own, "lib" | "main") {
        return Vec::new();
    }
    let Some((_, allowed)) = IMPORTS.iter().find(|(name, _)| *name == own) else {
        return vec![format!("{path}: part {own:?} has no row in the import table")];
    };
    let code = rust::without_tests(&rust::code(text));
    let mut complaints = Vec::new();
    for (line, name) in rust::names_after(&code, "crate::") {
        let known = IMPORTS.iter().any(|(part, _)| *part == name);
        if name.is_empty() {
            complaints.push(format!("{path}:{line}: imports of several parts are written one by one"));
        } else if known && name != own && !allowed.contains(&name.as_str()) {
            complaints.push(format!("{path}:{line}: {own} must not know {name}"));
        }
    }
    complaints
}

#[test]
fn parts_import_in_one_direction() {
    let check = |path: &str, text: &str| import_direction(path, text).len();
    assert_eq!(check("src/heap/object.rs", "use crate::base::Sym;\nuse crate::heap::X;"), 0);
    assert_eq!(check("src/heap/object.rs", "use crate::report::Style; fn f() { crate::cli::main() }"), 2);
    assert_eq!(check("src/heap/object.rs", "// crate::report\n#[cfg(test)]\nmod tests { use crate::cli::X; }"), 0);
    assert_eq!(check("src/heap/object.rs", "use crate::{base, report};"), 1);
    assert_eq!(check("src/result/schema.rs", "use crate::program::Program;"), 1);
    assert_eq!(check("src/verdict/tiers.rs", "use crate::program::Program;"), 0);
    assert_eq!(check("src/novelty/mod.rs", ""), 1);
    enforce(sources(), import_direction);
}

#[test]
fn the_import_table_is_sorted_and_has_no_strangers() {
    let parts: Vec<&str> = IMPORTS.iter().map(|(part, _)| *part).collect();
    assert!(parts.is_sorted());
    for (part, allowed) in IMPORTS {
        assert!(allowed.is_sorted() && !allowed.contains(part), "{part}");
        assert!(allowed.iter().all(|name| parts.contains(name)), "{part}: {allowed:?}");
        let there = ["", "/mod"].iter().any(|form| root().join(format!("src/{part}{form}.rs")).exists());
        assert!(there, "src/{part} is gone: remove its row");
    }
}

/// Parts in the row of a part that no file of it imports.
fn unused_rights(table: &[(&str, &[&str])], sources: &[(String, String)]) -> Vec<String> {
    let imported: BTreeSet<(String, String)> = sources
        .iter()
        .flat_map(|(path, text)| {
            let code = rust::without_tests(&rust::code(text));
            rust::names_after(&code, "crate::").into_iter().map(|(_, name)| (part(path).to_owned(), name))
        })
        .collect();
    let rights =
        table.iter().flat_map(|(own, allowed)| allowed.iter().map(move |name| ((*own).to_owned(), (*name).to_owned())));
    let unused = rights.filter(|right| !imported.contains(right));
    unused.map(|(own, name)| format!("{own} may import {name}, and does not: take the right away")).collect()
}

#[test]
fn no_part_may_import_what_it_does_not() {
    let file = |path: &str, text: &str| (path.to_owned(), text.to_owned());
    let sources_of_two = [
        file("src/heap/mod.rs", "use crate::base::Sym;\n#[cfg(test)]\nmod tests { use crate::ir::Body; }"),
        file("src/heap/table.rs", "// crate::program\nfn f() { crate::diag::x() }"),
    ];
    let table: &[(&str, &[&str])] = &[("heap", &["base", "diag", "ir", "program"])];
    assert_eq!(unused_rights(table, &sources_of_two).len(), 2);
    let unused = unused_rights(IMPORTS, &sources());
    assert!(unused.is_empty(), "\n{}\n", unused.join("\n"));
}

/// Parts that a part imports, itself or by way of others.
fn reached<'t>(table: &[(&'t str, &'t [&'t str])], from: &str) -> BTreeSet<&'t str> {
    let row = |part: &str| table.iter().find(|(own, _)| *own == part).map_or(&[][..], |(_, allowed)| *allowed);
    let mut found = BTreeSet::new();
    let mut open = row(from).to_vec();
    while let Some(part) = open.pop() {
        if found.insert(part) {
            open.extend(row(part));
        }
    }
    found
}

/// The arrows of a picture: an import that another one leads to as well is left out, since there are too many to see.
fn arrows<'t>(table: &[(&'t str, &'t [&'t str])]) -> Vec<(&'t str, &'t str)> {
    let is_led_to = |part: &str, allowed: &[&str]| allowed.iter().any(|other| reached(table, other).contains(part));
    let of = |&(own, allowed): &(&'t str, &'t [&'t str])| {
        allowed.iter().filter(move |part| !is_led_to(part, allowed)).map(move |part| (own, *part)).collect::<Vec<_>>()
    };
    table.iter().flat_map(of).collect()
}

/// `docs/imports.md`.
fn page(table: &[(&str, &[&str])]) -> String {
    let mut out = "# Which part imports which\n\nAn arrow is an import. One that a longer way of arrows leads to as well is not \
         drawn; the table below has all, and is what [tests/tidy/imports.rs](../tests/tidy/imports.rs) allows. What each part is, \
         [ARCHITECTURE.md](../ARCHITECTURE.md) says.\n\n```mermaid\nflowchart TD\n"
        .to_owned();
    for (own, part) in arrows(table) {
        out.push_str(&format!("    {own} --> {part}\n"));
    }
    out.push_str("```\n\n| part | imports |\n|---|---|\n");
    for (own, allowed) in table {
        let all: Vec<String> = allowed.iter().map(|part| format!("`{part}`")).collect();
        let all = if all.is_empty() { "nothing".to_owned() } else { all.join(", ") };
        out.push_str(&format!("| `{own}` | {all} |\n"));
    }
    out.push_str("\nThis page is generated from that table: `UPDATE_DOCS=1 cargo test --test tidy imports_page`.\n");
    out
}

#[test]
fn parts_import_each_other_in_no_circle() {
    let circle: &[(&str, &[&str])] = &[("a", &["b"]), ("b", &["c"]), ("c", &["a"]), ("d", &["a"])];
    let in_circle = |table: &[(&str, &[&str])]| -> Vec<String> {
        let parts = table.iter().map(|(part, _)| *part);
        parts.filter(|part| reached(table, part).contains(part)).map(str::to_owned).collect()
    };
    assert_eq!(in_circle(circle), ["a", "b", "c"]);
    let found = in_circle(IMPORTS);
    assert!(found.is_empty(), "parts that import themselves by way of others: {found:?}");
}

#[test]
fn imports_page_is_up_to_date() {
    let table: &[(&str, &[&str])] = &[("a", &["b", "c"]), ("b", &["c"]), ("c", &[])];
    assert_eq!(arrows(table), [("a", "b"), ("b", "c")]);
    let path = root().join("docs/imports.md");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, page(IMPORTS)).unwrap();
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(found == page(IMPORTS), "docs/imports.md is stale: run UPDATE_DOCS=1 cargo test --test tidy imports_page");
}
