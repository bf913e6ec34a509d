//! Final fields of objects: what the constructors of their class leave in them (D18), where that is asked for. Reflection can write
//! them (executed on JDK 17 and 25), so that it is no claim that holds whatever code does. And what a constructor begins with
//! (D20). Must not know who reads them.

use super::bound::{Bound, Item, Rests};
use super::frame::Frame;
use super::statics::{STRICT, is_written_outside};
use super::store::{Path, Root, Step, Store};
use super::summary::{Entry, Shared};
use crate::classfile::InvokeKind;
use crate::classpath::Origin;
use crate::ir::{Op, Var};
use crate::program::{FieldId, MethodId, Program, access, lookup};

/// The object of a constructor.
const THIS: Var = Var(0);

/// Most constructors of a class that are looked at.
const CONSTRUCTORS: usize = 16;

/// What a final field of an object holds, null included: it may be read before it is set.
pub(super) fn value(shared: &Shared<'_>, field: FieldId) -> Bound {
    let program = shared.program;
    let data = program.field(field);
    let class = program.class(data.class);
    if !shared.with_finals
        || !is_object_final(shared, field)
        || class.origin == Origin::Jdk
        || !program.is_reference(data.ty)
        || program.rests_on_supplied(data.class)
        || is_read_from_streams(shared, field)
        || is_written_outside(shared, field, |method| is_constructor(program, method))
    {
        return Bound::Any;
    }
    let constructors = lookup::declared_constructors(program, program.class_type(data.class));
    if constructors.is_empty() || constructors.len() > CONSTRUCTORS {
        return Bound::Any;
    }
    let mut all = Bound::one(Item::Null);
    for constructor in constructors {
        let run = || shared.nested(constructor, || at_end(shared, field, constructor)).unwrap_or(Bound::Any);
        all.join(&shared.remembered_final(field, constructor, run));
    }
    all.resting(Rests::FINALS)
}

fn is_constructor(program: &Program, method: MethodId) -> bool {
    program.str(program.method(method).name) == "<init>"
}

fn is_object_final(shared: &Shared<'_>, field: FieldId) -> bool {
    shared.program.field(field).access & (access::STATIC | access::FINAL) == access::FINAL
}

/// Whether objects of the class may be read from streams, without a constructor of it.
fn is_read_from_streams(shared: &Shared<'_>, field: FieldId) -> bool {
    let program = shared.program;
    let class = program.field(field).class;
    let known = program.well_known();
    program.supertypes(class).contains(&known.serializable) && program.class(class).access & access::ENUM == 0
}

/// What is in the field where a constructor ends. One that begins with another one of its class leaves what that leaves.
fn at_end(shared: &Shared<'_>, field: FieldId, constructor: MethodId) -> Bound {
    let Some(body) = shared.body(constructor) else { return Bound::Any };
    let entry = Entry::of_anybody(constructor, &body);
    let frame = Frame::run(shared, &body, &entry, &[]);
    if shared.is_spent() {
        return Bound::Any;
    }
    match frame.exit {
        Some(exit) => {
            exit.store.bound(&Path::field(Root::Var(THIS), Step::Field(field))).cloned().unwrap_or(Bound::Any)
        }
        None => Bound::Unmet,
    }
}

impl Frame<'_, '_> {
    /// What is known where the body begins. The object of a constructor is known to nobody but who makes it (JVMS 4.10.1.9), and the
    /// fields that its class declares are null, unless another constructor of the class ran before.
    pub(super) fn at_start(&self, entry: &Store) -> Store {
        let program = self.shared.program;
        let mut store = entry.clone();
        let data = program.method(self.method);
        if !self.wants_heap || !is_constructor(program, self.method) {
            return store;
        }
        store.keep(THIS);
        if !is_delegated_to(self.shared, self.method) {
            for &field in &program.class(data.class).fields {
                let of = program.field(field);
                let path = Path::field(Root::Var(THIS), Step::Field(field));
                let is_plain = of.access & (access::STATIC | access::VOLATILE) == 0 && program.is_reference(of.ty);
                if is_plain && store.bound(&path).is_none() {
                    store.put(path, Bound::one(Item::Null));
                }
            }
        }
        store
    }

    /// Whether a path is that of a final field of the object that this constructor makes: no other code can set it, but by
    /// reflection (JVMS 6.5 putfield).
    pub(super) fn is_own_final(&self, var: Var, steps: &[Step]) -> bool {
        let program = self.shared.program;
        let [Step::Field(field)] = *steps else { return false };
        let data = program.method(self.method);
        self.shared.with_finals
            && var == THIS
            && is_object_final(self.shared, field)
            && program.field(field).class == data.class
            && program.class(data.class).major >= STRICT
            && is_constructor(program, self.method)
    }
}

/// Whether another constructor of the class begins with this one: it may have set fields before.
fn is_delegated_to(shared: &Shared<'_>, constructor: MethodId) -> bool {
    let program = shared.program;
    let class = program.method(constructor).class;
    let all = lookup::declared_constructors(program, program.class_type(class));
    all.into_iter().filter(|&method| method != constructor).any(|method| {
        let Some(body) = shared.body(method) else { return true };
        let mut stmts = body.blocks.iter().flat_map(|block| &block.stmts);
        stmts.any(|stmt| match &stmt.op {
            Op::Invoke { kind: InvokeKind::Special, method, args, .. } => {
                args.first() == Some(&THIS) && program.resolve_special(class, *method) == Some(constructor)
            }
            _ => false,
        })
    })
}
