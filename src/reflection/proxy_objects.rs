//! What the model remembers of proxies: their interfaces, and the calls on them. Must not know what is done with it.

use super::call::ApiCallId;
use crate::base::{FxHashMap, FxHashSet, FxIndexSet};
use crate::heap::{CtxId, InterfacesId, ObjId, SiteId};
use crate::pointsto::{CallId, CallView, InstId, NodeId};
use crate::program::{MethodId, TypeId};

/// A call on a proxy, whatever the proxy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum ProxyCall {
    /// One that its receivers decide.
    Of(Option<CallId>),
    /// Of a method that nobody knows.
    Unknown(InstId, SiteId),
}

/// The proxies of a call that has several interfaces of which nobody knows which are there together: one for each, which may
/// be all the others, too.
#[derive(Default)]
pub(super) struct Family {
    pub(super) members: FxIndexSet<ObjId>,
    /// Where a cast let none but those of the type pass.
    pub(super) met: FxIndexSet<(TypeId, NodeId)>,
}

/// All proxies of a run.
#[derive(Default)]
pub(super) struct Proxies {
    /// Interfaces that proxies have together, in the order given.
    sets: FxIndexSet<Box<[TypeId]>>,
    /// By place and context.
    pub(super) families: FxHashMap<(SiteId, CtxId), Family>,
    /// Calls whose interfaces are looked at at the next fixpoint.
    pub(super) waiting: FxIndexSet<ApiCallId>,
    /// Those to which none has come.
    pub(super) starved: FxIndexSet<ApiCallId>,
    /// What calls gave.
    pub(super) given: FxHashSet<(ApiCallId, ObjId)>,
    /// Calls that came to handlers, by number.
    pub(super) calls: FxIndexSet<ProxyCall>,
    /// Calls on objects that are known by an interface alone, which proxies of it may be.
    pub(super) opaque: FxHashMap<TypeId, Vec<(CallView, MethodId)>>,
    pub(super) asked: FxHashSet<(Option<CallId>, TypeId)>,
    /// All proxies of known interfaces.
    pub(super) known: FxIndexSet<ObjId>,
}

impl Proxies {
    /// The number of a list of interfaces.
    pub(super) fn number(&mut self, interfaces: &[TypeId]) -> InterfacesId {
        let known = self.sets.get_index_of(interfaces);
        InterfacesId::new(known.unwrap_or_else(|| self.sets.insert_full(interfaces.into()).0))
    }

    pub(super) fn interfaces(&self, id: InterfacesId) -> &[TypeId] {
        &self.sets[id.index()]
    }
}
