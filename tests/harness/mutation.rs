//! Names from outside: each string literal of a fixture in turn is replaced by `System.getProperty("mutant")`, and the
//! program is run with the property set to what the literal was. It does the same as before, but the analysis no longer
//! sees the name: what the run reaches must still be listed or flagged, and no site may look better than it did.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use reflection_check::result::{AnalysisResult, Tier};

use super::analysis::Job;
use super::cases::{self, Fixture};
use super::facts::{self, Fact};
use super::java::{Jdk, Run};
use super::{Case, Failures, analysis, judge, suite};
use crate::support::side_by_side::side_by_side;

/// `tests/mutants/InTurn.java` sets it, too.
const PROPERTY: &str = "mutant";

/// So many run in one JVM: to start one under the recorder takes longer than what a fixture does.
const OF_ONE_JVM: usize = 6;

/// A fixture with one literal replaced.
#[derive(Debug)]
struct Mutant {
    fixture: Fixture,
    /// Name of the fixture it was made from.
    original: String,
    literal: String,
}

/// Makes, runs and analyses all mutants.
pub(crate) fn check() -> Failures {
    let mut failures = Failures::default();
    let folder = suite().work.join("mutants");
    let originals: BTreeMap<&str, &Case> = suite()
        .cases
        .iter()
        .filter(|case| case.release == 17 && case.fixture.no_run.is_none() && case.fixture.no_mutants.is_none())
        .filter(|case| case.fixture.name.starts_with('S'))
        .map(|case| (case.fixture.name.as_str(), case))
        .collect();
    let mutants: Vec<Mutant> = originals.values().flat_map(|case| mutants(&case.fixture, &folder)).collect();
    assert!(mutants.len() > originals.len() / 2, "only {} mutants", mutants.len());
    let fixtures: Vec<Fixture> = mutants.iter().map(|mutant| mutant.fixture.clone()).collect();
    let compiled = cases::compile(&fixtures, &suite().support, &folder.join("classes"));
    let of = |mutant: &Mutant| {
        let case = compiled.iter().find(|case| case.fixture.package == mutant.fixture.package);
        case.expect("each mutant was compiled")
    };
    // One application of all mutants: each has names of its own, so none can stand in for what another does not list.
    let cases: Vec<&Case> = compiled.iter().collect();
    let after = Job::of_all(&cases).run();
    let tiers_after = tiers(&after);
    let (together, alone): (Vec<_>, Vec<_>) =
        mutants.iter().map(|mutant| (mutant, of(mutant))).partition(|(_, case)| case.fixture.arguments.is_empty());
    let runs = together.chunks(OF_ONE_JVM).chain(alone.chunks(1)).map(<[_]>::to_vec).collect();
    let in_turn = InTurn::compile(&folder);
    let found = side_by_side(runs, |run: Vec<(&Mutant, &Case)>| {
        if run.len() > 1 && in_turn.record(&run).is_ok_and(|facts| judge::silent(&after, &facts).is_empty()) {
            return Vec::new();
        }
        // Or what one did kept another from doing what it does.
        let alone = run.into_iter().map(|(mutant, case)| {
            let property = format!("-D{PROPERTY}={}", mutant.literal);
            let found = match judge::record(case, &folder.join(&mutant.fixture.package), &[property]) {
                Ok(recording) => judge::silent(&after, &recording.facts),
                Err(why) => vec![why],
            };
            (mutant, found)
        });
        alone.collect::<Vec<_>>()
    });
    let subject = |mutant: &Mutant| format!("{} with \"{}\" from outside", mutant.original, mutant.literal);
    for (mutant, found) in found.into_iter().flatten() {
        failures.extend(&subject(mutant), found);
    }
    // What they are compared with: neighbours may blur more among the originals than among the mutants, which is nobody's fault.
    let together = Job::of_all(&originals.values().copied().collect::<Vec<_>>()).run();
    let looked = side_by_side(mutants.iter().collect(), |mutant| {
        let original = originals[mutant.original.as_str()];
        let stronger = |before| stronger(before, original, &mutant.fixture.package, &tiers_after);
        match stronger(&together) {
            found if found.is_empty() => found,
            _ => stronger(&analysis::of(original, analysis::default_mode())),
        }
    });
    for (mutant, found) in mutants.iter().zip(looked) {
        failures.extend(&subject(mutant), found);
    }
    failures
}

/// A program that runs mutants one after the other, in the folder of its classes.
struct InTurn(PathBuf);

impl InTurn {
    fn compile(folder: &Path) -> Self {
        let classes = folder.join("in-turn");
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mutants/InTurn.java");
        Jdk::main().compile(17, &[source], &[], &classes);
        Self(classes)
    }

    /// What the mutants do in one JVM, none of which takes arguments.
    ///
    /// # Errors
    /// If not all of them end as they should.
    fn record(&self, run: &[(&Mutant, &Case)]) -> Result<Vec<Fact>, String> {
        let (first, _) = run.first().ok_or("no mutant")?;
        let record = self.0.join(format!("{}.tsv", first.fixture.package));
        let libraries: BTreeSet<&Path> = run.iter().flat_map(|(_, case)| case.libraries()).collect();
        let classes = run.iter().map(|(_, case)| case.classes.as_path());
        let class_path: Vec<&Path> = [self.0.as_path()].into_iter().chain(classes).chain(libraries).collect();
        let program = |(mutant, case): &(&Mutant, &Case)| format!("{}={}", case.fixture.main_class(), mutant.literal);
        let arguments: Vec<String> = run.iter().map(program).collect();
        let ended = Jdk::main().run(&Run {
            main: "InTurn",
            class_path: &class_path,
            arguments: &arguments,
            record: Some(&record),
        });
        // One may have ended the JVM for all.
        let entered = facts::entered(&record.with_extension("methods"))?;
        let has_run =
            |case: &Case| entered.contains(&format!("{}.main(java.lang.String[])", case.fixture.main_class()));
        if ended.status != 0 || !run.iter().all(|(_, case)| has_run(case)) {
            return Err(ended.text);
        }
        let facts = facts::read(&record)?;
        Ok(facts.into_iter().filter(|fact| fact.caller != "InTurn").collect())
    }
}

/// Package, class without package, method with its number of parameters, and position in the method.
type SiteKey = (String, String, String, usize);

/// Sites that look better in a mutant than in the original. Sites of one method keep their order.
fn stronger(before: &AnalysisResult, original: &Case, package: &str, after: &BTreeMap<SiteKey, Tier>) -> Vec<String> {
    let mut found = Vec::new();
    let own = tiers(before).into_iter().filter(|((package, ..), _)| *package == original.fixture.package);
    for ((_, class, method, index), was) in own {
        let key = (package.to_owned(), class, method, index);
        let site = format!("{}.{} site {}", key.1, key.2, index + 1);
        match after.get(&key) {
            // An unreachable site says nothing; smaller is stronger.
            Some(tier) if was != Tier::None && *tier < was => found.push(format!("{site} is {tier:?}, was {was:?}")),
            Some(_) => (),
            None => found.push(format!("{site} is gone")),
        }
    }
    found
}

fn tiers(result: &AnalysisResult) -> BTreeMap<SiteKey, Tier> {
    let mut tiers = BTreeMap::new();
    let mut positions: BTreeMap<(String, String, String), usize> = BTreeMap::new();
    for site in &result.sites {
        let place = &site.place;
        let (package, class) = place.class.rsplit_once('.').unwrap_or(("", &place.class));
        // Descriptors name the mutant's package; the number of parameters tells overloads apart well enough here.
        let method = format!("{}/{}", place.method, place.descriptor.matches([';', ')']).count());
        let key = (package.to_owned(), class.to_owned(), method);
        let position = positions.entry(key.clone()).or_default();
        tiers.insert((key.0, key.1, key.2, *position), site.tier);
        *position += 1;
    }
    tiers
}

/// One mutant per literal, written with the files beside the fixture to a folder of its own.
fn mutants(fixture: &Fixture, folder: &Path) -> Vec<Mutant> {
    let text = without_expectations(&fixture.text);
    literals(&text)
        .into_iter()
        .enumerate()
        .map(|(index, (start, end))| {
            let package = format!("{}m{}", fixture.package, index + 1);
            let literal = unescape(&text[start + 1..end - 1]);
            let replaced = format!("{}System.getProperty(\"{PROPERTY}\"){}", &text[..start], &text[end..]);
            let here = folder.join(&package);
            std::fs::create_dir_all(&here).expect("a mutant's folder can be made");
            let parent = fixture.source.parent().expect("a file is in a folder");
            for entry in std::fs::read_dir(parent).expect("fixtures can be listed").flatten() {
                let name = entry.file_name().to_string_lossy().into_owned();
                let data = name.strip_prefix(&fixture.name).is_some_and(|rest| rest.starts_with('.'));
                if data && !name.ends_with(".java") {
                    copy_renamed(&entry.path(), &here.join(name), fixture, &package);
                }
            }
            let source = here.join(format!("{}.java", fixture.name));
            std::fs::write(&source, rename(&replaced, &fixture.package, &package)).expect("a mutant can be written");
            let mut made = Fixture::read(&source);
            made.releases = vec![17];
            Mutant {
                fixture: made,
                original: fixture.name.clone(),
                literal: rename(&literal, &fixture.package, &package),
            }
        })
        .collect()
}

/// Copies a file or folder beside a fixture; names of files and their texts get the mutant's package.
fn copy_renamed(from: &Path, to: &Path, fixture: &Fixture, package: &str) {
    for entry in walkdir::WalkDir::new(from) {
        let entry = entry.expect("a fixture's files can be listed");
        let rest = entry.path().strip_prefix(from).expect("listed below it").to_string_lossy().into_owned();
        let rest = rename(&rest, &fixture.package, package);
        let target = if rest.is_empty() { to.to_owned() } else { to.join(rest) };
        if entry.file_type().is_dir() {
            std::fs::create_dir_all(&target).expect("a mutant's folder can be made");
        } else {
            let text = std::fs::read_to_string(entry.path()).expect("a fixture's file can be read");
            std::fs::write(&target, rename(&text, &fixture.package, package)).expect("a mutant's file can be written");
        }
    }
}

/// The text with another package: its names are written with a dot or slash, or end the package declaration.
fn rename(text: &str, package: &str, to: &str) -> String {
    ['.', '/', ';']
        .iter()
        .fold(text.to_owned(), |text, end| text.replace(&format!("{package}{end}"), &format!("{to}{end}")))
}

/// The source without the statements that begin with `Expect.`, so that only literals of the program are left.
fn without_expectations(text: &str) -> String {
    let mut kept = String::new();
    let mut rest = text;
    while let Some(start) = rest.find("Expect.") {
        kept.push_str(&rest[..start]);
        let statement = &rest[start..];
        rest = &statement[end_of_statement(statement)..];
    }
    kept + rest
}

fn end_of_statement(text: &str) -> usize {
    let mut in_string = false;
    let mut escaped = false;
    for (index, c) in text.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' if in_string => escaped = true,
            '"' => in_string = !in_string,
            ';' if !in_string => return index + 1,
            _ => (),
        }
    }
    text.len()
}

/// Places of the string literals, quotes included, that a property can stand for: not case labels, not text printed.
fn literals(text: &str) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut offset = 0;
    for line in text.split_inclusive('\n') {
        let code = line.trim_start();
        let skip = ["//", "*", "/*", "case ", "@", "System.out.println(\""].iter().any(|start| code.starts_with(start));
        let mut from = 0;
        while !skip && let Some(start) = line[from..].find('"').map(|at| at + from) {
            let mut end = start + 1;
            while line.as_bytes().get(end).is_some_and(|c| *c != b'"') {
                end += if line.as_bytes()[end] == b'\\' { 2 } else { 1 };
            }
            found.push((offset + start, offset + end + 1));
            from = end + 1;
        }
        offset += line.len();
    }
    found
}

/// What a literal of the source says (JLS 3.10.7, the escapes that fixtures use).
fn unescape(literal: &str) -> String {
    let mut text = String::new();
    let mut rest = literal.chars();
    while let Some(c) = rest.next() {
        match (c, (c == '\\').then(|| rest.next()).flatten()) {
            (_, Some('n')) => text.push('\n'),
            (_, Some('r')) => text.push('\r'),
            (_, Some('t')) => text.push('\t'),
            (_, Some(escaped)) => text.push(escaped),
            (plain, None) => text.push(plain),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expectations_go_and_the_rest_stays() {
        let text = "f(\"a\");\nExpect.targets(\"x;\\\"y\",\n    \"z\");\ng();\n";
        assert_eq!(without_expectations(text), "f(\"a\");\n\ng();\n");
    }

    #[test]
    fn literals_of_code_are_found() {
        let text = "f(\"a\", \"b\\\"c\");\ncase \"no\":\n// \"no\"\nSystem.out.println(\"no\");\nreturn \"d\";\n";
        let found: Vec<&str> = literals(text).into_iter().map(|(start, end)| &text[start..end]).collect();
        assert_eq!(found, ["\"a\"", "\"b\\\"c\"", "\"d\""]);
    }

    #[test]
    fn escapes_say_what_the_compiler_reads() {
        assert_eq!(unescape(r#"a\nb\\n\"c"#), "a\nb\\n\"c");
    }

    #[test]
    fn packages_are_renamed_in_names_only() {
        assert_eq!(
            rename("package s1;\n\"s1.A\" [Ls1/B; s1x.C", "s1", "s1m2"),
            "package s1m2;\n\"s1m2.A\" [Ls1m2/B; s1x.C"
        );
    }
}
