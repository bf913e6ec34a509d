//! Class files that no compiler of Java leaves in a folder like this: names with lone surrogates, and two forms of one class.

use super::project::Project;
use crate::support::jdk::{java, jdk17};

/// The row of the one call of an API in the `sites` report.
fn site(project: &Project, api: &str) -> serde_json::Value {
    let run = project.run("check --classes classes --exit-zero --output sites=sites --output text=-");
    assert!(run.status == 0 && !run.out.contains("RC3"), "{}{}", run.out, run.err);
    let text = std::fs::read_to_string(project.path("sites")).unwrap();
    let rows = text.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    let mut rows = rows.filter(|row| row["site"].as_str().is_some_and(|site| site.contains(api)));
    let row = rows.next().unwrap();
    assert!(rows.next().is_none(), "{text}");
    row
}

fn runs(project: &Project) -> bool {
    let mut java = java(&jdk17());
    java.args(["-cp", "classes", "p.Main"]).current_dir(project.path(".")).output().unwrap().status.success()
}

#[test]
fn a_member_whose_name_has_a_lone_surrogate_is_there() {
    let source = r#"package p;
public class Main {
    public static void mABC() { }
    public static void main(String[] args) throws Exception {
        Main.class.getMethod("mABC");
        java.lang.invoke.MethodHandles.lookup().findStatic(Main.class, "mABC", java.lang.invoke.MethodType.methodType(void.class));
    }
}
"#;
    let project = Project::new();
    project.compile("p/Main.java", source);
    // A method and a string share one constant. As long in modified UTF-8 (JVMS 4.4.7) is one half of a surrogate pair.
    let mut class = std::fs::read(project.path("classes/p/Main.class")).unwrap();
    let at = class.windows(4).position(|bytes| bytes == b"mABC").unwrap();
    class[at + 1..at + 4].copy_from_slice(&[0xED, 0xA0, 0x81]);
    project.write("classes/p/Main.class", &class);
    assert!(runs(&project));
    for api in ["Class.getMethod", "Lookup.findStatic"] {
        let row = site(&project, api);
        // As a text such a name is unknown: put together with the other half it would be another character.
        assert_eq!((&row["target_count"], &row["flagged"]), (&1.into(), &true.into()), "{row}");
    }
}

#[test]
fn what_only_the_form_for_a_packed_folder_has_is_not_known() {
    let main = r#"package p;
public class Main {
    public static void main(String[] args) throws Exception {
        Class.forName("p.Both").getMethod("nine").invoke(null);
    }
}
"#;
    let project = Project::new();
    project.compile("p/Main.java", main);
    project.compile("p/Both.java", "package p; public class Both { public static void nine() { } }");
    let packed = std::fs::read(project.path("classes/p/Both.class")).unwrap();
    project.compile("p/Both.java", "package p; public class Both { }");
    project.write("classes/META-INF/versions/9/p/Both.class", packed);
    assert!(!runs(&project));
    for api in ["Class.getMethod", "Method.invoke"] {
        let row = site(&project, api);
        assert!(row["flagged"] == true && row["tier"] != "proven", "{row}");
    }
    let reasons = site(&project, "Class.getMethod")["reasons"].to_string();
    assert!(reasons.contains("META-INF/versions of the folder has another class p.Both"), "{reasons}");
    // What the form that runs here has is known.
    project.compile("p/Both.java", "package p; public class Both { public static void nine() { } }");
    assert!(runs(&project) && site(&project, "Class.getMethod")["flagged"] == false);
}
