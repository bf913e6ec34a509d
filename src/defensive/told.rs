//! What instructions give by the methods that are told by their declaration: pure questions to the tables. Must not know what
//! holds anywhere.

use super::api;
use crate::ir::facts::Facts;
use crate::ir::{Op, Var};
use crate::program::{FieldId, MethodRef, Program, TypeId, access};
use crate::strings::operations::{self, Effect, Gives, TEXT_BUILDERS, has_state};

/// The row of an operation on strings, its class, and the types of its parameters.
pub(super) fn listed(program: &Program, reference: MethodRef) -> Option<(Effect, &str, &[TypeId])> {
    let (effect, class) = operations::of_call(program, reference)?;
    Some((effect, class, &program.method_desc(program.method_ref_data(reference).desc).params))
}

/// Whether a method gives the builder that it is called on.
fn gives_receiver(program: &Program, reference: MethodRef) -> bool {
    listed(program, reference)
        .is_some_and(|(effect, class, _)| TEXT_BUILDERS.contains(&class) && matches!(effect.gives, Gives::Receiver))
}

/// Whether what a method gives depends on what it is handed alone.
fn is_operation(program: &Program, reference: MethodRef) -> bool {
    listed(program, reference).is_some_and(|(effect, class, _)| {
        !has_state(class) && !effect.and_body && !matches!(effect.gives, Gives::Body | Gives::Characters | Gives::New)
    })
}

/// The variable that holds an object first, behind casts and builders' methods that give their receiver.
pub(super) fn origin(program: &Program, facts: &Facts<'_>, mut var: Var) -> Var {
    // A variable has one definition, so that this ends.
    loop {
        match facts.stmt(var).map(|stmt| &stmt.op) {
            Some(Op::Cast { src, .. }) => var = *src,
            Some(Op::Invoke { method, args, .. }) if gives_receiver(program, *method) => var = args[0],
            _ => return var,
        }
    }
}

/// Whether what an instruction gives depends on what the heap holds.
pub(super) fn reads_heap(program: &Program, op: &Op) -> bool {
    match op {
        Op::GetField { .. } | Op::ArrayLoad { elem: None, .. } => true,
        Op::GetStatic { field, .. } => program.resolve_field(*field).is_none_or(|field| !is_final(program, field)),
        Op::Invoke { method, .. } => !is_operation(program, *method) && !api::is_of_arguments(program, *method),
        _ => false,
    }
}

/// Whether a field is a final one of a class.
pub(super) fn is_final(program: &Program, field: FieldId) -> bool {
    let both = access::STATIC | access::FINAL;
    program.field(field).access & both == both
}
