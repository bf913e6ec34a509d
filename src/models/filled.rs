//! Fields of JDK objects that the JVM or its class loading fill, with objects that no bytecode the program runs puts there: the
//! module of a class, where its code came from. What these objects hold in turn stays empty but for the rows below and their
//! texts, which are unknown. Must not know who reads them.

use super::own;
use crate::heap::{NO_CTX, ObjKind, Site};
use crate::pointsto::{Cx, Model, Ptr};
use crate::program::Type;

/// A field with its class and descriptor, and the class of the JVM's object in it; of an array, what is in it is unknown. Its owner is the one object of its class
/// that natives give (`Nature::Own`), or of a class object any one: they share their fields.
pub type Row = (&'static str, &'static str, &'static str, &'static str);

/// Rows of JDK 8 to 25; a release has those whose field it has.
pub const TABLE: &[Row] = &[
    // Set when the class is defined (JVMS 5.3.6).
    ("java/lang/Class", "module", "Ljava/lang/Module;", "java/lang/Module"),
    // What a loader gives `defineClass`: from JDK 25 on in a field, before it `Class.getProtectionDomain0` gives it back.
    ("java/lang/Class", "protectionDomain", "Ljava/security/ProtectionDomain;", "java/security/ProtectionDomain"),
    // The certificates of a signed archive: from JDK 25 on in a field, before it a native method gives them.
    ("java/lang/Class", "signers", "[Ljava/lang/Object;", "[Ljava/security/cert/Certificate;"),
    ("java/security/ProtectionDomain", "codesource", "Ljava/security/CodeSource;", "java/security/CodeSource"),
    ("java/security/CodeSource", "location", "Ljava/net/URL;", "java/net/URL"),
    // The group of the first thread, which those it starts inherit; from JDK 19 on in an object of its own.
    ("java/lang/Thread", "group", "Ljava/lang/ThreadGroup;", "java/lang/ThreadGroup"),
    ("java/lang/Thread", "holder", "Ljava/lang/Thread$FieldHolder;", "java/lang/Thread$FieldHolder"),
    ("java/lang/Thread$FieldHolder", "group", "Ljava/lang/ThreadGroup;", "java/lang/ThreadGroup"),
    // Classes come from folders and jars.
    ("java/net/URL", "handler", "Ljava/net/URLStreamHandler;", "sun/net/www/protocol/file/Handler"),
    ("java/net/URL", "handler", "Ljava/net/URLStreamHandler;", "sun/net/www/protocol/jar/Handler"),
];

#[derive(Default)]
pub(super) struct Filled {
    done: bool,
}

impl Model for Filled {
    fn name(&self) -> &'static str {
        "filled"
    }

    fn on_idle(&mut self, cx: &mut Cx<'_, '_>) {
        if std::mem::replace(&mut self.done, true) {
            return;
        }
        let program = cx.program;
        for &(owner, field, descriptor, made) in TABLE {
            // Not every release has every field.
            let field = program.find_class(owner).and_then(|class| program.find_field(class, field, descriptor));
            let Some(field) = field else { continue };
            let made = match made.starts_with('[') {
                true => program.type_of_descriptor(made),
                false => program.find_class(made).map(|class| program.class_type(class)),
            };
            let (ty, Some(made)) = (program.class_type(program.field(field).class), made) else { continue };
            let owner = if ty == cx.heap.types().class { ObjKind::Class { ty } } else { ObjKind::Merged { ty } };
            let place = Ptr::Field(cx.heap.intern(owner), field);
            let made = match program.ty(made) {
                Type::Array(element) => {
                    let site = cx.heap.site(Site::Field(field));
                    let (array, unknown) = (cx.heap.alloc(site, made, NO_CTX), cx.heap.unknown(site, element, true));
                    unknown.into_iter().for_each(|unknown| cx.add(Ptr::Elements(array), unknown));
                    array
                }
                _ => own::object(cx, made),
            };
            cx.add(place, made);
        }
    }
}
