//! What findings say of the call that they are about.

use reflection_check::config::Scope;
use reflection_check::result::{Certainty, CutKind, RuleId};

use crate::support::closed::analyze;
use crate::support::two_parts::two_parts;

const CALLS: &str = "
package app;

public class Main {
    static Class<?> kept;

    public static void main(String[] args) throws Exception {
        byName();
        byLoader();
        kept = Class.forName(System.getProperty(\"kept\"));
        fromElsewhere();
    }

    static Object byName() throws Exception { return Class.forName(System.getProperty(\"name\")).newInstance(); }

    static Object byLoader() throws Exception {
        return Main.class.getClassLoader().loadClass(System.getProperty(\"loaded\")).newInstance();
    }

    static Object fromElsewhere() throws Exception { return kept.newInstance(); }
}
";

/// Without sources the call is all that a reader sees of the place.
#[test]
fn a_look_up_is_shown_where_it_is() {
    let parts = two_parts([("Nothing.java", "package lib; class Nothing { }")], [("Main.java", CALLS)]);
    let result = analyze(&parts, Scope::Demand, None);
    let shown = |method: &str| {
        let of_method = result.findings.iter().filter(|finding| finding.place.method == method);
        let of_method = of_method.filter(|finding| finding.rule == RuleId::RC1001);
        of_method.map(|finding| finding.call.as_str()).collect::<Vec<_>>()
    };
    assert_eq!(shown("byName"), ["Class.forName(name).newInstance()"]);
    assert_eq!(shown("byLoader"), ["ClassLoader.loadClass(name).newInstance()"]);
    assert_eq!(shown("fromElsewhere"), ["Class.newInstance()"]);
}

const BESIDE: &str = "
package app;

import java.lang.management.ManagementFactory;
import javax.management.ObjectName;

public class Main {
    static String kept;

    public interface BeanMBean { void setName(String name); }

    public static class Bean implements BeanMBean {
        public void setName(String name) { kept = name; }
    }

    public static void main(String[] args) throws Exception {
        ManagementFactory.getPlatformMBeanServer().registerMBean(new Bean(), new ObjectName(\"a:type=b\"));
        beside(args.length == 0);
        alone();
    }

    static Object beside(boolean own) throws Exception {
        return Class.forName(own ? System.getProperty(\"own\") : kept).newInstance();
    }

    static Object alone() throws Exception { return Class.forName(kept).newInstance(); }
}
";

/// Who calls by name is told of the value that is shown, not of another that may decide, too.
#[test]
fn who_calls_by_name_is_told_of_what_is_shown() {
    let parts = two_parts([("Nothing.java", "package lib; class Nothing { }")], [("Main.java", BESIDE)]);
    let result = analyze(&parts, Scope::Demand, None);
    let input = |method: &str| {
        let finding = result.findings.iter().find(|finding| finding.place.method == method);
        finding.and_then(|finding| finding.input.as_ref()).unwrap().text.clone()
    };
    assert!(input("alone").contains("it is called by name"), "{}", input("alone"));
    assert_eq!(input("beside"), "name <- System.getProperty(\"own\")");
}

const ABSENT: &str = "
package app;

import java.util.HashMap;
import java.util.Map;

public class Main {
    static class Own extends ClassLoader {
        final Map<String, Class<?>> known = new HashMap<>();

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            Class<?> found = known.get(name);
            return found != null ? found : super.loadClass(name, resolve);
        }
    }

    public static void main(String[] args) throws Exception {
        Own own = new Own();
        own.known.put(args[0], Class.forName(args[0]));
        first(own);
        second(own);
        either(own, args.length == 0);
        removed(own);
        behind();
    }

    static void first(Own own) throws Exception { Class.forName(\"org.absent.Zebra\", true, own).newInstance(); }

    static void second(Own own) throws Exception { Class.forName(\"org.absent.Ant\", true, own).newInstance(); }

    static void either(Own own, boolean first) throws Exception {
        Class.forName(first ? \"org.absent.Bee\" : \"org.absent.Cat\", true, own).newInstance();
    }

    static void removed(Own own) throws Exception { Class.forName(\"java.util.jar.Pack200\", true, own).newInstance(); }

    static void behind() {
        try {
            Class<?> part = Class.forName(\"org.absent.Whole\").getClasses()[0];
            part.getMethod(\"build\").invoke(part.getConstructors()[0].newInstance());
        } catch (Exception e) {
            e.printStackTrace();
        }
    }
}
";

/// A class that is absent is named where it is asked for; the JDK's own no loader brings; what comes after a look-up that always fails
/// is told no more.
#[test]
fn absent_classes_are_named_where_they_are_asked_for() {
    let parts = two_parts([("Nothing.java", "package lib; class Nothing { }")], [("Main.java", ABSENT)]);
    let result = analyze(&parts, Scope::Demand, None);
    let told = |method: &str| {
        let here = result.findings.iter().filter(|finding| finding.place.method == method);
        here.map(|finding| (finding.rule, finding.summary.as_str())).collect::<Vec<_>>()
    };
    let known_by_loader = |name: &str| format!("\"{name}\" is not on the class path, and the class loader may know it");
    assert_eq!(told("first"), [(RuleId::RC1001, known_by_loader("org.absent.Zebra").as_str())]);
    assert_eq!(told("second"), [(RuleId::RC1001, known_by_loader("org.absent.Ant").as_str())]);
    let either = "a class asked for is not on the class path, and the class loader may know it";
    assert_eq!(told("either"), [(RuleId::RC1001, either)]);
    assert!(told("removed").contains(&(RuleId::RC3001, "the JDK has no class \"java.util.jar.Pack200\"")));
    assert!(told("behind").contains(&(RuleId::RC3001, "there is no class \"org.absent.Whole\" on the class path")));
    let open = result.findings.iter().filter(|finding| finding.tier.is_incomplete());
    assert_eq!(open.filter(|finding| ["removed", "behind"].contains(&&*finding.place.method)).count(), 0);
}

const PASSED: &str = "
package app;

import java.util.List;

public class Main {
    public static void main(String[] args) throws Exception {
        ofOneCaller(\"java.util.ArrayList\");
        ofOneCaller(System.getProperty(\"engine\"));
        ofSeveral(args[0]);
        ofSeveral(System.getenv(\"ENGINE\"));
        overAnother(System.getProperty(\"other\"), args);
        List.of(args).forEach(Main::ofFunction);
        unnamed(args[0]);
        unnamed(java.util.Locale.getDefault().getDisplayName());
        ofItself(args.length, System.getProperty(\"itself\"));
        asked(args[0]);
        asked(java.util.Locale.getDefault().getDisplayName());
    }

    static Object ofOneCaller(String name) throws Exception { return Class.forName(name).newInstance(); }

    static Object ofSeveral(String name) throws Exception { return Class.forName(name).newInstance(); }

    static Object overAnother(String name, String[] args) throws Exception { return another(args, name); }

    static Object another(String[] args, String name) throws Exception { return Class.forName(name).newInstance(); }

    static void ofFunction(String name) {
        try {
            Class.forName(name).newInstance();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    static Object unnamed(String name) throws Exception { return Class.forName(name).newInstance(); }

    static Object asked(String name) throws Exception {
        return Class.forName(name).asSubclass(Number.class).newInstance();
    }

    static Object ofItself(int depth, String name) throws Exception {
        return depth == 0 ? Class.forName(name).newInstance() : ofItself(depth - 1, name);
    }
}
";

/// A parameter of the method that makes the call tells a reader nothing, if it is known what callers pass.
#[test]
fn what_callers_pass_is_named() {
    let parts = two_parts([("Nothing.java", "package lib; class Nothing { }")], [("Main.java", PASSED)]);
    let result = analyze(&parts, Scope::Demand, None);
    let said = |method: &str| {
        let of_method = result.findings.iter().filter(|finding| finding.place.method == method);
        let mut of_method = of_method.filter(|finding| finding.rule == RuleId::RC1001);
        let finding = of_method.next().expect("it is unsound");
        let (subject, _) = finding.summary.split_once(" and nothing ").expect("it says what decides");
        let input = finding.input.as_ref().map_or("", |input| &input.text);
        (subject.to_owned(), input.to_owned())
    };
    let check = |method, subject: &str, input: &str| {
        assert_eq!(said(method), (subject.to_owned(), input.to_owned()), "{method}")
    };
    check("ofOneCaller", "\"engine\" names the class", "name <- System.getProperty(\"engine\")");
    check("ofSeveral", "\"ENGINE\" and other values name the class", "name <- System.getenv(\"ENGINE\")");
    check("another", "\"other\" names the class", "name <- System.getProperty(\"other\")");
    let main = "parameter 1 of \"app.Main.main(java.lang.String[])\"";
    check("ofFunction", &format!("{main} names the class"), &format!("name <- {main}"));
    let own = "parameter 1 of \"app.Main.unnamed(java.lang.String)\"";
    check("unnamed", &format!("{own} names the class"), &format!("name <- {own}"));
    let own = "parameter 1 of \"app.Main.asked(java.lang.String)\"";
    check("asked", &format!("{own} names the class"), &format!("name <- {own}"));
    check("ofItself", "\"itself\" names the class", "name <- System.getProperty(\"itself\")");
}

const NATIVE: &str = "
package app;

public class Main {
    static class Size { short width; short height; }

    static class Region { Size size; int[] cells; }

    static class Named extends Size { String name; }

    static class Titled { String title; }

    static native void fill(Region region);

    static native Object make(Region region);

    static native void title(Titled titled);

    static native void names(String[] names);

    native void own();

    public static void main(String[] args) throws Exception {
        fill(new Region());
        title(new Titled());
        names(args);
        new Main().own();
        make(new Region()).getClass().getMethod(\"run\").invoke(null);
    }
}
";

/// Where native code can put no reference nothing becomes unknown; what it gives says so itself.
#[test]
fn native_code_is_told_of_where_it_can_change_something() {
    let fits = NATIVE.replace("class Named extends Size", "class Named");
    let natives = |code: &str| {
        let parts = two_parts([("Nothing.java", "package lib; class Nothing { }")], [("Main.java", code)]);
        let result = analyze(&parts, Scope::Demand, None);
        let open = result.sites.iter().find(|row| row.short_api() == "Method.invoke").expect("it is called");
        assert!(open.tier.is_incomplete(), "what native code gives is unknown");
        let cuts = result.own_cuts().filter(|cut| cut.kind == CutKind::UnmodelledNative);
        cuts.map(|cut| cut.place.as_ref().expect("it has a place").method.clone()).collect::<Vec<_>>()
    };
    assert_eq!(natives(&fits), ["names", "title"]);
    assert_eq!(natives(NATIVE), ["fill", "names", "title", "make"]);
}

const OR_NULL: &str = "
package app;

public class Main {
    static Class<?> orNull(String name) {
        try {
            return Class.forName(name);
        } catch (ClassNotFoundException e) {
            return null;
        }
    }

    static boolean asked() throws Exception {
        Class<?> found = orNull(\"app.Asked\");
        return found != null && found.newInstance() != null;
    }

    static Object notAsked() throws Exception { return orNull(\"app.NotAsked\").newInstance(); }

    public static void main(String[] args) throws Exception {
        orNull(args[0]);
        asked();
        notAsked();
    }
}
";

/// A method that gives null for a class which is not there keeps the failure from those who ask, and from nobody else.
#[test]
fn who_goes_on_without_the_class_is_told() {
    let parts = two_parts([("Nothing.java", "package lib; class Nothing { }")], [("Main.java", OR_NULL)]);
    let result = analyze(&parts, Scope::Demand, None);
    let sure = |name: &str| {
        let all = result.findings.iter().filter(|finding| finding.rule == RuleId::RC3001);
        let mut uses = all.filter(|finding| finding.place.method != "orNull" && finding.summary.contains(name));
        let found = uses.next().expect("it is not there");
        (found.place.method.clone(), found.certainty)
    };
    assert_eq!(sure("app.Asked"), ("asked".to_owned(), Some(Certainty::Guarded)));
    assert_eq!(sure("app.NotAsked"), ("notAsked".to_owned(), Some(Certainty::Likely)));
}

/// A primitive type has no name that a look-up takes, wherever a name of a class is read.
#[test]
fn no_name_of_a_primitive_type_is_proposed() {
    const NAMED: &str = "
    package app;

    import java.lang.invoke.MethodType;

    public class Main {
        public static void main(String[] args) throws Exception {
            if (args.length == 0) byDescriptor(); else byName();
        }

        static void byName() throws Exception { Class.forName(\"int\"); }

        static void byDescriptor() { MethodType.fromMethodDescriptorString(\"(Lint;)V\", Main.class.getClassLoader()); }
    }
    ";
    let parts = two_parts([("Nothing.java", "package lib; class Nothing { }")], [("Main.java", NAMED)]);
    let result = analyze(&parts, Scope::Demand, None);
    for method in ["byName", "byDescriptor"] {
        let of_method = result.findings.iter().filter(|finding| finding.place.method == method);
        let advice: Vec<_> = of_method.map(|finding| finding.advice.text()).collect();
        assert!(advice.len() == 1 && advice[0].starts_with("use int.class or "), "{method}: {advice:?}");
    }
}
