//! By what findings are told from each other and found again in the next run.

use std::collections::BTreeSet;

use super::project::Project;

/// A method with several calls of one API, each with a finding; `above` stands before them.
fn source(above: &str) -> String {
    format!(
        r#"package p;
public class Main {{
    public static void main(String[] args) throws Exception {{
        {above}
        Class.forName(System.getProperty("one")).getDeclaredConstructor().newInstance();
        Class.forName(System.getProperty("two")).getDeclaredConstructor().newInstance();
        Class.forName("p.Gone");
        Class.forName("p.Gone");
        for (Class<?> type : new Class<?>[] {{java.util.ArrayList.class, String.class}})
            for (java.lang.reflect.Method method : type.getMethods()) method.invoke(args);
    }}
}}
"#
    )
}

/// The fingerprints of all results; each is there once.
fn fingerprints(above: &str) -> BTreeSet<String> {
    let project = Project::new();
    project.compile("p/Main.java", &source(above));
    project.write("reflection-check.toml", "[policy]\nimprecise-threshold = 5\n");
    let run = project.run("check --classes classes --output sarif=report.sarif --output text=-");
    assert_eq!(run.status, 1, "{}{}", run.out, run.err);
    let text = std::fs::read_to_string(project.path("report.sarif")).unwrap();
    let sarif: serde_json::Value = serde_json::from_str(&text).unwrap();
    let results = sarif["runs"][0]["results"].as_array().unwrap();
    let of = |result: &serde_json::Value| {
        result["partialFingerprints"]["reflectionCheck/v1"].as_str().map(str::to_owned).unwrap()
    };
    let found: BTreeSet<String> = results.iter().map(of).collect();
    assert_eq!(found.len(), results.len(), "{found:?}");
    found
}

#[test]
fn a_call_without_a_finding_above_changes_no_fingerprint() {
    let before = fingerprints("");
    assert!(before.iter().any(|key| key.starts_with("RC2001")), "{before:?}");
    let above = "Class.forName(\"p.Main\").getDeclaredConstructor().newInstance(); \
                 String.class.getMethods(); String.class.getMethod(\"trim\").invoke(\"a\");";
    assert_eq!(fingerprints(above), before);
    // One more finding has one more fingerprint, and the others keep theirs.
    let more = fingerprints("Class.forName(System.getProperty(\"three\")).getDeclaredConstructor().newInstance();");
    assert!(more.is_superset(&before) && more.len() == before.len() + 1, "{more:?}");
}
