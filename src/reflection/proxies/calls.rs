//! Calls on proxies, which their handlers answer (`InvocationHandler.invoke`); and `InvocationHandler.invokeDefault`. Must not
//! know how proxies are made.

use crate::classpath::Origin;
use crate::heap::{MemberKind, NO_CTX, NamePart, ObjId, ObjKind};
use crate::pointsto::{Args, CallView, Cx, EdgeKind, Ptr, Receiver, ReflectiveCall, VirtualCall};
use crate::program::{MethodId, Program, TypeId, access, lookup};

use super::super::calls::unknowns::is_unknown_member;
use super::super::rule::Rule;
use super::super::state::State;
use super::super::state::call::{ApiCall, ApiCallId, Node, OfProxyCall, ProxyCallId};
use super::super::state::proxies::ProxyCall;
use super::super::terms::primitives::wrapper;
use super::super::terms::rules::RuleName;
use super::super::terms::site::{Effect, Role};

const INVOKE: &str = "(Ljava/lang/Object;Ljava/lang/reflect/Method;[Ljava/lang/Object;)Ljava/lang/Object;";

/// `InvocationHandler.invokeDefault`: the body of a method of an interface runs on the proxy itself.
#[derive(Debug)]
pub(in crate::reflection) struct InvokeDefault;

impl Rule for InvokeDefault {
    fn name(&self) -> RuleName {
        RuleName("invoke-default")
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
            Role::Member => state.invoke_default(cx, call, objects),
            _ => {}
        }
    }

    fn specified(&self, state: &mut State, cx: &mut Cx<'_, '_>, call: ApiCallId, objects: &[(ObjId, ObjKind)]) {
        state.invoke_default(cx, call, objects);
    }
}

impl State {
    fn invoke_default(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId, objects: &[(ObjId, ObjKind)]) {
        for &(_, kind) in objects {
            let ObjKind::Method { method } = kind else {
                if is_unknown_member(kind) {
                    self.unknown_instance(cx, call);
                }
                continue;
            };
            if !is_default(cx.program, method) || !self.calls[call].takes(cx.program, method) {
                continue;
            }
            if self.acts(cx.program, call, Effect::Method(method)) {
                self.run_default(cx, call, method);
            } else {
                self.unknown_instance(cx, call);
            }
        }
    }

    fn run_default(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId, method: MethodId) {
        let desc = cx.program.method_desc(cx.program.method(method).desc);
        let (params, ret) = (desc.params.clone(), desc.ret);
        let Some(args) = self.pass_arguments(cx, call, &params) else { return };
        let Some(receiver) = self.calls[call].input(Role::Receiver) else { return };
        let view = &self.calls[call].view;
        let (caller, site, dst) = (view.caller, view.site, view.dst.map(Ptr::Node));
        // What the method throws is thrown as it is.
        let throw = view.throw.map(Ptr::Node);
        if let (Some(dst), Some(boxed)) = (dst, wrapper(cx.program, ret)) {
            cx.add(dst, cx.heap.intern(ObjKind::Merged { ty: boxed }));
        }
        let ret = dst.filter(|_| cx.program.is_reference(ret));
        cx.call(ReflectiveCall {
            caller,
            site,
            callee: method,
            receiver: Receiver::Ptr(Ptr::Node(receiver)),
            args: Args::Positional(args),
            ret,
            throw,
            kind: EdgeKind::Reflective,
        });
    }

    /// A method is called on an object: if it is a proxy its handler answers.
    pub(in crate::reflection) fn call_proxy(
        &mut self,
        cx: &mut Cx<'_, '_>,
        call: &CallView,
        called: MethodId,
        obj: ObjId,
    ) -> bool {
        let kind = cx.heap.kind(obj);
        if let ObjKind::Opaque { bound, .. } | ObjKind::UnknownInstance { bound, .. } = kind {
            self.may_be_proxy(cx, call, called, bound);
        }
        let ObjKind::Proxy { of, .. } = kind else { return false };
        let methods = lookup::proxied_methods(cx.program, self.proxies.interfaces(of), called);
        self.ask_handlers(cx, call, called, obj, &methods);
        true
    }

    /// The handlers of a proxy are asked for a method that is called.
    fn ask_handlers(
        &mut self,
        cx: &mut Cx<'_, '_>,
        call: &CallView,
        called: MethodId,
        obj: ObjId,
        methods: &[MethodId],
    ) {
        if methods.is_empty() {
            return;
        }
        let number = self.asked_handlers(cx, call, called, obj);
        let to = self.node(cx, Node::OfProxyCall(number, OfProxyCall::Methods));
        for &method in methods {
            cx.add(to, cx.heap.intern(ObjKind::Method { method }));
        }
    }

    /// The number of a call that comes to handlers, those of a proxy among them. All proxies at a call share what is passed.
    fn asked_handlers(&mut self, cx: &mut Cx<'_, '_>, call: &CallView, called: MethodId, obj: ObjId) -> ProxyCallId {
        let (number, is_new) = self.proxies.calls.insert_full(ProxyCall::Of(call.number));
        let number = ProxyCallId::new(number);
        let at = |part| Node::OfProxyCall(number, part);
        let (proxies, handlers) = (self.node(cx, at(OfProxyCall::Proxies)), self.node(cx, at(OfProxyCall::Handlers)));
        if !cx.resolve(proxies).is_some_and(|node| cx.pts(node).contains(obj.0)) {
            cx.add(proxies, obj);
            let field = lookup::proxy_handler(cx.program);
            field.into_iter().for_each(|field| cx.edge(Ptr::Field(obj, field), handlers));
        }
        if is_new {
            use OfProxyCall::{Arguments, Methods, Result, Thrown};
            let [methods, args, ret, throw] = [Methods, Arguments, Result, Thrown].map(|part| self.node(cx, at(part)));
            connect(cx, call, called, [proxies, methods, args, handlers, ret, throw]);
        }
        number
    }

    /// Methods that nobody knows may be called on proxies whose handlers these are.
    pub(in crate::reflection) fn ask_for_unknown(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId, handlers: Ptr) {
        use OfProxyCall::{Arguments, Handlers, Methods, Proxies};
        let program = cx.program;
        let ApiCall { view, origin, .. } = &self.calls[call];
        let (caller, site) = (view.caller, view.site);
        let Some(method) = program.find_method(program.well_known().invocation_handler, "invoke", INVOKE) else {
            return;
        };
        if *origin == Origin::Jdk {
            return;
        }
        let (number, is_new) = self.proxies.calls.insert_full(ProxyCall::Unknown(caller, site));
        let number = ProxyCallId::new(number);
        let parts = [Handlers, Proxies, Methods, Arguments];
        let [receiver, proxies, methods, args] = parts.map(|part| self.node(cx, Node::OfProxyCall(number, part)));
        cx.edge(handlers, receiver);
        if !is_new {
            return;
        }
        let bound = cx.heap.types().object;
        cx.add(proxies, cx.heap.intern(ObjKind::UnknownInstance { site, bound, lazy: false, outside: false }));
        let (kind, name) = (MemberKind::Method, NamePart::Unknown);
        cx.add(methods, cx.heap.intern(ObjKind::UnknownMember { kind, class: None, name, site, outside: false }));
        let array = cx.heap.alloc(site, program.array_of(bound), NO_CTX);
        cx.add(args, array);
        cx.add(Ptr::Elements(array), cx.heap.intern(ObjKind::Opaque { site, bound }));
        let args = vec![Some(proxies), Some(methods), Some(args)];
        cx.dispatch(VirtualCall { caller, site, method, receiver, args, ret: None, throw: None });
    }

    /// A method that is not known is called on objects: on a proxy its handler answers.
    pub(in crate::reflection) fn ask_proxies(
        &mut self,
        cx: &mut Cx<'_, '_>,
        call: ApiCallId,
        receivers: &[(ObjId, ObjKind)],
    ) {
        let Some(field) = lookup::proxy_handler(cx.program) else { return };
        for &(obj, kind) in receivers {
            if matches!(kind, ObjKind::Proxy { .. }) {
                self.ask_for_unknown(cx, call, Ptr::Field(obj, field));
            }
        }
    }

    /// A method is called on an object of which at most an interface is known: it may be a proxy that was handed out and comes back.
    fn may_be_proxy(&mut self, cx: &mut Cx<'_, '_>, call: &CallView, called: MethodId, bound: TypeId) {
        let program = cx.program;
        let class = program.class_of_receivers(bound, program.method(called).class);
        let (data, bound) = (program.class(class), program.class_type(class));
        if data.access & access::INTERFACE == 0 {
            return;
        }
        if !self.proxies.asked.insert((call.number, bound)) {
            return;
        }
        self.proxies.opaque.entry(bound).or_default().push((call.clone(), called));
        let known: Vec<ObjId> = self.proxies.known.iter().copied().collect();
        for obj in known {
            let interfaces = cx.heap.markers(obj);
            if interfaces.iter().any(|&interface| program.is_subtype(interface, bound)) {
                let methods = lookup::proxied_methods(program, &interfaces, called);
                self.ask_handlers(cx, call, called, obj, &methods);
            }
        }
    }

    /// A new proxy may be what other calls are made on.
    pub(super) fn may_be_meant(&mut self, cx: &mut Cx<'_, '_>, obj: ObjId, interfaces: &[TypeId]) {
        let program = cx.program;
        let above = interfaces.iter().filter_map(|&ty| program.class_of(ty));
        let above = above.flat_map(|class| program.supertypes(class)).map(|&class| program.class_type(class));
        let calls = above.filter_map(|ty| self.proxies.opaque.get(&ty)).flatten().cloned().collect::<Vec<_>>();
        for (call, called) in calls {
            let methods = lookup::proxied_methods(program, interfaces, called);
            self.ask_handlers(cx, &call, called, obj, &methods);
        }
    }
}

/// The call of the handlers: what is passed to them, and where what comes back goes.
fn connect(
    cx: &mut Cx<'_, '_>,
    call: &CallView,
    called: MethodId,
    [proxies, methods, args, receiver, result, thrown]: [Ptr; 6],
) {
    let program = cx.program;
    let handler = program.well_known().invocation_handler;
    let Some(method) = program.find_method(handler, "invoke", INVOKE) else { return };
    let desc = program.method_desc(program.method(called).desc);
    pass(cx, call, &desc.params, args);
    let &CallView { caller, site, .. } = call;
    let (args, ret, throw) = (vec![Some(proxies), Some(methods), Some(args)], Some(result), Some(thrown));
    cx.dispatch(VirtualCall { caller, site, method, receiver, args, ret, throw });
    if let Some(dst) = call.dst.filter(|_| program.is_reference(desc.ret)) {
        cx.cast(result, dst, desc.ret);
    }
    if let Some(throw) = call.throw {
        cx.edge(thrown, throw);
        wrap(cx, call, thrown);
    }
}

/// The array of arguments as a handler gets it: null where there are none, primitive ones boxed.
fn pass(cx: &mut Cx<'_, '_>, call: &CallView, params: &[TypeId], to: Ptr) {
    if params.is_empty() {
        return;
    }
    let ty = cx.program.array_of(cx.heap.types().object);
    let array = cx.heap.alloc(call.site, ty, cx.allocated(call.caller, call.site, ty));
    cx.add(to, array);
    for (&param, arg) in params.iter().zip(call.args.iter().skip(1)) {
        match (wrapper(cx.program, param), arg) {
            (Some(boxed), _) => cx.add(Ptr::Elements(array), cx.heap.intern(ObjKind::Merged { ty: boxed })),
            (None, Some(arg)) => cx.edge(*arg, Ptr::Elements(array)),
            (None, None) => {}
        }
    }
}

/// What a handler throws that the method does not declare is wrapped.
fn wrap(cx: &mut Cx<'_, '_>, call: &CallView, thrown: Ptr) {
    let program = cx.program;
    let Some(class) = program.find_class("java/lang/reflect/UndeclaredThrowableException") else { return };
    let wrapper = cx.heap.alloc(call.site, program.class_type(class), NO_CTX);
    call.throw.into_iter().for_each(|throw| cx.add(throw, wrapper));
    let own = program.find_field(class, "undeclaredThrowable", "Ljava/lang/Throwable;");
    let cause = program.find_field(program.well_known().throwable, "cause", "Ljava/lang/Throwable;");
    for field in own.into_iter().chain(cause) {
        cx.edge(thrown, Ptr::Field(wrapper, field));
    }
}

fn is_default(program: &Program, method: MethodId) -> bool {
    let data = program.method(method);
    let is_of_interface = program.class(data.class).access & access::INTERFACE != 0;
    is_of_interface && data.has_code && data.access & (access::STATIC | access::PRIVATE) == 0
}
