//! The container access pattern of Cut-Shortcut (Ma et al. 2023, section 3.2): what a collection of the JDK gives is what was
//! put into that collection, its *host*, and not what was put into any. Inside the collections' own code nothing is cut; calls
//! from outside put arguments into a category of the host besides (*entrance*), get what the host has of a category instead of
//! what the method returns (*exit*), or get a view of the host (*transfer*). Unlike in the paper, a host *escapes*
//! when something happens with it that the table does not know: calls of it then give what the method returns, as those of any
//! object do. Must not know the methods; the table does.

use std::rc::Rc;

use super::super::ids::{CallId, GatheringId, InstId, NodeId};
use crate::base::{FxHashMap, FxHashSet, FxIndexMap, FxIndexSet, IndexVec, Mask, PtsSet};
use crate::heap::{Category, Face, Key, ObjId};
use crate::ir::Var;
use crate::program::{ClassId, MethodId, Program, TypeId};

/// What a call of a method does with what is in a collection. Arguments are counted with the receiver.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Act {
    /// Puts an argument into a category of the host.
    Entrance(usize, Category),
    /// Puts what a function gives into a category; the function is an argument.
    EntranceOfFunction(usize, Category),
    /// Puts in everything that is in an argument.
    EntranceOfAll(usize),
    /// Gives what the host has of a category.
    Exit(Category),
    /// Gives an argument.
    ExitOfArgument(usize),
    /// Gives a view of the host: an object through which one sees it.
    Transfer(Face),
    /// Gives a copy, which is the same abstract object.
    Copy,
    /// Lets objects out that write to the collection when asked to.
    Leak,
    /// Makes the collection compare keys by somebody else's rule: unequal ones may be the same to it.
    Compares,
}

/// What a factory, a static method that makes a collection, does with an argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Entrance {
    /// It is in a category; the values asked for are those under the argument before it.
    Argument(usize, Category),
    /// Its elements are; it is an array, which the collection only reads.
    ElementsOf(usize, Category),
    /// Its elements are the collection's; it is an array that the collection writes to.
    Backing(usize),
    /// Everything that is in it is in the collection, too.
    EachOf(usize),
    /// Everything that is in its elements is; it is an array.
    EachOfElementsOf(usize),
    /// The result is another view of it: a transfer.
    Transfer(usize),
}

/// What a factory makes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Made {
    /// How the result is seen; that of what it is a view of, if it makes another one.
    pub face: Face,
    pub entrances: Vec<Entrance>,
}

/// Which classes are collections, and what their methods do.
pub trait Collections {
    /// What a static method makes; `None` if it makes no collection for all anybody knows.
    fn made(&self, program: &Program, method: MethodId) -> Option<Made>;
    /// How calls see an object of exactly this class; `None` if it is no collection.
    fn face(&self, program: &Program, class: ClassId) -> Option<Face>;

    /// Whether what code of `maker` makes of the class is filled by calls of its methods alone, as far as anybody can see.
    fn is_made_by(&self, program: &Program, class: ClassId, maker: ClassId) -> bool;
    /// What a method does with a collection that is seen so; `None` if that is not known.
    fn acts(&self, face: Face, name: &str, descriptor: &str) -> Option<&'static [Act]>;
    /// Whether objects of the class are views of a collection of class `of`.
    fn is_view(&self, program: &Program, of: ClassId, class: ClassId) -> bool;
    /// Whether an object of the class can be seen by a face: an entry is no list.
    fn fits(&self, program: &Program, face: Face, class: ClassId) -> bool;
    /// Whether objects of a class that are no views of a collection are views of others, no matter which.
    fn is_view_of_others(&self, program: &Program, class: ClassId) -> bool;
    /// Whether code of a class is the collection's own.
    fn is_own_code(&self, program: &Program, of: ClassId, class: ClassId) -> bool;
    /// Whether a factory may have made an object of the class: no code but the JDK's does.
    fn may_be_made(&self, program: &Program, class: ClassId) -> bool;
    /// Whether objects of the class only pass on to the collection they wrap what is done with them.
    fn is_wrapper(&self, program: &Program, class: ClassId) -> bool;
    /// Whether a method may be one of a collection, or of a view of one.
    fn is_method(&self, program: &Program, method: MethodId) -> bool;
    /// Whether a method writes to the collection that its receiver was let out of. Where the receiver's own code calls it, the
    /// collection does.
    fn writes_through(&self, program: &Program, method: MethodId, caller: Option<MethodId>) -> bool;
    /// Whether there is never anything in an object of the class.
    fn is_empty(&self, program: &Program, class: ClassId) -> bool;
}

/// What an object is that a method of a collection returned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Returned {
    /// A view of the collection.
    View,
    Itself,
    /// A view of another collection, which the method was called on, too.
    OfOthers,
}

/// What objects are that methods of the collections of a class returned where a face is expected. Each of many collections
/// meets nearly the same objects: they are decided on once.
#[derive(Default)]
pub(crate) struct ReturnedAs {
    /// By class of the object.
    pub(crate) classes: Vec<Option<Returned>>,
    /// Objects that were decided on, and those of them that are views of the collection or are given themselves.
    pub(crate) decided: Mask,
    pub(crate) views: Mask,
    pub(crate) itself: Mask,
}

/// Collections of one kind that get everything that is in the objects of a node. What they get passes nodes of its own: many
/// collections are made of what is in many.
pub(crate) struct Gathering {
    pub(crate) of: Kind,
    /// What is in them as elements, or as keys and values.
    pub(crate) nodes: Vec<(Category, NodeId)>,
    pub(crate) into: FxIndexSet<ObjId>,
    /// Something is among the objects of which nobody knows what is in it.
    pub(crate) has_unknown: bool,
    /// Something is done with one of the objects that nobody can say.
    pub(crate) is_escaped: bool,
}

/// What can be put into one another: a face, but for what is seen of a host by it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    Elements,
    Map,
    Entry,
    /// Nothing is put into such a one from others.
    Other,
}

/// What is known of the collections of a run.
#[derive(Default)]
pub(crate) struct Containers<'a> {
    /// `None`: the rule is off.
    pub(crate) table: Option<&'a dyn Collections>,
    pub(crate) faces: FxHashMap<ClassId, Option<Face>>,
    pub(crate) methods: FxHashMap<MethodId, bool>,
    pub(crate) acts: FxHashMap<(Face, MethodId), Option<&'static [Act]>>,
    pub(crate) made: FxHashMap<MethodId, Option<Rc<Made>>>,
    /// What the body of a factory makes, for all its calls.
    pub(crate) made_nodes: FxHashMap<InstId, NodeId>,
    /// Hosts of calls of factories, and how they are seen.
    pub(crate) made_by: FxHashMap<ObjId, Face>,
    /// By what a method returns, class of a collection and face that is expected: the objects that may be views of such a one.
    pub(crate) sifted: FxHashMap<(NodeId, ClassId, Face), NodeId>,
    /// Collections that objects of a node are views of at another one.
    pub(crate) seen: FxHashSet<(NodeId, ObjId, Face, NodeId)>,
    pub(crate) own_code: FxHashMap<(ClassId, ClassId), bool>,
    /// By class of a collection, face that is expected, and class of what a method returned: asked for thousands of objects
    /// at once.
    pub(crate) returned_as: FxHashMap<(ClassId, Face), ReturnedAs>,
    pub(crate) is_view: FxHashMap<(ClassId, ClassId), bool>,
    pub(crate) fits: FxHashMap<(Face, ClassId), bool>,
    pub(crate) is_view_of_others: FxHashMap<ClassId, bool>,
    pub(crate) may_be_made: FxHashMap<ClassId, bool>,
    pub(crate) wrappers: FxHashMap<ClassId, bool>,
    pub(crate) own_calls: FxHashMap<CallId, bool>,
    pub(crate) host_nodes: FxHashMap<(ObjId, Category), NodeId>,
    /// Keys by which hosts tell their values apart, and hosts that do no more.
    pub(crate) keys: FxHashMap<ObjId, FxHashSet<Key>>,
    pub(crate) keyless: FxHashSet<ObjId>,
    /// Variables of methods that are constant keys.
    pub(crate) constant_keys: FxHashMap<MethodId, Rc<FxHashMap<Var, Key>>>,
    /// By where functions are: what they give to collections.
    pub(crate) given_by: FxHashMap<NodeId, NodeId>,
    pub(crate) gatherings: IndexVec<GatheringId, Gathering>,
    pub(crate) gathering_at: FxHashMap<(NodeId, Kind), GatheringId>,
    pub(crate) escaped: FxHashSet<ObjId>,
    /// Joint hosts, and which stands for them; and that by class.
    pub(crate) joint: FxHashMap<ObjId, ObjId>,
    pub(crate) first_of: FxHashMap<TypeId, ObjId>,
    /// Variables that hosts got to while few objects had, and how many had when that was last looked at.
    pub(crate) asked_joint: FxIndexMap<NodeId, u32>,
    /// What is to be done once a host escapes.
    pub(crate) on_escape: FxHashMap<ObjId, FxIndexSet<OnEscape>>,
    /// Collections that let objects out which write to them, and classes of objects that somebody asked to write.
    pub(crate) leaking: FxIndexSet<ObjId>,
    pub(crate) writing: FxIndexSet<ClassId>,
    /// Calls that get what the method returns.
    pub(crate) returned: FxHashSet<(CallId, InstId)>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum OnEscape {
    /// A call with this receiver gets what the method returns.
    Return(CallId, InstId, ObjId),
    /// What was in it is in another one.
    Escape(ObjId),
    /// What was in it is in others.
    Gathering(GatheringId),
    /// More may be in it than what calls put there: an object stands for that at a node.
    Add(NodeId, ObjId),
    /// The method gets an argument of the call that was kept from it.
    Pass(CallId, InstId, usize),
}

/// Receivers of a call that selected a method.
pub(crate) struct Received {
    /// Those that the method returns to.
    pub(crate) plain: PtsSet,
    /// All of them, as the method's `this`.
    pub(crate) this: PtsSet,
}
