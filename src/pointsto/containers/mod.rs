//! The container access pattern of Cut-Shortcut (Ma et al. 2023, section 3.2): what a collection of the JDK gives is what was
//! put into that collection, and not what was put into any. Inside the collections' own code nothing is cut; calls from
//! outside put arguments into *parts* of the collection besides, and get what is in a part instead of what the method
//! returns. Unlike in the paper, a collection with which something happens that the table does not know is *opened*: calls of
//! it give what the method returns, as those of any object do. Must not know the methods; the table does.

mod acts;
mod opened;

use super::calls::CallId;
use super::instance::InstId;
use super::node::{NodeId, NodeInfo};
use super::solve::Solver;
use crate::base::{FxHashMap, FxHashSet, FxIndexSet, PtsSet};
use crate::heap::{Face, ObjId, ObjKind, Part, Site};
use crate::program::{ClassId, MethodId, Program, Type};

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
pub(super) struct Containers<'a> {
    /// `None`: the rule is off.
    pub(super) table: Option<&'a dyn Collections>,
    faces: FxHashMap<ClassId, Option<Face>>,
    methods: FxHashMap<MethodId, bool>,
    acts: FxHashMap<(Face, MethodId), Option<&'static [Act]>>,
    own_code: FxHashMap<(ClassId, ClassId), bool>,
    own_calls: FxHashMap<CallId, bool>,
    parts: FxHashMap<(ObjId, Part), NodeId>,
    opened: FxHashSet<ObjId>,
    /// What is to be done once a collection is opened.
    on_open: FxHashMap<ObjId, FxIndexSet<OnOpen>>,
    /// Collections that let objects out which write to them, and classes of objects that somebody asked to write.
    leaking: FxIndexSet<ObjId>,
    writing: FxIndexSet<ClassId>,
    /// Calls that get what the method returns.
    pub(super) returned: FxHashSet<(CallId, InstId)>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum OnOpen {
    /// A call with this receiver gets what the method returns.
    Return(CallId, InstId, ObjId),
    /// What was in it is in another one.
    Open(ObjId),
}

/// Receivers of a call that selected a method.
pub(super) struct Received {
    /// Those that the method returns to.
    pub(super) plain: PtsSet,
    /// All of them, as the method's `this`.
    pub(super) this: PtsSet,
}

impl Solver<'_> {
    /// Whether the rule has anything to say of calls of a method.
    fn may_be_contained(&mut self, method: MethodId) -> bool {
        let Some(table) = self.containers.table else { return false };
        *self.containers.methods.entry(method).or_insert_with(|| table.is_method(self.program, method))
    }

    /// The collection that an object is or shows, and how.
    fn container(&mut self, obj: ObjId) -> Option<(ObjId, Face)> {
        let table = self.containers.table?;
        match self.heap.kind(obj) {
            ObjKind::View { of, face, .. } => Some((of, face)),
            ObjKind::Alloc { site, ty, .. } => {
                let Type::Class(class) = self.program.ty(ty) else { return None };
                let face = (*self.containers.faces.entry(class).or_insert_with(|| table.face(self.program, class)))?;
                let Site::At(method, _) = self.heap.site_data(site) else { return None };
                let maker = self.program.method(method).class;
                // One that its own code makes is filled by that code, unseen.
                (!self.is_own_code(class, maker)).then_some((obj, face))
            }
            _ => None,
        }
    }

    fn is_own_code(&mut self, of: ClassId, class: ClassId) -> bool {
        let Some(table) = self.containers.table else { return false };
        let known = self.containers.own_code.entry((of, class));
        *known.or_insert_with(|| table.is_own_code(self.program, of, class))
    }

    /// What is in a part of a collection.
    fn part(&mut self, of: ObjId, part: Part) -> NodeId {
        *self.containers.parts.entry((of, part)).or_insert_with(|| self.core.node(NodeInfo::Part(of, part)))
    }

    /// What is in a part of a collection that is not opened, for checks.
    pub fn part_of(&self, of: ObjId, part: Part) -> Option<NodeId> {
        self.containers.parts.get(&(of, part)).copied()
    }

    /// Collections that calls were told apart by, and how many of them were opened since.
    pub fn collections(&self) -> (u64, u64) {
        let known: FxHashSet<ObjId> = self.containers.parts.keys().map(|&(of, _)| of).collect();
        let opened = known.iter().filter(|&&of| self.is_opened(of)).count();
        (known.len() as u64, opened as u64)
    }

    /// Whether calls of a collection give what its methods return, for checks.
    pub fn is_opened(&self, of: ObjId) -> bool {
        self.containers.opened.contains(&of)
    }
}
