//! Contexts: under which circumstances a method is analysed once more, and an allocation gives an object of its own. Owns the
//! table of contexts and the [`ContextPolicy`] that selects them (docs/analysis.md, Policies); must not know how sets flow.

mod introspective;
mod metrics;
mod policies;

use std::cell::RefCell;

use crate::base::FxIndexSet;
use crate::heap::{CtxId, Heap, NO_CTX, ObjId, ObjKind, Site, SiteId};
use crate::program::{ClassId, MethodId, Program, TypeId};

pub use introspective::{Constants, Heuristic, Introspection, Introspective, Reason};
pub use metrics::{METRICS, Metrics};
pub use policies::{Apart, CallSites, Insensitive, Receivers, Selection, Selective};

/// What a context is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Element {
    /// A call site.
    Site(SiteId),
    /// An allocation, its own context left out.
    Allocation(SiteId, TypeId),
    /// An object that no allocation makes: merged ones, opaque ones.
    Object(ObjId),
    /// The class that contains an allocation.
    Class(ClassId),
}

/// A call, as far as it decides about the callee's context.
#[derive(Debug, Clone, Copy)]
pub struct Edge {
    /// Context of the calling method.
    pub caller: CtxId,
    pub site: SiteId,
    pub callee: MethodId,
    /// The object the method is called on; none for static methods.
    pub receiver: Option<ObjId>,
}

/// Selects the contexts of methods and objects. Reflective calls and those of models ask the same policy with their own site.
pub trait ContextPolicy {
    /// Whether the receivers of a call decide about the callee's context.
    fn by_receiver(&self) -> bool;

    /// Whether it ever selects another context than the empty one.
    fn distinguishes(&self) -> bool {
        true
    }

    /// Whether it ever selects another context than the empty one for a method.
    fn distinguishes_calls_of(&self, _program: &Program, _callee: MethodId) -> bool {
        self.distinguishes()
    }

    /// Context of the callee.
    fn callee(&self, table: &Table<'_>, edge: &Edge) -> CtxId;

    /// Context of an object of type `ty` that `site` allocates under `ctx`.
    fn allocated(&self, table: &Table<'_>, ctx: CtxId, site: SiteId, ty: TypeId) -> CtxId;
}

/// The contexts of a run: at most two elements, the newer one last.
pub struct Table<'a> {
    program: &'a Program,
    heap: &'a Heap,
    elements: RefCell<FxIndexSet<Element>>,
    contexts: RefCell<FxIndexSet<[Option<u32>; 2]>>,
}

impl<'a> Table<'a> {
    pub fn new(program: &'a Program, heap: &'a Heap) -> Self {
        let contexts = RefCell::new(FxIndexSet::from_iter([[None, None]]));
        Self { program, heap, elements: RefCell::default(), contexts }
    }

    pub fn program(&self) -> &'a Program {
        self.program
    }

    pub fn heap(&self) -> &'a Heap {
        self.heap
    }

    /// Number of contexts, the empty one included.
    pub fn len(&self) -> usize {
        self.contexts.borrow().len()
    }

    pub fn is_empty(&self) -> bool {
        false
    }

    /// The context of one element, or of the last element of `before` and a new one.
    pub fn context(&self, before: Option<CtxId>, element: Element) -> CtxId {
        let element = self.elements.borrow_mut().insert_full(element).0 as u32;
        let older = before.and_then(|ctx| self.parts(ctx)[1]);
        self.intern([older, Some(element)])
    }

    /// The context of a context's last element only.
    pub fn last(&self, ctx: CtxId) -> CtxId {
        let newest = self.parts(ctx)[1];
        self.intern([None, newest])
    }

    /// The elements of a context, the newest last.
    pub fn elements(&self, ctx: CtxId) -> Vec<Element> {
        let elements = self.elements.borrow();
        let element = |index: u32| elements.get_index(index as usize).copied();
        self.parts(ctx).into_iter().flatten().filter_map(element).collect()
    }

    fn parts(&self, ctx: CtxId) -> [Option<u32>; 2] {
        *self.contexts.borrow().get_index(ctx.index()).expect("internal error: context of another run")
    }

    fn intern(&self, parts: [Option<u32>; 2]) -> CtxId {
        CtxId::new(self.contexts.borrow_mut().insert_full(parts).0)
    }

    /// The method that a call site is an instruction of.
    pub fn method_at(&self, site: SiteId) -> Option<MethodId> {
        self.instruction(site).map(|(method, _)| method)
    }

    /// The method and the offset of the instruction that a call site is.
    pub fn instruction(&self, site: SiteId) -> Option<(MethodId, u32)> {
        match self.heap.site_data(site) {
            Site::At(method, offset) => Some((method, offset)),
            _ => None,
        }
    }

    /// The context an object was made under.
    pub fn of_object(&self, obj: ObjId) -> CtxId {
        match self.heap.kind(self.heap.real(obj)) {
            ObjKind::Alloc { ctx, .. }
            | ObjKind::Instance { ctx, .. }
            | ObjKind::Closure { ctx, .. }
            | ObjKind::Proxy { ctx, .. } => ctx,
            _ => NO_CTX,
        }
    }

    /// What stands for a receiver in an object-sensitive context. Strings, metaobjects and tokens have none: what they hold
    /// is no matter of fields.
    pub fn receiver(&self, obj: ObjId) -> Option<Element> {
        let obj = self.heap.real(obj);
        let kind = self.heap.kind(obj);
        match kind {
            ObjKind::Alloc { site, ty, .. }
            | ObjKind::Instance { site, ty, .. }
            | ObjKind::Closure { site, ty, .. } => Some(Element::Allocation(site, ty)),
            _ if kind.is_string() || kind.is_token() || kind.is_metaobject() || kind == ObjKind::Null => None,
            _ => Some(Element::Object(obj)),
        }
    }

    /// What stands for a receiver in a type-sensitive context: the class that contains the allocation; for objects that are
    /// made elsewhere their own class (Smaragdakis et al. 2011, section 3).
    pub fn containing_class(&self, obj: ObjId) -> Option<Element> {
        let of_type = || self.program.class_of(self.heap.ty(obj)).unwrap_or(self.heap.types().object_class);
        let class = match self.receiver(obj)? {
            Element::Allocation(site, _) => {
                let maker = self.heap.site_data(site).maker();
                maker.map_or_else(of_type, |method| self.program.method(method).class)
            }
            _ => of_type(),
        };
        Some(Element::Class(class))
    }
}

/// The table and the policy of a run.
pub struct Contexts<'a> {
    pub table: Table<'a>,
    policy: Box<dyn ContextPolicy>,
    by_receiver: bool,
    distinguishes: bool,
}

impl<'a> Contexts<'a> {
    pub fn new(program: &'a Program, heap: &'a Heap, policy: Box<dyn ContextPolicy>) -> Self {
        let (by_receiver, distinguishes) = (policy.by_receiver(), policy.distinguishes());
        Self { table: Table::new(program, heap), policy, by_receiver, distinguishes }
    }

    /// Whether the receivers of a call decide about the callee's context.
    pub fn by_receiver(&self) -> bool {
        self.by_receiver
    }

    /// Whether there is more than one context.
    pub fn distinguishes(&self) -> bool {
        self.distinguishes
    }

    /// Whether there is more than one context for a method.
    pub fn distinguishes_calls_of(&self, callee: MethodId) -> bool {
        self.policy.distinguishes_calls_of(self.table.program(), callee)
    }

    /// Context of the callee of a call.
    pub fn callee(&self, edge: &Edge) -> CtxId {
        self.policy.callee(&self.table, edge)
    }

    /// Context of an object that is allocated under a method's context.
    pub fn allocated(&self, ctx: CtxId, site: SiteId, ty: TypeId) -> CtxId {
        self.policy.allocated(&self.table, ctx, site, ty)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pointsto::tests::heap;
    use crate::program::access;
    use crate::program::tests::{ClassWriter, program_of};

    #[test]
    fn policies_select_what_the_literature_says() {
        let class = ClassWriter::new(access::PUBLIC, "A", "java/lang/Object", &[]).bytes(52);
        let (program, _folder) = program_of([("A", class)]);
        let heap = heap(&program);
        let ty = program.class_type(program.class_id(program.sym("A")));
        let site = |name: &str| heap.site(Site::Vm(program.sym(name)));
        let table = Table::new(&program, &heap);
        let edge = |caller, at: &str, receiver| Edge { caller, site: site(at), callee: MethodId(0), receiver };

        let calls = CallSites { two: true, heap: true };
        let first = calls.callee(&table, &edge(NO_CTX, "call 1", None));
        let second = calls.callee(&table, &edge(first, "call 2", None));
        let third = calls.callee(&table, &edge(second, "call 3", None));
        assert_eq!(table.elements(first), [Element::Site(site("call 1"))]);
        assert_eq!(table.elements(third), [Element::Site(site("call 2")), Element::Site(site("call 3"))]);
        let made = calls.allocated(&table, third, site("new"), ty);
        assert_eq!(table.elements(made), [Element::Site(site("call 3"))]);
        let one = CallSites { two: false, heap: false };
        assert_eq!(table.elements(one.callee(&table, &edge(second, "call 3", None))), [Element::Site(site("call 3"))]);
        assert_eq!(one.allocated(&table, second, site("new"), ty), NO_CTX);

        let receivers = Receivers { by_type: false };
        let maker = heap.alloc(site("new maker"), ty, NO_CTX);
        let within = receivers.callee(&table, &edge(NO_CTX, "call 1", Some(maker)));
        assert_eq!(table.elements(within), [Element::Allocation(site("new maker"), ty)]);
        let made = heap.alloc(site("new"), ty, receivers.allocated(&table, within, site("new"), ty));
        let within_made = receivers.callee(&table, &edge(NO_CTX, "call 1", Some(made)));
        let both = [Element::Allocation(site("new maker"), ty), Element::Allocation(site("new"), ty)];
        assert_eq!(table.elements(within_made), both);
        // Static methods keep the context of their caller; strings have none.
        assert_eq!(receivers.callee(&table, &edge(within, "call 2", None)), within);
        assert_eq!(receivers.callee(&table, &edge(within, "call 2", Some(heap.jdk_string()))), NO_CTX);
        let by_type = Receivers { by_type: true };
        let class = program.class_id(program.sym("A"));
        let of_class = by_type.callee(&table, &edge(NO_CTX, "call 1", Some(maker)));
        assert_eq!(table.elements(of_class), [Element::Class(class)]);
    }

    struct First;

    impl Selection for First {
        fn apart(&self, _program: &Program, method: MethodId) -> Option<Apart> {
            (method == MethodId(0)).then_some(Apart::All)
        }

        fn passed(&self, _program: &Program, _caller: MethodId, _offset: u32) -> (u64, u64) {
            (0, 0)
        }
    }

    #[test]
    fn a_selected_method_has_so_many_contexts_and_no_more() {
        let class = ClassWriter::new(access::PUBLIC, "A", "java/lang/Object", &[]).bytes(52);
        let (program, _folder) = program_of([("A", class)]);
        let heap = heap(&program);
        let table = Table::new(&program, &heap);
        let selective = Selective::new(Box::new(First));
        let at = |nth: usize, callee| {
            let site = heap.site(Site::Vm(program.sym(&format!("call {nth}"))));
            selective.callee(&table, &Edge { caller: NO_CTX, site, callee, receiver: None })
        };
        let contexts: Vec<CtxId> = (0..200).map(|nth| at(nth, MethodId(0))).collect();
        assert!(contexts[..128].iter().all(|&ctx| ctx != NO_CTX));
        assert!(contexts[128..].iter().all(|&ctx| ctx == NO_CTX));
        assert!((0..200).all(|nth| at(nth, MethodId(0)) == contexts[nth]), "a call keeps its context");
        assert!((0..200).all(|nth| at(nth, MethodId(1)) == NO_CTX));
    }
}
