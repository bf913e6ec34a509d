//! Lines, constants, argument arrays, handlers and dominance.

use super::with_body;
use crate::classfile::testing::javac;
use crate::classpath::testing::jdk17;
use crate::ir::dominance::{Dominators, PostDominators, always_passes};
use crate::ir::facts::{ArgsArray, Facts};
use crate::ir::{BlockId, Body, ConstValue, Op, Var, lower};
use crate::program::Program;

/// Where the only call of a method with this name stands, and its arguments.
fn call(program: &Program, body: &Body, name: &str) -> (BlockId, u32, Vec<Var>) {
    let mut found = Vec::new();
    for (id, block) in body.blocks.iter_enumerated() {
        for (nth, stmt) in (0..).zip(&block.stmts) {
            if let Op::Invoke { method, args, .. } = &stmt.op
                && program.str(program.method_ref_data(*method).name) == name
            {
                found.push((id, nth, args.clone()));
            }
        }
    }
    assert_eq!(found.len(), 1, "{name}");
    found.remove(0)
}

/// The array that is the last argument of the call of `f`; slots as constants, other values as `?`.
fn args_array(code: &str) -> Option<Vec<Vec<String>>> {
    let source = format!(
        "static Object s; static Object[] t;
         static void f(Object... args) {{ }} static void g(Object args) {{ }}
         static void m(Object x, int n, boolean b) {{ {code} }}"
    );
    with_body(&source, |program, body| {
        let facts = Facts::of(body);
        let (block, nth, args) = call(program, body, "f");
        let ArgsArray { length, slots } = facts.args_array(*args.last().unwrap(), (block, nth))?;
        assert_eq!(length as usize, slots.len());
        let show = |&var: &Var| match facts.constant_of(var) {
            Some(ConstValue::Str { text, .. }) => program.str(*text).to_owned(),
            Some(ConstValue::Null) => "null".to_owned(),
            Some(ConstValue::Class(ty)) => program.type_name(*ty),
            _ => "?".to_owned(),
        };
        Some(slots.iter().map(|values| values.iter().map(show).collect()).collect())
    })
}

#[test]
fn argument_arrays_that_are_known_slot_by_slot() {
    let slots = |rows: &[&[&str]]| Some(rows.iter().map(|row| row.iter().map(|v| (*v).to_owned()).collect()).collect());
    assert_eq!(
        args_array("f(\"a\", x, int.class, String.class);"),
        slots(&[&["a"], &["?"], &["?"], &["java.lang.String"]])
    );
    assert_eq!(args_array("f();"), slots(&[]));
    assert_eq!(args_array("f((Object[]) null);"), slots(&[]));
    assert_eq!(args_array("f((Object[]) new String[2]);"), slots(&[&[], &[]]));
    assert_eq!(
        args_array("Object[] a = new Object[1]; if (b) a[0] = \"a\"; else a[0] = null; f(a);"),
        slots(&[&["a", "null"]])
    );
    assert_eq!(args_array("Object[] a = { x }; if (a.length > 0 && a[0] != null) f(a);"), slots(&[&["?"]]));
}

#[test]
fn argument_arrays_that_are_not_known() {
    for code in [
        "f(t);",
        "f((Object[]) x);",
        "f(new Object[n]);",
        "Object[] a = { x }; a[n] = s; f(a);",
        "Object[] a = { x }; s = a; f(a);",
        "Object[] a = { x }; g(a); f(a);",
        "Object[] a = { x }, c = { s }; f(b ? a : c);",
        "Object[] a = { x, null }; a[1] = a; f(a);",
        "f(new Object[1][2]);",
        "f(new Object[100000]);",
    ] {
        assert_eq!(args_array(code), None, "{code}");
    }
}

#[test]
fn handlers_around_a_call_and_what_becomes_of_them() {
    let source = "
        static Object m(String n) throws Exception {
            try {
                try { return Class.forName(n); }
                catch (ClassNotFoundException e) { System.out.println(e); }
                catch (LinkageError e) { if (n.isEmpty()) throw e; return null; }
                return \"\";
            } catch (RuntimeException e) { throw new Exception(e); }
            finally { System.gc(); }
        }";
    let found = with_body(source, |program, body| {
        let (block, nth, _) = call(program, body, "forName");
        let facts = Facts::of(body);
        let handlers = facts.handlers_at(body.blocks[block].stmts[nth as usize].offset);
        let show = |handler: &crate::ir::facts::HandlerAt| {
            let types: Vec<_> = handler.types.iter().map(|&ty| program.type_name(ty)).collect();
            format!("{} {} {} {}", types.join(","), handler.catches_all, handler.throws, handler.continues)
        };
        handlers.iter().map(show).collect::<Vec<_>>()
    });
    // Types, catches all, throws, continues.
    assert_eq!(
        found,
        [
            "java.lang.ClassNotFoundException false false true",
            "java.lang.LinkageError false true true",
            "java.lang.RuntimeException false true false",
            " true true false",
        ]
    );
    assert_eq!(with_body(source, |_, body| Facts::of(body).handlers_at(9999)), []);
}

#[test]
fn lines_are_those_of_stack_traces() {
    let source = "class A {\n static void m(int n) {\n  n++;\n  m(\n   n);\n }\n}";
    let (program, _dir) = super::program_of(jdk17(), &javac("A.java", source, &[]));
    let body = lower(&program, super::method(&program, "m"));
    let (block, nth, _) = call(&program, &body, "m");
    assert_eq!(body.line_of(body.blocks[block].stmts[nth as usize].offset), Some(4));
    assert_eq!(body.line_of(0), Some(3));
    let body = Body { lines: vec![(4, 7), (4, 8), (9, 5)], ..Body::default() };
    assert_eq!([0, 4, 5, 9, 70].map(|offset| body.line_of(offset)), [None, Some(7), Some(8), Some(5), Some(5)]);
}

/// Whether the cast in `m` post-dominates the call of `f`, by both ways to ask.
fn cast_covers(code: &str) -> bool {
    let source = format!(
        "static boolean c; static Object f() {{ return null; }} static void g(Runnable r) {{ }}
         static Object m(boolean b, Object o) {{ {code} }}"
    );
    with_body(&source, |program, body| {
        let (from, nth, _) = call(program, body, "f");
        let mut casts = Vec::new();
        for (id, block) in body.blocks.iter_enumerated() {
            let is_cast = |(_, stmt): &(usize, &crate::ir::Stmt)| matches!(stmt.op, Op::Cast { .. });
            casts.extend(block.stmts.iter().enumerate().filter(is_cast).map(|(nth, _)| (id, nth)));
        }
        let covered = always_passes(body, (from, nth as usize), &casts);
        if let [(cast, _)] = casts[..]
            && cast != from
        {
            let post = PostDominators::of(body);
            assert_eq!(post.post_dominates(cast, from), covered, "{code}");
        }
        covered
    })
}

#[test]
fn post_dominance_follows_normal_flow_to_every_exit() {
    assert!(cast_covers("o = f(); if (b) g(null); return (Runnable) o;"));
    assert!(cast_covers("o = f(); try { g(null); } catch (RuntimeException e) { return null; } return (Runnable) o;"));
    assert!(cast_covers("do { o = f(); } while (o == null); return (Runnable) o;"));
    assert!(!cast_covers("o = f(); if (b) g((Runnable) o); return o;"));
    assert!(!cast_covers("o = f(); if (o == null) throw new Error(); return (Runnable) o;"));
    assert!(!cast_covers("g((Runnable) o); return f();"));
    // Two casts on two ways.
    assert!(cast_covers("o = f(); if (b) g((Runnable) o); else return (String) o; return o;"));
    // An endless loop may be entered instead.
    assert!(!cast_covers("o = f(); if (b) while (true) { if (c) g(null); } return (Runnable) o;"));
    assert!(!cast_covers("o = f(); while (true) { if (c) g((Runnable) o); }"));
}

#[test]
fn dominators_know_that_an_exception_leaves_in_the_middle() {
    let source = "static void f() { } static void g() { } static void h() { } static void k() { }
        static void m(boolean b) {
            f();
            try { g(); } catch (RuntimeException e) { h(); }
            k();
        }";
    with_body(source, |program, body| {
        let at = |name| call(program, body, name).0;
        let dominators = Dominators::of(body);
        let (f, g, h, k) = (at("f"), at("g"), at("h"), at("k"));
        assert!(dominators.has_run(f, k) && dominators.has_run(f, h) && dominators.has_run(f, g));
        assert!(dominators.dominates(g, h) && !dominators.has_run(g, h));
        assert!(dominators.dominates(g, k) && !dominators.has_run(g, k));
        assert!(!dominators.dominates(h, k) && dominators.dominates(k, k) && !dominators.has_run(k, k));
        assert_eq!(dominators.immediate(h), Some(g));
        assert_eq!(dominators.immediate(BlockId(0)), None);
    });
}
