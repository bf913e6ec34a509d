//! What a container supplies at run time: provided class-path entries and packages declared `opaque`. Their code is not
//! looked at, what they give is unknown, they call back, and what is missing of them here is not missing.

#![expect(clippy::unwrap_used, reason = "what a test cannot set up fails it")]

use std::path::Path;

use reflection_check::base::stack::on_deep_stack;
use reflection_check::classpath::{ClassPath, ClassPathInput, ClassPathItem};
use reflection_check::engine;
use reflection_check::program::Program;
use reflection_check::result::{AnalysisResult, MissingPackage, RoundKind, SiteRow, Tier};
use reflection_check::spec;

use crate::support::tool::tool;
use crate::support::two_parts::{TwoParts, two_parts};

const API: &str = "
package jakarta.servlet;

public abstract class Servlet {
    public String service(String request) { return get(request); }
    protected String get(String request) { return null; }
    public String inherited() { return null; }
    public java.util.List<String> names() { return null; }
    public static Object kept;
    protected String path = \"app.Hidden\";
    public static String shared = Container.property(null);

    public static class Container {
        public static void run(Servlet servlet) { }
        public static String property(String key) { return \"app.Hidden\"; }
        public static void fill(java.util.List<String> names, java.util.Map<String, String> byKey, Object[] all) { }
        public static void each(Object... all) { }
        public static void ask(java.util.function.Supplier<?> supplier) { }
    }
}
";
const SHOP: &str = "
package app;

public class Shop extends jakarta.servlet.Servlet {
    @Override protected String get(String request) {
        try {
            return Class.forName(request).getName() + Class.forName(path);
        } catch (ClassNotFoundException e) {
            return null;
        }
    }
    private void unused() { }
}
";
const MAIN: &str = "
package app;

import jakarta.servlet.Servlet;

public class Main {
    public static void main(String[] args) throws Exception {
        Servlet.Container.run(new Shop());
        Class.forName(Servlet.Container.property(\"x\")).newInstance();
        Class.forName(Servlet.shared);
        Class.forName(\"app.Shop\");
        Class.forName(\"jakarta.servlet.Filter\");
        Shop.class.getMethod(\"inherited\");
        Shop.class.getDeclaredMethod(\"get\", String.class);
        handed();
    }
    static void handed() throws Exception {
        java.util.List<String> names = new java.util.ArrayList<>();
        java.util.Map<String, String> byKey = new java.util.HashMap<>();
        java.util.List<String> own = new java.util.ArrayList<>();
        String[] all = { \"app.Shop\" };
        names.add(\"app.Shop\");
        byKey.put(\"shop\", \"app.Shop\");
        own.add(\"app.Shop\");
        Servlet.Container.fill(names, byKey, all);
        Class.forName(names.get(0));
        Class.forName(byKey.get(\"shop\"));
        Class.forName(all[0]);
        Class.forName(own.get(0));
        java.util.List<String> part = list();
        Servlet.Container.each(part.subList(0, 1));
        Class.forName(part.get(0));
        Servlet.Container.each(byEntry.entrySet());
        Class.forName(byEntry.get(\"shop\"));
        java.util.List<String> among = list();
        Servlet.Container.each(1, among);
        Class.forName(among.get(0));
        java.util.List<String> asked = list();
        Servlet.Container.ask(() -> asked);
        Class.forName(asked.get(0));
        java.util.concurrent.atomic.AtomicReference<String> held = new java.util.concurrent.atomic.AtomicReference<>();
        held.set(\"app.Shop\");
        Servlet.Container.each(held);
        Class.forName(held.get());
        java.util.List<String> shown = list();
        Servlet.Container.run(new Names(shown));
        Class.forName(shown.get(0));
        java.util.List<String> kept = list();
        Servlet.kept = kept;
        Class.forName(kept.get(0));
        given((Filler) Servlet.kept);
    }
    interface Filler {
        void ask(java.util.function.Consumer<String> consumer);
        void fill(Object holder);
    }
    /** Somebody outside implements it, and knows the program. */
    static void given(Filler filler) throws Exception {
        java.util.function.Consumer<String> consumer = Main::load;
        consumer.accept(\"app.Shop\");
        filler.ask(consumer);
        Own own = new Own();
        filler.fill(own);
        Class.forName(own.get(0));
        java.util.Properties table = new java.util.Properties();
        table.setProperty(\"shop\", \"app.Shop\");
        filler.fill(table);
        Class.forName(table.getProperty(\"shop\"));
    }
    static void load(String name) {
        try {
            Class.forName(name);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }
    static class Own extends java.util.AbstractList<String> {
        private String first = \"app.Shop\";
        @Override public String get(int index) { return first; }
        @Override public int size() { return 1; }
        @Override public String set(int index, String name) { first = name; return null; }
    }
    static java.util.Map<String, String> byEntry = new java.util.HashMap<>();
    static { byEntry.put(\"shop\", \"app.Shop\"); }
    static java.util.List<String> list() {
        java.util.List<String> list = new java.util.ArrayList<>();
        list.add(\"app.Shop\");
        return list;
    }
}

class Hidden { }

class Names extends Servlet {
    private final java.util.List<String> list;
    Names(java.util.List<String> list) { this.list = list; }
    @Override public java.util.List<String> names() { return list; }
}
";

struct Project(TwoParts);

fn project() -> Project {
    Project(two_parts([("Servlet.java", API)], [("Shop.java", SHOP), ("Main.java", MAIN)]))
}

impl Project {
    fn analyze(&self, provided: bool, opaque: &[&str]) -> AnalysisResult {
        let item = ClassPathItem { path: self.0.library.clone(), provided, ..ClassPathItem::default() };
        let input = ClassPathInput {
            classes: vec![self.0.classes.clone()],
            // Some list it among the others as well.
            classpath: if provided {
                vec![ClassPathItem { provided: false, ..item.clone() }, item]
            } else {
                Vec::new()
            },
            opaque: opaque.iter().map(|&package| package.to_owned()).collect(),
            jdk_home: self.0.home.clone(),
            ..ClassPathInput::default()
        };
        on_deep_stack(|| {
            let (class_path, _) = ClassPath::open(&input).unwrap();
            let specs = spec::load(&[], None).unwrap();
            engine::analyze(&Program::new(class_path), &specs, &engine::Options::default())
        })
        .unwrap()
    }
}

fn site<'r>(result: &'r AnalysisResult, id: &str) -> &'r SiteRow {
    let found = result.sites.iter().find(|row| row.id.starts_with("app.") && row.id.contains(id));
    found.unwrap_or_else(|| panic!("no site {id} in {:?}", result.sites.iter().map(|row| &row.id).collect::<Vec<_>>()))
}

fn missing(result: &AnalysisResult) -> Vec<&str> {
    let rules = ["RC3001", "RC3002"];
    result.findings.iter().filter(|f| rules.contains(&f.rule.id())).map(|f| f.summary.as_str()).collect()
}

fn targets(row: &SiteRow) -> Vec<&str> {
    row.targets.iter().map(|target| target.class.as_str()).collect()
}

#[test]
fn provided_code_is_known_and_not_looked_at() {
    let project = project();
    let result = project.analyze(true, &["jakarta.servlet.*"]);
    assert_eq!(missing(&result), [] as [&str; 0]);
    assert_eq!(result.inputs.supplied_packages, ["jakarta.servlet.*"]);
    assert_eq!(result.inputs.supplied_artifacts.len(), 1);

    // What it gives is unknown, whatever its code here says.
    let asked = site(&result, "Main.main(java.lang.String[])#Class.forName#1");
    assert_eq!((asked.tier, targets(asked)), (Tier::Open, vec![]));
    // It calls what it was handed, with what nobody knows.
    for field in ["Main.main(java.lang.String[])#Class.forName#2", "Shop.get(java.lang.String)#Class.forName#2"] {
        assert_eq!((site(&result, field).tier, targets(site(&result, field))), (Tier::Open, vec![]), "{field}");
    }
    let called = site(&result, "Shop.get(java.lang.String)#Class.forName#1");
    assert!(called.reachable && called.tier == Tier::Open, "{called:?}");
    assert_eq!(result.solved.as_ref().unwrap().rounds.iter().filter(|round| round.kind == RoundKind::Main).count(), 1);
    assert_eq!(targets(site(&result, "Main.main(java.lang.String[])#Class.forName#3")), ["app.Shop"]);
    assert_eq!(targets(site(&result, "Main.main(java.lang.String[])#Class.forName#4")), ["jakarta.servlet.Filter"]);
    assert_eq!(targets(site(&result, "Class.getMethod#1")), ["jakarta.servlet.Servlet"]);
    // No code of it is part of the program.
    assert!(result.sites.iter().all(|row| !row.id.starts_with("jakarta.")));
}

#[test]
fn what_is_handed_to_a_container_may_be_filled_by_it() {
    let project = project();
    for provided in [true, false] {
        let result = project.analyze(provided, &["jakarta.servlet.*"]);
        for nth in (1..=11).filter(|&nth| nth != 4) {
            let row = site(&result, &format!("Main.handed()#Class.forName#{nth}"));
            assert_eq!(row.tier, Tier::Partial, "{nth}, provided: {provided}");
            assert!(targets(row).contains(&"app.Shop"), "{nth}, provided: {provided}");
        }
        let own = site(&result, "Main.handed()#Class.forName#4");
        assert_eq!((own.tier, targets(own)), (Tier::Sound, vec!["app.Shop"]), "provided: {provided}");
        // What it was handed is called, whether its own classes are here or not.
        let called = site(&result, "Shop.get(java.lang.String)#Class.forName#1");
        assert!(called.reachable && called.tier == Tier::Open, "{called:?}, provided: {provided}");
    }
}

#[test]
fn who_implements_a_type_of_the_program_may_call_and_fill_what_it_is_given() {
    let result = project().analyze(true, &["jakarta.servlet.*"]);
    let of_given = (1..=2).map(|nth| format!("Main.given(app.Main$Filler)#Class.forName#{nth}"));
    for id in of_given.chain(["Main.load(java.lang.String)#Class.forName#1".to_owned()]) {
        let row = site(&result, &id);
        assert_eq!((row.tier, targets(row)), (Tier::Partial, vec!["app.Shop"]), "{id}");
    }
    // What gives nothing has no result.
    let said: Vec<&str> = result.findings.iter().map(|finding| finding.summary.as_str()).collect();
    assert!(said.iter().any(|text| text.contains("what \"Servlet$Container.fill\" fills in")), "{said:#?}");
    assert!(!said.iter().any(|text| text.contains("the result of \"Servlet$Container.fill\"")), "{said:#?}");
}

#[test]
fn opaque_packages_are_not_missing() {
    let project = project();
    let result = project.analyze(false, &["jakarta.servlet.*"]);
    assert_eq!(missing(&result), [] as [&str; 0]);
    let said = |result: &AnalysisResult| result.diagnostics.iter().any(|diag| diag.message.contains("jakarta.servlet"));
    assert!(!said(&result), "{:?}", result.diagnostics);
    assert_eq!(targets(site(&result, "Main.main(java.lang.String[])#Class.forName#3")), ["app.Shop"]);
    assert_eq!(targets(site(&result, "Main.main(java.lang.String[])#Class.forName#4")), ["jakarta.servlet.Filter"]);
    // It may be inherited: that is not known.
    let inherited = site(&result, "Class.getMethod#1");
    assert!(matches!(inherited.tier, Tier::Open | Tier::Partial), "{inherited:?}");
    assert_eq!(targets(site(&result, "Class.getDeclaredMethod#1")), ["app.Shop"]);

    assert_eq!(result.inputs.missing_packages, []);
    let without = project.analyze(false, &[]);
    let package = "jakarta.servlet".to_owned();
    assert_eq!(without.inputs.missing_packages, [MissingPackage { package, classes: 2 }]);
    assert!(said(&without));
    assert!(
        missing(&without).iter().any(|summary| summary.contains("jakarta.servlet.Filter")),
        "{:?}",
        missing(&without)
    );
}

#[test]
fn the_report_says_what_is_assumed() {
    let project = project();
    let config = project.0.classes.with_file_name("reflection-check.toml");
    std::fs::write(&config, "[analysis]\nopaque = [\"jakarta.servlet.*\"]\n").unwrap();
    let path = |path: &Path| path.to_str().unwrap().to_owned();
    let run = tool()
        .args(["check", "--exit-zero", "--jdk-home", &path(&project.0.home), "--classes", &path(&project.0.classes)])
        .args(["--provided", &path(&project.0.library), "--config", &path(&config)])
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&run.stdout);
    let expected = "Assumed (closed-world): 1 package (jakarta.servlet.*) and 1 jar (library) supplied by the \
                    container, not looked at";
    assert!(text.contains(expected), "{text}{}", String::from_utf8_lossy(&run.stderr));
}
