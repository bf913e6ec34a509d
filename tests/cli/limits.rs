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

/// A program of two classes of thirty methods each, and what is said of its call with an entry.
fn said(look_up: &str, entry: &str) -> String {
    let project = Project::new();
    let names = |class: &str| (0..30).map(|nth| format!("{class}{nth:02}")).collect::<Vec<_>>();
    let class = |name: &str| {
        let methods = names(name).into_iter().map(|method| format!("public static void {method}() {{}}\n"));
        format!("class {name} {{ {} }}\n", methods.collect::<String>())
    };
    let listed = [names("A"), names("B")].concat().join("\", \"");
    let source = format!(
        "package p;
        public class Many {{
            static final String[] NAMES = {{ \"{listed}\" }};
            public static void main(String[] args) throws Exception {{
                Class<?> type = args.length > 0 ? A.class : B.class;
                {look_up}
            }}
            static String name(int nth) {{ return NAMES[nth]; }}
        }}
        {}{}",
        class("A"),
        class("B")
    );
    project.compile("p/Many.java", &source);
    let at = "at = \"p.Many.main(java.lang.String[])\"";
    project.write("reflection-specs/app.toml", entry.replace("AT", at));
    project.run("check --classes classes --sources src").out
}

#[test]
fn what_makes_an_answer_shorter_is_said() {
    let call = "[[call]]\nAT\napi = \"java.lang.reflect.Method.invoke\"\ntargets = [\"p.A#A00()\"]\n";
    let source = "[[source]]\nAT\ncall = \"p.Many.name\"\nvalues = [\"A00\", \"B01\"]\n";
    let named = "type.getDeclaredMethod(name(args.length)).invoke(null);";
    let listed = "for (java.lang.reflect.Method method : type.getDeclaredMethods()) method.invoke(null);";
    for (look_up, advice, entry, other) in [
        (named, "list the names in a [[source]] entry", source, Some(call)),
        (listed, "name the targets in a [[call]] entry", call, None),
    ] {
        let text = said(look_up, "");
        assert!(text.contains("RC2001") && text.contains(advice), "{text}");
        let text = said(look_up, entry);
        assert!(!text.contains("RC2001"), "{text}");
        let text = other.map_or_else(|| said(look_up, ""), |other| said(look_up, other));
        assert!(text.contains("RC2001"), "it only adds: {text}");
    }
}
