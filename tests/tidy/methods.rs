//! Calls between files of a part that need no import: where the methods of one type stand in several files, each can call those
//! of the others. Seen is what text shows: calls on `self`, and on a variable that is named after the type or is said to refer to it,
//! of methods whose name one file of the type has. Must not know what parts there are.

use std::collections::{BTreeMap, BTreeSet};

use super::rust;

/// Where files lead to, by path, and why: `use` for an import, else the names of the methods that are called there.
pub(super) type Arrows = BTreeMap<String, BTreeMap<String, BTreeSet<String>>>;

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

/// The methods that code calls on a receiver, `self` or a variable, and names by `prefix::`.
fn called<'c>(code: &'c str, receiver: &str) -> BTreeSet<&'c str> {
    let mut found = BTreeSet::new();
    for (at, _) in code.match_indices(receiver) {
        if code[..at].ends_with(is_name) {
            continue;
        }
        let rest = code[at + receiver.len()..].trim_start();
        // A variable may have the name of a folder: `state::call` is no call.
        let is_path = receiver.starts_with(char::is_uppercase);
        let Some(rest) = rest.strip_prefix(if is_path { "::" } else { "." }) else { continue };
        let name = name_at(rest.trim_start());
        let after = &rest.trim_start()[name.len()..];
        // A method may be handed over by its path: `map(Self::of)`.
        let is_handed = is_path && name.starts_with(char::is_lowercase);
        if !name.is_empty() && (is_handed || after.starts_with('(') || after.starts_with("::<")) {
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

/// The variables that code gives a type by a reference: `this: &mut Self`.
fn typed<'c>(code: &'c str, of: &str) -> BTreeSet<&'c str> {
    let mut found = BTreeSet::new();
    for (at, _) in code.match_indices(of).filter(|&(at, _)| !code[at + of.len()..].starts_with(is_name)) {
        let before = code[..at].strip_suffix("mut ").unwrap_or(&code[..at]);
        // `&'a `
        let lifetime = before.trim_end().trim_end_matches(is_name).strip_suffix('\'');
        let reference = [Some(before), lifetime].into_iter().flatten().find_map(|before| before.strip_suffix('&'));
        let Some(at) = reference.and_then(|before| before.strip_suffix(": ")).map(str::len) else { continue };
        let start = code[..at].rfind(|c| !is_name(c)).map_or(0, |before| before + 1);
        if start < at {
            found.insert(&code[start..at]);
        }
    }
    found
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
fn calls_inside(files: &[File<'_>]) -> Arrows {
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
    let mut calls = Arrows::new();
    let mut add = |path: &str, of: (&str, &str), methods: BTreeSet<&str>| {
        for method in methods.into_iter().filter(|_| spread.contains_key(&of)) {
            let having = has.get(&(of.0, of.1, method)).filter(|having| having.len() == 1);
            if let Some(only) = having.and_then(|having| having.first()).filter(|only| **only != path) {
                let there = calls.entry(path.to_owned()).or_default().entry((*only).to_owned()).or_default();
                there.insert(method.to_owned());
            }
        }
    };
    for ((path, blocks), (_, whole)) in blocks.iter().zip(files) {
        for Block { of, code } in blocks {
            if let Some(at) = nearest(&declared, of, path) {
                let receivers = ["self", "Self"].into_iter().chain(typed(code, "Self"));
                add(path, (at, of), receivers.flat_map(|receiver| called(code, receiver)).collect());
            }
        }
        for &(at, of) in spread.keys().filter(|(at, of)| nearest(&declared, of, path) == Some(at)) {
            let named = variable(of);
            let receivers = typed(whole, of).into_iter().chain([named.as_str(), of]);
            add(path, (at, of), receivers.flat_map(|receiver| called(whole, receiver)).collect());
        }
    }
    calls
}

/// Which files call methods of a type that only another file of their part has.
pub(super) fn calls(sources: &[(String, String)]) -> Arrows {
    let mut parts: BTreeMap<&str, Vec<File<'_>>> = BTreeMap::new();
    for (path, text) in sources {
        let part = path.split('/').nth(1).unwrap_or(path);
        parts.entry(part).or_default().push((path, rust::without_tests(&rust::code(text))));
    }
    parts.values().flat_map(|files| calls_inside(files)).collect()
}

#[test]
fn calls_of_methods_lead_from_file_to_file() {
    let sources = |files: &[(&str, &str)]| {
        files.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect::<Vec<_>>()
    };
    // Whether two files call each other's methods.
    let check = |files: &[(&str, &str)]| {
        let calls = calls(&sources(files));
        let leads = |from: &str, to: &str| calls.get(from).is_some_and(|of| of.contains_key(to));
        leads("src/p/a.rs", files[1].0) && leads(files[1].0, "src/p/a.rs")
    };
    let a = ("src/p/a.rs", "pub struct S;\nimpl S {\n    fn a(&self) { self.b() }\n}\n");
    let back = |code: &str| format!("impl<'s> S {{\n    fn b(&self) {{ {code} }}\n}}\n");
    for (code, found) in [
        ("self.a()", true),
        ("self\n    .a::<u32>()", true),
        ("Self::a(self)", true),
        ("self.a.x()", false),
        ("myself.a()", false),
        ("self.b()", false),
        ("// self.a()", false),
        ("\"self.a()\"", false),
    ] {
        assert_eq!(check(&[a, ("src/p/b.rs", &back(code))]), found, "{code}");
    }
    // A rule that is given the state.
    let rule = "impl S {\n    fn b(&self) { }\n}\nimpl Rule for R {\n    fn met(&self, s: &S) { s.a() }\n}\n";
    assert!(check(&[a, ("src/p/b.rs", rule)]));
    let rule =
        "impl S {\n    fn b(&self) { }\n}\nimpl Rule for R {\n    fn met(&self, given: &mut S) { given.a() }\n}\n";
    assert!(check(&[a, ("src/p/b.rs", rule)]));
    assert!(check(&[a, ("src/p/b.rs", &back("let f = |this: &Self| this.a(); f(self)"))]));
    assert!(!check(&[a, ("src/p/b.rs", &back("let f = |this: &Selfless| this.a(); f(self)"))]));
    // A name that two files have says nothing; nor does a type of the name elsewhere, or a test.
    let other = ("src/p/c.rs", "impl S {\n    fn b(&self) { self.x() }\n}\n");
    assert!(!check(&[a, ("src/p/b.rs", &back("self.a()")), other]));
    let inner = "pub struct S;\nimpl S {\n    fn b(&self) { self.a() }\n}\n";
    assert!(!check(&[a, ("src/p/q/b.rs", inner)]));
    assert!(!check(&[a, ("src/q/b.rs", &back("self.a()"))]));
    assert!(!check(&[a, ("src/p/b.rs", &format!("#[cfg(test)]\nmod tests {{\n{}}}\n", back("self.a()")))]));
}
