//! Control reports: results that nobody may take for good ones, which `drift` must judge badly on a recording that the true
//! result stands.

use std::fmt::Write;
use std::fs;

use serde_json::{Value, json};

use super::project::{Project, Run};

const CLASSES: usize = 10;
const CALL: &str = "p.Main.make(java.lang.String)#Class.forName#1";

/// Ten classes by name at one call, all of which the run made.
fn project() -> (Project, Value) {
    let project = Project::new();
    let mut source = String::from("package p;\npublic class Main {\n");
    for number in 0..CLASSES {
        let _ = writeln!(source, "    public static class C{number} {{ }}");
    }
    source.push_str("    static Class<?> make(String name) throws Exception { return Class.forName(name); }\n");
    source.push_str("    public static void main(String[] args) throws Exception {\n");
    for number in 0..CLASSES {
        let _ = writeln!(source, "        make(\"p.Main$C{number}\");");
    }
    source.push_str("    }\n}\n");
    project.compile("p/Main.java", &source);
    let run = project.run("check --classes classes --scope whole --context insensitive --result result.json");
    assert_eq!(run.status, 0, "{}{}", run.out, run.err);
    let result: Value = serde_json::from_slice(&fs::read(project.path("result.json")).unwrap()).unwrap();
    let site = result["sites"].as_array().unwrap().iter().find(|site| site["id"] == CALL).unwrap();
    let (offset, line) = (&site["place"]["offset"], &site["place"]["line"]);
    let mut record = String::from("caller\tmethod\tbci\tline\tapi\ttarget\torigin\treceivers\tthrew\n");
    for number in 0..CLASSES {
        let method = "make(Ljava/lang/String;)Ljava/lang/Class;";
        let _ = writeln!(record, "p.Main\t{method}\t{offset}\t{line}\tClass.forName\tp.Main$C{number}\tapp\t\t");
    }
    project.write("record.tsv", record);
    (project, result)
}

/// What `drift` says of the result after `change` went over each of its sites.
fn judged(project: &Project, result: &Value, change: impl Fn(&mut Value)) -> Run {
    let mut control = result.clone();
    control["sites"].as_array_mut().unwrap().iter_mut().for_each(change);
    project.write("control.json", control.to_string());
    project.run("drift record.tsv --result control.json")
}

#[test]
fn control_reports_are_judged_badly() {
    let (project, result) = project();
    let says = |run: &Run, line: &str| {
        assert!(run.out.contains(line), "{line}: {}{}", run.out, run.err);
        run.status
    };
    let good = judged(&project, &result, |_| ());
    assert_eq!(says(&good, "10 recorded targets in 1 recording = 10 listed, 0 missed"), 0);

    let mut empty = result.clone();
    empty["sites"] = json!([]);
    project.write("control.json", empty.to_string());
    let run = project.run("drift record.tsv --result control.json");
    assert!(run.status == 2 && run.err.contains("10 at calls the program does not have"), "{}{}", run.out, run.err);

    let flagged = judged(&project, &result, |site| {
        site["tier"] = json!("open");
        site["targets"] = json!([]);
    });
    says(&flagged, "10 recorded targets in 1 recording = 10 at calls whose answer is said to be incomplete, 0 missed");
    assert!(!flagged.out.contains(" listed"), "{}", flagged.out);

    let dropped = judged(&project, &result, |site| {
        let targets = site["targets"].as_array_mut().unwrap();
        targets.retain(|target| target["class"] != "p.Main$C7");
    });
    assert_eq!(says(&dropped, "= 9 listed, 1 missed"), 1);
    assert!(dropped.out.contains("RC5001") && dropped.out.contains("p.Main$C7"), "{}", dropped.out);

    let unreached = judged(&project, &result, |site| {
        site["reachable"] = json!(false);
        site["tier"] = json!("none");
    });
    assert_eq!(says(&unreached, "10 recorded targets in 1 recording = 10 missed"), 1);
}
