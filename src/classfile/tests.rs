//! Tests of the part as a whole, on classes that `javac` makes.

use super::testing::{ClassWriter, javac, javac_of, mutated};
use super::*;
use crate::base::Interner;
use crate::classpath::testing::jdk;

#[test]
fn members_bodies_and_header_of_a_small_class() {
    let source = r#"
        package p;
        @Deprecated(since = "x") abstract class A extends java.util.ArrayList<String> implements Runnable, Comparable<A> {
            static final long L = 7L;
            String s = "\uD800 \uD83D\uDE00";
            abstract void none() throws java.io.IOException;
            static Runnable m(int n, A a) { Runnable r = a; r.run(); return n > 3 ? r : () -> { }; }
        }
    "#;
    let classes = javac("A.java", source, &["-XDrawDiagnostics"]);
    let names = Interner::new();
    let (_, bytes) = &classes[0];
    let class = decode_class(bytes, &names).unwrap();
    let text = |sym| names.str(sym);
    assert_eq!(text(class.name), "p/A");
    assert_eq!(class.super_name.map(text), Some("java/util/ArrayList"));
    assert_eq!(
        class.interfaces.iter().copied().map(text).collect::<Vec<_>>(),
        ["java/lang/Runnable", "java/lang/Comparable"]
    );
    assert_eq!(class.fields[0].constant, Some(RawConst::Long(7)));
    assert_eq!(text(class.annotations[0].descriptor), "Ljava/lang/Deprecated;");
    assert!(class.annotations[0].visible);
    assert_eq!(class.bootstraps.len(), 1);
    let none = class.methods.iter().find(|m| text(m.name) == "none").unwrap();
    assert!(!none.has_code);
    assert_eq!(none.exceptions.iter().copied().map(text).collect::<Vec<_>>(), ["java/io/IOException"]);

    let bodies = decode_bodies(bytes, &names).unwrap();
    assert_eq!(bodies.len(), class.methods.len());
    for (method, body) in class.methods.iter().zip(&bodies) {
        assert_eq!(method.has_code, body.is_some());
    }
    let insns = |name: &str| {
        let at = class.methods.iter().position(|m| text(m.name) == name).unwrap();
        bodies[at].as_ref().unwrap().insns.iter().map(|(_, insn)| insn.clone()).collect::<Vec<_>>()
    };
    let strings: Vec<_> = insns("<init>")
        .into_iter()
        .filter_map(|insn| match insn {
            Insn::Const(RawConst::Str { text: sym, lossy }) => Some((text(sym), lossy)),
            _ => None,
        })
        .collect();
    assert_eq!(strings, [("\u{FFFD} \u{1F600}", true)]);
    let interface_calls =
        insns("m").iter().filter(|i| matches!(i, Insn::Invoke(InvokeKind::Interface, m) if m.interface)).count();
    assert_eq!(interface_calls, 1);

    let header = scan_header(bytes).unwrap();
    assert_eq!((&*header.name, header.super_name.as_deref()), ("p/A", Some("java/util/ArrayList")));
    assert_eq!(header.interfaces, ["java/lang/Runnable", "java/lang/Comparable"]);
    assert_eq!(header.access, class.access);
}

/// Decodes both views; the reader below the guard must not have panicked.
fn decode(bytes: &[u8]) -> Result<(RawClass, Vec<Option<RawCode>>), ClassError> {
    let names = Interner::new();
    let _ = scan_header(bytes);
    let class = decode_class(bytes, &names);
    let bodies = decode_bodies(bytes, &names);
    for error in [class.as_ref().err(), bodies.as_ref().err()].into_iter().flatten() {
        assert!(!error.message.contains("reader failed"), "{error}");
    }
    Ok((class?, bodies?))
}

const SAMPLE: &str = r#"
    package p;
    import java.util.function.*;
    @FunctionalInterface @Deprecated(since = "1", forRemoval = false) interface I<T extends Comparable<T>> { T get(int x) throws Exception; }
    enum E { A, B { }; }
    record R(int a, String b) { }
    public class Sample implements I<String> {
        static final String S = "\uDC00x"; static final long L = 5; double d = 2.5;
        @SuppressWarnings("x") public String get(int x) throws Exception {
            switch (x) { case 1: return "a"; case 2: return "b"; case 1000000: return "c"; default: }
            switch (x) { case 1: return "d"; case 2: return "e"; case 3: return "f"; }
            try { synchronized (this) { d += x << 3; } } catch (RuntimeException e) { return e + "" + x; }
            finally { x++; }
            Supplier<Object> s = () -> new Object[x()][3];
            return ((Function<Integer, String>) String::valueOf).apply(1) + s.get() + new R(1, "z") + E.valueOf("A");
        }
        static int x() { long[][] y = new long[2][3]; y[0][1] = (long) 2.5f; return y.length; }
    }
"#;

#[test]
fn a_class_cut_anywhere_is_an_error() {
    for (name, bytes) in javac("Sample.java", SAMPLE, &["-nowarn", "-g", "-parameters"]) {
        assert!(decode(&bytes).is_ok(), "{name}");
        for length in 0..bytes.len() {
            assert!(decode(&bytes[..length]).is_err(), "{name} cut at {length}");
        }
    }
}

#[test]
fn changed_bytes_never_panic() {
    for (_, bytes) in javac("Sample.java", SAMPLE, &["-nowarn", "-g", "-parameters"]) {
        for seed in 0..6000 {
            let _ = decode(&mutated(&bytes, seed));
        }
    }
}

#[test]
fn deeply_nested_annotations_are_left_out() {
    let mut writer = ClassWriter::new("p/A");
    let (ty, element) = (writer.utf8("Lp/N;"), writer.utf8("value"));
    let mut content = vec![0, 1];
    content.extend(ty.to_be_bytes());
    content.extend([0, 1]);
    content.extend(element.to_be_bytes());
    for _ in 0..400_000 {
        content.extend([b'[', 0, 1]);
    }
    content.extend([b's', 0, 1]);
    writer.class_attribute("RuntimeVisibleAnnotations", &content);
    let (class, _) = decode(&writer.bytes()).unwrap();
    assert!(class.annotations.is_empty());
    assert_eq!(class.ignored.len(), 1);
    assert_eq!(class.ignored[0].0, "RuntimeVisibleAnnotations");
}

#[test]
fn records_and_code_inside_themselves_are_not_followed() {
    let mut writer = ClassWriter::new("p/A");
    let (record, name, descriptor) = (writer.utf8("Record"), writer.utf8("x"), writer.utf8("I"));
    let mut content = vec![0, 0];
    for _ in 0..20_000 {
        let mut outer = vec![0, 1];
        outer.extend(name.to_be_bytes());
        outer.extend(descriptor.to_be_bytes());
        outer.extend([0, 1]);
        outer.extend(record.to_be_bytes());
        outer.extend((content.len() as u32).to_be_bytes());
        // Only the head is right at each level; the levels are joined without copying them each time.
        if outer.len() + content.len() > 60_000 {
            break;
        }
        outer.extend(&content);
        content = outer;
    }
    writer.class_attribute("Record", &content);
    let (class, _) = decode(&writer.bytes()).unwrap();
    assert_eq!(class.record.map(|rows| rows.len()), Some(1));
}

#[test]
fn switches_larger_than_the_code_are_an_error() {
    let table = |low: i32, high: i32| {
        let mut code = vec![0x03, 0xAA, 0, 0];
        [0, low, high].iter().for_each(|number: &i32| code.extend(number.to_be_bytes()));
        code
    };
    let mut lookup = vec![0x03, 0xAB, 0, 0, 0, 0, 0, 3];
    lookup.extend(i32::MAX.to_be_bytes());
    let far_jump = vec![0xA7, 0, 3, 0xC8, 0x7F, 0xFF, 0xFF, 0xFF];
    for code in [table(i32::MIN, i32::MAX), table(0, i32::MAX), table(0, -1), lookup, far_jump] {
        let mut writer = ClassWriter::new("p/A");
        writer.method("m", "()V", &code, &[]);
        let bytes = writer.bytes();
        assert!(decode_class(&bytes, &Interner::new()).is_ok(), "declarations do not need the code");
        let error = decode(&bytes).unwrap_err();
        assert_eq!(error.kind, ClassErrorKind::Malformed);
        assert!(error.offset.is_some());
    }
}

#[test]
fn damaged_debug_attributes_do_no_harm() {
    let mut writer = ClassWriter::new("p/A");
    let attributes = [
        "LineNumberTable",
        "LocalVariableTable",
        "LocalVariableTypeTable",
        "StackMapTable",
        "RuntimeVisibleTypeAnnotations",
    ]
    .map(|name| writer.attribute(name, &[0xFF, 0xFF, 1]));
    writer.method_with("m", "()V", &[0xB1], &[], &attributes);
    let (class, bodies) = decode(&writer.bytes()).unwrap();
    assert_eq!(class.methods.len(), 1);
    let body = bodies[0].as_ref().unwrap();
    assert_eq!(body.insns, [(0, Insn::Return(None))]);
    assert!(body.lines.is_empty());
}

/// Compilers before Java 5 say it by an attribute (JVMS 4.7.8); `isSynthetic` of the JVM knows no difference.
#[test]
fn what_the_compiler_made_is_marked_in_either_way() {
    let mut writer = ClassWriter::new("p/A");
    let mark = writer.attribute("Synthetic", &[]);
    writer.field("class$p$B", "Ljava/lang/Class;", std::slice::from_ref(&mark));
    writer.field("written", "I", &[]);
    writer.native_with(b"class$", "()V", &[mark]);
    writer.native(b"written", "()V");
    let damaged = writer.attribute("Synthetic", &[1]);
    writer.native_with(b"damaged", "()V", &[damaged]);
    let (class, _) = decode(&writer.bytes()).unwrap();
    let fields: Vec<bool> = class.fields.iter().map(|field| field.access & 0x1000 != 0).collect();
    assert_eq!(fields, [true, false]);
    let methods: Vec<bool> = class.methods.iter().map(|method| method.access & 0x1000 != 0).collect();
    assert_eq!(methods, [true, false, false]);
    assert_eq!(class.ignored.len(), 1);
}

#[test]
fn later_versions_are_read_as_far_as_they_are_known() {
    let mut writer = ClassWriter::new("p/A");
    writer.major = 99;
    writer.method("m", "()V", &[0xB1], &[]);
    assert_eq!(decode(&writer.bytes()).unwrap().0.major, 99);
}

#[test]
fn what_is_no_class_file_says_so() {
    let kind = |bytes: &[u8]| decode(bytes).unwrap_err().kind;
    assert_eq!(kind(b""), ClassErrorKind::Truncated);
    assert_eq!(kind(b"PK\x03\x04...."), ClassErrorKind::NotAClass);
    assert_eq!(kind(b"\xCA\xFE\xBA\xBE\0\0\0\x34\0\x02\x63"), ClassErrorKind::Malformed);
}

#[test]
fn names_and_annotations_with_lone_surrogates_are_read() {
    let mut writer = ClassWriter::new("p/A");
    let (ty, element, text) = (writer.utf8("Lp/N;"), writer.utf8("value"), writer.utf8(b"\xED\xA0\x80!"));
    let mut content = vec![0, 1];
    content.extend(ty.to_be_bytes());
    content.extend([0, 1]);
    content.extend(element.to_be_bytes());
    content.push(b's');
    content.extend(text.to_be_bytes());
    writer.class_attribute("RuntimeVisibleAnnotations", &content);
    let names = Interner::new();
    let class = decode_class(&writer.bytes(), &names).unwrap();
    let RawElement::Const(RawConst::Str { text, lossy }) = class.annotations[0].elements[0].1 else { panic!() };
    assert_eq!((names.str(text), lossy), ("\u{FFFD}!", true));
}

#[test]
fn names_that_differ_in_lone_surrogates_stay_apart() {
    let read = |names: &Interner, texts: &[&[u8]]| {
        let mut writer = ClassWriter::new("p/A");
        for text in texts {
            writer.native(text, "()V");
        }
        let class = decode_class(&writer.bytes(), names).unwrap();
        class.methods.iter().map(|method| method.name).collect::<Vec<_>>()
    };
    let names = Interner::new();
    let (first, second, low) = (b"\xED\xA0\x80".as_slice(), b"\xED\xA0\x81".as_slice(), b"\xED\xBF\xBF".as_slice());
    let found = read(&names, &[first, second, low, b"\xEE\x80\x80", b"\xEF\xBF\xBD", b"\xED\xA0\xBD\xED\xB8\x80"]);
    for (at, name) in found.iter().enumerate() {
        assert!(!found[..at].contains(name), "{at}");
    }
    assert_eq!(names.str(found[3]), "\u{E000}");
    assert_eq!(names.str(found[5]), "\u{1F600}");
    // Another file that has other characters of its own names the same methods.
    let again = read(&names, &[low, first, second]);
    assert_eq!(again, [found[2], found[0], found[1]]);
    // Where a file uses all that could stand for them.
    let crowded = read(&names, &[first, b"\xEE\x80\x80\xEE\xA0\x80\xEF\x80\x80"]);
    assert_eq!(names.str(crowded[0]), "\u{FFFD}");
}

#[test]
fn a_dynamic_constant_as_bootstrap_argument() {
    let Some(home) = jdk(25) else { return };
    let source = r#"
        package p;
        sealed interface S { }
        enum E implements S { ONE, TWO }
        class A {
            static int m(S s) { return switch (s) { case E.ONE -> 1; case E.TWO -> 2; }; }
        }
    "#;
    let classes = javac_of(&home, "A.java", source, &["--release", "21"]);
    let names = Interner::new();
    let bytes = &classes.iter().find(|(name, _)| name == "p/A").unwrap().1;
    let class = decode_class(bytes, &names).unwrap();
    let switch = class.bootstraps.iter().find(|row| names.str(row.handle.member.name) == "typeSwitch").unwrap();
    let dynamic = |value: &RawConst| match *value {
        RawConst::Dynamic { bootstrap, name, descriptor } => {
            (class.bootstraps[usize::from(bootstrap)].args.len(), names.str(name), names.str(descriptor))
        }
        ref other => panic!("{other:?}"),
    };
    // ConstantBootstraps.invoke(EnumDesc.of(ClassDesc, constant name)).
    let found: Vec<_> = switch.args.iter().map(dynamic).collect();
    assert_eq!(found, [(3, "invoke", "Ljava/lang/Enum$EnumDesc;"), (3, "invoke", "Ljava/lang/Enum$EnumDesc;")]);
    let inner =
        class.bootstraps.iter().filter(|row| row.args.iter().any(|arg| matches!(arg, RawConst::Dynamic { .. })));
    assert!(inner.count() >= 2, "the descriptor of the enum class is a dynamic constant too");
}
