//! Whether the application asks for anything that the solver would have to find out: where it makes no reflective call and all of
//! it can be read, its class files are the whole answer under scope on demand. Must not know the solver.

use crate::classfile;
use crate::classpath::{ClassRef, Origin};
use crate::ir::facts::Facts;
use crate::ir::{self, Body, Op, Var};
use crate::models::{self, natives};
use crate::program::{Class, ClassId, MethodRef, Program, access};
use crate::reflection::{ApiTable, Kind, absent_literals};

use super::inventory::Present;

/// Whether nothing in the application is about a reflective call, and nothing in it is cut off: every finding about it speaks of
/// a row of its own, of a call that is none and may fail, or of a cut in it (docs/analysis.md, Nothing to solve). In doubt it is
/// not so. Reads all of the application, so that the program knows what in it cannot be read.
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

/// Whether the code of all methods can be read to its end, and makes no call that may be said to fail.
fn is_read_whole(program: &Program, class: ClassId) -> bool {
    let bodies = program.class(class).methods.iter().map(|&method| ir::lower(program, method));
    let open =
        bodies.filter(|body| body.is_too_large || !body.damaged_at.is_empty() || attempts(program, body)).count();
    open == 0 && program.damage_of(class).is_none()
}

/// Whether a body makes a call that is no row, of which findings may speak all the same: one that attempts something, or that is
/// given the class literal of a class that is nowhere.
fn attempts(program: &Program, body: &Body) -> bool {
    let mut statements = body.blocks.iter().flat_map(|block| &block.stmts);
    statements.any(|stmt| {
        let Op::Invoke { method, args, .. } = &stmt.op else { return false };
        match ApiTable::get().named(program, *method) {
            Some(row) if row.kind == Kind::Flow => {
                row.attempt().is_some() || !absent_literals(program, body, stmt.offset, args).is_empty()
            }
            Some(_) => false,
            None => names_constant(program, body, *method, args),
        }
    })
}

/// Whether a call asks an enum for a constant by a name that may be known: none that an array or a method gives.
fn names_constant(program: &Program, body: &Body, method: MethodRef, args: &[Var]) -> bool {
    let called = program.method_ref_data(method);
    let is_enum = program.class_of(called.owner).is_some_and(|class| program.enum_of(class) == Some(class));
    let known = || ApiTable::get().known(program, program.resolve_method(method)?);
    let (true, Some(row), &[name]) = (is_enum, is_enum.then(known).flatten(), args) else { return false };
    let facts = Facts::of(body);
    let given = facts.stmt(facts.behind_casts(name)).map(|stmt| &stmt.op);
    row.attempt().is_some()
        && !matches!(given, Some(Op::ArrayLoad { .. } | Op::Invoke { .. } | Op::InvokeDynamic { .. }))
}
