//! Handles that reach fields of more objects than are kept apart: what one method writes another one finds, in each of them.

use std::fmt::Write;

use reflection_check::engine;

use crate::support::jdk;
use crate::support::two_parts::two_parts;

/// Methods that make an object each, which one access reaches.
const MANY: usize = 600;

#[test]
fn what_is_written_into_one_of_many_objects_is_found() {
    let (mut makers, mut calls) = (String::new(), String::new());
    for number in 0..MANY {
        write!(
            makers,
            "static Object by{number}() throws Exception {{
                Part part = new Part();
                rename(part);
                return Class.forName(part.name).getDeclaredConstructor().newInstance();
            }}"
        )
        .unwrap();
        writeln!(calls, "System.out.println(\"by{number} \" + by{number}().getClass().getName());").unwrap();
    }
    let program = format!(
        "package app;
        import java.lang.invoke.MethodHandles;
        import java.lang.invoke.VarHandle;
        public class Many {{
            static class Part {{ String name = \"java.util.ArrayList\"; }}
            static final VarHandle NAME;
            static {{
                try {{
                    NAME = MethodHandles.lookup().findVarHandle(Part.class, \"name\", String.class);
                }} catch (ReflectiveOperationException e) {{
                    throw new AssertionError(e);
                }}
            }}
            static void rename(Part part) {{ NAME.set(part, \"java.util.LinkedList\"); }}
            {makers}
            public static void main(String[] args) throws Exception {{
                {calls}
            }}
        }}"
    );
    let project = two_parts([("Many.java", program.as_str())], [("Started.java", "package app; class Started {}")]);
    let run = jdk::java(&project.home).arg("-cp").arg(&project.library).arg("app.Many").output();
    let run = run.unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    let ran = String::from_utf8(run.stdout).unwrap();
    assert_eq!(ran.lines().count(), MANY, "{ran}");

    let result = project.analyze(&project.library, &engine::Options::default());
    for (method, class) in ran.lines().filter_map(|line| line.split_once(' ')) {
        let row = result.sites.iter().find(|row| row.place.method == method && row.id.contains("newInstance")).unwrap();
        assert!(row.targets.iter().any(|target| target.class == class), "{method}: {class} of {:?}", row.targets);
        assert_eq!(row.targets.len(), 2, "{method}: {:?}", row.targets);
    }
}
