//! Scope on demand: what closed code of libraries is handed it may fill, call and give back;
//! what an open call asks for is opened. Each call that ran is judged by what it found in a JVM.

#![expect(clippy::unwrap_used, reason = "what a test cannot set up fails it")]

use std::collections::BTreeMap;

use reflection_check::config::Scope;
use reflection_check::engine::Options;
use reflection_check::pointsto::Budget;
use reflection_check::result::{AnalysisResult, Assumption, Certainty, CutKind, RuleId, SiteRow, Tier};

use crate::support::closed::{analyze, analyze_with, rows, said, targets};
use crate::support::two_parts::{TwoParts, two_parts};

/// Source files, each after a line that names it.
const LIBRARY: &str = include_str!("closed/library.txt");
const MAIN: &str = include_str!("closed/Main.java");

struct Project(TwoParts);

impl Project {
    fn new() -> Self {
        let files = LIBRARY.split("// file: ").skip(1).map(|file| file.split_once('\n').unwrap());
        // More classes than are opened because they may have set a field.
        let user = |nth: u32| {
            let body = "static Object[] used() { return new Object[] { Filler.class, Named.class, Holder.class, Tag.class, Kept.class, KeptOtherwise.class }; }";
            (format!("User{nth}.java"), format!("package lib; public class User{nth} {{ {body} }}"))
        };
        let users: Vec<(String, String)> = (0..20).map(user).collect();
        let users = users.iter().map(|(name, text)| (name.as_str(), text.as_str()));
        Self(two_parts(files.chain(users), [("Main.java", MAIN)]))
    }

    fn analyze(&self, scope: Scope) -> AnalysisResult {
        analyze(&self.0, scope, Some(0))
    }

    /// What each scenario found in a JVM: method -> class.
    fn ran(&self) -> BTreeMap<String, String> {
        let text = said(&self.0);
        text.lines().map(|line| line.split_once(' ').unwrap()).map(|(a, b)| (a.to_owned(), b.to_owned())).collect()
    }
}

#[test]
fn closed_code_hides_nothing() {
    let project = Project::new();
    let ran = project.ran();
    assert_eq!(ran.len(), 32, "{ran:?}");
    let accepted = reflection_check::config::Policy::default().accept_assumptions;
    for scope in [Scope::Whole, Scope::Demand] {
        let result = project.analyze(scope);
        for (method, class) in &ran {
            let rows = rows(&result, method);
            let is_flagged = rows.iter().any(|row| row.is_flagged(&accepted));
            assert!(rows.iter().all(|row| row.reachable), "{scope:?} {method}: not reached");
            assert!(is_flagged || targets(&rows).contains(class), "{scope:?} {method}: {class} is missed silently");
        }
    }
}

#[test]
fn what_an_open_call_asks_for_is_opened() {
    let result = Project::new().analyze(Scope::Demand);
    let opened = result.inputs.opened_classes.unwrap();
    assert!(opened > 0 && opened < result.inputs.library_classes, "{opened} of {}", result.inputs.library_classes);
    let accepted = reflection_check::config::Policy::default().accept_assumptions;
    let exact =
        ["chain", "given_back", "registry_alone", "holder", "named_by_constant", "table", "tag_fixed", "kept_fixed"];
    for method in exact {
        let rows = rows(&result, method);
        assert!(rows.iter().all(|row| !row.is_flagged(&accepted)), "{method}: {:?}", rows[0].reasons);
        assert_eq!(targets(&rows).len(), 1, "{method}: {:?}", targets(&rows));
        let rests = |row: &&SiteRow| row.tier == Tier::Proven || row.assumptions.contains(&Assumption::ClosedCode);
        assert!(rows.iter().all(rests), "{method}");
    }
    assert!(rows(&result, "awaited").iter().all(|row| row.is_flagged(&accepted)), "set by a framework");
    assert!(rows(&result, "noted").iter().all(|row| !row.is_flagged(&accepted)), "no framework sees its mark");
    let unasked = result.sites.iter().find(|row| row.id.starts_with("lib.Unasked.")).unwrap();
    assert!(unasked.closed && !unasked.reachable);
    let whole = Project::new().analyze(Scope::Whole);
    assert_eq!(whole.inputs.opened_classes, None);
    assert!(whole.sites.iter().all(|row| !row.closed && !row.assumptions.contains(&Assumption::ClosedCode)));
}

/// Of a class that was opened not all is looked at: what closed code alone calls runs without being reached.
#[test]
fn closed_code_calls_methods_of_open_classes() {
    let library = [
        (
            "Names.java",
            "package lib; public class Names { public static String get() { return \"app.Main\"; }
            static void reflect(String name) throws Exception { System.out.println(Class.forName(name).getName()); } }",
        ),
        ("Front.java", "package lib; public class Front { public void go() throws Exception { Back.go(); } }"),
        ("Back.java", "package lib; class Back { static void go() throws Exception { Names.reflect(\"app.Main\"); } }"),
    ];
    const ASKS: &str = "
package app;

public class Main {
    public static void main(String[] args) throws Exception {
        Class.forName(lib.Names.get());
        new lib.Front().go();
    }
}
";
    let parts = two_parts(library, [("Main.java", ASKS)]);
    assert_eq!(said(&parts).trim(), "app.Main");
    let result = analyze(&parts, Scope::Demand, Some(0));
    let row = result.sites.iter().find(|row| row.id.starts_with("lib.Names.reflect(")).unwrap();
    assert!(!row.reachable && row.closed, "its class is open, and nothing that was looked at calls it");
    let all = analyze(&parts, Scope::Demand, None);
    let row = all.sites.iter().find(|row| row.id.starts_with("lib.Names.reflect(")).unwrap();
    assert!(row.reachable && !row.closed);
}

/// A look into libraries that costs too much, or follows one that did, is as if it had not been begun: what asked for it stays open,
/// and all the rest stands.
#[test]
fn a_costly_look_is_given_up() {
    let nothing = Some(Budget { facts: 0, steps: 0, bytes: 0 });
    let project = Project::new();
    for options in [Options { costly: nothing, ..Options::default() }, Options { last: nothing, ..Options::default() }]
    {
        is_given_up(&project, Options { small_libraries: Some(0), ..options });
    }
}

fn is_given_up(project: &Project, options: Options) {
    let given_up = analyze_with(&project.0, Scope::Demand, options);
    assert!(given_up.inputs.opening_given_up && !project.analyze(Scope::Demand).inputs.opening_given_up);
    assert_eq!(given_up.inputs.opened_classes, Some(0));
    assert!(given_up.cuts.iter().all(|cut| cut.kind != CutKind::Budget), "{:?}", given_up.cuts);
    let accepted = reflection_check::config::Policy::default().accept_assumptions;
    for (method, class) in &project.ran() {
        let rows = rows(&given_up, method);
        let is_flagged = rows.iter().any(|row| row.is_flagged(&accepted));
        assert!(is_flagged || targets(&rows).contains(class), "{method}: {class} is missed silently");
    }
    let asks = rows(&given_up, "registry_alone");
    assert!(asks.iter().any(|row| row.is_flagged(&accepted)), "what asked for more is open: {:?}", asks[0].reasons);
    // What asked for nothing is answered.
    assert!(rows(&given_up, "noted").iter().all(|row| !row.is_flagged(&accepted)));
}

/// Closed code says which class loader is asked, and that one knows more than the class path.
#[test]
fn closed_code_sets_the_loader_of_a_thread() {
    const SETS: &str = "
package lib;

public class Loaders {
    public static void install() {
        Thread.currentThread().setContextClassLoader(new ClassLoader(Loaders.class.getClassLoader()) {
            @Override protected Class<?> findClass(String name) { return Loaders.class; }
        });
    }
}
";
    const ASKS: &str = "
package app;

public class Main {
    public static void main(String[] args) throws Exception {
        lib.Loaders.install();
        System.out.println(Thread.currentThread().getContextClassLoader().loadClass(\"app.Gone\").getName());
    }
}
";
    let parts = two_parts([("Loaders.java", SETS)], [("Main.java", ASKS)]);
    assert_eq!(said(&parts).trim(), "lib.Loaders");
    let accepted = reflection_check::config::Policy::default().accept_assumptions;
    for scope in [Scope::Whole, Scope::Demand] {
        let result = analyze(&parts, scope, Some(0));
        let row = result.sites.iter().find(|row| row.id.starts_with("app.") && row.id.contains("loadClass")).unwrap();
        let is_listed = row.targets.iter().any(|target| target.class == "lib.Loaders");
        assert!(is_listed || row.is_flagged(&accepted), "{scope:?}: missed silently");
        assert_ne!(row.tier, Tier::Proven, "{scope:?}");
    }
}

/// A plug-in that was compiled against the application calls its methods and stores into its fields.
#[test]
fn what_was_compiled_against_the_application_is_open() {
    const OWN: &str = "
package app;

public class Registry {
    public static String stored = \"app.A\";
    private static String kept = \"app.A\";
    public static void keep(String name) { kept = name; }
    public static String kept() { return kept; }
}
";
    const PLUGIN: &str = "
package plug;

public class Plugin implements Runnable {
    public void run() {
        app.Registry.stored = \"app.B\";
        app.Registry.keep(\"app.B\");
    }
}
";
    const MAIN: &str = "
package app;

public class Main {
    public static void main(String[] args) throws Exception {
        ((Runnable) Class.forName(\"plug.Plugin\").getDeclaredConstructor().newInstance()).run();
        System.out.println(stored().getName() + kept().getName());
    }
    static Class<?> stored() throws Exception { return Class.forName(Registry.stored); }
    static Class<?> kept() throws Exception { return Class.forName(Registry.kept()); }
}

class A { }
class B { }
";
    let library = [("Registry.java", OWN), ("Plugin.java", PLUGIN)];
    let parts = two_parts(library, [("Registry.java", OWN), ("Main.java", MAIN)]);
    std::fs::remove_dir_all(parts.library.join("app")).unwrap();
    assert_eq!(said(&parts).trim(), "app.Bapp.B");
    let result = analyze(&parts, Scope::Demand, Some(0));
    for method in ["stored", "kept"] {
        assert!(targets(&rows(&result, method)).contains(&"app.B".to_owned()), "{method}");
    }
}

/// What a library asks for the program, whether a class is there, is asked before a call as if the program did.
#[test]
fn a_helper_of_a_library_guards_a_call() {
    const ASKS: &str = "
package lib;

public class Classes {
    public static boolean isPresent(String name) {
        try {
            find(name);
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    private static Class<?> find(String name) throws ClassNotFoundException { return Class.forName(name); }

    public static boolean isLong(String name) { return name.length() > 100; }
}
";
    const MAIN: &str = "
package app;

public class Main {
    public static void main(String[] args) throws Exception {
        if (lib.Classes.isPresent(\"app.Gone\")) {
            guarded();
        }
        if (lib.Classes.isLong(args.length == 0 ? \"app.Lost\" : args[0])) {
            unguarded();
        }
        System.out.println(\"done\");
    }
    static void guarded() throws Exception { Class.forName(\"app.Gone\"); }
    static void unguarded() throws Exception { Class.forName(\"app.Lost\"); }
}
";
    let parts = two_parts([("Classes.java", ASKS)], [("Main.java", MAIN)]);
    assert_eq!(said(&parts).trim(), "done");
    for scope in [Scope::Demand, Scope::Whole] {
        let result = analyze(&parts, scope, Some(0));
        let sure = |name: &str| {
            let found = result.findings.iter().find(|finding| finding.summary.contains(name)).unwrap();
            found.certainty
        };
        assert_eq!(sure("app.Gone"), Some(Certainty::Guarded), "{scope:?}");
        assert_eq!(sure("app.Lost"), Some(Certainty::Proven), "{scope:?}");
    }
}

/// Of very many methods that an object nobody knows may run, those of the application run still, from code of the JDK as well.
#[test]
fn many_implementations_of_the_application_run() {
    const GIVES: &str = "
package lib;

public class Orders {
    @SuppressWarnings(\"unchecked\")
    public static <T> java.util.Comparator<T> order() throws Exception {
        java.lang.reflect.Constructor<?> made = Class.forName(\"app.C70\").getDeclaredConstructor();
        made.setAccessible(true);
        return (java.util.Comparator<T>) made.newInstance();
    }
}
";
    const MAIN: &str = "
package app;

import java.util.ArrayList;
import java.util.List;

public class Main {
    String name = \"app.A\";
    public static void main(String[] args) throws Exception {
        System.out.println(found().getName());
    }
    static Class<?> found() throws Exception {
        Main main = new Main();
        List<Main> list = new ArrayList<>(List.of(main, main));
        list.sort(lib.Orders.order());
        return Class.forName(main.name);
    }
}

class A { }
class B { }
";
    let order = |nth: u32| {
        let body = "public int compare(Main one, Main other) { one.name = \"app.B\"; return 0; }";
        format!("class C{nth} implements java.util.Comparator<Main> {{ {body} }}\n")
    };
    let main = format!("{MAIN}{}", (0..=70).map(order).collect::<String>());
    let parts = two_parts([("Orders.java", GIVES)], [("Main.java", main.as_str())]);
    assert_eq!(said(&parts).trim(), "app.B");
    let accepted = reflection_check::config::Policy::default().accept_assumptions;
    let result = analyze(&parts, Scope::Demand, Some(0));
    let rows = rows(&result, "found");
    let is_flagged = rows.iter().any(|row| row.is_flagged(&accepted));
    assert!(is_flagged || targets(&rows).contains(&"app.B".to_owned()), "missed silently");
}

/// A driver that is not looked at registers itself: what comes from its database is not known, in place of nothing.
#[test]
fn what_drivers_that_are_not_looked_at_give_is_not_known() {
    const DRIVER: &str = "
package lib;

import java.lang.reflect.Proxy;
import java.sql.*;
import java.util.Properties;
import java.util.logging.Logger;

public class Drv implements Driver {
    static {
        try { DriverManager.registerDriver(new Drv()); } catch (SQLException e) { throw new IllegalStateException(e); }
    }
    public Connection connect(String url, Properties given) { return (Connection) answering(Connection.class); }
    static Object answering(Class<?> type) {
        return Proxy.newProxyInstance(Drv.class.getClassLoader(), new Class<?>[] {type}, (proxy, method, args) ->
            method.getReturnType() == String.class ? \"app.A\" : answering(method.getReturnType()));
    }
    public boolean acceptsURL(String url) { return true; }
    public DriverPropertyInfo[] getPropertyInfo(String url, Properties given) { return null; }
    public int getMajorVersion() { return 1; }
    public int getMinorVersion() { return 0; }
    public boolean jdbcCompliant() { return false; }
    public Logger getParentLogger() { return null; }
}
";
    const MAIN: &str = "
package app;

import java.sql.DriverManager;

public class Main {
    public static void main(String[] args) throws Exception {
        Class.forName(\"lib.Drv\");
        System.out.println(found().getName());
    }
    static Class<?> found() throws Exception {
        return Class.forName(DriverManager.getConnection(\"jdbc:x\").createStatement().executeQuery(\"q\").getString(1));
    }
}

class A { }
";
    let parts = two_parts([("Drv.java", DRIVER)], [("Main.java", MAIN)]);
    assert_eq!(said(&parts).trim(), "app.A");
    let result = analyze(&parts, Scope::Demand, Some(0));
    let here = result.findings.iter().filter(|finding| finding.place.method == "found");
    let found: Vec<_> = here.map(|finding| finding.rule).collect();
    assert_eq!(found, [RuleId::RC1002], "{:#?}", rows(&result, "found"));
}

/// A library writes the fields of whatever it is handed, which it finds one by one: each object gets what is written, whichever of them,
/// and of their fields, came to the call first.
#[test]
fn a_library_writes_the_fields_of_all_objects() {
    const FILLS: &str = "
package lib;

import java.lang.reflect.Field;

public class Filler {
    public static void fill(Object of, Object value) throws Exception {
        for (Field field : of.getClass().getDeclaredFields()) {
            field.setAccessible(true);
            field.set(of, value);
        }
    }

    public static Object make(Class<?> type, Object value) throws Exception {
        Object made = type.getDeclaredConstructor().newInstance();
        fill(made, value);
        return made;
    }
}
";
    const MAIN: &str = "
package app;

public class Main {
    public static class Made {
        String type;

        public Made() { }
    }

    static class Filled { String type = \"app.Main$A\"; }

    static class Again { String type = \"app.Main$A\"; }

    static class A { }

    static class B { }

    static class C { }

    static String first() throws Exception {
        lib.Filler.make(Made.class, \"app.Main$A\");
        Filled filled = new Filled();
        lib.Filler.fill(filled, \"app.Main$B\");
        return Class.forName(filled.type).getSimpleName();
    }

    static String second() throws Exception {
        Again filled = new Again();
        lib.Filler.fill(filled, \"app.Main$C\");
        return Class.forName(filled.type).getSimpleName();
    }

    public static void main(String[] args) throws Exception { System.out.println(first() + second()); }
}
";
    let parts = two_parts([("Filler.java", FILLS)], [("Main.java", MAIN)]);
    assert_eq!(said(&parts).trim(), "BC");
    for scope in [Scope::Demand, Scope::Whole] {
        let result = analyze(&parts, scope, None);
        for (method, class) in [("first", "app.Main$B"), ("second", "app.Main$C")] {
            let found = rows(&result, method);
            let is_told =
                targets(&found).contains(&class.to_owned()) || found.iter().any(|row| row.tier.is_incomplete());
            assert!(is_told, "{method}, {scope:?}");
        }
    }
}
