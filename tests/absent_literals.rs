//! Class literals of classes that are on no class path, at calls that are no sites of their own: run in a JVM, where the
//! instruction that names the class throws before the call.

use std::collections::BTreeMap;

use reflection_check::engine;
use reflection_check::result::{Certainty, RuleId};

use crate::support::jdk;
use crate::support::two_parts::two_parts;

const GONE: &str = "package lib; public class Gone { public interface Face {} }";

const APPLICATION: &str = "package app;
    import java.lang.invoke.*;
    public class App {
        interface Task { void run() throws Exception; }
        public static void main(String[] args) throws Exception {
            Class.forName(\"app.App\");
            run(\"subclass\", App::subclass);
            run(\"cast\", App::cast);
            run(\"asked\", App::asked);
            run(\"type\", App::type);
            run(\"types\", App::types);
            run(\"caught\", App::caught);
            run(\"there\", App::there);
        }
        static void run(String name, Task task) {
            try {
                task.run();
                System.out.println(name + \" runs\");
            } catch (Exception | LinkageError thrown) {
                System.out.println(name + \" \" + thrown.getClass().getSimpleName());
            }
        }
        static void subclass() { App.class.asSubclass(lib.Gone.Face.class); }
        static void cast() { lib.Gone.class.cast(null); }
        static void asked() { System.out.println(Object.class.isAssignableFrom(lib.Gone.class)); }
        static void type() { System.out.println(MethodType.methodType(void.class, lib.Gone.class)); }
        static void types() {
            System.out.println(MethodType.methodType(void.class, int.class, String.class, lib.Gone[].class));
        }
        static void caught() {
            try {
                App.class.asSubclass(lib.Gone.class);
            } catch (NoClassDefFoundError none) {
                System.out.println(\"optional\");
            }
        }
        static void there() { App.class.asSubclass(Object.class); }
    }";

/// What is said at a method: rule, certainty and summary.
type Said<'r> = (RuleId, Option<Certainty>, &'r str);

#[test]
fn literals_of_absent_classes_are_said_to_be_missing() {
    let project = two_parts([("Gone.java", GONE)], [("App.java", APPLICATION)]);
    let run = jdk::java(&project.home).arg("-cp").arg(&project.classes).arg("app.App").output().unwrap();
    let ran = String::from_utf8(run.stdout).unwrap();
    let throws = |method: &str| ran.contains(&format!("{method} NoClassDefFoundError"));

    let result = project.analyze(&project.classes, &engine::Options::default());
    let mut found: BTreeMap<&str, Vec<Said<'_>>> = BTreeMap::new();
    for finding in &result.findings {
        found.entry(&finding.place.method).or_default().push((finding.rule, finding.certainty, &finding.summary));
    }
    let no_class = |name: &str| format!("there is no class \"{name}\" on the class path");
    for method in ["subclass", "cast", "asked", "type", "types"] {
        assert!(throws(method), "{ran}");
        let summary = no_class(if method == "subclass" { "lib.Gone$Face" } else { "lib.Gone" });
        let wanted = vec![(RuleId::RC3001, Some(Certainty::Likely), summary.as_str())];
        assert_eq!(found.get(method), Some(&wanted), "{method}");
    }
    let guarded = (RuleId::RC3001, Some(Certainty::Guarded), no_class("lib.Gone"));
    let caught =
        found.get("caught").map(|found| found.iter().map(|&(r, c, s)| (r, c, s.to_owned())).collect::<Vec<_>>());
    assert_eq!(caught, Some(vec![guarded]));
    assert!(ran.contains("there runs") && !found.contains_key("there"), "{ran} {found:?}");
}
