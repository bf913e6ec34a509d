//! The order in which `ARCHITECTURE.md` names the files and folders of a part that stand in layers: each leads, by imports and calls,
//! only to those that are named before it. Must not know what parts there are.

use std::collections::{BTreeMap, BTreeSet};

use super::circles::{arrows, folders};
use super::methods::Arrows;
use super::read;

/// How the sentence begins after which the layers of a part are listed.
const SENTENCE: &str = "Its files and folders stand in layers";

/// The layers of parts whose section lists them: `reflection` with `terms`, `code`, from below.
fn layers(page: &str) -> BTreeMap<&str, Vec<&str>> {
    let mut found = BTreeMap::new();
    let sections = page.split("\n### `src/").skip(1).filter_map(|section| section.split_once("/`\n"));
    for (part, section) in sections {
        let Some((_, list)) = section.split_once(SENTENCE) else { continue };
        let bullets = list.lines().skip_while(|line| !line.starts_with("- ")).take_while(|line| !line.is_empty());
        let quoted = bullets.flat_map(|bullet| bullet.split('`').skip(1).step_by(2));
        let names = quoted.filter_map(|name| name.strip_suffix('/').or_else(|| name.strip_suffix(".rs")));
        found.insert(part, names.collect());
    }
    found
}

/// What leads up, and what is in no layer or in two.
fn complaints(page: &str, arrows: &Arrows) -> Vec<String> {
    let mut complaints = Vec::new();
    let graph = folders(arrows);
    for (part, layers) in layers(page) {
        let inside = format!("src/{part}/");
        let there: BTreeSet<&str> = arrows
            .keys()
            .filter_map(|path| path.strip_prefix(&inside)?.split(['/', '.']).next())
            .filter(|&name| name != "mod")
            .collect();
        for name in there.iter().filter(|&name| layers.iter().filter(|layer| *layer == name).count() != 1) {
            complaints.push(format!("ARCHITECTURE.md names {inside}{name} not once among the layers of {part}"));
        }
        for name in layers.iter().filter(|name| !there.contains(*name)) {
            complaints.push(format!("ARCHITECTURE.md has a layer {inside}{name}, which is not there"));
        }
        let height = |path: &str| layers.iter().position(|layer| path.strip_prefix(&inside) == Some(layer));
        for (own, of) in &graph {
            for (other, why) in of {
                if let (Some(from), Some(to)) = (height(own), height(other))
                    && to > from
                {
                    let why: Vec<&str> = why.iter().map(String::as_str).collect();
                    complaints.push(format!("{own} leads up to {other} ({})", why.join(", ")));
                }
            }
        }
    }
    complaints
}

#[test]
fn layers_lead_down() {
    let page = |list: &str| {
        format!("# Map\n\n### `src/p/`\n\nAbout it.\n\n{SENTENCE}:\n\n{list}\nMore of `s/`.\n\n### `src/q/`\n")
    };
    let sources = [
        ("src/p/mod.rs", "mod q;\nmod r;\nfn f() {}\n"),
        ("src/p/q/a.rs", "pub struct S;\nimpl S {\n    fn a(&self) { }\n}\n"),
        ("src/p/r.rs", "use super::q::a::S;\nimpl S {\n    fn r(&self) { }\n}\n"),
    ];
    let check = |list: &str, sources: &[(&str, &str)]| {
        let sources: Vec<_> = sources.iter().map(|&(path, text)| (path.to_owned(), text.to_owned())).collect();
        complaints(&page(list), &arrows(&sources)).len()
    };
    assert_eq!(check("- `q/`, the first, and\n- `r.rs`;\n", &sources), 0);
    assert_eq!(check("- `q/` and `r.rs`\n", &sources), 0);
    assert_eq!(check("- `r.rs` and `q/`\n", &sources), 1);
    assert_eq!(check("- `q/`\n", &sources), 1, "one is missing");
    assert_eq!(check("- `q/`\n- `r.rs`\n- `s/`\n", &sources), 1, "one is gone");
    // By a method, which is imported nowhere.
    let called =
        [sources[0], ("src/p/q/a.rs", "pub struct S;\nimpl S {\n    fn a(&self) { self.r() }\n}\n"), sources[2]];
    assert_eq!(check("- `q/`\n- `r.rs`\n", &called), 1);
    let page = read("ARCHITECTURE.md").unwrap();
    assert!(!layers(&page).is_empty(), "no part has layers");
    let found = complaints(&page, &arrows(&super::sources()));
    assert!(found.is_empty(), "\n{}\n", found.join("\n"));
}
