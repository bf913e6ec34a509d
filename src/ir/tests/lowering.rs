//! Bodies of small sources and of hand-made code.

use super::{check, check_code, method, program_of, rules};
use crate::classfile::decode_bodies;
use crate::classfile::testing::{ClassWriter, javac, mutated};
use crate::classpath::testing::jdk17;
use crate::ir::{lower, lower_code};

#[test]
fn a_loop_has_a_phi_for_each_local_it_changes() {
    check(
        "static int m(int n) { int sum = 0; for (int i = 0; i < n; i++) sum += i; return sum; }",
        "b0 @0:
           v1 = 0  @0
           v2 = 0  @2
           goto b1
         b1 @4 from b0, b2:
           v3 = phi v2, v7
           v4 = phi v1, v5
           if_icmpge v3, v0 goto b3 else b2  @6
         b2 @9 from b1:
           v5 = iadd v4, v3  @11
           v6 = 1  @13
           v7 = iinc v3, v6  @13
           goto b1
         b3 @19 from b1:
           return v4  @20",
    );
}

#[test]
fn a_choice_on_the_stack_meets_in_a_phi() {
    check(
        "Object f; Object m(boolean b) { return b ? \"x\" : f; }",
        "b0 @0:
           ifeq v1 goto b2 else b1  @1
         b1 @4 from b0:
           v2 = \"x\"  @4
           goto b3
         b2 @9 from b0:
           v3 = this.A.f  @10
           goto b3
         b3 @13 from b1, b2:
           v4 = phi v2, v3
           return v4  @13",
    );
}

#[test]
fn a_handler_sees_what_a_local_was_wherever_something_can_throw() {
    check(
        "static Object s;
         static Object m(String n) {
             Object o = null;
             try { o = \"before\"; o = Class.forName(n); s = o; }
             catch (ClassNotFoundException e) { return o; }
             finally { s = n; }
             return o;
         }",
        "b0 @0:
           v1 = null  @0
           goto b1
         b1 @2 from b0 throws to b3, b5:
           v2 = \"before\"  @2
           v3 = static java.lang.Class.forName(java.lang.String) (v0)  @6
           A.s = v3  @11
           goto b2
         b2 @14 from b1:
           A.s = v0  @15
           goto b7
         b3 @21 v5 catches java.lang.ClassNotFoundException in b1:
           v6 = phi v2, v3
           goto b4
         b4 @24 from b3:
           A.s = v0  @25
           return v6  @29
         b5 @30 v4 catches everything in b1:
           goto b6
         b6 @32 from b5:
           A.s = v0  @33
           throw v4  @38
         b7 @39 from b2:
           return v3  @40",
    );
}

#[test]
fn longs_doubles_and_a_handler_that_covers_itself() {
    check(
        "long m(long a, double b) { long c = a; synchronized (this) { c += (long) b; } return c << 2; }",
        "b0 @0:
           monitor enter this  @7
           goto b1
         b1 @8 from b0 throws to b3:
           v3 = d2l v2  @11
           v4 = ladd v1, v3  @12
           monitor exit this  @17
           goto b2
         b2 @18 from b1:
           goto b5
         b3 @21 v5 catches everything in b1, b3 throws to b3:
           monitor exit this  @25
           goto b4
         b4 @26 from b3:
           throw v5  @28
         b5 @29 from b2:
           v6 = 2  @31
           v7 = lshl v4, v6  @32
           return v7  @33",
    );
}

#[test]
fn switches_and_duplicated_longs() {
    check(
        "static int m(String s, long[] l) {
             switch (s.length()) { case 1: return (int) l[0]++; case 7: l[1] += 2; default: return -1; }
         }",
        "b0 @0:
           v2 = virtual java.lang.String.length() (v0)  @1
           switch v2: 1 b1, 7 b2 default b3  @4
         b1 @32 from b0:
           v8 = 0  @33
           v9 = v1[v8]  @35
           v10 = 1L  @37
           v11 = ladd v9, v10  @38
           v1[v8] = v11  @39
           v12 = l2i v9  @40
           return v12  @41
         b2 @42 from b0:
           v3 = 1  @43
           v4 = v1[v3]  @45
           v5 = 2L  @46
           v6 = ladd v4, v5  @49
           v1[v3] = v6  @50
           goto b3
         b3 @51 from b0, b2:
           v7 = -1  @51
           return v7  @52",
    );
}

#[test]
fn lambdas_concatenation_arrays_and_casts() {
    check(
        "static Object m(int x, Object o) {
             Runnable r = () -> System.out.println(o);
             Object[][] a = new Object[3][4];
             a[0] = (String[]) o;
             return \"a\" + x + a.length + (o instanceof Runnable) + Object[].class;
         }",
        "b0 @0:
           v2 = dynamic #0 run(Ljava/lang/Object;)Ljava/lang/Runnable; (v1)  @1
           v3 = 3  @7
           v4 = 4  @8
           v5 = new java.lang.Object[][] of v3, v4  @9
           v6 = 0  @15
           v7 = (java.lang.String[]) v1  @17
           v5[v6] = v7  @20
           v8 = v5.length  @23
           v9 = v1 instanceof java.lang.Runnable  @25
           v10 = java.lang.Object[].class  @28
           v11 = static java.lang.String.valueOf(java.lang.Object) (v10)  @30
           v12 = dynamic #1 makeConcatWithConstants(IIZLjava/lang/String;)Ljava/lang/String; (v0, v8, v9, v11)  @33
           return v12  @38",
    );
}

#[test]
fn an_endless_loop_from_the_first_instruction_gets_an_entry_of_its_own() {
    check(
        "Object f; void m() { while (true) { if (f == null) { f = this; } } }",
        "b0 @0:
           goto b1
         b1 @0 from b0, b1, b2:
           v1 = this.A.f  @1
           ifnonnull v1 goto b1 else b2  @4
         b2 @7 from b1:
           this.A.f = this  @9
           goto b1",
    );
}

#[test]
fn a_loop_with_two_entries() {
    // iload_0; ifeq 8; iinc 1; (7) nop; (8) iload_1; ifne 7 (back into the middle); iload_1; ireturn
    check_code(
        "(II)I",
        &[0x1A, 0x99, 0, 7, 0x84, 1, 1, 0, 0x1B, 0x9A, 0xFF, 0xFE, 0x1B, 0xAC],
        &[],
        "b0 @0:
           ifeq v0 goto b3 else b1  @1
         b1 @4 from b0:
           v2 = 1  @4
           v3 = iinc v1, v2  @4
           goto b2
         b2 @7 from b1, b3:
           v5 = phi v3, v4
           goto b3
         b3 @8 from b0, b2:
           v4 = phi v1, v5
           ifne v4 goto b2 else b4  @9
         b4 @12 from b3:
           return v4  @13",
    );
}

#[test]
fn code_behind_a_goto_is_left_out() {
    // goto 5; iconst_0; pop2 (nonsense); (5) return
    check_code(
        "()V",
        &[0xA7, 0, 5, 0x03, 0x58, 0xB1],
        &[],
        "b0 @0:
           goto b1
         b1 @5 from b0:
           return  @5",
    );
}

#[test]
fn a_handler_that_is_also_jumped_to_is_entered_through_a_block_of_its_own() {
    // aload_0; dup; arraylength; pop; (4) pop; return; range 0..4 is handled at 4
    check_code(
        "([I)V",
        &[0x2A, 0x59, 0xBE, 0x57, 0x57, 0xB1],
        &[[0, 4, 4, 0]],
        "b0 @0 throws to b1:
           v1 = v0.length  @2
           goto b2
         b1 @4 v2 catches everything in b0:
           goto b2
         b2 @4 from b0, b1:
           v3 = phi v0, v2
           return  @5",
    );
}

#[test]
fn ranges_stop_at_the_first_row_that_catches_everything() {
    // aload_0; arraylength; ireturn; (3) pop; iconst_0; ireturn; (6) pop; iconst_1; ireturn
    check_code(
        "([I)I",
        &[0x2A, 0xBE, 0xAC, 0x57, 0x03, 0xAC, 0x57, 0x04, 0xAC],
        &[[0, 3, 3, 0], [0, 3, 6, 0]],
        "b0 @0 throws to b1:
           v1 = v0.length  @1
           return v1  @2
         b1 @3 v2 catches everything in b0:
           v3 = 0  @4
           return v3  @5",
    );
}

#[test]
fn rows_of_one_handler_that_are_no_union_are_uneven() {
    let is_uneven = |rows: &[(u16, u16, u16, &str)]| {
        let mut writer = ClassWriter::new("A");
        let rows: Vec<[u16; 4]> = rows
            .iter()
            .map(|&(start, end, handler, name)| {
                [start, end, handler, if name.is_empty() { 0 } else { writer.class(name) }]
            })
            .collect();
        // aload_0; arraylength; pop; (3) aload_0; arraylength; ireturn; (6) pop; iconst_0; ireturn; (9) pop; iconst_1; ireturn
        let code = [0x2A, 0xBE, 0x57, 0x2A, 0xBE, 0xAC, 0x57, 0x03, 0xAC, 0x57, 0x04, 0xAC];
        writer.method("m", "([I)I", &code, &rows);
        let (program, _dir) = program_of(jdk17(), &[("A".to_owned(), writer.bytes())]);
        let body = lower(&program, method(&program, "m"));
        rules::check(&body).unwrap();
        assert!(body.damaged_at.is_empty());
        let handler = body.blocks.iter().find(|block| block.start == 6).and_then(|block| block.handler.clone());
        handler.unwrap().uneven
    };
    let (null, state) = ("java/lang/NullPointerException", "java/lang/IllegalStateException");
    assert!(!is_uneven(&[(0, 6, 6, null)]));
    // A handler of two types, whose code has a gap.
    assert!(!is_uneven(&[(0, 3, 6, null), (3, 6, 6, null), (0, 3, 6, state), (3, 6, 6, state), (0, 6, 9, "")]));
    assert!(!is_uneven(&[(0, 6, 6, null), (0, 6, 6, "")]));
    assert!(!is_uneven(&[(0, 3, 6, null), (3, 6, 9, state), (0, 3, 6, "")]));
    // One type here, another there.
    assert!(is_uneven(&[(0, 3, 6, null), (3, 6, 6, "")]));
    // In between is somebody else's turn.
    assert!(is_uneven(&[(0, 6, 6, null), (0, 6, 9, state), (0, 6, 6, "")]));
}

#[test]
fn stacks_that_do_not_agree_are_damage() {
    // iload_0; ifeq 5; iconst_0; (5) return: height 1 from above, 0 from the jump
    check_code(
        "(I)V",
        &[0x1A, 0x99, 0, 4, 0x03, 0xB1],
        &[],
        "damaged at 4
         b0 @0:
           ifeq v0 goto b2 else b1  @1
         b1 @4 from b0:
           v1 = 0  @4
           unreachable
         b2 @5 from b0:
           return  @5",
    );
}

#[test]
fn wrong_kinds_missing_values_and_running_off_the_end_are_damage() {
    // An int where a reference is wanted.
    check_code("(I)V", &[0x1A, 0xBF], &[], "damaged at 1\nb0 @0:\nunreachable");
    // Nothing to return.
    check_code("()I", &[0xAC], &[], "damaged at 0\nb0 @0:\nunreachable");
    // A local nobody set.
    check_code("()I", &[0x1A, 0xAC], &[], "damaged at 0\nb0 @0:\nunreachable");
    // A local out of bounds.
    check_code("()V", &[0x03, 0x36, 200, 0xB1], &[], "damaged at 1\nb0 @0:\nv0 = 0  @0\nunreachable");
    // No instruction after the last.
    check_code("()V", &[0x00], &[], "damaged at 0\nb0 @0:\nunreachable");
    // A handler in the middle of an instruction.
    check_code(
        "()V",
        &[0x11, 0, 0, 0x57, 0xB1],
        &[[0, 4, 1, 0]],
        "damaged at 1\nb0 @0:\nv0 = 0  @0\ngoto b1\nb1 @4 from b0:\nreturn  @4",
    );
}

#[test]
fn a_method_as_large_as_they_come() {
    // 13,000 times iload_0; ifeq to the end: two bytes too far for a short jump, so to the next one's goto.
    let mut code = Vec::new();
    while code.len() < 65_000 {
        code.extend([0x1A, 0x99, 0, 8, 0x84, 0, 1, 0x00, 0x00]);
    }
    code.push(0xB1);
    let mut writer = ClassWriter::new("A");
    writer.method("m", "(I)V", &code, &[[0, 65_000, 0, 0]; 200]);
    let (program, _dir) = program_of(jdk17(), &[("A".to_owned(), writer.bytes())]);
    let body = lower(&program, method(&program, "m"));
    rules::check(&body).unwrap();
    assert!(body.damaged_at.is_empty());
    assert!(body.blocks.len() > 14_000);
}

/// Whether a static method `m` of this code is given up.
fn is_given_up(code: &[u8], handlers: &[[u16; 4]]) -> bool {
    let mut writer = ClassWriter::new("A");
    writer.locals = 10_000;
    writer.method("m", "(I)V", code, handlers);
    let (program, _dir) = program_of(jdk17(), &[("A".to_owned(), writer.bytes())]);
    let body = lower(&program, method(&program, "m"));
    rules::check(&body).unwrap();
    assert!(body.damaged_at.is_empty(), "a JVM runs it");
    let said = program.diags();
    assert_eq!(said.iter().any(|diag| diag.code == "too-large-code"), body.is_too_large, "{said:?}");
    body.is_too_large && body.blocks.len() == 1
}

#[test]
fn bodies_that_would_take_all_memory_are_given_up() {
    // 13,000 blocks under 60,000 rows of the exception table.
    let mut code = [0x1A, 0x99, 0, 3].repeat(13_000);
    code.push(0xB1);
    assert!(!is_given_up(&code, &[[0, 52_000, 52_000, 0]; 100]));
    assert!(is_given_up(&code, &vec![[0, 52_000, 52_000, 0]; 60_000]));

    // 6,000 jumps to a place where 6,000 locals are read.
    let jumps = 6_000u16;
    let mut code = Vec::new();
    for index in 0..jumps {
        code.extend([0x1A, 0x99]);
        code.extend((4 * (jumps - index) - 1).to_be_bytes());
    }
    for local in 0..6_000u16 {
        code.extend([0xC4, 0x15]);
        code.extend(local.to_be_bytes());
        code.push(0x57);
    }
    code.push(0xB1);
    assert!(is_given_up(&code, &[]));
}

#[test]
fn changed_bodies_keep_the_rules() {
    let source = r#"
        class A {
            static Object s;
            static Object m(int n, Object o, long l) {
                for (int i = 0; i < n; i++) {
                    try { s = o; o = i % 2 == 0 ? new Object[i][n] : o.toString(); l += i; }
                    catch (IllegalStateException e) { o = e; continue; }
                    finally { n--; synchronized (s) { l <<= n; } }
                    switch (n) { case 1: l = -l; break; case 2: return l; case 90: o = (Runnable) () -> { }; }
                }
                return o;
            }
        }
    "#;
    let classes = javac("A.java", source, &["-g"]);
    let (program, _dir) = program_of(jdk17(), &classes);
    let desc = program.method_desc(program.method(method(&program, "m")).desc);
    let (_, bytes) = &classes[0];
    let mut lowered = 0;
    for seed in 0..8000 {
        for code in decode_bodies(&mutated(bytes, seed), program.names()).into_iter().flatten().flatten() {
            let body = lower_code(&program, code, true, desc);
            rules::check(&body).unwrap_or_else(|rule| panic!("seed {seed}: {rule}"));
            lowered += 1;
        }
    }
    assert!(lowered > 10_000, "{lowered}");
}
