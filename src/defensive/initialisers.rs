//! Class initialisation that an instruction may set off (JVMS 5.5): a hidden call of code. Must not know what is known of the heap.

use crate::classpath::Origin;
use crate::program::{ClassId, Program};

/// Packages whose initialisers touch no object that is not theirs, and call nobody that could.
const HARMLESS: [&str; 2] = ["java/lang", "java/util"];

/// Whether initialising a class from code of another one may run code that does anything.
pub(super) fn may_do_anything(program: &Program, own: ClassId, class: ClassId) -> bool {
    // Its own initialisation has begun.
    if program.superclasses(own).contains(&class) || own == class {
        return false;
    }
    let may = |&class: &ClassId| {
        let data = program.class(class);
        if data.phantom.is_some() {
            return true;
        }
        if data.origin == Origin::Jdk && HARMLESS.contains(&program.package_of(class)) {
            return false;
        }
        program.find_method(class, "<clinit>", "()V").is_some()
    };
    // Superinterfaces are initialised if they declare default methods, and so may be taken for all.
    may(&class) || program.supertypes(class).iter().any(may)
}
