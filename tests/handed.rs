//! What closed code does with what it comes to know: classes by their names, by type arguments and by members, and what loggers
//! print. Each call that ran is judged by what it found in a JVM.

#![expect(clippy::unwrap_used, reason = "what a test cannot set up fails it")]

use std::collections::BTreeMap;

use reflection_check::config::{Policy, Scope};
use reflection_check::result::RuleId;

use crate::support::closed::{analyze, rows, said, targets};
use crate::support::two_parts::{TwoParts, two_parts};

const LIBRARY: &str = include_str!("handed/library.txt");
const MAIN: &str = include_str!("handed/Main.java");

/// Classes that closed code makes by what it knows of them, and the file that names one.
const MADE: [(&str, &str); 4] = [
    (
        "Named.java",
        "package app; public class Named { static String last; public void setName(String n) { last = n; } }",
    ),
    (
        "Filed.java",
        "package app; public class Filed { static String last; public void setName(String n) { last = n; } }",
    ),
    (
        "Task.java",
        "package app; public class Task implements lib.Job { public void exec(String n) throws Exception { Main.found(\"exec\", Class.forName(n)); } }",
    ),
    (
        "Listener.java",
        "package app; public class Listener { @lib.On public void hear(String n) throws Exception { Main.found(\"hear\", Class.forName(n)); } }",
    ),
];

fn project() -> TwoParts {
    let files = LIBRARY.split("// file: ").skip(1).map(|file| file.split_once('\n').unwrap());
    let parts = two_parts(files, MADE.into_iter().chain([("Main.java", MAIN)]));
    std::fs::write(parts.classes.join("beans.xml"), "<bean class=\"app.Filed\"/>").unwrap();
    parts
}

#[test]
fn closed_code_fills_what_it_knows_of() {
    let project = project();
    let said = said(&project);
    let mut ran: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (method, class) in said.lines().map(|line| line.split_once(' ').unwrap()) {
        ran.entry(method).or_default().push(class);
    }
    assert_eq!(ran.len(), 12, "{ran:?}");
    let accepted = Policy::default().accept_assumptions;
    let result = analyze(&project, Scope::Demand, Some(0));
    for (method, classes) in &ran {
        let rows = rows(&result, method);
        let is_flagged = rows.iter().any(|row| row.is_flagged(&accepted));
        let listed = targets(&rows);
        assert!(rows.iter().all(|row| row.reachable), "{method}: not reached");
        assert!(is_flagged || classes.iter().all(|&class| listed.iter().any(|of| of == class)), "{method}: {listed:?}");
    }
    for method in ["by_argument", "by_member", "by_text", "by_file", "by_static", "exec", "hear"] {
        assert!(rows(&result, method).iter().all(|row| row.is_flagged(&accepted)), "{method}: closed code set it");
    }
}

/// A logger is handed classes and objects everywhere: it asks them for their texts, and changes nothing.
#[test]
fn what_is_printed_is_not_changed() {
    let project = project();
    let accepted = Policy::default().accept_assumptions;
    let result = analyze(&project, Scope::Demand, Some(0));
    for (method, class) in
        [("logged", "app.A"), ("listed", "app.A"), ("kept", "app.A"), ("printed", "app.B"), ("supplied", "app.B")]
    {
        let rows = rows(&result, method);
        assert!(rows.iter().all(|row| !row.is_flagged(&accepted)), "{method}: {:?}", rows[0].reasons);
        assert_eq!(targets(&rows), [class], "{method}");
    }
}

/// A class of which nobody knows the name is told of where code that is not looked at gets it: objects of it may be made there.
#[test]
fn classes_that_are_handed_out_are_told_of() {
    const MAKER: &str = "package lib; public class Maker { public static Object make(Class<?> of) throws Exception { return of.getDeclaredConstructor().newInstance(); } }";
    const MAIN: &str = "
package app;

public class Main {
    public static void main(String[] args) throws Exception {
        made();
        initialised();
        loaded();
    }

    static void made() throws Exception { System.out.println((Runnable) lib.Maker.make(Class.forName(System.getProperty(\"made\")))); }

    static void initialised() throws Exception { Class.forName(System.getProperty(\"initialised\")); }

    static void loaded() throws Exception { lib.Maker.make(Main.class.getClassLoader().loadClass(System.getProperty(\"loaded\"))); }
}
";
    let project = two_parts([("Maker.java", MAKER)], [("Main.java", MAIN)]);
    // The library closed, and looked at.
    for small in [Some(0), None] {
        let result = analyze(&project, Scope::Demand, small);
        let found = |method: &str| -> Vec<RuleId> {
            let here = result.findings.iter().filter(|finding| finding.place.method == method);
            here.map(|finding| finding.rule).filter(|&rule| rule != RuleId::RC1005).collect()
        };
        assert_eq!(found("made"), [RuleId::RC1001], "{small:?}");
        assert_eq!(found("initialised"), [RuleId::RC1002], "{small:?}");
        assert_eq!(found("loaded"), [RuleId::RC1001], "{small:?}");
    }
}

/// What is only known by its type comes from what holds it, and a class that answers for another is opened as well.
#[test]
fn what_gives_and_what_holds_objects_is_opened() {
    const LISTS: &str = "package lib; public class Lists { public static <T> java.util.ArrayList<T> list() { return new java.util.ArrayList<>(); } }";
    const PAIR: &str = "package lib; public abstract class Pair { public abstract Object right(); public static Pair of(Object left, Object right) { return Fixed.made(right); } }";
    const FIXED: &str = "package lib; class Fixed extends Pair { private final Object right; Fixed(Object right) { this.right = right; } static Fixed made(Object right) { return new Fixed(right); } public Object right() { return right; } }";
    const MAIN: &str = "
package app;

import java.util.List;

public class Main {
    public static void main(String[] args) throws Exception {
        in_list();
        in_pair();
    }

    static void in_list() throws Exception {
        List<Runnable> tasks = lib.Lists.list();
        tasks.add(new Task());
        for (Runnable task : tasks) {
            System.out.println(\"in_list \" + Class.forName(task.getClass().getName()).getName());
        }
    }

    static void in_pair() throws Exception {
        System.out.println(\"in_pair \" + Class.forName((String) lib.Pair.of(\"any\", \"app.Task\").right()).getName());
    }
}

class Task implements Runnable {
    public void run() {}
}
";
    let library = [("Lists.java", LISTS), ("Pair.java", PAIR), ("Fixed.java", FIXED)];
    let parts = two_parts(library, [("Main.java", MAIN)]);
    let ran: Vec<String> = said(&parts).lines().map(str::to_owned).collect();
    assert_eq!(ran, ["in_list app.Task", "in_pair app.Task"]);
    let accepted = Policy::default().accept_assumptions;
    let result = analyze(&parts, Scope::Demand, Some(0));
    for method in ["in_list", "in_pair"] {
        let rows = rows(&result, method);
        assert!(rows.iter().all(|row| !row.is_flagged(&accepted)), "{method}: {:?}", rows[0].reasons);
        assert_eq!(targets(&rows), ["app.Task"], "{method}");
    }
}
