//! What is known of the loaders that define classes. Must not know how it is learnt.

use super::call::{ApiCallId, Node};
use crate::base::{FxHashSet, FxIndexSet};
use crate::classpath::Origin;
use crate::heap::{ObjId, SiteId};
use crate::program::{Program, Type, TypeId};

/// What is known of the loaders that define classes.
#[derive(Default)]
pub(in crate::reflection) struct Definers {
    /// Places of class sources and of definitions: what these give is defined by loaders that are asked there.
    pub(in crate::reflection) sources: FxHashSet<SiteId>,
    /// Loaders that define classes.
    pub(in crate::reflection) defining: FxHashSet<ObjId>,
    /// Loaders that calls ask.
    pub(in crate::reflection) asked: FxIndexSet<(ApiCallId, ObjId)>,
    /// What was said already.
    pub(in crate::reflection) said: FxHashSet<(Node, ObjId)>,
}

impl Definers {
    /// Those that may have defined what is told by the place: any, where that is none that asks loaders.
    pub(in crate::reflection) fn of_place(&self, site: SiteId) -> Node {
        Node::Definers(Some(site).filter(|site| self.sources.contains(site)))
    }
}

/// The class outside the JDK that is defined where a class is asked for: of an array that of its elements (JDK: `Class.getClassLoader`).
pub(in crate::reflection) fn defined_for(program: &Program, ty: TypeId) -> Option<TypeId> {
    let (_, element) = program.dimensions(ty);
    let Type::Class(class) = program.ty(element) else { return None };
    (program.class(class).origin != Origin::Jdk).then_some(element)
}
