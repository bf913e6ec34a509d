//! What the terminal shows of results made by hand.

use super::words::short_artifact;
use super::*;
use crate::config::Policy;
use crate::report::sample::{self, finding, place};
use crate::report::{Location, Nth, Sources, judge};
use crate::result::{
    Accept, AnalysisResult, Assumption, CodeOrigin, EntryRound, Finding, MissingPackage, Place, RoundKind, RuleId,
    SiteKind, SiteRow, Solved, Tier,
};

fn text(result: &AnalysisResult) -> String {
    text_of(result, &Policy::default(), &sample::AcmeSources)
}

fn text_of(result: &AnalysisResult, policy: &Policy, sources: &dyn Sources) -> String {
    let files = vec!["build/reflection-check/main.sarif".into()];
    let style = Style { color: false, files, result: Some("build/reflection-check/main.result.json".into()) };
    render(&judge(sample::input(result, policy, sources)), &style)
}

fn at(class: &str, line: u32) -> Place {
    place(class, "m", "()V", line, line, "invoke")
}

/// An open call at a line of `class`.
fn open(class: &str, line: u32) -> Finding {
    let site = format!("{class}.m()#Method.invoke#{line}");
    let finding = finding(RuleId::RC1001, &site, at(class, line), Tier::Open, "nothing bounds the method");
    Finding { call: "m.invoke(o)".into(), advice: "list the names".into(), ..finding }
}

#[test]
fn one_screen() {
    insta::assert_snapshot!(text(&sample::result()), @r##"
reflection-check 0.1.0   412 classes, 82 jars, JDK 17.0.15 Debian   mode livshits-points-to   looked at from 1 main method, 187 methods that frameworks call
Your code: 2,391 of 2,396 methods reached; 8 reflective calls = 1 resolved, 1 guarded probe, 1 not reached, 5 to look at
Assumed (other-calls): the 5 reached calls that are open or partial run no code that feeds the resolved ones
Not used: lib/old.jar!/a/B.class: constant pool entry 7 has tag 99 (unreadable-class)
error RC3001  no class is named "com.acme.Codec.Fast"
  src/main/java/com/acme/Codecs.java:12   x.forName(y);
  do: the nearest class is "com.acme.Codec$Fast"
error RC1001  "report.engine" names the class and nothing was found that bounds it            closes 2 calls
  src/main/java/com/acme/Reports.java:48   x.newInstance(y);
  name <- System.getProperty("report.engine") at ReportConfig.java:31
  do: list the values in reflection-specs/app.toml (entry below)
warning RC1001  the parameter "hook" chooses the method, and 1 target may not be all
  src/main/java/com/acme/Hooks.java:77   x.invoke(y);
  do: name the targets in a [[call]] entry
Entry to paste into a file of reflection-specs/:
  [[source]]
  at = "com.acme.ReportConfig.engine()"
  call = "java.lang.System.getProperty"
  key = "report.engine"
  values = ["..."]
note RC1002  1 call, unbounded-class-source: Db.java:9
Libraries, not listed: 2,749 calls in 3 jars; most open: tomcat-embed-core, byte-buddy, hibernate-core
2 errors, 1 warning, 1 note, 0 cuts   build/reflection-check/main.sarif   fails on: error
"##);
}

#[test]
fn nothing_to_say() {
    let mut result = sample::empty();
    insta::assert_snapshot!(text(&result), @r##"
reflection-check 0.1.0   412 classes, 82 jars, JDK 17.0.15 Debian   mode livshits-points-to   looked at from 1 main method, 187 methods that frameworks call
Your code: 2,391 of 2,396 methods reached; no reflective calls
0 errors, 0 warnings, 0 notes, 0 cuts   build/reflection-check/main.sarif   fails on: error
"##);
    result.solved = Some(Solved::default());
    result.inputs = Default::default();
    result.inputs.application_classes = 1;
    result.context = "2-obj+heap".into();
    insta::assert_snapshot!(text(&result), @r##"
reflection-check 0.1.0   1 class, 0 jars, JDK 17.0.15 Debian   mode livshits-points-to, context 2-obj+heap   looked at from nothing
Your code: 0 of 0 methods reached; no reflective calls
0 errors, 0 warnings, 0 notes, 0 cuts   build/reflection-check/main.sarif   fails on: error
"##);
}

#[test]
fn a_hundred_findings_stay_on_the_screen() {
    let mut result = sample::result();
    for line in 1..=97 {
        let class = ["com.acme.A", "com.acme.B", "com.acme.C", "com.acme.D", "com.acme.E"][line as usize % 5];
        result.findings.push(open(class, line));
    }
    let text = text(&result);
    assert!(text.lines().count() < 40, "{text}");
    insta::assert_snapshot!(text, @r##"
reflection-check 0.1.0   412 classes, 82 jars, JDK 17.0.15 Debian   mode livshits-points-to   looked at from 1 main method, 187 methods that frameworks call
Your code: 2,391 of 2,396 methods reached; 8 reflective calls = 1 resolved, 1 guarded probe, 1 not reached, 5 to look at
Assumed (other-calls): the 5 reached calls that are open or partial run no code that feeds the resolved ones
Not used: lib/old.jar!/a/B.class: constant pool entry 7 has tag 99 (unreadable-class)
error RC3001  no class is named "com.acme.Codec.Fast"
  src/main/java/com/acme/Codecs.java:12   x.forName(y);
  do: the nearest class is "com.acme.Codec$Fast"
error RC1001  "report.engine" names the class and nothing was found that bounds it            closes 2 calls
  src/main/java/com/acme/Reports.java:48   x.newInstance(y);
  name <- System.getProperty("report.engine") at ReportConfig.java:31
  do: list the values in reflection-specs/app.toml (entry below)
error RC1001  nothing bounds the method
  src/main/java/com/acme/A.java:5   x.invoke(y);
  do: list the names
error RC1001  nothing bounds the method
  src/main/java/com/acme/A.java:10   x.invoke(y);
  do: list the names
error RC1001  nothing bounds the method
  src/main/java/com/acme/A.java:15   x.invoke(y);
  do: list the names
error RC1001  nothing bounds the method
  src/main/java/com/acme/A.java:20   x.invoke(y);
  do: list the names
error RC1001  nothing bounds the method
  src/main/java/com/acme/A.java:25   x.invoke(y);
  do: list the names
error RC1001  nothing bounds the method
  src/main/java/com/acme/A.java:30   x.invoke(y);
  do: list the names
92 more: 92 RC1001 in src/main/java/com/acme/B.java (20), src/main/java/com/acme/C.java (20), src/main/java/com/acme/D.java (19), 3 more files
Entry to paste into a file of reflection-specs/:
  [[source]]
  at = "com.acme.ReportConfig.engine()"
  call = "java.lang.System.getProperty"
  key = "report.engine"
  values = ["..."]
note RC1002  1 call, unbounded-class-source: Db.java:9
Libraries, not listed: 2,749 calls in 3 jars; most open: tomcat-embed-core, byte-buddy, hibernate-core
99 errors, 1 warning, 1 note, 0 cuts   build/reflection-check/main.sarif   fails on: error
"##);
}

#[test]
fn entries_are_printed_once_and_while_there_is_room() {
    let mut result = sample::empty();
    let entry = |n: u32| {
        format!("[[source]]\nat = \"com.acme.A.m{n}()\"\ncall = \"java.lang.System.getProperty\"\nvalues = [\"...\"]\n")
    };
    let with = |line: u32, n: u32| Finding {
        spec_entry: Some(entry(n)),
        advice: "list the values".into(),
        ..open("com.acme.A", line)
    };
    result.findings = vec![with(1, 1), with(2, 1), with(3, 2)];
    let three = text(&result);
    assert_eq!(three.matches("m1()\"").count(), 1);
    assert_eq!(three.matches("do: list the values (entry below)").count(), 3);
    result.findings.extend((4..10).map(|n| with(n, n)));
    let nine = text(&result);
    assert!(nine.lines().count() < 40, "{nine}");
    assert!(nine.contains("do: list the values (entry below)"));
    assert!(nine.contains("do: list the values (entry: reflection-check explain A.java:9 --result build/reflection-check/main.result.json)"), "{nine}");
}

#[test]
fn a_cast_is_named_only_where_the_mode_uses_casts() {
    let mut result = sample::result();
    let line = |result: &AnalysisResult| {
        let text = text(result);
        text.lines().find(|l| l.contains("do: list")).map(str::to_owned).expect("advice")
    };
    for mode in ["none", "local", "livshits-points-to", "smaragdakis-invent", "probe"] {
        result.mode = mode.into();
        assert_eq!(line(&result), "  do: list the values in reflection-specs/app.toml (entry below)");
    }
    result.mode = "solar".into();
    assert_eq!(
        line(&result),
        "  do: list the values in reflection-specs/app.toml (entry below) or add .asSubclass(Engine.class)"
    );
}

/// Lines that are indented, wide and hold control characters.
struct WideSources;

impl Sources for WideSources {
    fn locate(&self, place: &Place, nth: Nth) -> Option<Location> {
        let text = format!("\t\tm.invoke(\"\u{1b}Grüße.日本語\", {});  ", "y".repeat(300));
        Some(Location { text: Some(text), ..sample::AcmeSources.locate(place, nth)? })
    }

    fn locate_in_file(&self, _: &str, _: u32, _: u32) -> Option<Location> {
        None
    }
}

#[test]
fn text_of_the_program_is_data() {
    let mut result = sample::empty();
    let evil = Finding {
        summary: "\"\u{1b}[2J\r\nerror\u{202e}\" names the class".into(),
        advice: "x".repeat(1_000).into(),
        ..open("com.acme.Größe", 3)
    };
    result.findings = vec![evil];
    let text = text_of(&result, &Policy::default(), &WideSources);
    insta::assert_snapshot!(text.replace(&"x".repeat(100), "x"), @r##"
reflection-check 0.1.0   412 classes, 82 jars, JDK 17.0.15 Debian   mode livshits-points-to   looked at from 1 main method, 187 methods that frameworks call
Your code: 2,391 of 2,396 methods reached; no reflective calls
error RC1001  "\u{1b}[2J\r\nerror\u{202e}" names the class
  src/main/java/com/acme/Größe.java:3   m.invoke("\u{1b}Grüße.日本語", yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy…
  do: xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…
1 error, 0 warnings, 0 notes, 0 cuts   build/reflection-check/main.sarif   fails on: error
"##);
    assert!(text.lines().all(|line| line.chars().count() <= WIDTH));
}

#[test]
fn colours_only_when_asked_for() {
    let (result, policy) = (sample::result(), Policy::default());
    let judged = sample::judged(&result, &policy);
    let plain = render(&judged, &Style::default());
    let color = render(&judged, &Style { color: true, ..Style::default() });
    assert!(!plain.contains('\u{1b}'));
    assert!(color.contains("\u{1b}[1;31merror RC1001\u{1b}[0m"));
    let mut stripped = String::new();
    for (index, part) in color.split('\u{1b}').enumerate() {
        stripped.push_str(if index == 0 { part } else { part.split_once('m').expect("colour").1 });
    }
    assert_eq!(stripped, plain);
}

#[test]
fn findings_in_specifications_and_of_the_whole_run() {
    let mut result = sample::empty();
    result.accepts = vec![Accept {
        spec_place: ("reflection-specs/app.toml".into(), 12, 1),
        at: "com.acme.Gone.m".into(),
        rule: None,
        api: None,
        ordinal: None,
        reason: "judged".into(),
        until: Some("2026-01-31".into()),
    }];
    result.cuts = vec![crate::result::Cut {
        kind: crate::result::CutKind::Budget,
        what: "the analysis used up its budget before it came to this".into(),
        place: Some(Place { class: "com.acme.A".into(), ..Place::default() }),
        origin: Some(CodeOrigin::Application),
    }];
    insta::assert_snapshot!(text_of(&result, &Policy::default(), &crate::report::NoSources), @r##"
reflection-check 0.1.0   412 classes, 82 jars, JDK 17.0.15 Debian   mode livshits-points-to   looked at from 1 main method, 187 methods that frameworks call
Your code: 2,391 of 2,396 methods reached; no reflective calls
Ended early: the analysis used up its budget before it came to this; answers that are not proven may be incomplete (RC1003)
error RC1003  the analysis used up its budget before it came to this
  com.acme.A
  do: raise the budget (max-memory, max-facts, max-steps), or bound the calls with most targets first
warning RC4001  no reflective call in "com.acme.Gone.m" matches this entry
  reflection-specs/app.toml:12:1
  do: correct the entry or remove it
1 error, 1 warning, 0 notes, 1 cut   build/reflection-check/main.sarif   fails on: error
"##);
}

#[test]
fn answers_by_use_are_counted() {
    let mut result = sample::empty();
    let row = |nth: u32, tier, assumptions: Vec<Assumption>| SiteRow {
        tier,
        assumptions,
        reachable: true,
        ..sample::site(
            &format!("com.acme.A.m()#Method.invoke#{nth}"),
            at("com.acme.A", nth),
            SiteKind::Action,
            "java.lang.reflect.Method.invoke*",
        )
    };
    result.sites = vec![
        row(1, Tier::Sound, vec![Assumption::Casts, Assumption::ObjectReachability]),
        row(2, Tier::Sound, vec![Assumption::Casts, Assumption::InstanceReceivers]),
        row(3, Tier::Partial, vec![Assumption::InstanceReceivers]),
    ];
    let text = text(&result);
    assert!(text.contains("Assumed (casts): 2 calls are resolved by the types"), "{text}");
    assert!(text.contains("Assumed (instance-receivers): 1 call is resolved by the objects"), "{text}");
}

#[test]
fn what_may_be_a_library_is_asked() {
    let mut result = sample::empty();
    let round = |kind, entries| EntryRound {
        kind,
        entries,
        first: Some("com.acme.Tool".into()),
        methods_reached: 9,
        application_methods_reached: 9,
    };
    let mut asks = |rounds, library| {
        (result.solved, result.library) = (Some(Solved { rounds, ..Solved::default() }), library);
        let text = text(&result);
        assert!(!text.contains("as a library") || text.contains("as com.acme.Tool has a main method"), "{text}");
        text.contains("check it as a library (--library)")
    };
    assert!(asks(
        vec![round(RoundKind::Main, 1), round(RoundKind::Frameworks, 30), round(RoundKind::Unreached, 32)],
        false
    ));
    assert!(!asks(
        vec![round(RoundKind::Main, 1), round(RoundKind::Frameworks, 30), round(RoundKind::Unreached, 31)],
        false
    ));
    assert!(!asks(vec![round(RoundKind::Main, 1), round(RoundKind::Unreached, 5)], false), "forgotten code");
    // What has no main method was not taken for an application because of one.
    assert!(!asks(vec![round(RoundKind::Main, 0), round(RoundKind::Unreached, 50)], false));
    assert!(!asks(vec![round(RoundKind::Main, 1), round(RoundKind::Unreached, 50)], true));
}

#[test]
fn what_was_not_computed_is_said() {
    let mut result = sample::empty();
    result.solved = None;
    result.inputs.opened_classes = Some(0);
    insta::assert_snapshot!(text(&result), @r##"
reflection-check 0.1.0   412 classes, 82 jars, JDK 17.0.15 Debian   mode livshits-points-to   nothing solved
Your code: no reflective calls, so what it reaches, inside the JDK too, was not computed (--scope whole does)
Assumed (closed-code): none of 30,123 library classes looked into, as no open call of yours depends on what they give
0 errors, 0 warnings, 0 notes, 0 cuts   build/reflection-check/main.sarif   fails on: error
"##);
}

#[test]
fn a_look_into_libraries_that_was_given_up_is_said() {
    let mut result = sample::empty();
    result.inputs.opening_given_up = true;
    let jdk = "inner parts of the JDK (security, networks, formats, ...)";
    for (opened, closes_jdk, looked_into) in [
        (Some(154), false, "154 of 30,123 library classes looked into".to_owned()),
        (Some(154), true, format!("154 of 30,123 library classes looked into, no {jdk}")),
        (Some(0), true, format!("none of 30,123 library classes and no {jdk} looked into")),
        (None, true, format!("{jdk} are not looked into")),
    ] {
        (result.inputs.opened_classes, result.inputs.closes_jdk) = (opened, closes_jdk);
        let more = "open calls of yours ask for more, which cost too much or answered nothing more, and was given up";
        let said = format!("Assumed (closed-code): {looked_into}; {more}");
        assert!(text(&result).lines().any(|line| line == said), "{}", text(&result));
    }
}

#[test]
fn open_calls_of_the_jdk_are_counted() {
    let mut result = sample::empty();
    assert!(!text(&result).contains("Inside the JDK"));
    result.solved.as_mut().unwrap().reach.open_jdk_calls = 1_234;
    let said = "Inside the JDK: 1,234 calls by name whose targets are not all known, led to by yours; not listed";
    assert!(text(&result).lines().any(|line| line == said), "{}", text(&result));
}

#[test]
fn notes_are_one_line_a_rule() {
    let mut result = sample::empty();
    let note = |rule, line| Finding { rule, ..open("com.acme.A", line) };
    result.findings = (1..=5).map(|line| note(RuleId::RC1002, line)).collect();
    result.findings.extend((6..=19).map(|line| note(RuleId::RC1004, line)));
    let alone = text(&result);
    let from = alone.lines().position(|line| line.starts_with("note RC1002")).unwrap();
    let lines: Vec<&str> = alone.lines().skip(from).collect();
    assert_eq!(lines[0], "note RC1002  5 calls, unbounded-class-source: A.java:1, A.java:2, A.java:3, 2 more");
    assert_eq!(lines[1], "note RC1004  users of this library choose the class or member of 14 calls:");
    assert_eq!(lines[2], format!("  A.java:6   {}", result.findings[5].summary));
    assert_eq!((lines[13].split_once("   ").unwrap().0, lines[14]), ("  A.java:17", "  2 more"));

    // Beside what has to be done they are one line.
    result.findings.push(open("com.acme.B", 1));
    let beside = text(&result);
    let of_callers = "note RC1004  users of this library choose the class or member of 14 calls: A.java:6, A.java:7, A.java:8, 11 more";
    assert!(beside.lines().any(|line| line == of_callers), "{beside}");
}

#[test]
fn what_the_class_path_lacks_is_said_once() {
    let mut result = sample::empty();
    assert!(!text(&result).contains("Not on the class path"));
    let of = |package: &str, classes| MissingPackage { package: package.to_owned(), classes };
    result.inputs.missing_packages = vec![of("", 1), of("a.b", 2), of("c", 12), of("d", 1), of("e", 1)];
    let said =
        "Not on the class path: 17 classes that your code names, of c (12), a.b (2), no package (1), 2 more packages";
    assert!(text(&result).lines().any(|line| line == said), "{}", text(&result));
}

#[test]
fn without_sources_findings_name_class_and_method() {
    let text = text_of(&sample::result(), &Policy::default(), &crate::report::NoSources);
    assert!(
        text.contains("\n  com.acme.Reports.engine (Reports.java:48)   Class.forName(name).newInstance()\n"),
        "{text}"
    );
}

#[test]
fn artifacts_by_their_short_name() {
    for (artifact, name) in [
        ("org.hibernate:hibernate-core:6.1.0.Final", "hibernate-core"),
        ("lib/tomcat-embed-core-10.1.7.jar", "tomcat-embed-core"),
        ("lib\\log4j.jar", "log4j"),
        ("project :lib", "project :lib"),
        ("-1.jar", ""),
        ("", ""),
    ] {
        assert_eq!(short_artifact(artifact), name);
    }
}

#[test]
fn numbers_are_grouped() {
    assert_eq!([0, 999, 1_000, 1_234_567].map(number), ["0", "999", "1,000", "1,234,567"]);
}
