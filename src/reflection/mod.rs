//! Reflective calls as three layers: facts (spec files), inference (strings, and later casts and uses), action (what
//! newInstance, invoke, get and set do). A model like the others: it watches the role pointers of each site and answers with
//! commands. Must not know output, tiers or policy.

mod action;
mod api;
mod arguments;
mod class_source;
mod facts;
mod fields;
mod handles;
mod helpers;
mod mirror;
mod pairs;
mod retrieval;
mod rules;
mod services;
mod site;

pub(crate) use api::Handler;
pub use api::{API, Api, ApiTable, Kind, NO_CLASS, Throws, rules};
pub use facts::Facts;
pub use helpers::Helpers;
pub use rules::Rules;
pub use site::{Effect, Limit, Problem, RSite, Role, SiteKey};

use std::cell::RefCell;
use std::rc::Rc;

use crate::base::{FxHashMap, FxIndexMap, FxIndexSet, PtsSet};
use crate::classpath::Origin;
use crate::heap::{NO_CTX, ObjId, ObjKind, SiteId};
use crate::pointsto::{CallView, Claim, Cx, HookData, Model, NodeId, Outcome, Ptr};
use crate::program::{MethodId, Program, Type, TypeId, access};
use crate::spec::ResolvedTarget;

/// Most members whose flow is followed through one site; all are listed.
const FOLLOWED: usize = 256;
/// As [`FOLLOWED`], outside the application and for members that are not its own.
const FOREIGN_FOLLOWED: usize = 64;

/// Most problems of one site that are kept one by one.
const PROBLEMS: usize = 64;

/// What was learned about every site, shared with the engine.
pub type Sites = Rc<RefCell<FxIndexMap<SiteKey, RSite>>>;

/// A call site with the nodes of its arguments and its result.
type CallKey = (SiteKey, Vec<Option<NodeId>>, Option<NodeId>);

/// The reflection model.
pub struct Reflection {
    table: ApiTable,
    /// The rule that answers for each row of the table.
    handlers: Vec<Handler>,
    rules: Rules,
    sites: Sites,
    calls: Vec<RCall>,
    /// Call by site, API and destination: the same call is met again under another dispatch.
    index: FxHashMap<CallKey, u32>,
    hooks: Vec<(u32, Role)>,
    slots: FxHashMap<(u32, u64), u32>,
    facts: Rc<Facts>,
    /// Names met at class sources of the JDK, and those acted on.
    deferred: FxIndexMap<u32, class_source::Deferred>,
    /// Calls outside the JDK that name a class nobody has.
    unfound: FxIndexSet<u32>,
    /// Classes and names that met at look-ups.
    pairs: FxHashMap<u32, pairs::Pairs>,
    /// Classes that met at a site, in the order they did.
    classes_at: FxHashMap<SiteId, FxIndexSet<TypeId>>,
    /// Objects that were asked for their name or array class at a site.
    asked_at: FxHashMap<SiteId, FxIndexSet<ObjId>>,
    /// Loaders of services and their providers.
    services: services::Services,
    /// Members a site acts on, in the order they met there.
    followed: FxHashMap<SiteId, FxIndexSet<Effect>>,
}

/// One call of the API by one method instance (or by a reflective call of the API).
pub(crate) struct RCall {
    pub(crate) site: SiteKey,
    pub(crate) view: CallView,
    pub(crate) handler: Handler,
    /// Where the call stands.
    pub(crate) origin: Origin,
    /// The argument array, if it is built element by element in the method.
    pub(crate) array: Option<arguments::Elements>,
}

impl Reflection {
    pub fn new(rules: Rules, facts: Rc<Facts>) -> Self {
        let handlers = API.iter().map(|api| match rules.is_off(api.handler.name()) {
            true => Handler::NotModelled,
            false => api.handler,
        });
        Self {
            table: ApiTable::default(),
            handlers: handlers.collect(),
            rules,
            sites: Sites::default(),
            calls: Vec::new(),
            index: FxHashMap::default(),
            hooks: Vec::new(),
            slots: FxHashMap::default(),
            facts,
            deferred: FxIndexMap::default(),
            unfound: FxIndexSet::default(),
            pairs: FxHashMap::default(),
            classes_at: FxHashMap::default(),
            asked_at: FxHashMap::default(),
            services: services::Services::default(),
            followed: FxHashMap::default(),
        }
    }

    /// The table of sites, to be read when the solver has finished.
    pub fn sites(&self) -> Sites {
        self.sites.clone()
    }

    fn watch(&mut self, cx: &mut Cx<'_, '_>, call: u32, node: Option<NodeId>, role: Role) {
        let Some(node) = node.filter(|_| role.is_watched()) else { return };
        let site = self.calls[call as usize].site;
        if let Some(site) = self.sites.borrow_mut().get_mut(&site) {
            site.role(role, node);
        }
        let hook = self.hooks.len() as u32;
        self.hooks.push((call, role));
        cx.watch(node, hook);
    }

    /// As `watch`, for a loader: it decides nothing about the answer, but its methods run.
    fn watch_loader(&mut self, cx: &mut Cx<'_, '_>, call: u32, node: Option<NodeId>) {
        if let Some(node) = node {
            let hook = self.hooks.len() as u32;
            self.hooks.push((call, Role::Loader));
            cx.watch(node, hook);
        }
    }

    /// A node of the call's own.
    fn slot(&mut self, cx: &Cx<'_, '_>, call: u32, key: u64) -> Ptr {
        self.slot_or_new(cx, call, key).0
    }

    /// A node of the call's own, and whether it was not asked for before.
    fn slot_or_new(&mut self, cx: &Cx<'_, '_>, call: u32, key: u64) -> (Ptr, bool) {
        let next = self.slots.len() as u32;
        let slot = *self.slots.entry((call, key)).or_insert(next);
        (cx.model_node(slot), slot == next)
    }

    fn effect(&self, call: u32, effect: Effect) {
        if let Some(site) = self.sites.borrow_mut().get_mut(&self.calls[call as usize].site) {
            site.effects.insert(effect);
        }
    }

    /// Records what a site does; false if it does so much that the flow through it is not followed any more.
    fn acts(&mut self, program: &Program, call: u32, effect: Effect) -> bool {
        self.effect(call, effect);
        let RCall { view, origin, .. } = &self.calls[call as usize];
        let (position, _) = self.followed.entry(view.site).or_default().insert_full(effect);
        let own = *origin == Origin::Application || effect.origin(program) == Origin::Application;
        let most = if own { FOLLOWED } else { FOREIGN_FOLLOWED };
        let followed = position < most;
        if !followed {
            self.problem(call, Problem::FanOut(Limit::Targets(most)));
        }
        followed
    }

    fn problem(&self, call: u32, problem: Problem) {
        if let Some(site) = self.sites.borrow_mut().get_mut(&self.calls[call as usize].site) {
            let missing = matches!(problem, Problem::MissingClass(_) | Problem::MissingMember { .. });
            let problem = if missing && site.problems.len() >= PROBLEMS { Problem::ManyMissing } else { problem };
            site.problems.insert(problem);
        }
    }

    /// The metaobjects that a specification lists for a call.
    fn specified(&self, cx: &Cx<'_, '_>, call: u32) -> Vec<(ObjId, ObjKind)> {
        let site = self.calls[call as usize].view.site;
        let Some(targets) = self.facts.targets(site) else { return Vec::new() };
        let init = cx.program.sym("<init>");
        targets
            .iter()
            .map(|&target| match target {
                ResolvedTarget::Class(ty) => ObjKind::Class { ty },
                ResolvedTarget::Method(method) if cx.program.method(method).name == init => {
                    ObjKind::Constructor { method }
                }
                ResolvedTarget::Method(method) => ObjKind::Method { method },
                ResolvedTarget::Field(field) => ObjKind::Field { field },
            })
            .map(|kind| (cx.heap.intern(kind), kind))
            .collect()
    }

    /// Applies what a specification lists for a call, as if the objects had reached it.
    fn apply_specified(&mut self, cx: &mut Cx<'_, '_>, call: u32) {
        let objects = self.specified(cx, call);
        if objects.is_empty() {
            return;
        }
        if let Some(site) = self.sites.borrow_mut().get_mut(&self.calls[call as usize].site) {
            site.specified = true;
        }
        let dst = self.calls[call as usize].view.dst;
        match self.calls[call as usize].handler {
            Handler::ClassNewInstance => {
                // A constructor stands for its class.
                let classes: Vec<(ObjId, ObjKind)> = objects
                    .into_iter()
                    .map(|(obj, kind)| match kind {
                        ObjKind::Constructor { method } => {
                            let ty = cx.program.class_type(cx.program.method(method).class);
                            (obj, ObjKind::Class { ty })
                        }
                        _ => (obj, kind),
                    })
                    .collect();
                self.class_new_instance(cx, call, &classes);
            }
            Handler::ConstructorNewInstance => self.constructor_new_instance(cx, call, Role::Member, &objects),
            Handler::Invoke => self.invoke(cx, call, Role::Member, &objects),
            Handler::FieldGet => self.field_access(cx, call, Role::Member, &objects, false),
            Handler::FieldSet => self.field_access(cx, call, Role::Member, &objects, true),
            Handler::ArrayNewInstance => self.array_new_instance(cx, call, &objects),
            Handler::ServiceLoad { .. } => self.specified_providers(cx, call, &objects),
            handler => {
                for (obj, kind) in objects {
                    let effect = match kind {
                        ObjKind::Class { ty } => Effect::Class(ty),
                        ObjKind::Method { method } => Effect::Method(method),
                        ObjKind::Constructor { method } => Effect::Constructor(method),
                        ObjKind::Field { field } => Effect::Field(field),
                        _ => continue,
                    };
                    self.effect(call, effect);
                    if let Some(dst) = dst {
                        cx.add(dst, obj);
                    }
                    if let (Handler::ForName, ObjKind::Class { ty }) = (handler, kind)
                        && let Some(class) = cx.program.class_of(ty)
                    {
                        cx.initialise(class);
                    }
                }
            }
        }
    }

    fn objects(cx: &Cx<'_, '_>, node: Option<NodeId>) -> Vec<(ObjId, ObjKind)> {
        node.map_or_else(Vec::new, |node| {
            cx.pts(node).iter().map(|obj| (ObjId(obj), cx.heap.kind(ObjId(obj)))).collect()
        })
    }
}

impl Model for Reflection {
    fn name(&self) -> &'static str {
        "reflection"
    }

    fn claim(&mut self, program: &Program, method: MethodId) -> Option<Claim> {
        let row = self.table.find(program, method)? as u32;
        let api = &API[row as usize];
        // Where nothing but the call itself matters, it is of the method that the receiver selects.
        let overridden = api.kind == Kind::Flow && api.handler == Handler::Plain && !is_final(program, method);
        // Iterators and streams are asked for through the interfaces.
        let by_receiver = overridden || matches!(api.handler, Handler::ServiceUse(_));
        Some(if by_receiver { Claim::Target(row) } else { Claim::Declared(row) })
    }

    fn on_call(&mut self, cx: &mut Cx<'_, '_>, view: &CallView, method: MethodId, tag: u32) -> Outcome {
        let api = &API[tag as usize];
        let handler = self.handlers[tag as usize];
        let site = SiteKey { site: view.site, api: tag };
        let key = (site, view.args.clone(), view.dst);
        if self.index.contains_key(&key) {
            return outcome(handler, cx.program, method);
        }
        let call = self.calls.len() as u32;
        self.index.insert(key, call);
        if api.kind != Kind::Flow {
            self.sites.borrow_mut().entry(site).or_insert_with(|| {
                let written = view.vars.len() == view.args.len();
                RSite::new(view.method, view.offset, view.caller, view.vars.clone(), written)
            });
        }
        let array = arguments::elements(cx, view);
        let origin = cx.program.origin_of(view.method);
        self.calls.push(RCall { site, view: view.clone(), handler, origin, array });
        if !self.rules.are_on() && api.kind != Kind::Flow {
            return Outcome::Handled;
        }
        self.apply_specified(cx, call);
        let arg = |index: usize| view.args.get(index).copied().flatten();
        match handler {
            Handler::ForName => {
                self.watch(cx, call, arg(0), Role::Name);
                self.watch_loader(cx, call, arg(2));
            }
            Handler::LoadClass => {
                self.watch(cx, call, arg(1), Role::Name);
                self.watch_loader(cx, call, arg(0));
            }
            Handler::ForNameInModule => self.watch(cx, call, arg(1), Role::Name),
            Handler::DefineClass => self.define_class(cx, call),
            Handler::Find { kind, .. } => {
                self.watch(cx, call, arg(0), Role::Class);
                if kind != crate::heap::MemberKind::Constructor {
                    self.watch(cx, call, arg(1), Role::Name);
                }
            }
            Handler::List { .. } | Handler::ClassNewInstance | Handler::EnumConstants => {
                self.watch(cx, call, arg(0), Role::Class);
            }
            Handler::ArrayNewInstance | Handler::EnumValueOf => self.watch(cx, call, arg(0), Role::Class),
            Handler::ConstructorNewInstance => {
                self.watch(cx, call, arg(0), Role::Member);
                self.watch_arguments(cx, call, arg(1));
            }
            Handler::Invoke => {
                self.watch(cx, call, arg(0), Role::Member);
                self.watch_receiver(cx, call, arg(1));
                self.watch_arguments(cx, call, arg(2));
            }
            Handler::FieldGet | Handler::FieldSet => {
                self.watch(cx, call, arg(0), Role::Member);
                self.watch_receiver(cx, call, arg(1));
            }
            Handler::Plain => {}
            Handler::ServiceLoad { layer } => {
                self.watch(cx, call, arg(usize::from(layer)), Role::Class);
                if layer {
                    // The layer may be one that the program makes.
                    self.problem(call, Problem::NotModelled);
                } else {
                    self.watch_loader(cx, call, arg(1));
                }
            }
            Handler::FindHandle { kind, .. } => {
                self.problem(call, Problem::NotModelled);
                self.watch(cx, call, arg(1), Role::Class);
                if kind != crate::heap::MemberKind::Constructor {
                    self.watch(cx, call, arg(2), Role::Name);
                }
            }
            Handler::NotModelled => {
                self.problem(call, Problem::NotModelled);
                for passed in view.args.iter().flatten().filter(|_| origin != Origin::Jdk) {
                    cx.escape(*passed);
                }
                self.unknown_result(cx, call, method, api.handler);
            }
            Handler::ReadObject => {
                self.problem(call, Problem::NotModelled);
                if let (Some(dst), false) = (view.dst, origin == Origin::Jdk) {
                    let bound = cx.heap.types().object;
                    cx.add(dst, cx.heap.intern(ObjKind::Opaque { site: view.site, bound }));
                }
            }
            _ => self.watch(cx, call, arg(0), Role::Mirror),
        }
        outcome(handler, cx.program, method)
    }

    fn on_idle(&mut self, cx: &mut Cx<'_, '_>) {
        self.resume_deferred(cx);
        self.ask_loaders(cx);
    }

    fn on_pressure(&mut self, cx: &mut Cx<'_, '_>) {
        self.resume_deferred(cx);
        self.ask_loaders(cx);
    }

    fn on_objects(&mut self, cx: &mut Cx<'_, '_>, data: HookData, objects: &PtsSet) {
        let (call, role) = self.hooks[data as usize];
        let objects: Vec<(ObjId, ObjKind)> = objects
            .iter()
            .map(|obj| (ObjId(obj), cx.heap.kind(ObjId(obj))))
            .filter(|&(_, kind)| kind != ObjKind::Null)
            .collect();
        let objects = if role == Role::Name { self.facts.listed.expand(cx.heap, objects) } else { objects };
        match self.calls[call as usize].handler {
            Handler::ForName | Handler::LoadClass if role == Role::Loader => self.own_loaders(cx, call, &objects),
            Handler::ForName | Handler::ForNameInModule | Handler::LoadClass => {
                self.class_source(cx, call, &objects, false)
            }
            Handler::Find { kind, declared } => self.find(cx, call, role, kind, declared, &objects),
            Handler::FindHandle { kind, is_static } => self.find_handle(cx, call, kind, is_static),
            Handler::List { kind, declared } => self.list(cx, call, kind, declared, &objects),
            Handler::ClassNewInstance => self.class_new_instance(cx, call, &objects),
            Handler::ConstructorNewInstance => self.constructor_new_instance(cx, call, role, &objects),
            Handler::Invoke => self.invoke(cx, call, role, &objects),
            Handler::FieldGet => self.field_access(cx, call, role, &objects, false),
            Handler::FieldSet => self.field_access(cx, call, role, &objects, true),
            Handler::ArrayNewInstance => self.array_new_instance(cx, call, &objects),
            Handler::EnumConstants | Handler::EnumValueOf => self.enum_constants(cx, call, &objects),
            Handler::ServiceLoad { .. } if role == Role::Loader => self.service_class_loader(cx, call, &objects),
            Handler::ServiceLoad { .. } => self.service_load(cx, call, &objects),
            Handler::ServiceUse(what) => self.service_use(cx, call, what, &objects),
            handler => self.mirror(cx, call, handler, &objects),
        }
    }
}

impl Reflection {
    /// What comes back from an API that no rule covers: an unknown class, member or string is a token whose origin is the
    /// call, so that what is done with it shows as unknown. An instance is what the API's body gives, if that is analysed.
    fn unknown_result(&mut self, cx: &mut Cx<'_, '_>, call: u32, method: MethodId, usual: Handler) {
        let RCall { view, origin, .. } = &self.calls[call as usize];
        let jdk = *origin == Origin::Jdk;
        let (Some(dst), false) = (view.dst, jdk && usual == Handler::NotModelled) else { return };
        let ty = cx.program.method_desc(cx.program.method(method).desc).ret;
        let (value, to) = match cx.program.ty(ty) {
            Type::Array(element) => {
                let array = cx.heap.alloc(view.site, ty, NO_CTX);
                (element, Some(array))
            }
            _ => (ty, None),
        };
        let unknown = match cx.heap.unknown(view.site, value, matches!(cx.program.ty(value), Type::Class(_))) {
            // Instances: where a rule is switched off its answer is unknown as a whole.
            Some(obj) if matches!(cx.heap.kind(obj), ObjKind::Opaque { .. }) => {
                let bound = cx.heap.types().object;
                let instance = usual != Handler::NotModelled && !jdk;
                instance.then(|| cx.heap.intern(ObjKind::UnknownInstance { site: view.site, bound }))
            }
            other => other,
        };
        let Some(unknown) = unknown else { return };
        match to {
            Some(array) => {
                cx.add(dst, array);
                cx.add(Ptr::Elements(array), unknown);
            }
            None => cx.add(dst, unknown),
        }
    }
}

fn is_final(program: &Program, method: MethodId) -> bool {
    let data = program.method(method);
    data.access & (access::FINAL | access::STATIC) != 0 || program.class(data.class).access & access::FINAL != 0
}

/// Whether the body is analysed as well: for APIs that are only reported, and for loaders the program brings itself.
fn outcome(handler: Handler, program: &Program, method: MethodId) -> Outcome {
    let jdk = program.origin_of(method) == Origin::Jdk;
    match handler {
        Handler::NotModelled | Handler::FindHandle { .. } => Outcome::AlsoAnalyse,
        Handler::LoadClass if !jdk => Outcome::AlsoAnalyse,
        _ => Outcome::Handled,
    }
}
