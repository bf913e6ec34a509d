//! The house rules of `ARCHITECTURE.md`, as tests. Each rule is a function from text to complaints, tried on text that
//! breaks it and then on the repository. What a compiler or clippy checks is not repeated here.

#![expect(clippy::unwrap_used, reason = "what a test cannot read fails it")]

#[path = "tidy/apis.rs"]
mod apis;
#[path = "tidy/circles.rs"]
mod circles;
#[path = "tidy/citations.rs"]
mod citations;
#[path = "tidy/imports.rs"]
mod imports;
#[path = "tidy/layers.rs"]
mod layers;
#[path = "tidy/methods.rs"]
mod methods;
#[path = "tidy/rust.rs"]
mod rust;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

/// Names that only some files may use outside tests, and why.
const RESERVED: &[(&str, &[&str], &str)] = &[
    ("cafebabe", &["src/classfile/decode.rs"], "one adapter knows the class-file reader"),
    ("serde_sarif", &["src/report/sarif.rs"], "one renderer knows the SARIF types"),
    (
        "std::fs",
        &["src/classpath/", "src/source/", "src/spec/load.rs", "src/cli/"],
        "files are read and written at the edges",
    ),
    ("std::net", &[], "the program is offline"),
    ("std::process::Command", &[], "the program starts no other"),
    ("std::env", &["src/cli/"], "the environment is an input, and inputs are typed"),
    ("SystemTime", &["src/report/"], "a result does not depend on when it is made"),
    ("Instant", &["src/report/"], "a result does not depend on how long it takes"),
    ("std::process::exit", &[], "main returns its status"),
];

/// Longest file, in lines. Tables and tests may be longer.
const LONGEST: usize = 1000;
const TABLES: &[&str] = &["src/result/rules.rs"];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every file of the repository that is or could be tracked, by path relative to its root, sorted.
fn files() -> Vec<String> {
    let asked = ["ls-files", "--cached", "--others", "--exclude-standard", "-z"];
    let listed = Command::new("git").args(asked).current_dir(root()).output().ok().filter(|done| done.status.success());
    let mut found: Vec<String> = match listed {
        Some(done) => String::from_utf8(done.stdout).unwrap().split_terminator('\0').map(str::to_owned).collect(),
        None => walk(),
    };
    found.retain(|path| root().join(path).is_file());
    found.sort();
    found.dedup();
    found
}

/// The files of a tree without git: all but what builds leave behind (see .gitignore).
fn walk() -> Vec<String> {
    const SKIPPED: &[&str] = &[".git", "target", "build", ".gradle", "node_modules"];
    let mut found = Vec::new();
    let mut folders = vec![root().to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap();
            if SKIPPED.contains(&name) {
                continue;
            }
            if path.is_dir() {
                folders.push(path);
            } else {
                found.push(path.strip_prefix(root()).unwrap().to_str().unwrap().replace('\\', "/"));
            }
        }
    }
    found
}

fn read(path: &str) -> Option<String> {
    String::from_utf8(fs::read(root().join(path)).unwrap()).ok()
}

/// Path and text of each Rust file below `src/`, without those that hold tests.
fn sources() -> Vec<(String, String)> {
    let is_source = |path: &String| path.starts_with("src/") && path.ends_with(".rs") && !holds_tests(path);
    files().into_iter().filter(is_source).map(|path| (path.clone(), read(&path).unwrap())).collect()
}

/// Files that only `#[cfg(test)]` modules use.
fn holds_tests(path: &str) -> bool {
    let test_file = ["tests.rs", "testing.rs", "sample.rs"].iter().any(|name| path.ends_with(&format!("/{name}")));
    test_file || path.contains("/tests/") || path.starts_with("tests/")
}

/// Runs a rule over files and fails with every complaint.
fn enforce(files: impl IntoIterator<Item = (String, String)>, rule: impl Fn(&str, &str) -> Vec<String>) {
    let complaints: Vec<String> = files.into_iter().flat_map(|(path, text)| rule(&path, &text)).collect();
    assert!(complaints.is_empty(), "\n{}\n", complaints.join("\n"));
}

fn reserved_names(path: &str, text: &str) -> Vec<String> {
    let code = rust::without_tests(&rust::code(text));
    let mut complaints = Vec::new();
    for (name, allowed, reason) in RESERVED {
        if allowed.iter().any(|place| path == *place || place.ends_with('/') && path.starts_with(place)) {
            continue;
        }
        for (number, line) in code.lines().enumerate() {
            let names = line.match_indices(name).any(|(at, _)| {
                let is_name = |c: char| c.is_alphanumeric() || c == '_';
                let (before, after) = (line[..at].chars().next_back(), line[at + name.len()..].chars().next());
                !before.is_some_and(is_name) && !after.is_some_and(is_name)
            });
            if names {
                complaints.push(format!("{path}:{}: {name} has no place here: {reason}", number + 1));
            }
        }
    }
    complaints
}

#[test]
fn reserved_names_stay_in_their_files() {
    let check = |path: &str, text: &str| reserved_names(path, text).len();
    for (name, _, _) in RESERVED {
        assert_eq!(check("src/heap/object.rs", &format!("use {name};")), 1, "{name}");
        assert_eq!(check("src/heap/object.rs", &format!("// {name}\nlet x = \"{name}\";")), 0, "{name}");
    }
    assert_eq!(check("src/classfile/decode.rs", "use cafebabe::X;"), 0);
    assert_eq!(check("src/classfile/other.rs", "use cafebabe::X;"), 1);
    assert_eq!(check("src/heap/object.rs", "let Instantiated = 1; std::fsx"), 0);
    enforce(sources(), reserved_names);
}

fn module_heading(path: &str, text: &str) -> Vec<String> {
    let heading: Vec<&str> = text.lines().map_while(|line| line.strip_prefix("//!")).collect();
    let heading = heading.join(" ");
    let least = if holds_tests(path) { 10 } else { 40 };
    if heading.trim().len() < least {
        return vec![format!("{path}: begins without a //! paragraph of what it owns")];
    }
    let is_part = path.starts_with("src/") && path.matches('/').count() == 1 + usize::from(path.ends_with("/mod.rs"));
    let is_crate = matches!(path, "src/lib.rs" | "src/main.rs");
    if is_part && !is_crate && !heading.to_lowercase().contains("must not") {
        return vec![format!("{path}: its //! paragraph does not say what it must not know")];
    }
    Vec::new()
}

#[test]
fn modules_say_what_they_own_and_must_not_know() {
    let check = |path: &str, text: &str| module_heading(path, text).len();
    let good = "//! Abstract objects as data: allocations, tokens, strings. Must not\n//! know solving.\nuse x;";
    assert_eq!(check("src/heap/mod.rs", good), 0);
    assert_eq!(check("src/heap/mod.rs", "//! Abstract objects as data: allocations, tokens, strings.\n"), 1);
    assert_eq!(check("src/heap/object.rs", "//! Abstract objects as data: allocations, tokens, strings.\n"), 0);
    assert_eq!(check("src/heap/object.rs", "//! Objects.\n"), 1);
    assert_eq!(check("src/heap/object.rs", &format!("use x;\n{good}")), 1);
    let all = files().into_iter().filter(|path| path.ends_with(".rs") && !path.contains("/snapshots/"));
    enforce(all.map(|path| (path.clone(), read(&path).unwrap())), module_heading);
}

fn file_length(path: &str, text: &str) -> Vec<String> {
    let lines = text.lines().count();
    if lines <= LONGEST || TABLES.contains(&path) || holds_tests(path) {
        return Vec::new();
    }
    vec![format!("{path}: {lines} lines, at most {LONGEST}")]
}

#[test]
fn files_are_short() {
    let long = "x\n".repeat(LONGEST + 1);
    assert_eq!(file_length("src/heap/object.rs", &long).len(), 1);
    assert_eq!(file_length("src/heap/tests.rs", &long).len(), 0);
    assert_eq!(file_length("src/heap/object.rs", &"x\n".repeat(LONGEST)).len(), 0);
    let code = files().into_iter().filter(|path| path.ends_with(".rs") || path.ends_with(".java"));
    enforce(code.map(|path| (path.clone(), read(&path).unwrap())), file_length);
    for table in TABLES {
        assert!(root().join(table).exists(), "{table} is gone: remove it from the list");
    }
}

fn calm_code(path: &str, text: &str) -> Vec<String> {
    let code = rust::without_tests(&rust::code(text));
    let mut complaints = Vec::new();
    for (number, (line, written)) in code.lines().zip(text.lines()).enumerate() {
        let mut complain = |what: &str| complaints.push(format!("{path}:{}: {what}", number + 1));
        if [".unwrap()", ".unwrap_err()"].iter().any(|call| line.contains(call)) {
            complain("unwrap outside tests");
        }
        if ["todo!", "unimplemented!", "dbg!"].iter().any(|name| line.contains(name)) {
            complain("unfinished");
        }
        if line.contains(".expect(")
            && written.contains(".expect(\"")
            && !written.contains(".expect(\"internal error: ")
        {
            complain("expect states an invariant: \"internal error: ...\"");
        }
        if line.contains("#[allow(") || line.contains("#![allow(") {
            complain("expect(lint, reason = ...) instead of allow");
        }
    }
    complaints
}

#[test]
fn code_does_not_panic_on_input() {
    let check = |text: &str| calm_code("src/heap/object.rs", text).len();
    assert_eq!(check("x.unwrap();"), 1);
    assert_eq!(check("x.expect(\"found\");"), 1);
    assert_eq!(check("x.expect(\"internal error: no class\"); x.unwrap_or(1);"), 0);
    assert_eq!(check("#[allow(dead_code)]\nfn f() { todo!() }"), 2);
    assert_eq!(check("// x.unwrap()\n#[cfg(test)]\nmod tests { fn f() { x.unwrap() } }"), 0);
    enforce(sources(), calm_code);
}

/// Words that would say where and how this text was made instead of what it does; spelt so that this file has none.
fn foreign_words() -> Vec<String> {
    let halves = [
        ("/wo", "rk/"),
        ("/ro", "ot/"),
        ("/ho", "me/runner"),
        ("/Us", "ers/"),
        ("C:\\Us", "ers"),
        ("cla", "ude"),
        ("anth", "ropic"),
        ("chat", "gpt"),
        ("language ", "model"),
        ("sub-", "agent"),
        ("work", "tree"),
        ("as an ", "ai "),
        ("../sha", "red/"),
    ];
    halves.iter().map(|(a, b)| format!("{a}{b}").to_lowercase()).collect()
}

fn own_words(path: &str, text: &str) -> Vec<String> {
    let words = foreign_words();
    let mut complaints = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let lower = line.to_lowercase();
        for word in words.iter().filter(|word| lower.contains(word.as_str())) {
            complaints.push(format!("{path}:{}: speaks of {word:?}", number + 1));
        }
    }
    complaints
}

#[test]
fn files_speak_of_the_software_alone() {
    for word in foreign_words() {
        assert_eq!(own_words("README.md", &format!("x\nsee {word}y\n")).len(), 1, "{word}");
    }
    enforce(files().into_iter().filter_map(|path| Some((path.clone(), read(&path)?))), own_words);
}

fn lock_hosts(path: &str, text: &str) -> Vec<String> {
    let usual = ["https://github.com/rust-lang/crates.io-index", "https://registry.npmjs.org/"];
    let mut complaints = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let source = line.contains("\"resolved\"") || line.trim_start().starts_with("source = ");
        if source && line.contains("://") && !usual.iter().any(|host| line.contains(host)) {
            complaints.push(format!("{path}:{}: resolved from an unusual place", number + 1));
        }
    }
    complaints
}

#[test]
fn lock_files_name_public_registries() {
    assert_eq!(lock_hosts("Cargo.lock", "source = \"registry+https://mirror.example/index\"").len(), 1);
    assert_eq!(lock_hosts("p.json", "  \"resolved\": \"http://10.0.0.1/a.tgz\",").len(), 1);
    assert_eq!(lock_hosts("Cargo.lock", &read("Cargo.lock").unwrap()).len(), 0);
    let locks = files().into_iter().filter(|path| path.ends_with(".lock") || path.ends_with("-lock.json"));
    enforce(locks.map(|path| (path.clone(), read(&path).unwrap())), lock_hosts);
}

fn fixture_shape(path: &str, text: &str) -> Vec<String> {
    let name = path.rsplit('/').next().unwrap().trim_end_matches(".java");
    let numbered = name.len() > 4
        && name.starts_with('S')
        && name[1..4].bytes().all(|byte| byte.is_ascii_digit())
        && name[4..].starts_with(char::is_uppercase);
    let mut complaints = Vec::new();
    // Programs without a reflective call have no scenario, nor have some rules.
    if !numbered && !["fixtures/calls/", "fixtures/rules/"].iter().any(|folder| path.starts_with(folder)) {
        complaints.push(format!("{path}: a fixture is named after its scenario, S001ForNameLiteral.java"));
    }
    if !text.contains(&format!("class {name}")) {
        complaints.push(format!("{path}: has no class {name}"));
    }
    if !text.contains("Expect.") {
        complaints.push(format!("{path}: expects nothing"));
    }
    complaints
}

#[test]
fn fixtures_have_a_scenario_and_expectations() {
    let good = "class S001ForName { void f() { Expect.targets(\"a.A\"); } }";
    assert_eq!(fixture_shape("fixtures/a/S001ForName.java", good).len(), 0);
    assert_eq!(fixture_shape("fixtures/a/ForName.java", "class ForName { }").len(), 2);
    assert_eq!(fixture_shape("fixtures/a/S001forName.java", good).len(), 2);
    assert_eq!(fixture_shape("fixtures/calls/Threads.java", "class Threads { }").len(), 1);
    let is_fixture = |path: &String| {
        path.starts_with("fixtures/")
            && path.ends_with(".java")
            && path.matches('/').count() == 2
            && !path.starts_with("fixtures/support/")
            // Programs about plain calls belong to no scenario; their expectations are counted by the fixture tests.
            && !path.starts_with("fixtures/calls/")
    };
    enforce(files().into_iter().filter(is_fixture).map(|path| (path.clone(), read(&path).unwrap())), fixture_shape);
}

/// Specs that are not in the list of embedded ones, and names of the list without a spec.
fn embedded_specs(list: &str, specs: &[String]) -> Vec<String> {
    let file = |path: &str| {
        path.strip_prefix("reflection-specs/").and_then(|name| name.strip_suffix(".toml")).map(str::to_owned)
    };
    let there: BTreeSet<String> = specs.iter().filter_map(|path| file(path)).collect();
    let listed = list.lines().filter_map(|line| line.trim().strip_prefix('"')?.strip_suffix('"'));
    let listed: BTreeSet<String> = listed.map(str::to_owned).collect();
    let gone = listed.difference(&there).map(|name| format!("reflection-specs/{name}.toml is listed and not there"));
    let missing = there.difference(&listed).map(|name| format!("reflection-specs/{name}.toml is not embedded"));
    gone.chain(missing).collect()
}

#[test]
fn built_in_specs_are_all_embedded() {
    let list = "macro {\n    \"a\"\n    \"b\"\n};";
    let named = |names: &[&str]| names.iter().map(|name| format!("reflection-specs/{name}")).collect::<Vec<String>>();
    assert_eq!(embedded_specs(list, &named(&["README.md", "a.toml", "b.toml"])).len(), 0);
    assert_eq!(embedded_specs(list, &named(&["a.toml", "c.toml"])).len(), 2);
    let specs: Vec<String> = files().into_iter().filter(|path| path.starts_with("reflection-specs/")).collect();
    let complaints = embedded_specs(&read("src/spec/bundled.rs").unwrap(), &specs);
    assert!(complaints.is_empty(), "{complaints:?}");
}

/// The parts that the map of the architecture has a heading for: "### `src/heap/`".
fn mapped_parts(text: &str) -> BTreeMap<&str, usize> {
    let mut parts = BTreeMap::new();
    for line in text.lines() {
        if let Some(rest) = line.strip_prefix("### `src/") {
            let name = rest.split('`').next().unwrap().trim_end_matches('/').trim_end_matches(".rs");
            *parts.entry(name).or_insert(0) += 1;
        }
    }
    parts
}

#[test]
fn the_map_shows_every_part_once() {
    assert_eq!(
        mapped_parts("### `src/heap/`\n### `src/engine.rs`\ntext `src/x`"),
        BTreeMap::from([("engine", 1), ("heap", 1)])
    );
    let text = read("ARCHITECTURE.md").unwrap();
    let expected: BTreeMap<&str, usize> = imports::IMPORTS.iter().map(|(part, _)| (*part, 1)).collect();
    assert_eq!(mapped_parts(&text), expected);
    assert!(text.matches("Architecture invariant:").count() >= expected.len() / 2);
}
