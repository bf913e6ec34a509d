//! The container access pattern carried out: which objects are hosts, what calls put into them and give of them. Must not know
//! which methods do what; the table of [`Collections`](crate::pointsto::Collections) does.

mod acts;
mod escape;
mod factories;
mod gatherings;
mod joint;
mod keys;

use crate::base::FxHashSet;
use crate::heap::{Category, Face, ObjId, ObjKind};
use crate::pointsto::graph::node::NodeInfo;
use crate::pointsto::ids::NodeId;
use crate::pointsto::solver::solve::Solver;
use crate::pointsto::summaries::containers::Act;
use crate::program::{ClassId, MethodId, Type};

impl Solver<'_> {
    /// Whether the rule has anything to say of calls of a method.
    fn may_be_contained(&mut self, method: MethodId) -> bool {
        let Some(table) = self.containers.table else { return false };
        *self.containers.methods.entry(method).or_insert_with(|| table.is_method(self.program, method))
    }

    /// The collection that an object is or is a view of, and how.
    fn container(&mut self, obj: ObjId) -> Option<(ObjId, Face)> {
        let table = self.containers.table?;
        match self.heap.kind(obj) {
            ObjKind::View { of, face, .. } => Some((of, face)),
            ObjKind::Alloc { site, ty, .. } => {
                if let Some(&face) = self.containers.made_by.get(&obj) {
                    return Some((obj, face));
                }
                let Type::Class(class) = self.program.ty(ty) else { return None };
                let face = (*self.containers.faces.entry(class).or_insert_with(|| table.face(self.program, class)))?;
                let maker = self.program.method(self.heap.site_data(site).maker()?).class;
                // One that its own code makes is filled by that code, unseen.
                (!self.is_own_code(class, maker) && table.is_made_by(self.program, class, maker)).then_some((obj, face))
            }
            _ => None,
        }
    }

    fn is_own_code(&mut self, of: ClassId, class: ClassId) -> bool {
        let Some(table) = self.containers.table else { return false };
        let known = self.containers.own_code.entry((of, class));
        *known.or_insert_with(|| table.is_own_code(self.program, of, class))
    }

    /// As [`Collections::is_view`](crate::pointsto::Collections::is_view).
    fn is_view(&mut self, of: ClassId, class: ClassId) -> bool {
        let Some(table) = self.containers.table else { return false };
        let known = self.containers.is_view.entry((of, class));
        *known.or_insert_with(|| table.is_view(self.program, of, class))
    }

    fn fits(&mut self, face: Face, class: ClassId) -> bool {
        let Some(table) = self.containers.table else { return false };
        *self.containers.fits.entry((face, class)).or_insert_with(|| table.fits(self.program, face, class))
    }

    fn is_view_of_others(&mut self, class: ClassId) -> bool {
        let Some(table) = self.containers.table else { return false };
        *self.containers.is_view_of_others.entry(class).or_insert_with(|| table.is_view_of_others(self.program, class))
    }

    fn may_be_made(&mut self, class: ClassId) -> bool {
        let Some(table) = self.containers.table else { return false };
        *self.containers.may_be_made.entry(class).or_insert_with(|| table.may_be_made(self.program, class))
    }

    fn is_wrapper(&mut self, class: ClassId) -> bool {
        let Some(table) = self.containers.table else { return false };
        *self.containers.wrappers.entry(class).or_insert_with(|| table.is_wrapper(self.program, class))
    }

    /// What a method does with a collection that is seen so.
    fn acts(&mut self, face: Face, callee: MethodId) -> Option<&'static [Act]> {
        let table = self.containers.table?;
        *self.containers.acts.entry((face, callee)).or_insert_with(|| {
            let data = self.program.method(callee);
            let descriptor = self.program.str(self.program.method_desc(data.desc).text);
            table.acts(face, self.program.str(data.name), descriptor)
        })
    }

    /// What a host has of a category.
    fn host_node(&mut self, of: ObjId, category: Category) -> NodeId {
        *self
            .containers
            .host_nodes
            .entry((of, category))
            .or_insert_with(|| self.core.node(NodeInfo::Host(of, category)))
    }

    /// What is in a category of a host that has not escaped, for checks.
    pub fn find_host_node(&self, of: ObjId, category: Category) -> Option<NodeId> {
        self.containers.host_nodes.get(&(of, category)).copied()
    }

    /// What the functions at a node give to collections, for checks.
    pub fn find_given_node(&self, functions: NodeId) -> Option<NodeId> {
        self.containers.given_by.get(&functions).copied()
    }

    /// Hosts that calls were distinguished by, and how many of them escaped since.
    pub fn collections(&self) -> (u64, u64) {
        let known: FxHashSet<ObjId> = self.containers.host_nodes.keys().map(|&(of, _)| of).collect();
        let escaped = known.iter().filter(|&&of| self.is_escaped(of)).count();
        (known.len() as u64, escaped as u64)
    }

    /// Whether a host has escaped: calls of it give what its methods return; for checks.
    pub fn is_escaped(&self, of: ObjId) -> bool {
        self.containers.escaped.contains(&of)
    }
}
