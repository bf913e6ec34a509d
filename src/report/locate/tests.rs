//! Places of calls against javac, the JVM and sources made by hand.

use tempfile::TempDir;

use super::*;
use crate::classpath::testing::{java, jdk17};
use crate::config::Policy;
use crate::report::{judge, sample};
use crate::result::SiteKind;

#[test]
fn columns_are_utf16() {
    let text = Some("\u{1f600} x.forName(y)".to_owned());
    let at = |columns| Location { path: "A".into(), line: 1, columns, line_hash: None, text: text.clone() }.token();
    assert_eq!(at(Some((6, 13))).as_deref(), Some("forName"));
    assert_eq!(at(Some((1, 3))).as_deref(), Some("\u{1f600}"));
    assert_eq!(at(Some((2, 3))).as_deref(), Some("\u{fffd}"));
    assert_eq!(at(Some((90, 95))).as_deref(), Some(""));
    assert_eq!(at(Some((5, 2))).as_deref(), Some(""));
    assert_eq!(at(None), text);
}

/// Each call of `go` names itself and prints where its instruction is.
const CALLS: &str = r#"package com.acme;

import java.util.function.*;

public class Calls {
    static final Calls A = new Calls();

    Calls go(String id, Object... rest) {
        StackWalker.StackFrame at = StackWalker.getInstance().walk(frames -> frames.skip(1).findFirst().get());
        System.out.println(String.join("\t", id, at.getClassName(), at.getMethodName(), at.getDescriptor(),
            "" + at.getByteCodeIndex(), "" + at.getLineNumber()));
        return this;
    }

    static <T> T run(Supplier<T> body, Object... rest) { return body.get(); }

    static void close(boolean fail) {
        try {
            if (fail) throw new IllegalStateException();
        } finally { A.go("finally 1", A.go("finally 2")); }
    }

    static class Inner {
        { A.go("initialiser"); }
        Object field = A.go("field 1").go("field 2");
        Inner() { A.go("constructor"); }
    }

    public static void main(String[] args) {
        A.go("plain");
        A.go("nested 1", A.go("nested 2", A.go("nested 3")), A.go("nested 4"));
        A.go("chained 1").go("chained 2").go("chained 3", A.go("chained 4"));
        A /* go( */ . go ("blanks", "go(", 'g'); // A.go("comment")
        A
            .go("lines 1")
            .go(
                "lines 2",
                A.go("lines 3"), A.go("lines 4",
                    A
                        .go("lines 5")))
            .go("lines 6");
        run(() -> A.go("lambda 1")).go("after lambda");
        A.go("around lambdas", A.go("before lambdas"), run(() -> A.go("lambda 2"), A.go("beside")), A.go("behind"),
            run(() -> { A.go("block 1"); return A.go("block 2"); }), A.go("last"));
        run(() -> run(() -> A.go("nested lambda")));
        run(() -> A.go("a")); run(() -> A.go("b")); run(() -> A.go("c"));
        Object object = args.length == 0 ? A.go("then") : A.go("else");
        for (int i = 0; A.go("condition") != null && i < 1; A.go("step"), i++) {
            A.go("body");
        }
        switch (args.length) { case 0 -> A.go("case"); default -> run(() -> A.go("default")); }
        String text = """
            A.go("text block") \""" + A.go("in block")
            """ + A.go("behind block");
        new Inner(); new Object() { { A.go("anonymous"); } };
        Calls calls[] = { A.go("array 1"), A.go("array 2", calls().go("array 3")) };
        assert A.go("assert 1") == A.go("assert 2").go("assert 3");
        close(false);
        try { close(true); } catch (IllegalStateException e) { A.go("caught"); }
    }

    static Calls calls() { return A; }
}
"#;

/// javac and the JVM are the judge of lines and of the order of calls: every call that ran is found at its own text. Not told
/// apart are the step and the body of a loop on one line, and lambdas nested in each other on one line.
#[test]
fn every_call_is_found_at_its_own_text() {
    let dir = TempDir::new().unwrap();
    let folder = dir.path().join("src/com/acme");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("Calls.java"), CALLS).unwrap();
    let ran = java(&jdk17()).args(["-ea", "src/com/acme/Calls.java"]).current_dir(dir.path()).output().unwrap();
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    let events = String::from_utf8(ran.stdout).unwrap();

    let mut result = sample::empty();
    let mut ids = Vec::new();
    for event in events.lines() {
        let parts: Vec<&str> = event.split('\t').collect();
        let [id, class, method, descriptor, offset, line] = parts[..] else { panic!("{event}") };
        let (offset, line) = (offset.parse().unwrap(), line.parse().unwrap());
        let mut place = sample::place(class, method, descriptor, offset, line, "go");
        place.file = Some("Calls.java".to_owned());
        if !result.sites.iter().any(|site| site.place == place) {
            result.sites.push(sample::site(id, place, SiteKind::Action, "go"));
            ids.push(id.to_owned());
        }
    }
    assert_eq!(ids.len(), 52, "{ids:?}");
    let policy = Policy::default();
    let sources = SourceMap::new(&["src".into()], Some(dir.path()));
    let judged = judge(sample::input(&result, &policy, &sources));
    for (id, site) in ids.iter().zip(&result.sites) {
        let location = judged.locate(&site.place).unwrap();
        let found: String =
            location.text.as_ref().unwrap().chars().skip(location.columns.unwrap().0 as usize - 1).collect();
        // Of a call that goes on in the next line the name is found, and its own text follows there.
        let own = ["go(", "go ("].iter().any(|call| found.starts_with(&format!("{call}\"{id}\"")));
        assert!(own || (id == "lines 2" && found == "go("), "{id}: {found} in line {}", location.line);
    }
}
