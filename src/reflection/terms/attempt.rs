//! What a call attempts with a class or member that is there, as far as it can fail for what that is or for what it is given; and
//! what it gives, as far as judging other calls asks for it. Plain data; must not know which failures there are.

use super::class_names::NameForm;
use crate::classfile::Prim;
use crate::heap::MemberKind;

/// What the calls of a row do with classes, members and what stands for them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Attempt {
    /// Makes an object by the constructor without parameters.
    NewInstance,
    /// Makes an object by a constructor object.
    Construct,
    Invoke,
    /// Reads a field: of this type, or of any.
    ReadField(Option<Prim>),
    WriteField(Option<Prim>),
    NewArray,
    ArrayLength,
    /// Reads an element of an array: of this type, or of any. The array comes first, then the index, then what is stored.
    ReadElement(Option<Prim>),
    WriteElement(Option<Prim>),
    NewProxy,
    /// Makes an object of an interface whose method calls a handle.
    WrapHandle,
    /// Makes a handle of a member object.
    Unreflect(Sought),
    /// Asks an enum for a constant.
    EnumConstant,
    /// Makes an updater of a field: of this type, or of references.
    FieldUpdater(Option<Prim>),
    /// Asks where a field is, of a static one or of one of objects.
    FieldOffset {
        is_static: bool,
    },
    Bundle,
    /// Looks for an implementation that is for a language.
    FindFactory,
    /// Asks a class for a member; `declared`: of the class itself, public or not.
    FindMember {
        kind: MemberKind,
        declared: bool,
    },
    FindHandle(Sought),
    /// Calls a handle with the arguments of the instruction.
    CallHandle,
    /// The same where they have to be of the very types that the handle takes.
    CallHandleExactly,
    /// Calls a handle with the elements of an array.
    CallHandleWithArray,
    /// Gives a handle, which comes first, its first argument, which follows.
    BindHandle,
    /// Asks for the `Lookup` of another class: that class comes first, then the `Lookup` that asks.
    PrivateLookup,
    /// Reads the type of a handle from a text, by a loader, which follows.
    ReadDescriptor,
    /// Makes members accessible, which come first, alone or in an array; the flag follows.
    MakeAccessible,
    /// The same where the answer says whether it was done.
    TryMakeAccessible,
    /// Takes a class, which comes first, for a subtype of the one that follows.
    AsSubclass,
    /// Casts an object to a class, which comes first.
    CastObject,
}

/// What a call gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Gives {
    /// The `Lookup` of the class that calls.
    OwnLookup,
    /// The `Lookup` of everybody.
    PublicLookup,
    /// A loader that loads the classes of the program.
    Loader,
    /// The type of a handle, made of the classes that the call is given.
    HandleType,
    /// The module of a class.
    Module,
    /// The class of an object.
    ClassOfObject,
    /// Whether an object, which follows the class, is of it.
    IsInstance,
    /// Whether a class, which follows the class, is a subtype of it.
    IsSubtype,
    /// What a member says of itself: its name (of a constructor, that of its class), its modifiers, the type of a field or what
    /// a method returns, the class that declares it, the types of its parameters, and their number.
    MemberName,
    Modifiers,
    MemberType,
    Declarer,
    ParameterTypes,
    ParameterCount,
    /// The annotation of a type, or null; and whether there is one.
    Annotation,
    IsAnnotated,
    /// Whether a member has one of these flags (JVMS 4.5, 4.6), or a number of modifiers has.
    HasFlag(u16),
    /// Whether a method is one of an interface that has a body and needs a receiver.
    IsDefault,
    /// What a class says of itself: a name, its package, its modifiers, and whether it is of a sort.
    ClassName(NameForm),
    PackageOfClass,
    ClassModifiers,
    IsOfSort(Sort),
    /// The name of a package.
    PackageName,
    /// Whether an object, which follows, is this very one.
    IsSame,
    /// What depends on what the program runs on: a property, whether a class or file is there, whether assertions are on.
    Surroundings,
}

/// A sort of classes, for which `Class` has a method each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Sort {
    Interface,
    Array,
    Primitive,
    Enum,
    Annotation,
    Record,
    Synthetic,
    Anonymous,
    Local,
    Member,
    Sealed,
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
