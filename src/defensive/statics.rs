//! Final static fields: what the initialiser of their class leaves in them (D17). Unlike final fields of objects they cannot be
//! written by reflection (executed on JDK 17), only by offset. Must not know who reads them.

use super::bound::{Bound, Item, Rests};
use super::frame::Frame;
use super::store::{Path, Root};
use super::summary::{Entry, Reach, Shared};
use crate::classfile::RawConst;
use crate::classpath::Origin;
use crate::ir::{ConstValue, Op};
use crate::program::{FieldId, MethodId};

/// First version of class files whose final fields only the initialiser may write (JVMS 6.5 putstatic, SE 9).
pub(super) const STRICT: u16 = 53;

/// What a final static field holds once it is read, null included: a class that is being initialised may be read before.
pub(super) fn value(shared: &Shared<'_>, field: FieldId) -> Bound {
    let program = shared.program;
    let data = program.field(field);
    if let Some(constant) = &data.constant {
        return raw_constant(constant).resting(Rests::NO_UNSAFE_WRITES);
    }
    // Start-up code of the JDK is long, and what it leaves is rarely a name.
    let is_jdk = program.class(data.class).origin == Origin::Jdk;
    if is_jdk || shared.reach == Reach::Alone || !program.is_reference(data.ty) || program.rests_on_supplied(data.class)
    {
        return Bound::Any;
    }
    let Some(initialiser) = program.find_method(data.class, "<clinit>", "()V") else {
        return Bound::one(Item::Null);
    };
    shared.remembered_final(field, initialiser, || {
        if is_written_outside(shared, field, |method| method == initialiser) {
            return Bound::Any;
        }
        let mut bound = shared.nested(initialiser, || at_end(shared, field, initialiser)).unwrap_or(Bound::Any);
        bound.join(&Bound::one(Item::Null));
        bound.resting(Rests::NO_UNSAFE_WRITES)
    })
}

fn at_end(shared: &Shared<'_>, field: FieldId, initialiser: MethodId) -> Bound {
    let Some(body) = shared.body(initialiser) else { return Bound::Any };
    let entry = Entry::of_anybody(initialiser, &body);
    let frame = Frame::run(shared, &body, &entry, &[]);
    if shared.is_spent() {
        return Bound::Any;
    }
    let path = Path::root(Root::Static(field));
    match frame.exit {
        // What other threads see of a final field is what was written.
        Some(exit) => exit.store.bound(&path).cloned().unwrap_or(Bound::Any),
        None => Bound::Unmet,
    }
}

/// Whether other methods of the class than those that are `meant` to write the field, as old class files may.
pub(super) fn is_written_outside(shared: &Shared<'_>, field: FieldId, is_meant: impl Fn(MethodId) -> bool) -> bool {
    let program = shared.program;
    let class = program.class(program.field(field).class);
    class.major < STRICT
        && class.methods.iter().filter(|&&method| !is_meant(method) && program.method(method).has_code).any(|&method| {
            let Some(body) = shared.body(method) else { return true };
            let mut stmts = body.blocks.iter().flat_map(|block| &block.stmts);
            stmts.any(|stmt| match stmt.op {
                Op::PutStatic { field: put, .. } | Op::PutField { field: put, .. } => {
                    program.resolve_field(put) == Some(field)
                }
                _ => false,
            })
        })
}

/// What a constant is.
pub(super) fn constant(value: &ConstValue) -> Bound {
    match *value {
        ConstValue::Null => Bound::one(Item::Null),
        ConstValue::Int(value) => Bound::one(Item::Number(value.into())),
        ConstValue::Long(value) => Bound::one(Item::Number(value)),
        ConstValue::Str { text, lossy: false } => Bound::one(Item::Text(text)),
        ConstValue::Class(ty) => Bound::one(Item::Class(ty)),
        _ => Bound::Any,
    }
}

/// What a `ConstantValue` says (JVMS 4.7.2).
fn raw_constant(value: &RawConst) -> Bound {
    Option::<ConstValue>::from(value).map_or(Bound::Any, |value| constant(&value))
}
