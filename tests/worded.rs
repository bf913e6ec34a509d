//! What findings say of the call that they are about.

use reflection_check::config::Scope;

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
        of_method.map(|finding| finding.call.as_str()).collect::<Vec<_>>()
    };
    assert_eq!(shown("byName"), ["Class.forName(name).newInstance()"]);
    assert_eq!(shown("byLoader"), ["ClassLoader.loadClass(name).newInstance()"]);
    assert_eq!(shown("fromElsewhere"), ["Class.newInstance()"]);
}
