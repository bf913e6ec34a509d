//! `java.util.ServiceLoader`: a service type gives a loader of its own, whose iterator, stream and `findFirst` give the objects
//! of the providers. They are made where the loader is asked for, earlier than the JDK makes them, which nothing can tell. Must
//! not know which class is a usable provider.

use std::rc::Rc;

use crate::classpath::Origin;
use crate::heap::{NO_CTX, ObjId, ObjKind, Site};
use crate::pointsto::{Args, CallView, Cx, EdgeKind, Ptr, Receiver, ReflectiveCall};
use crate::program::{ClassId, MethodId, Program, TypeId, access, lookup};

use super::super::calls::making::tell;
use super::super::rule::Rule;
use super::super::state::State;
use super::super::state::call::{ApiCallId, Node, ServiceLoaderId};
use super::super::state::services::{Candidate, Service, ServiceLoader};
use super::super::terms::rules::RuleName;
use super::super::terms::site::{Effect, Limit, Problem, Role};
use super::providers::{find_candidates, is_told_of};

const LOADER: &str = "java/util/ServiceLoader";
/// The classes of its iterators by release; a field tells them from those over `Provider` objects.
const ITERATORS: [&str; 3] = ["java/util/ServiceLoader$3", "java/util/ServiceLoader$2", "java/util/ServiceLoader$1"];
const ITERATOR_FIELDS: [&str; 2] = ["index", "knownProviders"];

/// Asks for a loader of services.
#[derive(Debug, Clone, Copy)]
pub(in crate::reflection) struct ServiceLoad {
    /// Only providers of modules and of the JDK are found.
    pub(in crate::reflection) installed: bool,
    /// A module layer is given, which may be one that the program makes.
    pub(in crate::reflection) layer: bool,
}

impl Rule for ServiceLoad {
    fn name(&self) -> RuleName {
        RuleName("service-loader")
    }

    fn finds_declared(&self) -> bool {
        true
    }

    fn met(&self, state: &mut State, cx: &mut Cx<'_, '_>, call: ApiCallId, _: MethodId) {
        if !self.installed {
            state.watch_context_loader(cx, call);
        }
        if self.layer {
            state.problem(call, Problem::NotModelled);
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
            Role::Loader => state.service_class_loader(cx, call, objects),
            _ => state.service_load(cx, call, self.installed, objects),
        }
    }

    fn specified(&self, state: &mut State, cx: &mut Cx<'_, '_>, call: ApiCallId, objects: &[(ObjId, ObjKind)]) {
        state.specified_providers(cx, call, objects);
    }
}

/// Methods of a `ServiceLoader` and of what it gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(in crate::reflection) enum ServiceUse {
    Iterator,
    Stream,
    FindFirst,
    /// Of its iterator.
    Next,
    /// Of its `Provider` objects.
    Get,
    Type,
}

impl Rule for ServiceUse {
    fn name(&self) -> RuleName {
        RuleName("service-loader")
    }

    /// Iterators and streams are asked for through the interfaces.
    fn is_of_receiver(&self, _: &Program, _: MethodId) -> bool {
        true
    }

    fn objects(&self, state: &mut State, cx: &mut Cx<'_, '_>, call: ApiCallId, _: Role, objects: &[(ObjId, ObjKind)]) {
        state.service_use(cx, call, *self, objects);
    }
}

impl State {
    /// `load` and its kin: the classes of services that reach the call.
    fn service_load(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId, installed: bool, objects: &[(ObjId, ObjKind)]) {
        for &(_, kind) in objects {
            match kind {
                ObjKind::Class { ty } => self.load_service(cx, call, ty, installed),
                ObjKind::UnknownClass { .. } | ObjKind::UnknownInstance { .. } | ObjKind::Opaque { .. } => {
                    self.unknown_service(cx, call);
                }
                _ => {}
            }
        }
    }

    fn load_service(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId, ty: TypeId, installed: bool) {
        let Some(loader) = self.service_loader(cx, call, Service::Known { ty, installed }) else { return };
        if let Some(of_users) = self.left_to_users(cx, call, ty) {
            self.provider_of_users(cx, call, loader, (ty, of_users));
        }
        for &candidate in self.candidates(cx.program, ty, installed).iter() {
            let (class, make) = match candidate {
                Candidate::Usable { class, make } => (class, make),
                Candidate::Supplied(ty) => {
                    self.effect(call, Effect::Class(ty));
                    self.problem(call, Problem::Supplied);
                    self.unknown_provider(cx, call, loader);
                    continue;
                }
                Candidate::Unreadable => {
                    self.problem(call, Problem::OutsideWorld);
                    self.unknown_provider(cx, call, loader);
                    continue;
                }
                Candidate::Broken(problem) => {
                    self.problem(call, problem);
                    if let Problem::NotInstantiable(of) = problem
                        && is_told_of(cx.program, ty, of)
                    {
                        self.effect(call, Effect::Class(of));
                        let made = self.node(cx, Node::Provider(loader.loader, of));
                        self.provider_object(cx, loader, made, cx.heap.intern(ObjKind::Class { ty: of }));
                    }
                    continue;
                }
            };
            let ty = cx.program.class_type(class);
            if self.is_own_affair(cx.program, call, class) {
                self.effect(call, Effect::Class(ty));
                self.problem(call, Problem::FanOut(Limit::OwnProviders));
            } else if self.acts(cx.program, call, Effect::Class(ty)) {
                self.make_provider(cx, call, loader, class, make);
            } else {
                self.unknown_provider(cx, call, loader);
            }
        }
    }

    /// Whether the JDK asks for a provider of its own: charsets, file systems, locales and their kin. They are listed and not
    /// followed, half as many methods again would be reached in every program. The site says so, and where code outside gets
    /// nothing from the JDK, the call is completed (`pointsto/solver/havoc.rs`).
    fn is_own_affair(&self, program: &Program, call: ApiCallId, provider: ClassId) -> bool {
        self.calls[call].origin == Origin::Jdk && program.class(provider).origin == Origin::Jdk
    }

    /// Providers that a specification lists for a call, by class or constructor.
    fn specified_providers(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId, objects: &[(ObjId, ObjKind)]) {
        let site = self.calls[call].view.site;
        let Some(loader) = self.service_loader(cx, call, Service::Unknown(site)) else { return };
        for &(_, kind) in objects {
            let constructor = match kind {
                ObjKind::Class { ty } => lookup::declared_constructor(cx.program, ty, &[]),
                ObjKind::Constructor { method } => Some(method),
                _ => None,
            };
            let Some(constructor) = constructor else { continue };
            let class = cx.program.method(constructor).class;
            self.effect(call, Effect::Class(cx.program.class_type(class)));
            self.make_provider(cx, call, loader, class, constructor);
        }
    }

    fn make_provider(
        &mut self,
        cx: &mut Cx<'_, '_>,
        call: ApiCallId,
        loader: ServiceLoader,
        class: ClassId,
        make: MethodId,
    ) {
        let ty = cx.program.class_type(class);
        let made = self.node(cx, Node::Provider(loader.loader, ty));
        cx.initialise(class);
        let (receiver, ret) = if cx.program.method(make).access & access::STATIC != 0 {
            (Receiver::None, Some(made))
        } else {
            let obj = self.instance(cx, call, ty);
            cx.add(made, obj);
            (Receiver::Obj(obj), None)
        };
        let thrown = self.node(cx, Node::ThrownByProviders);
        let view = &self.calls[call].view;
        cx.call(ReflectiveCall {
            caller: view.caller,
            site: view.site,
            callee: make,
            receiver,
            args: Args::Positional(Vec::new()),
            ret,
            throw: Some(thrown),
            kind: EdgeKind::Reflective,
        });
        cx.edge(made, loader.objects);
        self.provider_object(cx, loader, made, cx.heap.intern(ObjKind::Class { ty }));
    }

    /// The `Provider` that streams of the loader give for the object in `made`.
    fn provider_object(&mut self, cx: &mut Cx<'_, '_>, loader: ServiceLoader, made: Ptr, class: ObjId) {
        let (Some(array), Some(ty)) = (loader.array, type_named(cx.program, "java/util/ServiceLoader$ProviderImpl"))
        else {
            return;
        };
        let name = format!("provider {} {}", loader.loader.0, class.0);
        let site = cx.heap.site(Site::Vm(cx.program.sym(&name)));
        let provider = cx.heap.intern(ObjKind::Instance { site, ty, ctx: NO_CTX });
        self.services.providers.insert(provider, (made, class));
        cx.add(Ptr::Elements(array), provider);
    }

    /// A service of which nothing is known has any provider.
    fn unknown_service(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId) {
        let site = self.calls[call].view.site;
        if let Some(loader) = self.service_loader(cx, call, Service::Unknown(site)) {
            self.unknown_provider(cx, call, loader);
        }
    }

    fn unknown_provider(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId, loader: ServiceLoader) {
        if self.calls[call].origin == Origin::Jdk {
            return;
        }
        let (site, bound) = (self.calls[call].view.site, cx.heap.types().object);
        let made = self.node(cx, Node::UnknownProvider(call));
        cx.add(made, cx.heap.intern(ObjKind::UnknownInstance { site, bound, lazy: false, outside: false }));
        cx.edge(made, loader.objects);
        let class = cx.heap.intern(ObjKind::UnknownClass { site, bound, outside: false });
        self.provider_object(cx, loader, made, class);
    }

    /// What a user of the library provides.
    fn provider_of_users(
        &mut self,
        cx: &mut Cx<'_, '_>,
        call: ApiCallId,
        loader: ServiceLoader,
        (bound, object): (TypeId, ObjId),
    ) {
        let made = self.node(cx, Node::UnknownProvider(call));
        cx.add(made, object);
        cx.edge(made, loader.objects);
        let site = cx.heap.site(Site::Unknowns { of_callers: true });
        self.provider_object(cx, loader, made, cx.heap.intern(ObjKind::UnknownClass { site, bound, outside: false }));
    }

    /// The loader of a service, which comes out of the call.
    fn service_loader(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId, service: Service) -> Option<ServiceLoader> {
        let loader = match self.services.known.get(&service) {
            Some(&known) => known,
            None => self.new_loader(cx, service)?,
        };
        if let Some(dst) = self.calls[call].view.dst {
            cx.add(dst, loader.loader);
        }
        Some(loader)
    }

    fn new_loader(&mut self, cx: &mut Cx<'_, '_>, service: Service) -> Option<ServiceLoader> {
        let program = cx.program;
        let ty = type_named(program, LOADER)?;
        let number = ServiceLoaderId::new(self.services.known.len());
        let site = match service {
            Service::Known { ty, installed } => {
                let name = format!("services {installed} {}", program.binary_name(ty));
                cx.heap.site(Site::Vm(program.sym(&name)))
            }
            Service::Unknown(site) => site,
        };
        let instance = |ty| cx.heap.intern(ObjKind::Instance { site, ty, ctx: NO_CTX });
        let array = type_named(program, "java/util/ServiceLoader$Provider").map(|ty| program.array_of(ty));
        let loader = ServiceLoader {
            site,
            loader: instance(ty),
            iterator: iterator_type(program).map(instance),
            array: array.map(|ty| cx.heap.alloc(site, ty, NO_CTX)),
            objects: self.node(cx, Node::Providers(number)),
        };
        let field = program.class_of(ty).and_then(|class| program.find_field(class, "service", "Ljava/lang/Class;"));
        if let (Some(field), Service::Known { ty, .. }) = (field, service) {
            cx.add(Ptr::Field(loader.loader, field), cx.heap.intern(ObjKind::Class { ty }));
        }
        if let Some(array) = loader.array {
            let providers = self.node(cx, Node::ProviderArray(loader.loader));
            cx.add(providers, array);
        }
        self.services.known.insert(service, loader);
        for obj in [Some(loader.loader), loader.iterator].into_iter().flatten() {
            self.services.loaders.insert(obj, loader);
        }
        Some(loader)
    }

    /// What a loader, an iterator or a `Provider` gives.
    fn service_use(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId, what: ServiceUse, objects: &[(ObjId, ObjKind)]) {
        let view = self.calls[call].view.clone();
        for (obj, _) in objects {
            if let Some(&loader) = self.services.loaders.get(obj) {
                self.use_loader(cx, &view, what, loader);
            } else if let Some(&(made, class)) = self.services.providers.get(obj) {
                match (what, view.dst) {
                    (ServiceUse::Get, Some(dst)) => cx.edge(made, dst),
                    (ServiceUse::Type, Some(dst)) => cx.add(dst, class),
                    _ => {}
                }
                if what == ServiceUse::Get {
                    self.configuration_error(cx, &view);
                }
            }
        }
    }

    fn use_loader(&mut self, cx: &mut Cx<'_, '_>, view: &CallView, what: ServiceUse, loader: ServiceLoader) {
        let program = cx.program;
        if matches!(what, ServiceUse::Next | ServiceUse::FindFirst) {
            self.configuration_error(cx, view);
        }
        let Some(dst) = view.dst else { return };
        match what {
            ServiceUse::Iterator => loader.iterator.into_iter().for_each(|iterator| cx.add(dst, iterator)),
            ServiceUse::Next => cx.edge(loader.objects, dst),
            ServiceUse::FindFirst => {
                let Some(class) = program.find_class("java/util/Optional") else { return };
                let Some(value) = program.find_field(class, "value", "Ljava/lang/Object;") else { return };
                let ty = program.class_type(class);
                let optional = cx.heap.alloc(loader.site, ty, NO_CTX);
                cx.add(dst, optional);
                cx.edge(loader.objects, Ptr::Field(optional, value));
            }
            // As the stream of the array of its providers.
            ServiceUse::Stream => {
                let stream = program.find_class("java/util/Arrays").and_then(|class| {
                    program.find_method(class, "stream", "([Ljava/lang/Object;)Ljava/util/stream/Stream;")
                });
                let Some(callee) = stream else { return };
                let providers = self.node(cx, Node::ProviderArray(loader.loader));
                cx.call(ReflectiveCall {
                    caller: view.caller,
                    site: view.site,
                    callee,
                    receiver: Receiver::None,
                    args: Args::Positional(vec![Some(providers)]),
                    ret: Some(Ptr::Node(dst)),
                    throw: view.throw.map(Ptr::Node),
                    kind: EdgeKind::Model,
                });
            }
            ServiceUse::Get | ServiceUse::Type => {}
        }
    }

    /// A provider that cannot be made ends the call with an error that has what it threw as its cause.
    fn configuration_error(&mut self, cx: &mut Cx<'_, '_>, view: &CallView) {
        let program = cx.program;
        let (Some(throw), Some(ty)) = (view.throw, type_named(program, "java/util/ServiceConfigurationError")) else {
            return;
        };
        let cause = program.well_known().throwable;
        let Some(cause) = program.find_field(cause, "cause", "Ljava/lang/Throwable;") else { return };
        let site = cx.heap.site(Site::Vm(program.sym("service-configuration")));
        let error = cx.heap.alloc(site, ty, NO_CTX);
        tell(cx, error);
        cx.add(throw, error);
        let thrown = self.node(cx, Node::ThrownByProviders);
        cx.edge(thrown, Ptr::Field(error, cause));
        cx.edge(Ptr::Raised, Ptr::Field(error, cause));
    }

    /// The loader given to `load`: one that the program brings or makes may find files of its own.
    fn service_class_loader(&mut self, cx: &mut Cx<'_, '_>, call: ApiCallId, loaders: &[(ObjId, ObjKind)]) {
        if self.asks_made_loader(cx, call, loaders) {
            self.problem(call, Problem::OutsideWorld);
            self.unknown_service(cx, call);
        }
    }

    fn candidates(&mut self, program: &Program, service: TypeId, installed: bool) -> Rc<[Candidate]> {
        let found = self.services.candidates.entry((service, installed));
        found.or_insert_with(|| find_candidates(program, service, &program.binary_name(service), installed)).clone()
    }
}

/// The class of the iterators that a loader gives.
fn iterator_type(program: &Program) -> Option<TypeId> {
    let is_over_objects = |class: &ClassId| {
        let mut fields = program.class(*class).fields.iter();
        fields.any(|&field| ITERATOR_FIELDS.contains(&program.str(program.field(field).name)))
    };
    let found = ITERATORS.iter().filter_map(|name| program.find_class(name)).find(is_over_objects);
    found.map(|class| program.class_type(class))
}

fn type_named(program: &Program, name: &str) -> Option<TypeId> {
    program.find_class(name).map(|class| program.class_type(class))
}
