//! The container access pattern carried out: which objects are hosts, what calls put into them and give of them. Must not know
//! which methods do what; the table of [`Collections`](crate::pointsto::Collections) does.

mod acts;
mod escape;

use crate::base::FxHashSet;
use crate::heap::{Face, ObjId, ObjKind, Part, Site};
use crate::pointsto::graph::node::NodeInfo;
use crate::pointsto::ids::NodeId;
use crate::pointsto::solver::solve::Solver;
use crate::program::{ClassId, MethodId, Type};

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
