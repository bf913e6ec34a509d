//! `docs/api.md`: what the rows and the lists beside this file say, for readers. Must not know how calls are analysed.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::super::super::rule::Answer;
use super::super::super::terms::method::Kind;
use super::super::super::terms::site::Role;
use super::super::row::Row;
use super::super::table::API;
use super::by_name::WITHOUT;
use super::excused::{EXCUSED, Treated};
use super::{none, shown};

const INTRODUCTION: &str = include_str!("page.md");

/// What stands under *kind* in the `sites` report.
fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::ClassSource => "`class-source`",
        Kind::Member => "`member`",
        Kind::Action => "`action`",
        Kind::Other => "`other`",
        Kind::Flow => "passes on",
    }
}

fn package_and_class(row: &Row) -> (&'static str, &'static str) {
    row.class.rsplit_once('/').unwrap_or(("", row.class))
}

/// `Class.forName(String)`; `earlier`: overloads have rows of their own.
fn method(row: &Row, earlier: bool) -> String {
    let class = package_and_class(row).1;
    let name = match row.name {
        "<init>" => format!("new {class}"),
        name => format!("{class}.{name}"),
    };
    match row.desc {
        "*" if earlier => format!("`{name}`, all other overloads"),
        "*" => format!("`{name}`, all overloads"),
        desc => format!("`{name}({})`", java_types(desc)),
    }
}

/// `java.lang.Class`
fn java_name(class: &str) -> String {
    class.replace('/', ".")
}

/// The parameters of a descriptor: `String, int[]`.
fn java_types(desc: &str) -> String {
    let mut rest = desc.trim_start_matches('(');
    let mut types = Vec::new();
    while let Some(first) = rest.trim_start_matches('[').chars().next().filter(|&first| first != ')') {
        let dimensions = rest.len() - rest.trim_start_matches('[').len();
        rest = &rest[dimensions..];
        let end = if first == 'L' { rest.find(';').expect("a descriptor") } else { 0 };
        let name = match first {
            'L' => rest[1..end].rsplit('/').next().unwrap_or_default().replace('$', "."),
            other => primitive(other).to_owned(),
        };
        types.push(name + &"[]".repeat(dimensions));
        rest = &rest[end + 1..];
    }
    types.join(", ")
}

/// JVMS 4.3.2.
fn primitive(letter: char) -> &'static str {
    match letter {
        'B' => "byte",
        'C' => "char",
        'D' => "double",
        'F' => "float",
        'I' => "int",
        'J' => "long",
        'S' => "short",
        _ => "boolean",
    }
}

fn answered(row: &Row) -> String {
    let rule = row.rule.name().text();
    match row.rule.answer() {
        Answer::Followed => format!("`{rule}`"),
        Answer::Listed => format!("reported, not resolved (`{rule}`)"),
        Answer::Reported => "reported, not resolved".to_owned(),
        Answer::Nothing => "nothing to find".to_owned(),
    }
}

/// In which modes: see `Rules`. In `none` no site is analysed; in `local` names are constants of the calling method.
fn modes(row: &Row) -> String {
    if row.rule.answer() != Answer::Followed {
        return "-".to_owned();
    }
    if row.kind == Kind::Flow {
        return "all".to_owned();
    }
    let by_constants = row.position(Role::Name).is_some();
    let mut text = if by_constants { "from `local`, there by constants" } else { "from `local`" }.to_owned();
    for rule in row.more {
        let _ = write!(text, "; more in `solar` (`{}`)", rule.text());
    }
    text
}

fn reason(row: &Row) -> String {
    let matters = if row.where_it_matters { "a line only where it matters" } else { "" };
    [row.why_unresolved(), matters].into_iter().filter(|why| !why.is_empty()).collect::<Vec<_>>().join("; ")
}

fn page() -> String {
    let mut out = INTRODUCTION.replace("{rows}", &API.len().to_string());
    let mut packages: BTreeMap<String, Vec<&Row>> = BTreeMap::new();
    for row in API {
        packages.entry(java_name(package_and_class(row).0)).or_default().push(row);
    }
    for (package, mut rows) in packages {
        let _ =
            write!(out, "\n### `{package}`\n\n| method | kind | answered by | modes | why |\n|---|---|---|---|---|\n");
        rows.sort_by_key(|row| (row.class, row.name));
        for (at, row) in rows.iter().enumerate() {
            let earlier = rows[..at].iter().any(|before| (before.class, before.name) == (row.class, row.name));
            let cells = [method(row, earlier), kind(row.kind).to_owned(), answered(row), modes(row), reason(row)];
            let _ = writeln!(out, "| {} |", cells.join(" | "));
        }
    }
    out.push_str(
        "\n## Methods without a row\n\nOf a class or package, those methods are meant that take or give classes, members or handles and \
         have no row.\n",
    );
    for (treated, title) in [
        (Treated::Unknown, "What they give is unknown"),
        (Treated::Model(""), "A model answers"),
        (Treated::Body, "Their body is analysed"),
    ] {
        let of = EXCUSED.iter().filter(|group| std::mem::discriminant(&group.0) == std::mem::discriminant(&treated));
        let _ = write!(out, "\n### {title}\n\n| why | methods |\n|---|---|\n");
        for &(treated, reason, patterns) in of {
            let model = if let Treated::Model(name) = treated { format!(" (model `{name}`)") } else { String::new() };
            let _ = writeln!(out, "| {reason}{model} | {} |", listed(patterns));
        }
    }
    let _ = write!(out, "\n### They load or run code by a name, and need no row\n\n| why | methods |\n|---|---|\n");
    for (reason, patterns) in WITHOUT {
        let _ = writeln!(out, "| {reason} | {} |", listed(patterns));
    }
    out.push_str("\nThis page is generated from `src/reflection/api/`: `UPDATE_DOCS=1 cargo test --lib api_page`.\n");
    out
}

/// What patterns speak of, sorted.
fn listed(patterns: &[&str]) -> String {
    let shown = |pattern: &&str| match pattern.split_once('.') {
        Some(("*", name)) => format!("`{name}` of any class"),
        Some((class, name)) => format!("`{}.{name}`", java_name(class)),
        None if pattern.ends_with('/') => format!("`{}` and below", java_name(pattern.trim_end_matches('/'))),
        None => format!("all of `{}`", java_name(pattern)),
    };
    let mut shown: Vec<String> = patterns.iter().map(shown).collect();
    shown.sort();
    shown.join(", ")
}

#[test]
fn api_page_is_up_to_date() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/api.md");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, page()).expect("written");
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(found == page(), "docs/api.md is stale: run UPDATE_DOCS=1 cargo test --lib api_page");
}

#[test]
fn what_is_not_resolved_has_a_reason() {
    let is_open = |row: &&Row| row.rule.answer() != Answer::Followed;
    let says = |row: &&Row| !row.why_unresolved().is_empty();
    let silent: Vec<String> = API.iter().filter(|row| is_open(row) && !says(row)).map(shown).collect();
    none(&silent, "it is not resolved, and neither the row nor its rule says why: .unresolved(why)");
    let followed: Vec<String> = API.iter().filter(|row| says(row) && !is_open(row)).map(shown).collect();
    none(&followed, "it is resolved, and says why it is not");
    let is_twice = |row: &&Row| !row.rule.unresolved().is_empty() && !row.unresolved.is_empty();
    let twice: Vec<String> = API.iter().filter(is_twice).map(shown).collect();
    none(&twice, "its rule says why it is not resolved: take .unresolved away");
}
