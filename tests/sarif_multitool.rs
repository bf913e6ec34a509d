//! SARIF reports against Microsoft's multitool with the rules of GitHub code scanning. The multitool comes from npm, into
//! `target/`; without npm the test says that it is skipped.

use std::path::{Path, PathBuf};
use std::process::Command;

use reflection_check::config::Policy;
use reflection_check::report::{Date, Format, Location, NoSources, Nth, ReportInput, Sources, Style, judge, render};
use reflection_check::result::{AnalysisResult, Level, Place, RuleId};
use serde_json::{Value, json};

use crate::support::jdk::{self, skip};
use crate::support::tool::tool;

const VERSION: &str = "5.7.0";

/// What the multitool says of our reports and we leave as it is.
const EXCEPTIONS: &[(&str, &str)] = &[
    ("SARIF2002", "message ids with arguments: code scanning shows `message.text` alone"),
    ("SARIF2003", "version control: the report must not depend on the checkout; the upload names the commit"),
    ("SARIF2005", "informationUri: `homepage` of Cargo.toml, once the project has a public page"),
    ("SARIF2006", "asks the network whether the schema's address answers"),
    ("SARIF2010", "snippet: a result anchored to a build file, a spec file or a class file has no call to show"),
    ("SARIF2011", "context region: as SARIF2010"),
    ("SARIF2012", "help uri: as SARIF2005; each rule carries its whole help"),
];

#[test]
fn reports_are_clean() {
    let Some(multitool) = multitool() else {
        skip("no npm to install the SARIF multitool with");
        return;
    };
    let directory = tempfile::tempdir().expect("temporary directory");
    let mut files = Vec::new();
    for (name, sarif) in reports() {
        let path = directory.path().join(format!("{name}.sarif"));
        std::fs::write(&path, sarif).expect("written");
        files.push(path);
    }
    assert_clean(&validate(&multitool, &files, directory.path()), files.len());
}

/// Nothing but the documented exceptions in the multitool's report on this many files.
fn assert_clean(log: &Value, files: usize) {
    let mut bad = Vec::new();
    let mut read = std::collections::BTreeSet::new();
    for result in log["runs"][0]["results"].as_array().expect("results") {
        let rule = result["ruleId"].as_str().unwrap_or_default();
        let id = rule.split('/').next().unwrap_or_default();
        let level = result["level"].as_str().unwrap_or("warning");
        let file = &result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
        if id == "SARIF2005" {
            read.insert(file.to_string());
        }
        if level == "error" || !EXCEPTIONS.iter().any(|(exception, _)| *exception == id) {
            bad.push(format!("{level} {rule} in {file}: {}", result["message"]));
        }
    }
    assert!(bad.is_empty(), "{}", bad.join("\n"));
    // A file that its parser gives up on is passed over in silence. Each of ours lacks an informationUri.
    assert_eq!(read.len(), files, "read: {read:?}");
}

/// Reports of the executable: over sources that exist, and of an analysis.
#[test]
fn reports_of_the_command_line_are_clean() {
    let Some(multitool) = multitool() else {
        skip("no npm to install the SARIF multitool with");
        return;
    };
    let directory = tempfile::tempdir().expect("temporary directory");
    let root = directory.path();
    write(root, "src/main/java/com/acme/Config.java", CONFIG);
    write(root, "src/main/java/com/acme/Größe.java", REPORTS);
    let entry = "[[source]]\nat = \"com.acme.Gone.m\"\ncall = \"java.lang.System.getProperty\"\nvalues = [\"x.Y\"]\n";
    write(root, "reflection-specs/app.toml", &format!("# names\n\n{entry}"));
    let open = finding_at("RC1001", "open", "com.acme.Größe", 5);
    let result = result(json!([open, spec_finding("RC4001")]));
    write(root, "result.json", &serde_json::to_string(&result).expect("JSON"));
    let common = ["--project-dir", ".", "--sources", "src/main/java", "--module", "app", "--source-set", "main"];
    run(root, &[&["report", "--result", "result.json", "--output", "sarif=report.sarif"], &common[..]].concat(), 1);
    let mut files = vec![root.join("report.sarif")];
    let log: Value = serde_json::from_slice(&std::fs::read(&files[0]).expect("a report")).expect("JSON");
    let first = &log["runs"][0]["results"][0];
    let place = &first["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "src/main/java/com/acme/Gr%C3%B6%C3%9Fe.java");
    assert_eq!(place["region"]["snippet"]["text"], "forName(Config.load(\"report.engine\"))");
    assert!(first["partialFingerprints"]["primaryLocationLineHash"].is_string());
    assert_eq!(first["codeFlows"][0]["threadFlows"][0]["locations"].as_array().map(Vec::len), Some(3));
    assert_eq!(log["runs"][0]["results"][1]["locations"][0]["physicalLocation"]["region"]["startLine"], 3);
    let text = log.to_string();
    assert!(!text.contains(&*root.to_string_lossy()), "a path of this machine");

    let sources = ["src/main/java/com/acme/Config.java", "src/main/java/com/acme/Größe.java"];
    let mut javac = jdk::javac(&jdk::jdk17());
    javac.current_dir(root).env("LC_ALL", "C.UTF-8").args(["-encoding", "UTF-8", "-d", "classes"]).args(sources);
    match javac.output() {
        Ok(out) => {
            assert!(out.status.success(), "javac: {}", String::from_utf8_lossy(&out.stderr));
            let check = ["check", "--classes", "classes", "--exit-zero", "--output", "sarif=check.sarif"];
            run(root, &[&check[..], &common[..]].concat(), 0);
            files.push(root.join("check.sarif"));
        }
        Err(error) => panic!("javac: {error}"),
    }
    assert_clean(&validate(&multitool, &files, root), files.len());
}

const CONFIG: &str = "package com.acme;

class Config {
    static String load(String key) {
        return System.getProperty(key);
    }
}
";

const REPORTS: &str = "package com.acme;

public class Größe {
    public static void main(String[] args) throws Exception {
        Object engine = Class.forName(Config.load(\"report.engine\")).newInstance();
        System.out.println(engine);
    }
}
";

fn write(root: &Path, path: &str, text: &str) {
    let path = root.join(path);
    std::fs::create_dir_all(path.parent().expect("a parent")).expect("directory");
    std::fs::write(path, text).expect("written");
}

fn run(root: &Path, arguments: &[&str], status: i32) {
    let out = tool().current_dir(root).args(arguments).output().expect("reflection-check runs");
    let text = format!("{}{}", String::from_utf8_lossy(&out.stdout), String::from_utf8_lossy(&out.stderr));
    assert_eq!(out.status.code(), Some(status), "{text}");
}

/// A report that breaks the schema and one that code scanning would refuse: the test above can fail.
#[test]
fn the_multitool_finds_mistakes() {
    let Some(multitool) = multitool() else {
        skip("no npm to install the SARIF multitool with");
        return;
    };
    let directory = tempfile::tempdir().expect("temporary directory");
    let (_, sarif) = reports().remove(1);
    let mut broken: Value = serde_json::from_slice(&sarif).expect("JSON");
    broken["runs"][0]["results"][0]["strange"] = json!(1);
    let mut refused: Value = serde_json::from_slice(&sarif).expect("JSON");
    refused["runs"][0]["results"][0]["locations"] = json!([]);
    let mut rules = Vec::new();
    for (name, log) in [("broken", broken), ("refused", refused)] {
        let path = directory.path().join(format!("{name}.sarif"));
        std::fs::write(&path, log.to_string()).expect("written");
        let found = validate(&multitool, &[path], directory.path());
        let errors = found["runs"][0]["results"].as_array().expect("results").iter();
        let errors = errors.filter(|r| r["level"] == "error").filter_map(|r| r["ruleId"].as_str());
        rules.push(errors.map(|id| id.split('/').next().unwrap_or_default().to_owned()).collect::<Vec<_>>());
    }
    assert!(rules[0].iter().any(|id| id.starts_with("JSON")), "{rules:?}");
    assert!(rules[1].iter().any(|id| id.starts_with("GH")), "{rules:?}");
}

/// The executable of this platform, installed once.
fn multitool() -> Option<PathBuf> {
    let npm = if cfg!(windows) { "npm.cmd" } else { "npm" };
    let (package, file) = if cfg!(windows) {
        ("win32", "Sarif.Multitool.exe")
    } else if cfg!(target_os = "macos") {
        ("darwin", "Sarif.Multitool")
    } else {
        ("linux", "Sarif.Multitool")
    };
    static INSTALLED: std::sync::Mutex<()> = std::sync::Mutex::new(());
    let _one_at_a_time = INSTALLED.lock().expect("the other test did not fail while it installed");
    let home = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("sarif-multitool-{VERSION}"));
    let tool = home.join(format!("node_modules/@microsoft/sarif-multitool-{package}/{file}"));
    if tool.is_file() {
        return Some(tool);
    }
    Command::new(npm).arg("--version").output().ok().filter(|out| out.status.success())?;
    std::fs::create_dir_all(&home).expect("directory under target/");
    let out = Command::new(npm)
        .args(["install", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error", "--prefix"])
        .arg(&home)
        .arg(format!("@microsoft/sarif-multitool-{package}@{VERSION}"))
        .output()
        .expect("npm runs");
    assert!(out.status.success(), "npm install: {}", String::from_utf8_lossy(&out.stderr));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        std::fs::set_permissions(&tool, std::fs::Permissions::from_mode(0o755)).expect("executable");
    }
    Some(tool)
}

/// The multitool's own report. Its exit status is 0 whatever it finds.
fn validate(multitool: &Path, files: &[PathBuf], directory: &Path) -> Value {
    let report = directory.join("multitool.json");
    let out = Command::new(multitool)
        .arg("validate")
        .args(files)
        .args(["--rule-kind", "Sarif;Ghas", "--level", "Error;Warning;Note", "--log", "ForceOverwrite", "-o"])
        .arg(&report)
        .env("DOTNET_SYSTEM_GLOBALIZATION_INVARIANT", "1")
        .output()
        .expect("the multitool runs");
    let text = String::from_utf8_lossy(&out.stdout);
    assert!(text.contains(&format!("{} files scanned", files.len())), "{text}{}", String::from_utf8_lossy(&out.stderr));
    let bytes = std::fs::read(&report).expect("a report");
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes);
    serde_json::from_slice(bytes).expect("JSON")
}

/// Representative reports: clean, with findings of every kind, with and without sources, with awkward names.
fn reports() -> Vec<(&'static str, Vec<u8>)> {
    let clean = result(json!([]));
    let findings = result(json!([
        finding("RC1001", "open", "com.acme.Reports"),
        finding("RC1001", "partial", "com.acme.Größe$日本語"),
        finding("RC1002", "open", "com.acme.Db"),
        finding("RC1003", "partial", "com.acme.Deep"),
        finding("RC1004", "open", "com.acme.Factory"),
        finding("RC3001", "proven", "com.acme.Codecs"),
        finding("RC3002", "sound", "com.acme.aux"),
        spec_finding("RC4001"),
        spec_finding("RC4002"),
    ]));
    let everything = Policy { sarif_level: Level::Note, ..Policy::default() };
    vec![
        ("clean", sarif(&clean, &Policy::default(), &Tree)),
        ("findings", sarif(&findings, &Policy::default(), &Tree)),
        ("notes", sarif(&findings, &everything, &Tree)),
        ("without-sources", sarif(&findings, &everything, &NoSources)),
    ]
}

fn sarif(result: &AnalysisResult, policy: &Policy, sources: &dyn Sources) -> Vec<u8> {
    let judged = judge(ReportInput {
        result,
        policy,
        sources,
        module: Some("app"),
        source_set: Some("main"),
        build_file: Some("app/build.gradle"),
        test: false,
        today: Date { year: 2026, month: 11, day: 2 },
        focus: None,
    });
    assert!(judged.findings.len() + 1 >= result.findings.len(), "every finding counts");
    render(Format::Sarif, &judged, &Style::default())
}

/// Sources of `com.acme`.
struct Tree;

impl Sources for Tree {
    fn locate(&self, place: &Place, _: Nth) -> Option<Location> {
        let name = place.class.strip_prefix("com.acme.")?;
        Some(Location {
            path: format!("app/src/main/java/com/acme/My Files [1]/{name}.java"),
            line: place.line?,
            columns: Some((15, 22)),
            line_hash: Some("39fa2ee980eb94b0:1".into()),
            text: Some("        Class.forName(name).newInstance();".into()),
        })
    }

    fn locate_in_file(&self, path: &str, line: u32, column: u32) -> Option<Location> {
        let columns = Some((column, column + 10));
        Some(Location {
            path: path.into(),
            line,
            columns,
            line_hash: Some("1a:1".into()),
            text: Some("[[source]]".into()),
        })
    }
}

fn place(class: &str, line: u32) -> Value {
    json!({ "class": class, "method": "load", "descriptor": "(Ljava/lang/String;)V", "offset": line, "line": line,
            "file": format!("{}.java", class.rsplit('.').next().unwrap_or(class)), "token": "forName" })
}

fn finding(rule: &str, tier: &str, class: &str) -> Value {
    finding_at(rule, tier, class, 48)
}

fn finding_at(rule: &str, tier: &str, class: &str, line: u32) -> Value {
    let site = |n: u32| format!("{class}.load(java.lang.String)#Class.forName#{n}");
    let is_failure = RuleId::find(rule).is_some_and(RuleId::is_about_failure);
    json!({
        "rule": rule, "key": format!("{rule}|{}|name", site(1)), "origin": "application",
        "artifact": "app/build/classes/java/main", "site": site(1), "place": place(class, line), "tier": tier,
        "assumptions": ["closed-world"], "certainty": if is_failure { json!("proven") } else { json!(null) },
        "summary": "\"report.engine\" names the class and nothing was found that bounds it", "call": "Class.forName(name).newInstance()",
        "input": { "text": "name <- System.getProperty(\"report.engine\")", "place": place("com.acme.Config", 31) },
        "advice": "list the values in reflection-specs/app.toml",
        "spec-entry": "[[source]]\nat = \"com.acme.Config.load(java.lang.String)\"\nvalues = [\"...\"]",
        "related": [{ "site": site(2), "place": place(class, 60), "message": "Class.forName(name)" },
                    { "site": site(3), "place": place("org.lib.L", 60), "message": "in a library" }],
        "path": [{ "place": place("java.lang.System", 800), "message": "the property is read" },
                 { "place": place("com.acme.Config", 31), "message": "its value is returned" },
                 { "place": place(class, line), "message": "it names the class" }],
        "target-count": 60, "targets": [{ "class": "com.acme.PdfEngine" }], "origin-kind": "property"
    })
}

fn spec_finding(rule: &str) -> Value {
    let no_place = json!({ "class": "", "method": "", "descriptor": "", "offset": 0 });
    json!({
        "rule": rule, "key": format!("{rule}|app.toml"), "origin": "application", "artifact": "", "site": "",
        "place": no_place, "spec-place": ["reflection-specs/app.toml", 3, 1], "tier": "none", "assumptions": [],
        "summary": "no method is named \"com.acme.Gone.m\"", "call": "", "advice": "did you mean \"com.acme.Gone.n\"",
        "related": [], "path": [], "target-count": 0, "targets": [], "origin-kind": ""
    })
}

fn result(findings: Value) -> AnalysisResult {
    let cut = json!({ "kind": "fan-out", "what": "340 targets at a library call", "origin": "library" });
    let diagnostic = json!({ "code": "unreadable-class", "severity": "warning", "place": "lib/old.jar!/a/B.class",
                             "message": "constant pool entry 7 has tag 99" });
    serde_json::from_value(json!({
        "version": 2, "tool": "0.1.0", "jdk": { "feature": 17, "version": "17.0.15", "vendor": "Debian" },
        "mode": "livshits-points-to", "context": "selective", "entry": "auto", "library": false,
        "inputs": { "application-classes": 412, "library-jars": 82, "library-classes": 30123 },
        "solved": {
            "rounds": [], "counters": [],
            "reach": { "application-methods": 10, "application-methods-reached": 9, "unreached": ["a.B.c()"],
                       "methods-reached": 100 }
        },
        "sites": [], "findings": findings, "cuts": [cut], "diagnostics": [diagnostic], "libraries": []
    }))
    .expect("a result")
}
