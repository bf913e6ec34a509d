//! The policies themselves: none, call sites (Shivers 1991), receivers by their allocation (Milanova et al. 2005, as defined
//! in Smaragdakis et al. 2011) or by the class that contains it. Must not know which of them a run uses.

use std::cell::RefCell;

use super::{ContextPolicy, Edge, Table};
use crate::base::{FxHashMap, FxHashSet};
use crate::classpath::Origin;
use crate::heap::{CtxId, NO_CTX, SiteId};
use crate::program::{MethodId, Program, TypeId};

use super::Element;

/// One context for everything.
pub struct Insensitive;

impl ContextPolicy for Insensitive {
    fn by_receiver(&self) -> bool {
        false
    }

    fn distinguishes(&self) -> bool {
        false
    }

    fn callee(&self, _table: &Table<'_>, _edge: &Edge) -> CtxId {
        NO_CTX
    }

    fn allocated(&self, _table: &Table<'_>, _ctx: CtxId, _site: SiteId, _ty: TypeId) -> CtxId {
        NO_CTX
    }
}

/// The last one or two call sites; objects are distinguished by the last one if `heap` is set.
pub struct CallSites {
    pub two: bool,
    pub heap: bool,
}

impl ContextPolicy for CallSites {
    fn by_receiver(&self) -> bool {
        false
    }

    fn callee(&self, table: &Table<'_>, edge: &Edge) -> CtxId {
        table.context(self.two.then_some(edge.caller), Element::Site(edge.site))
    }

    fn allocated(&self, table: &Table<'_>, ctx: CtxId, _site: SiteId, _ty: TypeId) -> CtxId {
        if self.heap { table.last(ctx) } else { NO_CTX }
    }
}

/// The receiver and the object that allocated it; objects are distinguished by the receiver they were made for. Static methods
/// keep the context of their caller.
pub struct Receivers {
    /// The class that contains the allocation stands for a receiver.
    pub by_type: bool,
}

impl ContextPolicy for Receivers {
    fn by_receiver(&self) -> bool {
        true
    }

    fn callee(&self, table: &Table<'_>, edge: &Edge) -> CtxId {
        let Some(receiver) = edge.receiver else { return edge.caller };
        let element = if self.by_type { table.containing_class(receiver) } else { table.receiver(receiver) };
        element.map_or(NO_CTX, |element| table.context(Some(table.of_object(receiver)), element))
    }

    fn allocated(&self, table: &Table<'_>, ctx: CtxId, _site: SiteId, _ty: TypeId) -> CtxId {
        table.last(ctx)
    }
}

/// How calls of a method are told apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Apart {
    /// By all their sites.
    All,
    /// By the sites outside the JDK: one of the JDK's own, which what it calls of the same class takes over.
    OutsideJdk,
    /// By the sites that pass a constant for one of these parameters, by position with the receiver; and by those that hand on
    /// what such a site passed to their method.
    ByConstants(u64),
}

/// Says which methods are worth contexts.
pub trait Selection {
    fn apart(&self, program: &Program, method: MethodId) -> Option<Apart>;

    /// Of the arguments of the call at an offset of a method, by position with the receiver: those that are constants, and those
    /// that are parameters of the method.
    fn passed(&self, program: &Program, caller: MethodId, offset: u32) -> (u64, u64);
}

/// The most contexts of one method: those that a class loader gets from all that ask it would be hundreds.
const MOST: usize = 128;

/// The last two call sites for selected methods, none for all others; what a selected method allocates is distinguished by its
/// last call site. Calls that come when a method has many contexts already share one.
pub struct Selective {
    selected: Box<dyn Selection>,
    given: RefCell<FxHashMap<MethodId, FxHashSet<CtxId>>>,
}

impl Selective {
    pub fn new(selected: Box<dyn Selection>) -> Self {
        Self { selected, given: RefCell::default() }
    }
}

impl ContextPolicy for Selective {
    fn by_receiver(&self) -> bool {
        false
    }

    fn distinguishes_calls_of(&self, program: &Program, callee: MethodId) -> bool {
        // On receivers of unknown class accessors are called once for all.
        matches!(self.selected.apart(program, callee), Some(Apart::All | Apart::OutsideJdk))
    }

    fn callee(&self, table: &Table<'_>, edge: &Edge) -> CtxId {
        let program = table.program();
        match self.selected.apart(program, edge.callee) {
            Some(Apart::All) => {}
            Some(Apart::OutsideJdk) => {
                if let Some(caller) = table.method_at(edge.site)
                    && program.origin_of(caller) == Origin::Jdk
                {
                    // What a method leaves to its class, or to one nested in it, is still done for who called it.
                    let outermost = |method| program.outermost_name(program.method(method).class);
                    let is_own = outermost(caller) == outermost(edge.callee);
                    return if is_own { edge.caller } else { NO_CTX };
                }
            }
            Some(Apart::ByConstants(params)) => {
                let Some((caller, offset)) = table.instruction(edge.site) else { return NO_CTX };
                let (constants, handed_on) = self.selected.passed(program, caller, offset);
                let is_known = constants & params != 0 || (handed_on & params != 0 && edge.caller != NO_CTX);
                if !is_known {
                    return NO_CTX;
                }
            }
            None => return NO_CTX,
        }
        let ctx = table.context(Some(edge.caller), Element::Site(edge.site));
        let mut given = self.given.borrow_mut();
        let given = given.entry(edge.callee).or_default();
        let has_room = given.len() < MOST;
        if given.contains(&ctx) || (has_room && given.insert(ctx)) { ctx } else { NO_CTX }
    }

    fn allocated(&self, table: &Table<'_>, ctx: CtxId, _site: SiteId, _ty: TypeId) -> CtxId {
        table.last(ctx)
    }
}
