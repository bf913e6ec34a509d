//! The `json` report of results made by hand.

use serde_json::Value;

use super::*;
use crate::config::Policy;
use crate::report::{NoSources, judge, sample};

#[test]
fn document() {
    let (result, policy) = (sample::result(), Policy::default());
    let bytes = render(&sample::judged(&result, &policy));
    assert_eq!(bytes.last(), Some(&b'\n'));
    let mut document: Value = serde_json::from_slice(&bytes).expect("JSON");
    let findings = document.as_object_mut().and_then(|d| d.remove("findings")).expect("findings");
    insta::assert_snapshot!(serde_json::to_string_pretty(&document).expect("JSON"), @r##"
{
  "version": 1,
  "tool": "0.1.0",
  "jdk": {
    "feature": 17,
    "version": "17.0.15",
    "vendor": "Debian"
  },
  "mode": "livshits-points-to",
  "context": "selective",
  "entry": "auto",
  "module": "app",
  "source-set": "main",
  "fail-on": "error",
  "exit-status": 1,
  "gave-up": false,
  "counts": {
    "error": 2,
    "warning": 1,
    "note": 1,
    "accepted": 0,
    "possibly-broken": 0,
    "not-modelled": 0,
    "cuts": 0
  },
  "inputs": {
    "application-classes": 412,
    "library-jars": 82,
    "library-classes": 30123
  },
  "solved": true,
  "rounds": [
    {
      "kind": "main",
      "entries": 1,
      "first": "com.acme.Main",
      "methods-reached": 14800,
      "application-methods-reached": 1200
    },
    {
      "kind": "frameworks",
      "entries": 187,
      "methods-reached": 30900,
      "application-methods-reached": 2391
    }
  ],
  "reach": {
    "application-methods": 2396,
    "application-methods-reached": 2391,
    "unreached": [
      "com.acme.Dead.never()"
    ],
    "methods-reached": 30900
  },
  "libraries": [
    {
      "artifact": "net.bytebuddy:byte-buddy:1.14.0",
      "calls": 309,
      "resolved": 200,
      "open": 100
    },
    {
      "artifact": "org.hibernate:hibernate-core:6.1.0",
      "calls": 900,
      "resolved": 880,
      "open": 20
    },
    {
      "artifact": "tomcat-embed-core-10.1.jar",
      "calls": 1540,
      "resolved": 1000,
      "open": 500
    },
    {
      "artifact": "quiet.jar",
      "calls": 0,
      "resolved": 0,
      "open": 0
    }
  ],
  "accepted": [],
  "cuts": [],
  "diagnostics": [
    {
      "code": "unreadable-class",
      "severity": "warning",
      "place": "lib/old.jar!/a/B.class",
      "message": "constant pool entry 7 has tag 99"
    }
  ]
}
"##);
    let findings = findings.as_array().expect("a list");
    let rows: Vec<String> =
        findings.iter().map(|f| format!("{} {} {}:{}", f["rule"], f["level"], f["file"], f["line"])).collect();
    assert_eq!(
        rows,
        [
            r#""RC1001" "error" "src/main/java/com/acme/Reports.java":48"#,
            r#""RC3001" "error" "src/main/java/com/acme/Codecs.java":12"#,
            r#""RC1001" "warning" "src/main/java/com/acme/Hooks.java":77"#,
            r#""RC1002" "note" "src/main/java/com/acme/Db.java":9"#,
        ]
    );
    insta::assert_snapshot!(serde_json::to_string_pretty(&findings[0]).expect("JSON"), @r##"
{
  "rule": "RC1001",
  "name": "unsound-reflective-call",
  "level": "error",
  "key": "RC1001|com.acme.Reports.engine(java.lang.String)#Class.newInstance#1",
  "site": "com.acme.Reports.engine(java.lang.String)#Class.newInstance#1",
  "file": "src/main/java/com/acme/Reports.java",
  "line": 48,
  "column": 11,
  "class": "com.acme.Reports",
  "method": "engine",
  "descriptor": "(Ljava/lang/String;)V",
  "origin": "application",
  "artifact": "build/classes/java/main",
  "summary": "\"report.engine\" names the class and nothing was found that bounds it",
  "call": "Class.forName(name).newInstance()",
  "input": {
    "text": "name <- System.getProperty(\"report.engine\")",
    "file": "src/main/java/com/acme/ReportConfig.java",
    "line": 31,
    "class": "com.acme.ReportConfig",
    "method": "engine",
    "descriptor": "()Ljava/lang/String;"
  },
  "advice": "list the values in reflection-specs/app.toml",
  "cast": null,
  "spec-entry": "[[source]]\nat = \"com.acme.ReportConfig.engine()\"\ncall = \"java.lang.System.getProperty\"\nkey = \"report.engine\"\nvalues = [\"...\"]",
  "tier": "open",
  "certainty": null,
  "cut": null,
  "assumptions": [],
  "not-accepted": [],
  "origin-kind": "property",
  "target-count": 0,
  "targets": [],
  "closes": 2,
  "accepted-by": null,
  "same-cause-as": null,
  "related": [
    {
      "site": "com.acme.Reports.engine(java.lang.String)#Class.forName#1",
      "message": "Class.forName(name)",
      "file": "src/main/java/com/acme/Reports.java",
      "line": 48,
      "class": "com.acme.Reports",
      "method": "engine",
      "descriptor": "(Ljava/lang/String;)V"
    }
  ],
  "path": [
    {
      "message": "the value of the property \"report.engine\" is read",
      "file": "src/main/java/com/acme/ReportConfig.java",
      "line": 31,
      "class": "com.acme.ReportConfig",
      "method": "engine",
      "descriptor": "()Ljava/lang/String;"
    },
    {
      "message": "it is returned",
      "file": null,
      "line": 359,
      "class": "java.util.Optional",
      "method": "orElse",
      "descriptor": "(Ljava/lang/Object;)Ljava/lang/Object;"
    },
    {
      "message": "it names the class",
      "file": "src/main/java/com/acme/Reports.java",
      "line": 48,
      "class": "com.acme.Reports",
      "method": "engine",
      "descriptor": "(Ljava/lang/String;)V"
    },
    {
      "message": "an instance is made",
      "file": "src/main/java/com/acme/Reports.java",
      "line": 48,
      "class": "com.acme.Reports",
      "method": "engine",
      "descriptor": "(Ljava/lang/String;)V"
    }
  ],
  "more-paths": []
}
"##);
}

#[test]
fn without_sources_the_line_is_the_class_files() {
    let (result, policy) = (sample::result(), Policy::default());
    let bytes = render(&judge(sample::input(&result, &policy, &NoSources)));
    let document: Value = serde_json::from_slice(&bytes).expect("JSON");
    let first = &document["findings"][0];
    assert_eq!((&first["file"], &first["line"], &first["column"]), (&Value::Null, &Value::from(48), &Value::Null));
    assert_eq!(first["class"], "com.acme.Reports");
}

/// Every key of the format is described in `docs/json.md`, and nothing else is.
#[test]
fn the_format_is_documented() {
    let docs = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/json.md")).expect("docs/json.md");
    let (result, policy) = (sample::result(), Policy::default());
    let document: Value = serde_json::from_slice(&render(&sample::judged(&result, &policy))).expect("JSON");
    let top = document.as_object().expect("an object");
    let finding = document["findings"][0].as_object().expect("an object");
    for key in top.keys().chain(finding.keys()) {
        assert!(docs.contains(&format!("| `{key}` |")), "docs/json.md does not describe \"{key}\"");
    }
    for row in docs.lines().filter_map(|line| line.strip_prefix("| `")).filter_map(|line| line.split('`').next()) {
        assert!(
            top.contains_key(row) || finding.contains_key(row),
            "docs/json.md describes \"{row}\", which is not there"
        );
    }
}
