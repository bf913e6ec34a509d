//! Where methods of the JDK that look a field up, to reach it later, are told which: positions among their arguments, after the
//! receiver, which is at 0 unless the method is static. Rows of the reflection API and models of what the JDK does with such fields both have
//! them from here. Must not know what becomes of an answer.

/// A field by its class, its name and its type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct NamedField {
    pub class: usize,
    pub name: usize,
    pub ty: usize,
}

/// `MethodHandles.Lookup.findVarHandle`, and all others of its class that look for a field.
pub const OF_LOOKUP: NamedField = NamedField { class: 1, name: 2, ty: 3 };
/// `AtomicReferenceFieldUpdater.newUpdater`.
pub const OF_UPDATER: NamedField = NamedField { class: 0, name: 2, ty: 1 };
/// The `Field` given to `MethodHandles.Lookup.unreflectVarHandle` and its kin.
pub const UNREFLECTED: usize = 1;
/// The `Field` given to `Unsafe.objectFieldOffset`, `staticFieldOffset` and `staticFieldBase`.
pub const FIELD_OF_OFFSET: usize = 1;
/// The class given to `Unsafe.allocateInstance`.
pub const ALLOCATED: usize = 1;
