//! How a class spells its name. Must not know who asks for it.

use crate::program::{Program, TypeId, lookup};

/// A method that gives a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NameForm {
    /// `getName`.
    Binary,
    Simple,
    Canonical,
    TypeName,
    Package,
    /// `descriptorString`.
    Descriptor,
    /// `toString`.
    Text,
}

/// The name of a class; `None` where the JDK gives null or throws.
pub(in crate::reflection) fn name_of(program: &Program, ty: TypeId, form: NameForm) -> Option<String> {
    match form {
        NameForm::Binary => Some(lookup::name(program, ty)),
        NameForm::TypeName => Some(lookup::type_name(program, ty)),
        NameForm::Descriptor => Some(program.descriptor(ty)),
        NameForm::Text => Some(match (lookup::is_interface(program, ty), lookup::is_primitive(program, ty)) {
            (true, _) => format!("interface {}", lookup::name(program, ty)),
            (_, true) => lookup::name(program, ty),
            _ => format!("class {}", lookup::name(program, ty)),
        }),
        NameForm::Package => Some(lookup::package_name(program, ty)),
        NameForm::Simple => lookup::simple_name(program, ty).ok(),
        NameForm::Canonical => lookup::canonical_name(program, ty).ok().flatten(),
    }
}
