//! What identifies a method of the JDK stands in the tables of `src/reflection/api/`, and judging reads its row: names of such
//! methods and classes are no literals of `src/verdict/`, nor of rules of reflection, but for what the list here has. The defensive analysis, which may not know
//! the reflection model, has a table of its own. Must not know what rows say.

use std::collections::BTreeSet;

use super::rust::{self, Literal, literals};
use super::{enforce, sources};

/// What asks rows instead of naming methods, and the tables there that have rows of their own.
const READERS: &[&str] = &["src/verdict/", "src/defensive/", "src/reflection/"];
const TABLES: &[&str] = &["src/defensive/api.rs"];

/// Names of methods and classes that rules of reflection have, though rows have them, too: the file, the names (`*`: all), and why.
const NAMED_IN_RULES: &[(&str, &[&str], &str)] = &[
    (
        "src/reflection/actions/by_name.rs",
        &["get", "set"],
        "what names of accessors begin with, and what `Statement` does with arrays",
    ),
    (
        "src/reflection/actions/by_name.rs",
        &["newInstance", "forName"],
        "`Statement` asks for methods by the texts that a program gives it",
    ),
    (
        "src/reflection/actions/finals.rs",
        &["java/lang/reflect/Field", "java/lang/invoke/MethodHandles$Lookup"],
        "the classes of fields",
    ),
    (
        "src/reflection/actions/open.rs",
        &["writeObject", "readObject"],
        "methods that serialisation finds in classes of the program",
    ),
    (
        "src/reflection/bundles/controls.rs",
        &["java/util/ResourceBundle$Control", "newBundle"],
        "the methods that `getBundle` calls",
    ),
    ("src/reflection/bundles/controls.rs", &["java/util/ResourceBundle"], "the type of what is made"),
    (
        "src/reflection/bundles/look_ups.rs",
        &["java/util/ResourceBundle", "java/util/PropertyResourceBundle"],
        "the types of what is made",
    ),
    (
        "src/reflection/code/allowed/asks.rs",
        &["*"],
        "a table of its own: what code asks of texts and collections, which have no rows",
    ),
    ("src/reflection/code/allowed/mod.rs", &["equals"], "`String.equals` as a function, which has no row"),
    (
        "src/reflection/code/made_as.rs",
        &["java/lang/reflect/"],
        "the package of all that a constructor object is called as",
    ),
    ("src/reflection/code/name_ends.rs", &["toString"], "of builders, which operations on strings are about"),
    ("src/reflection/handles/revealing.rs", &["java/lang/invoke/MethodHandleInfo"], "the type of what is made"),
    (
        "src/reflection/handles/var_handles.rs",
        &["getAndSet"],
        "a method that reads and writes is called in place of an unknown one",
    ),
    (
        "src/reflection/loaders/made.rs",
        &["getResource", "getResources", "getResourceAsStream"],
        "what loaders run of their own",
    ),
    ("src/reflection/loaders/own.rs", &["findClass"], "what loaders run of their own"),
    ("src/reflection/matching.rs", &["toString", "valueOf"], "what any object is asked that is used as a text"),
    ("src/reflection/members/properties.rs", &["java/beans/PropertyDescriptor"], "the type of what is made"),
    ("src/reflection/members/properties.rs", &["get"], "what names of accessors begin with"),
    ("src/reflection/mirrors/annotations.rs", &["toString"], "a method of annotation types"),
    (
        "src/reflection/mirrors/described.rs",
        &["java/lang/Package", "java/lang/reflect/RecordComponent", "java/lang/reflect/Parameter"],
        "the types of what is made",
    ),
    ("src/reflection/named/by_key.rs", &["*"], "names of properties; what is said of collections is left to them"),
    ("src/reflection/services/algorithms.rs", &["*"], "a table of the types of services in the JDK's configuration"),
    (
        "src/reflection/services/security.rs",
        &["java/security/Provider", "Cipher"],
        "the type of providers, and a type of services",
    ),
    (
        "src/reflection/services/service_loader.rs",
        &["*"],
        "classes and fields of the JDK that hold what a loader has found",
    ),
    ("src/reflection/services/tables_written.rs", &["java/lang/System"], "the class of a field"),
    ("src/reflection/state/properties.rs", &["*"], "names of properties"),
    ("src/reflection/terms/loader_step.rs", &["loadClass", "findClass"], "what loaders run of their own"),
    (
        "src/reflection/terms/primitives.rs",
        &["valueOf"],
        "what compilers make of a primitive where an object is wanted",
    ),
];

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
    let is_in = |places: &[&str]| places.iter().any(|place| path.starts_with(place));
    if !is_in(READERS) || is_in(TABLES) || is_in(ROWS) {
        return Vec::new();
    }
    let is_named = |literal: &Literal| {
        let of_file = NAMED_IN_RULES.iter().filter(|(of, ..)| *of == path);
        of_file.into_iter().any(|(_, names, _)| names.iter().any(|name| ["*", &literal.text].contains(name)))
    };
    let of_api = |literal: &Literal| (names.has_class(literal) || names.has_method(literal)) && !is_named(literal);
    let found = literals(text).into_iter().filter(of_api);
    found
        .map(|Literal { line, text, .. }| {
            format!("{path}:{line}: \"{text}\" is of an API: let its row in src/reflection/api/ say what judging asks")
        })
        .collect()
}

/// What takes an input of a call, or something of a row, by a position; in rules of reflection, where fewer things have arguments,
/// by other names too.
const TAKING: &[&str] = &["argument(", "vars[", "vars.get("];
const TAKING_IN_RULES: &[&str] = &["args[", "args.get(", "given(", "number(", "input(", "asked(", "elements("];

/// Inputs of calls that judging and rules take by their position: by a number or a constant, which may come after other operands. What
/// takes instructions apart by a pattern is not seen.
fn positions(path: &str, text: &str) -> Vec<String> {
    let is_rule = path.starts_with("src/reflection/") && !ROWS.iter().any(|place| path.starts_with(place));
    if !path.starts_with("src/verdict/") && !is_rule {
        return Vec::new();
    }
    let code = rust::without_tests(&rust::code(text));
    let is_position = |operand: &str| {
        let operand = operand.trim().trim_start_matches("Some(").trim_end_matches(')');
        let is_constant = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
        operand.starts_with(is_constant) && operand.chars().all(is_constant)
            || operand.rsplit_once("+ ").is_some_and(|(_, more)| more.chars().all(|c| c.is_ascii_digit()))
    };
    let after = |line: &str, call: &str| {
        line.match_indices(call).any(|(at, _)| {
            let rest = &line[at + call.len()..];
            // All up to its bracket, where brackets within are closed.
            let mut depth = 1;
            let end = rest.find(|c| {
                depth += match c {
                    '(' | '[' => 1,
                    ')' | ']' => -1,
                    _ => 0,
                };
                depth == 0
            });
            end.is_some_and(|end| rest[..end].split(',').any(is_position))
        })
    };
    let takes = |line: &str| {
        let of_rules: &[&str] = if is_rule { TAKING_IN_RULES } else { &[] };
        let first = line.contains("vars.first()") || is_rule && line.contains("args.first()");
        first || TAKING.iter().chain(of_rules).any(|call| after(line, call))
    };
    let lines = code.lines().enumerate().filter(|(_, line)| takes(line));
    lines
        .map(|(at, _)| {
            format!("{path}:{}: an input by its position: let the row give it a role (src/reflection/api/)", at + 1)
        })
        .collect()
}

#[test]
fn judging_and_rules_ask_for_inputs_by_their_roles() {
    let check = |text: &str| positions("src/verdict/tiers.rs", text).len();
    for broken in ["call.argument(0)", "let x = site.vars.first();", "*call.vars.get(12)?", "site.vars[1]"] {
        assert_eq!(check(broken), 1, "{broken}");
    }
    for fine in
        ["call.argument(Role::Name)", "vars.get(1..)", "vars[at]", "// argument(0)", "api.argument(role, &vars)"]
    {
        assert_eq!(check(fine), 0, "{fine}");
    }
    let in_rules = |text: &str| positions("src/reflection/members/properties.rs", text).len();
    for broken in [
        "if let Some(given) = given(1) {",
        "let method = args.get(at).zip(args.get(2));",
        "view.args.first()",
        "view.vars.get(PROPERTY)",
        "self.asked(cx, call, NAME)",
        "arguments::elements(cx, view, Some(from + 2))",
        "let rest = number(1);",
    ] {
        assert_eq!(in_rules(broken), 1, "{broken}");
    }
    for fine in ["self.calls[call].input(Role::Value)", "self.asked(cx, call, at)", "args.get(nth)", "&args[1..]"] {
        assert_eq!(in_rules(fine), 0, "{fine}");
    }
    for elsewhere in ["src/models/vm.rs", "src/reflection/api/beans.rs", "src/reflection/terms/method.rs"] {
        assert_eq!(positions(elsewhere, "call.argument(0)").len(), 0, "{elsewhere}");
    }
    enforce(sources(), positions);
}

/// A rule is named in rows by its constant, which is there or does not compile: any other text would pass for a rule that nobody
/// switches off.
fn written_names(path: &str, text: &str) -> Vec<String> {
    if !path.starts_with("src/reflection/api/") {
        return Vec::new();
    }
    let code = rust::without_tests(&rust::code(text));
    let lines = code.lines().enumerate().filter(|(_, line)| line.contains("RuleName("));
    lines
        .map(|(at, _)| format!("{path}:{}: name the rule by its constant (src/reflection/terms/rules.rs)", at + 1))
        .collect()
}

#[test]
fn rows_name_rules_by_constants() {
    let row = "    row(...).with_more(&[RuleName(\"nosuch-rule\")]),";
    assert_eq!(written_names("src/reflection/api/actions.rs", row).len(), 1);
    assert_eq!(written_names("src/reflection/api/actions.rs", "row(...).with_more(&[LAZY_OBJECTS]),").len(), 0);
    assert_eq!(written_names("src/reflection/handles/parts.rs", "RuleName(\"combine-handles\")").len(), 0);
    enforce(sources(), written_names);
}

#[test]
fn judging_names_no_api() {
    let tables: Vec<(String, String)> =
        sources().into_iter().filter(|(path, _)| ROWS.iter().any(|place| path.starts_with(place))).collect();
    let names = Names::new(&tables);
    // A file that is renamed would not be looked at any more.
    for place in READERS.iter().chain(TABLES).chain(ROWS) {
        assert!(sources().iter().any(|(path, _)| path.starts_with(place)), "{place} is no source");
    }
    for (path, excepted, _) in NAMED_IN_RULES {
        let source = sources().into_iter().find(|(of, _)| of == path).map(|(_, text)| text).unwrap_or_default();
        let literals = literals(&source);
        let found = literals.iter().filter(|literal| names.has_class(literal) || names.has_method(literal));
        let found: BTreeSet<&str> = found.map(|literal| literal.text.as_str()).collect();
        for name in *excepted {
            let is_there = if *name == "*" { !found.is_empty() } else { found.contains(name) };
            assert!(is_there, "{path} does not name {name} any more: take it off the list");
        }
    }
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
    assert_eq!(api_names("src/reflection/calls/public_look_ups.rs", "[\"getFields\"]", &names).len(), 1);
    assert_eq!(api_names("src/reflection/loaders/own.rs", "(\"findClass\", \"forName\")", &names).len(), 1);
    assert_eq!(api_names("src/defensive/api.rs", "\"forName\"", &names).len(), 0);
    assert_eq!(api_names("src/defensive/mirrors.rs", "\"forName\"", &names).len(), 1);
    enforce(sources(), |path, text| api_names(path, text, &names));
}
