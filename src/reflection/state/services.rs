//! What the model remembers of services: the loaders that were asked for, and what became of the providers that are declared. Must
//! not know which class is a usable one.

use std::rc::Rc;

use super::super::terms::site::Problem;
use crate::base::FxHashMap;
use crate::heap::{ObjId, SiteId};
use crate::pointsto::Ptr;
use crate::program::{ClassId, MethodId, TypeId};

/// What a loader is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(in crate::reflection) enum Service {
    /// A service type; `installed`: only of the JDK.
    Known { ty: TypeId, installed: bool },
    /// Nobody knows; by the call.
    Unknown(SiteId),
}

/// A loader and the objects that stand for parts of it.
#[derive(Debug, Clone, Copy)]
pub(in crate::reflection) struct ServiceLoader {
    pub(in crate::reflection) site: SiteId,
    pub(in crate::reflection) loader: ObjId,
    pub(in crate::reflection) iterator: Option<ObjId>,
    /// `Provider[]`, for streams; JDK 8 has none.
    pub(in crate::reflection) array: Option<ObjId>,
    /// Where the objects of its providers are.
    pub(in crate::reflection) objects: Ptr,
}

/// What becomes of a declared provider.
#[derive(Debug, Clone, Copy)]
pub(in crate::reflection) enum Candidate {
    /// A constructor, or the method `provider` of a class of a module.
    Usable { class: ClassId, make: MethodId },
    /// Its class is the container's, and not here.
    Supplied(TypeId),
    /// Asking for it ends with a `ServiceConfigurationError`.
    Broken(Problem),
    /// A file that declares providers cannot be read.
    Unreadable,
}

/// The loaders that were asked for, and what they give.
#[derive(Default)]
pub(in crate::reflection) struct Services {
    pub(in crate::reflection) known: FxHashMap<Service, ServiceLoader>,
    /// By loader and by iterator.
    pub(in crate::reflection) loaders: FxHashMap<ObjId, ServiceLoader>,
    /// By `Provider` object: where its object is, and its class object.
    pub(in crate::reflection) providers: FxHashMap<ObjId, (Ptr, ObjId)>,
    pub(in crate::reflection) candidates: FxHashMap<(TypeId, bool), Rc<[Candidate]>>,
}
