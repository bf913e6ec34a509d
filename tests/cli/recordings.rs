//! `drift`, `spec from-record` and `spec import`, as a user runs them, on recordings of small programs.

use std::fs;

use serde_json::Value;

use super::project::{Project, Run};

const SOURCE: &str = r#"package p;
public class Main {
    public static class A { public void run() { } }
    public static class B { public void run() { } }
    static String outside() { return System.getProperty("outside"); }
    static Object known() throws Exception { return Class.forName("p.Main$A").getDeclaredConstructor().newInstance(); }
    static Object open() throws Exception { return Class.forName(outside()).getDeclaredConstructor().newInstance(); }
    static void invoke(Object on) throws Exception {
        on.getClass().getMethod(System.getProperty("method")).invoke(on);
    }
    public static void main(String[] args) throws Exception {
        known();
        invoke(open());
    }
}
"#;

const HEAD: &str = "# a run\ncaller\tmethod\tbci\tline\tapi\ttarget\torigin\treceivers\tthrew\n";
const SPEC: &str = "reflection-specs/app.toml";
const CHECK: &str = "check --classes classes --scope whole --result result.json";

fn project() -> Project {
    let project = Project::new();
    project.compile("p/Main.java", SOURCE);
    let run = project.run(CHECK);
    assert_eq!(run.status, 1, "{}{}", run.out, run.err);
    project
}

/// A row of a recording, at the call that the result has under an id.
fn row(project: &Project, id: &str, target: &str, threw: &str) -> String {
    let result: Value = serde_json::from_slice(&fs::read(project.path("result.json")).unwrap()).unwrap();
    let found = result["sites"].as_array().unwrap().iter().find(|site| site["id"] == id);
    let site = found.unwrap_or_else(|| panic!("no {id}"));
    let place = &site["place"];
    let text = |key: &str| place[key].as_str().unwrap().to_owned();
    let api = id.rsplit('#').nth(1).unwrap();
    let (offset, line) = (&place["offset"], &place["line"]);
    let (class, method) = (text("class"), text("method") + &text("descriptor"));
    format!("{class}\t{method}\t{offset}\t{line}\t{api}\t{target}\tapp\t\t{threw}\n")
}

fn drift(project: &Project, rows: &[String]) -> Run {
    project.write("record.tsv", HEAD.to_owned() + &rows.concat());
    project.run(
        "drift record.tsv --result result.json --output text=- --output json=drift.json --output sarif=drift.sarif",
    )
}

fn findings(project: &Project) -> Vec<String> {
    let report: Value = serde_json::from_slice(&fs::read(project.path("drift.json")).unwrap()).unwrap();
    let found = report["findings"].as_array().unwrap().iter();
    found
        .map(|f| {
            format!(
                "{} {} {}",
                f["level"].as_str().unwrap(),
                f["rule"].as_str().unwrap(),
                f["summary"].as_str().unwrap()
            )
        })
        .collect()
}

const KNOWN: &str = "p.Main.known()#Class.forName#1";
const OPEN: &str = "p.Main.open()#Class.forName#1";

#[test]
fn what_a_run_reached_and_no_answer_lists_is_a_finding() {
    let project = project();
    let listed = row(&project, KNOWN, "p.Main$A", "");
    let open = row(&project, OPEN, "p.Main$B", "");
    let failed = row(&project, KNOWN, "p.Gone", "java.lang.ClassNotFoundException");
    let run = drift(&project, &[listed.clone(), open.clone(), failed, listed.clone()]);
    assert_eq!((run.status, run.err.as_str()), (0, ""), "{}", run.out);
    let line =
        "2 recorded targets in 1 recording = 1 listed, 1 at calls whose answer is said to be incomplete, 0 missed";
    assert!(run.out.contains(line) && run.out.contains("0 errors, 0 warnings, 0 notes"), "{}", run.out);

    let missed = row(&project, KNOWN, "p.Main$B", "");
    let run = drift(&project, &[listed, open, missed.clone(), row(&project, KNOWN, "q.C", "")]);
    assert_eq!((run.status, run.err.as_str()), (1, ""), "{}", run.out);
    assert_eq!(
        findings(&project),
        ["error RC5001 a run reached \"p.Main$B\" and 1 more, and the answer does not list it"]
    );
    assert!(run.out.contains("RC5001") && !run.out.contains("RC1001"), "{}", run.out);
    let sarif = fs::read_to_string(project.path("drift.sarif")).unwrap();
    assert!(sarif.contains("\"RC5001\"") && sarif.contains("reflection-check/recorded/"), "a category of its own");

    // It can be accepted, and a check without recordings does not call that entry needless.
    project.write(SPEC, "[[accept]]\nat = \"p.Main.known\"\nrule = \"RC5001\"\nreason = \"an agent changes it\"\n");
    let run = project.run(CHECK);
    assert!(!run.out.contains("RC4003"), "{}", run.out);
    let run = drift(&project, &[missed]);
    assert!(run.status == 0 && run.out.contains("1 accepted"), "{}", run.out);
}

#[test]
fn what_a_spec_does_not_list_is_said_to_be_the_specs() {
    let project = project();
    project.write(SPEC, "[[call]]\nat = \"p.Main.open\"\napi = \"Class.forName\"\ntargets = [\"p.Main$A\"]\n");
    assert!(project.run(CHECK).status < 2);
    let run = drift(&project, &[row(&project, OPEN, "p.Main$B", "")]);
    assert_eq!(
        findings(&project),
        ["warning RC4004 a run reached \"p.Main$B\", which the spec entry that the answer rests on does not list"],
        "{}",
        run.out
    );
    assert_eq!(run.status, 0);
    assert_eq!(project.run("drift record.tsv --classes classes --fail-on warning").status, 1, "analysed anew");
    let verify = "spec verify --classes classes --scope whole";
    assert_eq!(project.run(verify).status, 0);
    let run = project.run(&format!("{verify} --record record.tsv"));
    assert!(run.status == 1 && run.out.contains("warning RC4004 at src/p/Main.java:7: a run reached"), "{}", run.out);
}

#[test]
fn recordings_of_other_programs_and_damaged_ones_are_said() {
    let project = project();
    let good = row(&project, KNOWN, "p.Main$A", "");
    let strange = good.replace("p.Main\t", "q.Other\t");
    let run = drift(&project, &[good.clone(), strange.clone(), good[..12].to_owned()]);
    assert!(run.status == 0 && run.out.contains("1 at calls the program does not have"), "{}{}", run.out, run.err);
    let report = fs::read_to_string(project.path("drift.json")).unwrap();
    assert!(
        report.contains("no such call of \\\"Class.forName\\\" in \\\"q.Other.known\\\"")
            && report.contains("it may have been cut")
    );
    let run = drift(&project, &[strange]);
    assert!(run.status == 2 && run.err.contains("none is of a call in the program that was analysed"), "{}", run.err);
    for (content, says) in [
        (&b"\x00\x01binary"[..], "record.tsv: it is a binary file, and no recording"),
        (b"", "record.tsv: no recording"),
        (b"hello\nworld\n", "neither the table of the recorder nor a TamiFlex log"),
        (b"caller\tmethod\n", "the table has no column \"bci\""),
    ] {
        project.write("record.tsv", content);
        let run = project.run("drift record.tsv --result result.json");
        assert!(run.status == 2 && run.err.contains(says) && run.out.is_empty(), "{}", run.err);
    }
    assert!(project.run("drift gone.tsv --result result.json").err.contains("there is no such file"));
    assert_eq!(project.run("drift --result result.json").status, 2);
    // A class that was built anew since the run has its calls elsewhere.
    let moved: Vec<&str> = good.split('\t').collect();
    let moved = [&moved[..2], &["999", "888"], &moved[4..]].concat().join("\t");
    let run = drift(&project, &[moved]);
    assert!(run.out.contains("1 recorded target in 1 recording = 1 listed, 0 missed"), "{}", run.out);
}

#[test]
fn what_runs_reached_becomes_entries() {
    let project = project();
    let rows = [
        row(&project, KNOWN, "p.Main$A", ""),
        row(&project, OPEN, "p.Main$B", ""),
        row(&project, OPEN, "p.Main$A", ""),
        row(&project, "p.Main.open()#Class.getDeclaredConstructor#1", "p.Main$B.<init>()V", ""),
        row(&project, "p.Main.open()#Constructor.newInstance#1", "p.Main$B.<init>()V", ""),
        row(&project, "p.Main.invoke(java.lang.Object)#Class.getMethod#1", "p.Main$B.run()V", ""),
        row(&project, "p.Main.invoke(java.lang.Object)#Method.invoke#1", "p.Main$B.run()V", ""),
        row(&project, OPEN, "p.Main$$Lambda/0x1", ""),
        "p.Main\tcut".to_owned(),
    ];
    project.write("record.tsv", HEAD.to_owned() + &rows.concat().replace('\n', "\r\n"));
    project.write(SPEC, "# ours\n");
    let run = project.run("spec from-record record.tsv --result result.json");
    assert_eq!(run.status, 0, "{}", run.err);
    insta::assert_snapshot!(run.out, @r"
    added: Class.forName in p.Main.open(), 2 targets
    added: Class.getDeclaredConstructor in p.Main.open(), 1 target
    added: Constructor.newInstance in p.Main.open(), 1 target
    added: Class.getMethod in p.Main.invoke(java.lang.Object), 1 target
    added: Method.invoke in p.Main.invoke(java.lang.Object), 1 target
    1 target of record.tsv: in complete answers already, without an entry
    1 target of record.tsv: not used
    reflection-specs/app.toml was written
    A run shows what happened, and not all that can: see whether the lists are complete before you rely on them.
    ");
    insta::assert_snapshot!(run.err, @r"
    warning: record.tsv:11: the row has 2 columns, not 9: it may have been cut
    warning: record.tsv:10: a spec file cannot name what was reached
    ");
    let spec = fs::read_to_string(project.path(SPEC)).unwrap();
    let (first, rest) =
        spec.split_once("\n[[call]]\nat = \"p.Main.open()\"\napi = \"Class.getDeclaredConstructor\"").unwrap();
    insta::assert_snapshot!(first, @r#"
    # ours

    [[call]]
    at = "p.Main.open()"
    api = "Class.forName"
    targets = [
        "p.Main$A",
        "p.Main$B",
    ]
    reason = "seen in a recorded run (record.tsv)"
    "#);
    assert!(rest.contains("targets = [\"p.Main$B#<init>()\"]") && rest.contains("targets = [\"p.Main$B#run()\"]"));
    let run = project.run(CHECK);
    assert!(run.status == 0 && !run.out.contains("RC"), "{}", run.out);
    let run = project.run("spec verify --classes classes --scope whole --fail-on note");
    assert!(run.status == 0 && run.out.ends_with("5 entries: 5 in effect, 0 to look at\n"), "{}", run.out);
    // Once more, of the result before: what is there already is not written again.
    fs::remove_file(project.path(SPEC)).unwrap();
    project.run(CHECK);
    let first = project.run("spec from-record record.tsv --result result.json");
    let before = fs::read_to_string(project.path(SPEC)).unwrap();
    let again = project.run("spec from-record record.tsv --result result.json");
    assert!(first.out.contains("added: ") && again.out.contains("there already: ") && !again.out.contains("added: "));
    assert_eq!(fs::read_to_string(project.path(SPEC)).unwrap(), before);
    let strange = HEAD.to_owned() + &rows[0].replace("p.Main\t", "q.Other\t");
    project.write("strange.tsv", strange);
    let run = project.run("spec from-record strange.tsv --result result.json");
    assert!(
        run.status == 2 && run.err.contains("nothing in strange.tsv is about a call of the program"),
        "{}",
        run.err
    );
}

fn line_of(text: &str) -> usize {
    1 + SOURCE.lines().position(|line| line.contains(text)).unwrap()
}

#[test]
fn files_of_other_tools_become_entries() {
    let line = line_of("Object open()");
    let invoke = line_of(".invoke(on)");
    let metadata = r#"{ "reflection": [
        { "type": "p.Main$B", "methods": [ { "name": "<init>", "parameterTypes": [] }, { "name": "run", "parameterTypes": [] } ] },
        { "type": { "proxy": ["p.I"] } } ] }"#;
    let tamiflex = format!(
        "Class.forName;p.Main$B;p.Main.open;{line};;\nMethod.invoke;<p.Main$B: void run()>;p.Main.invoke;{invoke};isAccessible=false;\n\
         Method.getName;<p.Main$B: void run()>;p.Main.open;{line};;\ngarbage\n"
    );
    let livshits = format!("open() @ 3 Main.java:{line} => p.Main$B\ngarbage\n");
    for (format, content, entries) in [
        ("tamiflex", tamiflex.as_str(), &["p.Main$B", "p.Main$B#run()"][..]),
        ("livshits", livshits.as_str(), &["p.Main$B"]),
        (
            "graalvm",
            metadata,
            &["p.Main$B", "p.Main$B#<init>()", "p.Main$B#<init>()", "p.Main$B#run()", "p.Main$B#run()"],
        ),
    ] {
        let project = project();
        project.write("imported", content);
        let run = project.run(&format!("spec import --format {format} imported --result result.json"));
        assert_eq!(run.status, 0, "{format}: {}", run.err);
        assert!(run.err.starts_with("warning: imported"), "{format}: {}", run.err);
        let spec = fs::read_to_string(project.path(SPEC)).unwrap();
        let listed: Vec<&str> =
            spec.lines().filter_map(|line| line.strip_prefix("targets = [\"")?.strip_suffix("\"]")).collect();
        for target in entries {
            assert!(listed.contains(target), "{format}: no {target} in {spec}");
        }
        assert_eq!(listed.len(), entries.len(), "{spec}");
        assert!(spec.contains("reason = \"imported from imported\""));
        let run = project.run(CHECK);
        assert!(run.status < 2 && !run.out.contains("RC4001") && !run.out.contains("RC4002"), "{format}: {}", run.out);
    }
    let project = project();
    project.write("imported", "{ \"jni\": [] }");
    for format in ["graalvm", "tamiflex", "livshits"] {
        let run = project.run(&format!("spec import --format {format} imported --result result.json"));
        assert!(run.status == 2 && run.err.contains("imported"), "{format}: {}", run.err);
        assert!(!project.path(SPEC).exists());
    }
    assert_eq!(project.run("spec import --format csv imported --result result.json").status, 2);
    assert_eq!(project.run("spec import imported --result result.json").status, 2);
}
