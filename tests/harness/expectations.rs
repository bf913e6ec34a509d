//! Expectations: the calls of `support.Expect` in a case's class files, and their evaluation against a result. Every
//! expectation is evaluated, in each mode it is about; a pending one must not hold.

use std::collections::BTreeSet;

use reflection_check::config::Mode;
use reflection_check::result::{AnalysisResult, RuleId, SiteRow};

use super::bytecode::{self, Call, Method};
use super::verdicts::{self, At};
use super::{Case, analysis, chosen, facts};

/// Modes that an expectation without a mode is about.
pub(crate) const DEFAULT_MODES: [&str; 1] = ["solar"];

const HELPER: &str = "support/Expect";
const SCOPE: &str = "support/Expect$Scope";

/// Expectations whose arguments are no call.
const WITHOUT_CALL: [&str; 2] = ["reached", "unreached"];

/// One expectation.
#[derive(Debug, Clone)]
pub(crate) struct Expectation {
    pub(crate) line: u32,
    pub(crate) kind: String,
    /// The call it is about, and how it was written.
    pub(crate) call: Option<(At, String)>,
    /// Further arguments.
    pub(crate) arguments: Vec<String>,
    /// For `origin`: the call that the origin must be.
    pub(crate) source: Option<At>,
    pub(crate) mode: Option<String>,
    /// The contexts it holds under, if not none: `2-obj+heap`, `2-obj+heap introspective-a`.
    pub(crate) context: Option<String>,
    pub(crate) pending: Option<String>,
}

impl Expectation {
    fn text(&self) -> String {
        let call = self.call.as_ref().map(|(_, written)| format!("{written} ")).unwrap_or_default();
        let mode = self.mode.as_ref().map(|mode| format!(" in mode {mode}")).unwrap_or_default();
        let context = self.context.as_ref().map(|context| format!(" under {context}")).unwrap_or_default();
        format!("line {}: {} {call}{}{mode}{context}", self.line, self.kind, self.arguments.join(", "))
    }

    /// Checked by the JVM, not against a result.
    pub(crate) fn is_for_jvm(&self) -> bool {
        self.kind == "throwsAtRun"
    }
}

/// The expectations of a case, or what is wrong with them.
pub(crate) fn read(case: &Case) -> Result<Vec<Expectation>, Vec<String>> {
    let mut found = Vec::new();
    let mut wrong = Vec::new();
    for method in bytecode::methods(case) {
        read_method(&method, &mut found, &mut wrong);
    }
    if wrong.is_empty() { Ok(found) } else { Err(wrong) }
}

fn read_method(method: &Method, found: &mut Vec<Expectation>, wrong: &mut Vec<String>) {
    let (mut mode, mut context) = (None, None);
    let mut pending = None;
    for (index, call) in method.calls.iter().enumerate() {
        if call.owner != HELPER && call.owner != SCOPE {
            continue;
        }
        let line = call.line.unwrap_or(0);
        let mut constants = call.constants.clone();
        if call.owner == HELPER {
            (mode, context, pending) = (None, None, None);
        }
        match call.name.as_str() {
            "mode" => mode = constants.pop(),
            "context" => context = constants.pop(),
            "pending" => pending = constants.pop(),
            "<init>" => (),
            kind => {
                let mut expectation = Expectation {
                    line,
                    kind: kind.to_owned(),
                    call: None,
                    arguments: constants,
                    source: None,
                    mode: mode.take(),
                    context: context.take(),
                    pending: pending.take(),
                };
                match resolve(&mut expectation, method, index) {
                    Ok(()) => found.push(expectation),
                    Err(why) => wrong.push(format!("line {line}: {why}")),
                }
            }
        }
    }
}

/// Finds the calls that an expectation names.
fn resolve(expectation: &mut Expectation, method: &Method, index: usize) -> Result<(), String> {
    if expectation.arguments.is_empty() {
        return Err(format!("{} without literal arguments", expectation.kind));
    }
    if WITHOUT_CALL.contains(&expectation.kind.as_str()) {
        return Ok(());
    }
    let written = expectation.arguments.remove(0);
    let call = find(method, index, &written)?;
    if expectation.kind == "origin" {
        let source = expectation.arguments.first().ok_or("origin without a source")?;
        expectation.source = Some(at(method, find(method, index, source)?));
    }
    expectation.call = Some((at(method, call), written));
    Ok(())
}

fn find<'a>(method: &'a Method, before: usize, written: &str) -> Result<&'a Call, String> {
    let found = match written.split_once('#') {
        None => method.calls[..before].iter().rev().find(|call| call.short() == written),
        Some((name, ordinal)) => {
            let ordinal: usize = ordinal.parse().map_err(|_| format!("bad ordinal in {written}"))?;
            method.calls.iter().filter(|call| call.short() == name).nth(ordinal.saturating_sub(1))
        }
    };
    found.ok_or(format!("no call {written} in {}", method.name))
}

fn at(method: &Method, call: &Call) -> At {
    At {
        class: method.class.clone(),
        method: method.name.clone(),
        descriptor: method.descriptor.clone(),
        offset: call.offset,
    }
}

/// Mistakes of the fixture itself, found without the engine.
pub(crate) fn well_formed(case: &Case) -> Vec<String> {
    let expectations = match read(case) {
        Ok(expectations) => expectations,
        Err(wrong) => return wrong,
    };
    let mut wrong = Vec::new();
    if expectations.is_empty() {
        wrong.push("no expectation".to_owned());
    }
    // As many calls of the helper in the source as in the classes: none was lost to dead code.
    let written = case.fixture.text.matches("Expect.").count();
    if written != expectations.len() {
        wrong.push(format!("{written} expectations in the source, {} in the classes", expectations.len()));
    }
    wrong.extend(expectations.iter().flat_map(wrong_words));
    let methods = bytecode::methods(case);
    let ids: BTreeSet<String> = methods
        .iter()
        .filter_map(|method| facts::method_id(&method.class, &format!("{}{}", method.name, method.descriptor)))
        .collect();
    for expectation in expectations.iter().filter(|e| WITHOUT_CALL.contains(&e.kind.as_str())) {
        let unknown = expectation.arguments.iter().filter(|method| !ids.contains(*method));
        wrong.extend(unknown.map(|method| format!("line {}: no method {method}", expectation.line)));
    }
    for expectation in expectations.iter().filter(|e| e.pending.is_none() && e.mode.is_some()) {
        let mode = expectation.mode.as_deref().unwrap_or_default();
        if Mode::parse(mode).is_none() {
            wrong.push(format!("{}: no such mode yet, so it must be pending", expectation.text()));
        }
    }
    wrong
}

/// Arguments of an expectation that are none of the words there are.
fn wrong_words(expectation: &Expectation) -> Vec<String> {
    let argument = expectation.arguments.first().map(String::as_str).unwrap_or_default();
    let known: &[&str] = match expectation.kind.as_str() {
        "tier" | "tierNot" | "tierAtLeast" => &TIERS,
        "resolution" => &["full", "partial", "none"],
        "finding" | "says" => return no_rule(expectation, argument).into_iter().collect(),
        "noFinding" => return expectation.arguments.iter().filter_map(|rule| no_rule(expectation, rule)).collect(),
        _ => return Vec::new(),
    };
    let is_known = known.contains(&argument);
    let wrong = || format!("{}: \"{argument}\" is none of {}", expectation.text(), known.join(", "));
    (!is_known).then(wrong).into_iter().collect()
}

/// What is wrong with the rule that an expectation names: one that is not there is never found, whatever happens.
fn no_rule(expectation: &Expectation, rule: &str) -> Option<String> {
    let is_one = RuleId::find(rule).is_some_and(|id| id.id() == rule);
    (!is_one).then(|| format!("{}: \"{rule}\" is no rule (src/result/rules.rs)", expectation.text()))
}

/// What came of evaluating a case.
#[derive(Debug, Default)]
pub(crate) struct Outcome {
    pub(crate) held: usize,
    pub(crate) pending: usize,
    pub(crate) not_asked: usize,
    pub(crate) failures: Vec<String>,
}

impl Outcome {
    pub(crate) fn line(&self) -> String {
        let verdict = if self.failures.is_empty() { "ok" } else { "FAILED" };
        let not_asked = if self.not_asked > 0 { format!(", {} not asked", self.not_asked) } else { String::new() };
        format!("{verdict} {} held, {} pending, {} failed{not_asked}", self.held, self.pending, self.failures.len())
    }
}

/// Evaluates all expectations of a case, in each mode they are about: in the answer for many cases where [`is_told_apart`], and
/// what is not so there, and all others, in the answer for the case alone. Where every fixture is chosen, each is alone.
pub(crate) fn evaluate(case: &Case) -> Outcome {
    let is_told_apart = is_told_apart(case);
    evaluate_in(case, &|case, expectation, mode| {
        let looked = is_told_apart.then(|| in_part(case, expectation, mode)).flatten();
        looked.or_else(|| alone(case, expectation, mode))
    })
}

/// Whether a case can be judged by the answer for many cases of its release as one application, which costs a hundredth of an
/// analysis. Where fixtures meet, which is in code of the JDK, a larger program can only add targets, flags and methods that are
/// reached. So what bounds an answer from above (`targets`, `none`, `unflagged`, `noFinding`, `unreached`) is the harder to meet
/// there; but what must be in it, or be flagged, may be so for another fixture's sake: only what the case says itself may be
/// flagged, or what is for unknowns that all come from its own code.
pub(crate) fn is_told_apart(case: &Case) -> bool {
    if chosen::is_every() {
        return false;
    }
    let (answer, _) = analysis::together(analysis::part_of(case), analysis::default_mode());
    let said: Vec<At> = read(case)
        .into_iter()
        .flatten()
        .filter(|said| said.kind == "flagged" || said.kind == "tier" && said.mode.is_none() && said.context.is_none())
        .filter_map(|said| said.call.map(|(at, _)| at))
        .collect();
    let own = format!("{}.", case.fixture.package);
    let mut flagged = answer.sites.iter().filter(|site| site.place.class.starts_with(&own) && verdicts::flagged(site));
    flagged.all(|site| said.iter().any(|at| verdicts::is_at(site, at)))
}

/// Evaluates the expectations of a case as a first look, which is no judgement: in the answer for many cases whatever its
/// neighbours blur there, and only what is not so there in the answer for the case alone. Those under contexts and of other
/// modes than the first are left to [`evaluate`].
pub(crate) fn evaluate_together(case: &Case) -> Outcome {
    evaluate_in(case, &|case, expectation, mode| match is_plain(expectation, mode) {
        true => in_part(case, expectation, mode).or_else(|| alone(case, expectation, mode)),
        false => None,
    })
}

fn is_plain(expectation: &Expectation, mode: Mode) -> bool {
    expectation.context.is_none() && mode == analysis::default_mode()
}

/// What comes of an expectation in the answer for many cases if it is as wanted there.
fn in_part(case: &Case, expectation: &Expectation, mode: Mode) -> Held {
    let answer = is_plain(expectation, mode).then(|| analysis::together(analysis::part_of(case), mode).0)?;
    let held = holds(expectation, &answer);
    (held.is_ok() == expectation.pending.is_none()).then_some(held)
}

/// Whether an expectation holds in a mode, `None` if that is not asked.
type Held = Option<Result<(), String>>;

fn alone(case: &Case, expectation: &Expectation, mode: Mode) -> Held {
    let answer = match &expectation.context {
        None => Some(analysis::of(case, mode)),
        Some(context) => analysis::under(case, mode, context),
    };
    let text = expectation.context.as_deref().unwrap_or_default();
    Some(answer.ok_or_else(|| format!("context {text} does not exist")).and_then(|answer| holds(expectation, &answer)))
}

fn evaluate_in(case: &Case, ask: &dyn Fn(&Case, &Expectation, Mode) -> Held) -> Outcome {
    let mut outcome = Outcome::default();
    let expectations = match read(case) {
        Ok(expectations) => expectations,
        Err(wrong) => return Outcome { failures: wrong, ..outcome },
    };
    for expectation in expectations.iter().filter(|e| !e.is_for_jvm()) {
        let modes = match &expectation.mode {
            Some(mode) => vec![mode.as_str()],
            None => DEFAULT_MODES.to_vec(),
        };
        for mode in modes {
            let held = match Mode::parse(mode) {
                None => Some(Err(format!("mode {mode} does not exist"))),
                Some(mode) => ask(case, expectation, mode),
            };
            let Some(held) = held else {
                outcome.not_asked += 1;
                continue;
            };
            match (held, &expectation.pending) {
                (Ok(()), None) => outcome.held += 1,
                (Err(_), Some(_)) => outcome.pending += 1,
                (Ok(()), Some(reason)) => {
                    let text = format!("{}: pending ({reason}), but it holds: unmark it", expectation.text());
                    outcome.failures.push(text);
                }
                (Err(why), None) => outcome.failures.push(format!("{}: {why}", expectation.text())),
            }
        }
    }
    outcome
}

const TIERS: [&str; 5] = ["none", "open", "partial", "sound", "proven"];

fn strength(tier: &str) -> usize {
    TIERS.iter().position(|known| *known == tier).unwrap_or(0)
}

/// Whether an expectation holds in a result, or what is there instead.
pub(crate) fn holds(expectation: &Expectation, result: &AnalysisResult) -> Result<(), String> {
    let arguments = &expectation.arguments;
    if let Some((at, _)) = &expectation.call {
        let site = verdicts::site(result, at).ok_or("no reflective site there")?;
        return holds_at(expectation, result, site);
    }
    let unreached: BTreeSet<&str> = result.reach().unwrap().unreached.iter().map(String::as_str).collect();
    let wanted = expectation.kind == "unreached";
    let wrong: Vec<&str> = arguments.iter().map(String::as_str).filter(|m| unreached.contains(m) != wanted).collect();
    check(wrong.is_empty(), || format!("not so: {}", wrong.join(", ")))
}

fn holds_at(expectation: &Expectation, result: &AnalysisResult, site: &SiteRow) -> Result<(), String> {
    let arguments: BTreeSet<String> = expectation.arguments.iter().cloned().collect();
    let argument = expectation.arguments.first().map(String::as_str).unwrap_or_default();
    let second = expectation.arguments.get(1).map(String::as_str).unwrap_or_default();
    let targets: BTreeSet<String> = site.targets.iter().map(verdicts::target_text).collect();
    let assumptions: BTreeSet<String> = site.assumptions.iter().map(verdicts::name).collect();
    let findings = verdicts::findings(result, site);
    let rules = || verdicts::rules(result, site).into_keys().collect::<BTreeSet<String>>();
    let tier = verdicts::name(&site.tier);
    let shown = |set: &BTreeSet<String>| format!("there are [{}]", set.iter().cloned().collect::<Vec<_>>().join(", "));
    match expectation.kind.as_str() {
        "site" => check(site.id == argument, || format!("it is {}", site.id)),
        "targets" => check(targets == arguments, || shown(&targets)),
        "targetsAtLeast" => check(targets.is_superset(&arguments), || shown(&targets)),
        "none" => check(targets.is_empty(), || shown(&targets)),
        "tier" => check(tier == argument, || format!("it is {tier}: {}", site.reasons.join("; "))),
        "tierNot" => check(tier != argument, || format!("it is {tier}")),
        "tierAtLeast" => {
            check(strength(&tier) >= strength(argument), || format!("it is {tier}: {}", site.reasons.join("; ")))
        }
        "resolution" => {
            let resolution = verdicts::name(&site.resolution);
            check(resolution == argument, || format!("it is {resolution}"))
        }
        "assumptions" => check(assumptions == arguments, || shown(&assumptions)),
        "assumes" => check(assumptions.is_superset(&arguments), || shown(&assumptions)),
        "flagged" => check(verdicts::flagged(site), || format!("it is {tier}, not flagged")),
        "unflagged" => check(!verdicts::flagged(site), || format!("it is flagged: {}", site.reasons.join("; "))),
        "guarded" => check(site.guarded, || "it is not".to_owned()),
        "finding" => check(rules().is_superset(&arguments), || shown(&rules())),
        "noFinding" if arguments.is_empty() => check(rules().is_empty(), || shown(&rules())),
        "noFinding" => check(rules().is_disjoint(&arguments), || shown(&rules())),
        "says" => {
            let said: Vec<String> = findings
                .iter()
                .filter(|finding| finding.rule.id() == argument)
                .map(|finding| format!("{} | {}", finding.summary, finding.advice.text()))
                .collect();
            check(said.iter().any(|text| text.contains(second)), || format!("it says [{}]", said.join("] [")))
        }
        "level" => {
            let levels = verdicts::rules(result, site).remove(argument).unwrap_or_default();
            check(levels.contains(second), || format!("there are [{}]", Vec::from_iter(levels).join(", ")))
        }
        "certainty" => {
            let of_rule = findings.iter().find(|finding| finding.rule.id() == argument).ok_or("no such finding")?;
            let certainty = of_rule.certainty.as_ref().map(verdicts::name).unwrap_or_default();
            check(certainty == second, || format!("it is {certainty}"))
        }
        "origin" => {
            let Some(at) = &expectation.source else { return Err("no source".to_owned()) };
            let wanted = format!("{}.{}{}@{}", at.class, at.method, at.descriptor, at.offset);
            check(site.origins.contains(&wanted), || format!("there are [{}], not {wanted}", site.origins.join(", ")))
        }
        unknown => Err(format!("the harness does not know {unknown}")),
    }
}

fn check(holds: bool, instead: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(instead()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A result with one site at `p.A.m()V@4` and one finding.
    fn result() -> AnalysisResult {
        let place = r#"{"class":"p.A","method":"m","descriptor":"()V","offset":4}"#;
        let text = format!(
            r#"{{"version":2,"tool":"0","jdk":{{"feature":17,"version":"17","vendor":"v"}},"mode":"local",
            "context":"insensitive","entry":"main","library":false,
            "inputs":{{"application-classes":1,"library-jars":0,"library-classes":0}},"solved":{{"rounds":[],"counters":[],
            "reach":{{"application-methods":2,"application-methods-reached":1,"unreached":["p.A.gone()"],"methods-reached":9}}}},
            "sites":[{{"id":"p.A.m()#Method.invoke#1","place":{place},"api":"a","kind":"action","origin":"application",
              "artifact":"x","reachable":true,"tier":"partial","resolution":"partial",
              "assumptions":["closed-world"],"reasons":["r"],
              "targets":[{{"class":"p.B"}},{{"class":"p.B","member":"run","descriptor":"(I)V"}},
                         {{"class":"p.B","member":"f","descriptor":"I"}}],
              "origins":["p.A.m()V@1"],"cuts":[]}}],
            "findings":[{{"rule":"RC1001","key":"k","origin":"application","artifact":"x","site":"p.A.m()#Method.invoke#1",
              "place":{place},"tier":"partial","assumptions":[],"certainty":"likely","summary":"names \"x\"","call":"c",
              "advice":"do","related":[],"path":[],"target-count":3,"targets":[],"origin-kind":"property"}}],
            "cuts":[],"diagnostics":[],"libraries":[],"accepts":[]}}"#
        );
        serde_json::from_str(&text).unwrap()
    }

    fn made(kind: &str, arguments: &[&str]) -> Expectation {
        let here = |offset| At { class: "p.A".into(), method: "m".into(), descriptor: "()V".into(), offset };
        Expectation {
            line: 1,
            kind: kind.to_owned(),
            call: (!WITHOUT_CALL.contains(&kind)).then(|| (here(4), "Method.invoke".to_owned())),
            arguments: arguments.iter().map(|argument| (*argument).to_owned()).collect(),
            source: (kind == "origin").then(|| here(1)),
            mode: None,
            context: None,
            pending: None,
        }
    }

    fn holds_for(kind: &str, arguments: &[&str]) -> bool {
        holds(&made(kind, arguments), &result()).is_ok()
    }

    #[test]
    fn a_rule_that_is_not_there_is_no_expectation() {
        let wrong = |kind, arguments: &[&str]| wrong_words(&made(kind, arguments)).len();
        assert_eq!((wrong("finding", &["RC3001"]), wrong("finding", &["RC3098"])), (0, 1));
        assert_eq!(
            (wrong("finding", &["missing-class"]), wrong("finding", &[])),
            (1, 1),
            "the id, as reports write it"
        );
        assert_eq!((wrong("noFinding", &[]), wrong("noFinding", &["RC3001", "RC3098", "RC3099"])), (0, 2));
        assert_eq!((wrong("says", &["RC1001", "text"]), wrong("says", &["text"])), (0, 1));
        assert_eq!((wrong("tier", &["sound"]), wrong("tier", &["good"])), (0, 1));
    }

    #[test]
    fn each_kind_is_told_from_its_opposite() {
        assert!(holds_for("targets", &["p.B", "p.B.f:I", "p.B.run(I)V"]));
        assert!(!holds_for("targets", &["p.B", "p.B.f:I"]));
        assert!(holds_for("targetsAtLeast", &["p.B"]) && !holds_for("targetsAtLeast", &["p.C"]));
        assert!(!holds_for("none", &[]));
        assert!(holds_for("tier", &["partial"]) && !holds_for("tier", &["sound"]));
        assert!(holds_for("tierAtLeast", &["open"]) && !holds_for("tierAtLeast", &["sound"]));
        assert!(holds_for("tierNot", &["proven"]) && !holds_for("tierNot", &["partial"]));
        assert!(holds_for("resolution", &["partial"]) && !holds_for("resolution", &["full"]));
        assert!(holds_for("assumptions", &["closed-world"]) && !holds_for("assumptions", &["casts"]));
        assert!(holds_for("assumes", &["closed-world"]) && !holds_for("assumes", &["casts"]));
        assert!(holds_for("flagged", &[]) && !holds_for("unflagged", &[]));
        assert!(!holds_for("guarded", &[]));
        assert!(holds_for("finding", &["RC1001"]) && !holds_for("finding", &["RC3001"]));
        assert!(holds_for("noFinding", &["RC3001"]) && !holds_for("noFinding", &["RC1001"]));
        assert!(!holds_for("noFinding", &[]));
        assert!(holds_for("says", &["RC1001", "\"x\""]) && !holds_for("says", &["RC1001", "y"]));
        assert!(holds_for("level", &["RC1001", "error"]) && !holds_for("level", &["RC1001", "note"]));
        assert!(holds_for("certainty", &["RC1001", "likely"]) && !holds_for("certainty", &["RC1001", "proven"]));
        assert!(holds_for("origin", &["System.getProperty"]));
        assert!(holds_for("reached", &["p.A.m()"]) && !holds_for("reached", &["p.A.gone()"]));
        assert!(holds_for("unreached", &["p.A.gone()"]) && !holds_for("unreached", &["p.A.m()"]));
        assert!(!holds_for("noSuchKind", &["x"]));
    }

    #[test]
    fn a_call_without_a_site_is_a_failure() {
        let mut empty = result();
        empty.sites.clear();
        let at = At { class: "p.A".into(), method: "m".into(), descriptor: "()V".into(), offset: 4 };
        let expectation = Expectation {
            line: 1,
            kind: "none".to_owned(),
            call: Some((at, "Method.invoke".to_owned())),
            arguments: Vec::new(),
            source: None,
            mode: None,
            context: None,
            pending: None,
        };
        assert_eq!(holds(&expectation, &empty), Err("no reflective site there".to_owned()));
    }
}
