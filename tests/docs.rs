//! The guide shows TOML that works: every block of it is read by the reader it is meant for.

#![expect(clippy::unwrap_used, reason = "what a test cannot read fails it")]

use std::fs;
use std::path::Path;

use reflection_check::config::{Analysis, ConfigFile, Policy, Request, Settings};
use reflection_check::spec;

/// The blocks of a page that are fenced as TOML.
fn blocks(page: &str) -> Vec<String> {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs").join(page)).unwrap();
    let mut blocks = Vec::new();
    for part in text.split("```toml\n").skip(1) {
        blocks.push(part.split("```").next().unwrap().to_owned());
    }
    blocks
}

#[test]
fn spec_examples_are_well_formed() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("plugins.txt"), "com.acme.APlugin\n").unwrap();
    let blocks = blocks("specs.md");
    for (number, block) in blocks.iter().enumerate() {
        fs::write(dir.path().join(format!("{number}.toml")), block).unwrap();
    }
    let set = spec::load(&[dir.path().to_path_buf()], None).unwrap_or_else(|mistakes| panic!("{}", mistakes[0]));
    let own = set.entries.iter().filter(|entry| !entry.bundled).count();
    assert_eq!((set.sources.len(), set.calls.len(), own, set.accepts.len()), (4, 1, 5, 1));
}

#[test]
fn the_configuration_example_shows_the_defaults() {
    let blocks = blocks("configuration.md");
    let mut file =
        ConfigFile::parse("configuration.md", &blocks[0]).unwrap_or_else(|mistakes| panic!("{}", mistakes[0]));
    assert_eq!((file.levels.len(), file.package_levels.len()), (1, 1), "levels have no default to show");
    file.levels.clear();
    file.package_levels.clear();
    let settings = Settings::merge(Some(&file), &Request::default()).unwrap();
    assert_eq!((settings.analysis, settings.policy), (Analysis::default(), Policy::default()));
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// What stands between backticks, outside code blocks.
fn quoted(page: &str) -> Vec<&str> {
    let lines = page.lines().filter(|line| !line.starts_with("```"));
    lines.flat_map(|line| line.split('`').skip(1).step_by(2)).collect()
}

/// The headings of a page, longest first, with the anchors that links to them have.
fn headings(page: &str) -> Vec<(&str, String)> {
    let titles = page
        .lines()
        .filter_map(|line| Some(line.trim_start_matches('#').strip_prefix(' ')?).filter(|_| line.starts_with('#')));
    let anchor = |title: &str| {
        let kept = title
            .to_lowercase()
            .chars()
            .filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'))
            .collect::<String>();
        kept.replace(' ', "-")
    };
    let mut found: Vec<(&str, String)> = titles.map(|title| (title, anchor(title))).collect();
    found.sort_by_key(|(title, _)| std::cmp::Reverse(title.len()));
    found
}

/// Files and fixtures that a page names and that are not there, and links to headings it does not have.
fn strangers(page: &str, exists: impl Fn(&str) -> bool) -> Vec<String> {
    let mut missing = Vec::new();
    for name in quoted(page) {
        let is_path = |c: char| c.is_ascii_alphanumeric() || matches!(c, '/' | '.' | '_' | '-');
        let Some((folder, last)) = name.rsplit_once('/').filter(|_| name.chars().all(is_path)) else { continue };
        let known = ["src", "tests", "docs", "fixtures", "reflection-specs", "benches"];
        let is_file = known.iter().any(|part| folder == *part || folder.starts_with(&format!("{part}/")));
        // `folder/Name` is a fixture; `META-INF/services` is none, and `p/A` an example.
        let is_fixture = !is_file
            && last.len() > 1
            && last.starts_with(char::is_uppercase)
            && folder.chars().all(|c| c.is_ascii_lowercase() || c == '-');
        if (is_file && !exists(name)) || (is_fixture && !exists(&format!("fixtures/{name}.java"))) {
            missing.push(name.to_owned());
        }
    }
    let headings = headings(page);
    for link in page.split("](#").skip(1) {
        let anchor = link.split(')').next().unwrap();
        if !headings.iter().any(|(_, of)| of == anchor) {
            missing.push(format!("#{anchor}"));
        }
    }
    missing
}

#[test]
fn pages_name_files_and_fixtures_that_exist() {
    let page =
        "# A b\n`src/lib.rs` `src/none.rs` `strings/S001X` `rules/There` `a.b` `META-INF/services` [x](#a-b) [y](#c)\n";
    let there = |path: &str| ["src/lib.rs", "fixtures/rules/There.java"].contains(&path);
    assert_eq!(strangers(page, there), ["src/none.rs", "strings/S001X", "#c"]);
    for name in ["docs/analysis.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "README.md"] {
        let page = fs::read_to_string(root().join(name)).unwrap();
        assert_eq!(strangers(&page, |path| root().join(path).exists()), [""; 0], "{name}");
    }
}

/// The page that rules are cited from.
const ANALYSIS: &str = "docs/analysis.md";

/// Citations of the page in the comments of a Rust file that name no heading of it: `docs/analysis.md, Class sources`.
fn stray_citations(text: &str, headings: &[(&str, String)]) -> Vec<String> {
    let comments = text
        .lines()
        .map(|line| line.split_once("//").map_or("", |(_, comment)| comment.trim_start_matches(['/', '!'])));
    let prose = comments.map(str::trim).collect::<Vec<_>>().join(" ");
    let cited = prose.split(ANALYSIS).skip(1).map(|rest| rest.trim_start_matches('`'));
    let names_none = |rest: &&str| {
        let rest = rest.strip_prefix(", ").unwrap_or(rest);
        !headings
            .iter()
            .any(|(title, _)| rest.strip_prefix(title).is_some_and(|after| !after.starts_with(char::is_alphanumeric)))
    };
    cited.filter(names_none).map(|rest| rest.chars().take(60).collect()).collect()
}

/// Every Rust file below a folder.
fn rust_files(folder: &Path) -> Vec<std::path::PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(rust_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found.sort();
    found
}

#[test]
fn comments_cite_headings_of_the_analysis() {
    let page = fs::read_to_string(root().join(ANALYSIS)).unwrap();
    let headings = headings(&page);
    let text = |heading: &str| {
        format!("//! Rules ({ANALYSIS}, {heading}) of calls.\nlet x = 1; // see {ANALYSIS},\n// Tiers.\n")
    };
    assert_eq!(stray_citations(&text("Class sources"), &headings), [""; 0]);
    assert_eq!(stray_citations(&text("Class sourcery"), &headings).len(), 1);
    for path in ["src", "tests"].iter().flat_map(|folder| rust_files(&root().join(folder))) {
        // This file has wrong ones on purpose.
        if !path.ends_with("tests/docs.rs") {
            let stray = stray_citations(&fs::read_to_string(&path).unwrap(), &headings);
            assert_eq!(stray, [""; 0], "{}", path.display());
        }
    }
}
