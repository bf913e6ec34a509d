//! Arrows inside a part: files that lead to each other in a circle can be read, moved and tested only together. An arrow is an
//! import, or a call of a method of a type whose methods stand in several files (`methods.rs`), which needs none: a circle may
//! be made of both. Which file an import means is found by module paths and re-exports, as far as text shows them. Folders of
//! a part are held to the same: none leads to another that leads back by some way, through whatever files. Must not know what
//! parts there are.

use std::collections::{BTreeMap, BTreeSet};

use super::methods::{self, Arrows};
use super::rust;

/// Files that import or call each other in a circle, and why they may. A folder stands for all its files.
const KNOWN: &[(&[&str], &str)] = &[
    (
        &[
            "src/classpath/enterprise.rs",
            "src/classpath/entries.rs",
            "src/classpath/jdk.rs",
            "src/classpath/mod.rs",
            "src/classpath/open.rs",
        ],
        "archives hold archives, manifests name others, and the class path is declared above the files that fill it",
    ),
    (
        &[
            "src/cli/analysis.rs",
            "src/cli/coverage.rs",
            "src/cli/export.rs",
            "src/cli/mod.rs",
            "src/cli/papers.rs",
            "src/cli/records.rs",
            "src/cli/reports.rs",
            "src/cli/specs.rs",
        ],
        "the list of sub-commands has what they print and encode with",
    ),
    (
        &[
            "src/defensive/calls.rs",
            "src/defensive/entering.rs",
            "src/defensive/finals.rs",
            "src/defensive/frame.rs",
            "src/defensive/functions.rs",
            "src/defensive/mirrors.rs",
            "src/defensive/statements.rs",
            "src/defensive/statics.rs",
            "src/defensive/texts.rs",
        ],
        "a statement may be a call or read a final field, of which bodies that have statements say what it gives",
    ),
    (
        &[
            "src/ir/lower/blocks.rs",
            "src/ir/lower/finish.rs",
            "src/ir/lower/graph.rs",
            "src/ir/lower/mod.rs",
            "src/ir/lower/ssa.rs",
            "src/ir/lower/stack.rs",
        ],
        "the stages are methods of one type, which is declared above them and runs them",
    ),
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
            "src/program/candidates.rs",
            "src/program/damage.rs",
            "src/program/hierarchy.rs",
            "src/program/loading.rs",
            "src/program/lookup/class_names.rs",
            "src/program/lookup/constructors.rs",
            "src/program/lookup/methods.rs",
            "src/program/lookup/mod.rs",
            "src/program/lookup/modules.rs",
            "src/program/lookup/relations.rs",
            "src/program/members.rs",
            "src/program/mod.rs",
            "src/program/subtypes.rs",
            "src/program/type_table.rs",
            "src/program/well_known.rs",
        ],
        "a program remembers what the files below find out about it, by its own methods, and loads a class when it is asked for",
    ),
    (
        &["src/reflection/code/conditions.rs", "src/reflection/code/member_tests.rs"],
        "whether a method that checks something returns is a test, and what it checks are conditions",
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
    (
        &[
            "src/report/explain.rs",
            "src/report/json.rs",
            "src/report/mod.rs",
            "src/report/sarif.rs",
            "src/report/text.rs",
            "src/report/text/summary.rs",
        ],
        "the list of formats has the style that they share",
    ),
    (
        &["src/report/policy.rs", "src/report/policy/incomplete.rs", "src/report/policy/made.rs"],
        "what a report adds is made of what it reads",
    ),
    (&["src/source/file.rs", "src/source/mod.rs"], "a query is declared above the file it is answered from"),
];

/// Folders, and files beside them, that lead to each other in a circle by different files, and why they may; without endings.
const KNOWN_FOLDERS: &[(&[&str], &str)] = &[];

/// Names that a file gives to others, each with the path it stands for; `*` for all below the path.
type Exports = Vec<(String, Vec<String>)>;

/// What one file of a part is made of.
struct File {
    /// `["pointsto", "containers", "acts"]`
    module: Vec<String>,
    code: String,
    exports: Exports,
    /// It only declares and re-exports: no node of the graph.
    is_list: bool,
}

/// The files of `src/` by module path.
struct Modules {
    files: BTreeMap<String, File>,
    by_path: BTreeMap<Vec<String>, String>,
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The paths of a use tree such as `super::a::{b, c::{self, d}}`, each with the name it gets.
fn expand(tree: &str) -> Vec<(Vec<String>, String)> {
    let tree = tree.trim();
    let Some((head, rest)) = tree.split_once('{') else {
        let (path, name) = tree.split_once(" as ").unwrap_or((tree, ""));
        let path: Vec<String> =
            path.split("::").map(|part| part.trim().to_owned()).filter(|part| !part.is_empty()).collect();
        let last = path.last().cloned().unwrap_or_default();
        return vec![(path, if name.is_empty() { last } else { name.trim().to_owned() })];
    };
    let head: Vec<String> =
        head.split("::").map(|part| part.trim().to_owned()).filter(|part| !part.is_empty()).collect();
    let inner = rest.rsplit_once('}').map_or(rest, |(inner, _)| inner);
    let (mut depth, mut start, mut parts) = (0usize, 0, Vec::new());
    for (at, c) in inner.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&inner[start..at]);
                start = at + 1;
            }
            _ => (),
        }
    }
    parts.push(&inner[start..]);
    let parts = parts.into_iter().filter(|part| !part.trim().is_empty()).flat_map(expand);
    let joined = parts.map(|(path, name)| {
        if path == ["self"] {
            return (head.clone(), head.last().cloned().unwrap_or_default());
        }
        (head.iter().cloned().chain(path).collect(), name)
    });
    joined.collect()
}

/// The `use` statements of code: where each begins and ends, whether it is `pub`, and its tree.
fn uses(code: &str) -> Vec<(usize, usize, bool, String)> {
    let mut found = Vec::new();
    for (at, _) in code.match_indices("use ") {
        let before = code[..at].trim_end_matches([' ', '\n']);
        let starts = before.is_empty() || before.ends_with([';', '}', '{', ')', ']']) || before.ends_with("pub");
        if at > 0 && code[..at].ends_with(is_name) || !starts {
            continue;
        }
        let Some(end) = code[at..].find(';') else { continue };
        let line = code[..at].rsplit('\n').next().unwrap_or("");
        found.push((at, at + end, line.trim_start().starts_with("pub"), code[at + 4..at + end].replace('\n', " ")));
    }
    found
}

impl Modules {
    fn new(sources: &[(String, String)]) -> Self {
        let mut modules = Self { files: BTreeMap::new(), by_path: BTreeMap::new() };
        for (path, text) in sources {
            let inside = path.strip_prefix("src/").unwrap_or(path).trim_end_matches(".rs").trim_end_matches("/mod");
            let module: Vec<String> = inside.split('/').map(str::to_owned).collect();
            let code = rust::without_tests(&rust::code(text));
            let is_list = declares_only(&code);
            modules.by_path.insert(module.clone(), path.clone());
            modules.files.insert(path.clone(), File { module, code, exports: Vec::new(), is_list });
        }
        let exports: BTreeMap<String, Exports> = modules
            .files
            .iter()
            .map(|(path, file)| {
                let trees = uses(&file.code).into_iter().filter(|(_, _, is_pub, _)| *is_pub);
                let named = trees
                    .flat_map(|(_, _, _, tree)| expand(&tree))
                    .map(|(path, name)| (name, modules.absolute(file, &path)));
                (path.clone(), named.collect())
            })
            .collect();
        for (path, exports) in exports {
            modules.files.entry(path).and_modify(|file| file.exports = exports);
        }
        modules
    }

    /// A path from the root of the crate; one that begins with neither `crate`, `self` nor `super` is of a child module.
    fn absolute(&self, file: &File, path: &[String]) -> Vec<String> {
        let mut base = file.module.clone();
        let mut rest = path;
        match path.first().map(String::as_str) {
            Some("crate") => (base, rest) = (Vec::new(), &path[1..]),
            Some("self") => rest = &path[1..],
            _ => {}
        }
        while rest.first().is_some_and(|part| part == "super") {
            base.pop();
            rest = &rest[1..];
        }
        base.extend(rest.iter().cloned());
        base
    }

    /// The files that an absolute path means; none outside `part`.
    fn targets(&self, path: &[String], depth: usize) -> BTreeSet<String> {
        let longest = (1..=path.len()).rev().find_map(|len| self.by_path.get(&path[..len]).map(|file| (len, file)));
        let Some((len, found)) = longest else { return BTreeSet::new() };
        let file = &self.files[found];
        let Some(item) = path.get(len) else {
            return if file.is_list { BTreeSet::new() } else { BTreeSet::from([found.clone()]) };
        };
        let mut targets = BTreeSet::new();
        if depth < 8 {
            for (name, of) in &file.exports {
                if name == item {
                    targets.extend(self.targets(of, depth + 1));
                } else if name == "*" {
                    let below: Vec<String> = of[..of.len() - 1].iter().cloned().chain([item.clone()]).collect();
                    let there = self.targets(&below, depth + 1);
                    targets.extend(there.into_iter().filter(|path| defines(&self.files[path].code, item)));
                }
            }
        }
        if targets.is_empty() && !file.is_list {
            targets.insert(found.clone());
        }
        targets
    }

    /// The paths that a file names, from the root of the crate.
    fn named(&self, file: &File) -> Vec<Vec<String>> {
        let mut named = Vec::new();
        let uses = uses(&file.code);
        for (_, _, is_export, tree) in &uses {
            for (path, name) in expand(tree) {
                let first = path.first().map_or("", String::as_str);
                let child: Vec<String> = file.module.iter().cloned().chain([first.to_owned()]).collect();
                if !["crate", "self", "super"].contains(&first) && !self.by_path.contains_key(&child) {
                    continue;
                }
                // What is handed on is used here only if it is named once more.
                let is_used = !is_export || occurrences(&file.code, &name) > 1;
                if is_used {
                    named.push(self.absolute(file, &path));
                }
            }
        }
        let in_use = |at: usize| uses.iter().any(|(start, end, _, _)| (*start..*end).contains(&at));
        let children =
            self.by_path.keys().filter(|path| path.split_last().is_some_and(|(_, above)| above == file.module));
        let below =
            children.filter_map(|path| path.last()).map(|name| (format!("{name}::"), Vec::from([name.clone()])));
        // A module that is imported is used by the paths below its name.
        let trees = uses.iter().flat_map(|(_, _, _, tree)| expand(tree));
        let modules = trees.filter(|(path, _)| self.by_path.contains_key(&self.absolute(file, path)));
        let modules = modules.map(|(path, name)| (format!("{name}::"), path));
        let roots = ["crate", "self", "super"].map(|root| (format!("{root}::"), Vec::from([root.to_owned()])));
        for (prefix, stands_for) in roots.into_iter().chain(below).chain(modules) {
            for (at, _) in file.code.match_indices(&prefix) {
                let before = &file.code[..at];
                if in_use(at) || before.ends_with(is_name) || before.ends_with("::") || before.ends_with("in ") {
                    continue;
                }
                let path: String = file.code[at..].chars().take_while(|&c| is_name(c) || c == ':').collect();
                let below = path.split("::").filter(|part| !part.is_empty()).skip(1).map(str::to_owned);
                let path: Vec<String> = stands_for.iter().cloned().chain(below).collect();
                named.push(self.absolute(file, &path));
            }
        }
        named
    }

    /// Who imports whom among the files of a part.
    fn imports(&self) -> Arrows {
        let mut imports = Arrows::new();
        for (path, file) in self.files.iter().filter(|(_, file)| !file.is_list) {
            let mut of: BTreeSet<String> = BTreeSet::new();
            let named = self.named(file);
            for named in named.iter().filter(|named| named.first() == file.module.first()) {
                of.extend(self.targets(named, 0));
            }
            of.remove(path);
            let of = of.into_iter().map(|other| (other, BTreeSet::from(["use".to_owned()])));
            imports.insert(path.clone(), of.collect());
        }
        imports
    }
}

/// Whether code has declarations of modules, and nothing else but imports and attributes.
fn declares_only(code: &str) -> bool {
    let mut rest = code.to_owned();
    for (start, end, _, _) in uses(code).into_iter().rev() {
        rest.replace_range(start..=end, "");
    }
    let statements = rest.split(';').map(str::trim).filter(|statement| !statement.is_empty());
    let declares = rest.split_whitespace().any(|word| word == "mod");
    let plain = |statement: &str| {
        let words: Vec<&str> =
            statement.split_whitespace().filter(|word| !word.starts_with("pub") && !word.starts_with("#[")).collect();
        words.is_empty() || words[0] == "mod" && words.len() == 2 || words.iter().all(|word| word.ends_with(')'))
    };
    declares && statements.into_iter().all(plain)
}

fn occurrences(code: &str, name: &str) -> usize {
    let is_whole = |at: usize| !code[..at].ends_with(is_name) && !code[at + name.len()..].starts_with(is_name);
    if name.is_empty() { 0 } else { code.match_indices(name).filter(|&(at, _)| is_whole(at)).count() }
}

/// Whether code defines an item of that name.
fn defines(code: &str, item: &str) -> bool {
    const KEYWORDS: [&str; 8] = ["fn", "struct", "enum", "trait", "type", "const", "static", "union"];
    code.match_indices(item).any(|(at, _)| {
        let before = &code[..at];
        let whole = !before.ends_with(is_name) && !code[at + item.len()..].starts_with(is_name);
        let keyword = before.split_whitespace().next_back().unwrap_or("");
        // `define_id!(Name)` defines one, too.
        let defined = KEYWORDS.contains(&keyword) || before.trim_end().ends_with("define_id!(");
        whole && defined
    })
}

/// What an arrow leads to by some way.
fn reached<'a>(arrows: &'a Arrows, from: &str) -> BTreeSet<&'a str> {
    let mut seen = BTreeSet::new();
    let next = |at: &str| arrows.get(at).into_iter().flat_map(BTreeMap::keys).map(String::as_str);
    let mut open: Vec<&str> = next(from).collect();
    while let Some(at) = open.pop() {
        if seen.insert(at) {
            open.extend(next(at));
        }
    }
    seen
}

/// The circles among files: each the files that all lead to each other by some way, sorted.
fn circles(arrows: &Arrows) -> Vec<Vec<String>> {
    let reach: BTreeMap<&str, BTreeSet<&str>> =
        arrows.keys().map(|path| (path.as_str(), reached(arrows, path))).collect();
    let mut found: BTreeSet<Vec<String>> = BTreeSet::new();
    for (path, there) in &reach {
        if there.contains(path) {
            let back = |other: &&&str| reach.get(**other).is_some_and(|back| back.contains(path));
            found.insert(there.iter().filter(back).map(|path| (*path).to_owned()).collect());
        }
    }
    found.into_iter().collect()
}

/// Whether a file is one, or in a folder.
fn is_in(path: &str, of: &str) -> bool {
    path == of || of.ends_with('/') && path.starts_with(of)
}

/// The arrows among the files of each part.
pub(super) fn arrows(sources: &[(String, String)]) -> Arrows {
    let mut arrows = Modules::new(sources).imports();
    for (path, of) in methods::calls(sources) {
        let there = arrows.entry(path).or_default();
        for (other, methods) in of {
            there.entry(other).or_default().extend(methods);
        }
    }
    arrows
}

/// The arrows among the files and folders that stand side by side; `a.rs` and the folder `a/` are one. What the `mod.rs` above
/// them has of its own is seen among files.
pub(super) fn folders(arrows: &Arrows) -> Arrows {
    let mut graph = Arrows::new();
    for (path, of) in arrows {
        for (other, why) in of {
            let same = path.split('/').zip(other.split('/')).take_while(|(a, b)| a == b);
            let above: usize = same.map(|(folder, _)| folder.len() + 1).sum();
            let ends = |path: &str| path[above..].find(['/', '.']).map_or(path.len(), |at| above + at);
            let (own, to) = (&path[..ends(path)], &other[..ends(other)]);
            if own != to && !own.ends_with("/mod") && !to.ends_with("/mod") {
                let there = graph.entry(own.to_owned()).or_default().entry(to.to_owned()).or_default();
                there.extend(why.iter().map(|why| format!("{} to {}: {why}", &path[above..], &other[above..])));
            }
        }
    }
    graph
}

/// Circles of files that nobody knows of, and known ones that are gone.
fn complaints(sources: &[(String, String)], known: &[(&[&str], &str)]) -> Vec<String> {
    judge(&arrows(sources), known, "files")
}

/// The same of folders, and of files together with folders.
fn complaints_of_folders(sources: &[(String, String)], known: &[(&[&str], &str)]) -> Vec<String> {
    let arrows = arrows(sources);
    let mut graph = folders(&arrows);
    let is_file = |path: &String| arrows.contains_key(&format!("{path}.rs"));
    let has_files = |path: &String| arrows.keys().any(|file| file.starts_with(&format!("{path}/")));
    // Circles of files alone are told as such.
    for circle in circles(&graph).iter().filter(|circle| circle.iter().all(|path| is_file(path) && !has_files(path))) {
        graph.retain(|path, _| !circle.contains(path));
    }
    judge(&graph, known, "folders")
}

/// Circles that nobody knows of, and known ones that are gone; of what they are.
fn judge(arrows: &Arrows, known: &[(&[&str], &str)], of_what: &str) -> Vec<String> {
    let mut complaints = Vec::new();
    let mut in_circle: BTreeSet<String> = BTreeSet::new();
    for circle in circles(arrows) {
        let is_known = known.iter().any(|(files, _)| circle.iter().all(|path| files.iter().any(|of| is_in(path, of))));
        if !is_known {
            let from = |path: &String| {
                let inside = arrows[path].iter().filter(|(other, _)| circle.contains(other));
                let all = inside.map(|(other, why)| {
                    let why: Vec<&str> = why.iter().map(String::as_str).collect();
                    format!("  {path} -> {other} ({})", why.join(", "))
                });
                all.collect::<Vec<_>>()
            };
            let all: Vec<String> = circle.iter().flat_map(from).collect();
            complaints.push(format!("a circle of {of_what}:\n{}", all.join("\n")));
        }
        in_circle.extend(circle);
    }
    let listed = known.iter().flat_map(|(files, _)| files.iter());
    for gone in listed.filter(|of| !in_circle.iter().any(|path| is_in(path, of))) {
        complaints.push(format!("{gone} is in no circle any more: take it from the list of known circles"));
    }
    complaints
}

#[test]
fn files_of_a_part_lead_to_each_other_in_no_circle() {
    let sources = |files: &[(&str, &str)]| {
        files.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect::<Vec<_>>()
    };
    let check = |files: &[(&str, &str)]| complaints(&sources(files), &[]).len();
    let list = "//! All of it.\nmod a;\npub mod b;\nmod c;\n#[cfg(test)]\nmod tests { use super::a::A; }\npub use a::A;\npub use self::b::{B, other as more};\npub use c::*;\n";
    // By the file, by what the list re-exports under its own or another name, by all of a file, and by paths in code.
    for import in [
        "use super::b::B;",
        "use super::B;",
        "use crate::p::{X, B};",
        "use super::more;",
        "fn f() { super::b::other() }",
    ] {
        let a = format!("{import}\npub struct A;");
        assert_eq!(
            check(&[("src/p/mod.rs", list), ("src/p/a.rs", &a), ("src/p/b.rs", "use super::A;"), ("src/p/c.rs", "")]),
            1,
            "{import}"
        );
        assert_eq!(
            check(&[("src/p/mod.rs", list), ("src/p/a.rs", &a), ("src/p/b.rs", ""), ("src/p/c.rs", "")]),
            0,
            "{import}"
        );
    }
    let c = "use super::A;\npub enum C { X }";
    assert_eq!(
        check(&[("src/p/mod.rs", list), ("src/p/a.rs", "use crate::p::C;"), ("src/p/c.rs", c), ("src/p/b.rs", "")]),
        1
    );
    // By a list that is imported, and a path below it.
    let files = [
        ("src/p/mod.rs", "mod a;\nmod q;\nmod r;\n"),
        ("src/p/q/mod.rs", "mod b;\npub use b::B;\n"),
        ("src/p/q/b.rs", "use super::super::a::A;\npub struct B;"),
        ("src/p/a.rs", "use super::{q, r as s};\nfn f() { q::B::new() }\npub struct A;"),
        ("src/p/r/mod.rs", "mod c;\npub use c::C;\n"),
        ("src/p/r/c.rs", "pub struct C;"),
    ];
    assert_eq!(check(&files), 1);
    assert_eq!(check(&[&files[..5], &[("src/p/r/c.rs", "use super::super::a::A;")]].concat()), 1);
    let aliased = ("src/p/a.rs", "use super::r as s;\nfn f() -> s::C { }\npub struct A;");
    let of_alias = [("src/p/r/c.rs", "use super::super::a::A;\npub struct C;"), aliased];
    assert_eq!(check(&[&files[..3], &files[4..5], &of_alias].concat()), 1);
    // Tests, comments and other parts do not count.
    let a = "// super::b\n#[cfg(test)]\nmod tests { use super::super::b::B; }\nuse crate::q::b::B;";
    assert_eq!(
        check(&[("src/p/mod.rs", list), ("src/p/a.rs", a), ("src/p/b.rs", "use super::A;"), ("src/p/c.rs", "")]),
        0
    );
    // A list with code of its own is a file like the others; what it only hands on it does not use.
    let whole = format!("{list}pub fn f() {{}}\n");
    assert_eq!(
        check(&[("src/p/mod.rs", &whole), ("src/p/a.rs", "use super::f;"), ("src/p/b.rs", ""), ("src/p/c.rs", "")]),
        0
    );
    let whole = format!("{list}pub fn f() {{ a::g() }}\n");
    let files =
        [("src/p/mod.rs", whole.as_str()), ("src/p/a.rs", "use super::f;"), ("src/p/b.rs", ""), ("src/p/c.rs", "")];
    assert_eq!(check(&files), 1);
    let whole = format!("{list}pub fn f() -> A {{ A }}\n");
    assert_eq!(
        check(&[("src/p/mod.rs", &whole), ("src/p/a.rs", "use super::f;"), ("src/p/b.rs", ""), ("src/p/c.rs", "")]),
        1
    );
    // By methods of a type that need no import, and by both.
    let a = ("src/p/a.rs", "pub struct S;\nimpl S {\n    fn a(&self) { self.b() }\n}\n");
    assert_eq!(check(&[a, ("src/p/b.rs", "impl S {\n    fn b(&self) { self.a() }\n}\n")]), 1);
    let importing = ("src/p/a.rs", "use super::b::T;\npub struct S;\nimpl S {\n    fn a(&self) { }\n}\n");
    let called = ("src/p/b.rs", "pub struct T;\nimpl S {\n    fn b(&self) { self.a() }\n}\n");
    assert_eq!(check(&[importing, called]), 1);
    assert_eq!(check(&[importing, ("src/p/b.rs", "pub struct T;\nimpl S {\n    fn b(&self) { }\n}\n")]), 0);
    let circle = sources(&[("src/p/a.rs", "use super::b;"), ("src/p/b.rs", "use super::a;")]);
    assert_eq!(complaints(&circle, &[(&["src/p/a.rs", "src/p/b.rs"], "")]), [""; 0]);
    assert_eq!(complaints(&circle, &[(&["src/p/a.rs", "src/p/b.rs", "src/p/c.rs"], "")]).len(), 1, "stale");
    assert_eq!(complaints(&circle, &[(&["src/p/"], ""), (&["src/q/"], "")]).len(), 1, "a folder");
    let found = complaints(&super::sources(), KNOWN);
    assert!(found.is_empty(), "\n{}\n", found.join("\n"));
}

#[test]
fn folders_of_a_part_lead_to_each_other_in_no_circle() {
    let sources = |files: &[(&str, &str)]| {
        files.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect::<Vec<_>>()
    };
    let check = |files: &[(&str, &str)]| complaints_of_folders(&sources(files), &[]).len();
    let lists = [
        ("src/p/mod.rs", "mod q;\nmod r;\nmod s;\n"),
        ("src/p/q/mod.rs", "pub mod a;\npub mod b;\n"),
        ("src/p/r/mod.rs", "pub mod c;\npub mod d;\n"),
    ];
    let back = [
        ("src/p/q/a.rs", "use super::super::r::c::C;\npub struct A;"),
        ("src/p/q/b.rs", "pub struct B;"),
        ("src/p/r/c.rs", "pub struct C;"),
        ("src/p/r/d.rs", "use super::super::q::b::B;"),
    ];
    assert_eq!(complaints(&sources(&[&lists[..], &back].concat()), &[]), [""; 0]);
    assert_eq!(check(&[&lists[..], &back].concat()), 1);
    assert_eq!(check(&[&lists[..], &back[..3]].concat()), 0);
    // By a file that stands beside folders, and one that is of the folder of its name.
    let by_file = [("src/p/r/d.rs", "use super::super::s::S;"), ("src/p/s.rs", "use super::q::b::B;\npub struct S;")];
    assert_eq!(check(&[&lists[..], &back[..3], &by_file].concat()), 1);
    let own =
        [("src/p/q.rs", "mod a;\nmod b;\nuse a::A;\npub fn f() {}"), ("src/p/q/a.rs", "use super::f;\npub struct A;")];
    assert_eq!(check(&[&lists[..1], &own].concat()), 0);
    // Folders by methods alone, through different files.
    let folders = [
        ("src/p/s.rs", "pub struct S;\n"),
        ("src/p/q/a.rs", "impl S {\n    fn a(&self) { self.c() }\n}\n"),
        ("src/p/q/b.rs", "impl S {\n    fn b(&self) { }\n}\n"),
        ("src/p/r/c.rs", "impl S {\n    fn c(&self) { }\n}\n"),
        ("src/p/r/d.rs", "impl S {\n    fn d(&self) { self.b() }\n}\n"),
    ];
    assert_eq!(complaints(&sources(&folders), &[]), [""; 0]);
    assert_eq!(check(&folders), 1);
    assert_eq!(check(&folders[..4]), 0);
    let circle = sources(&[&lists[..], &back].concat());
    assert_eq!(complaints_of_folders(&circle, &[(&["src/p/q", "src/p/r"], "")]), [""; 0]);
    assert_eq!(complaints_of_folders(&circle, &[(&["src/p/q", "src/p/r", "src/p/s"], "")]).len(), 1, "stale");
    let found = complaints_of_folders(&super::sources(), KNOWN_FOLDERS);
    assert!(found.is_empty(), "\n{}\n", found.join("\n"));
}
