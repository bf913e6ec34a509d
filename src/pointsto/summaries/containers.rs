//! The container access pattern of Cut-Shortcut (Ma et al. 2023, section 3.2): what a collection of the JDK gives is what was
//! put into that collection, and not what was put into any. Inside the collections' own code nothing is cut; calls from
//! outside put arguments into *parts* of the collection besides, and get what is in a part instead of what the method
//! returns. Unlike in the paper, a collection with which something happens that the table does not know is *opened*: calls of
//! it give what the method returns, as those of any object do. Must not know the methods; the table does.

use super::super::ids::{CallId, InstId, NodeId};
use crate::base::{FxHashMap, FxHashSet, FxIndexSet, PtsSet};
use crate::heap::{Face, ObjId, Part};
use crate::program::{ClassId, MethodId, Program};

/// What a call of a method does with what is in a collection. Arguments are counted with the receiver.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Act {
    /// Puts an argument into a part.
    Put(usize, Part),
    /// Puts what the method returns into a part: it comes from a function that the caller passed.
    PutResult(Part),
    /// Puts in everything that is in an argument.
    PutAll(usize),
    /// Gives what is in a part.
    Give(Part),
    /// Gives an argument.
    GiveBack(usize),
    /// Gives an object through which one sees the collection.
    Show(Face),
    /// Gives a copy, which is the same abstract object.
    Copy,
    /// Lets objects out that write to the collection when asked to.
    Leak,
}

/// Which classes are collections, and what their methods do.
pub trait Collections {
    /// How calls see an object of exactly this class; `None` if it is no collection.
    fn face(&self, program: &Program, class: ClassId) -> Option<Face>;
    /// What a method does with a collection that is seen so; `None` if that is not known.
    fn acts(&self, face: Face, name: &str, descriptor: &str) -> Option<&'static [Act]>;
    /// Whether objects of the class are how a collection of class `of` is seen.
    fn shows(&self, program: &Program, of: ClassId, class: ClassId) -> bool;
    /// Whether objects of a class that does not show a collection are how others are seen, no matter which.
    fn shows_others(&self, program: &Program, class: ClassId) -> bool;
    /// Whether code of a class is the collection's own.
    fn is_own_code(&self, program: &Program, of: ClassId, class: ClassId) -> bool;
    /// Whether a method may be one of a collection, or of what shows one.
    fn is_method(&self, program: &Program, method: MethodId) -> bool;
    /// Whether a method writes to the collection that its receiver was let out of. Where the receiver's own code calls it, the
    /// collection does.
    fn writes_through(&self, program: &Program, method: MethodId, caller: Option<MethodId>) -> bool;
    /// Whether there is never anything in an object of the class.
    fn is_empty(&self, program: &Program, class: ClassId) -> bool;
}

/// What is known of the collections of a run.
#[derive(Default)]
pub(crate) struct Containers<'a> {
    /// `None`: the rule is off.
    pub(crate) table: Option<&'a dyn Collections>,
    pub(crate) faces: FxHashMap<ClassId, Option<Face>>,
    pub(crate) methods: FxHashMap<MethodId, bool>,
    pub(crate) acts: FxHashMap<(Face, MethodId), Option<&'static [Act]>>,
    pub(crate) own_code: FxHashMap<(ClassId, ClassId), bool>,
    pub(crate) own_calls: FxHashMap<CallId, bool>,
    pub(crate) parts: FxHashMap<(ObjId, Part), NodeId>,
    pub(crate) opened: FxHashSet<ObjId>,
    /// What is to be done once a collection is opened.
    pub(crate) on_open: FxHashMap<ObjId, FxIndexSet<OnOpen>>,
    /// Collections that let objects out which write to them, and classes of objects that somebody asked to write.
    pub(crate) leaking: FxIndexSet<ObjId>,
    pub(crate) writing: FxIndexSet<ClassId>,
    /// Calls that get what the method returns.
    pub(crate) returned: FxHashSet<(CallId, InstId)>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum OnOpen {
    /// A call with this receiver gets what the method returns.
    Return(CallId, InstId, ObjId),
    /// What was in it is in another one.
    Open(ObjId),
}

/// Receivers of a call that selected a method.
pub(crate) struct Received {
    /// Those that the method returns to.
    pub(crate) plain: PtsSet,
    /// All of them, as the method's `this`.
    pub(crate) this: PtsSet,
}
