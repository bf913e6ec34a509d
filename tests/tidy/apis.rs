//! What identifies a method of the JDK stands in the tables of `src/reflection/api/`, and judging reads its row: names of such
//! methods and classes are no literals of `src/verdict/`, nor of what else asks rows. The defensive analysis, which may not know
//! the reflection model, has a table of its own. Must not know what rows say.

use std::collections::BTreeSet;

use super::rust::{self, Literal, literals};
use super::{enforce, sources};

/// What asks rows instead of naming methods, and the tables there that have rows of their own.
const READERS: &[&str] = &[
    "src/verdict/",
    "src/defensive/",
    "src/reflection/code/class_tests.rs",
    "src/reflection/code/conditions.rs",
    "src/reflection/code/guard.rs",
    "src/reflection/code/member_tests.rs",
    "src/reflection/code/text_tests.rs",
    "src/reflection/guards/",
];
const TABLES: &[&str] = &["src/defensive/api.rs"];

/// Where the rows are, and the names that they share.
const ROWS: &[&str] = &["src/reflection/api/", "src/reflection/terms/method.rs"];

/// What the tables name.
#[derive(Debug, Default)]
struct Names {
    methods: BTreeSet<String>,
    /// By internal names.
    classes: BTreeSet<String>,
}

impl Names {
    fn new(tables: &[(String, String)]) -> Self {
        let mut names = Self::default();
        for literal in tables.iter().flat_map(|(_, text)| literals(text)) {
            let name = literal.text.replace('.', "/");
            let is_class =
                name.len() > 1 && name.contains('/') && name.chars().all(|c| c.is_alphanumeric() || "/$_".contains(c));
            let is_thrown = ["Exception", "Error"].iter().any(|kind| name.ends_with(kind));
            if is_class && !is_thrown {
                names.classes.insert(name);
            } else if !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_') {
                names.methods.insert(name);
            }
        }
        names
    }

    /// Whether a literal is the name of a class, or of a package of some.
    fn has_class(&self, literal: &Literal) -> bool {
        let name = literal.text.replace('.', "/");
        let is_package = || name.matches('/').count() > 1 && name.ends_with('/');
        self.classes.contains(&name) || is_package() && self.classes.iter().any(|class| class.starts_with(&name))
    }

    /// Whether a literal is the name of a method: by its form, or since something is compared with it. Names of one word are
    /// words of messages, too.
    fn has_method(&self, literal: &Literal) -> bool {
        const BEFORE: [&str; 6] = ["==", "!=", "|", "starts_with(", "ends_with(", "contains("];
        const AFTER: [&str; 4] = ["==", "!=", "|", "=>"];
        let is_compared = BEFORE.iter().any(|sign| literal.before.ends_with(sign))
            || AFTER.iter().any(|sign| literal.after.starts_with(sign));
        self.methods.contains(&literal.text) && (is_compared || literal.text.contains(char::is_uppercase))
    }
}

fn api_names(path: &str, text: &str, names: &Names) -> Vec<String> {
    if !READERS.iter().any(|place| path.starts_with(place)) || TABLES.contains(&path) {
        return Vec::new();
    }
    let of_api = |literal: &Literal| names.has_class(literal) || names.has_method(literal);
    let found = literals(text).into_iter().filter(of_api);
    found
        .map(|Literal { line, text, .. }| {
            format!("{path}:{line}: \"{text}\" is of an API: let its row in src/reflection/api/ say what judging asks")
        })
        .collect()
}

/// Inputs of calls that judging takes by their position.
fn positions(path: &str, text: &str) -> Vec<String> {
    if !path.starts_with("src/verdict/") {
        return Vec::new();
    }
    let code = rust::without_tests(&rust::code(text));
    let is_number = |rest: &str| {
        rest.starts_with(|c: char| c.is_ascii_digit())
            && rest.trim_start_matches(char::is_numeric).starts_with([')', ']'])
    };
    let after = |line: &str, call: &str| line.match_indices(call).any(|(at, _)| is_number(&line[at + call.len()..]));
    let takes = |line: &str| {
        line.contains("vars.first()") || ["argument(", "vars[", "vars.get("].iter().any(|call| after(line, call))
    };
    let lines = code.lines().enumerate().filter(|(_, line)| takes(line));
    lines
        .map(|(at, _)| {
            format!("{path}:{}: an input by its position: let the row give it a role (src/reflection/api/)", at + 1)
        })
        .collect()
}

#[test]
fn judging_asks_for_inputs_by_their_roles() {
    let check = |text: &str| positions("src/verdict/tiers.rs", text).len();
    for broken in ["call.argument(0)", "let x = site.vars.first();", "*call.vars.get(12)?", "site.vars[1]"] {
        assert_eq!(check(broken), 1, "{broken}");
    }
    for fine in
        ["call.argument(Role::Name)", "vars.get(1..)", "vars[at]", "// argument(0)", "api.argument(role, &vars)"]
    {
        assert_eq!(check(fine), 0, "{fine}");
    }
    assert_eq!(positions("src/models/vm.rs", "call.argument(0)").len(), 0);
    enforce(sources(), positions);
}

#[test]
fn judging_names_no_api() {
    let tables: Vec<(String, String)> =
        sources().into_iter().filter(|(path, _)| ROWS.iter().any(|place| path.starts_with(place))).collect();
    let names = Names::new(&tables);
    for method in ["forName", "setAccessible", "get", "setInt", "privateLookupIn"] {
        assert!(names.methods.contains(method), "{method}");
    }
    assert!(names.classes.contains("java/lang/Class") && names.classes.contains("java/lang/reflect/Array"));
    let check = |text: &str| api_names("src/verdict/tiers.rs", text, &names).len();
    for broken in [
        "if name == \"cast\" { }",
        "match name { \"get\"\n | \"set\" => 1, _ => 2 }",
        "matches!(api, (_, \"loadClass\"))",
        "if api.class == \"java/util/ServiceLoader\" { }",
        "owner.starts_with(\"java.lang.reflect.\")",
        "const METHODS: &[&str] = &[\"setAccessible\"];",
    ] {
        assert!(check(broken) > 0, "{broken}");
    }
    let fine =
        "let x = (\"get\", \"call setAccessible(true)\", \"java/lang/reflect/InaccessibleObjectException\", \"java\");";
    assert_eq!(check(fine), 0);
    assert_eq!(check("// \"forName\"\n#[cfg(test)]\nmod tests { const X: &str = \"forName\"; }"), 0);
    assert_eq!(api_names("src/models/vm.rs", "\"forName\"", &names).len(), 0);
    assert_eq!(api_names("src/defensive/api.rs", "\"forName\"", &names).len(), 0);
    assert_eq!(api_names("src/defensive/mirrors.rs", "\"forName\"", &names).len(), 1);
    enforce(sources(), |path, text| api_names(path, text, &names));
}
