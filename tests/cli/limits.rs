//! Answers that are too long, or that a limit cut short: what is said of them, and what makes them shorter. Must not know how they come
//! about.

use super::project::Project;

/// A utility of a library, by which a call is known that has no model.
const UTILITY: &str = "package org.apache.commons.beanutils;
public class PropertyUtils {
    public static java.beans.PropertyDescriptor getPropertyDescriptor(Object bean, String name) { return null; }
}
";

#[test]
fn a_limit_says_nothing_of_a_call_that_has_no_model() {
    let project = Project::new();
    project.compile("org/apache/commons/beanutils/PropertyUtils.java", UTILITY);
    let letters: String = (b'a'..=b't').map(|letter| format!("\"{}\", ", letter as char)).collect();
    let source = format!(
        "package p;
        public class Main {{
            static final String[] LETTERS = {{ {letters} }};
            public static void main(String[] args) throws Exception {{
                String name = System.getProperty(\"bean.property\");
                if (args.length > 2) name = LETTERS[args.length] + LETTERS[args.length + 1];
                org.apache.commons.beanutils.PropertyUtils.getPropertyDescriptor(new Main(), name);
            }}
        }}"
    );
    project.write("src/p/Main.java", source);
    project.javac(&["src/p/Main.java", "src/org/apache/commons/beanutils/PropertyUtils.java"]);
    std::fs::create_dir(project.path("library")).unwrap();
    std::fs::rename(project.path("classes/org"), project.path("library/org")).unwrap();
    let run = project.run("check --classes classes --classpath library --sources src --result result.json");
    assert!(run.status == 0 && !run.out.contains("RC1003"), "{}{}", run.out, run.err);
    // The answer is said to be incomplete all the same.
    let site = "p.Main.main(java.lang.String[])#PropertyUtils.getPropertyDescriptor#1";
    let explained = project.run(&format!("explain {site} --sources src --result result.json")).out;
    assert!(explained.contains("may be incomplete") && explained.contains("more than 256 texts"), "{explained}");
}
