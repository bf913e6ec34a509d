//! Class literals of classes that no class path has: the instruction that names one throws before the call that is given it (JVMS
//! 5.4.3.1), be it in an array. Must not know calls.

use crate::ir::facts::{Facts, statement_at};
use crate::ir::{Body, ConstValue, Var};
use crate::program::{ClassId, Phantom, Program};

/// The classes that are nowhere and whose literals a call at an offset is given by the code of its method on every way, by itself
/// or in an array that is made for the call.
pub fn absent_literals(program: &Program, body: &Body, offset: u32, vars: &[Var]) -> Vec<ClassId> {
    let facts = Facts::of(body);
    let call = statement_at(body, offset);
    let mut given: Vec<Var> = vars.to_vec();
    for array in vars.iter().filter_map(|&var| facts.args_array(var, call?)) {
        // One of several values for a slot need not be evaluated.
        given.extend(array.slots.iter().filter_map(|slot| <[Var; 1]>::try_from(slot.as_slice()).ok()).flatten());
    }
    let literals = given.into_iter().filter_map(|var| match facts.constant_of(var)? {
        ConstValue::Class(ty) => program.class_of(program.dimensions(*ty).1),
        _ => None,
    });
    let mut absent: Vec<ClassId> = Vec::new();
    for class in literals.filter(|&class| program.class(class).phantom == Some(Phantom::Missing)) {
        if !absent.contains(&class) {
            absent.push(class);
        }
    }
    absent
}
