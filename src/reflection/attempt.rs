//! What a call attempts with a class or member that is there, as far as it can fail for what that is or for what it is given.
//! Plain data; must not know which failures there are.

use crate::classfile::Prim;
use crate::heap::MemberKind;

/// What the rule of a row does with classes and members.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Attempt {
    /// Makes an object by the constructor without parameters.
    NewInstance,
    /// Makes an object by a constructor object.
    Construct,
    Invoke,
    ReadField,
    WriteField,
    NewArray,
    NewProxy,
    /// Makes an object of an interface whose method calls a handle.
    WrapHandle,
    /// Makes a handle of a member object.
    Unreflect(Sought),
    /// Asks an enum for a constant.
    EnumConstant,
    /// Makes an updater of a field: of this type, or of references.
    FieldUpdater(Option<Prim>),
    Bundle,
    /// Asks a class for a member; `declared`: of the class itself, public or not.
    FindMember {
        kind: MemberKind,
        declared: bool,
    },
    FindHandle(Sought),
    /// Calls a handle with the arguments of the instruction.
    CallHandle,
    /// Calls a handle with the elements of an array.
    CallHandleWithArray,
}

/// What a look-up of a handle asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Sought {
    Virtual,
    Static,
    /// What `invokespecial` would call.
    Special,
    /// A virtual method of the object given.
    Bound,
    Constructor,
    Getter,
    Setter,
    StaticGetter,
    StaticSetter,
    VarHandle,
    StaticVarHandle,
}

impl Sought {
    pub fn is_static(self) -> bool {
        matches!(self, Sought::Static | Sought::StaticGetter | Sought::StaticSetter | Sought::StaticVarHandle)
    }
}
