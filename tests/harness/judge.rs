//! The JVM as the judge: each case is run under the recorder. What the run reached must be listed at the site, or the
//! site must say that it may be incomplete; a call that is said to fail must fail that way.

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock};

use reflection_check::config::{Mode, Policy};
use reflection_check::engine;
use reflection_check::record;
use reflection_check::result::{AnalysisResult, RuleId};

use super::edges::{self, Pair};
use super::expectations::{self, DEFAULT_MODES, Expectation};
use super::facts::{self, Fact};
use super::java::Run;
use super::verdicts::{self, At};
use super::{Case, analysis, suite};

/// Fixtures about plain calls: one run takes every branch that counts.
const ALL_RUNS: &str = "calls.";

/// A class of the JDK that it defines once more by a loader of its own (`sun.reflect.misc.MethodUtil`): no code of a fixture.
const TRAMPOLINE: &str = "sun.reflect.misc.Trampoline";

/// Runs a case and compares.
pub(crate) fn check(case: &Case) -> Vec<String> {
    let expectations = expectations::read(case).unwrap_or_default();
    if let Some(reason) = &case.fixture.no_run {
        println!("{}: not run: {reason}", case.name());
        return Vec::new();
    }
    let Recording { facts, recording, entered, calls } = match recorded(case) {
        Ok(recording) => recording,
        Err(why) => return vec![why],
    };
    let mut failures = thrown(&expectations, &facts);
    failures.extend(not_entered(&expectations, &entered));
    if case.fixture.package.starts_with(ALL_RUNS) {
        let reached = expectations.iter().filter(|expectation| expectation.kind == "reached");
        let never = reached.flat_map(|e| e.arguments.iter()).filter(|method| !entered.contains(*method));
        failures.extend(never.map(|method| format!("{method} is said to be reached, and was not entered")));
    }
    for name in DEFAULT_MODES {
        let Some(mode) = Mode::parse(name) else {
            failures.push(format!("mode {name} does not exist"));
            continue;
        };
        let own = format!("{}.", case.fixture.package);
        let differences = |(result, graph): analysis::Answer| {
            let mut found = silent(&result, &facts);
            found.extend(drifted(&result, &recording));
            found.extend(not_reached(case, &result, &entered));
            found.extend(broken_but_returned(&result, &facts));
            let mut sites = result.sites.iter().filter(|site| site.place.class.starts_with(&own));
            let flagged = sites.any(|site| site.reachable && verdicts::flagged(site));
            let compared = edges::compare(&calls, &graph, &case.fixture.package, flagged);
            found.extend(edges::as_listed(&case.fixture.name, &compared));
            found.extend(compared.missed);
            found
        };
        let is_plain = mode == analysis::default_mode() && expectations::is_told_apart(case);
        let differs_in_part = || !differences(analysis::together(analysis::part_of(case), mode)).is_empty();
        if !is_plain || differs_in_part() {
            failures.extend(differences(analysis::whole(case, mode)));
        }
    }
    failures
}

/// What one run did.
#[derive(Debug, Clone)]
pub(crate) struct Recording {
    pub(crate) facts: Vec<Fact>,
    /// The same, as `drift` reads them.
    pub(crate) recording: record::Recording,
    /// Ids of the methods that were entered.
    pub(crate) entered: BTreeSet<String>,
    /// Calls and the methods they led to.
    pub(crate) calls: Vec<Pair>,
}

/// The recording of a case, run once.
///
/// # Errors
/// See [`record`].
pub(crate) fn recorded(case: &Case) -> Result<Recording, String> {
    type Memo = Mutex<HashMap<String, Arc<OnceLock<Result<Recording, String>>>>>;
    static MEMO: OnceLock<Memo> = OnceLock::new();
    let cell = {
        let mut memo = MEMO.get_or_init(Memo::default).lock().expect("no thread panicked while it held this");
        Arc::clone(memo.entry(case.name()).or_default())
    };
    cell.get_or_init(|| record(case, &suite().work.join("recordings"), &[])).clone()
}

/// Runs a case under the recorder with its own and further arguments.
///
/// # Errors
/// If it does not end with status 0, or wrote no recording.
pub(crate) fn record(case: &Case, folder: &Path, further: &[String]) -> Result<Recording, String> {
    std::fs::create_dir_all(folder).expect("a folder for recordings can be made");
    let record: PathBuf = folder.join(format!("{}.tsv", case.name()));
    let arguments: Vec<String> = case.fixture.arguments.iter().chain(further).cloned().collect();
    let class_path: Vec<&Path> = [case.classes.as_path()].into_iter().chain(case.libraries()).collect();
    let ended = case.jdk.run(&Run {
        main: &case.fixture.main_class(),
        class_path: &class_path,
        arguments: &arguments,
        record: Some(&record),
    });
    if ended.status != 0 {
        return Err(format!("the run ended with status {}:\n{}", ended.status, ended.text));
    }
    let facts = facts::read(&record).map_err(|why| format!("{why}\n{}", ended.text))?;
    let entered = facts::entered(&record.with_extension("methods"))?;
    let bytes = std::fs::read(&record).map_err(|error| format!("no recording {}: {error}", record.display()))?;
    let recording = record::read(&case.name(), &bytes, None)?;
    Ok(Recording { facts, recording, entered, calls: edges::read(&record.with_extension("calls"))? })
}

/// Expectations of reached methods that the run contradicts: a method said to be unreached was entered.
fn not_entered(expectations: &[Expectation], entered: &BTreeSet<String>) -> Vec<String> {
    let unreached = expectations.iter().filter(|expectation| expectation.kind == "unreached");
    let wrong = unreached.flat_map(|e| e.arguments.iter().map(move |method| (e.line, method)));
    wrong
        .filter(|(_, method)| entered.contains(*method))
        .map(|(line, method)| format!("line {line}: {method} is said to be unreached, and was entered"))
        .collect()
}

/// Methods of a case that its run entered and the result calls unreached. A result with a flagged site of the case does not claim
/// to know them all.
pub(crate) fn not_reached(case: &Case, result: &AnalysisResult, entered: &BTreeSet<String>) -> Vec<String> {
    let own = format!("{}.", case.fixture.package);
    let mut sites = result.sites.iter().filter(|site| site.place.class.starts_with(&own));
    if sites.any(|site| site.reachable && verdicts::flagged(site)) {
        return Vec::new();
    }
    let unreached = result.reach().unwrap().unreached.iter().filter(|method| entered.contains(*method));
    unreached.map(|method| format!("{method} was entered, and is said to be unreached")).collect()
}

/// Expectations of exceptions that the run did not meet.
fn thrown(expectations: &[Expectation], facts: &[Fact]) -> Vec<String> {
    let mut failures = Vec::new();
    for expectation in expectations {
        let Some((at, written)) = &expectation.call else { continue };
        let here: Vec<&Fact> = facts.iter().filter(|fact| is_at(fact, at)).collect();
        if expectation.is_for_jvm() {
            let wanted = expectation.arguments.first().map(String::as_str).unwrap_or_default();
            if here.is_empty() {
                let unseen = "the run recorded no such call (which it records is in apis.txt of the recorder)";
                failures.push(format!("line {}: {written} was to throw {wanted}; {unseen}", expectation.line));
            } else if here.iter().any(|fact| fact.threw != wanted) {
                let there: Vec<&str> = here.iter().map(|fact| fact.threw.as_str()).collect();
                failures.push(format!("line {}: {written} was to throw {wanted}, threw {there:?}", expectation.line));
            }
        }
        let says_broken = expectation.kind == "finding"
            && expectation.arguments.iter().any(|rule| RuleId::find(rule).is_some_and(RuleId::is_about_failure));
        if says_broken && (here.is_empty() || here.iter().any(|fact| fact.threw.is_empty())) {
            failures
                .push(format!("line {}: {written} is said to be broken, but the run saw no failure", expectation.line));
        }
    }
    failures
}

fn is_at(fact: &Fact, at: &At) -> bool {
    fact.offset == at.offset && fact.caller == at.class && fact.method == format!("{}{}", at.method, at.descriptor)
}

/// Where a fact was recorded.
pub(crate) fn place(fact: &Fact) -> At {
    let (method, descriptor) = fact.method.split_at(fact.method.find('(').unwrap_or(fact.method.len()));
    At { class: fact.caller.clone(), method: method.to_owned(), descriptor: descriptor.to_owned(), offset: fact.offset }
}

/// Facts that the result neither lists nor flags.
pub(crate) fn silent(result: &AnalysisResult, facts: &[Fact]) -> Vec<String> {
    let mut missed = Vec::new();
    for fact in facts.iter().filter(|fact| fact.reached() && fact.caller != TRAMPOLINE) {
        // Of the calls of a loader only that of `load` is a site.
        if fact.api == "ServiceLoader.provider" && lists_provider(result, &fact.target) {
            continue;
        }
        let why = match verdicts::site(result, &place(fact)) {
            Some(site) if fact.api.starts_with("ServiceLoader.load") && site.reachable => continue,
            None => "no such site",
            Some(site) if !site.reachable => "site said to be unreachable",
            Some(site) if !verdicts::lists(site, &fact.api, &fact.target) && !verdicts::flagged(site) => {
                "complete list without it"
            }
            Some(_) => continue,
        };
        missed.push(format!(
            "silent miss: {} at {}.{}@{} reached {}: {why}",
            fact.api, fact.caller, fact.method, fact.offset, fact.target
        ));
    }
    missed
}

/// What `drift` says of the recording. It is to say what [`silent`] says, of the calls that the result has.
fn drifted(result: &AnalysisResult, recording: &record::Recording) -> Vec<String> {
    let mut recording = recording.clone();
    recording.events.retain(|event| event.class.as_deref() != Some(TRAMPOLINE));
    let accepted = Policy::default().accept_assumptions;
    let compared = record::compare(result, &accepted, std::slice::from_ref(&recording), engine::acts_on);
    let missed = compared.missed.iter().map(|finding| format!("drift: {} at {}", finding.summary, finding.site));
    missed.chain(compared.diags.iter().map(|diag| format!("drift: {}", diag.message))).collect()
}

/// Whether a call that loads services lists the provider, or is flagged.
fn lists_provider(result: &AnalysisResult, provider: &str) -> bool {
    let loads = result.sites.iter().filter(|site| site.reachable && site.api.starts_with("java.util.ServiceLoader."));
    loads.into_iter().any(|site| verdicts::flagged(site) || verdicts::lists(site, "ServiceLoader.provider", provider))
}

/// Calls that are said to fail always and did not.
fn broken_but_returned(result: &AnalysisResult, facts: &[Fact]) -> Vec<String> {
    let mut wrong = Vec::new();
    for fact in facts.iter().filter(|fact| fact.threw.is_empty()) {
        let Some(site) = verdicts::site(result, &place(fact)) else { continue };
        for finding in verdicts::findings(result, site) {
            let primary = finding.site == site.id && finding.rule.is_about_failure();
            if primary && finding.certainty.as_ref().is_some_and(|c| verdicts::name(c) == "proven") {
                let text = format!("{} at {}.{} is said to fail and returned", fact.api, fact.caller, fact.method);
                wrong.push(format!("{text} ({})", finding.summary));
            }
        }
    }
    wrong
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fact(target: &str, threw: &str) -> Fact {
        Fact {
            caller: "p.A".into(),
            method: "m()V".into(),
            offset: 4,
            api: "Class.forName".into(),
            target: target.into(),
            threw: threw.into(),
        }
    }

    fn result(sites: &str) -> AnalysisResult {
        let text = format!(
            r#"{{"version":2,"tool":"0","jdk":{{"feature":17,"version":"17","vendor":"v"}},"mode":"local",
            "context":"insensitive","entry":"main","library":false,
            "inputs":{{"application-classes":1,"library-jars":0,"library-classes":0}},"solved":{{"rounds":[],"counters":[],
            "reach":{{"application-methods":2,"application-methods-reached":1,"unreached":[],"methods-reached":9}}}},
            "sites":[{sites}],"findings":[],"cuts":[],"diagnostics":[],"libraries":[],"accepts":[]}}"#
        );
        serde_json::from_str(&text).unwrap()
    }

    fn site(reachable: bool, tier: &str) -> String {
        format!(
            r#"{{"id":"s","place":{{"class":"p.A","method":"m","descriptor":"()V","offset":4}},"api":"a",
            "kind":"class-source","origin":"application","artifact":"x","reachable":{reachable},"tier":"{tier}",
            "resolution":"full","assumptions":[],"reasons":[],"targets":[{{"class":"p.B"}}],"origins":[],"cuts":[]}}"#
        )
    }

    #[test]
    fn only_unlisted_targets_at_unflagged_sites_are_missed() {
        let sound = result(&site(true, "sound"));
        assert_eq!(silent(&sound, &[fact("p.B", "")]), Vec::<String>::new());
        assert_eq!(silent(&sound, &[fact("p.C", "")]).len(), 1);
        assert_eq!(silent(&sound, &[fact("p.C", "java.lang.ClassNotFoundException")]), Vec::<String>::new());
        assert_eq!(silent(&result(&site(true, "partial")), &[fact("p.C", "")]), Vec::<String>::new());
        assert_eq!(silent(&result(&site(false, "none")), &[fact("p.B", "")]).len(), 1);
        assert_eq!(silent(&result(""), &[fact("p.B", "")]).len(), 1);
    }
}
