//! What the model remembers of proxies: their interfaces, and the calls on them. Must not know what is done with it.

use super::call::ApiCallId;
use crate::base::{FxHashMap, FxHashSet, FxIndexSet};
use crate::heap::{CtxId, InterfacesId, ObjId, SiteId};
use crate::pointsto::{CallId, CallView, InstId, NodeId};
use crate::program::{MethodId, TypeId};

/// A call on a proxy, whatever the proxy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(in crate::reflection) enum ProxyCall {
    /// One that its receivers decide.
    Of(Option<CallId>),
    /// Of a method that nobody knows.
    Unknown(InstId, SiteId),
}

/// The proxies of a call that has several interfaces of which nobody knows which are there together: one for each, which may
/// be all the others, too.
#[derive(Default)]
pub(in crate::reflection) struct Family {
    pub(in crate::reflection) members: FxIndexSet<ObjId>,
    /// Where a cast let none but those of the type pass.
    pub(in crate::reflection) met: FxIndexSet<(TypeId, NodeId)>,
}

/// All proxies of a run.
#[derive(Default)]
pub(in crate::reflection) struct Proxies {
    /// Interfaces that proxies have together, in the order given.
    sets: FxIndexSet<Box<[TypeId]>>,
    /// By place and context.
    pub(in crate::reflection) families: FxHashMap<(SiteId, CtxId), Family>,
    /// Calls whose interfaces are looked at at the next fixpoint.
    pub(in crate::reflection) waiting: FxIndexSet<ApiCallId>,
    /// Those to which none has come.
    pub(in crate::reflection) starved: FxIndexSet<ApiCallId>,
    /// What calls gave.
    pub(in crate::reflection) given: FxHashSet<(ApiCallId, ObjId)>,
    /// Calls that came to handlers, by number.
    pub(in crate::reflection) calls: FxIndexSet<ProxyCall>,
    /// Calls on objects that are known by an interface alone, which proxies of it may be.
    pub(in crate::reflection) opaque: FxHashMap<TypeId, Vec<(CallView, MethodId)>>,
    pub(in crate::reflection) asked: FxHashSet<(Option<CallId>, TypeId)>,
    /// All proxies of known interfaces.
    pub(in crate::reflection) known: FxIndexSet<ObjId>,
}

impl Proxies {
    /// The number of a list of interfaces.
    pub(in crate::reflection) fn number(&mut self, interfaces: &[TypeId]) -> InterfacesId {
        let known = self.sets.get_index_of(interfaces);
        InterfacesId::new(known.unwrap_or_else(|| self.sets.insert_full(interfaces.into()).0))
    }

    pub(in crate::reflection) fn interfaces(&self, id: InterfacesId) -> &[TypeId] {
        &self.sets[id.index()]
    }
}
