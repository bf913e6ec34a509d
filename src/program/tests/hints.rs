//! Near misses of names.

use super::*;
use crate::program::access::{PUBLIC, SYNCHRONIZED};
use crate::program::lookup::{ClassHint, class_hint, field_hint, method_hint};

const OBJECT: &str = "java/lang/Object";

fn program() -> (Program, tempfile::TempDir) {
    let class = |name: &str, super_name: &str| {
        let mut writer = ClassWriter::new(PUBLIC | SYNCHRONIZED, name, super_name, &[]);
        writer.field(PUBLIC, "counter", "I").says(PUBLIC, "execute", "x").constructor(super_name);
        writer.bytes(61)
    };
    program_of(
        ["p/Outer", "p/Outer$Inner", "p/Outer$Inner$Deep", "p/Plugin", "moved/there/Relocated", "TopLevel"]
            .map(|name| (name, class(name, OBJECT))),
    )
}

#[test]
fn of_classes() {
    let (program, _dir) = program();
    for (name, expected) in [
        ("p.Outer.Inner", Some("p.Outer$Inner")),
        ("p.Outer.Inner.Deep", Some("p.Outer$Inner$Deep")),
        ("p/Plugin", Some("p.Plugin")),
        ("p/Outer$Inner", Some("p.Outer$Inner")),
        ("Lp/Plugin;", Some("p.Plugin")),
        ("p.Plugin[]", Some("[Lp.Plugin;")),
        ("p.Outer.Inner[][]", Some("[[Lp.Outer$Inner;")),
        ("int[]", Some("[I")),
        (" p.Plugin ", Some("p.Plugin")),
        ("p.Plugin.class", Some("p.Plugin")),
        ("p.plugin", Some("p.Plugin")),
        ("P.PLUGIN", Some("p.Plugin")),
        ("p.Plugn", Some("p.Plugin")),
        ("TopLevle", Some("TopLevel")),
        ("p.Relocated", Some("moved.there.Relocated")),
        ("java.utils.ArrayList", Some("java.util.ArrayList")),
        ("java.utils.List", None),   // there are two classes of this simple name
        ("opt.SharedSecrets", None), // the JDK keeps the one that it has to itself
        ("q.Nothing", None),
        ("", None),
        ("[", None),
        ("[]", None),
        (";", None),
        (".", None),
        ("p.Plugin", None), // nothing is wrong with it
    ] {
        let expected = expected.map(|name| ClassHint::Name(name.to_owned()));
        assert_eq!(class_hint(&program, name), expected, "{name:?}");
    }
    for (name, keyword) in [("int", "int"), ("void", "void"), ("int.class", "int")] {
        assert_eq!(class_hint(&program, name), Some(ClassHint::Primitive(keyword.to_owned())), "{name:?}");
    }
}

#[test]
fn of_members() {
    let (program, _dir) = program();
    let ty = program.type_of_binary_name("p.Plugin").unwrap();
    assert_eq!(method_hint(&program, ty, "excute"), Some("execute"));
    assert_eq!(method_hint(&program, ty, "Execute"), Some("execute"));
    assert_eq!(method_hint(&program, ty, "hashcode"), Some("hashCode"));
    assert_eq!(method_hint(&program, ty, "somethingElse"), None);
    assert_eq!(field_hint(&program, ty, "conter"), Some("counter"));
    assert_eq!(field_hint(&program, program.prim(crate::classfile::Prim::Int), "counter"), None);
}
