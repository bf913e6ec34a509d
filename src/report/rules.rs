//! The findings table for readers: `rules`, `explain RULE` and the pages under `docs/rules`. Must not know findings.

use std::fmt::Write as _;

use serde_json::json;

use crate::result::rules::RULES;
use crate::result::{Fails, Level, Levels, Rule};

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
                "help": help(rule),
            })
        })
        .collect();
    let document = json!({ "version": 1, "rules": rules });
    serde_json::to_string_pretty(&document).expect("internal error: strings serialise") + "\n"
}

/// `proven error, likely warning`
fn levels(rule: &Rule) -> String {
    match rule.levels {
        Levels::Always(level) => level.name().to_owned(),
        Levels::ByBound { unbounded, bounded, no_code } => {
            levels_of(&[("unbounded", unbounded), ("bounded", bounded), ("no code", no_code)])
        }
        Levels::ByCut { gave_up, otherwise } => levels_of(&[("cut short", gave_up), ("else", otherwise)]),
        Levels::ByCertainty { proven, likely } => levels_of(&[("proven", proven), ("likely", likely)]),
        Levels::ByOrigin { remote, otherwise } => levels_of(&[("remote", remote), ("else", otherwise)]),
    }
}

fn levels_of(of: &[(&str, Level)]) -> String {
    of.iter().map(|(what, level)| format!("{what} {}", level.name())).collect::<Vec<_>>().join(", ")
}

/// The page of a rule: `docs/rules/<id>.md`, and what `explain` prints.
pub fn rule_page(rule: &Rule) -> String {
    format!("# {} {}\n\n{}\n\n{}", rule.id, rule.name, rule.short, help(rule))
}

/// The body of the page, also `help.markdown` of SARIF: why, example, remedy, levels.
pub(super) fn help(rule: &Rule) -> String {
    let mut out = format!("{}\n\n", rule.full);
    if let Some(Fails { what, source }) = rule.fails {
        let _ = write!(out, "## What fails\n\n{what} Source: {source}.\n\n");
    }
    let _ = write!(out, "## Example\n\n```{}\n{}\n```\n\n", rule.language, rule.bad);
    let _ = write!(out, "## Instead\n\n```{}\n{}\n```\n\n", rule.good_language, rule.good);
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
            assert!(found == *page, "docs/rules/{name} is stale: run UPDATE_DOCS=1 cargo test --lib rule_pages");
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
        let text = rules_text();
        let columns = |line: &str, rule: &Rule| -> Vec<usize> {
            [rule.name, &levels(rule), rule.short].iter().filter_map(|cell| line.find(&format!("  {cell}"))).collect()
        };
        assert_eq!(text.lines().count(), RULES.len());
        for (line, rule) in text.lines().zip(RULES) {
            assert!(line.starts_with(rule.id) && line.ends_with(rule.short), "{line}");
            let first = text.lines().next().unwrap_or_default();
            assert_eq!(columns(line, rule).first(), columns(first, &RULES[0]).first(), "{line}");
            assert_eq!(columns(line, rule).len(), 3, "{line}");
            assert_eq!(line.len() - rule.short.len(), first.len() - RULES[0].short.len(), "{line}");
        }
    }

    #[test]
    fn table_for_scripts() {
        let document: serde_json::Value = serde_json::from_str(&rules_json()).expect("JSON");
        assert_eq!(document["version"], 1);
        assert_eq!(document["rules"].as_array().map(Vec::len), Some(RULES.len()));
        assert_eq!(document["rules"][0]["levels"], "unbounded error, bounded warning, no code note");
    }
}
