//! The `sarif` report of results made by hand.

use serde_json::Value;

use super::*;
use crate::config::Policy;
use crate::report::sample::{self, finding, place};
use crate::report::{NoSources, ReportInput, judge};
use crate::result::{
    AnalysisResult, CodeOrigin, Cut, CutKind, Finding, Flow, FlowOf, Related, RuleId, SiteKind, SiteRow, Tier,
    TraceStep,
};

fn parse(bytes: &[u8]) -> Value {
    serde_json::from_slice(bytes).expect("JSON")
}

fn sarif(result: &AnalysisResult) -> Value {
    parse(&render(&sample::judged(result, &Policy::default())))
}

fn results(log: &Value) -> &Vec<Value> {
    log["runs"][0]["results"].as_array().expect("results")
}

fn notifications(log: &Value) -> Vec<String> {
    let list = log["runs"][0]["invocations"][0]["toolExecutionNotifications"].as_array().expect("notifications");
    list.iter().map(|n| format!("{} {}: {}", n["level"], n["descriptor"]["id"], n["message"]["text"])).collect()
}

#[test]
fn a_clean_run_has_all_rules_and_no_result() {
    let log = sarif(&sample::empty());
    assert_eq!(results(&log).len(), 0);
    assert!(log["runs"][0]["results"].is_array());
    let rules = log["runs"][0]["tool"]["driver"]["rules"].as_array().expect("rules");
    let ids: Vec<&str> = rules.iter().filter_map(|r| r["id"].as_str()).collect();
    assert_eq!(ids, RULES.iter().map(|r| r.id).collect::<Vec<_>>());
    insta::assert_snapshot!(serde_json::to_string_pretty(&rules[0]).expect("JSON"), @r##"
{
  "defaultConfiguration": {
    "level": "error"
  },
  "fullDescription": {
    "text": "A call such as Class.newInstance, Method.invoke, Field.get or Array.newInstance acts on a class or member whose choice nothing in the program bounds, so the list of targets is empty (tier open) or may miss some (tier partial), or it holds only under an assumption that the policy does not accept. Whatever runs there is unknown to this report, to code shrinkers, to ahead-of-time compilers and to reviewers. Targets that are listed beside the unknown make it no smaller."
  },
  "help": {
    "markdown": "A call such as Class.newInstance, Method.invoke, Field.get or Array.newInstance acts on a class or member whose choice nothing in the program bounds, so the list of targets is empty (tier open) or may miss some (tier partial), or it holds only under an assumption that the policy does not accept. Whatever runs there is unknown to this report, to code shrinkers, to ahead-of-time compilers and to reviewers. Targets that are listed beside the unknown make it no smaller.\n\n## Example\n\n```java\nString name = System.getProperty(\"report.engine\");\nObject engine = Class.forName(name).getDeclaredConstructor().newInstance();\n```\n\n## Instead\n\n```toml\n# reflection-specs/app.toml: the values that the property has in production\n[[source]]\nat = \"com.acme.Reports.engine()\"\ncall = \"java.lang.System.getProperty\"\nvalues = [\"com.acme.PdfEngine\", \"com.acme.HtmlEngine\"]\n```\n\n## What to do\n\n- List the values that enter at the place the finding names, in a `[[source]]` entry, or take them from a resource with `values-from`.\n- Or choose among constants in the code: `switch (kind) { case \"pdf\": return new PdfEngine(); ... }`.\n- Or, if the input cannot be listed, name the targets of the call in a `[[call]]` entry.\n- Or record the decision in an `[[accept]]` entry with a reason.\n\n## Level\n\nError if nothing bounds what is unknown, whatever else is listed; warning if fewer candidates than `imprecise-threshold` are left, or if the answer is complete under an assumption that the policy does not accept; note for `Array.newInstance`, which runs no code. Another level: `RC1001 = \"note\"` in `[policy.levels]` of `reflection-check.toml`.\n",
    "text": "A call such as Class.newInstance, Method.invoke, Field.get or Array.newInstance acts on a class or member whose choice nothing in the program bounds, so the list of targets is empty (tier open) or may miss some (tier partial), or it holds only under an assumption that the policy does not accept. Whatever runs there is unknown to this report, to code shrinkers, to ahead-of-time compilers and to reviewers. Targets that are listed beside the unknown make it no smaller.\n\n## Example\n\n```java\nString name = System.getProperty(\"report.engine\");\nObject engine = Class.forName(name).getDeclaredConstructor().newInstance();\n```\n\n## Instead\n\n```toml\n# reflection-specs/app.toml: the values that the property has in production\n[[source]]\nat = \"com.acme.Reports.engine()\"\ncall = \"java.lang.System.getProperty\"\nvalues = [\"com.acme.PdfEngine\", \"com.acme.HtmlEngine\"]\n```\n\n## What to do\n\n- List the values that enter at the place the finding names, in a `[[source]]` entry, or take them from a resource with `values-from`.\n- Or choose among constants in the code: `switch (kind) { case \"pdf\": return new PdfEngine(); ... }`.\n- Or, if the input cannot be listed, name the targets of the call in a `[[call]]` entry.\n- Or record the decision in an `[[accept]]` entry with a reason.\n\n## Level\n\nError if nothing bounds what is unknown, whatever else is listed; warning if fewer candidates than `imprecise-threshold` are left, or if the answer is complete under an assumption that the policy does not accept; note for `Array.newInstance`, which runs no code. Another level: `RC1001 = \"note\"` in `[policy.levels]` of `reflection-check.toml`.\n"
  },
  "id": "RC1001",
  "name": "UnsoundReflectiveCall",
  "properties": {
    "tags": [
      "reflection",
      "soundness",
      "external/cwe/cwe-470"
    ],
    "problem.severity": "error"
  },
  "shortDescription": {
    "text": "A reflective call may reach code that the analysis could not name."
  }
}
"##);
}

#[test]
fn one_result() {
    let log = sarif(&sample::result());
    assert_eq!(results(&log).iter().map(|r| r["ruleId"].clone()).collect::<Vec<_>>(), ["RC1001", "RC3001", "RC1001"]);
    let mut first = results(&log)[0].clone();
    let flow = first.as_object_mut().and_then(|r| r.remove("codeFlows")).expect("flow");
    insta::assert_snapshot!(serde_json::to_string_pretty(&first).expect("JSON"), @r##"
{
  "ruleIndex": 0,
  "level": "error",
  "locations": [
    {
      "logicalLocations": [
        {
          "decoratedName": "com.acme.Reports.engine(Ljava/lang/String;)V",
          "fullyQualifiedName": "com.acme.Reports.engine(java.lang.String)",
          "kind": "member"
        }
      ],
      "physicalLocation": {
        "artifactLocation": {
          "uri": "src/main/java/com/acme/Reports.java",
          "uriBaseId": "%SRCROOT%"
        },
        "contextRegion": {
          "endLine": 48,
          "snippet": {
            "text": "        x.newInstance(y);"
          },
          "startLine": 48
        },
        "region": {
          "endColumn": 22,
          "endLine": 48,
          "snippet": {
            "text": "newInstance"
          },
          "startColumn": 11,
          "startLine": 48
        }
      }
    }
  ],
  "message": {
    "text": "\"report.engine\" names the class and nothing was found that bounds it: 'name <- System.getProperty(\"report.engine\")' at [ReportConfig.java:31](1); one fix closes 2 calls, also [Reports.java:48](2)."
  },
  "partialFingerprints": {
    "primaryLocationLineHash": "abc0030:1",
    "reflectionCheck/v1": "RC1001|com.acme.Reports.engine(java.lang.String)#Class.newInstance#1"
  },
  "properties": {
    "assumptions": [],
    "call": "Class.forName(name).newInstance()",
    "closes": 2,
    "originKind": "property",
    "site": "com.acme.Reports.engine(java.lang.String)#Class.newInstance#1",
    "specEntry": "[[source]]\nat = \"com.acme.ReportConfig.engine()\"\ncall = \"java.lang.System.getProperty\"\nkey = \"report.engine\"\nvalues = [\"...\"]",
    "targetCount": 0,
    "tier": "open",
    "toDo": "list the values in reflection-specs/app.toml."
  },
  "relatedLocations": [
    {
      "id": 1,
      "logicalLocations": [
        {
          "decoratedName": "com.acme.ReportConfig.engine()Ljava/lang/String;",
          "fullyQualifiedName": "com.acme.ReportConfig.engine",
          "kind": "member"
        }
      ],
      "message": {
        "text": "name <- System.getProperty(\"report.engine\")."
      },
      "physicalLocation": {
        "artifactLocation": {
          "uri": "src/main/java/com/acme/ReportConfig.java",
          "uriBaseId": "%SRCROOT%"
        },
        "contextRegion": {
          "endLine": 31,
          "snippet": {
            "text": "        x.getProperty(y);"
          },
          "startLine": 31
        },
        "region": {
          "endColumn": 22,
          "endLine": 31,
          "snippet": {
            "text": "getProperty"
          },
          "startColumn": 11,
          "startLine": 31
        }
      }
    },
    {
      "id": 2,
      "logicalLocations": [
        {
          "decoratedName": "com.acme.Reports.engine(Ljava/lang/String;)V",
          "fullyQualifiedName": "com.acme.Reports.engine(java.lang.String)",
          "kind": "member"
        }
      ],
      "message": {
        "text": "Class.forName(name)."
      },
      "physicalLocation": {
        "artifactLocation": {
          "uri": "src/main/java/com/acme/Reports.java",
          "uriBaseId": "%SRCROOT%"
        },
        "contextRegion": {
          "endLine": 48,
          "snippet": {
            "text": "        x.forName(y);"
          },
          "startLine": 48
        },
        "region": {
          "endColumn": 18,
          "endLine": 48,
          "snippet": {
            "text": "forName"
          },
          "startColumn": 11,
          "startLine": 48
        }
      }
    }
  ],
  "ruleId": "RC1001"
}
"##);
    let steps = flow[0]["threadFlows"][0]["locations"].as_array().expect("steps");
    let steps: Vec<String> = steps
        .iter()
        .map(|step| {
            let physical = &step["location"]["physicalLocation"];
            let line = &physical["region"]["startLine"];
            format!("{}:{line} {}", physical["artifactLocation"]["uri"], step["location"]["message"]["text"])
        })
        .collect();
    insta::assert_snapshot!(steps.join("\n"), @r##"
"src/main/java/com/acme/ReportConfig.java":31 "The value of the property \"report.engine\" is read."
"src/main/java/com/acme/ReportConfig.java":31 "In java.util.Optional.orElse (Optional.java:359): it is returned."
"src/main/java/com/acme/Reports.java":48 "It names the class."
"src/main/java/com/acme/Reports.java":48 "An instance is made."
"##);
}

#[test]
fn every_result_can_be_shown_and_told_apart() {
    let log = sarif(&sample::result());
    for result in results(&log) {
        let location = &result["locations"][0]["physicalLocation"];
        assert!(location["artifactLocation"]["uri"].is_string() && location["region"]["startLine"].is_u64());
        assert!(result["partialFingerprints"]["primaryLocationLineHash"].is_string());
        assert!(result["partialFingerprints"]["reflectionCheck/v1"].is_string());
        let rule = &log["runs"][0]["tool"]["driver"]["rules"][result["ruleIndex"].as_u64().expect("index") as usize];
        assert_eq!(rule["id"], result["ruleId"]);
    }
}

#[test]
fn levels_below_the_policys_stay_out() {
    let result = sample::result();
    let levels = |sarif_level| {
        let policy = Policy { sarif_level, ..Policy::default() };
        let log = parse(&render(&sample::judged(&result, &policy)));
        results(&log).iter().map(|r| r["level"].as_str().unwrap_or_default().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(levels(Level::Error), ["error", "error"]);
    assert_eq!(levels(Level::Warning), ["error", "error", "warning"]);
    assert_eq!(levels(Level::Note), ["error", "error", "warning", "note"]);
}

#[test]
fn category_names_module_and_source_set() {
    let (result, policy) = (sample::empty(), Policy::default());
    let id = |module, source_set| {
        let input = ReportInput { module, source_set, ..sample::input(&result, &policy, &NoSources) };
        category(&judge(input))
    };
    assert_eq!(id(Some("app"), Some("main")), "reflection-check/app/main/");
    assert_eq!(id(None, Some("test")), "reflection-check/test/");
    assert_eq!(id(Some("libs/core/"), None), "reflection-check/libs/core/");
    assert_eq!(id(None, None), "reflection-check/");
}

/// Uri of the only result, without sources.
fn uri_without_sources(finding: Finding, build_file: Option<&str>) -> Option<String> {
    let result = AnalysisResult { findings: vec![finding], ..sample::empty() };
    let policy = Policy::default();
    let log = parse(&render(&judge(ReportInput { build_file, ..sample::input(&result, &policy, &NoSources) })));
    let uri = results(&log).first().map(|r| r["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].clone());
    assert_eq!(uri.is_none(), notifications(&log).iter().any(|n| n.contains("No file to show this at")));
    uri.and_then(|uri| uri.as_str().map(str::to_owned))
}

#[test]
fn findings_without_sources_are_anchored_to_what_exists() {
    let open = || {
        let place = place("com.acme.A$B", "m", "()V", 1, 7, "invoke");
        finding(RuleId::RC1001, "com.acme.A$B.m()#Method.invoke#1", place, Tier::Open, "x")
    };
    assert_eq!(uri_without_sources(open(), Some("app/build.gradle.kts")).as_deref(), Some("app/build.gradle.kts"));
    assert_eq!(
        uri_without_sources(open(), None).as_deref(),
        Some("build/classes/java/main/com/acme/A%24B.class"),
        "the class file"
    );
    let in_jar = Finding { artifact: "libs/app.jar".into(), ..open() };
    assert_eq!(uri_without_sources(in_jar, None).as_deref(), Some("libs/app.jar"));
    let component = Finding { artifact: "com.acme:app:1.0".into(), ..open() };
    assert_eq!(uri_without_sources(component, None), None);
    for outside in ["/home/x/classes", "C:\\classes", "../classes"] {
        assert_eq!(uri_without_sources(Finding { artifact: outside.into(), ..open() }, None), None);
    }
    let spec = Finding { spec_place: Some(("reflection-specs/my app.toml".into(), 3, 2)), ..open() };
    assert_eq!(uri_without_sources(spec, Some("pom.xml")).as_deref(), Some("reflection-specs/my%20app.toml"));
}

#[test]
fn uris_are_percent_encoded() {
    for (path, expected) in [
        ("./src/A.java", "src/A.java"),
        ("src/My App/Größe.kt", "src/My%20App/Gr%C3%B6%C3%9Fe.kt"),
        ("a:b/c?d#e%f[g].java", "a%3Ab/c%3Fd%23e%25f%5Bg%5D.java"),
        ("com1/aux<>|\"*.java", "com1/aux%3C%3E%7C%22%2A.java"),
    ] {
        let columns = None;
        let location = physical(&Location { path: path.into(), line: 1, columns, line_hash: None, text: None });
        let artifact = location.physical_location.and_then(|p| p.artifact_location).expect("artifact");
        assert_eq!(artifact.uri.as_deref(), Some(expected));
    }
}

#[test]
fn text_of_the_program_makes_no_links() {
    let open = Finding {
        call: "a[i](1)".into(),
        advice: "see [here](2)".into(),
        related: vec![Related {
            site: "com.acme.A.n()#Class.forName#1".into(),
            place: place("com.acme.A", "n", "()V", 1, 9, "forName"),
            message: "Class.forName(n)".into(),
        }],
        ..finding(RuleId::RC1001, "s", place("com.acme.A", "m", "()V", 1, 7, "invoke"), Tier::Open, "a \u{7}bell")
    };
    let log = sarif(&AnalysisResult { findings: vec![open], ..sample::empty() });
    assert_eq!(results(&log)[0]["message"]["text"], "A \\u{7}bell; one fix closes 2 calls, also [A.java:9](1).");
}

#[test]
fn long_traces_keep_their_origin_and_their_end() {
    let steps = (0..12_000u32).map(|line| TraceStep {
        place: place("com.acme.A", "m", "()V", line, line + 1, "x"),
        message: format!("step {line}"),
    });
    let long = Finding {
        path: steps.collect(),
        ..finding(RuleId::RC1001, "s", place("com.acme.A", "m", "()V", 1, 7, "invoke"), Tier::Open, "x")
    };
    let log = sarif(&AnalysisResult { findings: vec![long], ..sample::empty() });
    let flow = results(&log)[0]["codeFlows"][0]["threadFlows"][0]["locations"].as_array().expect("flow");
    let text = |i: usize| flow[i]["location"]["message"]["text"].as_str().unwrap_or_default().to_owned();
    assert_eq!(flow.len(), MAX_FLOW_LOCATIONS);
    assert_eq!([text(0), text(1), text(9_999)], ["Step 0.", "Step 2001.", "Step 11999."]);
}

#[test]
fn further_traces_come_after_that_of_the_finding_and_those_of_targets_where_there_is_none() {
    let step =
        |line: u32| TraceStep { place: place("com.acme.A", "m", "()V", 1, line, "x"), message: format!("step {line}") };
    let at = place("com.acme.A", "m", "()V", 1, 7, "invoke");
    let id = "com.acme.A.m()#Method.invoke#1";
    let api = "java.lang.reflect.Method.invoke(Ljava/lang/Object;[Ljava/lang/Object;)Ljava/lang/Object;";
    let flow = |of, steps: &[u32]| Flow { of, targets: vec![0], steps: steps.to_vec() };
    let row = SiteRow {
        flows: vec![flow(FlowOf::Class, &[2, 0]), flow(FlowOf::Member, &[1])],
        ..sample::site(id, at.clone(), SiteKind::Action, api)
    };
    let lines = |path: Vec<TraceStep>, more_paths: Vec<Vec<u32>>| -> Vec<Vec<i64>> {
        let open = Finding { path, more_paths, ..finding(RuleId::RC1001, id, at.clone(), Tier::Open, "x") };
        let steps = vec![step(1), step(2), step(3)];
        let log = sarif(&AnalysisResult { sites: vec![row.clone()], steps, findings: vec![open], ..sample::empty() });
        let flows = results(&log)[0]["codeFlows"].as_array().expect("flows").clone();
        let line = |at: &Value| at["location"]["physicalLocation"]["region"]["startLine"].as_i64().expect("a line");
        let of_flow = |flow: &Value| {
            flow["threadFlows"][0]["locations"].as_array().expect("locations").iter().map(line).collect()
        };
        flows.iter().map(of_flow).collect()
    };
    assert_eq!(lines(vec![step(30), step(7)], vec![vec![1, 2], vec![0]]), [vec![30, 7], vec![2, 3], vec![1]]);
    assert_eq!(lines(vec![], vec![]), [vec![3, 1, 7], vec![2, 7]]);
    // A flow has steps, or it is none.
    assert_eq!(lines(vec![step(30), step(7)], vec![vec![], vec![0]]), [vec![30, 7], vec![1]]);
    assert_eq!(lines(vec![], vec![vec![]]), [vec![3, 1, 7], vec![2, 7]]);
}

#[test]
fn a_trace_that_begins_in_a_library_is_shown_where_the_program_takes_over() {
    let library = place("java.util.Properties", "load", "()V", 1, 300, "read");
    let steps = vec![
        TraceStep { place: library, message: "a line is read".into() },
        TraceStep { place: place("com.acme.A", "m", "()V", 1, 7, "invoke"), message: "it names the method".into() },
    ];
    let from_library = Finding {
        path: steps,
        ..finding(RuleId::RC1001, "s", place("com.acme.A", "m", "()V", 1, 7, "invoke"), Tier::Open, "x")
    };
    let log = sarif(&AnalysisResult { findings: vec![from_library], ..sample::empty() });
    let first = &results(&log)[0]["codeFlows"][0]["threadFlows"][0]["locations"][0]["location"];
    assert_eq!(first["physicalLocation"]["artifactLocation"]["uri"], "src/main/java/com/acme/A.java");
    assert_eq!(first["message"]["text"], "In java.util.Properties.load (Properties.java:300): a line is read.");
    assert_eq!(first["logicalLocations"][0]["fullyQualifiedName"], "java.util.Properties.load");
}

#[test]
fn too_many_results_are_cut_off_aloud() {
    let one = |line: u32| {
        let tier = if line < 26_000 { Tier::Partial } else { Tier::Open };
        finding(RuleId::RC1001, &format!("s{line}"), place("com.acme.A", "m", "()V", line, line, "x"), tier, "x")
    };
    let result = AnalysisResult { findings: (1..=26_001).map(one).collect(), ..sample::empty() };
    let log = sarif(&result);
    assert_eq!(results(&log).len(), MAX_RESULTS);
    assert_eq!(results(&log)[0]["level"], "error");
    assert_eq!(
        notifications(&log),
        [
            "\"warning\" \"results-truncated\": \"1001 of 26001 results are left out, the least severe ones: code scanning \
          takes at most 25000 results and 10000000 bytes compressed.\""
        ]
    );
}

#[test]
fn cuts_and_diagnostics_are_notifications() {
    let mut result = sample::result();
    result.cuts = vec![Cut {
        kind: CutKind::FanOut,
        what: "340 targets".into(),
        place: Some(place("org.x.L", "m", "()V", 1, 5, "invoke")),
        origin: Some(CodeOrigin::Library),
    }];
    insta::assert_snapshot!(notifications(&sarif(&result)).join("\n"), @r##"
"warning" "fan-out": "340 targets at org.x.L.m (L.java:5)."
"warning" "unreadable-class": "lib/old.jar!/a/B.class: constant pool entry 7 has tag 99."
"##);
}

#[test]
fn a_run_that_gave_up_was_not_successful() {
    let mut result = sample::result();
    let successful = |result: &AnalysisResult, policy: &Policy| -> serde_json::Value {
        let log: serde_json::Value = serde_json::from_slice(&render(&sample::judged(result, policy))).expect("JSON");
        log["runs"][0]["invocations"][0]["executionSuccessful"].clone()
    };
    assert_eq!(successful(&result, &Policy::default()), true);
    result.findings.push(Finding {
        cut: Some(CutKind::FanOut),
        ..finding(RuleId::RC1003, "s", place("com.acme.A", "m", "()V", 1, 5, "invoke"), Tier::Open, "x")
    });
    assert_eq!(successful(&result, &Policy::default()), false);
    let policy = Policy { levels: [(RuleId::RC1003, Level::Off)].into(), ..Policy::default() };
    assert_eq!(successful(&result, &policy), false, "whatever the level");
}

#[test]
fn no_place_of_this_machine_and_the_same_bytes_every_time() {
    let (result, policy) = (sample::result(), Policy::default());
    let bytes = render(&sample::judged(&result, &policy));
    assert_eq!(bytes, render(&sample::judged(&result, &policy)));
    let text = String::from_utf8(bytes).expect("UTF-8");
    let here = std::env::current_dir().expect("working directory");
    assert!(!text.contains(&*here.to_string_lossy()) && !text.contains("file:"));
}

#[test]
fn addresses_follow_from_the_one_of_the_project() {
    assert_eq!(page("", None), None);
    assert_eq!(page("", Some("RC1001")), None);
    assert_eq!(page("https://example.org/tool/", None).as_deref(), Some("https://example.org/tool"));
    assert_eq!(
        page("https://example.org/tool", Some("RC1001")).as_deref(),
        Some("https://example.org/tool/docs/rules/RC1001.md")
    );
}
