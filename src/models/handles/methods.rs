//! Which methods ask for a field to reach it later, and which reach it: by name, as JDK 8 to 25 have them. Must not know what
//! becomes of an answer.

use crate::classpath::Origin;
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

/// What a method does, if it does something with fields.
pub(super) fn act(program: &Program, method: MethodId) -> Option<Act> {
    let data = program.method(method);
    if program.class(data.class).origin != Origin::Jdk {
        return None;
    }
    let name = program.str(data.name);
    let params = program.method_desc(data.desc).params.len();
    if is_unsafe(program, method) {
        return of_unsafe(name, params);
    }
    Some(match program.class_name(data.class) {
        "java/lang/invoke/VarHandle" if data.access & access::NATIVE != 0 => Act::ByHandle(mode(name)?),
        // From JDK 16 on.
        "java/lang/invoke/VarHandle" if matches!(name, "withInvokeBehavior" | "withInvokeExactBehavior") => Act::Same,
        "java/lang/invoke/MethodHandles$Lookup" => of_lookup(name)?,
        "java/lang/invoke/MethodHandles" => match name {
            "lookup" => Act::Lookup,
            "arrayElementVarHandle" => Act::Find(Asked::Elements, handle(BOTH, None)),
            _ => return None,
        },
        // From JDK 24 on: the look-ups of the JDK's own code, of which one takes the class from the lookup.
        "jdk/internal/invoke/MhUtil" if name == "findVarHandle" => {
            let class = if params == 3 { Class::OfLookup(0) } else { Class::Argument(1) };
            let asked = Asked::Named { class, name: params - 2, ty: Some(params - 1) };
            Act::Find(asked, handle(BOTH, Some(false)))
        }
        "java/util/concurrent/atomic/AtomicReferenceFieldUpdater" if name == "newUpdater" => {
            Act::Find(Asked::Named { class: Class::Argument(0), name: 2, ty: Some(1) }, Gives::Updater)
        }
        _ => return None,
    })
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
    matches!(program.class_name(program.method(method).class), "jdk/internal/misc/Unsafe" | "sun/misc/Unsafe")
}

const fn handle(mode: Mode, is_static: Option<bool>) -> Gives {
    Gives::Handle { mode, is_static }
}

/// The look-ups of fields; all name the class first, then the field, then its type.
fn of_lookup(name: &str) -> Option<Act> {
    let gives = match name {
        "findVarHandle" => handle(BOTH, Some(false)),
        "findStaticVarHandle" => handle(BOTH, Some(true)),
        "unreflectVarHandle" => return Some(Act::Find(Asked::Field(1), handle(BOTH, None))),
        _ => return None,
    };
    Some(Act::Find(Asked::Named { class: Class::Argument(1), name: 2, ty: Some(3) }, gives))
}

/// `objectFieldOffset` is asked with a class and a name inside the JDK, from JDK 11 on.
fn of_unsafe(name: &str, params: usize) -> Option<Act> {
    Some(match name {
        "objectFieldOffset" if params == 2 => {
            Act::Find(Asked::Named { class: Class::Argument(1), name: 2, ty: None }, Gives::Offset)
        }
        "objectFieldOffset" => Act::Find(Asked::Field(1), Gives::Offset),
        "staticFieldBase" => Act::Find(Asked::Field(1), Gives::Base),
        "staticFieldOffset" => Act::Find(Asked::Field(1), Gives::Nothing),
        // `getReference`, or `getObject` before JDK 12; `putOrderedObject`, `compareAndSwapObject`.
        _ if name.contains("Reference") || name.contains("Object") => {
            let writes = name.starts_with("put") || name.starts_with("compareAnd") || name.starts_with("weakCompare");
            Act::ByOffset(if writes { BOTH } else { mode(name)? })
        }
        _ => return None,
    })
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
