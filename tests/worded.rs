//! What findings say of the call that they are about.

use reflection_check::config::Scope;
use reflection_check::result::RuleId;

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
