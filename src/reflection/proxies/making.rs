//! Proxies as they are made (`java.lang.reflect.Proxy`): of which interfaces, with which handlers. Must not know what calls on
//! them do.

use crate::classpath::Origin;
use crate::heap::{CtxId, NO_CTX, ObjId, ObjKind};
use crate::ir::{Op, Stmt};
use crate::pointsto::{Cx, Filter, NodeId, Ptr};
use crate::program::{MethodId, Program, Type, TypeId, access, lookup};

use super::super::calls::arguments::exact_types;
use super::super::rule::Rule;
use super::super::state::State;
use super::super::state::call::{ApiCallId, Hook};
use super::super::terms::attempt::Attempt;
use super::super::terms::rules::RuleName;
use super::super::terms::site::{Effect, Limit, Problem, Role};

/// Most lists of interfaces that one call tells apart.
const APART: usize = 32;
/// Most interfaces of an array that is not built element by element.
const TOGETHER: usize = 8;

/// `Proxy.newProxyInstance`.
#[derive(Debug)]
pub(in crate::reflection) struct NewProxy;

impl Rule for NewProxy {
    fn name(&self) -> RuleName {
        RuleName("proxies")
    }

    fn attempt(&self) -> Option<Attempt> {
        Some(Attempt::NewProxy)
    }

    fn met(&self, state: &mut State, cx: &mut Cx<'_, '_>, call: ApiCallId, _: MethodId) {
        state.watch_interfaces(cx, call);
        match exact_types(cx, &state.calls[call]) {
            Some(interfaces) => state.proxy_of_literals(cx, call, &interfaces),
            None => {
                state.proxies.waiting.insert(call);
            }
        }
    }

    fn objects(
        &self,
        state: &mut State,
        cx: &mut Cx<'_, '_>,
        call: ApiCallId,
        role: Role,
        objects: &[(ObjId, ObjKind)],
    ) {
        match role {
            Role::Arguments => state.add_arrays(cx, call, objects),
            Role::Class => {
                state.note_interfaces(cx, call, objects);
                state.proxies.waiting.insert(call);
            }
            _ => {}
        }
    }

    /// What interfaces it is of says the list.
    fn specified(&self, state: &mut State, cx: &mut Cx<'_, '_>, call: ApiCallId, objects: &[(ObjId, ObjKind)]) {
        let interfaces: Vec<TypeId> = objects.iter().filter_map(|&(_, kind)| interface(cx.program, kind)).collect();
        interfaces.iter().for_each(|&ty| state.effect(call, Effect::Class(ty)));
        state.new_proxy(cx, call, &interfaces);
    }
}

/// `Proxy.getProxyClass`: the class of such objects, which is in no file.
#[derive(Debug)]
pub(in crate::reflection) struct ProxyClass;

impl Rule for ProxyClass {
    fn name(&self) -> RuleName {
        RuleName("proxy-classes")
    }

    fn attempt(&self) -> Option<Attempt> {
        Some(Attempt::NewProxy)
    }

    fn met(&self, state: &mut State, cx: &mut Cx<'_, '_>, call: ApiCallId, _: MethodId) {
        state.watch_interfaces(cx, call);
        state.problem(call, Problem::OutsideWorld);
        let (site, bound) = (state.calls[call].view.site, cx.heap.types().object);
        if let (Some(dst), false) = (state.calls[call].view.dst, state.calls[call].origin == Origin::Jdk) {
            cx.add(dst, cx.heap.intern(ObjKind::UnknownClass { site, bound, outside: true }));
        }
    }

    fn objects(
        &self,
        state: &mut State,
        cx: &mut Cx<'_, '_>,
        call: ApiCallId,
        role: Role,
        objects: &[(ObjId, ObjKind)],
    ) {
        match role {
            Role::Arguments => state.add_arrays(cx, call, objects),
            Role::Class => state.note_interfaces(cx, call, objects),
            _ => {}
        }
    }
}

/// `Proxy.getInvocationHandler`.
#[derive(Debug)]
pub(in crate::reflection) struct HandlerOf;

impl Rule for HandlerOf {
    fn name(&self) -> RuleName {
        RuleName("proxy-handlers")
    }

    fn objects(&self, state: &mut State, cx: &mut Cx<'_, '_>, call: ApiCallId, _: Role, objects: &[(ObjId, ObjKind)]) {
        let Some(dst) = state.calls[call].view.dst else { return };
        let program = cx.program;
        let handler = program.class_type(program.well_known().invocation_handler);
        for &(obj, kind) in objects {
            match kind {
                ObjKind::Proxy { .. } => {
                    let field = lookup::proxy_handler(program);
                    field.into_iter().for_each(|field| cx.edge(Ptr::Field(obj, field), dst));
                }
                // Annotations are proxies, too.
                ObjKind::Annotation { .. } => {
                    let made = lookup::annotation_handler(program).map(|method| program.method(method).class);
                    let site = state.calls[call].view.site;
                    let made = made.map(|class| cx.heap.alloc(site, program.class_type(class), NO_CTX));
                    made.into_iter().for_each(|made| cx.add(dst, made));
                }
                ObjKind::Opaque { site, .. } | ObjKind::UnknownInstance { site, .. } => {
                    let unknown = cx.heap.unknown_of(site, handler);
                    unknown.into_iter().for_each(|unknown| cx.add(dst, unknown));
                }
                _ => {}
            }
        }
    }
}

/// The interface that a class object is.
fn interface(program: &Program, kind: ObjKind) -> Option<TypeId> {
    let ObjKind::Class { ty } = kind else { return None };
    let Type::Class(class) = program.ty(ty) else { return None };
    let class = program.class(class);
    (class.access & access::INTERFACE != 0 || class.phantom.is_some()).then_some(ty)
}

fn is_unknown(kind: ObjKind) -> bool {
    matches!(kind, ObjKind::UnknownClass { .. } | ObjKind::UnknownInstance { .. } | ObjKind::Opaque { .. })
}

impl State {
    /// Watches what is in the array of interfaces.
    fn watch_interfaces(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId) {
        let hook = self.hooks.number(Hook::Input { call, role: Role::Class });
        let Some(slots) = self.slots(cx, call) else {
            let bag = self.bag(cx, call);
            cx.watch(bag, hook);
            if let Some(site) = self.sites.borrow_mut().get_mut(&self.calls[call].site)
                && site.roles.iter().all(|&(role, _)| role != Role::Class)
            {
                site.waits_for = Some(Role::Class);
            }
            return;
        };
        for node in slots.into_iter().flatten() {
            self.decides(call, Role::Class, node);
            cx.watch(node, hook);
        }
    }

    /// What is in an array of interfaces that is not built element by element, once something is.
    fn in_bag(&mut self, cx: &Cx<'_, '_>, call: ApiCallId) -> Option<NodeId> {
        let bag = self.bag(cx, call);
        cx.resolve(bag)
    }

    /// The values in the array of interfaces, if it is built element by element.
    fn slots(&self, cx: &Cx<'_, '_>, call: ApiCallId) -> Option<Vec<Option<NodeId>>> {
        let this = &self.calls[call];
        let of = |var: &Option<crate::ir::Var>| var.and_then(|var| cx.var(this.view.caller, var));
        Some(this.array.as_ref()?.slots.iter().map(of).collect())
    }

    /// Interfaces arrive, which are the targets of the call.
    fn note_interfaces(&mut self, cx: &Cx<'_, '_>, call: ApiCallId, objects: &[(ObjId, ObjKind)]) {
        if self.calls[call].array.is_none()
            && let Some(node) = self.in_bag(cx, call)
        {
            self.decides(call, Role::Class, node);
        }
        for ty in objects.iter().filter_map(|&(_, kind)| interface(cx.program, kind)) {
            self.effect(call, Effect::Class(ty));
        }
    }

    /// A proxy of interfaces that stand in the method.
    fn proxy_of_literals(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId, interfaces: &[TypeId]) {
        if interfaces.iter().all(|&ty| interface(cx.program, ObjKind::Class { ty }).is_some()) {
            self.new_proxy(cx, call, interfaces);
        }
    }

    /// Makes proxies of what arrived since the last fixpoint: how many lists of interfaces there are does not depend on which
    /// of them came first.
    pub(in crate::reflection) fn resume_proxies(&mut self, cx: &mut Cx<'_, '_>) {
        for call in std::mem::take(&mut self.proxies.waiting) {
            self.new_proxies(cx, call);
        }
    }

    /// Makes proxies of the interfaces that are there.
    fn new_proxies(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId) {
        let Some(slots) = self.slots(cx, call) else {
            let bag = self.in_bag(cx, call);
            let arrived = Self::objects(cx, bag);
            self.proxies_fed(call, arrived.is_empty());
            self.proxy_of_unknown(cx, call, &arrived);
            // Of what is not all known the parts are not told apart.
            if !arrived.iter().any(|&(_, kind)| is_unknown(kind)) {
                self.family(cx, call, &arrived);
            }
            return;
        };
        let arrived: Vec<Vec<(ObjId, ObjKind)>> = slots.into_iter().map(|slot| Self::objects(cx, slot)).collect();
        let is_starved = arrived.iter().any(Vec::is_empty);
        self.proxies_fed(call, is_starved);
        if is_starved {
            return;
        }
        arrived.iter().for_each(|slot| self.proxy_of_unknown(cx, call, slot));
        let interfaces = arrived.iter().map(|slot| slot.iter().filter_map(|&(_, kind)| interface(cx.program, kind)));
        let interfaces: Vec<Vec<TypeId>> = interfaces.map(Iterator::collect).collect();
        let lists = interfaces.iter().fold(1, |lists: usize, slot| lists.saturating_mul(slot.len()));
        if lists > APART {
            return self.too_many_interfaces(cx, call, APART);
        }
        for list in 0..lists {
            let mut rest = list;
            let chosen: Vec<TypeId> = interfaces
                .iter()
                .map(|slot| {
                    let ty = slot[rest % slot.len()];
                    rest /= slot.len();
                    ty
                })
                .collect();
            self.new_proxy(cx, call, &chosen);
        }
    }

    /// Whether no interface has come to a call.
    fn proxies_fed(&mut self, call: ApiCallId, is_starved: bool) {
        match is_starved {
            true => self.proxies.starved.insert(call),
            false => self.proxies.starved.shift_remove(&call),
        };
    }

    /// Where an interface is not known, the proxy is an instance of unknown class; and one of what the method that makes it
    /// casts it to.
    fn proxy_of_unknown(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId, arrived: &[(ObjId, ObjKind)]) {
        let jdk = self.calls[call].origin == Origin::Jdk;
        if jdk || !arrived.iter().any(|&(_, kind)| is_unknown(kind)) {
            return;
        }
        self.unknown_proxy(cx, call);
        for ty in self.casts_of_result(cx, call) {
            self.new_proxy(cx, call, &[ty]);
        }
    }

    /// The interfaces that the result of a call is cast to in its method.
    fn casts_of_result(&self, cx: &Cx<'_, '_>, call: ApiCallId) -> Vec<TypeId> {
        let view = &self.calls[call].view;
        let Some(code) = cx.code(view.caller).filter(|_| view.vars.len() == view.args.len()) else { return Vec::new() };
        let stmts = || code.body.blocks.iter().flat_map(|block| &block.stmts);
        let result = stmts().find(|stmt| stmt.offset == view.offset).and_then(|stmt| stmt.op.dst());
        let cast = |stmt: &Stmt| match stmt.op {
            Op::Cast { src, ty, .. } if Some(src) == result => Some(ty),
            _ => None,
        };
        stmts().filter_map(cast).filter(|&ty| interface(cx.program, ObjKind::Class { ty }).is_some()).collect()
    }

    fn too_many_interfaces(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId, most: usize) {
        self.problem(call, Problem::FanOut(Limit::Met(most)));
        self.unknown_proxy(cx, call);
    }

    /// What the call gives may be a proxy of any interface: an instance of unknown class, whose handlers are asked for any method.
    fn unknown_proxy(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId) {
        self.unknown_instance(cx, call);
        if let Some(handlers) = self.calls[call].input(Role::Handler) {
            self.ask_for_unknown(cx, call, Ptr::Node(handlers));
        }
    }

    /// Nothing happens any more, and no interface has come to these calls: nobody knows which it is.
    pub(in crate::reflection) fn end_proxies(&mut self, cx: &mut Cx<'_, '_>) {
        for call in std::mem::take(&mut self.proxies.starved) {
            self.unknown_proxy(cx, call);
        }
    }

    /// A proxy of exactly these interfaces.
    fn new_proxy(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId, interfaces: &[TypeId]) {
        let (obj, _) = self.proxy(cx, call, interfaces);
        self.give_proxy(cx, call, obj);
    }

    /// The proxy of interfaces at a call, and the context that it is made in.
    fn proxy(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId, interfaces: &[TypeId]) -> (ObjId, CtxId) {
        let view = &self.calls[call].view;
        let (site, ctx) = (view.site, cx.allocated(view.caller, view.site, cx.heap.types().proxy));
        let of = self.proxies.number(interfaces);
        let obj = cx.heap.intern(ObjKind::Proxy { site, of, ctx });
        cx.heap.mark(obj, interfaces.to_vec());
        if self.proxies.known.insert(obj) {
            interfaces.iter().for_each(|&ty| cx.initialise_proxied(ty));
            self.may_be_meant(cx, obj, interfaces);
        }
        (obj, ctx)
    }

    /// Proxies of interfaces of which nobody knows which are there together: one for each, and where a cast to one of them
    /// stops that of another, it lets its own pass.
    fn family(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId, arrived: &[(ObjId, ObjKind)]) {
        let interfaces: Vec<TypeId> = arrived.iter().filter_map(|&(_, kind)| interface(cx.program, kind)).collect();
        if interfaces.len() > TOGETHER {
            return self.too_many_interfaces(cx, call, TOGETHER);
        }
        for ty in interfaces {
            let (obj, ctx) = self.proxy(cx, call, &[ty]);
            let family = self.proxies.families.entry((self.calls[call].view.site, ctx)).or_default();
            if family.members.insert(obj) {
                cx.watch_filters(obj);
                for &(to, into) in &family.met {
                    if cx.program.is_subtype(ty, to) {
                        cx.add(into, obj);
                    }
                }
            }
            self.give_proxy(cx, call, obj);
        }
    }

    /// A proxy of one of several interfaces met a cast.
    pub(in crate::reflection) fn proxy_met(&mut self, cx: &mut Cx<'_, '_>, filter: &Filter, obj: ObjId, into: NodeId) {
        let (Filter::Cast(ty) | Filter::LibraryCast(ty) | Filter::Stored(Some(ty))) = *filter else { return };
        let ObjKind::Proxy { site, ctx, .. } = cx.heap.kind(obj) else { return };
        let Some(family) = self.proxies.families.get_mut(&(site, ctx)) else { return };
        if family.met.insert((ty, into)) {
            let is = |member: &ObjId| cx.heap.markers(*member).iter().any(|&own| cx.program.is_subtype(own, ty));
            let fit: Vec<ObjId> = family.members.iter().copied().filter(is).collect();
            fit.into_iter().for_each(|member| cx.add(into, member));
        }
    }

    fn give_proxy(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId, obj: ObjId) {
        if !self.proxies.given.insert((call, obj)) {
            return;
        }
        let handlers = self.calls[call].input(Role::Handler);
        if let (Some(handlers), Some(field)) = (handlers, lookup::proxy_handler(cx.program)) {
            cx.edge(handlers, Ptr::Field(obj, field));
        }
        if let Some(dst) = self.calls[call].view.dst {
            cx.add(dst, obj);
        }
    }

    /// A node decides about the answer of a call.
    fn decides(&self, call: ApiCallId, role: Role, node: NodeId) {
        if let Some(site) = self.sites.borrow_mut().get_mut(&self.calls[call].site) {
            site.role(role, node);
        }
    }
}
