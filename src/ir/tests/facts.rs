//! Lines, constants, argument arrays, handlers and dominance.

use super::with_body;
use crate::classfile::testing::javac;
use crate::classpath::testing::jdk17;
use crate::ir::dominance::{Dominators, PostDominators, always_passes};
use crate::ir::facts::{ArgsArray, Facts};
use crate::ir::{BlockId, Body, ConstValue, Given, Kept, Op, Var, lower};
use crate::program::Program;

/// Where the only call of a method with this name stands, and its arguments.
pub(super) fn call(program: &Program, body: &Body, name: &str) -> (BlockId, u32, Vec<Var>) {
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

/// Compiles each piece of code as the body of a method `head` next to `members`, and hands the bodies over one by one.
pub(super) fn each_body<R>(members: &str, head: &str, codes: &[&str], act: impl Fn(&Program, &Body) -> R) -> Vec<R> {
    let name = |nth: usize| format!("m{nth}");
    let methods =
        codes.iter().enumerate().map(|(nth, code)| format!("{} {{ {code} }}", head.replace("m(", &format!("m{nth}("))));
    let (program, _dir) = super::compile(&(members.to_owned() + &methods.collect::<String>()));
    let bodies = (0..codes.len()).map(|nth| {
        let body = lower(&program, super::method(&program, &name(nth)));
        super::rules::check(&body).unwrap();
        act(&program, &body)
    });
    bodies.collect()
}

/// Per code, the array that is the last argument of the call of `f`; slots as constants, other values as `?`.
fn args_arrays(codes: &[&str]) -> Vec<Option<Vec<Vec<String>>>> {
    arrays(codes, |facts, var, call| facts.args_array(var, call))
}

fn arrays(
    codes: &[&str],
    find: impl Fn(&Facts<'_>, Var, (BlockId, u32)) -> Option<ArgsArray>,
) -> Vec<Option<Vec<Vec<String>>>> {
    let members = "static Object s; static Object[] t;
         static void f(Object... args) { } static void g(Object args) { }";
    each_body(members, "static void m(Object x, int n, boolean b)", codes, |program, body| {
        let facts = Facts::of(body);
        let (block, nth, args) = call(program, body, "f");
        let ArgsArray { length, slots } = find(&facts, *args.last().unwrap(), (block, nth))?;
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
    let cases: [(&str, &[&[&str]]); 6] = [
        ("f(\"a\", x, int.class, String.class);", &[&["a"], &["?"], &["?"], &["java.lang.String"]]),
        ("f();", &[]),
        ("f((Object[]) null);", &[]),
        ("f((Object[]) new String[2]);", &[&[], &[]]),
        ("Object[] a = new Object[1]; if (b) a[0] = \"a\"; else a[0] = null; f(a);", &[&["a", "null"]]),
        ("Object[] a = { x }; if (a.length > 0 && a[0] != null) f(a);", &[&["?"]]),
    ];
    let found = args_arrays(&cases.map(|(code, _)| code));
    for ((code, expected), found) in cases.iter().zip(found) {
        let expected: Vec<Vec<String>> =
            expected.iter().map(|row| row.iter().map(|&value| value.to_owned()).collect()).collect();
        assert_eq!(found, Some(expected), "{code}");
    }
}

#[test]
fn argument_arrays_that_are_not_known() {
    let codes = [
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
    ];
    for (code, found) in codes.iter().zip(args_arrays(&codes)) {
        assert_eq!(found, None, "{code}");
    }
}

#[test]
fn arrays_that_go_anywhere_are_filled_where_they_are_made() {
    let cases: [(&str, Option<&[&[&str]]>); 6] = [
        ("Object[] a = { \"a\" }; s = a; f(a);", Some(&[&["a"]])),
        ("Object[] a = { \"a\", null }; g(a); a[1] = x; f(a);", Some(&[&["a"], &["null", "?"]])),
        ("Object[] a = { \"a\" }; Object[][] c = { null }; c[0] = a; f(a);", Some(&[&["a"]])),
        ("Object[] a = { x }; a[n] = s; f(a);", None),
        ("f(new Object[n]);", None),
        ("f(t);", None),
    ];
    let found = arrays(&cases.map(|(code, _)| code), |facts, var, _| facts.filled_array(var));
    for ((code, expected), found) in cases.iter().zip(found) {
        let strings = |row: &&[&str]| row.iter().map(|&value| value.to_owned()).collect::<Vec<String>>();
        assert_eq!(found, expected.map(|rows| rows.iter().map(strings).collect()), "{code}");
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

/// Per code, whether its casts post-dominate the call of `f`, by both ways to ask.
fn casts_cover(codes: &[&str]) -> Vec<bool> {
    let members = "static boolean c; static Object f() { return null; } static void g(Runnable r) { }";
    each_body(members, "static Object m(boolean b, Object o)", codes, |program, body| {
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
            assert_eq!(PostDominators::of(body).post_dominates(cast, from), covered);
        }
        covered
    })
}

#[test]
fn post_dominance_follows_normal_flow_to_every_exit() {
    let cases = [
        ("o = f(); if (b) g(null); return (Runnable) o;", true),
        ("o = f(); try { g(null); } catch (RuntimeException e) { return null; } return (Runnable) o;", true),
        ("do { o = f(); } while (o == null); return (Runnable) o;", true),
        ("o = f(); if (b) g((Runnable) o); return o;", false),
        ("o = f(); if (o == null) throw new Error(); return (Runnable) o;", false),
        ("g((Runnable) o); return f();", false),
        // Two casts on two ways.
        ("o = f(); if (b) g((Runnable) o); else return (String) o; return o;", true),
        // An endless loop may be entered instead.
        ("o = f(); if (b) while (true) { if (c) g(null); } return (Runnable) o;", false),
        ("o = f(); while (true) { if (c) g((Runnable) o); }", false),
    ];
    for ((code, expected), found) in cases.iter().zip(casts_cover(&cases.map(|(code, _)| code))) {
        assert_eq!(found, *expected, "{code}");
    }
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

#[test]
fn what_bodies_give_back_of_their_parameters() {
    let codes = [
        "return a;",
        "if (b == null) throw new NullPointerException(); return b;",
        "return a != null ? a : b;",
        "for (int i = 0; i < 3; i++) { if (i == 1) { Object c = a; a = b; b = c; } } return a;",
        "try { b.hashCode(); a = b; } catch (RuntimeException e) { return b; } return a;",
        "return a != null ? a : \"other\";",
        "return a != null ? a : null;",
        "return a instanceof String ? (String) a : b;",
        "throw new Error();",
        "return f;",
        "return o.g;",
        "return o.g != null ? o.g : a;",
        "o = null; return o.g;",
        "return o.g != null ? o.g : new Object();",
    ];
    let declared = "static Object f; Object g;";
    let found = each_body(declared, "static Object m(A o, Object a, Object b)", &codes, |program, body| {
        let text = |given| match given {
            Given::Param(param) => format!("{param}"),
            Given::Field(base, field) => format!("{base}.{}", program.str(program.field_ref_data(field).name)),
        };
        body.given().map(|given| given.into_iter().map(text).collect::<Vec<_>>().join(" "))
    });
    let expected = [
        Some("1"),
        Some("2"),
        Some("1 2"),
        Some("1 2"),
        Some("2"),
        None,
        None,
        None,
        None,
        None,
        Some("0.g"),
        Some("1 0.g"),
        None,
        None,
    ];
    assert_eq!(found.iter().map(Option::as_deref).collect::<Vec<_>>(), expected);
    let own = each_body("", "Object m(Object a)", &["return this;"], |_, body| body.given());
    assert_eq!(own, [Some(vec![Given::Param(0)])]);
    let nothing = each_body("", "static void m(Object a)", &["return;"], |_, body| body.given());
    assert_eq!(nothing, [None]);
}

#[test]
fn what_bodies_keep_of_their_parameters() {
    let codes = [
        "g = a;",
        "o.g = a; if (a == null) { g = b; o.g = a; }",
        "o.g = this; n = 3;",
        "o = new A(); o.g = a;",
        "a = b; g = a;",
        "Object c = a != null ? a : b; g = c;",
        "f = a;",
    ];
    let declared = "static Object f; Object g; int n;";
    let found = each_body(declared, "void m(A o, Object a, Object b)", &codes, |program, body| {
        let name = |field| program.str(program.field_ref_data(field).name).to_owned();
        let text = |kept: Kept| format!("{}.{}={}", kept.base, name(kept.field), kept.value);
        body.kept().into_iter().map(text).collect::<Vec<_>>().join(" ")
    });
    assert_eq!(found, ["0.g=2", "1.g=2 0.g=3", "1.g=0", "", "0.g=3", "", ""]);
}
