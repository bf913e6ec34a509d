//! Hierarchies no compiler makes: cycles, wrong kinds of supertypes, wrong names, deep chains.

use super::*;
use crate::program::{Phantom, access, lookup};

const CLASS: u16 = access::PUBLIC | access::SYNCHRONIZED;
const INTERFACE: u16 = access::PUBLIC | access::INTERFACE | access::ABSTRACT;

fn class(name: &str, super_name: &str, interfaces: &[&str]) -> Vec<u8> {
    ClassWriter::new(CLASS, name, super_name, interfaces).bytes(52)
}

fn interface(name: &str, interfaces: &[&str]) -> Vec<u8> {
    ClassWriter::new(INTERFACE, name, "java/lang/Object", interfaces).bytes(52)
}

const OBJECT: &str = "java/lang/Object";

#[test]
fn classes_that_cannot_be_loaded_are_phantoms() {
    let (program, _dir) = program_of([
        ("Ok", class("Ok", OBJECT, &["I"])),
        ("I", interface("I", &[])),
        ("A", class("A", "B", &[])),
        ("B", class("B", "C", &[])),
        ("C", class("C", "A", &[])),
        ("Self", ClassWriter::new(CLASS, "Self", "Self", &[]).field(1, "f", "I").bytes(52)),
        ("BelowCycle", class("BelowCycle", "A", &[])),
        ("J", interface("J", &["K"])),
        ("K", interface("K", &["J"])),
        ("ExtendsFinal", class("ExtendsFinal", "java/lang/String", &[])),
        ("ExtendsInterface", class("ExtendsInterface", "I", &[])),
        ("ImplementsClass", class("ImplementsClass", OBJECT, &["Ok"])),
        ("OddInterface", ClassWriter::new(INTERFACE, "OddInterface", "Ok", &[]).bytes(52)),
        ("Orphan", ClassWriter::new(CLASS, "Orphan", "", &[]).field(1, "f", "I").bytes(52)),
        ("Named", class("Other", OBJECT, &[])),
        ("NotPermitted", class("NotPermitted", OBJECT, &["Sealed"])),
        ("Sealed", {
            let mut writer = ClassWriter::new(INTERFACE, "Sealed", OBJECT, &[]);
            let ok = writer.class("Ok").to_be_bytes();
            writer.attribute("PermittedSubclasses", &[[0, 1], ok].concat()).bytes(61)
        }),
        ("Truncated", class("Truncated", OBJECT, &[])[..20].to_vec()),
        ("BadDescriptor", ClassWriter::new(CLASS, "BadDescriptor", OBJECT, &[]).field(1, "f", "Lx").bytes(52)),
        ("Twice", ClassWriter::new(CLASS, "Twice", OBJECT, &[]).field(1, "f", "I").field(2, "f", "I").bytes(52)),
        ("TwoTypes", ClassWriter::new(CLASS, "TwoTypes", OBJECT, &[]).field(1, "f", "I").field(2, "f", "J").bytes(52)),
        ("ExtendsMissing", class("ExtendsMissing", "Missing", &["I"])),
    ]);
    let object = program.well_known().object;
    let check = |name: &str, phantom: Option<Phantom>, word: &str| {
        let class = program.class(program.class_id(program.sym(name)));
        assert_eq!(class.phantom, phantom, "{name}");
        assert!(program.is_subclass(class.id, object), "{name}");
        let expected_super = if name == "ExtendsMissing" {
            "Missing"
        } else if name == "BelowCycle" {
            "A"
        } else {
            OBJECT
        };
        assert_eq!(program.class_name(class.super_class.unwrap()), expected_super, "{name}");
        let about: Vec<Diag> = program
            .diags()
            .into_iter()
            .filter(|diag| {
                diag.message.starts_with(&format!("class {name} ")) || diag.place.contains(&format!("{name}.class"))
            })
            .collect();
        assert_eq!(about.len(), usize::from(phantom.is_some()), "{name}: {about:?}");
        assert!(about.iter().all(|diag| diag.message.contains(word)), "{name}: {about:?}");
    };
    for name in ["Ok", "I", "BelowCycle", "TwoTypes", "ExtendsMissing", "Sealed"] {
        check(name, None, "");
    }
    check("Missing", Some(Phantom::Missing), "not on the class path");
    let unreadable = [
        ("A", "Circularity"),
        ("B", "Circularity"),
        ("C", "Circularity"),
        ("Self", "Circularity"),
        ("J", "Circularity"),
        ("K", "Circularity"),
        ("ExtendsFinal", "is final"),
        ("ExtendsInterface", "is an interface"),
        ("ImplementsClass", "no interface"),
        ("OddInterface", "not java.lang.Object"),
        ("Orphan", "no superclass"),
        ("Named", "holds class Other"),
        ("NotPermitted", "no permitted subclass"),
        ("Truncated", ""),
        ("BadDescriptor", "cannot be read"),
        ("Twice", ""),
    ];
    for (name, word) in unreadable {
        check(name, Some(Phantom::Unreadable), word);
    }
    let id = |name: &str| program.class_id(program.sym(name));
    assert_eq!(program.broken_supertype(id("BelowCycle")), Some((id("A"), Phantom::Unreadable)));
    assert_eq!(program.broken_supertype(id("ExtendsMissing")), Some((id("Missing"), Phantom::Missing)));
    assert_eq!(program.broken_supertype(id("Ok")), None);
    assert!(program.is_subclass(id("ExtendsMissing"), id("I")));
    let names = |ids: &[ClassId]| ids.iter().map(|&id| program.class_name(id).to_owned()).collect::<Vec<_>>();
    assert_eq!(names(program.subtypes_outside_jdk(id("Missing"))), ["ExtendsMissing", "Missing"]);
    assert_eq!(names(program.subtypes_outside_jdk(id("J"))), ["J", "K"]);
    assert_eq!(names(program.subtypes_outside_jdk(id("ExtendsMissing"))), ["ExtendsMissing"]);
    assert_eq!(names(program.supertypes(id("Ok"))), ["Ok", OBJECT, "I"]);
}

/// A chain far deeper than any stack would bear.
#[test]
fn deep_chains_do_not_recurse() {
    const DEPTH: usize = 5_000;
    let names: Vec<String> = (0..DEPTH).map(|i| format!("D{i}")).collect();
    let files = (0..DEPTH).map(|i| {
        let above = if i + 1 < DEPTH { names[i + 1].as_str() } else { OBJECT };
        (names[i].as_str(), class(&names[i], above, &[]))
    });
    let (program, _dir) = program_of(files);
    let bottom = program.find_class("D0").unwrap();
    assert_eq!(program.supertypes(bottom).len(), DEPTH + 1);
    assert!(program.is_subclass(bottom, program.find_class("D4999").unwrap()));
    let hash_code = program.sym("hashCode");
    let found = lookup::get_method(&program, program.class_type(bottom), hash_code, &[]).unwrap();
    assert_eq!(program.method_id(found), "java.lang.Object.hashCode()");
}

/// Classes that are members of each other in a ring are members of nothing that others can name; a member of a class that others
/// cannot name is inherited by one that they can (JLS 8.5).
#[test]
fn members_of_each_other_end() {
    let member = |access: u16, name: &str, outer: &str, super_name: &str| {
        let mut writer = ClassWriter::new(access, name, super_name, &[]);
        let [inner, outer] = [name, outer].map(|name| writer.class(name).to_be_bytes());
        let simple = writer.utf8(name).to_be_bytes();
        let row = [[0, 1], inner, outer, simple, access::PUBLIC.to_be_bytes()].concat();
        writer.attribute("InnerClasses", &row).bytes(52)
    };
    let hidden = CLASS & !access::PUBLIC;
    let (program, _dir) = program_of([
        ("A", member(hidden, "A", "B", OBJECT)),
        ("B", member(hidden, "B", "C", "A")),
        ("C", member(hidden, "C", "A", "B")),
        ("Hidden", ClassWriter::new(hidden, "Hidden", OBJECT, &[]).bytes(52)),
        ("Hidden$In", member(CLASS, "Hidden$In", "Hidden", OBJECT)),
        ("Shown", class("Shown", "Hidden", &[])),
        ("Other", ClassWriter::new(hidden, "Other", OBJECT, &[]).bytes(52)),
        ("Other$In", member(CLASS, "Other$In", "Other", OBJECT)),
    ]);
    let id = |name: &str| program.class_id(program.sym(name));
    for name in ["A", "B", "C", "Hidden", "Other", "Other$In"] {
        assert!(!lookup::is_accessible(&program, id(name)), "{name}");
    }
    assert!(lookup::is_accessible(&program, id("Hidden$In")));
    assert!(lookup::is_inherited_elsewhere(&program, id("Hidden")));
    assert!(!lookup::is_inherited_elsewhere(&program, id("Other")));
}

#[test]
fn types_and_their_names() {
    let (program, _dir) = program_of([("p/A$B", class("p/A$B", OBJECT, &[]))]);
    let check = |descriptor: &str, binary: &str, source: &str| {
        let ty = program.type_of_descriptor(descriptor).unwrap();
        assert_eq!(
            (program.descriptor(ty), program.binary_name(ty), program.type_name(ty)),
            (descriptor.to_owned(), binary.to_owned(), source.to_owned())
        );
        assert_eq!(program.type_of_descriptor(descriptor), Some(ty));
    };
    check("Lp/A$B;", "p.A$B", "p.A$B");
    check("[[Lp/A$B;", "[[Lp.A$B;", "p.A$B[][]");
    check("I", "int", "int");
    check("[Z", "[Z", "boolean[]");
    check("V", "void", "void");
    for malformed in
        ["", "L;", "Lp/A", "p/A", "[", "[V", "II", "Lp.A;", "Lp//A;", "X", &format!("{}I", "[".repeat(256))]
    {
        assert_eq!(program.type_of_descriptor(malformed), None, "{malformed}");
    }
    for malformed in ["", "()", "(V)V", "(I", "I)V", "(I)VV", "(Lp/A)V"] {
        assert_eq!(program.parse_method_descriptor(malformed), None, "{malformed}");
    }
    let ty = |descriptor: &str| program.type_of_descriptor(descriptor).unwrap();
    for (sub, sup, expected) in [
        ("[[I", "[Ljava/lang/Object;", true),
        ("[[I", "[[J", false),
        ("[I", "[J", false),
        ("[I", "Ljava/lang/Cloneable;", true),
        ("[Ljava/lang/String;", "[Ljava/lang/CharSequence;", true),
        ("[Ljava/lang/String;", "[Ljava/io/Serializable;", true),
        ("[Ljava/lang/Object;", "[Ljava/lang/String;", false),
        ("Ljava/lang/Object;", "[I", false),
        ("Ljava/lang/Runnable;", "Ljava/lang/Object;", true),
        ("I", "J", false),
        ("I", "Ljava/lang/Object;", false),
    ] {
        assert_eq!(program.is_subtype(ty(sub), ty(sup)), expected, "{sub} <= {sup}");
    }
}

#[test]
fn class_files_of_a_later_release_are_read_with_a_warning() {
    let newer = |name: &str| ClassWriter::new(CLASS, name, OBJECT, &[]).field(1, "f", "I").bytes(70);
    let (program, _dir) = program_of([("A", newer("A")), ("B", newer("B"))]);
    for name in ["A", "B"] {
        let class = program.class(program.find_class(name).unwrap());
        assert_eq!((class.phantom, class.major, class.fields.len()), (None, 70, 1));
    }
    let [diag] = &program.diags()[..] else { panic!("{:?}", program.diags()) };
    assert_eq!((&diag.code[..], &diag.place[..]), ("class-version", "classes"));
    assert!(diag.message.contains("class A is compiled for Java 26, which JDK 17 refuses"), "{}", diag.message);
}
