//! The command line from outside: exit status, messages, files. What reports say is tested where they are made.

#![expect(clippy::unwrap_used, reason = "what a test cannot set up fails it")]

#[path = "cli/cache.rs"]
mod cache;
#[path = "cli/controls.rs"]
mod controls;
#[path = "cli/coverage.rs"]
mod coverage;
#[path = "cli/explain.rs"]
mod explain;
#[path = "cli/fingerprints.rs"]
mod fingerprints;
#[path = "cli/jdks.rs"]
mod jdks;
#[path = "cli/limits.rs"]
mod limits;
#[path = "cli/odd_classes.rs"]
mod odd_classes;
#[path = "cli/papers.rs"]
mod papers;
#[path = "cli/project.rs"]
pub(crate) mod project;
#[path = "cli/recordings.rs"]
mod recordings;
#[path = "cli/spec_commands.rs"]
mod spec_commands;
#[path = "cli/specs.rs"]
mod specs;
#[path = "cli/traces.rs"]
mod traces;

use std::fs;
use std::sync::OnceLock;

use crate::support::jdk::jdk17;

use project::{Project, Run};

const MAIN: &str = r#"package com.acme;
public class Main {
    public static void main(String[] args) throws Exception {
        Class.forName(System.getProperty("engine")).getDeclaredConstructor().newInstance();
    }
}
"#;

/// A project with one compiled class.
fn project() -> Project {
    static COMPILED: OnceLock<Vec<u8>> = OnceLock::new();
    let class = COMPILED.get_or_init(|| {
        let project = Project::new();
        project.compile("com/acme/Main.java", MAIN);
        fs::read(project.path("classes/com/acme/Main.class")).unwrap()
    });
    let project = Project::new();
    project.write("src/com/acme/Main.java", MAIN);
    project.write("classes/com/acme/Main.class", class);
    project
}

/// A row of the exit table: what is set up, the arguments, the status, and what standard error says.
struct Row {
    name: &'static str,
    set_up: fn(&Project),
    arguments: &'static str,
    status: i32,
    says: &'static [&'static str],
}

const NOTHING: fn(&Project) = |_| ();

/// Everything that ends a run early. Each row asks for a report and a result, of which nothing may be left behind.
const BAD_INPUT: &[Row] = &[
    Row {
        name: "missing class directory",
        set_up: NOTHING,
        arguments: "--classes gone",
        status: 2,
        says: &["no application class found in gone"],
    },
    Row {
        name: "class directory without classes",
        set_up: NOTHING,
        arguments: "--classes src",
        status: 2,
        says: &["no application class found in src"],
    },
    Row {
        name: "class directory below the root",
        set_up: NOTHING,
        arguments: "--classes classes/com",
        status: 2,
        says: &["com.acme.Main lies in the given folder as acme/Main.class", "the folder above its packages"],
    },
    Row {
        name: "no class directory",
        set_up: NOTHING,
        arguments: "--mode local",
        status: 2,
        says: &["no application class"],
    },
    Row {
        name: "unreadable application jar",
        set_up: |project| drop(project.write("bad.jar", "no jar")),
        arguments: "--classes bad.jar",
        status: 2,
        says: &["no application class found in bad.jar"],
    },
    Row {
        name: "application jar that is a zip bomb",
        set_up: |project| drop(project.jar("bomb.jar", &[("README", &vec![0; 300 << 20])])),
        arguments: "--classes bomb.jar",
        status: 2,
        says: &["no application class found in bomb.jar"],
    },
    Row {
        name: "release that the JDK does not have",
        set_up: NOTHING,
        arguments: "--classes classes --jdk-release 99",
        status: 2,
        says: &["release 99 asked for, but the JDK in ", "name a newer JDK, or a release up to "],
    },
    Row {
        name: "library that is not there",
        set_up: |project| drop(project.jar("lib.jar", &[])),
        arguments: "--classes classes --classpath lib.jar:folder:nope.jar --provided gone.jar",
        status: 2,
        says: &["--classpath: there is no file nope.jar, gone.jar"],
    },
    Row {
        name: "resources that are not there",
        set_up: NOTHING,
        arguments: "--classes classes --resources classes nope",
        status: 2,
        says: &["--resources: there is no directory nope"],
    },
    Row {
        name: "sources that are not there",
        set_up: NOTHING,
        arguments: "--classes classes --sources src nope --sources src/nope",
        status: 2,
        says: &["--sources: there is no directory nope, src/nope"],
    },
    Row {
        name: "JDK home that is none",
        set_up: NOTHING,
        arguments: "--classes classes --jdk-home src",
        status: 2,
        says: &["--jdk-home src is no JDK home", "lib/modules", "give the directory of a JDK"],
    },
    Row {
        name: "JDK home that is missing",
        set_up: NOTHING,
        arguments: "--classes classes --jdk-home gone",
        status: 2,
        says: &["--jdk-home gone", "there is no such directory"],
    },
    Row {
        name: "truncated lib/modules",
        set_up: |project| drop(project::truncated_jdk(project)),
        arguments: "--classes classes --jdk-home broken-jdk",
        status: 2,
        says: &["broken-jdk is not a usable JDK"],
    },
    Row {
        name: "malformed spec and configuration",
        set_up: |project| {
            project.write("reflection-specs/a.toml", "[[source]]\nat = 3\n");
            project.write("reflection-specs/b.toml", "[[accept]\n");
            project.write("reflection-check.toml", "[policy]\nfail-on = \"errors\"\n");
        },
        arguments: "--classes classes",
        status: 2,
        says: &["reflection-specs/a.toml:2:6", "reflection-specs/b.toml:1", "reflection-check.toml:2:11", "^^^^^^^^"],
    },
    Row {
        name: "missing spec folder and configuration",
        set_up: NOTHING,
        arguments: "--classes classes --specs gone --config gone.toml",
        status: 2,
        says: &["--> gone\n", "cannot read gone.toml: there is no such file"],
    },
    Row {
        name: "missing class-path file",
        set_up: NOTHING,
        arguments: "--classes classes --classpath-file gone.txt",
        status: 2,
        says: &["cannot read gone.txt"],
    },
    Row {
        name: "mode, context and entry that do not exist",
        set_up: NOTHING,
        arguments: "--classes classes --mode doop --context 3-obj --entry all",
        status: 2,
        says: &[
            "none, local, livshits-points-to, livshits-casts, smaragdakis-substring, smaragdakis-back, smaragdakis-invent, probe, solar, tai-e-solar, union",
            "insensitive, selective, 1-call",
            "auto, main, public",
        ],
    },
    Row {
        name: "format that does not exist",
        set_up: NOTHING,
        arguments: "--classes classes --output pdf=x.pdf",
        status: 2,
        says: &["text, sarif, sites, json"],
    },
    Row {
        name: "unknown flag",
        set_up: NOTHING,
        arguments: "--classes classes --baseline x",
        status: 2,
        says: &["--baseline"],
    },
    Row {
        name: "report into a directory that is a file",
        set_up: NOTHING,
        arguments: "--classes classes --output sites=src/com/acme/Main.java/x",
        status: 3,
        says: &["cannot write", "its parent is not a directory"],
    },
    Row {
        name: "report over a directory",
        set_up: NOTHING,
        arguments: "--classes classes --output sites=src",
        status: 3,
        says: &["cannot write src", "it is a directory"],
    },
];

#[test]
fn bad_input_ends_with_its_status_and_leaves_no_report() {
    for row in BAD_INPUT {
        let project = project();
        (row.set_up)(&project);
        let before = project.files();
        let arguments = format!("check {} --result out/result.json --output sarif=out/main.sarif", row.arguments);
        let Run { status, out, err } = project.run(&arguments);
        assert_eq!(status, row.status, "{}: {err}", row.name);
        assert_eq!(out, "", "{}", row.name);
        for text in row.says {
            assert!(err.contains(text), "{}: {text:?} is not in\n{err}", row.name);
        }
        assert_eq!(project.files(), before, "{}", row.name);
    }
}

#[test]
fn a_result_that_cannot_be_written_is_status_3_before_the_analysis() {
    let project = project();
    for command in ["analyze --classes classes --result src", "check --classes classes --result src"] {
        let run = project.run(command);
        assert_eq!((run.status, run.out.as_str()), (3, ""), "{command}: {}", run.err);
        assert!(run.err.contains("cannot write"), "{}", run.err);
    }
    // The JDK is looked at later than the outputs.
    let run = project.run("analyze --classes classes --result src --jdk-home gone");
    assert_eq!(run.status, 3, "{}", run.err);
}

#[test]
fn damage_outside_the_application_is_a_diagnostic() {
    let project = project();
    project.write("bad.jar", "no jar");
    project.jar("bomb.jar", &[("org/lib/Bomb.class", &vec![0; 300 << 20])]);
    project.jar("junk.jar", &[("org/lib/Junk.class", b"no class")]);
    project.write("path.txt", "gone.jar\nbad.jar\nbomb.jar\njunk.jar\n");
    let run = project.run("analyze --classes classes --classpath-file path.txt --mode none --result result.json");
    assert_eq!(run.status, 0, "{}", run.err);
    let result = fs::read_to_string(project.path("result.json")).unwrap();
    for name in ["gone.jar", "bad.jar"] {
        assert!(result.contains(name), "{name} is not in {result}");
    }
}

#[test]
fn a_request_is_read_strictly() {
    let project = project();
    let row = |text: &str, says: &str| {
        let run = project.run_with("check --request -", text, &[]);
        assert_eq!(run.status, 2, "{text}: {}", run.err);
        assert!(run.err.contains(says), "{text}: {}", run.err);
    };
    row("", "EOF");
    row("[]", "it is a list");
    row("7", "invalid type");
    row("{\"classess\":[\"classes\"]}", "unknown field `classess`");
    row("{\"version\":2,\"classes\":[\"classes\"]}", "protocol version 2");
    row("{\"version\":1,\"classes\":[\"classes\"],\"mode\":\"doop\"}", "livshits-points-to");
    row("{\"version\":1,\"classes\":[\"classes\"],\"outputs\":[{\"format\":\"html\",\"path\":\"x\"}]}", "html");
    let run = project.run("check --request gone.json");
    assert!(run.status == 2 && run.err.contains("cannot read gone.json"), "{}", run.err);
    let run = project.run("check --request gone.json --mode local");
    assert!(run.status == 2 && run.err.contains("--request"), "{}", run.err);
}

#[test]
fn a_request_does_what_flags_do() {
    let project = project();
    project.write(
        "request.json",
        "{\"version\":1,\"classes\":[\"classes\"],\"result\":\"a.json\",\"mode\":\"none\",\
         \"outputs\":[{\"format\":\"sites\",\"path\":\"a.jsonl\"}]}",
    );
    let by_request = project.run("check --request request.json");
    let by_flags = project.run("check --classes classes --result b.json --mode none --output sites=b.jsonl");
    assert_eq!(by_request.err, by_flags.err);
    assert_eq!(by_request.status, by_flags.status);
    let read = |name: &str| fs::read(project.path(name)).unwrap();
    assert_eq!(read("a.json"), read("b.json"));
    assert_eq!(read("a.jsonl"), read("b.jsonl"));
}

#[test]
fn a_result_of_the_same_inputs_is_kept() {
    let project = project();
    let check = |more: &str| {
        let run = project.run(&format!("check --classes classes --result r.json -o sites=s.jsonl --exit-zero {more}"));
        assert_eq!(run.status, 0, "{}", run.err);
        let sites = fs::read(project.path("s.jsonl")).unwrap();
        fs::remove_file(project.path("s.jsonl")).unwrap();
        (run.out, sites)
    };
    let result = project.path("r.json");
    // A file that is replaced has another date, even if its bytes are the same.
    let long_ago = std::time::SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(1_000_000_000);
    let age = || fs::File::options().write(true).open(&result).unwrap().set_modified(long_ago).unwrap();
    let is_kept = || fs::metadata(&result).unwrap().modified().unwrap() == long_ago;

    let first = check("");
    let bytes = fs::read(&result).unwrap();
    age();
    assert_eq!(check(""), first);
    assert!(is_kept(), "analysed again though nothing had changed");
    assert_eq!(check("--level RC1001=off").1, first.1);
    assert!(is_kept(), "a level is no input of the analysis");
    assert_eq!(check("--fresh"), first);
    assert!(!is_kept());
    assert_eq!(fs::read(&result).unwrap(), bytes);

    let changes = [
        ("--entry public", "other.txt", ""),
        ("", "classes/com/acme/names.txt", "a.B"),
        ("--specs specs", "specs/app.toml", "[[entry]]\nmethods = [\"com.acme.Main.main\"]\n"),
        ("", "r.json", "{\"version\":1}"),
    ];
    for (more, file, text) in changes {
        check("");
        project.write(file, text);
        age();
        check(more);
        assert!(!is_kept(), "a change went unnoticed: {more}");
    }
}

#[test]
fn the_flow_leads_from_the_origin_of_the_name_to_the_call() {
    let project = Project::new();
    project.compile(
        "p/Trace.java",
        r#"package p;
public class Trace {
    String name;
    public static void main(String[] args) throws Exception {
        Trace trace = new Trace();
        trace.name = read();
        make(trace.name);
    }
    static String read() {
        return System.getProperty("x.y");
    }
    static Object make(String text) throws Exception {
        return build(Class.forName(text));
    }
    static Object build(Class<?> type) throws Exception {
        return type.getDeclaredConstructor().newInstance();
    }
}
"#,
    );
    let run = project.run("check --classes classes --output sarif=out.sarif");
    assert_eq!(run.status, 1, "{}", run.err);
    let sarif = fs::read_to_string(project.path("out.sarif")).unwrap();
    let flow = &sarif[sarif.find("codeFlows").unwrap()..];
    let steps = [
        "System.getProperty",
        "p.Trace.read()",
        "p.Trace.name",
        "p.Trace.make(java.lang.String)",
        "Class.forName",
        "p.Trace.build(java.lang.Class)",
        "Constructor.newInstance",
    ];
    let mut at = 0;
    for step in steps {
        let found = flow[at..].find(step);
        at += found.unwrap_or_else(|| panic!("no step of {step} in {}", &flow[at..at + 2000.min(flow.len() - at)]));
    }
}

#[test]
fn text_that_goes_to_a_file_is_not_printed_as_well() {
    let project = project();
    let check = "check --classes classes --mode none --exit-zero";
    let printed = project.run(check);
    assert_eq!((printed.status, printed.out.is_empty()), (0, false), "{}", printed.err);
    let filed = project.run(&format!("{check} --output text=out.txt"));
    assert_eq!((filed.status, filed.out.as_str()), (0, ""), "{}", filed.err);
    assert_eq!(fs::read_to_string(project.path("out.txt")).unwrap(), printed.out);
}

#[test]
fn project_paths_are_relative_to_the_project_directory() {
    let project = project();
    let run = project.run_with(
        "check --request -",
        &format!(
            "{{\"version\":1,\"project-dir\":{:?},\"classes\":[\"classes\"],\"result\":\"out/r.json\",\"mode\":\"none\"}}",
            project::shown(&project.path(""))
        ),
        &[],
    );
    assert!(run.status < 2, "{}", run.err);
    let result = fs::read_to_string(project.path("out/r.json")).unwrap();
    assert!(!result.contains(&project::shown(&project.path(""))), "an absolute path in {result}");
}

#[test]
fn the_java_on_the_path_is_the_last_resort() {
    let project = project();
    let path = format!("{}", jdk17().join("bin").display());
    let run = project.run_with(
        "analyze --classes classes --mode none --result r.json",
        "",
        &[("JAVA_HOME", ""), ("PATH", &path)],
    );
    assert_eq!(run.status, 0, "{}", run.err);
    let run =
        project.run_with("analyze --classes classes --result r2.json", "", &[("JAVA_HOME", ""), ("PATH", "/nowhere")]);
    assert!(run.status == 2 && run.err.contains("no JDK found"), "{}", run.err);
    let run = project.run_with("analyze --classes classes --result r2.json", "", &[("JAVA_HOME", "/nowhere")]);
    assert!(run.status == 2 && run.err.contains("JAVA_HOME /nowhere"), "{}", run.err);
}

#[test]
fn the_version_is_a_handshake() {
    let project = Project::new();
    let run = project.run("--version --json");
    assert_eq!(
        (run.status, run.out.as_str()),
        (0, "{\"name\":\"reflection-check\",\"version\":\"0.1.0\",\"protocol\":1}\n")
    );
    assert_eq!(project.run("--version").out, "reflection-check 0.1.0\n");
    assert_eq!(project.run("--json").status, 2);
    let run = project.run("");
    assert!(run.status == 2 && run.err.contains("Usage:"), "{}", run.err);
    assert_eq!(project.run("--help").status, 0);
    for absent in ["baseline", "init", "export", "coverage", "stats", "completions"] {
        assert_eq!(project.run(absent).status, 2, "{absent}");
    }
}

#[test]
fn rules_are_listed_and_explained() {
    let project = Project::new();
    let run = project.run("rules");
    assert!(run.status == 0 && run.out.lines().all(|line| line.starts_with("RC")), "{}", run.out);
    let rules: serde_json::Value = serde_json::from_str(&project.run("rules --json").out).unwrap();
    assert_eq!(rules["rules"].as_array().unwrap().len(), run.out.lines().count());
    assert!(project.run("explain RC1001").out.contains("unsound-reflective-call"));
    let run = project.run("explain RC9999");
    assert!(run.status == 2 && run.err.contains("RC9999"), "{}", run.err);
}

#[test]
fn the_intermediate_representation_is_printed() {
    let project = project();
    let run = project.run("ir com.acme.Main.main --classes classes");
    assert_eq!(run.status, 0, "{}", run.err);
    assert!(run.out.contains("java.lang.Class.forName(java.lang.String)"), "{}", run.out);
    assert!(!run.out.contains("<init>()\n  b0"), "{}", run.out);
    assert!(project.run("ir com.acme.Main --classes classes").out.contains("<init>()"));
    assert!(project.run("ir com.acme.Main#main(java.lang.String[]) --classes classes").out.contains("forName"));
    let run = project.run("ir com.acme.Main.mian --classes classes");
    assert!(run.status == 2 && run.err.contains("did you mean \"main\"?"), "{}", run.err);
    assert_eq!(project.run("ir com.acme.Main.main(int) --classes classes").status, 2);
    assert_eq!(project.run("ir com.acme.Gone --classes classes").status, 2);
}

/// A result with one open call, in the class of [`project`].
fn result_with_a_finding() -> String {
    let place = serde_json::json!({
        "class": "com.acme.Main", "method": "main", "descriptor": "([Ljava/lang/String;)V", "offset": 5, "line": 4,
        "file": "Main.java", "token": "forName"
    });
    serde_json::json!({
        "version": 2, "tool": "0.1.0", "jdk": { "feature": 17, "version": "17.0.15", "vendor": "Debian" },
        "mode": "livshits-points-to", "context": "selective", "entry": "auto", "library": false,
        "inputs": { "application-classes": 1, "library-jars": 0, "library-classes": 0 },
        "solved": {
            "rounds": [], "counters": [],
            "reach": { "application-methods": 1, "application-methods-reached": 1, "unreached": [], "methods-reached": 9 }
        },
        "sites": [], "cuts": [], "diagnostics": [], "libraries": [],
        "findings": [{
            "rule": "RC1001", "key": "RC1001 com.acme.Main.main(java.lang.String[])", "origin": "application",
            "artifact": "classes", "site": "com.acme.Main.main(java.lang.String[])#Class.forName#1", "place": place,
            "tier": "open", "assumptions": [], "summary": "\"engine\" names the class and nothing was found that bounds it",
            "call": "Class.forName(name)", "advice": "list the values", "related": [], "path": [], "target-count": 0,
            "targets": [], "origin-kind": "property"
        }]
    })
    .to_string()
}

#[test]
fn findings_set_the_status_as_the_policy_says() {
    let project = project();
    project.write("result.json", result_with_a_finding());
    let row = |arguments: &str, config: &str, status: i32| {
        project.write("reflection-check.toml", config);
        let run = project.run(&format!("report --result result.json --sources src {arguments}"));
        assert_eq!(run.status, status, "{arguments} {config}: {}{}", run.out, run.err);
        run
    };
    let run = row("", "", 1);
    assert!(run.out.contains("error RC1001") && run.out.contains("src/com/acme/Main.java:4"), "{}", run.out);
    row("--fail-on note", "", 1);
    row("--fail-on never", "", 0);
    row("--exit-zero", "", 0);
    row("--level RC1001=warning", "", 0);
    row("--level RC1001=warning --fail-on warning", "", 1);
    row("--level RC1001=off --fail-on note", "", 0);
    row("", "[policy]\nfail-on = \"never\"\n", 0);
    row("--fail-on error", "[policy]\nfail-on = \"never\"\n", 1);
    row("", "[policy.levels]\nRC1001 = \"note\"\n", 0);
    row("", "[policy.levels]\n\"com.acme.*\" = { RC1001 = \"note\" }\n", 0);
    row("", "[policy.levels]\n\"org.other.*\" = { RC1001 = \"note\" }\n", 1);
    row("--test --fail-on error", "", 0);
    let run = row("--output sites=- --output sarif=main.sarif", "", 1);
    assert_eq!(run.out, "", "there are no sites, and the text went nowhere");
    assert!(fs::read_to_string(project.path("main.sarif")).unwrap().contains("RC1001"));
}

#[test]
fn a_result_that_cannot_be_read_is_wrong_usage() {
    let project = project();
    project.write("result.json", result_with_a_finding());
    project.write("newer.json", result_with_a_finding().replacen("\"version\":2", "\"version\":3", 1));
    project.write("cut.json", &result_with_a_finding()[..200]);
    for (arguments, says) in [
        ("report", "--result FILE"),
        ("report --result gone.json", "cannot read gone.json"),
        ("report --result src", "it is a directory"),
        ("report --result cut.json", "not a result of reflection-check"),
        ("report --result newer.json", "run `analyze` again"),
        ("report --result result.json --output text=- --output sites=-", "only one report"),
        ("report --result result.json --output text=x --output sites=x", "written twice"),
    ] {
        let run = project.run(&format!("{arguments} --output sarif=out.sarif"));
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{arguments}: {}", run.err);
        assert!(run.err.contains(says), "{arguments}: {}", run.err);
    }
    assert!(!project.path("out.sarif").exists());
}

#[test]
fn findings_are_explained() {
    let project = project();
    project.write("result.json", result_with_a_finding());
    let run = project.run("explain Main.java:4 --result result.json --sources src");
    assert!(run.status == 0 && run.out.contains("nothing was found that bounds it"), "{}{}", run.out, run.err);
    assert_eq!(project.run("explain Main.java:40 --result result.json").status, 2);
    assert!(project.run("explain --sources src --result result.json Main.java:4").status == 0);
    let run = project.run("explain Main.java:4");
    assert!(run.status == 2 && run.err.contains("--result FILE"), "{}", run.err);
}

#[test]
fn what_was_not_looked_at_is_rc1003() {
    let whole = fs::read(project().path("classes/com/acme/Main.class")).unwrap();
    let with_body = |opcode: u8| {
        // `ldc; invokestatic`: how the body of main begins.
        let at = whole.windows(3).position(|bytes| bytes[0] == 0x12 && bytes[2] == 0xb8).unwrap();
        let mut class = whole.clone();
        class[at] = opcode;
        class
    };
    let row = |level: &str, class: &[u8], arguments: &str, says: &str| {
        let project = project();
        project.compile(
            "com/acme/Other.java",
            "package com.acme; class Other { public static void main(String[] a) { } }",
        );
        project.write("classes/com/acme/Main.class", class);
        let run = project.run(&format!("check --classes classes {arguments} --output sarif=o.sarif"));
        assert!(run.status < 2, "{says}: {}", run.err);
        assert!(run.out.contains(&format!("{level} RC1003")) && run.out.contains(says), "{says}: {}", run.out);
        assert!(fs::read_to_string(project.path("o.sarif")).unwrap().contains("\"RC1003\""), "{says}");
        let run = project.run(&format!("check --classes classes {arguments} --fail-on warning"));
        assert_eq!(run.status, 1, "{says}");
    };
    row("warning", &whole[..200], "", "class com.acme.Main cannot be used");
    row("warning", &[], "", "class com.acme.Main cannot be used");
    row("warning", &with_body(0xff), "", "class com.acme.Main cannot be used");
    row("error", &whole, "--max-steps 50", "budget");
    row("error", &whole, "--max-facts 50", "budget of 50 facts (max-facts)");
    row("error", &whole, "--max-memory 1", "budget of 1 MB of memory (max-memory)");
}

/// A program without a finding, which comes to its end, given up at each kind of budget: never clean, and one line for it.
#[test]
fn giving_up_never_passes() {
    let project = Project::new();
    let two = "    public static Object two() throws Exception { return Class.forName(name()).newInstance(); }\n    \
               static String[] names = { \"com.acme.Whole\" };\n    static String name() { return names[0]; }\n";
    let class = |more: &str| format!("package com.acme;\npublic class Whole {{\n{two}{more}}}\n");
    project.compile(
        "com/acme/Whole.java",
        &class("    public static void main(String[] a) throws Exception { two(); }\n"),
    );
    let library = Project::new();
    library.compile("com/acme/Whole.java", &class(""));
    library.write("reflection-check.toml", "[analysis]\nlibrary = true\n");
    for (what, project) in [("application", project), ("library", library)] {
        let clean = project.run("check --classes classes");
        assert_eq!(clean.status, 0, "{what}: {}{}", clean.out, clean.err);
        let enough =
            project.run(&format!("check --classes classes --max-facts {0} --max-steps {0} --max-memory {0}", u64::MAX));
        assert_eq!(enough.out, clean.out, "{what}");
        let budgets = [
            "--max-facts 1",
            "--max-facts 10",
            "--max-facts 1000",
            "--max-steps 1",
            "--max-steps 300",
            "--max-memory 1",
            "--max-memory 15",
        ];
        for budget in budgets {
            let says = format!("{what} {budget}");
            let check =
                format!("check --classes classes --sources src {budget} --output text=- --output sarif=o.sarif");
            let run = project.run(&check);
            assert_eq!(run.status, 1, "{says}: {}{}", run.out, run.err);
            let lines = run.out.lines().filter(|line| line.starts_with("error RC1003")).count();
            assert!((1..=2).contains(&lines) && run.out.contains("Ended early"), "{says}: {}", run.out);
            assert!(run.out.contains("src/com/acme/Whole.java:"), "{says}: {}", run.out);
            let successful = || {
                let log = fs::read(project.path("o.sarif")).unwrap();
                let log: serde_json::Value = serde_json::from_slice(&log).unwrap();
                log["runs"][0]["invocations"][0]["executionSuccessful"].clone()
            };
            assert_eq!(successful(), false, "{says}");
            // A team may live with it, but the log still says so.
            assert_eq!(project.run(&format!("{check} --level RC1003=warning")).status, 0, "{says}");
            assert_eq!(successful(), false, "{says}");
        }
    }
    let project = self::project();
    for absurd in ["0", "-1", "99999999999999999999999", "many"] {
        assert_eq!(project.run(&format!("check --classes classes --max-facts {absurd}")).status, 2, "{absurd}");
    }
}

#[test]
fn classes_of_later_versions_are_read_and_said() {
    for (version, release) in [(70_u16, "Java 26"), (999, "Java 955")] {
        let project = project();
        let mut class = fs::read(project.path("classes/com/acme/Main.class")).unwrap();
        class[6..8].copy_from_slice(&version.to_be_bytes());
        project.write("classes/com/acme/Main.class", class);
        let run = project.run("check --classes classes --result r.json");
        assert!(run.status < 2, "{}", run.err);
        let result = fs::read_to_string(project.path("r.json")).unwrap();
        assert!(result.contains(release) && result.contains("Class.forName#1"), "{result}");
    }
}

#[test]
fn the_call_graph_is_exported() {
    let project = project();
    let all = "export callgraph --classes classes --output calls.jsonl --methods methods.jsonl";
    let done = project.run(all);
    assert_eq!((done.status, done.out.as_str(), done.err.as_str()), (0, "", ""));
    let edges = fs::read_to_string(project.path("calls.jsonl")).unwrap();
    let caller =
        r#""class":"com.acme.Main","method":"main","descriptor":"([Ljava/lang/String;)V","origin":"application""#;
    let first = format!(
        "{{\"v\":1,\"caller\":{{{caller},\"offset\":2,\"line\":4}},\"callee\":{{\"class\":\"java.lang.System\",\"method\":\"getProperty\",\
         \"descriptor\":\"(Ljava/lang/String;)Ljava/lang/String;\",\"origin\":\"jdk\"}},\"kind\":\"call\"}}"
    );
    assert!(edges.lines().any(|line| line == first), "{edges}");
    assert!(edges.lines().all(|line| line.contains(r#""caller":{"class":"com.acme."#)), "{edges}");
    let methods = fs::read_to_string(project.path("methods.jsonl")).unwrap();
    assert_eq!(methods.lines().last(), Some(format!("{{\"v\":1,{caller}}}").as_str()), "{methods}");

    let to_stdout = project.run("export callgraph --classes classes");
    assert_eq!((to_stdout.status, to_stdout.out), (0, edges));
    let everything = project.run("export callgraph --classes classes --report-scope all").out;
    assert!(everything.contains(r#""caller":{"class":"java.lang.System""#));

    for (bad, says) in [
        ("export callgraph --classes classes --methods -", "write them with --output FILE"),
        ("export callgraph --classes classes --output x --methods x", "x is written twice"),
        ("export callgraph --classes gone", "no application class"),
        ("export callgraph --request r.json --mode local", "cannot be used with"),
    ] {
        let run = project.run(bad);
        assert!(run.status == 2 && run.err.contains(says), "{bad}: {} {}", run.status, run.err);
    }
    assert!(!project.path("x").exists());
}

#[test]
fn stats_say_what_contexts_cost_and_why_some_are_left_out() {
    let project = project();
    let plain = project.run("stats --classes classes --entry main");
    assert_eq!((plain.status, plain.err.as_str()), (0, ""));
    assert!(plain.out.contains("casts that may fail") && !plain.out.contains("without contexts"), "{}", plain.out);

    let limited = "stats --classes classes --entry main --scope whole --context 1-call --introspective a";
    let figures = project.run(limited).out;
    for says in ["methods under contexts", "calls without contexts", "  in-flow > 100", "pointed-by-objects"] {
        assert!(figures.contains(says), "{says}: {figures}");
    }
    let why = project.run(&format!("{limited} --why java.util.HashMap.put(")).out;
    assert!(!why.is_empty() && why.lines().all(|line| line.contains("java.util.HashMap.put(")), "{why}");
    assert!(why.lines().all(|line| line.contains("more than")), "{why}");
    let json = project.run("stats --classes classes --entry main --json").out;
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert!(json["virtual-calls"].as_u64() > json["poly-calls"].as_u64(), "{json}");
    let facts = |of: &str| json[of].as_array().unwrap().iter().map(|row| row["facts"].as_u64().unwrap()).sum::<u64>();
    assert!(facts("objects") > 0 && facts("objects") == facts("nodes"), "{json}");
    assert!(json["large-sets"].as_u64() >= json["distinct-sets"].as_u64(), "{json}");
    for says in ["  facts of allocations", "  facts in variables", "  edges of arguments", "large sets"] {
        assert!(plain.out.contains(says), "{says}: {}", plain.out);
    }

    let bytes = |out: &str| out.lines().find(|line| line.starts_with("bytes ")).map(str::to_owned);
    let on_one = project.run("stats --classes classes --entry main --threads 1").out;
    assert!(bytes(&plain.out).is_some() && bytes(&plain.out) == bytes(&on_one), "{}{on_one}", plain.out);

    project.write("r.json", r#"{"version":1,"classes":["classes"],"entry":"main"}"#);
    assert_eq!(project.run("stats --request r.json").out, plain.out);
    let run = project.run("stats --classes classes --why x");
    assert!(run.status == 2 && run.err.contains("give --introspective a or b"), "{} {}", run.status, run.err);
}
