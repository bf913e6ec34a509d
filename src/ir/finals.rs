//! What final static fields are set to (JLS 12.4). Must not know what is made of it.

use super::{Body, Op, Var, lower};
use crate::program::{FieldRef, Program, access};

/// The initialiser of the class of a final static field, and the variable that it sets the field to, in one place.
pub fn set_once(program: &Program, field: FieldRef) -> Option<(Body, Var)> {
    let field = program.resolve_field(field)?;
    let data = program.field(field);
    if data.access & access::FINAL == 0 {
        return None;
    }
    let body = lower(program, program.find_method(data.class, "<clinit>", "()V")?);
    let mut stored = body.blocks.iter().flat_map(|block| &block.stmts).filter_map(|stmt| match stmt.op {
        Op::PutStatic { field: stored, value } if program.resolve_field(stored) == Some(field) => Some(value),
        _ => None,
    });
    let value = stored.next().filter(|_| stored.next().is_none())?;
    drop(stored);
    Some((body, value))
}
