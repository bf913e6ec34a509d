//! Which closed classes of libraries are opened together, and in what order.

#![expect(clippy::unwrap_used, reason = "what a test cannot set up fails it")]

use reflection_check::config::Scope;
use reflection_check::program::{Opening, Program};

use crate::support::closed::{analyze, rows, targets, with_libraries, with_program};
use crate::support::two_parts::{TwoParts, two_parts};

/// What asks a second time gets the package with the class that it asks for, and none of the others.
#[test]
fn a_second_look_opens_packages() {
    let library = [
        (
            "Front.java",
            "package lib; public class Front { public static String name() { return new lib.deep.Middle().name(); } }",
        ),
        ("Middle.java", "package lib.deep; public class Middle { public String name() { return Beside.name(); } }"),
        ("Beside.java", "package lib.deep; public class Beside { static String name() { return \"app.Main\"; } }"),
        ("Idle.java", "package lib.deep; public class Idle { }"),
        ("Far.java", "package lib.far; public class Far { }"),
    ];
    const ASKS: &str = "
package app;

public class Main {
    public static void main(String[] args) throws Exception { find(); }
    static void find() throws Exception { System.out.println(Class.forName(lib.Front.name()).getName()); }
}
";
    let parts = two_parts(library, [("Main.java", ASKS)]);
    let opened = |small: usize| {
        let result = analyze(&parts, Scope::Demand, Some(small));
        assert_eq!(targets(&rows(&result, "find")), ["app.Main"]);
        result.inputs.opened_classes
    };
    // Without packages, and with them.
    assert_eq!((opened(0), opened(1)), (Some(3), Some(4)));
}

/// Libraries that are little next to what is looked at anyway are opened before anything asks: a large application's, or where the
/// JDK is open. A library that is larger than allowed never is.
#[test]
fn little_libraries_are_open_from_the_start() {
    let library =
        [("One.java", "package lib; public class One { }"), ("Two.java", "package lib; public class Two { }")];
    let parts = two_parts(
        library,
        [("Main.java", "package app; public class Main { public static void main(String[] a) { } }")],
    );
    let opened = with_program(&parts, |program| {
        let first = |small, closes_jdk| Opening::new(program, small, closes_jdk).first(program).open().len();
        // The application is smaller than the library, and so small that the JDK is closed.
        [(None, None), (None, Some(true)), (None, Some(false)), (Some(2), Some(false)), (Some(1), Some(false))]
            .map(|(small, closes_jdk)| first(small, closes_jdk))
    });
    assert_eq!(opened, [0, 0, 2, 2, 0]);
}

const ASKS_NOTHING: (&str, &str) =
    ("Main.java", "package app; public class Main { public static void main(String[] a) { } }");

/// How many classes are open after each of some questions for classes of the package `lib`. The packages lie in a jar each.
fn open_after(parts: &TwoParts, small: usize, asked: &[&[&str]]) -> Vec<usize> {
    let jar = |name: &str| parts.library.join(name);
    let jars = ["lib", "near", "far"].map(|name| jar(&format!("of-{name}")));
    with_libraries(parts, &jars, |program: &Program| {
        let mut opening = Opening::new(program, Some(small), Some(true));
        assert!(opening.first(program).open().is_empty());
        let mut count = 0;
        let ask = |names: &&[&str]| {
            let classes = names.iter().map(|name| program.find_class(&format!("lib/{name}")).unwrap());
            count =
                opening.open(program, classes.collect::<Vec<_>>(), [], false).map_or(count, |scope| scope.open().len());
            count
        };
        asked.iter().map(ask).collect()
    })
}

/// What stays closed of a jar can do anything with what is open of it.
#[test]
fn a_jar_is_opened_as_a_whole() {
    let class = |package: &str, name: &str, body: &str| {
        (format!("{name}.java"), format!("package {package}; public class {name} {{ {body} }}"))
    };
    // More than are little.
    let fillers = (0..61).map(|nth| class("lib", &format!("Filler{nth}"), ""));
    let uses = class("lib", "E", "Object near() { return new near.Near(); }");
    let library: Vec<(String, String)> = ["A", "B", "C", "D"]
        .map(|name| class("lib", name, ""))
        .into_iter()
        .chain([uses, class("lib.inner", "Inner", "")])
        .chain(fillers)
        .chain([
            class("near", "Near", ""),
            class("near", "Beside", ""),
            class("far", "One", ""),
            class("far", "Two", ""),
        ])
        .collect();
    let parts = two_parts(library.iter().map(|(name, text)| (name.as_str(), text.as_str())), [ASKS_NOTHING]);
    for package in ["lib", "near", "far"] {
        let jar = parts.library.join(format!("of-{package}"));
        std::fs::create_dir(&jar).unwrap();
        std::fs::rename(parts.library.join(package), jar.join(package)).unwrap();
    }
    // One class, then all of its jar, and of the little ones that which is mentioned.
    assert_eq!(open_after(&parts, 70, &[&["A"], &["B"]]), [1, 69]);
    // At once where several of it are asked for, or it is little.
    assert_eq!(open_after(&parts, 70, &[&["A", "B", "C", "D"]]), [69]);
    assert_eq!(open_after(&parts, 70, &[&["E"]]), [3]);
    // Of a larger jar only the package.
    assert_eq!(open_after(&parts, 66, &[&["A"], &["B"]]), [1, 68]);
    assert_eq!(open_after(&parts, 1, &[&["A"], &["B"]]), [1, 66]);
    // Nothing but what is asked for.
    assert_eq!(open_after(&parts, 0, &[&["A"], &["B", "C", "D", "E"]]), [1, 5]);
}

/// Next to much of a library the JDK is little, and closing it costs more than it saves.
#[test]
fn the_jdk_is_opened_with_much_of_a_library() {
    let closes_jdk = |classes: usize| {
        let many: String = (1..classes).map(|nth| format!("class Filler{nth} {{ }} ")).collect();
        let many = format!("package lib; public class Many {{ }} {many}");
        // Without the second library they would be few enough to be opened together.
        let library = [("Many.java", many.as_str()), ("Far.java", "package far; public class Far { }")];
        let parts = two_parts(library, [ASKS_NOTHING]);
        let far = parts.library.join("of-far");
        std::fs::create_dir(&far).unwrap();
        std::fs::rename(parts.library.join("far"), far.join("far")).unwrap();
        with_libraries(&parts, &[parts.library.clone(), far], |program| {
            let mut opening = Opening::new(program, Some(classes), Some(true));
            let mut ask = |name: &str| opening.open(program, program.find_class(name), [], false).unwrap();
            assert!(ask("lib/Many").closes_jdk());
            let scope = ask("lib/Filler1");
            assert_eq!(scope.open().len(), classes);
            scope.closes_jdk()
        })
    };
    assert!(closes_jdk(500));
    assert!(!closes_jdk(501));
}
