//! What the recorder writes of calls when they run (`recorder/`), by which the JVM judges fixtures. Must not know of which calls.

/// What an event is about, as `Kind` of the recorder's `Api.java` has it. Its target is what the call finds or acts on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Recorded {
    /// The class found by a name.
    ClassByName,
    /// The same of a loader, whose class an instruction names as often as that of the row.
    ClassByLoader,
    MethodByName,
    Constructor,
    FieldByName,
    /// The class given.
    OfClass,
    /// The member given.
    OfMember,
    /// The interfaces given.
    Proxy,
    /// The class of the object that comes back.
    ClassOfResult,
    /// The same; a name that the call takes may be that of a property.
    ClassOfFactory,
    HandleOfMethod,
    HandleOfConstructor,
    HandleOfField,
    /// Nothing, and why.
    Not(&'static str),
}
