//! Which methods ask for a field to reach it later, and which reach it: by name, as JDK 8 to 25 have them. Must not know what
//! becomes of an answer.

use crate::program::lookup::inputs::{FIELD_OF_OFFSET, NamedField, OF_LOOKUP, OF_UPDATER, UNREFLECTED};
use crate::program::{MethodId, Program, access};

/// What a method does with fields and elements.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Act {
    /// Asks for a field.
    Find(Asked, Gives),
    /// Gives the look-up of the class that calls.
    Lookup,
    /// Gives a handle that is the same but for how it takes arguments.
    Same,
    /// Reaches what an offset denotes.
    ByOffset(Mode),
    /// Reaches what a `VarHandle` denotes.
    ByHandle(Mode),
}

/// How a method is told which field is meant, by the positions of its arguments.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Asked {
    /// A class, a name, and the type of the field if that is said.
    Named { class: Class, name: usize, ty: Option<usize> },
    /// A `Field`.
    Field(usize),
    /// No field: elements of arrays.
    Elements,
}

/// Where the class stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Class {
    Argument(usize),
    /// It is the class of a `Lookup`.
    OfLookup(usize),
}

/// What comes of asking.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Gives {
    /// A handle, of static fields or of others; what is not said is both.
    Handle { mode: Mode, is_static: Option<bool> },
    /// An offset of a field that is not static: a number that nobody follows.
    Offset,
    /// An updater, whose code reaches the field by its offset.
    Updater,
    /// What stands in an object's place where a static field is reached by its offset.
    Base,
    /// The offset of a static field: its base tells.
    Nothing,
}

/// What is done with a field or element.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Mode {
    pub(super) reads: bool,
    pub(super) writes: bool,
}

pub(super) const READ: Mode = Mode { reads: true, writes: false };
pub(super) const WRITE: Mode = Mode { reads: false, writes: true };
pub(super) const BOTH: Mode = Mode { reads: true, writes: true };

const LOOKUP: &str = "java/lang/invoke/MethodHandles$Lookup";
const HANDLES: &str = "java/lang/invoke/MethodHandles";
const VAR_HANDLE: &str = "java/lang/invoke/VarHandle";
const UTIL: &str = "jdk/internal/invoke/MhUtil";
const UPDATER: &str = "java/util/concurrent/atomic/AtomicReferenceFieldUpdater";

/// The methods that have names of their own. What is asked for by methods that have rows as parts of the reflection API is said in
/// [`inputs`](crate::program::lookup::inputs).
pub(super) const ROWS: &[(&str, &str, &str, Act)] = &[
    (LOOKUP, "findVarHandle", "*", by_class_and_name(OF_LOOKUP, handle(BOTH, Some(false)))),
    (LOOKUP, "findStaticVarHandle", "*", by_class_and_name(OF_LOOKUP, handle(BOTH, Some(true)))),
    (LOOKUP, "unreflectVarHandle", "*", Act::Find(Asked::Field(UNREFLECTED), handle(BOTH, None))),
    (HANDLES, "lookup", "*", Act::Lookup),
    (HANDLES, "arrayElementVarHandle", "*", Act::Find(Asked::Elements, handle(BOTH, None))),
    // From JDK 16 on.
    (VAR_HANDLE, "withInvokeBehavior", "*", Act::Same),
    (VAR_HANDLE, "withInvokeExactBehavior", "*", Act::Same),
    // From JDK 24 on: the look-ups of the JDK's own code, of which one takes the class from the lookup.
    (
        UTIL,
        "findVarHandle",
        "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/Class;)Ljava/lang/invoke/VarHandle;",
        named(Class::OfLookup(0), 1, Some(2), handle(BOTH, Some(false))),
    ),
    (
        UTIL,
        "findVarHandle",
        "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/Class;Ljava/lang/String;Ljava/lang/Class;)Ljava/lang/invoke/VarHandle;",
        named(Class::Argument(1), 2, Some(3), handle(BOTH, Some(false))),
    ),
    (UPDATER, "newUpdater", "*", by_class_and_name(OF_UPDATER, Gives::Updater)),
    // It is asked with a class and a name inside the JDK, from JDK 11 on.
    (UNSAFE, "objectFieldOffset", BY_NAME, named(Class::Argument(1), 2, None, Gives::Offset)),
    (UNSAFE, "objectFieldOffset", "*", Act::Find(Asked::Field(FIELD_OF_OFFSET), Gives::Offset)),
    (UNSAFE, "staticFieldBase", "*", Act::Find(Asked::Field(FIELD_OF_OFFSET), Gives::Base)),
    (UNSAFE, "staticFieldOffset", "*", Act::Find(Asked::Field(FIELD_OF_OFFSET), Gives::Nothing)),
    (UNSAFE_8, "objectFieldOffset", "*", Act::Find(Asked::Field(FIELD_OF_OFFSET), Gives::Offset)),
    (UNSAFE_8, "staticFieldBase", "*", Act::Find(Asked::Field(FIELD_OF_OFFSET), Gives::Base)),
    (UNSAFE_8, "staticFieldOffset", "*", Act::Find(Asked::Field(FIELD_OF_OFFSET), Gives::Nothing)),
];

/// Class and name of each.
pub(in crate::models) fn named_methods() -> impl Iterator<Item = (&'static str, &'static str)> {
    ROWS.iter().map(|&(class, name, ..)| (class, name))
}

const UNSAFE: &str = "jdk/internal/misc/Unsafe";
const UNSAFE_8: &str = "sun/misc/Unsafe";
const BY_NAME: &str = "(Ljava/lang/Class;Ljava/lang/String;)J";

const fn named(class: Class, name: usize, ty: Option<usize>, gives: Gives) -> Act {
    Act::Find(Asked::Named { class, name, ty }, gives)
}

const fn by_class_and_name(field: NamedField, gives: Gives) -> Act {
    named(Class::Argument(field.class), field.name, Some(field.ty), gives)
}

const fn handle(mode: Mode, is_static: Option<bool>) -> Gives {
    Gives::Handle { mode, is_static }
}

/// What a method reaches that is one of many of a form: access modes of `VarHandle`s, and accesses of `Unsafe` by offsets.
pub(super) fn access_of(program: &Program, method: MethodId) -> Option<Act> {
    let data = program.method(method);
    let name = program.str(data.name);
    if is_unsafe(program, method) {
        // `getReference`, or `getObject` before JDK 12; `putOrderedObject`, `compareAndSwapObject`.
        if !name.contains("Reference") && !name.contains("Object") {
            return None;
        }
        let writes = name.starts_with("put") || name.starts_with("compareAnd") || name.starts_with("weakCompare");
        return Some(Act::ByOffset(if writes { BOTH } else { mode(name)? }));
    }
    let is_mode = program.class_name(data.class) == VAR_HANDLE && data.access & access::NATIVE != 0;
    is_mode.then(|| mode(name)).flatten().map(Act::ByHandle)
}

/// Whether a method writes a reference to what an offset denotes.
pub fn writes_by_offset(program: &Program, method: MethodId) -> bool {
    const MODES: [&str; 4] = ["put", "compareAnd", "weakCompareAnd", "getAndSet"];
    let name = program.str(program.method(method).name);
    is_unsafe(program, method)
        && MODES.iter().any(|mode| name.starts_with(mode))
        && (name.contains("Object") || name.contains("Reference"))
}

fn is_unsafe(program: &Program, method: MethodId) -> bool {
    matches!(program.class_name(program.method(method).class), UNSAFE | UNSAFE_8)
}

/// The access modes of `VarHandle` by their names (`VarHandle.AccessMode`): a comparison writes, too, and what is not asked for
/// what was there says whether it wrote.
fn mode(name: &str) -> Option<Mode> {
    let starts = |prefix: &str| name.starts_with(prefix);
    Some(match name {
        _ if starts("getAnd") || starts("compareAndExchange") => BOTH,
        _ if starts("get") => READ,
        _ if starts("set") || starts("compareAndSet") || starts("weakCompareAndSet") => WRITE,
        _ => return None,
    })
}
