//! What callers of a library can do with what it gives them, by its accessible members alone: run in a JVM by a caller that
//! the analysis does not see.

#![expect(clippy::unwrap_used, reason = "what a test cannot set up fails it")]

use reflection_check::config::{Analysis, Policy};
use reflection_check::engine;
use reflection_check::result::{AnalysisResult, RuleId, SiteKind, SiteRow};

use crate::support::jdk;
use crate::support::two_parts::{TwoParts, two_parts};

fn analyze(project: &TwoParts) -> AnalysisResult {
    let analysis = Analysis { library: Some(true), ..Analysis::default() };
    let options = engine::Options { analysis, ..engine::Options::default() };
    project.analyze(&project.library, &options)
}

/// The rules of the findings in a method, but for RC1005, which is another question.
fn found(result: &AnalysisResult, method: &str) -> Vec<RuleId> {
    let here = result.findings.iter().filter(|finding| finding.place.method == method);
    here.map(|finding| finding.rule).filter(|&rule| rule != RuleId::RC1005).collect()
}

/// What a program prints: a line for each method of the library, with the class of what it made.
fn run(project: &TwoParts, class: &str) -> String {
    let path = std::env::join_paths([&project.classes, &project.library]).unwrap();
    let run = jdk::java(&project.home).arg("-cp").arg(path).arg(class).output().unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    String::from_utf8(run.stdout).unwrap()
}

/// The calls of a run of a caller of a library, which are so many, method and class; and the answer for the library alone.
fn judged(library: (&str, &str), caller: (&str, &str), calls: usize) -> (Vec<(String, String)>, AnalysisResult) {
    let project = two_parts([library], [caller]);
    let ran = run(&project, &format!("app.{}", caller.0.trim_end_matches(".java")));
    let ran: Vec<_> = ran
        .lines()
        .filter_map(|line| line.split_once(' '))
        .map(|(method, class)| (method.to_owned(), class.to_owned()))
        .collect();
    assert_eq!(ran.len(), calls, "{ran:?}");
    (ran, analyze(&project))
}

/// The call of a method that made an object of a class in a run, which is listed there or the call is flagged; whether it is listed.
fn seen<'r>(result: &'r AnalysisResult, method: &str, class: &str) -> (&'r SiteRow, bool) {
    let of = |row: &&SiteRow| row.place.method == method && row.id.contains("newInstance");
    let row = result.sites.iter().find(of).unwrap();
    let lists = row.targets.iter().any(|target| target.class == class);
    assert!(lists || row.is_flagged(&Policy::default().accept_assumptions), "{method}: {class} is missed silently");
    (row, lists)
}

#[test]
fn what_callers_choose_is_flagged() {
    let library = ("Library.java", include_str!("library/Library.java"));
    let (ran, result) = judged(library, ("Caller.java", include_str!("library/Caller.java")), 15);
    let accepted = Policy::default().accept_assumptions;
    for (method, class) in ran.iter().map(|(method, class)| (&**method, &**class)) {
        let (row, _) = seen(&result, method, class);
        assert_eq!(method == "makeOfHidden", !row.is_flagged(&accepted), "{method}: {:?}", row.origins);
    }
    // Whatever it is, callers choose it. Policy accepts what a complete answer assumes.
    let open = result.findings.iter().filter(|finding| finding.tier.is_incomplete());
    let others: Vec<_> = open.filter(|finding| finding.rule != RuleId::RC1004).collect();
    assert!(others.is_empty(), "{others:#?}");
    // No list of targets would be right.
    let chosen: Vec<_> = result.findings.iter().filter(|finding| finding.rule == RuleId::RC1004).collect();
    let entries = |start: &'static str| {
        chosen.iter().filter(move |finding| finding.spec_entry.as_ref().is_some_and(|entry| entry.starts_with(start)))
    };
    assert_eq!((entries("[[call]]").count(), entries("[[accept]]").count() > 0), (0, true), "{chosen:#?}");
    for finding in entries("[[accept]]") {
        assert!(finding.advice.text().starts_with("nothing, if "), "{finding:#?}");
    }
}

/// What else reaches a call that callers decide changes nothing, unless the library itself reads it from outside.
#[test]
fn callers_decide_whatever_comes_from_inside() {
    let library = "package lib;
        public class Makers {
            public static Object own(String name) throws Exception {
                return Class.forName(name).getDeclaredConstructor().newInstance();
            }
            public static Object own(Object part) throws Exception { return own(\"lib.\" + part.hashCode()); }
            public static Object read(String name) throws Exception {
                return Class.forName(name).getDeclaredConstructor().newInstance();
            }
            public static Object read() throws Exception { return read(System.getProperty(\"lib.maker\")); }
            public static Object given(String name) throws Exception {
                return Class.forName(name).getDeclaredConstructor().newInstance();
            }
            public static Object given(java.util.Properties all, String key) throws Exception {
                return given(all.getProperty(key));
            }
            public static Object sent(String name) throws Exception {
                return Class.forName(name).getDeclaredConstructor().newInstance();
            }
            public static Object sentAs(String text) throws Exception {
                return sent(java.net.URLDecoder.decode(text, \"utf-8\"));
            }
        }";
    let caller = "package app; public class Caller { public static void main(String[] args) {} }";
    let project = two_parts([("Makers.java", library)], [("Caller.java", caller)]);
    let result = analyze(&project);
    let found = |method: &str| found(&result, method);
    assert_eq!((found("own"), found("read")), (vec![RuleId::RC1004], vec![RuleId::RC1001]));
    // What is read by a key that callers give, and what is made of a text of theirs, is theirs.
    assert_eq!((found("given"), found("sent")), (vec![RuleId::RC1004], vec![RuleId::RC1004]));
}

/// A method that callers hand over in a reference, a description of a property or an array is theirs; one that the library puts there is
/// not.
#[test]
fn what_callers_give_in_references_and_descriptions_is_theirs() {
    let library = "package lib;
        import java.beans.PropertyDescriptor;
        import java.lang.reflect.Method;
        import java.util.concurrent.atomic.AtomicReference;
        public class Readers {
            public static Object held(Object bean, AtomicReference<Method> method) throws Exception {
                return method.get().invoke(bean);
            }
            public static Object described(Object bean, PropertyDescriptor property) throws Exception {
                return property.getReadMethod().invoke(bean);
            }
            public static void listed(Object bean, PropertyDescriptor[] properties) throws Exception {
                for (PropertyDescriptor property : properties) {
                    Method method = property.getReadMethod();
                    if (method == null) throw new IllegalArgumentException(property.getName());
                    method.invoke(bean);
                }
            }
            public static Object filled(Object bean, AtomicReference<Method> method, String name) throws Exception {
                method.set(Class.forName(System.getProperty(name)).getMethod(\"run\"));
                return method.get().invoke(bean);
            }
        }";
    let caller = "package app; public class Caller { public static void main(String[] args) {} }";
    let result = analyze(&two_parts([("Readers.java", library)], [("Caller.java", caller)]));
    for method in ["held", "described", "listed"] {
        assert_eq!(found(&result, method), [RuleId::RC1004], "{method}");
    }
    assert_ne!(found(&result, "filled"), [RuleId::RC1004]);
}

/// What the library makes and calls itself its users make and call, too.
#[test]
fn what_the_library_calls_itself_is_open_to_callers() {
    let library = "package lib;
        public class Maker {
            private final String name;
            public Maker(String name) { this.name = name; }
            public Object make() throws Exception { return Class.forName(name).getDeclaredConstructor().newInstance(); }
            public static Maker standard() { return new Maker(\"java.util.ArrayList\"); }
        }";
    let shown = "package lib;
        public class Shown {
            public static final Shown STANDARD = new Shown(new Part());
            private final Object part;
            public Shown(Object part) { this.part = part; }
            public Object run() throws Exception { return part.getClass().getMethod(\"run\").invoke(part); }
            public static class Part { public Object run() { return \"part\"; } }
        }";
    let caller = "package app; public class Caller {
            public String run() { return \"caller\"; }
            public static void main(String[] args) throws Exception {
                System.out.println(\"make \" + new lib.Maker(\"java.util.HashMap\").make().getClass().getName());
                System.out.println(\"run \" + new lib.Shown(new Caller()).run());
            }
        }";
    let project = two_parts([("Maker.java", library), ("Shown.java", shown)], [("Caller.java", caller)]);
    assert_eq!(run(&project, "app.Caller"), "make java.util.HashMap\nrun caller\n");
    let result = analyze(&project);
    for method in ["make", "run"] {
        assert_eq!(found(&result, method), [RuleId::RC1004], "{method}");
    }
}

/// Callers give objects that the library made, where they have no subclasses: a final field holds what one of its constructors stored,
/// and a constructor that only the package can call is given nothing of theirs.
#[test]
fn what_only_the_library_stores_is_known() {
    let library = [
        (
            "Length.java",
            "package lib;
            class Length implements java.util.function.Function<Object, Object> {
                private final java.lang.reflect.Method length;
                Length() throws Exception { length = String.class.getMethod(\"length\"); }
                public Object apply(Object text) {
                    try { return length.invoke(text); } catch (ReflectiveOperationException e) { return null; }
                }
            }",
        ),
        (
            "Handle.java",
            "package lib;
            public class Handle {
                private final Class<?> type;
                private String name;
                Handle(Class<?> type) { this.type = type; }
                private Handle(String name) { this.type = null; this.name = name; }
                public static Handle standard() { return new Handle(java.util.ArrayList.class); }
                public static Handle named() { Handle made = new Handle(\"java.util.TreeSet\"); made.name = \"java.util.HashSet\"; return made; }
                public Object byType() throws Exception { return type.getDeclaredConstructor().newInstance(); }
                public Object byName() throws Exception { return Class.forName(name).getDeclaredConstructor().newInstance(); }
                public static Object ofGiven(Handle given) throws Exception { return given.type.getDeclaredConstructor().newInstance(); }
            }",
        ),
        (
            "Uses.java",
            "package lib;
            public class Uses {
                public static Object length(String text) throws Exception { return new Length().apply(text); }
                public static Object call(java.util.function.Function<Object, Object> function, Object given) { return function.apply(given); }
            }",
        ),
        (
            "Kept.java",
            "package lib;
            public class Kept implements java.io.Serializable {
                private final String name = String.valueOf(\"java.util.ArrayDeque\");
                public static Object ofKept(Kept given) throws Exception { return Class.forName(given.name).getDeclaredConstructor().newInstance(); }
            }",
        ),
        (
            "Asked.java",
            "package lib;
            public class Asked {
                private final String name;
                public Asked() { name = name(); }
                protected String name() { return \"java.util.ArrayDeque\"; }
                public static Object ofAsked(Asked given) throws Exception { return Class.forName(given.name).getDeclaredConstructor().newInstance(); }
            }",
        ),
        (
            "Open.java",
            "package lib;
            public final class Open {
                private final Class<?> type;
                public Open(Class<?> type) { this.type = type; }
                public static Object ofOpen(Open given) throws Exception { return given.type.getDeclaredConstructor().newInstance(); }
            }",
        ),
    ];
    let caller = "package app; public class Caller {
            public static void main(String[] args) throws Exception {
                System.out.println(\"apply length \" + lib.Uses.length(\"four\"));
                System.out.println(\"byType \" + lib.Handle.standard().byType().getClass().getName());
                System.out.println(\"byName \" + lib.Handle.named().byName().getClass().getName());
                System.out.println(\"ofGiven \" + lib.Handle.ofGiven(lib.Handle.standard()).getClass().getName());
                System.out.println(\"ofAsked \" + lib.Asked.ofAsked(new lib.Asked() {
                    protected String name() { return \"java.util.TreeMap\"; }
                }).getClass().getName());
                System.out.println(\"ofOpen \" + lib.Open.ofOpen(new lib.Open(java.util.LinkedList.class)).getClass().getName());
            }
        }";
    let project = two_parts(library, [("Caller.java", caller)]);
    let ran = run(&project, "app.Caller");
    let expected = "apply length 4\nbyType java.util.ArrayList\nbyName java.util.HashSet\nofGiven java.util.ArrayList\n\
                    ofAsked java.util.TreeMap\nofOpen java.util.LinkedList\n";
    assert_eq!(ran, expected);
    let result = analyze(&project);
    let accepted = Policy::default().accept_assumptions;
    let row = |method: &str| {
        let of = |row: &&SiteRow| row.place.method == method && row.kind == SiteKind::Action;
        result.sites.iter().find(of).unwrap_or_else(|| panic!("no call in {method}"))
    };
    for (method, classes) in [
        ("apply", &["java.lang.String"][..]),
        ("byType", &["java.util.ArrayList"]),
        ("byName", &["java.util.HashSet", "java.util.TreeSet"]),
        ("ofGiven", &["java.util.ArrayList"]),
    ] {
        let mut found: Vec<&str> = row(method).targets.iter().map(|target| target.class.as_str()).collect();
        found.sort_unstable();
        assert_eq!(found, classes, "{method}");
        assert!(!row(method).is_flagged(&accepted), "{method}: {:?}", row(method).reasons);
    }
    // A stream of objects brings what it likes, subclasses answer what they like, and callers decide what they give a constructor.
    for method in ["ofKept", "ofAsked"] {
        assert!(row(method).is_flagged(&accepted), "{:?}", row(method));
    }
    assert_eq!(found(&result, "ofOpen"), [RuleId::RC1004]);
}

/// Callers write subclasses of classes that are complete by themselves, change what they are shown, and get what the library puts into
/// what they give; what they cannot reach stays known.
#[test]
fn what_callers_write_and_change_is_seen() {
    let library = ("Hooks.java", include_str!("library/Hooks.java"));
    let (ran, result) = judged(library, ("HooksCaller.java", include_str!("library/HooksCaller.java")), 30);
    let accepted = Policy::default().accept_assumptions;
    for (method, class) in ran.iter().map(|(method, class)| (&**method, &**class)) {
        let (row, lists) = seen(&result, method, class);
        let is_closed = method.ends_with("Only") || method == "madeInside";
        assert!(!is_closed || lists && !row.is_flagged(&accepted), "{method}: {:?} {:?}", row.reasons, row.origins);
        let is_theirs = class == "java.util.TreeMap" || class.starts_with("app.");
        assert!(!is_theirs || found(&result, method) == [RuleId::RC1004], "{method}: {:?}", found(&result, method));
    }
}

/// The JDK calls objects of callers with what the library gives it, and asks and sets for them what its own objects hold.
#[test]
fn what_the_jdk_tells_callers_is_theirs() {
    let library = ("Told.java", include_str!("library/Told.java"));
    let (ran, result) = judged(library, ("ToldCaller.java", include_str!("library/ToldCaller.java")), 12);
    for (method, class) in ran.iter().map(|(method, class)| (&**method, &**class)) {
        let (row, lists) = seen(&result, method, class);
        let is_theirs = class == "java.util.TreeSet";
        assert_eq!(is_theirs, method != "comparedOnly", "{ran:?}");
        assert!(is_theirs || lists && !row.is_flagged(&Policy::default().accept_assumptions), "{:?}", row.reasons);
    }
}

/// A map, a list, a supplier that callers give holds what they like.
#[test]
fn what_is_asked_of_given_objects_is_for_callers_to_decide() {
    let library = "package lib;
        import java.util.*;
        public class Makers {
            public static Object ofMap(Map<String, Object> all) throws Exception { return Class.forName((String) all.get(\"key\")).newInstance(); }
            public static Object ofList(List<String> all) throws Exception { return Class.forName(all.get(0)).newInstance(); }
            public static Object ofAll(Collection<String> all) throws Exception {
                Object last = null;
                for (String name : all) { last = Class.forName(name).newInstance(); }
                return last;
            }
            public static Object ofNested(Map<String, Map<String, String>> all) throws Exception {
                return Class.forName(all.get(\"part\").get(\"key\")).newInstance();
            }
            public static Object ofSupplier(java.util.function.Supplier<String> name) throws Exception { return Class.forName(name.get()).newInstance(); }
            public static Object ofOptional(Optional<String> name) throws Exception { return Class.forName(name.get()).newInstance(); }
            public static Object ofText(CharSequence name) throws Exception { return Class.forName(name.toString()).newInstance(); }
            public static Object ofGiven(Properties all) throws Exception { return Class.forName(all.getProperty(\"key\")).newInstance(); }
            public static Object ofOwn() throws Exception { return Class.forName(System.getProperty(\"lib.maker\")).newInstance(); }
            public static Object ofDefault(Map<String, String> all) throws Exception {
                return Class.forName(all.getOrDefault(\"key\", System.getenv(\"LIB_MAKER\"))).newInstance();
            }
            public static Object ofWritten(Map<String, String> all) throws Exception {
                all.put(\"key\", System.getenv(\"LIB_MAKER\"));
                return Class.forName(all.get(\"key\")).newInstance();
            }
            private static String read(Properties all) { return all.getProperty(\"key\"); }
            public static Object ofShared() throws Exception {
                Properties all = new Properties();
                all.load(new java.io.FileReader(\"lib.properties\"));
                return Class.forName(read(all)).newInstance();
            }
            public static String title(Properties all) { return read(all); }
            public static Object ofSent(java.io.ObjectInputStream in) throws Exception {
                return Class.forName((String) in.readObject()).newInstance();
            }
            private static class Inner {
                public static Object ofInner(String name) throws Exception { return Class.forName(name).newInstance(); }
            }
            public static Object inner() throws Exception {
                return Inner.ofInner(new java.io.DataInputStream(new java.net.URL(\"http://lib\").openStream()).readUTF());
            }
            public static Object ofRead(java.io.Reader in) throws Exception {
                Properties all = new Properties();
                all.load(new java.io.FileReader(\"lib.properties\"));
                return Class.forName(all.getProperty(\"key\")).newInstance();
            }
        }";
    let caller = "package app; public class Caller { public static void main(String[] args) {} }";
    let project = two_parts([("Makers.java", library)], [("Caller.java", caller)]);
    let result = analyze(&project);
    let found = |method: &str| found(&result, method);
    for given in ["ofMap", "ofList", "ofAll", "ofNested", "ofSupplier", "ofOptional", "ofText", "ofGiven"] {
        assert_eq!(found(given), [RuleId::RC1004], "{given}");
    }
    for own in ["ofOwn", "ofRead", "ofDefault", "ofWritten", "ofShared", "ofSent", "ofInner"] {
        assert_eq!(found(own), [RuleId::RC1001], "{own}");
    }
}

/// A helper takes names of callers as well: what a method reads itself it meant.
#[test]
fn what_a_method_reads_itself_is_its_own() {
    let library = "package lib;
        public class Factory {
            interface Helper { Class<?> load(String name) throws ClassNotFoundException; }
            static class Own implements Helper {
                public Class<?> load(String name) throws ClassNotFoundException {
                    return Thread.currentThread().getContextClassLoader().loadClass(name);
                }
            }
            static Helper helper = new Own();
            public static Object standard() throws Exception { return helper.load(System.getProperty(\"lib.factory\")).newInstance(); }
            public static Object named(String name) throws Exception { return helper.load(name); }
        }";
    let caller = "package app; public class Caller { public static void main(String[] args) {} }";
    let project = two_parts([("Factory.java", library)], [("Caller.java", caller)]);
    let result = analyze(&project);
    assert_eq!(found(&result, "standard"), [RuleId::RC1001]);
}

/// What a cast or a service leaves is all there is only if nobody may add to it.
#[test]
fn what_users_may_extend_is_flagged() {
    let library = ("Extended.java", include_str!("library/Extended.java"));
    let (ran, result) = judged(library, ("Extender.java", include_str!("library/Extender.java")), 8);
    let accepted = Policy::default().accept_assumptions;
    for (method, class) in ran.iter().map(|(method, class)| (&**method, &**class)) {
        let of = |row: &&SiteRow| {
            row.place.method == method && [".newInstance", ".load"].iter().any(|name| row.short_api().ends_with(name))
        };
        let row = result.sites.iter().find(of).unwrap();
        let lists = row.targets.iter().any(|target| target.class == class);
        assert!(lists || row.is_flagged(&accepted), "{method}: {class} is missed silently");
        // Its own classes are listed all the same.
        assert!(method == "byService" || !row.targets.is_empty(), "{method}: {:?}", row.reasons);
        let open = method.starts_with("by");
        assert_eq!(row.is_flagged(&accepted), open, "{method}: {:?}", row.reasons);
        let here = result.findings.iter().filter(|finding| finding.place.method == method);
        let open_here = here.filter(|found| found.tier.is_incomplete() && found.certainty.is_none());
        let rules: Vec<RuleId> = open_here.map(|found| found.rule).collect();
        assert_eq!(rules, if open { vec![RuleId::RC1004] } else { Vec::new() }, "{method}");
    }
}
