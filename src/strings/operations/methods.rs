//! The operation behind a method of a program: its row is found by class, name and descriptor. Must not know what calls it.

use super::{Effect, find, listed};
use crate::program::{MethodId, MethodRef, Program};

/// What calls of a method do to texts, as [`find`] says.
pub fn of_method(program: &Program, method: MethodId) -> Option<Effect> {
    let data = program.method(method);
    find(program.class_name(data.class), program.str(data.name), program.str(program.method_desc(data.desc).text))
}

/// What the row of the method says that an instruction names, as [`listed`] says; and the class by which it names it, as in
/// class files.
pub fn of_call(program: &Program, reference: MethodRef) -> Option<(Effect, &str)> {
    let data = program.method_ref_data(reference);
    let class = program.class_name(program.class_of(data.owner)?);
    // Each call of each body asks.
    if !class.starts_with("java/") {
        return None;
    }
    let effect = listed(class, program.str(data.name), program.str(program.method_desc(data.desc).text))?;
    Some((effect, class))
}

/// Whether an operation on two texts says that they are equal.
pub fn is_equality(program: &Program, reference: MethodRef) -> bool {
    program.str(program.method_ref_data(reference).name) == "equals" && of_call(program, reference).is_some()
}
