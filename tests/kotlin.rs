//! What the compiler of Kotlin puts into every program, and what its reflection library does, as classes of the same names have it. A
//! running JVM says what the calls reach.

use reflection_check::config::Scope;
use reflection_check::engine::Options;
use reflection_check::pointsto::Budget;
use reflection_check::result::{AnalysisResult, RuleId, SiteRow};

use crate::support::closed::{analyze, analyze_with, said};
use crate::support::two_parts::{TwoParts, two_parts};

const METADATA: (&str, &str) = (
    "Metadata.java",
    "package kotlin;
    @java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME)
    public @interface Metadata { }",
);

const INTRINSICS: (&str, &str) = (
    "Intrinsics.java",
    "package kotlin.jvm.internal;

    public class Intrinsics {
        public static void checkNotNullParameter(Object value, String name) {
            if (value == null) { throw new NullPointerException(\"Parameter \" + name + \" is null: \" + caller()); }
        }

        private static String caller() { return Thread.currentThread().getStackTrace()[3].getMethodName(); }

        public static void reifiedOperationMarker(int id, String name) { throw new UnsupportedOperationException(name); }
    }",
);

const COLLECTIONS: (&str, &str) = (
    "CollectionsKt.java",
    "package kotlin.collections;

    import java.util.*;

    public class CollectionsKt {
        public static <T> List<T> listOf(T... elements) { return new ArrayList<>(Arrays.asList(elements)); }

        public static int sizeOr(Iterable<?> of, int otherwise) {
            return of instanceof Collection ? ((Collection<?>) of).size() : otherwise;
        }
    }",
);

const READ: (&str, &str) = (
    "KProperty1.java",
    "package kotlin.reflect;
    public interface KProperty1<T, V> { V get(T of); }",
);

const PROPERTY: (&str, &str) = (
    "KMutableProperty1.java",
    "package kotlin.reflect;
    public interface KMutableProperty1<T, V> extends KProperty1<T, V> { void set(T of, V value); }",
);

const CALLABLE: (&str, &str) = (
    "KCallable.java",
    "package kotlin.reflect;
    public interface KCallable<R> { R call(Object... arguments); }",
);

const OF_CLASS: (&str, &str) = (
    "KFunctions.java",
    "package kotlin.reflect.full;

    import java.lang.reflect.Method;
    import java.util.Arrays;
    import kotlin.reflect.*;

    public class KFunctions {
        private static Method of(String name) {
            try {
                for (String type : new String[] {\"app.Main$Opener\", \"app.Main$Late\"}) {
                    for (Method method : Class.forName(type).getDeclaredMethods()) {
                        method.setAccessible(true);
                        if (method.getName().equals(name)) { return method; }
                    }
                }
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
            throw new IllegalArgumentException(name);
        }

        private static Object run(Method method, Object on, Object... arguments) {
            try { return method.invoke(on, arguments); } catch (ReflectiveOperationException e) { throw new IllegalStateException(e); }
        }

        public static KCallable<Object> function(String name) {
            Method method = of(name);
            return arguments -> run(method, arguments[0], Arrays.copyOfRange(arguments, 1, arguments.length));
        }

        public static KMutableProperty1<Object, Object> property(String name) {
            return new KMutableProperty1<>() {
                @Override
                public Object get(Object of) { return run(KFunctions.of(\"get\" + name), of); }

                @Override
                public void set(Object of, Object value) { run(KFunctions.of(\"set\" + name), of, value); }
            };
        }
    }",
);

const FULL: (&str, &str) = (
    "KClasses.java",
    "package kotlin.reflect.full;

    import java.lang.reflect.Field;
    import kotlin.reflect.KMutableProperty1;

    public class KClasses {
        public static KMutableProperty1<Object, Object> first(Class<?> type) {
            Field field = type.getDeclaredFields()[0];
            field.setAccessible(true);
            return new KMutableProperty1<>() {
                @Override
                public Object get(Object of) {
                    try { return field.get(of); } catch (ReflectiveOperationException e) { throw new IllegalStateException(e); }
                }

                @Override
                public void set(Object of, Object value) {
                    try { field.set(of, value); } catch (ReflectiveOperationException e) { throw new IllegalStateException(e); }
                }
            };
        }
    }",
);

const STRINGS: (&str, &str) = (
    "StringsKt.java",
    "package kotlin.text;
    public class StringsKt {
        public static String substringAfter(String text, String mark, String other) {
            int at = text.indexOf(mark);
            return at < 0 ? other : text.substring(at + mark.length()) + System.getProperty(\"none\", \"\");
        }
    }",
);

const TEXTS: (&str, &str) = (
    "StringsKt__StringsKt.java",
    "package kotlin.text;

    public class StringsKt__StringsKt {
        static class Range {
            int first;
            final int last;

            Range(int first, int last) {
                this.first = first;
                this.last = last;
            }
        }

        public static int indexOf(CharSequence text, String of, int from, boolean ignores) {
            if (!ignores && text instanceof String) { return ((String) text).indexOf(of, from); }
            for (Range range = new Range(from, text.length()); range.first <= range.last; range.first++) {
                if (text.toString().startsWith(of, range.first)) { return range.first; }
            }
            return -1;
        }

        public static int lastIndexOf(CharSequence text, char of, int from, boolean ignores) {
            Range range = new Range(from, 0);
            while (range.first >= range.last && text.charAt(range.first) != of) { range.first--; }
            return range.first;
        }

        public static String after(String text, String of, String otherwise) {
            int at = indexOf(text, of, 0, false);
            return at < 0 ? otherwise : text.substring(at + of.length());
        }

        public static String after$default(String text, String of, String otherwise, int bits, Object none) {
            if ((bits & 2) != 0) { otherwise = text; }
            return after(text, of, otherwise);
        }

        public static String afterLast(String text, char of) {
            return text.substring(lastIndexOf(text, of, text.length() - 1, false) + 1);
        }
    }",
);

fn kotlin(main: &str) -> (TwoParts, AnalysisResult) {
    let parts = parts(main);
    let result = analyze(&parts, Scope::Demand, None);
    (parts, result)
}

fn parts(main: &str) -> TwoParts {
    let library = [METADATA, INTRINSICS, COLLECTIONS, READ, PROPERTY, CALLABLE, OF_CLASS, FULL, STRINGS, TEXTS];
    two_parts(library, [("Main.java", main)])
}

fn row<'r>(result: &'r AnalysisResult, method: &str, api: &str) -> &'r SiteRow {
    let found = result.sites.iter().find(|row| row.place.method == method && row.short_api() == api);
    found.unwrap_or_else(|| panic!("there is a row of {api} in {method}"))
}

fn classes(row: &SiteRow) -> Vec<&str> {
    row.targets.iter().map(|target| target.class.as_str()).collect()
}

/// The body of a function with a reified type parameter runs only where the compiler copied it to: it never comes to the call.
#[test]
fn a_body_that_is_only_copied_runs_nowhere() {
    let main = "
package app;

import kotlin.jvm.internal.Intrinsics;

@kotlin.Metadata
public class Main {
    public static String text() { return \"copied\"; }

    public static Object ask(Object of) throws Exception {
        Intrinsics.reifiedOperationMarker(4, \"T\");
        return Object.class.getMethod(\"text\").invoke(of);
    }

    public static Object plain(Object of) throws Exception { return Object.class.getMethod(\"other\").invoke(of); }

    public static void main(String[] args) throws Exception {
        System.out.print(Main.class.getMethod(\"text\").invoke(new Main()));
    }
}
";
    let (parts, result) = kotlin(main);
    assert_eq!(said(&parts), "copied");
    assert!(!row(&result, "ask", "Class.getMethod").reachable);
    assert!(row(&result, "plain", "Class.getMethod").reachable);
    assert!(result.findings.iter().all(|finding| finding.place.method == "plain"), "{:?}", result.findings);
    assert!(result.findings.iter().any(|finding| finding.rule == RuleId::RC3002));
}

/// What is checked for null, or asked for its size, is not given away.
#[test]
fn checks_keep_nothing() {
    let main = "
package app;

import java.util.*;
import kotlin.collections.CollectionsKt;
import kotlin.jvm.internal.Intrinsics;

public class Main {
    interface Named { String name(); }

    static class Plain implements Named {
        private final String name;

        Plain(String name) { this.name = name; }

        public String name() { return name; }
    }

    static class Checked implements Named {
        private final Named of;

        Checked(Named of) {
            Intrinsics.checkNotNullParameter(of, \"of\");
            this.of = of;
        }

        public String name() { return of.name(); }
    }

    static class One { }

    static class Two { }

    static Class<?> checked(Named named) throws Exception { return Class.forName(named.name()); }

    static Class<?> sized() throws Exception {
        List<Plain> plain = new ArrayList<>();
        plain.add(new Plain(\"app.Main$Two\"));
        int size = CollectionsKt.sizeOr(plain, 10);
        return Class.forName(plain.get(size - 1).name());
    }

    public static void main(String[] args) throws Exception {
        System.out.print(checked(new Checked(new Plain(\"app.Main$One\"))).getName() + sized().getName());
    }
}
";
    let (parts, result) = kotlin(main);
    assert_eq!(said(&parts), "app.Main$Oneapp.Main$Two");
    for (method, class) in [("checked", "app.Main$One"), ("sized", "app.Main$Two")] {
        let row = row(&result, method, "Class.forName");
        assert_eq!(classes(row), [class], "{method}");
        assert!(!row.tier.is_incomplete(), "{method}: {:?}", row.reasons);
    }
}

/// The class of what a library gives back is asked of the library, too, where the name is in a field of it.
#[test]
fn objects_that_a_library_gives_back_are_followed() {
    let main = "
package app;

import kotlin.collections.CollectionsKt;

public class Main {
    static class Row {
        private final String type;

        Row(String type) { this.type = type; }

        String type() { return type; }
    }

    static class One { }

    static class Two { }

    static Class<?> made(Row row) throws Exception { return Class.forName(row.type()); }

    public static void main(String[] args) throws Exception {
        for (Row row : CollectionsKt.listOf(new Row(\"app.Main$One\"), new Row(\"app.Main$Two\"))) {
            System.out.print(Class.forName(row.type()).getSimpleName());
        }
    }
}
";
    let (parts, result) = kotlin(main);
    assert_eq!(said(&parts), "OneTwo");
    let found = row(&result, "main", "Class.forName");
    assert_eq!(classes(found), ["app.Main$One", "app.Main$Two"]);
    assert!(!found.tier.is_incomplete(), "{:?}", found.reasons);
}

/// A property that the library of reflection makes may be any field, a private one, too: it is written, and the call says so.
#[test]
fn properties_are_written() {
    let main = "
package app;

import kotlin.reflect.KMutableProperty1;
import kotlin.reflect.full.KClasses;

public class Main {
    static class Settings {
        private String type = \"app.Main$One\";

        Class<?> made() throws Exception { return Class.forName(type); }
    }

    static class One { }

    static class Two { }

    static class Own implements KMutableProperty1<Settings, String> {
        String kept = \"\";

        public String get(Settings of) { return kept; }

        public void set(Settings of, String value) { kept = value; }
    }

    static String own(Settings settings) {
        KMutableProperty1<Settings, String> own = new Own();
        own.set(settings, \"app.Main$One\");
        return own.get(settings);
    }

    public static void main(String[] args) throws Exception {
        Settings settings = new Settings();
        KMutableProperty1<Object, Object> type = KClasses.first(Settings.class);
        type.set(settings, \"app.Main$Two\");
        System.out.print(settings.made().getSimpleName() + own(settings).length() + type.get(settings));
    }
}
";
    let (parts, result) = kotlin(main);
    assert_eq!(said(&parts), "Two12app.Main$Two");
    assert!(classes(row(&result, "made", "Class.forName")).contains(&"app.Main$Two"));
    for api in ["KMutableProperty1.set", "KProperty1.get"] {
        let is_flagged = |row: &&SiteRow| row.place.method == "main" && row.short_api() == api;
        let rows: Vec<bool> = result.sites.iter().filter(is_flagged).map(|row| row.tier.is_incomplete()).collect();
        assert!(rows.iter().all(|&open| open), "{api}");
    }
    assert!(row(&result, "main", "KMutableProperty1.set").tier.is_incomplete());
    let own = result.sites.iter().find(|row| row.place.method == "own");
    assert!(own.is_none_or(|row| !row.tier.is_incomplete()), "the code of the program says what it does");
}

/// A function or a property that the library of reflection makes may be a private one, which nothing else runs: it is run on what the
/// call is given, with what the call passes.
#[test]
fn private_functions_are_called() {
    let main = "
package app;

import kotlin.reflect.*;
import kotlin.reflect.full.KFunctions;

public class Main {
    static class Opener {
        private Object open(String name) throws Exception { return Class.forName(\"app.Main$\" + name).newInstance(); }

        private Object twice(String name, int times) throws Exception { return Class.forName(\"app.Main$\" + name); }

        private String getMade() throws Exception { return Class.forName(\"app.Main$Three\").getSimpleName(); }

        private void setMade(String name) throws Exception { System.out.print(Class.forName(\"app.Main$\" + name).getSimpleName()); }

        private Object never(Class<?> of) throws Exception { return of.newInstance(); }
    }

    static class One { }

    static class Two { }

    static class Three { }

    static class Four { }

    static class Late {
        private Object late(Object[] of) throws Exception { return Class.forName(\"app.Main$\" + of[0]).newInstance(); }
    }

    static class Idle { private Object open(String name) throws Exception { return Class.forName(name); } }

    static Object called(Object[] with) { return KFunctions.function(\"late\").call(with); }

    static Object read(KMutableProperty1<Object, Object> made) { return made.get(new Opener()); }

    public static void main(String[] args) throws Exception {
        Object one = KFunctions.function(\"twice\").call(new Opener(), \"One\", new Idle().hashCode());
        Object two = called(new Object[] {new Late(), new Object[] {\"Two\"}});
        KMutableProperty1<Object, Object> made = KFunctions.property(\"Made\");
        made.set(new Opener(), \"Four\");
        System.out.print(two.getClass().getSimpleName() + read(made));
    }
}
";
    let parts = parts(main);
    // The real library is too large for a look inside.
    let last = Some(Budget { facts: 0, steps: 0, bytes: 0 });
    let result = analyze_with(&parts, Scope::Demand, Options { last, ..Options::default() });
    assert_eq!(said(&parts), "FourTwoThree");
    let of = |method: &str| -> &SiteRow {
        let is_it = |row: &&SiteRow| {
            (row.place.method == method && !row.place.class.ends_with("Idle")) && row.short_api() == "Class.forName"
        };
        result.sites.iter().find(is_it).unwrap_or_else(|| panic!("{method}"))
    };
    assert_eq!(classes(of("twice")), ["app.Main$One"]);
    assert_eq!(classes(of("getMade")), ["app.Main$Three"]);
    assert_eq!(classes(of("setMade")), ["app.Main$Four"]);
    // Who has the array may put more into it.
    assert!(classes(of("late")).contains(&"app.Main$Two"));
    assert!(row(&result, "main", "KMutableProperty1.set").tier.is_incomplete());
    assert!(row(&result, "main", "KCallable.call").tier.is_incomplete());
    assert_eq!(classes(of("open")), ["app.Main$Four"], "no call passes one text but the setter's");
    assert!(
        result.sites.iter().all(|row| !row.place.class.ends_with("Idle") || !row.reachable),
        "it is given to no call"
    );
}

/// What the compiler fills in where arguments are left out, and texts are searched by loops over ranges.
#[test]
fn texts_with_defaults_are_made() {
    let main = "
package app;

import kotlin.text.StringsKt__StringsKt;

public class Main {
    static class One { }

    static Class<?> after(String text) throws Exception {
        return Class.forName(StringsKt__StringsKt.after$default(text, \":\", null, 2, null));
    }

    static Class<?> last() throws Exception { return Class.forName(StringsKt__StringsKt.afterLast(\"a:b:app.Main$One\", ':')); }

    static Class<?> none() throws Exception {
        return Class.forName(StringsKt__StringsKt.after$default(\"app.Main$One\", \":\", null, 2, null));
    }

    public static void main(String[] args) throws Exception {
        System.out.print(after(\"x:app.Main$One\").getSimpleName() + last().getSimpleName() + none().getSimpleName());
    }
}
";
    let (parts, result) = kotlin(main);
    assert_eq!(said(&parts), "OneOneOne");
    for method in ["after", "last", "none"] {
        let row = row(&result, method, "Class.forName");
        assert_eq!(classes(row), ["app.Main$One"], "{method}");
        assert!(!row.tier.is_incomplete(), "{method}: {:?}", row.reasons);
    }
}

/// Each `var` of a file has a setter, which most programs never call; one that does more is called from outside as any other method.
#[test]
fn setters_that_nothing_calls_set_nothing() {
    let main = "
package app;

import kotlin.jvm.internal.Intrinsics;

public class Main {
    private static String type = \"app.Main$One\";
    private static String called = \"app.Main$One\";
    private static String worked = \"app.Main$One\";

    static class One { }

    static class Two { }

    public static void setType(String value) {
        Intrinsics.checkNotNullParameter(value, \"<set-?>\");
        type = value;
    }

    public static void setCalled(String value) { called = value; }

    public static void setWorked(String value) { worked = value.trim(); }

    static Class<?> ofType() throws Exception { return Class.forName(type); }

    static Class<?> ofCalled() throws Exception { return Class.forName(called); }

    static Class<?> ofWorked() throws Exception { return Class.forName(worked); }

    public static void main(String[] args) throws Exception {
        setCalled(\"app.Main$Two\");
        System.out.print(ofType().getSimpleName() + ofCalled().getSimpleName() + ofWorked().getSimpleName());
    }
}
";
    let (parts, result) = kotlin(main);
    assert_eq!(said(&parts), "OneTwoOne");
    let found = row(&result, "ofType", "Class.forName");
    assert_eq!(classes(found), ["app.Main$One"]);
    assert!(!found.tier.is_incomplete(), "{:?}", found.reasons);
    let found = row(&result, "ofCalled", "Class.forName");
    assert_eq!(classes(found), ["app.Main$One", "app.Main$Two"]);
    assert!(!found.tier.is_incomplete(), "{:?}", found.reasons);
    assert!(row(&result, "ofWorked", "Class.forName").tier.is_incomplete());
    let reach = result.solved.expect("it is solved").reach;
    assert!(reach.unreached.iter().all(|method| !method.to_string().contains("setType")), "{:?}", reach.unreached);
}

/// The text that an operation of the library works on is no key by which something is asked for.
#[test]
fn texts_are_no_keys() {
    let main = "
package app;

import kotlin.text.StringsKt;

public class Main {
    static class One { }

    static Object made() throws Exception {
        return Class.forName(StringsKt.substringAfter(\"x:app.Main$One\", \":\", \"\")).newInstance();
    }

    public static void main(String[] args) throws Exception { System.out.print(made().getClass().getSimpleName()); }
}
";
    let (parts, result) = kotlin(main);
    assert_eq!(said(&parts), "One");
    let said: Vec<&str> = result.findings.iter().map(|finding| finding.summary.as_str()).collect();
    assert!(!said.is_empty() && said.iter().all(|summary| !summary.contains("\"x:app.Main$One\"")), "{said:?}");
}
