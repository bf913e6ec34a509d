//! What shares a cause.

use super::*;
use crate::config::Policy;
use crate::report::sample::{self, empty, finding, place, site};
use crate::result::{AnalysisResult, Bound, CutKind, Finding, SiteKind, Tier, TraceStep};

const INVOKE: &str = "java.lang.reflect.Method.invoke";

/// A call in a method of its own that `origins` decide, with a finding whose trace has so many steps.
fn add(result: &mut AnalysisResult, method: &str, origins: &[&str], steps: usize) {
    let id = format!("com.acme.A.{method}()#Method.invoke#1");
    let at = place("com.acme.A", method, "()V", 1, 1, "invoke");
    let origins = origins.iter().map(|&origin| origin.to_owned()).collect();
    let row = SiteRow { origins, tier: Tier::Open, ..site(&id, at.clone(), SiteKind::Action, INVOKE) };
    let step = TraceStep { place: at.clone(), message: "it is passed on".to_owned() };
    let found = finding(RuleId::RC1001, &id, at, Tier::Open, &format!("\"{method}\" names the class"));
    let found = Finding { key: id, path: vec![step; steps], ..found };
    result.sites.push(row);
    result.findings.push(found);
}

/// The methods of each cause, that which is shown first.
fn shown(result: &AnalysisResult, least: Level) -> Vec<Vec<String>> {
    let policy = Policy::default();
    let judged = sample::judged(result, &policy);
    let method = |finding: &&JudgedFinding<'_>| finding.finding.place.method.clone();
    let of = |of: Cause<'_, '_>| std::iter::once(&of.shown).chain(&of.others).map(method).collect();
    causes(&judged, least).into_iter().map(of).collect()
}

#[test]
fn equal_values_are_one_cause() {
    let mut result = empty();
    add(&mut result, "far", &["com.acme.B.c()V@1", "com.acme.B.d()V@2"], 7);
    add(&mut result, "other", &["com.acme.B.c()V@1"], 1);
    add(&mut result, "near", &["com.acme.B.c()V@1", "com.acme.B.d()V@2"], 3);
    add(&mut result, "untold", &["com.acme.B.c()V@1", "com.acme.B.d()V@2"], 0);
    assert_eq!(
        shown(&result, Level::Warning),
        [vec!["near", "far", "untold"], vec!["other"]],
        "the shortest trace first"
    );
}

#[test]
fn what_is_no_place_is_no_cause() {
    let mut result = empty();
    add(&mut result, "a", &["callers", "jdk"], 1);
    add(&mut result, "b", &["callers", "jdk"], 1);
    add(&mut result, "c", &[], 1);
    add(&mut result, "d", &[], 1);
    assert_eq!(shown(&result, Level::Warning).len(), 4);
}

#[test]
fn equal_reasons_are_one_cause() {
    let mut result = empty();
    for method in ["a", "b", "limit", "else"] {
        add(&mut result, method, &[], 0);
    }
    for (row, found) in result.sites.iter_mut().zip(&mut result.findings) {
        found.rule = RuleId::RC1003;
        row.reasons = vec!["the class is made at run time".to_owned()];
    }
    result.findings[2].cut = Some(CutKind::TooLarge);
    result.sites[3].reasons[0] = "no class reaches the call".to_owned();
    let mut causes = shown(&result, Level::Warning);
    causes.sort();
    assert_eq!(causes, [vec!["a", "b"], vec!["else"], vec!["limit"]]);
}

#[test]
fn levels_stay_apart() {
    let mut result = empty();
    add(&mut result, "a", &["com.acme.B.c()V@1"], 1);
    add(&mut result, "b", &["com.acme.B.c()V@1"], 1);
    result.findings[1].bound = Bound::Candidates(3);
    assert_eq!(shown(&result, Level::Warning), [["a"], ["b"]], "an error, then a warning");
    assert_eq!(shown(&result, Level::Error), [["a"]]);
}

#[test]
fn several_values_are_not_said_to_decide() {
    let mut result = empty();
    for method in ["a", "b"] {
        add(&mut result, method, &["com.acme.B.c()V@1", "com.acme.B.d()V@1"], 1);
    }
    let policy = Policy::default();
    let judged = sample::judged(&result, &policy);
    let text = crate::report::text::render(&judged, &crate::report::Style::default());
    assert!(text.contains("the analysis sees the same unknown values at 1 more call"), "{text}");
}

#[test]
fn reports_tell_what_is_shown_for_what() {
    let mut result = empty();
    for method in ["a", "b", "c"] {
        add(&mut result, method, &["com.acme.B.c()V@1"], if method == "b" { 1 } else { 2 });
    }
    let policy = Policy::default();
    let judged = sample::judged(&result, &policy);
    let key = |method: &str| format!("com.acme.A.{method}()#Method.invoke#1");
    let (a, b, c) = (key("a"), key("b"), key("c"));
    assert_eq!(
        shown_for(&judged),
        FxHashMap::from_iter([(a.as_str(), b.as_str()), (c.as_str(), b.as_str())]),
        "those that are not shown"
    );
    let text = crate::report::text::render(&judged, &crate::report::Style::default());
    assert!(text.contains("values of the same origin decide 2 more calls"), "{text}");
    assert!(text.contains("3 errors, 0 warnings (1 cause), 0 notes"), "{text}");
    let explained = crate::report::explain(&b, Some(&judged)).unwrap();
    assert!(explained.contains("same cause (2)"), "{explained}");
}
