//! The findings table for readers: `rules`, `explain RULE` and the pages under `docs/rules`. Must not know findings.

use std::fmt::Write as _;

use serde_json::json;

use crate::result::rules::RULES;
use crate::result::{Level, Levels, Rule};

/// The table as text, one rule a line.
pub fn rules_text() -> String {
    let width = |column: fn(&Rule) -> usize| RULES.iter().map(column).max().unwrap_or(0);
    let (name, level) = (width(|rule| rule.name.len()), width(|rule| levels(rule).len()));
    let line = |rule: &Rule| format!("{}  {:name$}  {:level$}  {}\n", rule.id, rule.name, levels(rule), rule.short);
    RULES.iter().map(line).collect()
}

/// The table as JSON: `{"version":1,"rules":[...]}`.
pub fn rules_json() -> String {
    let rules: Vec<_> = RULES
        .iter()
        .map(|rule| {
            json!({
                "id": rule.id,
                "name": rule.name,
                "level": rule.top_level().name(),
                "levels": levels(rule),
                "short": rule.short,
                "full": rule.full,
                "tags": rule.tags,
                "precision": rule.precision.name(),
                "help": help(rule),
            })
        })
        .collect();
    let document = json!({ "version": 1, "rules": rules });
    serde_json::to_string_pretty(&document).expect("internal error: strings serialise") + "\n"
}

/// `open error, partial warning`
fn levels(rule: &Rule) -> String {
    match rule.levels {
        Levels::Always(level) => level.name().to_owned(),
        Levels::ByTier { open, partial } => levels_of([("open", open), ("partial", partial)]),
        Levels::ByCertainty { proven, likely } => levels_of([("proven", proven), ("likely", likely)]),
    }
}

fn levels_of(of: [(&str, Level); 2]) -> String {
    of.map(|(what, level)| format!("{what} {}", level.name())).join(", ")
}

/// The page of a rule: `docs/rules/<id>.md`, and what `explain` prints.
pub fn rule_page(rule: &Rule) -> String {
    format!("# {} {}\n\n{}\n\n{}", rule.id, rule.name, rule.short, help(rule))
}

/// The body of the page, also `help.markdown` of SARIF: why, example, remedy, levels.
pub(super) fn help(rule: &Rule) -> String {
    let mut out = format!("{}\n\n", rule.full);
    let good = if rule.good.starts_with("# ") { "toml" } else { rule.language };
    let _ = write!(out, "## Example\n\n```{}\n{}\n```\n\n", rule.language, rule.bad);
    let _ = write!(out, "## Instead\n\n```{good}\n{}\n```\n\n", rule.good);
    let _ = write!(out, "## What to do\n\n{}\n\n", rule.remedy);
    let _ = write!(out, "## Level\n\n{} ", rule.level_note);
    let other = if rule.top_level() == Level::Note { "warning" } else { "note" };
    let key = format!("`{} = \"{other}\"`", rule.id);
    let _ = writeln!(out, "Another level: {key} in `[policy.levels]` of `reflection-check.toml`.");
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `docs/rules` is generated; `UPDATE_DOCS=1 cargo test` rewrites it.
    #[test]
    fn rule_pages_are_up_to_date() {
        let directory = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/rules");
        let mut index = String::from("# Rules\n\n| id | name | default level | what |\n|---|---|---|---|\n");
        let mut pages = vec![];
        for rule in RULES {
            let (id, name) = (rule.id, rule.name);
            let _ = writeln!(index, "| [{id}]({id}.md) | {name} | {} | {} |", levels(rule), rule.short);
            pages.push((format!("{id}.md"), rule_page(rule)));
        }
        index.push_str("\nThese pages are generated from the findings table, `src/result/rules.rs`.\n");
        pages.push(("README.md".to_owned(), index));
        if std::env::var_os("UPDATE_DOCS").is_some() {
            std::fs::create_dir_all(&directory).expect("docs/rules");
            for (name, page) in &pages {
                std::fs::write(directory.join(name), page).expect("written");
            }
        }
        for (name, page) in &pages {
            let found = std::fs::read_to_string(directory.join(name)).unwrap_or_default();
            assert!(found == *page, "docs/rules/{name} is stale: run UPDATE_DOCS=1 cargo test rule_pages");
        }
        let mut found: Vec<_> = std::fs::read_dir(&directory)
            .expect("docs/rules")
            .map(|e| e.expect("entry").file_name().to_string_lossy().into_owned())
            .collect();
        let mut expected: Vec<_> = pages.into_iter().map(|(name, _)| name).collect();
        found.sort();
        expected.sort();
        assert_eq!(found, expected, "a page for each rule and no other");
    }

    #[test]
    fn table_for_terminals() {
        insta::assert_snapshot!(rules_text(), @r##"
RC1001  unsound-reflective-call    open error, partial warning   A reflective call may reach code that the analysis could not name.
RC1002  unbounded-class-source     note                          A class is loaded by a name that nothing bounds, and no reflective call uses it.
RC1003  analysis-incomplete        warning                       Part of the program was not analysed, so answers that depend on it may be incomplete.
RC1004  caller-decides             note                          In a library, the callers of a public method choose the class or member.
RC2001  imprecise-reflective-call  warning                       A reflective call resolves to so many targets that the answer says little.
RC3001  missing-class              proven error, likely warning  A reflective call names a class that does not exist on the class path.
RC3002  missing-member             proven error, likely warning  A reflective look-up names a method, constructor or field that does not exist.
RC4001  spec-unmatched             warning                       A specification entry matches nothing in the program.
RC4002  spec-unknown-target        warning                       A specification entry lists a class or member that does not exist.
RC4005  spec-accept-expired        warning                       An accept entry is past its date and has no effect any more.
"##);
    }

    #[test]
    fn table_for_scripts() {
        let document: serde_json::Value = serde_json::from_str(&rules_json()).expect("JSON");
        assert_eq!(document["version"], 1);
        assert_eq!(document["rules"].as_array().map(Vec::len), Some(RULES.len()));
        assert_eq!(document["rules"][0]["levels"], "open error, partial warning");
    }
}
