//! What was done to an object before a place.

use super::facts::{call, each_body};
use crate::ir::dominance::Dominators;
use crate::ir::facts::{Def, Facts};
use crate::ir::history::{Act, changes_before, histories_before};
use crate::ir::{ConstValue, Op};

/// Per code, what a new builder was given before `f(b.toString())`, in order, where that does not depend on the way.
fn histories(codes: &[&str]) -> Vec<Option<String>> {
    by_way(codes).into_iter().map(|all| all.filter(|all| !all.contains('|'))).collect()
}

/// The same for each way.
fn by_way(codes: &[&str]) -> Vec<Option<String>> {
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
        let dominators = Dominators::of(body);
        let histories = histories_before(&facts, &dominators, origin?, (block, nth), act)?.all;
        let only = changes_before(&facts, &dominators, origin?, (block, nth), act);
        assert_eq!(only.as_ref(), histories.first().filter(|_| histories.len() == 1));
        let show = |&(block, nth): &(crate::ir::BlockId, u32)| {
            let (name, args) = name(&body.blocks[block].stmts[nth as usize].op)?;
            match args.last().and_then(|&arg| facts.constant_of(arg)) {
                Some(ConstValue::Str { text, .. }) => Some(program.str(*text).to_owned()),
                _ => Some(name),
            }
        };
        let written =
            |history: &Vec<_>| history.iter().map(show).collect::<Option<Vec<_>>>().map(|shown| shown.join(" "));
        let mut written = histories.iter().map(written).collect::<Option<Vec<_>>>()?;
        written.sort_unstable();
        Some(written.join("|"))
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

#[test]
fn each_way_has_a_history() {
    let cases = [
        ("StringBuilder b = new StringBuilder(\"a\"); if (x) b.append(\"b\"); f(b.toString());", "a|a b"),
        (
            "StringBuilder b = new StringBuilder(\"a\"); if (x) b.append(\"b\"); else b.append(\"c\"); b.append(\"d\"); f(b.toString());",
            "a b d|a c d",
        ),
        (
            "StringBuilder b = new StringBuilder(\"a\"); if (x) b.append(\"b\"); if (n > 0) b.append(\"c\"); f(b.toString());",
            "a|a b|a b c|a c",
        ),
        // Emptied on one of them.
        ("StringBuilder b = new StringBuilder(\"a\"); if (x) b.setLength(0); f(b.toString());", "a|a setLength"),
        // Rounds that change nothing.
        (
            "StringBuilder b = new StringBuilder(\"a\"); while (h() < n) g(s); if (x) b.append(\"b\"); while (h() < n) g(s); f(b.toString());",
            "a|a b",
        ),
        // Made anew in each round.
        (
            "while (h() < n) { StringBuilder b = new StringBuilder(\"a\"); if (x) b.append(\"b\"); f(b.toString()); }",
            "a|a b",
        ),
        (
            "StringBuilder b = new StringBuilder(); while (h() < n) { b.setLength(0); if (x) b.append(\"b\"); f(b.toString()); }",
            "setLength|setLength b",
        ),
        // Some of it may have been done when it throws.
        (
            "StringBuilder b = new StringBuilder(\"a\"); try { b.append(h()); b.append(\"b\"); } catch (Exception e) { f(b.toString()); }",
            "a|a append|a append b",
        ),
        (
            "StringBuilder b = new StringBuilder(\"a\"); try { g(s); b.append(\"b\"); } catch (Exception e) { b.append(\"c\"); } f(b.toString());",
            "a b|a b c|a c",
        ),
    ];
    for ((code, expected), found) in cases.iter().zip(by_way(&cases.map(|(code, _)| code))) {
        assert_eq!(found.as_deref(), Some(*expected), "{code}");
    }
}

#[test]
fn changes_of_any_number() {
    let several = "if (x) b.append(\"b\"); ".repeat(5);
    let codes = [
        "StringBuilder b = new StringBuilder(\"a\"); while (h() < n) b.append(\"b\"); f(b.toString());",
        "StringBuilder b = new StringBuilder(\"a\"); while (h() < n) if (x) b.append(\"b\"); f(b.toString());",
        "StringBuilder b = new StringBuilder(\"a\"); while (h() < n) { if (x) b.setLength(0); b.append(\"b\"); f(b.toString()); }",
        "StringBuilder b = new StringBuilder(\"a\"); if (x) g(b); f(b.toString());",
        // Too many to tell apart.
        &format!("StringBuilder b = new StringBuilder(\"a\"); {several} f(b.toString());"),
    ];
    for (code, found) in codes.iter().zip(by_way(&codes)) {
        assert_eq!(found, None, "{code}");
    }
}
