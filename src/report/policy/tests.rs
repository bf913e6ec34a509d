//! Policies against results made by hand.

use super::*;
use crate::config::{FailOn, PackageLevels};
use crate::report::sample::{self, class_target, empty, finding, place, site};
use crate::result::{Accept, Contributor, Cut, CutKind, Resolution, SiteKind};
use std::collections::BTreeMap;

const SITE: &str = "com.acme.A.m()#Method.invoke#1";

fn at(line: u32) -> Place {
    place("com.acme.A", "m", "()V", line, line, "invoke")
}

fn of_tier(tier: Tier, assumptions: &[Assumption]) -> Finding {
    Finding { assumptions: assumptions.to_vec(), ..finding(RuleId::RC1001, SITE, at(1), tier, "something") }
}

fn broken(certainty: Certainty, assumptions: &[Assumption]) -> Finding {
    let tier = Tier::Proven;
    let missing = finding(RuleId::RC3001, SITE, at(1), tier, "no class is named \"A\"");
    Finding { certainty: Some(certainty), assumptions: assumptions.to_vec(), ..missing }
}

fn result_of(findings: Vec<Finding>) -> AnalysisResult {
    AnalysisResult { findings, ..empty() }
}

/// `rule level` of each finding, in order.
fn levels(result: &AnalysisResult, policy: &Policy) -> Vec<String> {
    show(&sample::judged(result, policy))
}

fn show(judged: &Judged<'_>) -> Vec<String> {
    judged.findings.iter().map(|f| format!("{} {}", f.rule.id, f.level.name())).collect()
}

#[test]
fn default_levels() {
    let policy = Policy::default();
    let level = |finding: Finding| levels(&result_of(vec![finding]), &policy);
    assert_eq!(level(of_tier(Tier::Open, &[])), ["RC1001 error"]);
    assert_eq!(level(of_tier(Tier::Partial, &[])), ["RC1001 error"], "whatever is listed beside the unknown");
    let bounded = |bound| level(Finding { bound, target_count: 12, ..of_tier(Tier::Partial, &[]) });
    assert_eq!(bounded(Bound::Candidates(49)), ["RC1001 warning"]);
    assert_eq!(bounded(Bound::Candidates(50)), ["RC1001 error"]);
    assert_eq!(bounded(Bound::NoCode), ["RC1001 note"]);
    assert_eq!(level(of_tier(Tier::Sound, &[Assumption::Casts])), [""; 0]);
    assert_eq!(level(of_tier(Tier::Proven, &[])), [""; 0]);
    let cut = |cut| level(Finding { cut, ..finding(RuleId::RC1003, SITE, at(1), Tier::Partial, "x") });
    assert_eq!(cut(None), ["RC1003 warning"]);
    assert_eq!(cut(Some(CutKind::DamagedClass)), ["RC1003 warning"]);
    assert_eq!(cut(Some(CutKind::FanOut)), ["RC1003 error"]);
    assert_eq!(level(broken(Certainty::Proven, &[])), ["RC3001 error"]);
    assert_eq!(level(broken(Certainty::Likely, &[])), ["RC3001 warning"]);
    assert_eq!(level(broken(Certainty::Guarded, &[])), [""; 0]);
    assert_eq!(level(finding(RuleId::RC1002, SITE, at(1), Tier::Open, "x")), ["RC1002 note"]);
    assert_eq!(level(finding(RuleId::RC1004, SITE, at(1), Tier::Open, "x")), ["RC1004 note"]);
    assert_eq!(level(finding(RuleId::RC1002, SITE, at(1), Tier::None, "x")), [""; 0], "unreachable");
    assert_eq!(level(Finding { test: true, ..of_tier(Tier::Open, &[]) }), ["RC1001 warning"]);
    let result = result_of(vec![broken(Certainty::Possible, &[])]);
    let judged = sample::judged(&result, &policy);
    assert_eq!((judged.findings.len(), judged.counts.possibly_broken), (0, 1));
}

#[test]
fn an_assumption_that_is_not_accepted_lowers_the_tier_by_one() {
    let mut policy = Policy::default();
    policy.accept_assumptions.remove(&Assumption::Casts);
    let level = |finding: Finding| levels(&result_of(vec![finding]), &policy);
    assert_eq!(level(of_tier(Tier::Sound, &[Assumption::ClosedWorld])), [""; 0]);
    assert_eq!(level(of_tier(Tier::Sound, &[Assumption::ClosedWorld, Assumption::Casts])), ["RC1001 warning"]);
    assert_eq!(level(of_tier(Tier::Proven, &[Assumption::Casts])), [""; 0], "counts as sound");
    assert_eq!(level(of_tier(Tier::Partial, &[Assumption::Casts])), ["RC1001 error"]);
    assert_eq!(level(broken(Certainty::Proven, &[Assumption::Casts])), ["RC3001 warning"]);
    assert_eq!(level(broken(Certainty::Likely, &[Assumption::Casts])), [""; 0]);
    let result = result_of(vec![of_tier(Tier::Sound, &[Assumption::Generics, Assumption::Casts])]);
    let judged = sample::judged(&result, &policy);
    assert_eq!(judged.findings[0].rejected, [Assumption::Generics, Assumption::Casts]);
    assert_eq!(judged.findings[0].tier, Tier::Partial);
}

#[test]
fn users_set_levels_by_rule_and_package() {
    let result = result_of(vec![
        of_tier(Tier::Open, &[]),
        of_tier(Tier::Sound, &[]),
        broken(Certainty::Possible, &[]),
        finding(
            RuleId::RC1002,
            "com.acme.legacy.B.m()#Class.forName#1",
            place("com.acme.legacy.B", "m", "()V", 1, 1, "x"),
            Tier::Open,
            "x",
        ),
    ]);
    let set = |rule, level| BTreeMap::from([(rule, level)]);
    let policy = Policy { levels: set(RuleId::RC1001, Level::Warning), ..Policy::default() };
    assert_eq!(levels(&result, &policy), ["RC1001 warning", "RC1002 note"]);
    let policy = Policy { levels: set(RuleId::RC1001, Level::Off), ..Policy::default() };
    assert_eq!(levels(&result, &policy), ["RC1002 note"]);
    let policy = Policy { levels: set(RuleId::RC3001, Level::Error), ..Policy::default() };
    assert_eq!(
        levels(&result, &policy),
        ["RC1001 error", "RC1002 note"],
        "possible stays a count, sound stays nothing"
    );
    let pattern = "com.acme.legacy.*".to_owned();
    let package_levels = vec![PackageLevels { pattern, levels: set(RuleId::RC1002, Level::Error) }];
    let policy = Policy { package_levels, ..Policy::default() };
    assert_eq!(levels(&result, &policy), ["RC1001 error", "RC1002 error"]);
    let tests = judge(ReportInput { test: true, ..sample::input(&result, &policy, &sample::AcmeSources) });
    assert_eq!(show(&tests), ["RC1001 warning", "RC1002 warning"], "tests: at most warning");
}

#[test]
fn libraries_and_the_jdk_are_out_of_scope_by_default() {
    let of = |origin| Finding { origin, ..of_tier(Tier::Open, &[]) };
    let result = result_of(vec![of(CodeOrigin::Jdk), of(CodeOrigin::Library), of(CodeOrigin::Application)]);
    for (report_scope, n) in [(ReportScope::Application, 1), (ReportScope::Libraries, 2), (ReportScope::All, 3)] {
        let policy = Policy { report_scope, ..Policy::default() };
        assert_eq!(levels(&result, &policy).len(), n);
    }
}

#[test]
fn exit_status_follows_fail_on() {
    let result = result_of(vec![Finding { bound: Bound::Candidates(2), ..of_tier(Tier::Partial, &[]) }]);
    let clean = result_of(vec![of_tier(Tier::Sound, &[])]);
    for (fail_on, status) in [(FailOn::Error, 0), (FailOn::Warning, 1), (FailOn::Note, 1), (FailOn::Never, 0)] {
        let policy = Policy { fail_on, ..Policy::default() };
        assert_eq!(sample::judged(&result, &policy).exit_status(), status);
        assert_eq!(sample::judged(&clean, &policy).exit_status(), 0);
    }
}

fn wide_site(id: &str, targets: usize, contributor: Option<&str>) -> SiteRow {
    let mut row = site(id, at(1), SiteKind::Action, "java.lang.reflect.Method.invoke(..)");
    row.targets = (0..targets).map(|n| class_target(&format!("com.acme.T{n:03}"))).collect();
    row.contributors =
        contributor.into_iter().map(|site| Contributor { site: site.into(), targets: targets as u32 - 1 }).collect();
    row
}

#[test]
fn calls_with_many_targets() {
    let policy = Policy::default();
    let contributor = "com.acme.B.all()#Class.getMethods#1";
    let mut result = empty();
    result.sites = vec![
        wide_site("com.acme.A.a()#Method.invoke#1", 49, None),
        wide_site("com.acme.A.b()#Method.invoke#1", 50, None),
        wide_site("com.acme.A.c()#Method.invoke#1", 60, Some(contributor)),
        wide_site("com.acme.A.d()#Method.invoke#1", 70, Some(contributor)),
        SiteRow { kind: SiteKind::Member, ..wide_site("com.acme.A.e()#Class.getMethod#1", 80, None) },
        SiteRow { reachable: false, ..wide_site("com.acme.A.f()#Method.invoke#1", 80, None) },
        SiteRow { origin: CodeOrigin::Library, ..wide_site("org.x.A.g()#Method.invoke#1", 80, None) },
        SiteRow { may_be_many: true, ..wide_site("com.acme.A.h()#Method.invoke#1", 80, None) },
        site(
            contributor,
            place("com.acme.B", "all", "()V", 3, 33, "getMethods"),
            SiteKind::Member,
            "java.lang.Class.getMethods()",
        ),
    ];
    let judged = sample::judged(&result, &policy);
    assert_eq!(show(&judged), ["RC2001 warning", "RC2001 warning"]);
    let [shared, alone] = [&judged.findings[0], &judged.findings[1]];
    assert_eq!(shared.finding.summary, "this \"Method.invoke\" may reach so many targets that the answer says little");
    assert_eq!(
        shared.finding.advice.text(),
        "narrow the look-up at B.java:33, which gives 59 of them, or name the targets in a [[call]] entry"
    );
    assert_eq!((shared.closes(), shared.finding.key.as_str()), (2, "RC2001 com.acme.B.all() Class.getMethods"));
    assert_eq!((alone.finding.target_count, alone.finding.targets.len()), (50, 10));

    let few = vec![Contributor { site: contributor.into(), targets: 1 }];
    let of_few = SiteRow { contributors: few, ..wide_site("com.acme.A.a()#Method.invoke#1", 80, None) };
    let judged_alone = AnalysisResult { sites: vec![of_few], ..empty() };
    let judged = sample::judged(&judged_alone, &policy);
    // What gives one of so many is not the cause.
    assert_eq!(judged.findings[0].finding.advice.text(), "narrow the look-up, or name the targets in a [[call]] entry");

    let policy = Policy { imprecise_threshold: 71, ..policy };
    assert_eq!(levels(&result, &policy), [""; 0]);
}

#[test]
fn imprecision_is_part_of_unsoundness_where_a_call_has_both() {
    let mut policy = Policy::default();
    let mut result = empty();
    result.sites = vec![SiteRow { tier: Tier::Partial, resolution: Resolution::Partial, ..wide_site(SITE, 60, None) }];
    result.findings = vec![Finding { target_count: 60, ..of_tier(Tier::Partial, &[]) }];
    let judged = sample::judged(&result, &policy);
    assert_eq!(show(&judged), ["RC1001 error"]);
    assert!(judged.findings[0].imprecise);
    // The analysis may name the imprecise calls itself; they are not doubled.
    result.findings.push(Finding { target_count: 60, ..finding(RuleId::RC2001, SITE, at(1), Tier::Partial, "x") });
    assert_eq!(levels(&result, &policy), ["RC1001 error"]);
    result.findings.remove(0);
    assert_eq!(levels(&result, &policy), ["RC2001 warning"]);
    result.findings.insert(0, Finding { target_count: 60, ..of_tier(Tier::Partial, &[]) });
    policy.levels.insert(RuleId::RC1001, Level::Off);
    assert_eq!(levels(&result, &policy), ["RC2001 warning"]);
}

fn cut(kind: CutKind, what: &str, place: Option<Place>, origin: Option<CodeOrigin>) -> Cut {
    Cut { kind, what: what.into(), place, origin }
}

fn summaries(judged: &Judged<'_>) -> Vec<String> {
    judged.findings.iter().map(|f| format!("{} {}", f.level.name(), f.finding.summary)).collect()
}

#[test]
fn what_was_cut_off_is_never_clean() {
    let mut result = empty();
    let own = Some(CodeOrigin::Application);
    result.cuts = vec![
        cut(CutKind::UnmodelledNative, "nothing reaches the receiver", Some(at(9)), own),
        cut(CutKind::FanOut, "340 targets", Some(at(5)), own),
        cut(CutKind::FanOut, "340 targets", Some(place("org.x.L", "m", "()V", 1, 1, "")), Some(CodeOrigin::Library)),
    ];
    let limit = finding(RuleId::RC1003, "com.acme.A.m()#Method.invoke#2", at(5), Tier::Partial, "cut at 340 targets");
    result.findings = vec![Finding { cut: Some(CutKind::FanOut), ..limit }];
    let policy = Policy::default();
    let judged = sample::judged(&result, &policy);
    assert_eq!(
        summaries(&judged),
        ["error cut at 340 targets", "warning nothing reaches the receiver (unmodelled-native)"]
    );
    assert!(judged.gave_up && judged.exit_status() == 1);
    result.findings.clear();
    let judged = sample::judged(&result, &policy);
    assert!(!judged.gave_up && judged.exit_status() == 0, "limits in libraries are counted");
}

/// A row of a call that the budget cut short.
fn at_budget(method: &str, kind: SiteKind, reachable: bool) -> SiteRow {
    SiteRow {
        tier: if reachable { Tier::Open } else { Tier::None },
        reachable,
        cuts: vec![CutKind::Budget],
        reasons: vec!["the analysis stopped at its budget".into()],
        ..site(&format!("com.acme.A.{method}()#Method.invoke#1"), at(7), kind, "java.lang.reflect.Method.invoke(..)")
    }
}

#[test]
fn a_budget_is_one_finding_for_the_calls_it_touched() {
    let policy = Policy::default();
    let mut result = empty();
    result.cuts = vec![cut(CutKind::Budget, "the analysis stopped at its budget", None, None)];
    result.solved.as_mut().unwrap().reach.unreached = vec!["com.acme.A.gone()".into()];
    let proven = site("com.acme.A.p()#Class.forName#1", at(1), SiteKind::ClassSource, "java.lang.Class.forName(..)");
    let library = SiteRow { origin: CodeOrigin::Library, ..at_budget("l", SiteKind::Action, true) };
    let unreached = at_budget("gone", SiteKind::Action, false);
    result.sites = vec![proven, library, unreached];
    let judged = sample::judged(&result, &policy);
    assert!(
        judged.findings.is_empty() && !judged.gave_up,
        "it touched no call of the application: {:?}",
        show(&judged)
    );
    result.sites.push(at_budget("a", SiteKind::ClassSource, true));
    result.sites.push(at_budget("b", SiteKind::Action, true));
    result.sites.push(at_budget("c", SiteKind::Action, false));
    let judged = sample::judged(&result, &policy);
    assert_eq!(
        summaries(&judged),
        ["error the analysis stopped at its budget: what this call may reach is not all known"]
    );
    let found = &judged.findings[0];
    assert_eq!((found.finding.site.as_str(), found.closes()), ("com.acme.A.b()#Method.invoke#1", 3));
    assert_eq!(found.finding.key, "RC1003|budget|calls", "without counts or lines");
    // Code that was never come to is another finding, which no entry for a call answers.
    let left_out =
        cut(CutKind::Budget, "the analysis did not come to this", Some(at(3)), Some(CodeOrigin::Application));
    result.cuts.push(left_out);
    result.accepts = ["a", "b", "c"].map(|m| Accept { rule: None, ..accept(&format!("com.acme.A.{m}"), None) }).into();
    let judged = sample::judged(&result, &policy);
    assert_eq!(summaries(&judged), ["error the analysis did not come to this"]);
    assert_eq!((judged.counts.accepted, judged.exit_status()), (1, 1));
    // The level is the user's to set; what happened stays what it is.
    let policy = Policy { levels: BTreeMap::from([(RuleId::RC1003, Level::Off)]), ..policy };
    let judged = sample::judged(&result, &policy);
    assert!(judged.findings.is_empty() && judged.gave_up && judged.exit_status() == 0);
}

#[test]
fn calls_of_apis_without_a_model_are_counted() {
    let unmodelled =
        SiteRow { cuts: vec![CutKind::UnmodelledApi], tier: Tier::Open, ..at_budget("a", SiteKind::Other, true) };
    let mut result = empty();
    result.sites = vec![unmodelled, at_budget("b", SiteKind::Other, true)];
    let (policy, sites) = (Policy::default(), |judged: &Judged<'_>| judged.unmodelled().count());
    let judged = sample::judged(&result, &policy);
    assert_eq!((sites(&judged), judged.findings.len()), (1, 0));
}

fn accept(at: &str, until: Option<&str>) -> Accept {
    Accept {
        spec_place: ("reflection-specs/app.toml".into(), 4, 1),
        at: at.into(),
        rule: Some(RuleId::RC1001),
        api: None,
        ordinal: None,
        reason: "judged".into(),
        until: until.map(Into::into),
    }
}

#[test]
fn accepted_findings_do_not_count() {
    let policy = Policy { fail_on: FailOn::Note, ..Policy::default() };
    let mut result = result_of(vec![of_tier(Tier::Open, &[])]);
    result.accepts = vec![accept("com.acme.A.m()", Some("2026-11-02"))];
    let judged = sample::judged(&result, &policy);
    assert_eq!((show(&judged).len(), judged.counts.accepted, judged.exit_status()), (0, 1, 0));
    result.accepts = vec![accept("com.acme.A.m()", Some("2026-11-01"))];
    let judged = sample::judged(&result, &policy);
    assert_eq!(show(&judged), ["RC1001 error", "RC4005 warning"]);
    let expired = &judged.findings[1];
    assert_eq!(expired.finding.summary, "accepting the findings in \"com.acme.A.m()\" ended on 2026-11-01");
    assert_eq!(expired.location.as_ref().map(|l| (l.path.as_str(), l.line)), Some(("reflection-specs/app.toml", 4)));
}

#[test]
fn an_entry_for_one_call_leaves_the_others_of_the_cause() {
    let other =
        Related { site: "com.acme.B.n()#Class.forName#1".into(), place: at(7), message: "Class.forName(n)".into() };
    let cause = Finding { related: vec![other], call: "m.invoke(o)".into(), ..of_tier(Tier::Open, &[]) };
    let mut result = result_of(vec![cause]);
    result.accepts = vec![accept("com.acme.A.m", None)];
    let policy = Policy::default();
    let judged = sample::judged(&result, &policy);
    let left = &judged.findings[0];
    assert_eq!((left.finding.site.as_str(), left.closes()), ("com.acme.B.n()#Class.forName#1", 1));
    assert_eq!((left.finding.call.as_str(), left.finding.place.line), ("Class.forName(n)", Some(7)));
    // What was said of the accepted call may be no part of this one.
    let said =
        "what is unknown at \"Class.forName\" comes from where that of an accepted call does, and nothing bounds it";
    assert_eq!((left.finding.summary.as_str(), left.finding.path.len()), (said, 0));
    result.accepts = vec![accept("com.acme.B.n", None)];
    let judged = sample::judged(&result, &policy);
    assert_eq!((judged.findings[0].finding.site.as_str(), judged.findings[0].closes()), (SITE, 1));
    result.accepts = vec![accept("com.acme.A.m", None), accept("com.acme.B.n", None)];
    assert_eq!(sample::judged(&result, &policy).counts.accepted, 1);
}

#[test]
fn accept_entries_that_match_no_call() {
    let mut result = result_of(vec![]);
    result.sites = vec![site(SITE, at(1), SiteKind::Action, "java.lang.reflect.Method.invoke(..)")];
    result.accepts = vec![accept("com.acme.A.m", None)];
    let policy = Policy::default();
    assert_eq!(levels(&result, &policy), ["RC4003 note"], "a call without a finding needs no entry");
    result.accepts = vec![accept("com.acme.A.typo", None)];
    assert_eq!(levels(&result, &policy), ["RC4001 warning"]);
    let mut reported = finding(RuleId::RC4001, "", at(1), Tier::None, "no method");
    reported.spec_place = Some(result.accepts[0].spec_place.clone());
    result.findings = vec![reported];
    assert_eq!(levels(&result, &policy), ["RC4001 warning"], "once");
}

#[test]
fn accept_entries_that_answer_nothing() {
    let mut result = result_of(vec![of_tier(Tier::Open, &[])]);
    let policy = Policy::default();
    let other_rule = Accept { rule: Some(RuleId::RC3001), ..accept("com.acme.A.m()", None) };
    result.accepts = vec![accept("com.acme.A.m()", None), accept("com.acme.A.m", None), other_rule.clone()];
    assert_eq!(
        levels(&result, &policy),
        ["RC4003 note", "RC4003 note"],
        "the second for a call, and one for no finding"
    );
    result.accepts = vec![Accept { until: Some("2026-01-01".into()), ..other_rule }];
    assert_eq!(levels(&result, &policy), ["RC1001 error", "RC4003 note"], "its day does not matter");
    let cut = Finding { rule: RuleId::RC1003, cut: Some(CutKind::Budget), ..of_tier(Tier::None, &[]) };
    result.findings.push(cut);
    assert!(!levels(&result, &policy).contains(&"RC4003 note".into()), "what a budget hides may be there");
}

#[test]
fn flagged_sites() {
    let policy = Policy::default();
    let row = |tier, assumptions: &[Assumption], cuts: &[CutKind]| SiteRow {
        tier,
        assumptions: assumptions.to_vec(),
        cuts: cuts.to_vec(),
        ..site(SITE, at(1), SiteKind::Action, "x")
    };
    use Assumption::{Casts, ClosedWorld, Generics, OtherCalls};
    for (expected, row) in [
        (false, row(Tier::Proven, &[], &[])),
        (false, row(Tier::Sound, &[ClosedWorld, OtherCalls], &[])),
        (true, row(Tier::Sound, &[Generics], &[])),
        (true, row(Tier::Sound, &[ClosedWorld], &[CutKind::FanOut])),
        (true, row(Tier::Partial, &[], &[])),
        (true, row(Tier::Open, &[], &[])),
        (false, SiteRow { reachable: false, ..row(Tier::None, &[], &[]) }),
        (true, SiteRow { reachable: false, ..row(Tier::None, &[], &[CutKind::Budget]) }),
    ] {
        assert_eq!(row.is_flagged(&policy.accept_assumptions), expected, "{row:?}");
    }
    let strict = Policy { accept_assumptions: [ClosedWorld].into(), ..Policy::default() };
    let flagged = |row: SiteRow| row.is_flagged(&strict.accept_assumptions);
    assert!(flagged(row(Tier::Sound, &[Casts], &[])));
    assert!(!flagged(row(Tier::Sound, &[ClosedWorld, OtherCalls], &[])), "no excuse, no reason either");
}

#[test]
fn order_is_level_then_calls_closed_then_place() {
    let related = |n: u32| -> Vec<Related> {
        (0..n).map(|i| Related { site: format!("s{i}"), place: at(i), message: String::new() }).collect()
    };
    let bound = |tier| if tier == Tier::Partial { Bound::Candidates(1) } else { Bound::Nothing };
    let of = |line, tier, n| Finding { related: related(n), place: at(line), bound: bound(tier), ..of_tier(tier, &[]) };
    let mut findings = vec![
        of(9, Tier::Open, 0),
        of(3, Tier::Open, 0),
        of(5, Tier::Open, 2),
        of(1, Tier::Partial, 7),
        of(2, Tier::Open, 1),
    ];
    let lines = |findings: &[Finding]| -> Vec<Option<u32>> {
        let result = result_of(findings.to_vec());
        sample::judged(&result, &Policy::default()).findings.iter().map(|f| f.finding.place.line).collect()
    };
    assert_eq!(lines(&findings), [5, 2, 3, 9, 1].map(Some));
    findings.reverse();
    assert_eq!(lines(&findings), [5, 2, 3, 9, 1].map(Some));
}

#[test]
fn calls_of_one_name_on_a_line_are_told_apart() {
    let at = |offset| place("com.acme.A", "m", "()V", offset, 7, "forName");
    let row = |offset| site(&format!("com.acme.A.m()#Class.forName#{offset}"), at(offset), SiteKind::ClassSource, "x");
    let between = place("com.acme.A", "m", "()V", 8, 7, "newInstance");
    let mut result = result_of(vec![]);
    let lambda = |number: u32| place("com.acme.A", &format!("lambda$m${number}"), "()V", 2, 7, "forName");
    let other = |number| site("l", lambda(number), SiteKind::ClassSource, "x");
    result.sites =
        vec![other(10), other(9), row(4), site("x", between.clone(), SiteKind::Action, "x"), row(9), row(30)];
    let policy = Policy::default();
    let judged = sample::judged(&result, &policy);
    let ordinal = |place: &Place| judged.calls.of(place).ordinal;
    assert_eq!([ordinal(&at(4)), ordinal(&at(9)), ordinal(&at(30)), ordinal(&between)], [0, 1, 2, 0]);
    assert_eq!(judged.calls.of(&at(4)).total, 3);
    assert_eq!([ordinal(&lambda(9)), ordinal(&lambda(10))], [0, 1]);
    assert_eq!(judged.locate(&at(9)).and_then(|l| l.columns), Some((12, 19)));
}
