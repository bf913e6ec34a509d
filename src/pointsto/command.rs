//! What models are told and what they ask for, as data: calls as they see them, pointers by what they stand for, commands.
//! Must not know how commands are carried out.

use std::rc::Rc;

use super::callgraph::calls::{CallNote, EdgeKind};
use super::graph::filter::Filter;
use super::ids::{CallId, CalleesId, ClaimTag, HookData, InstId, ModelId, ModelNode, NodeId};
use crate::base::Sym;
use crate::classpath::Origin;
use crate::heap::{Heap, ObjId, ObjKind, SiteId};
use crate::ir::Var;
use crate::program::{ClassId, FieldId, MethodId, Program, TypeId};

/// What a claimed method's model wants.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The model replaces the method's body.
    Handled,
    /// It does for these receivers; for others the body is analysed.
    HandledOf(Receivers),
    /// The model has nothing to say of this call. If none has, the body is analysed as that of any method.
    Left,
    /// The next model that claims the method is asked; if there is none, the body is analysed.
    AlsoAnalyse,
    /// The same; what the call gives the model has given.
    Answered,
}

/// Receivers for which a model answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Receivers {
    /// Those whose classes are the JDK's.
    OfJdk,
    /// Views of a collection of the JDK.
    Views,
}

impl Receivers {
    pub fn has(self, program: &Program, heap: &Heap, obj: ObjId) -> bool {
        match self {
            Self::OfJdk => {
                let class = program.class_of(heap.ty(obj));
                class.is_some_and(|class| program.class(class).origin == Origin::Jdk)
            }
            Self::Views => matches!(heap.kind(obj), ObjKind::View { .. }),
        }
    }
}

/// At which point of a call a model answers for a method.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Claim {
    /// When the call site becomes reachable, by the method the call resolves to; receivers are not needed.
    Declared(ClaimTag),
    /// When a receiver (or a static call) selects the method.
    Target(ClaimTag),
}

/// One call as a model sees it. Those that no instruction makes look the same, but for their kind and without variables.
#[derive(Debug, Clone)]
pub struct CallView {
    /// Which one it is, of calls whose receivers decide what they run: a model may make several at one place.
    pub number: Option<CallId>,
    pub caller: InstId,
    pub method: MethodId,
    pub site: SiteId,
    pub offset: u32,
    pub kind: EdgeKind,
    /// Receiver first unless static; `None` where the argument is primitive or nothing.
    pub args: Vec<Option<NodeId>>,
    /// The arguments as variables of the caller's body; empty for calls that no instruction makes.
    pub vars: Vec<Var>,
    pub dst: Option<NodeId>,
    /// Where exceptions go.
    pub throw: Option<NodeId>,
}

/// A class object that a method passes on: as an argument, into a field, as its result; or a text that it passes to a method.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ValueUse {
    /// The method instance that does it, or calls one that does and does it in its place; and the offset of that instruction.
    pub by: (InstId, u32),
    /// The method whose body has the use, an instance of it, and the offset there.
    pub method: MethodId,
    pub inst: InstId,
    pub offset: u32,
    /// The variable of that body.
    pub var: Var,
    /// What it holds.
    pub node: NodeId,
    /// The method that is called with it, and the position among the arguments, receiver included.
    pub called: Option<(MethodId, usize)>,
    pub is_text: bool,
}

/// The result of a call as it is given from outside, instead of what its callee returns or beside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GivenResult {
    pub value: ObjId,
    /// The value is an element of an array of this type, which the call makes.
    pub array: Option<TypeId>,
    /// What it may be as well.
    pub besides: Option<ObjId>,
    /// What the callee returns does not come back.
    pub alone: bool,
}

/// An `invokedynamic` instruction that became reachable.
#[derive(Debug, Clone)]
pub struct IndyView {
    pub call: CallView,
    pub bootstrap: u16,
    pub name: Sym,
    pub descriptor: Sym,
}

/// A pointer, by what it stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Ptr {
    Node(NodeId),
    Field(ObjId, FieldId),
    Elements(ObjId),
    Static(FieldId),
    /// A node of a model's own; made on first use.
    Model(ModelId, ModelNode),
    /// What the JVM may throw by itself in any code; these exceptions leave no method.
    Raised,
    /// What is thrown and taken by nobody: it ends a thread.
    Uncaught,
}

impl Ptr {
    /// Whether it stands for a place in the heap, where only what [lives there](crate::heap::ObjKind::lives_in_heap) is kept.
    pub(super) fn is_in_heap(self) -> bool {
        match self {
            Ptr::Field(..) | Ptr::Elements(_) | Ptr::Static(_) => true,
            Ptr::Node(_) | Ptr::Model(..) | Ptr::Raised | Ptr::Uncaught => false,
        }
    }
}

impl From<NodeId> for Ptr {
    fn from(node: NodeId) -> Self {
        Ptr::Node(node)
    }
}

/// Receiver of a call that a model makes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Receiver {
    None,
    Obj(ObjId),
    /// Everything in the pointer that is an instance of the callee's class.
    Ptr(Ptr),
    /// Everything in the pointer, as it is.
    All(Ptr),
}

/// Arguments of a call that a model makes, receiver excluded.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Args {
    /// One node per parameter; values pass as by a cast to the parameter's type.
    Positional(Vec<Option<Ptr>>),
    /// Each node may be any parameter it fits.
    Spread(Vec<Ptr>),
    /// Unknown from outside: each parameter gets an unknown of its type, which is its origin.
    Unknown,
}

/// A call edge made by a model.
#[derive(Debug, Clone)]
pub struct ReflectiveCall {
    pub caller: InstId,
    pub site: SiteId,
    pub callee: MethodId,
    pub receiver: Receiver,
    pub args: Args,
    pub ret: Option<Ptr>,
    pub throw: Option<Ptr>,
    pub kind: EdgeKind,
}

/// Calls of several methods that a model makes at one place, on the same receivers with the same arguments.
#[derive(Debug, Clone)]
pub struct SummaryCall {
    pub caller: InstId,
    pub site: SiteId,
    /// The model's number for the list: equal lists have equal numbers.
    pub list: CalleesId,
    pub callees: Rc<[MethodId]>,
    /// Taken as they are; one pointer per list.
    pub receivers: Ptr,
    /// Arguments after the receiver.
    pub args: Vec<Option<Ptr>>,
    pub ret: Option<Ptr>,
    pub throw: Option<Ptr>,
}

/// A virtual call made by a model.
#[derive(Debug, Clone)]
pub struct VirtualCall {
    pub caller: InstId,
    pub site: SiteId,
    pub method: MethodId,
    pub receiver: Ptr,
    /// Arguments after the receiver.
    pub args: Vec<Option<Ptr>>,
    pub ret: Option<Ptr>,
    pub throw: Option<Ptr>,
}

/// A call of a static method made by a model, as an instruction would make it: what a factory makes is that of the call.
#[derive(Debug, Clone)]
pub struct StaticCall {
    pub caller: InstId,
    pub site: SiteId,
    pub method: MethodId,
    pub args: Vec<Option<Ptr>>,
    pub ret: Option<Ptr>,
    pub throw: Option<Ptr>,
}

/// What a hook asks the solver to do.
#[derive(Debug, Clone)]
pub enum Command {
    Add {
        to: Ptr,
        obj: ObjId,
    },
    Edge {
        from: Ptr,
        to: Ptr,
        filter: Filter,
        /// The call that the model was told of.
        told_at: Option<SiteId>,
    },
    /// Deliver the objects of a pointer to the model's `on_objects`.
    Watch {
        at: Ptr,
        model: ModelId,
        data: HookData,
        told_at: Option<SiteId>,
    },
    /// Tell the model where an object meets filters.
    WatchFilters {
        obj: ObjId,
        model: ModelId,
    },
    /// What is put into a collection, or into the one that the object is a view of, goes to a pointer; and `or` does, where that is not
    /// all there may be in it.
    Contents {
        of: ObjId,
        to: Ptr,
        or: Option<ObjId>,
    },
    /// Something is done with the objects of a pointer that nobody can say.
    Escape {
        at: Ptr,
    },
    Call(ReflectiveCall),
    Summary {
        /// Whose number the list has.
        model: ModelId,
        call: SummaryCall,
    },
    /// Virtual call on everything in the receiver pointer, as an instruction would make it.
    Dispatch(EdgeKind, VirtualCall),
    Static(StaticCall),
    /// Take note of something about a call, for who reads the call graph.
    Note {
        caller: InstId,
        site: SiteId,
        note: CallNote,
    },
    /// Run the class's static initialiser (JVMS 5.5), superclasses first.
    Initialise(ClassId),
    /// The method is called from outside the program.
    Entry {
        method: MethodId,
        receiver: Receiver,
        args: Args,
        /// Where what it returns goes.
        ret: Option<Ptr>,
    },
}
