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
