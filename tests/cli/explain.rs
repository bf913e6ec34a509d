//! `explain` on a call of each tier: what a reader finds there. Must not know how answers come about.

use super::project::Project;

const MAIN: &str = r#"package p;
public class Main {
    public static void main(String[] args) throws Exception {
        proven();
        Settings settings = new Settings();
        settings.name = System.getProperty("name", "none");
        System.out.println(settings.name);
        settings.name = "p.A";
        sound(settings);
        partial(args.length > 0 ? System.getProperty("name") : "p.A");
        open(System.getProperty("name"));
    }
    static void proven() throws Exception {
        Settings own = new Settings();
        own.name = "p." + letter();
        Class.forName(own.name);
    }
    static String letter() { return "A"; }
    private static void sound(Settings settings) throws Exception {
        Class.forName(settings.name).getDeclaredConstructor().newInstance();
    }
    static void partial(String name) throws Exception {
        Class.forName(name).getDeclaredConstructor().newInstance();
    }
    static void open(String name) throws Exception {
        Class.forName(name).getDeclaredConstructor().newInstance();
    }
}
class Settings { String name; }
class A { }
"#;

#[test]
fn a_call_of_each_tier_says_what_it_rests_on() {
    let project = Project::new();
    project.compile("p/Main.java", MAIN);
    let run = project.run("check --classes classes --sources src --exit-zero --result result.json --output text=text");
    assert_eq!(run.status, 0, "{}{}", run.out, run.err);
    let explained = |what: &str| {
        let run = project.run(&format!("explain {what} --sources src --result result.json"));
        assert_eq!(run.status, 0, "{what}: {}{}", run.out, run.err);
        run.out
    };
    let rows: [(&str, &[&str]); 4] = [
        (
            "p.Main.proven()#Class.forName#1",
            &[
                "status: tier proven, resolution full",
                "proven by (",
                "src/p/Main.java:14: an object of \"p.Settings\" is made here",
                "src/p/Main.java:18: \"A\" is written here",
                "src/p/Main.java:15: \"p.Main.letter()\" returns \"A\"",
                "src/p/Main.java:15: put together: \"p.A\"",
                "src/p/Main.java:15: kept in field \"p.Settings.name\"",
                "src/p/Main.java:16: read from field \"p.Settings.name\", which no other code can have changed",
                "targets (1):\n    p.A\n",
            ],
        ),
        (
            "p.Main.sound(p.Settings)#Constructor.newInstance#1",
            &[
                "status: tier sound, resolution full",
                "closed-world",
                "known from what each caller of the method passes",
                "targets (1):\n    p.A.<init>()V\n",
            ],
        ),
        (
            "p.Main.partial(java.lang.String)#Constructor.newInstance#1",
            &["RC1001", "status: tier partial", "System.getProperty", "p.A.<init>()V"],
        ),
        (
            "p.Main.open(java.lang.String)#Constructor.newInstance#1",
            &["RC1001", "status: tier open, resolution none", "\"name\"", "src/p/Main.java:11"],
        ),
    ];
    for (what, says) in rows {
        let text = explained(what);
        let missing: Vec<&&str> = says.iter().filter(|said| !text.contains(**said)).collect();
        assert!(missing.is_empty(), "{what} does not say {missing:?}:\n{text}");
        assert_eq!(text.contains("proven by"), what.contains("proven"), "{text}");
    }
}
