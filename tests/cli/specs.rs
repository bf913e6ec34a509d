//! What the command line says of entries of specifications: those without effect, those that leave something open, and an
//! entry that a report prints for a name which stands in a resource.

use super::project::Project;

const SOURCE: &str = r#"package p;
import java.util.List;
import java.util.Properties;
public class Main {
    static String get(String key) { return System.getProperty(key); }
    static List<String> all() { return List.of(get("all")); }
    static Class<?> type() throws Exception { return Class.forName(get("type")); }
    public static void main(String[] args) throws Exception {
        Class.forName(get("one")).getDeclaredConstructor().newInstance();
        System.out.println(get("title"));
        get("unused");
        all();
        type();
    }
    static void never() { get("never"); }
}
"#;

const SPECS: &str = r#"[[source]]
at = "p.Main.main"
call = "p.Main.get"
key = "one"
values = ["p.Main"]
[[source]]
at = "p.Main.main"
call = "p.Main.get"
key = "title"
values = ["a title"]
[[source]]
at = "p.Main.main"
call = "p.Main.get"
key = "unused"
values = ["p.Main"]
[[source]]
at = "p.Main.main"
call = "p.Main.all"
values = ["p.Main"]
[[source]]
at = "p.Main.main"
call = "p.Main.type"
values = ["p.Main"]
[[source]]
at = "p.Main.main"
call = "p.Main.get"
key = "nobody asks"
values = ["p.Main"]
[[source]]
at = "p.Main.main"
call = "p.Main.get"
key = "one"
ordinal = 2
values = ["p.Main"]
"#;

#[test]
fn entries_without_effect_are_said() {
    let project = Project::new();
    project.compile("p/Main.java", SOURCE);
    assert_eq!(
        said(&project, SPECS),
        [
            "13 RC4003 the entry for \"p.Main.get\" in \"p.Main.main\" changes nothing: what the call gives is not used",
            "18 RC4001 \"p.Main.all\" gives \"java.util.List\", and values are strings",
            "22 RC4001 \"p.Main.type\" gives \"java.lang.Class\", and values are strings",
            "26 RC4001 \"p.Main.main\" does not call \"p.Main.get\" with the constant \"nobody asks\"",
            "31 RC4001 \"p.Main.main\" does not call \"p.Main.get\" with the constant \"one\" 2 times",
            "8 RC4003 the entry for \"p.Main.get\" in \"p.Main.main\" changes nothing: what the call gives names nothing in a reflective call",
        ]
    );
}

const ENTERED: &str = r#"package p;
public class Main {
    interface Job { void run(); default void stop() { } }
    static class Own implements Job { public void run() { } private void hidden() { } }
    static abstract class Never { void run() { } }
    static native void nativeOne();
    static void helper() { }
    public static void main(String[] args) throws Exception {
        helper();
        Class.forName(System.getProperty("one"));
    }
}
"#;

const ENTRIES: &[(&str, &str)] = &[
    (
        "methods = \"p.Main.main\"",
        "RC4003 the entry for \"p.Main#main\" changes nothing: what it enters is entered without it",
    ),
    (
        "methods = \"p.Main.helper\"",
        "RC4003 the entry for \"p.Main#helper\" changes nothing: what it enters is entered without it",
    ),
    ("methods = \"p.Main$Job.run\"", "RC4001 \"p.Main$Job#run\" is abstract and has no code to enter"),
    ("methods = \"p.Main.nativeOne\"", "RC4001 \"p.Main#nativeOne\" is native and has no code to enter"),
    (
        "methods = \"p.Main$Never.run\"",
        "RC4001 the entry for \"p.Main$Never#run\" runs nothing: the application has no code or no class for objects that it \
         could run it on",
    ),
    ("overrides = \"p.Main$Job#run\"", ""),
    (
        "methods = \"p.Main$Own.run\"",
        "RC4003 the entry for \"p.Main$Own#run\" changes nothing: what it enters is entered without it",
    ),
    ("methods = \"p.Main$Own.hidden\"", ""),
    ("methods = \"p.Main$Job.stop\"", ""),
    ("classes = { subtypes-of = \"p.Main$Own\" }\ncreates = true", ""),
    (
        "classes = { subtypes-of = \"p.Main$Own\" }\ncreates = true",
        "RC4003 the entry for \"p.Main$Own\" changes nothing: what it enters is entered without it",
    ),
];

#[test]
fn entries_that_enter_nothing_new_are_said() {
    let project = Project::new();
    project.compile("p/Main.java", ENTERED);
    let specs: Vec<String> = ENTRIES.iter().map(|(entry, _)| format!("[[entry]]\n{entry}\n")).collect();
    let mut lines = said(&project, &specs.concat());
    for line in &mut lines {
        *line = line.split_once(' ').unwrap().1.to_owned();
    }
    lines.sort();
    let mut expected: Vec<&str> = ENTRIES.iter().map(|(_, said)| *said).filter(|said| !said.is_empty()).collect();
    expected.sort_unstable();
    assert_eq!(lines, expected);
}

#[test]
fn entries_of_a_program_that_asks_nothing_are_said() {
    let project = Project::new();
    project.compile("p/Main.java", "package p; public class Main { public static void main(String[] args) { } }");
    let lines = said(&project, "[[entry]]\nmethods = \"p.Main.main\"\n");
    assert_eq!(
        lines,
        ["1 RC4003 the entry for \"p.Main#main\" changes nothing: nothing in the application is a reflective call"]
    );
}

#[test]
fn accepted_findings_that_are_not_there_are_said() {
    let project = Project::new();
    project.compile("p/Main.java", SOURCE);
    let accept = |rule: &str| format!("[[accept]]\nat = \"p.Main.main\"\nrule = \"{rule}\"\nreason = \"judged\"\n");
    project.write("reflection-specs/app.toml", [accept("RC1001"), accept("RC2001")].concat());
    let run = project.run("check --classes classes --output json=report.json --output text=-");
    let said = "there is no finding of RC2001 in \\\"p.Main.main(java.lang.String[])\\\" that only this entry answers";
    assert!(run.status < 2 && run.out.contains("note RC4003  1 call, spec-redundant: reflection-specs/app.toml:5"));
    let json = std::fs::read_to_string(project.path("report.json")).unwrap();
    assert!(json.contains(said), "{json}");
}

#[test]
fn very_many_values_of_a_resource_are_read_as_far_as_said() {
    let source = r#"package p;
public class Main {
    public static void main(String[] args) throws Exception {
        Class.forName(System.getProperty("one")).getDeclaredConstructor().newInstance();
    }
}
"#;
    let project = Project::new();
    project.compile("p/Main.java", source);
    let list = |count: u32| (0..count).map(|number| format!("key.{number} = p.lists.V{number}\n")).collect::<String>();
    let entry = "[[source]]\nat = \"p.Main.main\"\ncall = \"java.lang.System.getProperty\"\n\
                 values-from = { properties = \"./many.properties\", keys = \"key.*\" }\n";
    project.write("reflection-specs/many.properties", list(90_000));
    let lines = said(&project, entry);
    // The first are said one by one, the rest at once.
    assert_eq!(lines.len(), 21, "{lines:?}");
    assert!(lines[0].contains("there are no classes for more values of \"./many.properties\""), "{}", lines[0]);
    project.write("reflection-specs/many.properties", list(300_000));
    let lines = said(&project, entry);
    assert!(lines[0].contains("\"./many.properties\" lists more than 100000 values"), "{}", lines[0]);
    let run = project.run("check --classes classes");
    assert!(run.status == 1 && run.out.contains("error RC1001"), "what is not looked at is not known: {}", run.out);
}

/// What a run says of the entries of a specification, by their lines.
fn said(project: &Project, specs: &str) -> Vec<String> {
    project.write("reflection-specs/app.toml", specs);
    let run = project.run("check --classes classes --result result.json --output text=-");
    assert!(run.status < 2, "{}", run.err);
    let text = std::fs::read_to_string(project.path("result.json")).unwrap();
    let result: serde_json::Value = serde_json::from_str(&text).unwrap();
    let mut lines: Vec<String> = Vec::new();
    for finding in result["findings"].as_array().unwrap() {
        if let Some(place) = finding["spec-place"].as_array() {
            lines.push(format!(
                "{} {} {}",
                place[1],
                finding["rule"].as_str().unwrap(),
                finding["summary"].as_str().unwrap()
            ));
        }
    }
    lines.sort();
    lines
}

#[test]
fn what_an_entry_leaves_open_is_to_be_filled_in() {
    let project = Project::new();
    project.compile("p/Main.java", SOURCE);
    let entries = [
        "[[source]]\nat = \"p.Main.main\"\ncall = \"p.Main.get\"\nvalues = [\"...\"]\n",
        "[[call]]\nat = \"p.Main.main\"\napi = \"Class.forName\"\ntargets = [\"...\"]\n",
        "[[accept]]\nat = \"p.Main.main\"\nrule = \"RC1001\"\nreason = \"...\"\n",
    ];
    for entry in entries {
        project.write("reflection-specs/app.toml", entry);
        let run = project.run("check --classes classes");
        assert!(run.status == 2 && run.err.contains("reflection-specs/app.toml:4"), "{}", run.err);
    }
}

const READS: &str = r#"package p;
import java.io.InputStream;
import java.util.Properties;
public class Reads {
    public static void main(String[] args) throws Exception {
        Properties names = new Properties();
        String file = System.getProperty("names", "/names.properties");
        try (InputStream in = Reads.class.getResourceAsStream(file)) {
            names.load(in);
        }
        Class.forName(names.getProperty("reader")).getDeclaredConstructor().newInstance();
    }
}
"#;

#[test]
fn names_that_stand_in_a_resource_are_taken_from_there() {
    let project = Project::new();
    project.compile("p/Reads.java", READS);
    project.write("classes/names.properties", "reader = p.Reads\n");
    let run = project.run("check --classes classes");
    assert_eq!(run.status, 1, "{}", run.out);
    let entry: Vec<&str> =
        run.out.lines().skip_while(|line| line.trim() != "[[source]]").take(5).map(str::trim).collect();
    assert_eq!(entry[4], "values-from = { properties = \"names.properties\", keys = \"reader\" }", "{}", run.out);
    project.write("reflection-specs/app.toml", entry.join("\n"));
    let run = project.run("check --classes classes");
    assert_eq!((run.status, run.out.contains("RC")), (0, false), "{}", run.out);
}
