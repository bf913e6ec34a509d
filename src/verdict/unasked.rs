//! Whether the application asks for anything that the solver would have to find out: where it makes no reflective call and all of
//! it can be read, its class files are the whole answer under scope on demand. Must not know the solver.

use crate::classfile;
use crate::classpath::{ClassRef, Origin};
use crate::ir;
use crate::models::{self, natives};
use crate::program::{Class, ClassId, Program, access};

use super::inventory::Present;

/// Whether nothing in the application is about a reflective call, and nothing in it is cut off: every finding about it speaks of
/// a row of its own or of a cut in it (docs/analysis.md, Nothing to solve). In doubt it is not so. Reads all of the
/// application, so that the program knows what in it cannot be read.
pub fn asks_nothing(program: &Program, present: &[Present]) -> bool {
    let is_own = |call: &&Present| program.origin_of(call.method) == Origin::Application;
    // What compilers write is analysed, and no finding is about it.
    if present.iter().filter(is_own).any(|call| !call.compiler_generated) {
        return false;
    }
    let class_path = program.class_path();
    let own: Vec<(ClassRef, ClassId)> = class_path
        .classes()
        .filter(|&class| class_path.origin(class) == Origin::Application)
        .filter_map(|class| Some((class, program.find_class(class_path.name(class))?)))
        .collect();
    let all_known = own.iter().all(|&(_, class)| is_known(program, program.class(class)));
    all_known
        && own.into_iter().all(|(source, class)| {
            look_up_what_it_mentions(program, source);
            is_read_whole(program, class)
        })
}

/// Whether the class can be used, and does nothing that only the solver can say is not modelled.
fn is_known(program: &Program, class: &Class) -> bool {
    let is_outside = |&method: &_| {
        program.method(method).access & access::NATIVE != 0 && !natives::harmless_by_signature(program, method)
    };
    class.phantom.is_none()
        && class.bootstraps.iter().all(|bootstrap| models::links(program, bootstrap))
        && !class.methods.iter().any(is_outside)
}

/// Loads the classes that the constant pool names, as running the code would: what is wrong with them is then said.
fn look_up_what_it_mentions(program: &Program, class: ClassRef) {
    let Ok(bytes) = program.class_path().bytes(class) else { return };
    for name in classfile::named_classes(&bytes).unwrap_or_default() {
        if let Some(class) = program.class_of(program.type_of_internal(program.sym(&name))) {
            program.class(class);
        }
    }
}

/// Whether the code of all methods can be read to its end.
fn is_read_whole(program: &Program, class: ClassId) -> bool {
    let bodies = program.class(class).methods.iter().map(|&method| ir::lower(program, method));
    let damaged = bodies.filter(|body| body.is_too_large || !body.damaged_at.is_empty()).count();
    damaged == 0 && program.damage_of(class).is_none()
}
