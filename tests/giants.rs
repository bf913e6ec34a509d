//! Class files that no compiler writes, as large as the format lets them be: whatever they hold, the analysis comes to an end
//! with a result. The JDK of these runs is a handful of classes, so that the giants are what is analysed. How the time grows, which is
//! printed and not asserted, show runs at half the size beside:
//!
//! ```text
//! GIANTS= cargo test --release --test suite giants:: -- --nocapture
//! ```
//!
//! `GIANTS=superclasses` restricts a run to those whose names contain the text. Where it is set, if only to nothing, somebody
//! measures: the better of two times is printed. What is not known is of the same kinds at both sizes, which is asserted: the smaller
//! one shows nothing that the larger does not.

#![expect(clippy::unwrap_used, reason = "what a test cannot set up fails it")]

use std::collections::BTreeSet;
use std::path::Path;
use std::time::{Duration, Instant};

use reflection_check::base::stack;
use reflection_check::classpath::{ClassPath, ClassPathInput};
use reflection_check::engine;
use reflection_check::program::Program;
use reflection_check::result::{AnalysisResult, CutKind};
use reflection_check::spec;

use crate::support::bytecode::{Code, LOOKUPSWITCH, TABLESWITCH};
use crate::support::class_writer::ClassWriter;
use crate::support::small_jdk;

/// An eighth of what the command line has.
const STACK: usize = stack::DEEP / 8;
/// Java 1.4: subroutines are allowed, and no stack maps are asked for.
const MAJOR: u16 = 48;
const CLASS: u16 = 0x21;
const STATIC: u16 = 9;
const INTERFACE: u16 = 0x601;
const OBJECT: &str = "java/lang/Object";

const ACONST_NULL: u8 = 0x01;
const ICONST_0: u8 = 0x03;
const ILOAD_0: u8 = 0x1a;
const ALOAD: u8 = 0x19;
const ASTORE: u8 = 0x3a;
const ALOAD_1: u8 = 0x2b;
const POP: u8 = 0x57;
const DUP: u8 = 0x59;
const IFEQ: u8 = 0x99;
const JSR: u8 = 0xa8;
const RET: u8 = 0xa9;
const RETURN: u8 = 0xb1;
const INVOKEVIRTUAL: u8 = 0xb6;
const INVOKESPECIAL: u8 = 0xb7;
const INVOKESTATIC: u8 = 0xb8;
const NEW: u8 = 0xbb;
const LDC_W: u8 = 0x13;

type Files = Vec<(String, Vec<u8>)>;

fn class(name: &str, above: &str, interfaces: &[&str]) -> ClassWriter {
    ClassWriter::new(CLASS, name, above, interfaces)
}

/// A main class with this `main`.
fn main_class(mut writer: ClassWriter, locals: u16, code: &mut Code) -> (String, Vec<u8>) {
    writer.code(STATIC, "main", "([Ljava/lang/String;)V", 8, locals, &code.finish());
    ("Main".to_owned(), writer.bytes(MAJOR))
}

/// A method `m(int)` full of blocks, and a `main` that calls it.
fn with_method(code: &mut Code, locals: u16, handlers: &[[u16; 4]]) -> Files {
    let mut writer = class("Main", OBJECT, &[]);
    writer.guarded(STATIC, "m", "(I)V", [8, locals], &code.finish(), handlers);
    let called = writer.method_ref(false, "Main", "m", "(I)V");
    vec![main_class(writer, 1, Code::default().op(&[ICONST_0]).of(INVOKESTATIC, called).op(&[RETURN]))]
}

/// Blocks that jump back and forth into each other's middle, each of which moves references between locals.
fn irreducible(size: usize) -> Files {
    let mut code = Code::default();
    let mut seed = 1u64;
    code.op(&[ACONST_NULL]);
    for local in 1..64 {
        code.op(&[DUP, ASTORE, local]);
    }
    code.op(&[POP]);
    let labels = code.labels(size);
    for at in 0..size {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let (from, to) = ((seed >> 40) as u8 % 63 + 1, (seed >> 48) as u8 % 63 + 1);
        let near = (at + (seed >> 33) as usize % 200).saturating_sub(100).min(size - 1);
        code.here(labels[at]).op(&[ALOAD, from, ASTORE, to, ILOAD_0]).jump(IFEQ, labels[near]);
    }
    with_method(code.op(&[RETURN]), 64, &[])
}

/// Two-entry loops, each inside the one before.
fn nested_loops(size: usize) -> Files {
    let mut code = Code::default();
    let (heads, bodies) = (code.labels(size), code.labels(size));
    for at in 0..size {
        code.op(&[ILOAD_0]).jump(IFEQ, bodies[at]).here(heads[at]);
        code.op(&[ILOAD_0, POP]).here(bodies[at]);
    }
    for at in (0..size).rev() {
        code.op(&[ILOAD_0]).jump(IFEQ, heads[at]);
    }
    with_method(code.op(&[RETURN]), 1, &[])
}

/// Subroutines that each call the next one twice.
fn subroutines(size: usize) -> Files {
    let mut code = Code::default();
    let labels = code.labels(size);
    code.jump(JSR, labels[0]).op(&[RETURN]);
    for at in 0..size {
        let local = (at % 200 + 1) as u8;
        code.here(labels[at]).op(&[ASTORE, local]);
        if let Some(&next) = labels.get(at + 1) {
            code.jump(JSR, next).jump(JSR, next);
        }
        code.op(&[RET, local]);
    }
    with_method(&mut code, 201, &[])
}

/// One method of calls and allocations from end to end.
fn long_method(size: usize) -> Files {
    let mut writer = class("Main", OBJECT, &[]);
    writer.constructor(OBJECT);
    let (this, init) = (writer.class("Main"), writer.method_ref(false, "Main", "<init>", "()V"));
    let own = writer.method_ref(false, "Main", "own", "(Ljava/lang/Object;)Ljava/lang/Object;");
    writer.code(1, "own", "(Ljava/lang/Object;)Ljava/lang/Object;", 1, 2, &[ALOAD_1, 0xb0]);
    let mut code = Code::default();
    for _ in 0..size {
        code.of(NEW, this).op(&[DUP]).of(INVOKESPECIAL, init).op(&[DUP]).of(INVOKEVIRTUAL, own).op(&[POP]);
    }
    vec![main_class(writer, 1, code.op(&[RETURN]))]
}

/// Switches whose cases each store another text and meet at the end.
fn switches(size: usize, op: u8) -> Files {
    let mut writer = class("Main", OBJECT, &[]);
    let mut code = Code::default();
    let (cases, end) = (code.labels(size), code.label());
    code.op(&[ACONST_NULL, ASTORE, 1, ICONST_0]).switch(op, end, &cases);
    for (at, &case) in cases.iter().enumerate() {
        let text = writer.string(&format!("text {}", at % 1000));
        code.here(case).of(LDC_W, text).op(&[ASTORE, 1]);
        // The end is too far away for a jump from the first half: each case falls into the next.
    }
    let print = writer.method_ref(false, "Main", "print", "(Ljava/lang/Object;)V");
    writer.code(STATIC, "print", "(Ljava/lang/Object;)V", 0, 1, &[RETURN]);
    code.here(end).op(&[ALOAD_1]).of(INVOKESTATIC, print).op(&[RETURN]);
    vec![main_class(writer, 2, &mut code)]
}

/// A superclass of a superclass ..., each overriding a method and calling the one above.
fn deep_hierarchy(size: usize) -> Files {
    let name = |at: usize| if at < size { format!("D{at}") } else { OBJECT.to_owned() };
    let mut files: Files = (0..size)
        .map(|at| {
            let above = name(at + 1);
            let mut writer = class(&name(at), &above, &[]);
            writer.constructor(&above);
            let mut code = Code::default();
            if at + 1 < size {
                let overridden = writer.method_ref(false, &above, "m", "()V");
                code.op(&[0x2a]).of(INVOKESPECIAL, overridden);
            }
            writer.code(1, "m", "()V", 1, 1, &code.op(&[RETURN]).finish());
            (name(at), writer.bytes(MAJOR))
        })
        .collect();
    let mut writer = class("Main", OBJECT, &[]);
    let (bottom, init) = (writer.class("D0"), writer.method_ref(false, "D0", "<init>", "()V"));
    let called = writer.method_ref(false, &name(size - 1), "m", "()V");
    let mut code = Code::default();
    code.of(NEW, bottom).op(&[DUP]).of(INVOKESPECIAL, init).of(INVOKEVIRTUAL, called).op(&[RETURN]);
    files.push(main_class(writer, 1, &mut code));
    files
}

/// Layers of interfaces, each of which extends all of the layer before: as many paths as there are combinations.
fn lattice(size: usize) -> Files {
    const WIDTH: usize = 8;
    let names = |layer: usize| (0..WIDTH).map(|at| format!("I{layer}_{at}")).collect::<Vec<_>>();
    let mut files = Files::new();
    for layer in 0..size {
        let above = if layer == 0 { Vec::new() } else { names(layer - 1) };
        let above: Vec<&str> = above.iter().map(String::as_str).collect();
        for name in names(layer) {
            let mut writer = ClassWriter::new(INTERFACE, &name, OBJECT, &above);
            writer.code(0x401, "m", "()V", 0, 1, &[]);
            files.push((name, writer.bytes(MAJOR)));
        }
    }
    let last = names(size - 1);
    let above: Vec<&str> = last.iter().map(String::as_str).collect();
    let mut writer = class("Impl", OBJECT, &above);
    writer.constructor(OBJECT).code(1, "m", "()V", 0, 1, &[RETURN]);
    files.push(("Impl".to_owned(), writer.bytes(MAJOR)));
    let mut writer = class("Main", OBJECT, &[]);
    let (made, init) = (writer.class("Impl"), writer.method_ref(false, "Impl", "<init>", "()V"));
    let called = writer.method_ref(true, "I0_0", "m", "()V");
    let mut code = Code::default();
    code.of(NEW, made).op(&[DUP]).of(INVOKESPECIAL, init);
    let [high, low] = called.to_be_bytes();
    code.op(&[0xb9, high, low, 1, 0, RETURN]);
    files.push(main_class(writer, 1, &mut code));
    files
}

/// Classes whose superclasses are missing, and calls of what they would inherit.
fn phantoms(size: usize) -> Files {
    let mut writer = class("Main", OBJECT, &[]);
    let mut code = Code::default();
    let mut files = Files::new();
    for at in 0..size {
        let (name, above) = (format!("P{at}"), format!("missing/Q{at}"));
        let mut own = class(&name, &above, &[]);
        own.constructor(&above);
        files.push((name.clone(), own.bytes(MAJOR)));
        let (made, init) = (writer.class(&name), writer.method_ref(false, &name, "<init>", "()V"));
        let inherited = writer.method_ref(false, &name, "inherited", "()Ljava/lang/Object;");
        code.of(NEW, made).op(&[DUP]).of(INVOKESPECIAL, init).of(INVOKEVIRTUAL, inherited).op(&[POP]);
    }
    files.push(main_class(writer, 1, code.op(&[RETURN])));
    files
}

/// Paths that meet with stacks of different heights.
fn uneven_stacks(size: usize) -> Files {
    let mut code = Code::default();
    for _ in 0..size {
        let meet = code.label();
        code.op(&[ILOAD_0]).jump(IFEQ, meet).op(&[ACONST_NULL, ACONST_NULL]).here(meet).op(&[POP]);
    }
    with_method(code.op(&[RETURN]), 1, &[])
}

/// A class that is its own superclass, around a long way, and as many below it.
fn cyclic(size: usize) -> Files {
    let mut writer = class("Main", OBJECT, &[]);
    let mut code = Code::default();
    let mut files = Files::new();
    for at in 0..size {
        let (name, below) = (format!("C{at}"), format!("B{at}"));
        files.push((name.clone(), class(&name, &format!("C{}", (at + 1) % size), &[]).bytes(MAJOR)));
        files.push((below.clone(), class(&below, &name, &[]).bytes(MAJOR)));
        if at < 1000 {
            let (made, init) = (writer.class(&below), writer.method_ref(false, &below, "<init>", "()V"));
            code.of(NEW, made).of(INVOKESPECIAL, init);
        }
    }
    files.push(main_class(writer, 1, code.op(&[RETURN])));
    files
}

/// Exception ranges that all cover all blocks.
fn handlers(size: usize) -> Files {
    let mut code = Code::default();
    let ends = code.labels(size);
    for &end in &ends {
        code.op(&[ILOAD_0]).jump(IFEQ, end).op(&[ACONST_NULL, POP]).here(end);
    }
    code.op(&[RETURN]);
    let covered = code.bytes.len() as u16;
    code.op(&[POP, RETURN]);
    let rows: Vec<[u16; 4]> = (0..size).map(|_| [0, covered, covered, 0]).collect();
    with_method(&mut code, 1, &rows)
}

/// A class of many methods, each of which calls the next one with what it was given.
fn call_chain(size: usize) -> Files {
    const EACH: usize = 5_000;
    const DESC: &str = "(Ljava/lang/Object;)Ljava/lang/Object;";
    let mut files = Files::new();
    let place = |at: usize| (format!("M{}", at / EACH), format!("m{}", at % EACH));
    for start in (0..size).step_by(EACH) {
        let name = place(start).0;
        let mut writer = class(&name, OBJECT, &[]);
        for at in start..size.min(start + EACH) {
            let mut code = Code::default();
            code.op(&[0x2a]);
            if at + 1 < size {
                let (owner, next) = place(at + 1);
                code.of(INVOKESTATIC, writer.method_ref(false, &owner, &next, DESC));
            }
            writer.code(STATIC, &place(at).1, DESC, 1, 1, &code.op(&[0xb0]).finish());
        }
        files.push((name, writer.bytes(MAJOR)));
    }
    let mut writer = class("Main", OBJECT, &[]);
    let first = writer.method_ref(false, "M0", "m0", DESC);
    files.push(main_class(writer, 1, Code::default().op(&[0x2a]).of(INVOKESTATIC, first).op(&[POP, RETURN])));
    files
}

/// Texts that are doubled again and again.
fn doubled_text(size: usize) -> Files {
    const CONCAT: &str = "(Ljava/lang/String;)Ljava/lang/String;";
    let mut writer = class("Main", OBJECT, &[]);
    let (text, concat) = (writer.string("text"), writer.method_ref(false, "java/lang/String", "concat", CONCAT));
    let mut code = Code::default();
    code.of(LDC_W, text);
    for _ in 0..size {
        code.op(&[DUP]).of(INVOKEVIRTUAL, concat);
    }
    vec![main_class(writer, 1, code.op(&[POP, RETURN]))]
}

struct Giant {
    name: &'static str,
    /// The smaller size; the format bounds the larger one.
    size: usize,
    make: fn(usize) -> Files,
}

const GIANTS: &[Giant] = &[
    Giant { name: "irreducible control flow, blocks", size: 3_500, make: irreducible },
    Giant { name: "loops with two entries, nested", size: 1_500, make: nested_loops },
    Giant { name: "subroutines that call the next twice", size: 3_000, make: subroutines },
    Giant { name: "a long method, calls", size: 2_300, make: long_method },
    Giant { name: "tableswitch, cases", size: 2_500, make: |size| switches(size, TABLESWITCH) },
    Giant { name: "lookupswitch, cases", size: 2_300, make: |size| switches(size, LOOKUPSWITCH) },
    Giant { name: "superclasses", size: 5_000, make: deep_hierarchy },
    Giant { name: "layers of interfaces", size: 100, make: lattice },
    Giant { name: "phantom superclasses", size: 2_000, make: phantoms },
    Giant { name: "uneven stacks", size: 4_500, make: uneven_stacks },
    Giant { name: "classes in a cycle", size: 2_500, make: cyclic },
    Giant { name: "handlers of every block", size: 2_000, make: handlers },
    Giant { name: "methods in a chain of calls", size: 10_000, make: call_chain },
    Giant { name: "doubled text", size: 5_000, make: doubled_text },
];

#[test]
fn giants_end_with_a_result() {
    let place = tempfile::tempdir().unwrap();
    let home = place.path().join("jdk");
    small_jdk::write(&home);
    println!("{:38} {:>7} {:>9} {:>9} {:>6}", "", "size", "time", "of twice", "ratio");
    let wanted = std::env::var("GIANTS").ok();
    let is_wanted = |giant: &&Giant| wanted.as_ref().is_none_or(|text| giant.name.contains(text));
    let sizes: &[usize] = if wanted.is_some() { &[1, 2] } else { &[2] };
    for giant in GIANTS.iter().filter(is_wanted) {
        let (mut times, mut cuts) = (Vec::new(), BTreeSet::new());
        for size in sizes.iter().map(|times| giant.size * times) {
            let classes = place.path().join(format!("{}-{size}", giant.name.replace(' ', "-")));
            std::fs::create_dir_all(&classes).unwrap();
            let files = (giant.make)(size);
            for (name, bytes) in &files {
                std::fs::write(classes.join(format!("{name}.class")), bytes).unwrap();
            }
            let (result, mut time) = analyze(&classes, &home);
            if wanted.is_some() {
                time = time.min(analyze(&classes, &home).1);
            }
            assert!(result.reach().unwrap().methods_reached > 0, "{}: nothing was reached", giant.name);
            assert!(!result.cuts.iter().any(|cut| cut.kind == CutKind::Internal), "{}: {:?}", giant.name, result.cuts);
            times.push(time);
            cuts.insert(result.cuts.iter().map(|cut| format!("{:?}", cut.kind)).collect::<BTreeSet<_>>());
            std::fs::remove_dir_all(&classes).unwrap();
        }
        assert_eq!(cuts.len(), 1, "{}: {cuts:?}", giant.name);
        if let [once, twice] = times[..] {
            let ratio = twice.as_secs_f64() / once.as_secs_f64();
            println!("{:38} {:>7} {:>7.0}ms {:>7.0}ms {ratio:>6.1}", giant.name, giant.size, ms(once), ms(twice));
        }
    }
}

#[test]
fn a_method_too_large_to_be_read_is_said() {
    let place = tempfile::tempdir().unwrap();
    let (home, classes) = (place.path().join("jdk"), place.path().join("classes"));
    small_jdk::write(&home);
    std::fs::create_dir(&classes).unwrap();
    let mut code = Code::default();
    for _ in 0..13_000 {
        code.op(&[ILOAD_0, IFEQ, 0, 3]);
    }
    code.op(&[RETURN]);
    let covered = code.bytes.len() as u16;
    code.op(&[POP, RETURN]);
    for (name, bytes) in with_method(&mut code, 1, &vec![[0, covered, covered, 0]; 60_000]) {
        std::fs::write(classes.join(format!("{name}.class")), bytes).unwrap();
    }
    let (result, _) = analyze(&classes, &home);
    let said: Vec<_> = result.cuts.iter().map(|cut| (cut.kind, cut.what.as_str())).collect();
    assert_eq!(
        said,
        [(CutKind::TooLarge, "what \"Main.m(int)\" does is unknown: it is larger than the analysis can read")]
    );
    assert!(result.diagnostics.iter().all(|diag| diag.code != "damaged-code"), "{:?}", result.diagnostics);
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

fn analyze(classes: &Path, home: &Path) -> (AnalysisResult, Duration) {
    let input = ClassPathInput {
        classes: vec![classes.to_path_buf()],
        jdk_home: home.to_path_buf(),
        ..ClassPathInput::default()
    };
    stack::on_stack_of(STACK, || {
        let specs = spec::load(&[], None).unwrap();
        let start = Instant::now();
        let (class_path, _) = ClassPath::open(&input).unwrap();
        let result = engine::analyze_and_look(&Program::new(class_path), &specs, &engine::Options::default(), |_| ());
        (result, start.elapsed())
    })
    .unwrap()
}
