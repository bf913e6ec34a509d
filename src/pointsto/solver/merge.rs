//! Which allocations share one object per type. Must not know statements.

use crate::base::FxHashMap;
use crate::classpath::Origin;
use crate::program::{ClassId, MethodId, Program, Type, TypeId, access};

/// Types whose objects are all alike, memoised.
pub struct Merged {
    /// Off: each allocation has an object of its own.
    pub on: bool,
    known: FxHashMap<TypeId, bool>,
}

impl Default for Merged {
    fn default() -> Self {
        Self { on: true, known: FxHashMap::default() }
    }
}

impl Merged {
    /// Whether objects of the type share one object: throwables and string builders, whose contents no answer depends on,
    /// and types without any reference inside, which only their class distinguishes.
    pub(super) fn get_or_insert(&mut self, ty: TypeId, program: &Program) -> bool {
        *self.known.entry(ty).or_insert_with(|| match program.ty(ty) {
            Type::Class(class) => {
                let known = program.well_known();
                class == known.string_builder
                    || class == known.string_buffer
                    || program.is_subclass(class, known.throwable)
                    || !has_references(program, class)
            }
            Type::Array(element) => matches!(program.ty(element), Type::Prim(_)),
            _ => false,
        })
    }
}

/// Whether objects of the class have a field, inherited ones included, that holds a reference. What is not known to have
/// none has one.
fn has_references(program: &Program, class: ClassId) -> bool {
    let mut at = Some(class);
    while let Some(class) = at {
        let data = program.class(class);
        let holds = data.phantom.is_some()
            || data.fields.iter().any(|&field| {
                let field = program.field(field);
                field.access & access::STATIC == 0 && program.is_reference(field.ty)
            });
        if holds {
            return true;
        }
        at = data.super_class;
    }
    false
}

/// Whether the allocation makes a constant of a JDK class: an object of the class in its own static initialiser. The JDK has
/// hundreds of such constants in some classes (Unicode blocks, object identifiers), and they meet in every collection.
pub(super) fn is_constant(program: &Program, method: MethodId, ty: TypeId) -> bool {
    let data = program.method(method);
    program.class(data.class).origin == Origin::Jdk
        && program.str(data.name) == "<clinit>"
        && ty == program.class_type(data.class)
}
