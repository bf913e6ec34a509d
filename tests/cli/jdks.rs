//! Environments that decide whether a call fails: a second JDK, packages that a manifest opens. The JVMs are the judges.

use super::project::Project;
use crate::support::jdk::{java, jdk, jdk17};
use reflection_check::result::RuleId;
use std::path::Path;

/// Whether the program runs to its end.
fn runs(project: &Project, home: &Path, arguments: &[&str]) -> bool {
    let mut java = java(home);
    java.args(arguments).current_dir(project.path(".")).output().unwrap().status.success()
}

/// What is said of the one finding about a call that fails, if there is one.
fn failure(project: &Project, arguments: &str) -> Option<String> {
    let run = project.run(&format!("check {arguments} --exit-zero --output json=-"));
    assert_eq!(run.status, 0, "{}{}", run.out, run.err);
    let report: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    let findings = report["findings"].as_array().unwrap().iter();
    let is_failure = |rule: &str| RuleId::find(rule).is_some_and(RuleId::is_about_failure);
    let mut failures = findings.filter(|finding| is_failure(finding["rule"].as_str().unwrap()));
    let first = failures.next().map(|finding| finding["summary"].as_str().unwrap().to_owned());
    assert!(failures.next().is_none(), "{}", run.out);
    first
}

fn main(call: &str) -> Project {
    let project = Project::new();
    let source =
        format!("package p; public class Main {{ public static void main(String[] a) throws Exception {{ {call} }} }}");
    project.compile("p/Main.java", &source);
    project
}

#[test]
fn what_fails_on_one_of_two_jdks_says_on_which() {
    let Some(newer) = jdk(25) else { return };
    let older = jdk17();
    // Removed by Java 21, added by it, there in both, and in none.
    let calls = [
        ("java.lang.Compiler", Some("(on Java 25, not on Java 17)")),
        ("java.util.SequencedCollection", Some("(on Java 17, not on Java 25)")),
        ("java.util.List", None),
        ("java.util.Gone", Some("")),
    ];
    for (class, says) in calls {
        let project = main(&format!("Class.forName(\"{class}\");"));
        let does_run = [&older, &newer].map(|home| runs(&project, home, &["-cp", "classes", "p.Main"]));
        let expected = match says {
            None => [true, true],
            Some("") => [false, false],
            Some(says) => [says.starts_with("(on Java 25"), says.starts_with("(on Java 17")],
        };
        assert_eq!(does_run, expected, "{class}");
        for (first, second) in [(&older, &newer), (&newer, &older)] {
            let homes = format!("--jdk-home {} --jdk-home {}", first.display(), second.display());
            let said = failure(&project, &format!("--classes classes {homes}"));
            match says {
                None => assert_eq!(said, None, "{class}"),
                Some(says) => {
                    let said = said.unwrap_or_else(|| panic!("{class}: no finding"));
                    assert!(said.contains(says) && (!says.is_empty() || !said.contains("(on Java")), "{said}");
                }
            }
        }
    }
}

#[test]
fn packages_that_the_manifest_opens_are_open() {
    let project = main("String.class.getDeclaredField(\"value\").setAccessible(true);");
    let class = std::fs::read(project.path("classes/p/Main.class")).unwrap();
    let exported = main(
        "Class.forName(\"sun.security.action.GetPropertyAction\").getConstructor(String.class).newInstance(\"a\");",
    );
    let other = std::fs::read(exported.path("classes/p/Main.class")).unwrap();
    let cases = [
        (&project, &class, "", false),
        (&project, &class, "Add-Opens: java.base/java.util java.base/java.lang\n", true),
        (&project, &class, "Add-Exports: java.base/java.lang\n", false),
        (&exported, &other, "", false),
        (&exported, &other, "Add-Exports: java.base/sun.security.action\n", true),
        (&exported, &other, "Add-Opens: java.base/sun.security.action\n", true),
    ];
    for (project, class, granted, works) in cases {
        let manifest = format!("Manifest-Version: 1.0\nMain-Class: p.Main\n{granted}");
        project.jar("app.jar", &[("META-INF/MANIFEST.MF", manifest.as_bytes()), ("p/Main.class", class)]);
        assert_eq!(runs(project, &jdk17(), &["-jar", "app.jar"]), works, "{granted}");
        let said = failure(project, &format!("--classes app.jar --jdk-home {}", jdk17().display()));
        assert_eq!(said.is_none(), works, "{granted}: {said:?}");
    }
}
