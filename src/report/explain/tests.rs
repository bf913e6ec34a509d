//! The `explain` report of results made by hand.

use super::*;
use crate::config::Policy;
use crate::report::sample;
use crate::result::{Accept, Certainty, Contributor, Finding, Flow, Tier};

fn ask(query: &str) -> Result<String, String> {
    let (mut result, policy) = (sample::result(), Policy::default());
    result.sites[3].contributors =
        vec![Contributor { site: "com.acme.Hooks.all()#Class.getMethods#1".into(), targets: 1 }];
    explain(query, Some(&sample::judged(&result, &policy)))
}

#[test]
fn rules_need_no_result() {
    let page = explain("RC3001", None).expect("a rule");
    assert!(page.starts_with("# RC3001 missing-class\n\nA reflective call names a class"), "{page}");
    assert_eq!(explain("missing-class", None).as_deref(), Ok(page.as_str()));
    assert_eq!(
        explain("RC0000", None),
        Err("no rule \"RC0000\"; for a finding or a call, name the result with --result FILE".to_owned())
    );
}

#[test]
fn a_finding_with_all_that_is_known() {
    let by_line = ask("Reports.java:48").expect("a finding");
    insta::assert_snapshot!(by_line, @r##"
error RC1001 unsound-reflective-call: "report.engine" names the class and nothing was found that bounds it
  at: src/main/java/com/acme/Reports.java:48
  call: Class.forName(name).newInstance()
  input: name <- System.getProperty("report.engine") at ReportConfig.java:31
  origin: property
  do: list the values in reflection-specs/app.toml
  path (4):
    src/main/java/com/acme/ReportConfig.java:31: the value of the property "report.engine" is read
    java.util.Optional.orElse (Optional.java:359): it is returned
    src/main/java/com/acme/Reports.java:48: it names the class
    src/main/java/com/acme/Reports.java:48: an instance is made
  closes (1):
    src/main/java/com/acme/Reports.java:48: Class.forName(name)   com.acme.Reports.engine(java.lang.String)#Class.forName#1
  site: com.acme.Reports.engine(java.lang.String)#Class.newInstance#1
  api: java.lang.Class.newInstance()Ljava/lang/Object;
  in: build/classes/java/main
  status: tier open, resolution none, may be incomplete
  reasons (1):
    the name comes from System.getProperty
  origins (1):
    com.acme.ReportConfig.engine()Ljava/lang/String;@2
  entry to paste into a file of reflection-specs/:
    [[source]]
    at = "com.acme.ReportConfig.engine()"
    call = "java.lang.System.getProperty"
    key = "report.engine"
    values = ["..."]
  key: RC1001|com.acme.Reports.engine(java.lang.String)#Class.newInstance#1
"##);
    for query in [
        "src/main/java/com/acme/Reports.java:48",
        "com.acme.Reports.engine(java.lang.String)#Class.newInstance#1",
        "RC1001|com.acme.Reports.engine(java.lang.String)#Class.newInstance#1",
        "com.acme.Reports.engine",
    ] {
        assert_eq!(ask(query).as_deref(), Ok(by_line.as_str()), "{query}");
    }
}

#[test]
fn a_related_site_leads_to_its_cause() {
    let text = ask("com.acme.Reports.engine(java.lang.String)#Class.forName#1").expect("a site");
    assert!(text.starts_with("error RC1001 unsound-reflective-call: \"report.engine\" names the class"), "{text}");
    assert!(
        text.contains("\ncom.acme.Reports.engine(java.lang.String)#Class.forName#1\n"),
        "and the site itself: {text}"
    );
}

#[test]
fn a_site_without_finding() {
    insta::assert_snapshot!(ask("com.acme.Theme.load()#Class.forName#1").expect("a site"), @r##"
com.acme.Theme.load()#Class.forName#1
  at: src/main/java/com/acme/Theme.java:15
  api: java.lang.Class.forName(Ljava/lang/String;)Ljava/lang/Class;
  in: build/classes/java/main
  status: tier sound, resolution full
  assumes: closed-world, class-loaders, other-calls
  targets (1):
    com.acme.PdfEngine
"##);
    assert_eq!(ask("Theme.java:15"), ask("com.acme.Theme.load()#Class.forName#1"));
    assert_eq!(ask("Theme.load"), ask("com.acme.Theme.load()#Class.forName#1"), "part of one id");
    let nested = ask("Hooks$Runner").expect("part of one id");
    assert!(nested.contains("contributors (1):\n    com.acme.Hooks.all()#Class.getMethods#1 (1 targets)"), "{nested}");
    assert!(nested.contains("targets (1):\n    com.acme.Hook.run()V"), "{nested}");
}

#[test]
fn the_ways_of_what_names_the_targets() {
    let (mut result, policy) = (sample::result(), Policy::default());
    let step = |line, message: &str| TraceStep {
        place: sample::place("com.acme.Theme", "m", "()V", 1, line, "x"),
        message: message.to_owned(),
    };
    result.steps = vec![
        step(3, "\"com.acme.PdfEngine\" is written here"),
        step(4, "\"run\" is written here"),
        step(9, "passed to \"com.acme.Theme.m()\""),
    ];
    let row = result.sites.iter_mut().find(|row| row.id.contains("Theme")).expect("the row");
    row.targets.extend(["com.acme.Q", "com.acme.R", "com.acme.S"].map(sample::class_target));
    row.flows = vec![
        Flow { of: FlowOf::Class, targets: vec![0, 2], steps: vec![0, 2] },
        // Positions that are none are no reason to stop.
        Flow { of: FlowOf::Member, targets: vec![1, 77], steps: vec![1, 88] },
    ];
    let text = explain("Theme.load", Some(&sample::judged(&result, &policy))).expect("a site");
    let paths = &text[text.find("  path of").expect("paths")..];
    insta::assert_snapshot!(paths, @r##"
      path of the class for com.acme.PdfEngine, com.acme.R (3):
        src/main/java/com/acme/Theme.java:3: "com.acme.PdfEngine" is written here
        src/main/java/com/acme/Theme.java:9: passed to "com.acme.Theme.m()"
        src/main/java/com/acme/Theme.java:15: "Class.forName" uses it
      path of the member name for com.acme.Q (2):
        src/main/java/com/acme/Theme.java:4: "run" is written here
        src/main/java/com/acme/Theme.java:15: "Class.forName" uses it
      paths: not kept for 1 more target
    "##);
}

#[test]
fn what_names_nothing_or_too_much() {
    insta::assert_snapshot!(ask("com.acme.Codecs").expect_err("two sites"), @r##"
"com.acme.Codecs" may be one of
  com.acme.Codecs.<clinit>()#Class.forName#1
  com.acme.Codecs.hasFast()#Class.forName#1
"##);
    assert_eq!(ask("Nowhere"), Err("no rule, finding or reflective call is named \"Nowhere\"".to_owned()));
    assert!(ask("").is_err());
    assert!(ask("#\u{1b}").expect_err("nothing").contains("\\u{1b}"));
}

#[test]
fn accepted_findings_say_so() {
    let (mut result, policy) = (sample::result(), Policy::default());
    result.accepts = vec![Accept {
        spec_place: ("a.toml".into(), 1, 1),
        at: "com.acme.Codecs.<clinit>()".into(),
        rule: None,
        api: None,
        ordinal: None,
        reason: "judged".into(),
        until: Some("2027-06-30".into()),
    }];
    let text = explain("Codecs.java:12", Some(&sample::judged(&result, &policy))).expect("a finding");
    assert!(text.starts_with("error RC3001 missing-class (accepted): no class is named"), "{text}");
    assert!(text.contains("\n  accepted: judged (a.toml:1, until 2027-06-30)\n"), "{text}");
}

#[test]
fn calls_that_may_throw_are_told_by_reason() {
    let mut result = sample::empty();
    let broken = |line, summary| {
        let place = sample::place("com.acme.A", "m", "()V", line, line, "forName");
        let found = sample::finding(RuleId::RC3001, &format!("site{line}"), place, Tier::Open, summary);
        Finding { certainty: Some(Certainty::Possible), ..found }
    };
    result.findings.push(broken(1, "once"));
    result.findings.extend((2..=8).map(|line| broken(line, "often")));
    let policy = Policy::default();
    let said = explain(POSSIBLY_BROKEN, Some(&sample::judged(&result, &policy))).unwrap();
    let at = |line: u32| format!("src/main/java/com/acme/A.java:{line}");
    let often: Vec<String> = (2..=8).map(at).collect();
    assert_eq!(said, format!("RC3001 often: 7 calls at {}\nRC3001 once: {}\n", often.join(", "), at(1)));
}
