//! Tests of the part as a whole, on classes that `javac` makes.

use std::path::Path;
use std::process::Command;

use super::*;
use crate::base::Interner;

/// Compiles one source file and returns (class-file name without `.class`, bytes), sorted by name.
pub(crate) fn javac(file_name: &str, source: &str, arguments: &[&str]) -> Vec<(String, Vec<u8>)> {
    javac_of(Path::new("javac"), file_name, source, arguments)
}

pub(crate) fn javac_of(javac: &Path, file_name: &str, source: &str, arguments: &[&str]) -> Vec<(String, Vec<u8>)> {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join(file_name);
    std::fs::write(&file, source).unwrap();
    let out = dir.path().join("out");
    let done = Command::new(javac).args(arguments).arg("-d").arg(&out).arg(&file).output().unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let mut classes: Vec<_> = walkdir::WalkDir::new(&out)
        .into_iter()
        .map(Result::unwrap)
        .filter(|entry| entry.file_type().is_file())
        .map(|entry| {
            let name = entry.path().strip_prefix(&out).unwrap().with_extension("");
            (name.to_str().unwrap().to_owned(), std::fs::read(entry.path()).unwrap())
        })
        .collect();
    classes.sort();
    classes
}

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
