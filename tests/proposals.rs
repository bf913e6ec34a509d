//! What findings offer and are known by. Entries that a report prints work as they are pasted: once what they leave open is
//! filled in, their finding is gone, and nothing is wrong with them. And a finding keeps its key while code changes that has
//! nothing to do with it.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use reflection_check::config::{Policy, ReportScope};
use reflection_check::report::{Date, NoSources, ReportInput, judge};
use reflection_check::result::{AnalysisResult, Finding, RuleId};

use crate::harness::analysis::{self, Job};
use crate::harness::cases::{self, Fixture};
use crate::harness::{Case, Failures, chosen, suite};
use crate::support::side_by_side::side_by_side;

/// A finding by its rule and the call it is shown at.
type Shown = (RuleId, String);

/// The findings that are not accepted, of code of any origin.
fn shown(result: &AnalysisResult) -> BTreeSet<Shown> {
    let policy = Policy { report_scope: ReportScope::All, ..Policy::default() };
    let input = ReportInput {
        result,
        policy: &policy,
        sources: &NoSources,
        module: None,
        source_set: None,
        build_file: None,
        test: false,
        today: Date::parse("2000-01-01").unwrap(),
        focus: None,
    };
    judge(input).findings.iter().map(|found| (found.finding.rule, found.finding.site.clone())).collect()
}

/// The findings about a file of specifications.
fn of_specs(result: &AnalysisResult, file: &str) -> Vec<String> {
    let place = |finding: &&Finding| finding.spec_place.as_ref().is_some_and(|(path, ..)| path.ends_with(file));
    let about = result.findings.iter().filter(place);
    about.map(|finding| format!("{} {}", finding.rule, finding.summary)).collect()
}

/// An entry with what it leaves open filled in from the program.
fn filled(entry: &str, main: &str) -> String {
    let mut text = String::new();
    for line in entry.lines() {
        let with = match line {
            line if line.starts_with("reason") => "judged".to_owned(),
            line if line.ends_with("#field") => "java.lang.Integer#MAX_VALUE".to_owned(),
            line if line.ends_with("# as com.acme.Task#<init>()") => format!("{main}#<init>()"),
            line if line.ends_with("# as com.acme.Task#run()") => format!("{main}#main(java.lang.String[])"),
            _ => main.to_owned(),
        };
        text.push_str(&line.replace("\"...\"", &format!("\"{with}\"")));
        text.push('\n');
    }
    text
}

/// A finding with what it says, and the entry that it offers.
type Offer = ((RuleId, String, String), String);

fn offers(result: &AnalysisResult) -> Vec<Offer> {
    let visible = shown(result);
    let offered = result.findings.iter().filter(|finding| visible.contains(&(finding.rule, finding.site.clone())));
    let with_entry = |f: &Finding| Some(((f.rule, f.site.clone(), f.summary.clone()), f.spec_entry.clone()?));
    offered.filter_map(with_entry).collect()
}

/// What a case is with entries pasted, and which of them change nothing, for the others do what they are for.
fn with_entries(
    case: &Case,
    entries: &BTreeSet<String>,
    analyze: &dyn Fn(&[&Path]) -> AnalysisResult,
) -> (AnalysisResult, Vec<String>, BTreeSet<String>) {
    let text = entries.iter().cloned().collect::<Vec<_>>().join("\n");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("pasted.toml");
    std::fs::write(&file, &text).unwrap();
    let specs: Vec<&Path> = case.fixture.spec.as_deref().into_iter().chain([file.as_path()]).collect();
    let result = analyze(&specs);
    // Files are numbered in the order that they are given in.
    let own = format!("/{}.toml", specs.len() - 1);
    let wrong = of_specs(&result, &own).into_iter().filter(|problem| !problem.starts_with("RC4003"));
    let wrong = wrong.map(|problem| format!("{problem} of\n{text}")).collect();
    let needless = result.findings.iter().filter(|finding| finding.rule == RuleId::RC4003);
    let lines = needless.filter_map(|finding| finding.spec_place.as_ref().filter(|(path, ..)| path.ends_with(&own)));
    let entry = |line: usize| {
        let header = text.lines().take(line).filter(|line| line.starts_with("[[")).count();
        entries.iter().nth(header.saturating_sub(1)).cloned()
    };
    let needless = lines.filter_map(|place| entry(place.1 as usize)).collect();
    (result, wrong, needless)
}

/// What is wrong with the entries of a case. Once one is answered, a call may have another question, with an entry of its own.
fn pasted(case: &Case) -> Vec<String> {
    let offered = offers(&analysis::of(case, analysis::default_mode()));
    if offered.is_empty() {
        return Vec::new();
    }
    Job::of(case, analysis::default_mode()).with_specs(|analyze| pasted_in(case, offered, analyze))
}

fn pasted_in(case: &Case, mut offered: Vec<Offer>, analyze: &dyn Fn(&[&Path]) -> AnalysisResult) -> Vec<String> {
    let mut wrong: Vec<String> = Vec::new();
    for (at, (shown, entry)) in offered.iter().enumerate() {
        // What one call gives can name something in several methods.
        let is_shared = |(other, text): &Offer| other != shown && text == entry;
        if !entry.starts_with("[[source]]") && offered[..at].iter().any(is_shared) {
            wrong.push(format!("{shown:?} has the entry of another call:\n{entry}"));
        }
    }
    let mut entries: BTreeSet<String> = BTreeSet::new();
    for _ in 0..3 {
        if offered.is_empty() {
            return wrong;
        }
        entries.extend(offered.iter().map(|(_, entry)| filled(entry, &case.fixture.main_class())));
        let (mut after, mut problems, needless) = with_entries(case, &entries, analyze);
        if !needless.is_empty() {
            // They were for consequences: without them nothing comes back.
            entries.retain(|entry| !needless.contains(entry));
            let again;
            (after, problems, again) = with_entries(case, &entries, analyze);
            wrong.extend(again.into_iter().map(|entry| format!("never needed:\n{entry}")));
        }
        wrong.extend(problems);
        let visible = shown(&after);
        for ((rule, site, summary), entry) in &offered {
            let is_same =
                |finding: &Finding| finding.rule == *rule && finding.site == *site && finding.summary == *summary;
            if visible.contains(&(*rule, site.clone())) && after.findings.iter().any(is_same) {
                wrong.push(format!("{rule} at {site} is still there with\n{entry}"));
            }
        }
        let of_these =
            |(finding, _): &Offer| offered.iter().any(|(before, _)| before.1 == finding.1 && before.2 != finding.2);
        let next: Vec<Offer> = offers(&after).into_iter().filter(of_these).collect();
        if !wrong.is_empty() {
            return wrong;
        }
        offered = next;
    }
    wrong.extend(offered.into_iter().map(|((rule, site, _), entry)| format!("{rule} at {site} goes on with\n{entry}")));
    wrong
}

#[test]
fn entries_work_as_they_are_pasted() {
    let mut failures = Failures::default();
    // What is offered does not depend on how a fixture was compiled: one of its releases is enough.
    let mut seen = BTreeSet::new();
    let cases = chosen::of_each_rule().into_iter().filter(|case| seen.insert(case.fixture.name.as_str())).collect();
    for (case, wrong) in side_by_side(cases, |case| (case, pasted(case))) {
        failures.extend(&case.name(), wrong);
    }
    failures.report("entries work as they are pasted");
}

#[test]
fn findings_close_what_their_entries_do() {
    let is_it = |case: &&Case| case.fixture.name == "EntriesApart";
    // Chosen fixtures may be others.
    let Some(case) = suite().cases.iter().find(is_it) else { return };
    let result = analysis::of(case, analysis::default_mode());
    let found = result.findings.iter().filter(|finding| finding.rule == RuleId::RC1001);
    let closed: Vec<(Option<u32>, Vec<Option<u32>>)> = found
        .map(|finding| (finding.place.line, finding.related.iter().map(|related| related.place.line).collect()))
        .collect();
    assert_eq!(closed.len(), 4, "{closed:?}");
    for (line, related) in closed {
        assert_eq!(related, [line, line], "what the finding of line {line:?} closes");
    }
}

/// Fixtures with findings of several kinds.
const STEADY: &[&str] =
    &["S032PropertiesFile", "S035ParameterOfPublicMethod", "OwnLoaders", "S057Overloads", "SourcesSpecified"];

/// Code that has nothing to do with a fixture, but names classes from outside.
const UNRELATED: &str = r#"
class AnUnrelatedClass {
    static String name = System.getProperty("unrelated");
    public static void main(String[] args) throws Exception {
        System.setProperty("unrelated", args[0]);
        Class.forName(name + args[1]).getDeclaredConstructor().newInstance();
    }
}
"#;

fn keys(case: &Case) -> BTreeSet<String> {
    let result = Job::of(case, analysis::default_mode()).run();
    let own = result.findings.iter().filter(|finding| !finding.place.class.ends_with("AnUnrelatedClass"));
    own.map(|finding| finding.key.clone()).collect()
}

#[test]
fn keys_outlive_unrelated_changes() {
    let chosen = |case: &&Case| STEADY.contains(&case.fixture.name.as_str()) && case.release == 17;
    let cases: Vec<&Case> = suite().cases.iter().filter(chosen).collect();
    let out = suite().work.join("steady");
    let changed: Vec<Fixture> = cases.iter().map(|case| changed(&case.fixture, &out.join("sources"))).collect();
    let compiled = cases::compile(&changed, &suite().support, &out.join("classes"));
    let mut failures = Failures::default();
    for (case, other) in
        cases.iter().map(|case| (case, compiled.iter().find(|other| other.name() == case.name()).unwrap()))
    {
        let (before, after) = (keys(case), keys(other));
        let lost = before.difference(&after).map(|key| format!("lost the key {key}"));
        let made = after.difference(&before).map(|key| format!("made the key {key}"));
        failures.extend(&case.name(), lost.chain(made).collect());
    }
    failures.report("keys outlive unrelated changes");
}

/// The fixture with lines above its code and a class below.
fn changed(fixture: &Fixture, out: &Path) -> Fixture {
    let source: PathBuf = out.join(fixture.package.replace('.', "/")).join(format!("{}.java", fixture.name));
    std::fs::create_dir_all(source.parent().unwrap()).unwrap();
    std::fs::write(&source, format!("// One more line.\n\n{}{UNRELATED}", fixture.text)).unwrap();
    Fixture { source, ..fixture.clone() }
}
