//! Why an edge of the pointer flow graph is there, as `FlowKind` of Tai-e says it (Tan & Li, ISSTA 2023), and at which
//! instruction. The solver does not look at it; who explains an answer does. Must not know what flows.

use super::super::ids::{FilterId, NodeId, ShortcutId};
use crate::heap::SiteId;
use crate::program::MethodId;

/// Why an edge is there. A number is the bytecode offset of an instruction in the method of the source variable; what reads
/// into a variable is the instruction that defines the variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FlowKind {
    /// A phi.
    Assign,
    Cast,
    FieldLoad,
    StaticLoad,
    ArrayLoad,
    FieldStore(u32),
    StaticStore(u32),
    ArrayStore(u32),
    /// From a variable to what its method returns.
    Return(u32),
    /// From a variable to what is thrown in a part of its method.
    Throw(u32),
    /// From what is thrown in a part of a method to a handler, or out of the method.
    Handler,
    /// Passed by a call: of an instruction, of the reflection API, of a model.
    Argument(SiteId),
    ReflectiveArgument(SiteId),
    ModelArgument(SiteId),
    /// What a callee returns, as above.
    Result(SiteId),
    ReflectiveResult(SiteId),
    ModelResult(SiteId),
    /// What a callee throws.
    Exception(SiteId),
    /// A call stores an argument in place of its callee (Cut-Shortcut, Ma et al. 2023, section 3.1).
    ShortcutStore(ShortcutId),
    /// A call reads from an argument in place of its callee (section 3.1).
    ShortcutLoad(ShortcutId),
    /// An argument is the result of a call (section 3.3).
    ShortcutResult(ShortcutId),
    /// What a callee gives back of parameters where no call does it in its place.
    Uncut,
    /// An argument or a result is put into a collection (section 3.2).
    Entrance(ShortcutId),
    /// A call takes it from a collection.
    Exit(ShortcutId),
    /// From one collection to another.
    Contents,
    /// Objects that are told apart no more have one field.
    FieldBased,
    /// Between the methods of a list and the node that stands for all calls of them.
    Summary,
    /// A model asked for it when it was told of a call.
    Model(SiteId),
    /// A model asked for it, or a caller outside the program.
    Outside,
}

const _: () = assert!(size_of::<FlowKind>() == 8);

impl FlowKind {
    /// The call that moves the value, for what is neither in a body of the program nor a callee's work.
    pub fn call(self) -> Option<SiteId> {
        match self {
            Self::Argument(site)
            | Self::ReflectiveArgument(site)
            | Self::ModelArgument(site)
            | Self::Result(site)
            | Self::ReflectiveResult(site)
            | Self::ModelResult(site)
            | Self::Model(site) => Some(site),
            _ => None,
        }
    }
}

/// What a call does in place of its callee.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Shortcut {
    pub call: SiteId,
    pub callee: MethodId,
    /// Position of the argument, the receiver's first; 0 where it is no argument.
    pub argument: u32,
}

/// An edge with its original end points, before cycles were merged.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FlowEdge {
    pub(crate) from: NodeId,
    pub(crate) to: NodeId,
    pub(crate) filter: FilterId,
    pub(crate) kind: FlowKind,
}
