//! `jsr` and `ret`, which compilers before Java 6 made of `finally`.

use super::{check_code, method, program_of, rules};
use crate::classfile::testing::ClassWriter;
use crate::classpath::testing::jdk17;
use crate::ir::{Body, lower};

fn lowered(code: &[u8], handlers: &[[u16; 4]]) -> Body {
    let mut writer = ClassWriter::new("A");
    writer.method("m", "(I)I", code, handlers);
    let (program, _dir) = program_of(jdk17(), &[("A".to_owned(), writer.bytes())]);
    let body = lower(&program, method(&program, "m"));
    rules::check(&body).unwrap();
    body
}

#[test]
fn each_call_of_a_subroutine_has_its_own_copy() {
    // iconst_1; istore_1; jsr 14; iload_1; ireturn is one path, iconst_2; istore_1; jsr 17; ... the other:
    //  0 iload_0; 1 ifeq 11
    //  4 iconst_1; 5 istore_1; 6 jsr 18; 9 iload_1; 10 ireturn
    // 11 iconst_2; 12 istore_1; 13 jsr 18; 16 iload_1; 17 ireturn
    // 18 astore_2; 19 iinc 1 5; 22 ret 2
    check_code(
        "(I)I",
        &[
            0x1A, 0x99, 0, 10, 0x04, 0x3C, 0xA8, 0, 12, 0x1B, 0xAC, 0x05, 0x3C, 0xA8, 0, 5, 0x1B, 0xAC, 0x4D, 0x84, 1,
            5, 0xA9, 2,
        ],
        &[],
        "b0 @0:
           ifeq v0 goto b3 else b1  @1
         b1 @4 from b0:
           v1 = 1  @4
           v2 = return address  @6
           goto b6
         b2 @9 from b6:
           return v4  @10
         b3 @11 from b0:
           v5 = 2  @11
           v6 = return address  @13
           goto b5
         b4 @16 from b5:
           return v8  @17
         b5 @18 from b3:
           v7 = 5  @19
           v8 = iinc v5, v7  @19
           goto b4
         b6 @18 from b1:
           v3 = 5  @19
           v4 = iinc v1, v3  @19
           goto b2",
    );
}

#[test]
fn a_return_may_leave_an_outer_subroutine_from_an_inner_one() {
    //  0 jsr 5; 3 iload_0; 4 ireturn; 5 astore_1; 6 jsr 9; 9 astore_2; 10 ret 1
    let body = lowered(&[0xA8, 0, 5, 0x1A, 0xAC, 0x4C, 0xA8, 0, 3, 0x4D, 0xA9, 1], &[]);
    assert!(body.damaged_at.is_empty());
    assert_eq!(body.blocks.len(), 4);
}

#[test]
fn a_subroutine_that_calls_itself_never_returns() {
    //  0 jsr 5; 3 iload_0; 4 ireturn; 5 astore_1; 6 jsr 5; 9 ret 1
    let body = lowered(&[0xA8, 0, 5, 0x1A, 0xAC, 0x4C, 0xA8, 0xFF, 0xFF, 0xA9, 1], &[]);
    assert!(body.damaged_at.is_empty());
    assert_eq!(body.blocks.iter().map(|block| block.start).collect::<Vec<_>>(), [0, 5, 5]);
}

#[test]
fn a_subroutine_left_by_an_exception_can_be_called_again() {
    // A loop around try-finally: the handler of an exception in the subroutine goes back to where it is called.
    //  0 jsr 5; 3 iload_0; 4 ireturn; 5 astore_1; 6 iconst_1; 7 iload_0; 8 idiv; 9 istore_0; 10 ret 1; 12 pop; 13 goto 0
    let code = [0xA8, 0, 5, 0x1A, 0xAC, 0x4C, 0x04, 0x1A, 0x6C, 0x3B, 0xA9, 1, 0x57, 0xA7, 0xFF, 0xF3];
    let body = lowered(&code, &[[5, 12, 12, 0]]);
    assert!(body.damaged_at.is_empty(), "{:?}", body.damaged_at);
    assert!(body.blocks.len() < 16, "{}", body.blocks.len());
}

#[test]
fn a_return_without_a_call_is_damage() {
    let body = lowered(&[0x01, 0x4C, 0xA9, 1], &[]);
    assert_eq!(body.damaged_at, [2]);
}

#[test]
fn nested_calls_do_not_multiply_without_end() {
    // 20 subroutines, each of which calls the next one four times: 4^20 copies.
    let mut code = vec![0xA8, 0, 5, 0x1A, 0xAC];
    for level in 0..20u8 {
        // astore_(level); 4 x jsr next; ret level
        code.extend([0x3A, level]);
        if level < 19 {
            for call in 0..4 {
                code.extend([0xA8, 0, 3 * (4 - call) + 2]);
            }
        }
        code.extend([0xA9, level]);
    }
    let mut content = ClassWriter::new("A");
    content.locals = 40;
    // Parameters take local 0, so the addresses start at 1.
    for index in 0..code.len() - 1 {
        if matches!(code[index], 0x3A | 0xA9) && index >= 5 {
            code[index + 1] += 1;
        }
    }
    content.method("m", "(I)I", &code, &[]);
    let (program, _dir) = program_of(jdk17(), &[("A".to_owned(), content.bytes())]);
    let body = lower(&program, method(&program, "m"));
    rules::check(&body).unwrap();
    assert!(body.blocks.len() < 1000, "{} blocks", body.blocks.len());
    assert!(body.damaged_at.is_empty(), "{:?}", body.damaged_at);
}
