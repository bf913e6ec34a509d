//! What was done to an object before a place.

use super::facts::{call, each_body};
use crate::ir::dominance::Dominators;
use crate::ir::facts::{Def, Facts};
use crate::ir::history::{Act, changes_before};
use crate::ir::{ConstValue, Op};

/// Per code, what a new builder was given before `f(b.toString())`, in order.
fn histories(codes: &[&str]) -> Vec<Option<String>> {
    let members =
        "static Object s; static void f(String s) { } static void g(Object o) { } static int h() { return 0; }";
    each_body(members, "static void m(boolean x, int n)", codes, |program, body| {
        let facts = Facts::of(body);
        let (.., args) = call(program, body, "f");
        let name = |op: &Op| match op {
            Op::Invoke { method, args, .. } => {
                Some((program.str(program.method_ref_data(*method).name).to_owned(), args.clone()))
            }
            _ => None,
        };
        let Def::Stmt(block, nth) = facts.def(args[0]) else { panic!("no text is made") };
        let origin = body.blocks.iter().flat_map(|block| &block.stmts).find_map(|stmt| match stmt.op {
            Op::New { dst, class } if program.type_name(class) == "java.lang.StringBuilder" => Some(dst),
            _ => None,
        });
        let act = |op: &Op, _| match name(op).as_ref().map(|(name, _)| name.as_str()) {
            Some("append") => Act::ChangesAndGives,
            Some("<init>" | "setCharAt") => Act::Changes,
            Some("setLength") => Act::Restarts,
            Some("toString" | "length") => Act::Reads,
            _ => Act::Leaks,
        };
        let changes = changes_before(&facts, &Dominators::of(body), origin?, (block, nth), act)?;
        let show = |&(block, nth): &(crate::ir::BlockId, u32)| {
            let (name, args) = name(&body.blocks[block].stmts[nth as usize].op)?;
            match args.last().and_then(|&arg| facts.constant_of(arg)) {
                Some(ConstValue::Str { text, .. }) => Some(program.str(*text).to_owned()),
                _ => Some(name),
            }
        };
        changes.iter().map(show).collect::<Option<Vec<_>>>().map(|shown| shown.join(" "))
    })
}

#[test]
fn changes_come_in_order() {
    let cases = [
        ("f(new StringBuilder(\"a\").append(\"b\").append(\"c\").toString());", "a b c"),
        ("StringBuilder b = new StringBuilder(); b.append(\"a\"); b.append(\"b\"); f(b.toString());", "<init> a b"),
        // What comes behind does not count, nor what is done on another way.
        ("StringBuilder b = new StringBuilder(\"a\"); f(b.toString()); b.append(\"b\");", "a"),
        ("StringBuilder b = new StringBuilder(\"a\"); if (x) { b.append(\"b\"); g(s); } else f(b.toString());", "a"),
        ("StringBuilder b = new StringBuilder(\"a\"); if (x) return; b.append(\"b\"); f(b.toString());", "a b"),
        ("StringBuilder b = new StringBuilder(\"a\"); while (b.length() < n) g(s); f(b.toString());", "a"),
        // Made anew each time.
        ("while (h() < n) { StringBuilder b = new StringBuilder(\"a\"); b.append(\"b\"); f(b.toString()); }", "a b"),
        (
            "StringBuilder b = new StringBuilder(\"a\"); while (h() < n) { b.setLength(0); b.append(\"b\"); f(b.toString()); }",
            "setLength b",
        ),
        (
            "StringBuilder b = new StringBuilder(\"a\"); b.setLength(0); b.append(\"b\"); b.setLength(0); f(b.toString());",
            "setLength",
        ),
        (
            "StringBuilder b = new StringBuilder(\"a\"); try { g(s); } finally { b.append(\"b\"); } f(b.toString());",
            "a b",
        ),
    ];
    for ((code, expected), found) in cases.iter().zip(histories(&cases.map(|(code, _)| code))) {
        // Both copies of `finally` change it; only one of them leads to the end.
        assert_eq!(found.as_deref(), Some(*expected), "{code}");
    }
}

#[test]
fn changes_that_depend_on_the_way() {
    let codes = [
        "StringBuilder b = new StringBuilder(\"a\"); if (x) b.append(\"b\"); f(b.toString());",
        "StringBuilder b = new StringBuilder(\"a\"); while (h() < n) b.append(\"b\"); f(b.toString());",
        "StringBuilder b = new StringBuilder(\"a\"); while (h() < n) { b.append(\"b\"); f(b.toString()); }",
        "StringBuilder b = new StringBuilder(\"a\"); while (h() < n) { f(b.toString()); b.append(\"b\"); }",
        "StringBuilder b = new StringBuilder(\"a\"); while (h() < n) { if (x) b.setLength(0); b.append(\"b\"); f(b.toString()); }",
        "StringBuilder b = new StringBuilder(\"a\"); b.setLength(0); while (h() < n) { b.append(\"b\"); f(b.toString()); }",
        // Some of it may have been done when it throws.
        "StringBuilder b = new StringBuilder(\"a\"); try { b.append(h()); b.append(\"b\"); } catch (Exception e) { f(b.toString()); }",
        "StringBuilder b = new StringBuilder(\"a\"); try { b.append(h()); } catch (Exception e) { } f(b.toString());",
        // Out of sight.
        "StringBuilder b = new StringBuilder(\"a\"); g(b); f(b.toString());",
        "StringBuilder b = new StringBuilder(\"a\"); s = b; f(b.toString());",
        "StringBuilder b = new StringBuilder(\"a\"), c = new StringBuilder(\"b\"); f((x ? b : c).toString());",
        "StringBuilder b = x ? new StringBuilder(\"a\") : null; f(b.toString());",
        "StringBuilder b = new StringBuilder(\"a\"); Runnable r = () -> b.append(\"b\"); f(b.toString());",
    ];
    for (code, found) in codes.iter().zip(histories(&codes)) {
        assert_eq!(found, None, "{code}");
    }
}
