//! Applications without a reflective call: nothing is solved, and what is said is what solving would have said; and what looks
//! like one and is not.

use crate::cli::project::Project;
use serde_json::Value;

/// Classes with all that an application has but reflective calls: lambdas, texts, an enum, a record, handlers.
const QUIET: &str = r#"package com.acme;
import java.util.*;
import java.util.function.*;
public class Main {
    enum Size { SMALL, LARGE }
    record Box(String name, Size size) { }
    interface Shape { int area(); }
    public static void main(String[] args) throws Exception {
        List<Box> boxes = new ArrayList<>();
        for (String arg : args) boxes.add(new Box(arg + "!", Size.valueOf(arg)));
        Supplier<Shape> shape = () -> () -> boxes.size();
        Function<Object, String> text = String::valueOf;
        System.out.println(text.apply(shape.get().area()) + boxes);
        try { args.wait(1); } catch (InterruptedException e) { throw new IllegalStateException("text " + e, e); }
    }
}
"#;

/// A library whose calls are counted and not looked at.
fn library(project: &Project) {
    let library = Project::new();
    let source = "package lib; public class Lib { public static Object make(String name) throws Exception { \
                  return Class.forName(name).getDeclaredConstructor().newInstance(); } }";
    library.compile("lib/Lib.java", source);
    let class = std::fs::read(library.path("classes/lib/Lib.class")).unwrap();
    project.jar("lib.jar", &[("lib/Lib.class", &class)]);
}

fn project(main: &str) -> Project {
    let project = Project::new();
    project.compile("com/acme/Main.java", main);
    library(&project);
    project
}

fn report(project: &Project, arguments: &str) -> (String, Value) {
    let files = "--output text=- --output json=r.json --output sites=s.jsonl --output sarif=r.sarif --result kept.json";
    let run = project.run(&format!("check --classes classes --classpath lib.jar --exit-zero {files} {arguments}"));
    assert_eq!(run.status, 0, "{}", run.err);
    (run.out, read(project, "r.json"))
}

fn read(project: &Project, name: &str) -> Value {
    serde_json::from_slice(&std::fs::read(project.path(name)).unwrap()).unwrap()
}

#[test]
fn without_a_call_nothing_is_solved() {
    let project = project(QUIET);
    let (text, json) = report(&project, "");
    let said = "Your code: no reflective calls, so what it reaches, inside the JDK too, was not computed";
    assert!(text.contains("nothing solved") && text.contains(said), "{text}");
    assert!(text.contains("Libraries, not listed: 3 calls in 1 jar"), "{text}");
    assert!(json["solved"] == false && json["rounds"].is_null() && json["reach"].is_null(), "{json}");
    let sites = std::fs::read_to_string(project.path("s.jsonl")).unwrap();
    assert_eq!(sites.lines().count(), 3, "{sites}");
    let is_closed = |line: &str| line.contains(r#""reachable":false,"looked-at":false"#);
    assert!(sites.lines().all(is_closed), "{sites}");
    let sarif = read(&project, "r.sarif");
    let properties = &sarif["runs"][0]["properties"];
    assert!(properties["solved"] == false && properties["applicationMethodsReached"].is_null(), "{properties}");
    assert!(read(&project, "kept.json")["solved"].is_null());
    let explained = project.run("explain lib.Lib.make --result kept.json");
    assert!(explained.out.contains("not looked at") && !explained.out.contains("not reached"), "{}", explained.out);
    // Who asks for figures of the solver gets them.
    let stats = project.run("stats --classes classes --classpath lib.jar --json");
    let stats: Value = serde_json::from_str(&stats.out).unwrap();
    assert!(stats["methods"].as_u64().is_some_and(|methods| methods > 100), "{stats}");
}

#[test]
fn nothing_to_solve_says_what_solving_says() {
    let accepts = "[[accept]]\nat = \"com.acme.Main.main\"\nrule = \"RC1001\"\nreason = \"old\"\n\
                   [[entry]]\nmethods = [\"com.acme.Main#gone()\"]\n";
    for main in [QUIET, "package com.acme; public class Main { public void run() { } }"] {
        let project = project(main);
        project.write("reflection-specs/app.toml", accepts);
        let demand = report(&project, "").1;
        let whole = report(&project, "--scope whole").1;
        assert!(demand["solved"] == false && whole["solved"] == true);
        for key in ["findings", "accepted", "exit-status", "gave-up", "diagnostics"] {
            assert_eq!(demand[key], whole[key], "{key}");
        }
        assert_eq!(demand["findings"].as_array().unwrap().len(), 2, "{}", demand["findings"]);
    }
}

/// What is no plain call and is about one all the same, or may be.
#[test]
fn what_only_the_solver_knows_is_solved() {
    let main = |members: &str| format!("package com.acme;\npublic class Main {{\n{members}\n}}\n");
    let calls = [
        (
            "a method reference",
            "interface F { Class<?> of(String name) throws Exception; }\n\
            public static void main(String[] a) throws Exception { F f = Class::forName; f.of(a[0]); }",
        ),
        (
            "an API that runs code by name",
            "public static void main(String[] a) { \
            java.beans.EventHandler.create(Runnable.class, new Main(), a[0]); }",
        ),
        (
            "a call that matters by its argument",
            "public static void main(String[] a) { System.setProperty(a[0], a[1]); }",
        ),
        (
            "a loader of its own",
            "static class L extends ClassLoader { Class<?> of(String n) throws Exception { \
            return loadClass(n); } } public static void main(String[] a) throws Exception { new L().of(a[0]); }",
        ),
        (
            "a native method",
            "static native Object make(String name); public static void main(String[] a) { make(a[0]); }",
        ),
        ("nothing that is entered", "private Main() { } private static void run() { }"),
        (
            "a call that can only fail",
            "public static void main(String[] a) { System.out.println(Integer.class.asSubclass(CharSequence.class)); }",
        ),
        (
            "a constant that an enum has not",
            "enum Size { SMALL } public static void main(String[] a) { System.out.println(Size.valueOf(\"LARGE\")); }",
        ),
    ];
    for (what, members) in calls {
        let (text, json) = report(&project(&main(members)), "");
        assert!(json["solved"] == true && json["reach"].is_object(), "{what}: {text}");
    }
    let project = project(QUIET);
    let (_, json) = report(&project, "--entry main");
    assert_eq!(json["solved"], true, "what is started may be nothing");
    // Whether an entry for a call takes effect is for the solver to say.
    let source = "[[source]]\nat = \"com.acme.Main.main\"\ncall = \"java.lang.String.valueOf\"\nvalues = [\"a\"]\n";
    project.write("reflection-specs/app.toml", source);
    let (text, json) = report(&project, "");
    assert!(json["solved"] == true && text.contains("RC4003"), "{text}");
}

/// What is wrong with a call that is no reflective one is said though there is no other.
#[test]
fn a_lone_literal_of_an_absent_class_is_said() {
    let asks = [
        "Main.class.asSubclass(lib.Gone.class)",
        "lib.Gone.class.cast(null)",
        "java.lang.invoke.MethodType.methodType(void.class, lib.Gone.class)",
    ];
    for asked in asks {
        let project = Project::new();
        project.write("src/lib/Gone.java", "package lib; public class Gone { }");
        let main = format!(
            "package com.acme; public class Main {{ public static void main(String[] a) {{ System.out.println({asked}); }} }}"
        );
        project.write("src/com/acme/Main.java", main);
        project.javac(&["src/lib/Gone.java", "src/com/acme/Main.java"]);
        std::fs::remove_file(project.path("classes/lib/Gone.class")).unwrap();
        let run = project.run("check --classes classes --exit-zero --output json=r.json --level RC3001=note");
        assert_eq!(run.status, 0, "{}", run.err);
        let found = read(&project, "r.json")["findings"].to_string();
        assert!(found.contains("RC3001") && found.contains("lib.Gone"), "{asked}: {found}");
    }
}

#[test]
fn damage_of_the_application_is_solved_and_said() {
    let project = project(QUIET);
    let class = std::fs::read(project.path("classes/com/acme/Main$Box.class")).unwrap();
    project.write("classes/com/acme/Main$Box.class", &class[..class.len() - 40]);
    let (text, json) = report(&project, "");
    assert!(json["solved"] == true && text.contains("RC1003"), "{text}");
    // Of what is not there nothing but its name is missing.
    std::fs::remove_file(project.path("classes/com/acme/Main$Box.class")).unwrap();
    let (text, json) = report(&project, "");
    assert!(json["solved"] == false && json["diagnostics"].to_string().contains("com.acme.Main$Box"), "{text}{json}");
}
