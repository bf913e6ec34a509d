//! `coverage` from outside: its tables as text and as JSON, the same at any number of threads. Must not know how claims are made.

use super::project::Project;

const MAIN: &str = r#"package p;
public class Main {
    public static void main(String[] args) {
        Shape own = new Square();
        own.draw();
        draw(new Square());
        draw(args.length > 0 ? new Circle() : new Square());
    }
    private static void draw(Shape shape) { shape.draw(); System.out.println(shape); }
}
interface Shape { void draw(); }
class Square implements Shape { public void draw() { } }
class Circle implements Shape { public void draw() { } }
"#;

#[test]
fn tables_are_the_same_as_text_and_json_and_at_any_number_of_threads() {
    let project = Project::new();
    project.compile("p/Main.java", MAIN);
    let run = |more: &str| {
        let run = project.run(&format!("coverage --classes classes --scope demand {more}"));
        assert_eq!(run.status, 0, "{}{}", run.out, run.err);
        run.out
    };
    // By the coarser analysis, which says in a moment what is claimed: threads have no part in what it is compared with.
    let coarser = run("--context insensitive --threads 1");
    assert_eq!(coarser, run("--context insensitive --threads 2"));
    assert!(coarser.contains("compared with the analysis with contexts           insensitive\n"), "{coarser}");
    assert!(!coarser.contains("did not end"), "{coarser}");
    let tables: serde_json::Value = serde_json::from_str(&run("--json")).unwrap();
    assert_eq!(tables["compared-with"], "2-obj+heap", "{tables}");
    let number = |name: &str| tables[name].as_u64().unwrap();
    // The call on what is made beside it is proven; those on the parameter and on what the JDK gives are not.
    assert_eq!((number("virtual-calls"), number("one-target"), number("one-target-relaxed")), (3, 2, 1), "{tables}");
    let claimed = |table: &str, who: &str| tables[table][who].as_u64().unwrap();
    let (all, some) = (claimed("relaxed", "for-all-callers"), claimed("relaxed", "for-some-caller"));
    // The parameter holds squares and circles, as its callers show.
    assert!(0 < all && all < some && some <= number("variables"), "{tables}");
    assert_eq!(tables["contradictions"].as_array().unwrap().len(), 0, "{tables}");
    let refused = project.run("coverage --classes classes --context none");
    assert!(refused.status == 2 && refused.err.contains("context"), "{}", refused.err);
}
