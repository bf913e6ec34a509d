//! Circles that files of a part make by methods alone: where the methods of one type stand in several files, a call is no import.
//! Seen is what text shows: calls on `self`, and on a variable that is named after the type, of methods whose name one file of
//! the type has. Must not know what parts there are.

use std::collections::{BTreeMap, BTreeSet};

use super::circles::judge;
use super::rust;

/// Files that call each other's methods in a circle, and why they may. A folder stands for all its files.
const KNOWN: &[(&[&str], &str)] = &[
    (
        &["src/classpath/enterprise.rs", "src/classpath/entries.rs", "src/classpath/open.rs"],
        "archives hold archives, and manifests name others",
    ),
    (
        &[
            "src/defensive/calls.rs",
            "src/defensive/entering.rs",
            "src/defensive/frame.rs",
            "src/defensive/functions.rs",
            "src/defensive/statements.rs",
            "src/defensive/texts.rs",
        ],
        "a statement may be a call, of a body that has statements",
    ),
    (&["src/ir/lower/finish.rs", "src/ir/lower/mod.rs"], "the stages are methods of one type, which runs them"),
    (
        &[
            "src/models/strings/reader.rs",
            "src/models/strings/reader/conditions.rs",
            "src/models/strings/reader/joins.rs",
            "src/models/strings/reader/matchers.rs",
        ],
        "a value may depend on a condition, which compares values",
    ),
    (
        &[
            "src/program/ahead.rs",
            "src/program/damage.rs",
            "src/program/hierarchy.rs",
            "src/program/loading.rs",
            "src/program/members.rs",
            "src/program/mod.rs",
            "src/program/subtypes.rs",
            "src/program/type_table.rs",
        ],
        "a class is loaded when it is first asked for, by whichever question",
    ),
    (
        &[
            "src/reflection/handles/making.rs",
            "src/reflection/handles/passing.rs",
            "src/reflection/handles/runs.rs",
            "src/reflection/handles/types.rs",
            "src/reflection/handles/lookups.rs",
        ],
        "a handle runs handles that it is made of, and what it finds out is passed on to those made of it",
    ),
];

/// A block of methods: of which type, and its code.
struct Block {
    of: String,
    code: String,
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn name_at(code: &str) -> &str {
    &code[..code.find(|c| !is_name(c)).unwrap_or(code.len())]
}

/// The inherent `impl` blocks of code.
fn blocks(code: &str) -> Vec<Block> {
    let mut found = Vec::new();
    for (at, _) in code.match_indices("impl").filter(|&(at, _)| at == 0 || code[..at].ends_with('\n')) {
        let Some(open) = code[at..].find('{').map(|open| at + open) else { continue };
        let mut header = &code[at + "impl".len()..open];
        if header.starts_with('<') {
            let mut depth = 0usize;
            let end = header.char_indices().find(|&(_, c)| {
                depth = if c == '<' { depth + 1 } else { depth - usize::from(c == '>') };
                depth == 0
            });
            header = end.map_or("", |(end, _)| &header[end + 1..]);
        }
        let of = name_at(header.trim_start()).to_owned();
        if of.is_empty() || header.contains(" for ") {
            continue;
        }
        let mut depth = 0usize;
        let close = code[open..].char_indices().find(|&(_, c)| {
            match c {
                '{' => depth += 1,
                '}' => depth -= 1,
                _ => (),
            }
            depth == 0
        });
        let end = close.map_or(code.len(), |(close, _)| open + close);
        found.push(Block { of, code: code[open..end].to_owned() });
    }
    found
}

/// The methods that code calls on a receiver, `self` or a variable, and by `prefix::`.
fn called<'c>(code: &'c str, receiver: &str) -> BTreeSet<&'c str> {
    let mut found = BTreeSet::new();
    for (at, _) in code.match_indices(receiver) {
        if code[..at].ends_with(is_name) {
            continue;
        }
        let rest = code[at + receiver.len()..].trim_start();
        let Some(rest) = rest.strip_prefix('.').or_else(|| rest.strip_prefix("::")) else { continue };
        let name = name_at(rest.trim_start());
        let after = &rest.trim_start()[name.len()..];
        if !name.is_empty() && (after.starts_with('(') || after.starts_with("::<")) {
            found.insert(name);
        }
    }
    found
}

/// `StreamCall` as the variable `stream_call`.
fn variable(of: &str) -> String {
    let mut name = String::new();
    for (at, c) in of.char_indices() {
        if at > 0 && c.is_uppercase() {
            name.push('_');
        }
        name.extend(c.to_lowercase());
    }
    name
}

/// A file of a part: its path and its code.
type File<'s> = (&'s str, String);

/// Where types are declared, by name.
type Declared<'s> = BTreeMap<String, BTreeSet<&'s str>>;

fn declared<'s>(files: &[File<'s>]) -> Declared<'s> {
    let mut declared = Declared::new();
    for (path, code) in files {
        for keyword in ["struct ", "enum ", "union "] {
            for (at, _) in code.match_indices(keyword).filter(|&(at, _)| !code[..at].ends_with(is_name)) {
                declared.entry(name_at(&code[at + keyword.len()..]).to_owned()).or_default().insert(path);
            }
        }
    }
    declared
}

/// The declaration of a type that is nearest to a file: several may have one of the name.
fn nearest<'s>(declared: &Declared<'s>, of: &str, path: &str) -> Option<&'s str> {
    let common = |other: &str| other.split('/').zip(path.split('/')).take_while(|(a, b)| a == b).count();
    declared.get(of)?.iter().copied().max_by_key(|other| common(other))
}

/// Which files of a part call methods that only another one has.
fn calls<'s>(files: &'s [File<'s>]) -> BTreeMap<&'s str, BTreeSet<String>> {
    let declared = declared(files);
    let blocks: Vec<(&str, Vec<Block>)> = files.iter().map(|(path, code)| (*path, blocks(code))).collect();
    // By declaration and name of the type, the files that have methods of it, and by method those that have it.
    let mut spread: BTreeMap<(&str, &str), BTreeSet<&str>> = BTreeMap::new();
    let mut has: BTreeMap<(&str, &str, &str), BTreeSet<&str>> = BTreeMap::new();
    for (path, blocks) in &blocks {
        for Block { of, code } in blocks {
            let Some(at) = nearest(&declared, of, path) else { continue };
            spread.entry((at, of)).or_default().insert(path);
            for (start, _) in code.match_indices("fn ").filter(|&(start, _)| !code[..start].ends_with(is_name)) {
                has.entry((at, of, name_at(&code[start + "fn ".len()..]))).or_default().insert(path);
            }
        }
    }
    spread.retain(|_, files| files.len() > 1);
    let mut calls: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    let mut add = |path: &'s str, of: (&str, &str), methods: BTreeSet<&str>| {
        for method in methods.into_iter().filter(|_| spread.contains_key(&of)) {
            let having = has.get(&(of.0, of.1, method)).filter(|having| having.len() == 1);
            if let Some(only) = having.and_then(|having| having.first()).filter(|only| **only != path) {
                calls.entry(path).or_default().insert((*only).to_owned());
            }
        }
    };
    for ((path, blocks), (_, whole)) in blocks.iter().zip(files) {
        for Block { of, code } in blocks {
            if let Some(at) = nearest(&declared, of, path) {
                add(path, (at, of), &called(code, "self") | &called(code, "Self"));
            }
        }
        for &(at, of) in spread.keys().filter(|(at, of)| nearest(&declared, of, path) == Some(at)) {
            add(path, (at, of), called(whole, &variable(of)));
        }
    }
    calls
}

/// Circles that nobody knows of, and known ones that are gone.
fn complaints(sources: &[(String, String)], known: &[(&[&str], &str)]) -> Vec<String> {
    let mut parts: BTreeMap<&str, Vec<File<'_>>> = BTreeMap::new();
    for (path, text) in sources {
        let part = path.split('/').nth(1).unwrap_or(path);
        parts.entry(part).or_default().push((path, rust::without_tests(&rust::code(text))));
    }
    let graphs: Vec<_> = parts.values().map(|files| calls(files)).collect();
    judge(&graphs, known, ("methods", "calls"))
}

#[test]
fn files_of_a_part_call_in_no_circle() {
    let sources = |files: &[(&str, &str)]| {
        files.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect::<Vec<_>>()
    };
    let check = |files: &[(&str, &str)]| complaints(&sources(files), &[]).len();
    let a = ("src/p/a.rs", "pub struct S;\nimpl S {\n    fn a(&self) { self.b() }\n}\n");
    let back = |code: &str| format!("impl<'s> S {{\n    fn b(&self) {{ {code} }}\n}}\n");
    for (code, found) in [
        ("self.a()", 1),
        ("self\n    .a::<u32>()", 1),
        ("Self::a(self)", 1),
        ("self.a.x()", 0),
        ("myself.a()", 0),
        ("self.b()", 0),
        ("// self.a()", 0),
        ("\"self.a()\"", 0),
    ] {
        assert_eq!(check(&[a, ("src/p/b.rs", &back(code))]), found, "{code}");
    }
    // A rule that is given the state.
    let rule = "impl S {\n    fn b(&self) { }\n}\nimpl Rule for R {\n    fn met(&self, s: &S) { s.a() }\n}\n";
    assert_eq!(check(&[a, ("src/p/b.rs", rule)]), 1);
    // A name that two files have says nothing; nor does a type of the name elsewhere, or a test.
    let other = ("src/p/c.rs", "impl S {\n    fn b(&self) { self.x() }\n}\n");
    assert_eq!(check(&[a, ("src/p/b.rs", &back("self.a()")), other]), 0);
    let inner = "pub struct S;\nimpl S {\n    fn b(&self) { self.a() }\n}\n";
    assert_eq!(check(&[a, ("src/p/q/b.rs", inner)]), 0);
    assert_eq!(check(&[a, ("src/q/b.rs", &back("self.a()"))]), 0);
    assert_eq!(check(&[a, ("src/p/b.rs", &format!("#[cfg(test)]\nmod tests {{\n{}}}\n", back("self.a()")))]), 0);
    let circle = sources(&[a, ("src/p/b.rs", &back("self.a()"))]);
    assert_eq!(complaints(&circle, &[(&["src/p/a.rs", "src/p/b.rs"], "")]), [""; 0]);
    assert_eq!(complaints(&circle, &[(&["src/p/"], ""), (&["src/q/"], "")]).len(), 1, "a folder, and a stale one");
    let found = complaints(&super::sources(), KNOWN);
    assert!(found.is_empty(), "\n{}\n", found.join("\n"));
}
