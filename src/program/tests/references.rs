//! Resolution of single references: arrays, signature polymorphism, fields, default methods that conflict, nests, and
//! overriding across packages.

use super::*;
use crate::program::access::{ABSTRACT, INTERFACE, PRIVATE, PUBLIC, STATIC, SYNCHRONIZED};

const CLASS: u16 = PUBLIC | SYNCHRONIZED;
const INTERFACE_FLAGS: u16 = PUBLIC | INTERFACE | ABSTRACT;
const OBJECT: &str = "java/lang/Object";
const SAYS: &str = "()Ljava/lang/String;";

fn reference(program: &Program, owner: &str, name: &str, descriptor: &str, interface: bool) -> MethodRef {
    program.method_ref(MethodRefData {
        owner: program.type_of_internal(program.sym(owner)),
        name: program.sym(name),
        desc: program.desc(program.sym(descriptor)),
        interface,
    })
}

/// What a method reference resolves to, by name.
fn resolved(program: &Program, owner: &str, name: &str, descriptor: &str, interface: bool) -> String {
    let found = program.resolve_method(reference(program, owner, name, descriptor, interface));
    found.map_or_else(|| "nothing".to_owned(), |id| program.method_id(id))
}

#[test]
fn arrays_and_signature_polymorphic_methods() {
    let (program, _dir) = program_of([("A", ClassWriter::new(CLASS, "A", OBJECT, &[]).bytes(61))]);
    for (owner, name, descriptor, expected) in [
        ("[I", "clone", "()Ljava/lang/Object;", "java.lang.Object.clone()"),
        ("[[LA;", "getClass", "()Ljava/lang/Class;", "java.lang.Object.getClass()"),
        ("[I", "run", "()V", "nothing"),
        (
            "java/lang/invoke/MethodHandle",
            "invokeExact",
            "(IJ)V",
            "java.lang.invoke.MethodHandle.invokeExact(java.lang.Object[])",
        ),
        (
            "java/lang/invoke/VarHandle",
            "getAndAdd",
            "(LA;I)I",
            "java.lang.invoke.VarHandle.getAndAdd(java.lang.Object[])",
        ),
        ("java/lang/invoke/MethodHandle", "asType", "(I)V", "nothing"),
        ("A", "hashCode", "()I", "java.lang.Object.hashCode()"),
        ("A", "nope", "()I", "nothing"),
        ("Missing", "hashCode", "()I", "java.lang.Object.hashCode()"),
        ("Missing", "nope", "()I", "nothing"),
        // Constructors are not inherited (JVMS 6.5 invokespecial).
        ("A", "<init>", "()V", "nothing"),
        ("Missing", "<init>", "()V", "nothing"),
        (OBJECT, "<init>", "()V", "java.lang.Object.<init>()"),
    ] {
        assert_eq!(resolved(&program, owner, name, descriptor, false), expected, "{owner}.{name}");
    }
    // A reference of the wrong kind is an IncompatibleClassChangeError.
    assert_eq!(resolved(&program, "java/util/List", "size", "()I", false), "nothing");
    assert_eq!(resolved(&program, "java/util/List", "size", "()I", true), "java.util.List.size()");
    assert_eq!(resolved(&program, "java/util/List", "notify", "()V", true), "java.lang.Object.notify()");
    assert_eq!(resolved(&program, "java/util/List", "clone", "()Ljava/lang/Object;", true), "nothing");
    assert_eq!(
        resolved(&program, "java/util/ArrayList", "stream", "()Ljava/util/stream/Stream;", false),
        "java.util.Collection.stream()"
    );
    // Static interface methods are not inherited.
    assert_eq!(resolved(&program, "java/util/ArrayList", "of", "()Ljava/util/List;", false), "nothing");
}

#[test]
fn fields_come_from_the_class_its_interfaces_then_its_superclass() {
    let field = |flags, name: &str, super_name: &str, interfaces: &[&str], fields: &[(&str, &str)]| {
        let mut writer = ClassWriter::new(flags, name, super_name, interfaces);
        for (name, descriptor) in fields {
            writer.field(PUBLIC | STATIC, name, descriptor);
        }
        writer.bytes(61)
    };
    let (program, _dir) = program_of([
        ("I", field(INTERFACE_FLAGS, "I", OBJECT, &[], &[("x", "I"), ("z", "I")])),
        ("J", field(INTERFACE_FLAGS, "J", OBJECT, &["I"], &[])),
        ("A", field(CLASS, "A", OBJECT, &[], &[("x", "I"), ("y", "I"), ("z", "J")])),
        ("B", field(CLASS, "B", "A", &["J"], &[])),
    ]);
    let resolved = |owner: &str, name: &str, ty: &str| {
        let found = program.resolve_field(program.field_ref(FieldRefData {
            owner: program.type_of_internal(program.sym(owner)),
            name: program.sym(name),
            ty: program.type_of_descriptor(ty).unwrap(),
        }));
        found.map_or_else(|| "nothing".to_owned(), |id| program.field_id(id))
    };
    assert_eq!(resolved("B", "x", "I"), "I.x");
    assert_eq!(resolved("B", "y", "I"), "A.y");
    assert_eq!(resolved("B", "z", "J"), "A.z");
    assert_eq!(resolved("B", "z", "I"), "I.z");
    assert_eq!(resolved("B", "y", "J"), "nothing");
    assert_eq!(resolved("[LB;", "length", "I"), "nothing");
}

#[test]
fn selection_of_default_private_and_package_private_methods() {
    let method = |flags, name: &str, super_name: &str, interfaces: &[&str], method: Option<u16>| {
        let mut writer = ClassWriter::new(flags, name, super_name, interfaces);
        if let Some(flags) = method {
            writer.says(flags, "m", name);
        }
        writer.bytes(61)
    };
    let (program, _dir) = program_of([
        ("Left", method(INTERFACE_FLAGS, "Left", OBJECT, &[], Some(PUBLIC))),
        ("Right", method(INTERFACE_FLAGS, "Right", OBJECT, &[], Some(PUBLIC))),
        ("Closer", method(INTERFACE_FLAGS, "Closer", OBJECT, &["Left"], Some(PUBLIC))),
        ("Reabstracted", method(INTERFACE_FLAGS, "Reabstracted", OBJECT, &["Left"], Some(PUBLIC | ABSTRACT))),
        ("Conflict", method(CLASS, "Conflict", OBJECT, &["Left", "Right"], None)),
        ("Diamond", method(CLASS, "Diamond", OBJECT, &["Left", "Closer"], None)),
        ("Again", method(CLASS, "Again", OBJECT, &["Left", "Reabstracted"], None)),
        ("Wins2", method(CLASS, "Wins2", "Settled", &["Left", "Right"], None)),
        ("Settled", method(CLASS, "Settled", OBJECT, &[], Some(PUBLIC))),
        ("Secret", method(CLASS, "Secret", OBJECT, &[], Some(PRIVATE))),
        ("Open", method(CLASS, "Open", "Secret", &[], Some(PUBLIC))),
        // Package-private p.A; q.B is no overrider; p.C is one and public; q.D overrides through p.C.
        ("p/A", method(CLASS, "p/A", OBJECT, &[], Some(0))),
        ("q/B", method(CLASS, "q/B", "p/A", &[], Some(PUBLIC))),
        ("p/C", method(CLASS, "p/C", "q/B", &[], Some(PUBLIC))),
        ("q/D", method(CLASS, "q/D", "p/C", &[], Some(PUBLIC))),
    ]);
    let selected = |receiver: &str, owner: &str, interface: bool| {
        let resolved = program.resolve_method(reference(&program, owner, "m", SAYS, interface)).unwrap();
        let found = program.select(program.find_class(receiver).unwrap(), resolved);
        found.map_or_else(|| "nothing".to_owned(), |id| program.class_name(program.method(id).class).to_owned())
    };
    assert_eq!(selected("Conflict", "Left", true), "nothing");
    assert_eq!(selected("Diamond", "Left", true), "Closer");
    assert_eq!(selected("Again", "Left", true), "nothing");
    assert_eq!(selected("Wins2", "Left", true), "Settled");
    assert_eq!(selected("Open", "Secret", false), "Secret");
    assert_eq!(selected("q/B", "p/A", false), "p/A");
    assert_eq!(selected("p/C", "p/A", false), "p/C");
    assert_eq!(selected("q/D", "p/A", false), "q/D");
    assert_eq!(selected("q/D", "q/B", false), "q/D");
}
