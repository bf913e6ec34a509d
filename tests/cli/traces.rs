//! The traces of values that `explain` prints and SARIF carries, line by line against the source of one small program.

use std::fs;
use std::sync::OnceLock;

use super::project::Project;

/// The comment at the end of a line is its name in the tests.
const SOURCE: &str = r#"package p;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

public class Traces {
    static String kept;
    String name;
    String set;
    final Map<String, String> table = new HashMap<>();
    final Object[] slots = new Object[2];

    public static class Target {
        public Target() {
        }

        public void run() {
        }
    }

    public static void main(String[] args) throws Exception {
        Traces traces = new Traces();
        traces.start("p.Traces$Target"); // main-start
        traces.mapped();
        traces.arrays();
        traces.captured();
        traces.literal( // main-literal
            Target.class); // main-class
        traces.listed();
        traces.supplied(
            () -> "p.Traces$Target"); // main-supplier
        traces.set();
        traces.thrown();
        traces.broken("p.Gone"); // main-gone
        traces.outside();
    }

    void start(String given) throws Exception {
        this.name = given; // start-store
        load();
    }

    void load() throws Exception {
        String text = fetch();
        Class<?> type =
            Class.forName(text); // load-forName
        Object made = type
            .getDeclaredConstructor() // load-constructor
            .newInstance(); // load-newInstance
    }

    String fetch() {
        String result = this.name; // fetch-load
        System.gc();
        return result; // fetch-return
    }

    void mapped() throws Exception {
        String value = "p.Traces$Target"; // mapped-text
        table.put("k", value); // mapped-put
        String text = table.get("k"); // mapped-get
        Class.forName(text); // mapped-forName
    }

    void arrays() throws Exception {
        String value = "p.Traces$Target"; // arrays-text
        slots[0] = value; // arrays-store
        Object read = slots[0]; // arrays-load
        String cast = (String) read; // arrays-cast
        Class.forName(cast); // arrays-forName
    }

    void captured() throws Exception {
        String text = "run"; // captured-text
        Runnable runnable = () -> { // captured-lambda
            try {
                Target.class.getMethod(text); // captured-getMethod
            } catch (NoSuchMethodException e) {
                throw new IllegalStateException(e);
            }
        };
        runnable.run();
    }

    void literal(Class<?> type) throws Exception {
        kept = "run"; // literal-store
        String text = kept; // literal-load
        type.getMethod(text).invoke(new Target()); // literal-invoke
    }

    void listed() throws Exception {
        Class<?> type = Target.class; // listed-class
        Constructor<?>[] all = type.getConstructors(); // listed-all
        Constructor<?> first = all[0]; // listed-first
        first.newInstance(); // listed-newInstance
    }

    void supplied(Supplier<String> supplier) throws Exception {
        String text = supplier.get(); // supplied-get
        Class.forName(text); // supplied-forName
    }

    void set() throws Exception {
        String value = "p.Traces$Target"; // set-text
        Field field = Traces.class.getDeclaredField("set");
        field.set(this, value); // set-set
        String text = set; // set-load
        Class.forName(text); // set-forName
    }

    static class Failure extends Exception {
        final String detail;

        Failure(String detail) {
            this.detail = detail; // failure-store
        }
    }

    void thrown() throws Exception {
        try {
            throw new Failure("p.Traces$Target"); // thrown-throw
        } catch (Failure failure) {
            Class.forName(failure.detail); // thrown-forName
        }
    }

    void broken(String gone) throws Exception {
        Class.forName(gone); // broken-forName
    }

    void outside() throws Exception {
        String text = System.getProperty("x.y"); // outside-property
        name(text); // outside-name
    }

    void name(String text) throws Exception {
        Class.forName(text).getDeclaredConstructor().newInstance(); // name-newInstance
    }
}
"#;

/// The line that ends with a comment.
fn line(mark: &str) -> usize {
    let end = format!("// {mark}");
    1 + SOURCE.lines().position(|line| line.ends_with(&end)).unwrap_or_else(|| panic!("no line is marked {mark}"))
}

/// The program with its result and SARIF, which are made once.
fn analysed() -> Project {
    static MADE: OnceLock<(Vec<u8>, Vec<u8>)> = OnceLock::new();
    let (result, sarif) = MADE.get_or_init(|| {
        let project = Project::new();
        project.compile("p/Traces.java", SOURCE);
        let run = project.run("check --classes classes --sources src --result result.json --output sarif=out.sarif");
        assert_eq!(run.status, 1, "{}", run.err);
        (fs::read(project.path("result.json")).unwrap(), fs::read(project.path("out.sarif")).unwrap())
    });
    let project = Project::new();
    project.write("src/p/Traces.java", SOURCE);
    project.write("result.json", result);
    project.write("out.sarif", sarif);
    project
}

/// Asserts that `explain` prints a path: its heading, without the number of steps, and where it leads, each step at a
/// marked line.
fn assert_path(site: &str, heading: &str, steps: &[(&str, &str)]) {
    let run = analysed().run(&format!("explain {site} --result result.json --sources src"));
    assert_eq!(run.status, 0, "{}", run.err);
    let steps: Vec<String> =
        steps.iter().map(|(mark, message)| format!("    src/p/Traces.java:{}: {message}\n", line(mark))).collect();
    let expected = format!("  {heading} ({}):\n{}", steps.len(), steps.concat());
    assert!(run.out.contains(&expected), "{expected}is not in\n{}", run.out);
}

#[test]
fn a_name_through_a_parameter_a_field_and_a_return() {
    let start = [
        ("main-start", "\"p.Traces$Target\" is written here"),
        ("main-start", "passed to \"p.Traces.start(java.lang.String)\""),
        ("start-store", "kept in field \"p.Traces.name\""),
        ("fetch-load", "read from field \"p.Traces.name\""),
        ("fetch-return", "returned by \"p.Traces.fetch()\""),
    ];
    let path = |more: &[(&'static str, &'static str)]| [&start[..], more].concat();
    assert_path(
        "p.Traces.load()#Class.forName#1",
        "path of the class for p.Traces$Target",
        &path(&[("load-forName", "\"Class.forName\" uses it")]),
    );
    assert_path(
        "p.Traces.load()#Constructor.newInstance#1",
        "path of the class for p.Traces$Target.<init>()V",
        &path(&[
            ("load-forName", "\"Class.forName\" looks it up"),
            ("load-constructor", "\"Class.getDeclaredConstructor\" looks it up"),
            ("load-newInstance", "\"Constructor.newInstance\" uses it"),
        ]),
    );
}

#[test]
fn a_name_through_a_collection() {
    assert_path(
        "p.Traces.mapped()#Class.forName#1",
        "path of the class for p.Traces$Target",
        &[
            ("mapped-text", "\"p.Traces$Target\" is written here"),
            ("mapped-put", "passed to \"java.util.HashMap.put(java.lang.Object,java.lang.Object)\""),
            ("mapped-get", "\"java.util.Map.get\" gives it"),
            ("mapped-get", "cast to \"java.lang.String\""),
            ("mapped-forName", "\"Class.forName\" uses it"),
        ],
    );
}

#[test]
fn a_name_through_an_array_and_a_cast() {
    assert_path(
        "p.Traces.arrays()#Class.forName#1",
        "path of the class for p.Traces$Target",
        &[
            ("arrays-text", "\"p.Traces$Target\" is written here"),
            ("arrays-store", "kept in an array"),
            ("arrays-load", "read from an array"),
            ("arrays-cast", "cast to \"java.lang.String\""),
            ("arrays-forName", "\"Class.forName\" uses it"),
        ],
    );
}

#[test]
fn a_name_that_a_function_object_takes_with_it() {
    assert_path(
        "p.Traces.captured()#Class.getMethod#1",
        "path of the member name for p.Traces$Target.run()V",
        &[
            ("captured-text", "\"run\" is written here"),
            ("captured-lambda", "passed to \"p.Traces.lambda$captured$1(java.lang.String)\""),
            ("captured-getMethod", "\"Class.getMethod\" uses it"),
        ],
    );
}

#[test]
fn a_name_that_a_function_object_gives() {
    assert_path(
        "p.Traces.supplied(java.util.function.Supplier)#Class.forName#1",
        "path of the class for p.Traces$Target",
        &[
            ("main-supplier", "\"p.Traces$Target\" is written here"),
            ("main-supplier", "returned by \"p.Traces.lambda$main$0()\""),
            ("supplied-get", "cast to \"java.lang.String\""),
            ("supplied-forName", "\"Class.forName\" uses it"),
        ],
    );
}

#[test]
fn a_class_literal_and_a_static_field() {
    let site = "p.Traces.literal(java.lang.Class)#Method.invoke#1";
    let end = [("literal-invoke", "\"Class.getMethod\" looks it up"), ("literal-invoke", "\"Method.invoke\" uses it")];
    let class = [
        ("main-class", "\"p.Traces$Target.class\" is written here"),
        ("main-literal", "passed to \"p.Traces.literal(java.lang.Class)\""),
    ];
    assert_path(site, "path of the class for p.Traces$Target.run()V", &[class, end].concat());
    let name = [
        ("literal-store", "\"run\" is written here"),
        ("literal-store", "kept in field \"p.Traces.kept\""),
        ("literal-load", "read from field \"p.Traces.kept\""),
    ];
    assert_path(site, "path of the member name for p.Traces$Target.run()V", &[&name[..], &end].concat());
}

#[test]
fn a_constructor_out_of_a_list() {
    assert_path(
        "p.Traces.listed()#Constructor.newInstance#1",
        "path of the class for p.Traces$Target.<init>()V",
        &[
            ("listed-class", "\"p.Traces$Target.class\" is written here"),
            ("listed-all", "\"Class.getConstructors\" looks it up"),
            ("listed-first", "read from an array"),
            ("listed-newInstance", "\"Constructor.newInstance\" uses it"),
        ],
    );
}

#[test]
fn a_name_that_is_stored_by_reflection() {
    assert_path(
        "p.Traces.set()#Class.forName#1",
        "path of the class for p.Traces$Target",
        &[
            ("set-text", "\"p.Traces$Target\" is written here"),
            ("set-set", "kept in field \"p.Traces.set\""),
            ("set-load", "read from field \"p.Traces.set\""),
            ("set-forName", "\"Class.forName\" uses it"),
        ],
    );
}

#[test]
fn a_name_in_an_exception() {
    assert_path(
        "p.Traces.thrown()#Class.forName#1",
        "path of the class for p.Traces$Target",
        &[
            ("thrown-throw", "\"p.Traces$Target\" is written here"),
            ("thrown-throw", "passed to \"p.Traces$Failure.<init>(java.lang.String)\""),
            ("failure-store", "kept in field \"p.Traces$Failure.detail\""),
            ("thrown-forName", "read from field \"p.Traces$Failure.detail\""),
            ("thrown-forName", "\"Class.forName\" uses it"),
        ],
    );
}

const GONE: &[(&str, &str)] = &[
    ("main-gone", "\"p.Gone\" is written here"),
    ("main-gone", "passed to \"p.Traces.broken(java.lang.String)\""),
    ("broken-forName", "\"Class.forName\" uses it"),
];

const OUTSIDE: &[(&str, &str)] = &[
    ("outside-property", "\"java.lang.System.getProperty\" gives the value"),
    ("outside-name", "passed to \"p.Traces.name(java.lang.String)\""),
    ("name-newInstance", "\"Class.forName\" looks it up"),
    ("name-newInstance", "\"Class.getDeclaredConstructor\" looks it up"),
    ("name-newInstance", "\"Constructor.newInstance\" uses it"),
];

#[test]
fn findings_have_the_path_of_what_they_are_about() {
    assert_path("p.Traces.broken(java.lang.String)#Class.forName#1", "path", GONE);
    assert_path("p.Traces.name(java.lang.String)#Constructor.newInstance#1", "path", OUTSIDE);
}

#[test]
fn sarif_carries_the_paths() {
    let log = fs::read_to_string(analysed().path("out.sarif")).unwrap();
    let log: serde_json::Value = serde_json::from_str(&log).unwrap();
    let results = log["runs"][0]["results"].as_array().unwrap();
    for (rule, steps) in [("RC3001", GONE), ("RC1001", OUTSIDE)] {
        let of_rule = results.iter().find(|result| result["ruleId"] == rule);
        let flow = &of_rule.unwrap_or_else(|| panic!("no {rule}"))["codeFlows"][0]["threadFlows"][0]["locations"];
        let shown: Vec<(u64, &str)> = flow
            .as_array()
            .unwrap()
            .iter()
            .map(|at| &at["location"])
            .map(|at| {
                let line = at["physicalLocation"]["region"]["startLine"].as_u64().unwrap();
                (line, at["message"]["text"].as_str().unwrap())
            })
            .collect();
        let sentence = |text: &str| format!("{}{}.", text[..1].to_uppercase(), &text[1..]);
        let expected: Vec<(u64, String)> =
            steps.iter().map(|(mark, message)| (line(mark) as u64, sentence(message))).collect();
        assert_eq!(shown, expected.iter().map(|(line, text)| (*line, text.as_str())).collect::<Vec<_>>(), "{rule}");
    }
}

/// Values of several callers meet in a method that is no mere getter, and leave it for each of them.
const MEETING: &str = r#"package p;

public class Meeting {
    static boolean flag;

    public static void main(String[] args) throws Exception {
        flag = args.length > 1;
        first();
        second();
    }

    static void first() {
        System.out.println(checked(System.getProperty("near")));
    }

    static void second() throws Exception {
        String name = other(System.getProperty("far"));
        Class.forName(checked(name)).newInstance();
    }

    static String other(String name) {
        return flag ? name : "p.Meeting";
    }

    static String checked(String name) {
        String known = flag ? name : "p.Meeting";
        return known;
    }
}
"#;

#[test]
fn a_value_returns_to_the_call_that_passed_it() {
    let project = Project::new();
    project.compile("p/Meeting.java", MEETING);
    let run = project.run("check --classes classes --sources src --exit-zero --result result.json");
    assert_eq!(run.status, 0, "{}", run.err);
    let explained = |site: &str| project.run(&format!("explain {site} --result result.json --sources src")).out;
    let of_second = explained("p.Meeting.second()#Class.newInstance#1");
    let at = "    src/p/Meeting.java:17: ";
    let passed = "passed to \"p.Meeting.other(java.lang.String)\"";
    let begins = format!("{at}\"java.lang.System.getProperty\" gives the value\n{at}{passed}\n");
    assert!(of_second.contains(&begins), "{begins}is not in\n{of_second}");
}

/// A field that the class itself fills elsewhere, too: its initialiser comes first.
const KEEPER: &str = r#"package p;

public class Keeper {
    private String name = null;

    public void keep(String given) {
        this.name = given; // keep-store
    }

    public Object made() throws Exception {
        return Class.forName(name).getDeclaredConstructor().newInstance();
    }
}
"#;

#[test]
fn what_callers_of_a_library_give_is_kept_where_the_method_stores_it() {
    let project = Project::new();
    project.compile("p/Keeper.java", KEEPER);
    let run = project.run("check --library --classes classes --sources src --result out.json --exit-zero");
    assert_eq!(run.status, 0, "{}{}", run.out, run.err);
    let explained = project.run("explain p.Keeper.made()#Class.forName#1 --sources src --result out.json");
    let line = KEEPER.lines().position(|line| line.ends_with("// keep-store")).expect("the store") + 1;
    let kept = format!("Keeper.java:{line}: kept in field \"p.Keeper.name\"");
    assert!(explained.out.contains(&kept), "{}", explained.out);
}
